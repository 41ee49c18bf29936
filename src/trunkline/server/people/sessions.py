"""Logins: sessions on devices and tokens for bots, how they are found, and how they end."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from trunkline.server.people.names import clean_name
from trunkline.server.people.passwords import digest, new_secret
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.store import Store

T = TypeVar("T")
Ended = tuple[str, str]
"""A person, and the digest of the session or token that was ended; or EVERY_LOGIN."""

EVERY_LOGIN = "*"
REVOKED = "revoked"
"""The first word of the announcement to other processes that a login was ended (revocations.py)."""
MOST_TOKENS = 10
MOST_SESSIONS = 30
SESSION_SECONDS = 400 * 86_400.0
"""Idle time after which a session expires; browsers keep no cookie longer."""
SEEN_SECONDS = 3600.0
"""The time of last use is written at most this often, so that most requests write nothing."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody (or something) that sits at tables."""

    id: str
    kind: str
    """`guest`, `account`, `bot` or `deleted`."""
    name: str

    @property
    def is_account(self) -> bool:
        return self.kind == "account"


@dataclass(frozen=True, slots=True)
class Token:
    """A bot token without its secret."""

    id: str
    label: str
    created: float
    seen: float | None


def person_of(row: Any) -> Person:
    return Person(row.id, row.kind, row.name)


def account_row(connection: Connection, person: str) -> Row[Any]:
    """The row of an account, locked until the transaction ends."""
    table = schema.people
    row = connection.execute(select(table).where(table.c.id == person).with_for_update()).first()
    if row is None or row.kind != "account":
        raise RequestRefused("not_an_account", {}, 403)
    return row


def end_logins(connection: Connection, person: str) -> int:
    """End all sessions and tokens of a person; return their number."""
    tables = (schema.sessions, schema.tokens)
    return sum(connection.execute(delete(table).where(table.c.person == person)).rowcount for table in tables)


