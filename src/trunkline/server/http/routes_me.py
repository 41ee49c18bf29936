"""REST routes for the caller's own data: guest, account, sessions, bot tokens, mutes and notices."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import UNSET, Meta, Struct, UnsetType

from trunkline.server.http.guard import COOKIE, PROBLEMS, Asked, Asker, PathId, TheAsker, is_secure
from trunkline.server.http.login_throttle import device_cookie, forgive, throttle_login, throttle_recovery
from trunkline.server.people.data_export import own_data
from trunkline.server.people.sessions import SESSION_SECONDS, Person, Token
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import TheServices

Text = Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\x00]*$")]
Password = Annotated[str, Meta(min_length=1, max_length=400)]
Address = Annotated[str, Meta(min_length=1, max_length=500)]


class PersonInfo(Struct):
    id: str
    kind: str
    """`guest`, `account` or `deleted`."""
    name: str


class Me(Struct):
    """Who I am: nobody yet, a guest, or an account."""

    person: PersonInfo | None
    muted: list[str]


class NameBody(Struct, forbid_unknown_fields=True):
    name: Text


class Login(Struct, forbid_unknown_fields=True):
    name: Text
    password: Password


class Recovery(Struct, forbid_unknown_fields=True):
    name: Text
    code: Text
    password: Password


class PasswordBody(Struct, forbid_unknown_fields=True):
    password: Password


class Account(Struct):
    """An account with its recovery code, which is shown only here and works once."""

    person: PersonInfo
    recovery: str


class LabelBody(Struct, forbid_unknown_fields=True):
    label: Text


class TokenInfo(Struct):
    id: str
    label: str
    created: float
    seen: float | None


class NewToken(Struct):
    """A bot token with its secret, which is shown only here."""

    token: TokenInfo
    secret: str


class MuteBody(Struct, forbid_unknown_fields=True):
    person: Text


class PushKeys(Struct):
    p256dh: Text
    auth: Text


class PushSubscription(Struct):
    """What `PushSubscription.toJSON` of a browser gives."""

    endpoint: Address
    keys: PushKeys


class NoticesBody(Struct, forbid_unknown_fields=True):
    """A missing field stays unchanged. null deletes it (`push`: on all devices)."""

    webhook: Address | UnsetType | None = UNSET
    push: PushSubscription | UnsetType | None = UNSET


def shown(person: Person) -> PersonInfo:
    return PersonInfo(person.id, person.kind, person.name)


def shown_token(token: Token) -> TokenInfo:
    return TokenInfo(token.id, token.label, token.created, token.seen)


def session(request: Asked, secret: str) -> Cookie:
    """The session cookie: HttpOnly, SameSite, and Secure if the request came over HTTPS."""
    return Cookie(
        COOKIE,
        value=secret,
        max_age=int(SESSION_SECONDS),
        httponly=True,
        samesite="lax",
        secure=is_secure(request),
    )


def in_person(asker: Asker) -> Person:
    """Require a session: a bot token may play, but not manage the account."""
    if asker.known is not None and asker.secret is None:
        raise RequestRefused("not_by_token", {}, 403)
    return asker.person


@get("/api/me", tags=["people"], responses=PROBLEMS)
async def get_me(services: TheServices, asker: TheAsker) -> Me:
    """Who I am."""
    if asker.known is None:
        return Me(None, [])
    return Me(shown(asker.known), sorted(await services.people.muted(asker.known.id)))


@get("/api/me/data", tags=["people"], responses=PROBLEMS)
async def get_my_data(services: TheServices, asker: TheAsker) -> Response[dict[str, Any]]:
    """Export everything that is stored about me."""
    person = in_person(asker)
    services.limit(person.id, "own_data")
    found = await services.store.read(lambda connection: own_data(connection, person.id))
    return Response(found, headers={"Content-Disposition": 'attachment; filename="trunkline-my-data.json"'})


@post("/api/me", status_code=200, tags=["people"], responses=PROBLEMS)
async def post_me(request: Asked, services: TheServices, asker: TheAsker, data: JSONBody[NameBody]) -> Response[Me]:
    """Become a guest under this name, or, as a guest, change it."""
    if asker.known is not None:
        services.limit(asker.known.id, "rename")
        person = await services.people.rename(in_person(asker).id, data.name)
        return Response(Me(shown(person), sorted(await services.people.muted(person.id))))
    services.limit(asker.address, "guest_address")
    person, secret = await services.people.new_guest(data.name)
    return Response(Me(shown(person), []), cookies=[session(request, secret)])


@post("/api/account", status_code=200, tags=["people"], responses=PROBLEMS)
async def post_account(
    request: Asked, services: TheServices, asker: TheAsker, data: JSONBody[Login]
) -> Response[Account]:
    """Turn my guest into an account; its games stay. The response holds the recovery code."""
    person = in_person(asker)
    services.limit(asker.address, "account_address")
    account, code = await services.people.make_account(person.id, data.name, data.password)
    return Response(Account(shown(account), code), cookies=await device_cookie(request, services, account.id))


@delete("/api/me", status_code=204, tags=["people"], responses=PROBLEMS)
async def delete_me(services: TheServices, asker: TheAsker) -> Response[None]:
    """Delete my guest; in old games a code replaces its name."""
    person = in_person(asker)
    if person.kind != "guest":
        raise RequestRefused("not_a_guest", {}, 403)
    services.limit(asker.address, "guest_address")
    await services.people.delete_guest(person.id, lambda name: services.forget(person, name))
    return forget_cookie()


@delete("/api/account", status_code=204, tags=["people"], responses=PROBLEMS)
async def delete_account(services: TheServices, asker: TheAsker, data: JSONBody[PasswordBody]) -> Response[None]:
    """Delete my account; in old games a code replaces its name."""
    person = in_person(asker)
    services.limit(f"{person.id} {asker.address}", "login_here")
    await services.people.delete_account(person.id, data.password, lambda name: services.forget(person, name))
    return forget_cookie()


@post("/api/account/recover", status_code=200, tags=["people"], responses=PROBLEMS)
async def recover(request: Asked, services: TheServices, asker: TheAsker, data: JSONBody[Recovery]) -> Account:
    """Set a new password with the recovery code: ends all sessions and makes a new code."""
    await throttle_recovery(request, services, asker, data.name)
    account, code = await services.people.recover(data.name, data.code, data.password)
    return Account(shown(account), code)


@post("/api/session", status_code=200, tags=["people"], responses=PROBLEMS)
async def log_in(request: Asked, services: TheServices, asker: TheAsker, data: JSONBody[Login]) -> Response[Me]:
    """Log in on this device."""
    here = await throttle_login(request, services, asker, data.name)
    person, secret = await services.people.log_in(data.name, data.password)
    forgive(services, here)
    muted = sorted(await services.people.muted(person.id))
    device = await device_cookie(request, services, person.id)
    return Response(Me(shown(person), muted), cookies=[session(request, secret), *device])


@delete("/api/session", status_code=204, tags=["people"], responses=PROBLEMS)
async def log_out(services: TheServices, asker: TheAsker) -> Response[None]:
    """Log out on this device. A guest cannot come back."""
    if asker.secret is not None:
        await services.people.log_out(asker.secret)
    return forget_cookie()


@delete("/api/sessions", status_code=204, tags=["people"], responses=PROBLEMS)
async def log_out_everywhere(services: TheServices, asker: TheAsker) -> Response[None]:
    """Log out on all devices, including this one, and revoke all bot tokens."""
    await services.people.log_out_everywhere(in_person(asker).id)
    return forget_cookie()


def forget_cookie() -> Response[None]:
    return Response(None, status_code=204, cookies=[Cookie(COOKIE, value="", max_age=0, httponly=True)])


@get("/api/tokens", tags=["people"], responses=PROBLEMS)
async def get_tokens(services: TheServices, asker: TheAsker) -> list[TokenInfo]:
    """My bot tokens, without their secrets."""
    return [shown_token(token) for token in await services.people.tokens(in_person(asker).id)]


@post("/api/tokens", tags=["people"], responses=PROBLEMS)
async def post_token(services: TheServices, asker: TheAsker, data: JSONBody[LabelBody]) -> NewToken:
    """Create a token with which a bot plays for my account."""
    person = in_person(asker)
    services.limit(person.id, "token")
    token, secret = await services.people.new_token(person.id, data.label, asker.login)
    return NewToken(shown_token(token), secret)


@delete("/api/tokens/{token_id:str}", tags=["people"], responses=PROBLEMS)
async def delete_token(services: TheServices, asker: TheAsker, token_id: PathId) -> None:
    """Revoke a token."""
    person = in_person(asker)
    await services.people.drop_token(person.id, token_id)


@post("/api/mutes", status_code=204, tags=["people"], responses=PROBLEMS)
async def mute(services: TheServices, asker: TheAsker, data: JSONBody[MuteBody]) -> None:
    """Mute somebody: their chat lines are not sent to me."""
    person = asker.person
    await services.people.mute(person.id, data.person)
    services.mute(person.id, data.person, True)


@delete("/api/mutes/{person_id:str}", tags=["people"], responses=PROBLEMS)
async def unmute(services: TheServices, asker: TheAsker, person_id: PathId) -> None:
    """Unmute somebody."""
    person = asker.person
    await services.people.unmute(person.id, person_id)
    services.mute(person.id, person_id, False)


@get("/api/notices", tags=["people"], responses=PROBLEMS)
async def get_notices(services: TheServices, asker: TheAsker) -> dict[str, Any]:
    """My notice settings, the secret that signs webhooks, and the key for web push."""
    return await services.notices.where(in_person(asker).id)


@put("/api/notices", tags=["people"], responses=PROBLEMS)
async def put_notices(services: TheServices, asker: TheAsker, data: JSONBody[NoticesBody]) -> dict[str, Any]:
    """Change my notice settings."""
    person = in_person(asker)
    services.limit(person.id, "notices_set")
    if not isinstance(data.webhook, UnsetType):
        await services.notices.set_webhook(person.id, data.webhook)
    if data.push is None:
        await services.notices.remove_push(person.id)
    elif not isinstance(data.push, UnsetType):
        keys = {"p256dh": data.push.keys.p256dh, "auth": data.push.keys.auth}
        await services.notices.add_push(person.id, {"endpoint": data.push.endpoint, "keys": keys})
    return await services.notices.where(person.id)


ROUTES = [
    get_me, get_my_data, post_me, delete_me, post_account, delete_account, recover, log_in, log_out, log_out_everywhere,
    get_tokens, post_token, delete_token, mute, unmute, get_notices, put_notices,
]  # fmt: skip
