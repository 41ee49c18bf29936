"""Guests and accounts: names, passwords, recovery, deletion and mutes."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from trunkline.server.people.names import clean_name, name_key, name_keys, refuse_reserved, shared_key
from trunkline.server.people.passwords import (
    LETTERS,
    LONGEST_PASSWORD,
    Passwords,
    check_password,
    digest,
    is_device,
    new_device,
    new_recovery_code,
    new_secret,
    plain_code,
)
from trunkline.server.people.sessions import EVERY_LOGIN, Ended, Person, Sessions, account_row, end_logins, person_of
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.store import Store

MOST_MUTES = 200


def find_person(connection: Connection, person: str) -> Person | None:
    row = connection.execute(select(schema.people).where(schema.people.c.id == person)).first()
    return None if row is None else person_of(row)


def deleted_among(connection: Connection, people: list[str]) -> set[str]:
    """The people among these who have deleted their accounts."""
    found = select(schema.people.c.id).where(schema.people.c.id.in_(people), schema.people.c.kind == "deleted")
    return set(connection.execute(found).scalars())


def refuse_taken(connection: Connection, name: str) -> None:
    """Refuse a name that belongs to an account or looks like one that does."""
    table = schema.people
    query = select(table.c.id).where(table.c.name_key.in_(name_keys(name)), table.c.kind == "account")
    if connection.execute(query).first() is not None:
        raise RequestRefused("name_taken", {"name": name})


class People(Sessions):
    """All operations on people; each method is one transaction."""

    def __init__(
        self, store: Store, passwords: Passwords | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(store, clock)
        self._passwords = passwords or Passwords()

    def close(self) -> None:
        self._passwords.close()

    # guests

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A guest under this name, and the secret for the cookie."""
        name = clean_name(name)
        refuse_reserved(name)
        person = Person(secrets.token_urlsafe(12), "guest", name)
        secret = new_secret()
        now = self._clock()

        def work(connection: Connection) -> None:
            refuse_taken(connection, name)
            connection.execute(
                insert(schema.people).values(id=person.id, kind="guest", name=name, created=now, seen=now)
            )
            self._open(connection, person.id, secret, now)

        await self._store.write(work)
        return person, secret

    async def named(self, person: Person) -> Person:
        """The person with the current name. Refuses a guest whose name an account has taken in the meantime.

        Called before a name is shown to others, because the name may have changed since the connection was opened.
        """

        def work(connection: Connection) -> Person:
            found = find_person(connection, person.id) or person
            if found.kind == "guest":
                refuse_taken(connection, found.name)
            return found

        return await self._store.read(work)

    async def name_for(self, person: Person, name: str) -> str:
        """Check a name that a person gives to a player on the same device. Reserved names and names of other accounts
        are refused."""
        name = clean_name(name)
        if name_keys(name) & name_keys(person.name):
            return name
        refuse_reserved(name)
        await self._store.read(lambda connection: refuse_taken(connection, name))
        return name

    async def by_id(self, person: str) -> Person | None:
        return await self._store.read(lambda connection: find_person(connection, person))

    async def rename(self, person: str, name: str) -> Person:
        """Another name for a guest. An account keeps its name: it is what one logs in with."""
        name = clean_name(name)
        refuse_reserved(name)

        def work(connection: Connection) -> Person:
            found = find_person(connection, person)
            if found is None or found.kind != "guest":
                raise RequestRefused("not_a_guest", {}, 403)
            refuse_taken(connection, name)
            connection.execute(update(schema.people).where(schema.people.c.id == person).values(name=name))
            return Person(person, "guest", name)

        return await self._store.write(work)

    # accounts

    async def make_account(self, person: str, name: str, password: str) -> tuple[Person, str]:
        """Turn a guest into an account with the same person id and games. The recovery code is shown only once."""
        name = clean_name(name)
        refuse_reserved(name)
        check_password(password)
        kept = await self._passwords.hash(password)
        code = new_recovery_code()

        def work(connection: Connection) -> Person:
            table = schema.people
            row = connection.execute(select(table).where(table.c.id == person).with_for_update()).first()
            if row is None or row.kind != "guest":
                raise RequestRefused("not_a_guest", {}, 403)
            refuse_taken(connection, name)
            connection.execute(
                update(table)
                .where(table.c.id == person)
                .values(
                    kind="account",
                    name=name,
                    name_key=name_key(name),
                    password_hash=kept,
                    recovery_hash=digest(plain_code(code)),
                )
            )
            return Person(person, "account", name)

        try:
            return await self._store.write(work), code
        except IntegrityError:
            # Two processes took the same name at once; the unique index let one through.
            raise RequestRefused("name_taken", {"name": name}) from None

    async def log_in(self, name: str, password: str) -> tuple[Person, str]:
        """Log in on another device. An unknown name takes as long as a wrong password (no timing side channel)."""
        row = await self.account_named(name)
        kept = None if row is None else row.password_hash
        # Truncated, not refused: a quick refusal would show that nothing was looked up.
        fits = await self._passwords.fits(kept, password[: LONGEST_PASSWORD + 1])
        if row is None or not fits:
            raise RequestRefused("wrong_password", {}, 403)
        stronger = await self._passwords.hash(password) if self._passwords.is_old(row.password_hash) else None
        secret = new_secret()
        now = self._clock()

        def work(connection: Connection) -> tuple[Person, list[Ended]]:
            table = schema.people
            account = connection.execute(select(table).where(table.c.id == row.id).with_for_update()).first()
            # The password may have been changed or the account deleted in the meantime.
            if account is None or account.password_hash != row.password_hash:
                raise RequestRefused("wrong_password", {}, 403)
            if stronger is not None:
                connection.execute(update(table).where(table.c.id == row.id).values(password_hash=stronger))
            ended = self._open(connection, row.id, secret, now)
            connection.execute(update(table).where(table.c.id == row.id).values(seen=now))
            return person_of(account), ended

        return await self._ending(work), secret

    async def new_device(self, person: str) -> str | None:
        """A mark for a device on which this account has just logged in."""
        query = select(schema.people.c.password_hash).where(schema.people.c.id == person)
        kept = await self._store.read(lambda connection: connection.execute(query).scalar())
        return None if kept is None else new_device(kept)

    async def knows_device(self, name: str, mark: str) -> bool:
        """Whether the device mark belongs to this account and was made with its current password."""
        account = await self.account_named(name) if mark.isascii() else None
        return account is not None and is_device(account.password_hash, mark)

    async def recover(self, name: str, code: str, password: str) -> tuple[Person, str]:
        """Set a new password by recovery code. Ends all sessions and tokens, and returns a new code."""
        check_password(password)
        row = await self.account_named(name)
        given = digest(plain_code(code[:100]))
        there = row.recovery_hash if row is not None and row.recovery_hash else digest("")
        if not hmac.compare_digest(there, given) or row is None:
            raise RequestRefused("wrong_code", {}, 403)
        kept = await self._passwords.hash(password)
        fresh = new_recovery_code()

        def work(connection: Connection) -> tuple[Person, list[Ended]]:
            account = account_row(connection, row.id)
            if account.recovery_hash != given:
                raise RequestRefused("wrong_code", {}, 403)
            table = schema.people
            connection.execute(
                update(table)
                .where(table.c.id == row.id)
                .values(password_hash=kept, recovery_hash=digest(plain_code(fresh)))
            )
            # Whoever knew the old password may have created tokens or set a webhook of their own.
            end_logins(connection, row.id)
            connection.execute(delete(schema.notices).where(schema.notices.c.person == row.id))
            return person_of(account), [(account.id, EVERY_LOGIN)]

        return await self._ending(work), fresh

    async def delete_account(
        self, person: str, password: str, rename: Callable[[str], Awaitable[None]] | None = None
    ) -> Person:
        """Delete an account. Results and moves stay under a code: they are part of the other players' games."""
        row = await self._store.read(
            lambda connection: connection.execute(select(schema.people).where(schema.people.c.id == person)).first()
        )
        if row is None or row.kind != "account":
            raise RequestRefused("not_an_account", {}, 403)
        if not await self._passwords.fits(row.password_hash, password[: LONGEST_PASSWORD + 1]):
            raise RequestRefused("wrong_password", {}, 403)
        return await self._erase(person, "account", rename)

    async def delete_guest(self, person: str, rename: Callable[[str], Awaitable[None]] | None = None) -> Person:
        """Delete a guest. Guests have no password; the cookie is enough."""
        return await self._erase(person, "guest", rename)

    async def _erase(self, person: str, kind: str, rename: Callable[[str], Awaitable[None]] | None) -> Person:
        """Replace the name by a code. `rename` does so in all tables, first: if it fails, the person still exists and
        the deletion can be repeated.
        """
        name = "#" + "".join(secrets.choice(LETTERS) for _ in range(8))
        if rename is not None:
            await rename(name)

        def work(connection: Connection) -> tuple[Person, list[Ended]]:
            table = schema.people
            found = connection.execute(select(table).where(table.c.id == person).with_for_update()).first()
            if found is None or found.kind != kind:
                raise RequestRefused("not_a_guest" if kind == "guest" else "not_an_account", {}, 403)
            end_logins(connection, person)
            for table in (schema.mutes, schema.notices, schema.pending_notices, schema.ratings):
                connection.execute(delete(table).where(table.c.person == person))
            connection.execute(delete(schema.mutes).where(schema.mutes.c.muted == person))
            connection.execute(update(schema.chat).where(schema.chat.c.person == person).values(name=name))
            connection.execute(
                update(schema.people)
                .where(schema.people.c.id == person)
                .values(kind="deleted", name=name, name_key=None, password_hash=None, recovery_hash=None)
            )
            return Person(person, "deleted", name), [(person, EVERY_LOGIN)]

        return await self._ending(work)

    # mutes

    async def mute(self, person: str, muted: str) -> None:
        """Hide another person's chat lines from this person. Idempotent."""

        def work(connection: Connection) -> None:
            if person == muted or find_person(connection, muted) is None:
                raise RequestRefused("no_such_person", {}, 404)
            there = muted_by(connection, person)
            if muted in there:
                return
            if len(there) >= MOST_MUTES:
                raise RequestRefused("too_many_mutes", {"most": MOST_MUTES})
            connection.execute(insert(schema.mutes).values(person=person, muted=muted))

        try:
            await self._store.write(work)
        except IntegrityError:
            return

    async def unmute(self, person: str, muted: str) -> None:
        query = delete(schema.mutes).where(schema.mutes.c.person == person, schema.mutes.c.muted == muted)
        await self._store.write(lambda connection: connection.execute(query).rowcount)

    async def muted(self, person: str) -> set[str]:
        """Whom this person has muted."""
        return await self._store.read(lambda connection: muted_by(connection, person))

    # helpers

    async def account_named(self, name: str) -> Row[Any] | None:
        """The row of the account with this name; case and look-alike letters do not matter."""
        table = schema.people
        try:
            name = clean_name(name)
        except RequestRefused:
            # The name is invalid, so no account has it.
            return None
        keys = [name_key(name), shared_key(name)]
        query = select(table).where(table.c.name_key.in_(keys), table.c.kind == "account")
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return max(rows, key=lambda row: row.name_key == keys[1], default=None)


def muted_by(connection: Connection, person: str) -> set[str]:
    query = select(schema.mutes.c.muted).where(schema.mutes.c.person == person)
    return set(connection.execute(query).scalars())