class Sessions:
    """The logins of all people; each method is one transaction."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._clock = clock
        self.on_ended: Callable[[str, str], None] = lambda person, login: None
        """Called with each login (`Ended`) once it is ended; revocations.py closes its connections."""

    # sessions

    async def by_secret(self, secret: str) -> Person | None:
        """The owner of a session cookie."""
        sessions, people = schema.sessions, schema.people
        now = self._clock()
        kept = digest(secret)
        query = (
            select(people.c.id, people.c.kind, people.c.name, sessions.c.seen)
            .join(people, people.c.id == sessions.c.person)
            .where(sessions.c.token_hash == kept, sessions.c.seen > now - SESSION_SECONDS)
        )
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        if now - row.seen > SEEN_SECONDS:

            def work(connection: Connection) -> None:
                connection.execute(update(sessions).where(sessions.c.token_hash == kept).values(seen=now))
                connection.execute(update(people).where(people.c.id == row.id).values(seen=now))

            await self._store.write(work)
        return person_of(row)

    def _open(self, connection: Connection, person: str, secret: str, now: float) -> list[Ended]:
        """Add a session. Beyond the limit the least recently used ones end, and are returned."""
        table = schema.sessions
        connection.execute(insert(table).values(token_hash=digest(secret), person=person, created=now, seen=now))
        query = select(table.c.token_hash).where(table.c.person == person).order_by(table.c.seen.desc())
        ended = list(connection.execute(query.offset(MOST_SESSIONS)).scalars())
        connection.execute(delete(table).where(table.c.token_hash.in_(ended)))
        return [(person, login) for login in ended]

    async def log_out(self, secret: str) -> None:
        """End the session of this device."""
        sessions = schema.sessions
        ours = sessions.c.token_hash == digest(secret)

        def work(connection: Connection) -> tuple[None, list[Ended]]:
            person = connection.execute(select(sessions.c.person).where(ours)).scalar()
            connection.execute(delete(sessions).where(ours))
            return None, [] if person is None else [(person, digest(secret))]

        await self._ending(work)

    async def log_out_everywhere(self, person: str) -> int:
        """End all logins of an account, including bot tokens; return how many. A guest is refused, and keeps the games.

        Push subscriptions are deleted too: some devices may not be the owner's.
        """

        def work(connection: Connection) -> tuple[int, list[Ended]]:
            account_row(connection, person)
            table = schema.notices
            connection.execute(delete(table).where(table.c.person == person, table.c.webhook.is_(None)))
            connection.execute(update(table).where(table.c.person == person).values(push=[]))
            return end_logins(connection, person), [(person, EVERY_LOGIN)]

        return await self._ending(work)

    async def valid_logins(self, logins: Collection[str]) -> set[str]:
        """The digests among these that still belong to a session or token."""
        sessions, tokens = schema.sessions.c.token_hash, schema.tokens.c.token_hash
        query = select(sessions).where(sessions.in_(logins)).union_all(select(tokens).where(tokens.in_(logins)))
        return await self._store.read(lambda connection: set(connection.execute(query).scalars()))

    async def _ending(self, work: Callable[[Connection], tuple[T, list[Ended]]]) -> T:
        """Run a transaction that ends logins. Other processes are notified, and this one after the commit."""

        def announced(connection: Connection) -> tuple[T, list[Ended]]:
            answer, ended = work(connection)
            for person, login in ended:
                self._store.announce(connection, f"{REVOKED} {person} {login}")
            return answer, ended

        answer, ended = await self._store.write(announced)
        for person, login in ended:
            self.on_ended(person, login)
        return answer

    # tokens for bots

    async def new_token(self, person: str, label: str, login: str | None = None) -> tuple[Token, str]:
        """Create a token with which a bot plays for this account; its secret is shown only once.

        `login` is the session that asks. A session that has ended meanwhile must not leave a token behind: whatever
        ends all logins of an account holds its row, as this does.
        """
        label = clean_name(label)
        secret = "tl_" + new_secret()
        token = Token(secrets.token_urlsafe(9), label, self._clock(), None)

        def work(connection: Connection) -> None:
            account_row(connection, person)
            session = select(schema.sessions.c.token_hash).where(schema.sessions.c.token_hash == login)
            if login is not None and connection.execute(session).first() is None:
                raise RequestRefused("who_are_you", {}, 401)
            table = schema.tokens
            there = connection.execute(select(func.count()).select_from(table).where(table.c.person == person)).scalar()
            if (there or 0) >= MOST_TOKENS:
                raise RequestRefused("too_many_tokens", {"most": MOST_TOKENS})
            connection.execute(
                insert(table).values(
                    id=token.id, person=person, label=label, token_hash=digest(secret), created=token.created
                )
            )

        await self._store.write(work)
        return token, secret

    async def tokens(self, person: str) -> list[Token]:
        table = schema.tokens
        query = select(table).where(table.c.person == person).order_by(table.c.created, table.c.id)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return [Token(row.id, row.label, row.created, row.seen) for row in rows]

    async def drop_token(self, person: str, token: str) -> None:
        """Revoke a token."""
        table = schema.tokens
        ours = (table.c.id == token) & (table.c.person == person)

        def work(connection: Connection) -> tuple[None, list[Ended]]:
            login = connection.execute(select(table.c.token_hash).where(ours)).scalar()
            if login is None:
                raise RequestRefused("no_such_token", {}, 404)
            connection.execute(delete(table).where(ours))
            return None, [(person, login)]

        await self._ending(work)

    async def by_token(self, secret: str) -> Person | None:
        """The owner of a bot token."""
        tokens, people = schema.tokens, schema.people
        query = (
            select(people.c.id, people.c.kind, people.c.name, tokens.c.id.label("token"), tokens.c.seen)
            .join(people, people.c.id == tokens.c.person)
            .where(tokens.c.token_hash == digest(secret))
        )
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None or row.kind != "account":
            return None
        now = self._clock()
        if row.seen is None or now - row.seen > SEEN_SECONDS:
            seen = update(tokens).where(tokens.c.id == row.token).values(seen=now)
            await self._store.write(lambda connection: connection.execute(seen).rowcount)
        return person_of(row)
