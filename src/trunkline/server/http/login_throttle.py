"""Login throttling: slows down guessing, without letting a stranger lock an account's owner out.

Three counters: by address; by name and address; and by name from anywhere. The last one never refuses by itself. When
it is exhausted, somebody is trying the name from many addresses, and the limit of each address becomes stricter. A
device on which the account has logged in before has a device cookie and its own counter; the other counters do not
apply to it. Each process keeps its counters in memory.
"""

from __future__ import annotations

from litestar.datastructures import Cookie

from trunkline.server.http.guard import LONGEST_SECRET, Asked, Asker, is_secure
from trunkline.server.people.names import name_key
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services

DEVICE = "trunkline_device"
DEVICE_SECONDS = 400 * 86_400


async def _known_device(request: Asked, services: Services, name: str) -> str | None:
    """The mark of a device that the account of this name knows."""
    mark = request.cookies.get(DEVICE, "")
    if not mark or len(mark) > LONGEST_SECRET or not await services.people.knows_device(name, mark):
        return None
    return mark


async def throttle_login(request: Asked, services: Services, asker: Asker, name: str) -> str:
    """Count a login attempt, or refuse it with `too_fast`. If the login succeeds, pass the result to `forgive`."""
    key = name_key(name)
    mark = await _known_device(request, services, name)
    here = f"{key} {mark or asker.address}"
    if mark is None:
        services.limit(asker.address, "login_address")
    services.limit(here, "login_here")
    if mark is None:
        try:
            services.limit(key, "login_name")
        except RequestRefused:
            services.limit(here, "login_attacked")
    return here


def forgive(services: Services, here: str) -> None:
    """Reset the counters after a correct password: the failed attempts were the owner's."""
    for kind in ("login_here", "login_attacked"):
        services.limits.forgive(here, kind)


async def throttle_recovery(request: Asked, services: Services, asker: Asker, name: str) -> None:
    """Count an attempt to recover an account. A 120-bit code cannot be guessed, so there is no counter by name."""
    mark = await _known_device(request, services, name)
    if mark is None:
        services.limit(asker.address, "login_address")
    services.limit(f"{name_key(name)} {mark or asker.address}", "recover_here")


async def device_cookie(request: Asked, services: Services, person: str) -> list[Cookie]:
    """The device cookie, set after a login. It does not authenticate, and logging out does not delete it."""
    mark = await services.people.new_device(person)
    if mark is None:
        return []
    cookie = Cookie(
        DEVICE,
        value=mark,
        path="/api",
        max_age=DEVICE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=is_secure(request),
    )
    return [cookie]
