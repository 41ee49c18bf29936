"""Authentication and origin check (CSRF) of requests, and error responses."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct

from trunkline.server.http.rate_limits import address_key
from trunkline.server.people.passwords import digest
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.settings import origin_of

if TYPE_CHECKING:
    from trunkline.server.services import Services

log = logging.getLogger("trunkline.http")

Connected = ASGIConnection[Any, Any, Any, Any]
Asked = Request[Any, Any, Any]

PathId = Annotated[str, PathParameter(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
"""The id of a table, a person or anything else, in an address."""
Language = Annotated[str, QueryParameter(pattern="^[a-z]{2}$")]
"""A language of words, in an address."""

COOKIE = "trunkline"
SAFE = {"GET", "HEAD", "OPTIONS"}
LONGEST_SECRET = 200
LEFT = "trunkline.left"
"""Key in the scope of a request whose client has disconnected."""


class Problem(Struct):
    """Why a request was refused: a code for programs, and the parameters of the sentence for people."""

    code: str
    params: dict[str, Any]


PROBLEMS = {
    status: ResponseSpec(Problem, description=meaning, generate_examples=False)
    for status, meaning in {
        400: "The request cannot be read.",
        401: "The cookie or token is missing or not valid.",
        403: "This person may not do it.",
        404: "Not found.",
        409: "It conflicts with the current state.",
        413: "The body is too large.",
        429: "Over the rate limit; `retry` is the number of seconds to wait.",
        503: "Not now; try again.",
    }.items()
}
"""The error responses that every request may get."""

CODES = {
    400: "bad_request",
    401: "who_are_you",
    403: "forbidden",
    404: "no_such_page",
    405: "method_not_allowed",
    413: "too_large",
    415: "bad_media_type",
    429: "too_fast",
}


@dataclass(frozen=True, slots=True)
class Asker:
    """The sender of a request: anonymous, a person by cookie, or a bot by token."""

    known: Person | None
    secret: str | None
    """The secret of the cookie, if it was one of ours."""
    address: str
    """The key for limits by address."""
    login: str | None = None
    """The digest of the cookie or token by which the person is known, as the database keeps it."""

    @property
    def person(self) -> Person:
        """The person; refused if there is none."""
        if self.known is None:
            raise RequestRefused("who_are_you", {}, 401)
        return self.known

    @property
    def key(self) -> str:
        """The key by which connections are counted: the person, or the address of an anonymous client."""
        return self.known.id if self.known else self.address

    @property
    def id(self) -> str | None:
        return None if self.known is None else self.known.id


TheAsker = NamedDependency[Asker]
"""Who asks, as a request handler is given it."""


def services_of(connection: Connected) -> Services:
    found: Services = connection.app.state.services
    return found


def bearer(connection: Connected) -> str | None:
    """The token of the request, if it carries one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


async def identify(connection: Connected) -> Asker:
    """Authenticate a request. An invalid token is refused; an invalid cookie counts as anonymous."""
    people = services_of(connection).people
    address = address_key(connection.client.host if connection.client else "")
    token = bearer(connection)
    if token is not None:
        person = await people.by_token(token) if len(token) <= LONGEST_SECRET else None
        if person is None:
            raise RequestRefused("bad_token", {}, 401)
        return Asker(person, None, address, digest(token))
    secret = connection.cookies.get(COOKIE)
    if not secret or len(secret) > LONGEST_SECRET:
        return Asker(None, None, address)
    person = await people.by_secret(secret)
    if person is None:
        return Asker(None, None, address)
    return Asker(person, secret, address, digest(secret))


def is_from_elsewhere(connection: Connected) -> bool:
    """Whether a page of another site sent this (CSRF): browsers set Origin and Sec-Fetch-Site, not pages."""
    site = connection.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        return False
    allowed = services_of(connection).settings.origins
    if not allowed:
        secure = connection.scope["scheme"] in ("https", "wss")
        host = connection.headers.get("host", "")
        allowed = frozenset([origin_of(f"{'https' if secure else 'http'}://{host}")])
    return origin.lower() not in allowed


async def before_request(request: Asked) -> None:
    """Runs before every request: rate limit and origin check."""
    services = services_of(request)
    address = address_key(request.client.host if request.client else "")
    await services.limit_and_delay(address, "request")
    if request.method not in SAFE and bearer(request) is None and is_from_elsewhere(request):
        raise RequestRefused("wrong_origin", {}, 403)


def is_secure(connection: Connected) -> bool:
    return bool(connection.scope["scheme"] in ("https", "wss"))


# --- refusals --------------------------------------------------------------------------------------------------------


def problem_response(status: int, code: str, params: dict[str, Any]) -> Response[Problem]:
    headers = {"Retry-After": str(max(1, round(float(params["retry"]))))} if "retry" in params else None
    return Response(Problem(code, params), status_code=status, headers=headers, media_type="application/json")


def on_refusal(request: Asked, refusal: RequestRefused) -> Response[Problem]:
    services_of(request).metrics.refusals.add(code=refusal.code)
    return problem_response(refusal.status, refusal.code, refusal.params)


def on_http_error(request: Asked, error: HTTPException) -> Response[Problem]:
    """What Litestar refuses: unknown addresses, bodies that do not fit their type."""
    if error.status_code >= 500 and request.scope.get(LEFT):
        # The client has disconnected; the response is only counted.
        log.info("the client left before its request was complete: %s %s", request.method, request.scope["path"])
        return problem_response(400, CODES[400], {})
    if error.status_code >= 500:
        return on_error(request, error)
    code = CODES.get(error.status_code, "bad_request")
    params: dict[str, Any] = {}
    if isinstance(error.extra, list):
        # The place of the error only; never echo the input.
        params["fields"] = [str(each.get("key", "")) for each in error.extra if isinstance(each, dict)][:20]
    services_of(request).metrics.refusals.add(code=code)
    return problem_response(error.status_code, code, params)


def on_error(request: Asked, error: Exception) -> Response[Problem]:
    """An unexpected error: logged with its traceback; the client gets a generic answer."""
    log.error("a request failed: %s %s", request.method, request.scope["path"], exc_info=error)
    return problem_response(500, "internal", {})


def on_unreadable(request: Asked, error: Exception) -> Response[Problem]:
    """A body nested too deeply, or with text that is not UTF-8."""
    services_of(request).metrics.refusals.add(code=CODES[400])
    return problem_response(400, CODES[400], {})


def on_store_down(request: Asked, error: Exception) -> Response[Problem]:
    """The database does not answer: the outcome is unknown, and the client may retry (idempotent)."""
    log.warning("no database for %s %s: %s", request.method, request.scope["path"], error)
    return problem_response(503, "unavailable", {"retry": 2})
