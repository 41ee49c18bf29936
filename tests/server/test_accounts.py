"""Guests and accounts: nothing but the right secret opens a door, and a person stays the same through it all."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import VerifyMismatchError
from sqlalchemy import Connection, insert, select

from trunkline.server.people import accounts as people_module
from trunkline.server.people import passwords as passwords_module
from trunkline.server.people.accounts import People
from trunkline.server.people.passwords import Passwords, digest, new_recovery_code, new_secret, plain_code
from trunkline.server.people.sessions import MOST_SESSIONS, MOST_TOKENS, SESSION_SECONDS
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import TableData, TableRow
from trunkline.server.store.store import Store

PASSWORD = "correct horse"


class Hasher(PasswordHasher):
    """A cheap one that counts, and knows where it worked."""

    def __init__(self, time_cost: int = 1) -> None:
        super().__init__(time_cost=time_cost, memory_cost=64, parallelism=1)
        self.verified = 0
        self.threads: set[str] = set()

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002
        self.verified += 1
        self.threads.add(threading.current_thread().name)
        return super().verify(hash, password)


class Place:
    """People in a database, with a clock that stands still until it is set."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1_000_000.0
        self.hasher = Hasher()
        self.people = People(store, Passwords(self.hasher), lambda: self.now)

    async def account(self, name: str) -> tuple[str, str, str]:
        """A new account: its id, the secret of its session and its recovery code."""
        guest, secret = await self.people.new_guest("Guest")
        person, code = await self.people.make_account(guest.id, name, PASSWORD)
        assert person.id == guest.id
        return person.id, secret, code

    async def dump(self) -> str:
        """Everything that the database holds, as text."""

        def work(connection: Connection) -> str:
            return repr([connection.execute(select(table)).all() for table in schema.metadata.sorted_tables])

        return await self.store.read(work)


def at(url: str, story: Callable[[Place], Awaitable[None]]) -> None:
    async def main() -> None:
        store = await Store.open(url)
        place = Place(store)
        try:
            await story(place)
        finally:
            place.people.close()
            await store.close()

    asyncio.run(main())


async def refused(doing: Awaitable[object]) -> tuple[str, dict[str, object], int]:
    with pytest.raises(RequestRefused) as refusal:
        await doing
    return refusal.value.code, refusal.value.params, refusal.value.status


async def code_of(doing: Awaitable[object]) -> str:
    return (await refused(doing))[0]


# --- guests ----------------------------------------------------------------------------------------------------------


def test_a_guest_is_known_by_the_secret_and_by_nothing_else(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, secret = await place.people.new_guest("Ann")
        assert (ann.kind, ann.name, ann.is_account) == ("guest", "Ann", False)
        assert await place.people.by_secret(secret) == ann
        assert await place.people.by_id(ann.id) == ann
        for wrong in ("", ann.id, secret[:-1], secret + "=", digest(secret), new_secret()):
            assert await place.people.by_secret(wrong) is None
        assert len(secret) >= 43
        assert secret not in await place.dump()

    at(database_url, story)


def test_guests_may_share_a_name_but_not_with_an_account(database_url: str) -> None:
    async def story(place: Place) -> None:
        one, _ = await place.people.new_guest("Ann")
        other, _ = await place.people.new_guest("Ann")
        assert one.id != other.id
        await place.account("Zoë")
        assert await code_of(place.people.new_guest("ZOË")) == "name_taken"
        assert await code_of(place.people.rename(one.id, "zoë")) == "name_taken"
        assert (await place.people.rename(one.id, "Anna")).name == "Anna"
        assert await code_of(place.people.rename(one.id, " ")) == "bad_name"
        assert await code_of(place.people.rename("nobody", "Bo")) == "not_a_guest"
        found = await place.people.by_id(one.id)
        assert found is not None and found.name == "Anna"

    at(database_url, story)


def test_a_session_that_is_long_unseen_is_over(database_url: str) -> None:
    async def story(place: Place) -> None:
        _, secret = await place.people.new_guest("Ann")
        for _ in range(3):
            place.now += SESSION_SECONDS - 10
            assert await place.people.by_secret(secret) is not None
        place.now += SESSION_SECONDS + 10
        assert await place.people.by_secret(secret) is None

    at(database_url, story)


def test_being_seen_is_seldom_written(database_url: str) -> None:
    async def story(place: Place) -> None:
        _, secret = await place.people.new_guest("Ann")
        before = place.store.writes
        for _ in range(20):
            place.now += 60
            await place.people.by_secret(secret)
        assert place.store.writes == before
        place.now += 3600
        await place.people.by_secret(secret)
        assert place.store.writes == before + 1

    at(database_url, story)


# --- accounts --------------------------------------------------------------------------------------------------------


def test_a_guest_becomes_an_account_and_logs_in_on_other_devices(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, secret, _ = await place.account("Ann")
        person, second = await place.people.log_in("  ann".strip(), PASSWORD)
        assert (person.id, person.kind, person.name) == (ann, "account", "Ann")
        for each in (secret, second):
            assert await place.people.by_secret(each) == person
        await place.people.log_out(second)
        assert await place.people.by_secret(second) is None
        assert await place.people.by_secret(secret) == person
        _, third = await place.people.log_in("ANN", PASSWORD)
        assert await place.people.log_out_everywhere(ann) == 2
        assert await place.people.by_secret(secret) is None and await place.people.by_secret(third) is None
        kept = await place.dump()
        assert PASSWORD not in kept and second not in kept

    at(database_url, story)


def test_an_account_keeps_its_name_and_is_not_made_twice(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, _, _ = await place.account("Ann")
        assert await code_of(place.people.rename(ann, "Bo")) == "not_a_guest"
        assert await code_of(place.people.make_account(ann, "Bo", PASSWORD)) == "not_a_guest"
        guest, _ = await place.people.new_guest("Bo")
        for taken in ("Ann", "ANN", "Аnn", "ａｎｎ"):
            assert await code_of(place.people.make_account(guest.id, taken, PASSWORD)) == "name_taken"
        assert await code_of(place.people.log_out_everywhere(guest.id)) == "not_an_account"

    at(database_url, story)


def test_of_two_who_take_a_name_at_once_one_gets_it(database_url: str) -> None:
    async def story(place: Place) -> None:
        guests = [(await place.people.new_guest(f"Guest {number}"))[0] for number in range(6)]
        results = await asyncio.gather(
            *(place.people.make_account(guest.id, "Ann", PASSWORD) for guest in guests), return_exceptions=True
        )
        failed = [result for result in results if isinstance(result, RequestRefused)]
        assert len(failed) == 5 and {failure.code for failure in failed} == {"name_taken"}

    at(database_url, story)


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
def test_passwords_that_are_refused(database_url: str, password: str) -> None:
    async def story(place: Place) -> None:
        guest, _ = await place.people.new_guest("Ann")
        assert await code_of(place.people.make_account(guest.id, "Ann", password)) == "weak_password"
        assert (await place.people.make_account(guest.id, "Ann", "x" * 200))[0].is_account
        assert await code_of(place.people.recover("Ann", "anything", password)) == "weak_password"

    at(database_url, story)


def test_an_unknown_name_looks_like_a_wrong_password(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.account("Ann")
        await place.people.new_guest("Guest")
        answers = []
        for name in ("Ann", "Bo", "Guest", "", "x" * 1000, "\x00", "#deleted"):
            before = place.hasher.verified
            answers.append(await refused(place.people.log_in(name, "wrong password")))
            assert place.hasher.verified == before + 1
        assert all(answer == ("wrong_password", {}, 403) for answer in answers)
        assert await code_of(place.people.log_in("Ann", "x" * 100_000)) == "wrong_password"
        assert all(name.startswith("passwords") for name in place.hasher.threads)

    at(database_url, story)


def test_a_password_typed_in_another_form_is_the_same(database_url: str) -> None:
    async def story(place: Place) -> None:
        guest, _ = await place.people.new_guest("Ann")
        await place.people.make_account(guest.id, "Ann", "cafe\u0301 noir")
        await place.people.log_in("Ann", "caf\u00e9 noir")

    at(database_url, story)


def test_a_hash_of_old_is_made_stronger_at_the_next_log_in(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, _, _ = await place.account("Ann")
        stronger = People(place.store, Passwords(Hasher(time_cost=2)), lambda: place.now)
        await stronger.log_in("Ann", PASSWORD)
        query = select(schema.people.c.password_hash).where(schema.people.c.id == ann)
        kept = await place.store.read(lambda connection: connection.execute(query).scalar())
        assert "t=2" in str(kept)
        await stronger.log_in("Ann", PASSWORD)
        stronger.close()

    at(database_url, story)


@pytest.mark.parametrize("hasher", [PasswordHasher(), Hasher(time_cost=2)])
def test_the_hash_for_unknown_names_is_checked_in_full(hasher: PasswordHasher) -> None:
    # A hash that cannot be read would be refused at once, and the time would show that a name is unknown.
    unknown = passwords_module.unknown_hash(hasher)
    assert extract_parameters(unknown) == extract_parameters(hasher.hash(PASSWORD))
    with pytest.raises(VerifyMismatchError):
        hasher.verify(unknown, PASSWORD)


def test_too_many_passwords_at_once_are_refused_not_queued_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords_module, "_WAITING_PASSWORDS", 3)

    async def main() -> None:
        passwords = Passwords(Hasher())
        results = await asyncio.gather(*(passwords.fits(None, PASSWORD) for _ in range(10)), return_exceptions=True)
        assert results.count(False) == 3
        assert {result.code for result in results if isinstance(result, RequestRefused)} == {"busy"}
        assert not await passwords.fits(None, PASSWORD)
        passwords.close()

    asyncio.run(main())


def test_sessions_are_bounded_and_the_oldest_ends(database_url: str) -> None:
    async def story(place: Place) -> None:
        _, first, _ = await place.account("Ann")
        last = ""
        for _ in range(MOST_SESSIONS):
            place.now += 1
            _, last = await place.people.log_in("Ann", PASSWORD)
        assert await place.people.by_secret(first) is None
        assert await place.people.by_secret(last) is not None

    at(database_url, story)


# --- recovery and deletion -------------------------------------------------------------------------------------------


def test_a_recovery_code_gives_a_new_password_once(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, secret, code = await place.account("Ann")
        _, token = await place.people.new_token(ann, "bot")
        typed = " " + code.lower().replace("-", " ").replace("0", "o").replace("1", "l") + " "
        person, fresh = await place.people.recover("ann", typed, "new password")
        assert person.id == ann and fresh != code
        assert await place.people.by_secret(secret) is None
        assert await place.people.by_token(token) is None
        assert await code_of(place.people.log_in("Ann", PASSWORD)) == "wrong_password"
        await place.people.log_in("Ann", "new password")
        assert await code_of(place.people.recover("Ann", code, PASSWORD)) == "wrong_code"
        await place.people.recover("Ann", fresh, PASSWORD)
        kept = await place.dump()
        assert code not in kept and plain_code(code) not in kept

    at(database_url, story)


def test_a_wrong_code_and_an_unknown_name_are_refused_alike(database_url: str) -> None:
    async def story(place: Place) -> None:
        await place.account("Ann")
        guest, _ = await place.people.new_guest("Guest")
        answers = [
            await refused(place.people.recover(name, code, PASSWORD))
            for name in ("Ann", "Bo", guest.name)
            for code in ("", "-", new_recovery_code(), "x" * 10_000)
        ]
        assert all(answer == ("wrong_code", {}, 403) for answer in answers)

    at(database_url, story)


def test_a_code_used_twice_at_once_works_once(database_url: str) -> None:
    async def story(place: Place) -> None:
        _, _, code = await place.account("Ann")
        results = await asyncio.gather(
            *(place.people.recover("Ann", code, f"password {number}") for number in range(4)), return_exceptions=True
        )
        assert sum(not isinstance(result, BaseException) for result in results) == 1

    at(database_url, story)


def test_recovery_codes_hold_120_bits() -> None:
    codes = {new_recovery_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(plain_code(code)) == 24 and plain_code(code) == code.replace("-", "") for code in codes)


def test_of_a_deleted_account_only_results_are_left(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, secret, code = await place.account("Ann")
        bo, _, _ = await place.account("Bo")
        _, token = await place.people.new_token(ann, "my bot")
        await place.people.mute(ann, bo)
        await place.people.mute(bo, ann)
        table = TableRow("t1", 1.0, "over", False, "usa", "base", ann, [ann, bo], [], 0, None, 0, TableData())
        assert await place.store.save_table(table)
        await place.store.add_chat("t1", ann, "Ann", "hello", 2.0)

        def more(connection: Connection) -> None:
            connection.execute(insert(schema.notices).values(person=ann, webhook="https://ann.example/"))
            connection.execute(insert(schema.pending_notices).values(table="t1", person=ann, seq=1, due=1.0))
            connection.execute(insert(schema.ratings).values(person=ann, family="usa", mu=1.0, sigma=1.0, games=1))
            connection.execute(
                insert(schema.results).values(
                    table="t1", seat=0, person=ann, map="usa", variant="base", players=2, score=99, won=True,
                    tickets=3, longest=20, finished=3.0, detail={},
                )
            )  # fmt: skip

        await place.store.write(more)
        assert await code_of(place.people.delete_account(ann, "wrong password")) == "wrong_password"
        assert await place.people.by_secret(secret) is not None
        gone = await place.people.delete_account(ann, PASSWORD)
        assert gone.kind == "deleted" and gone.name.startswith("#") and "Ann" not in gone.name
        assert await place.people.by_id(ann) == gone
        assert await place.people.by_secret(secret) is None
        assert await place.people.by_token(token) is None
        assert await place.people.muted(bo) == set()
        kept = await place.dump()
        assert "Ann" not in kept and "ann.example" not in kept and "my bot" not in kept
        query = select(schema.results.c.score).where(schema.results.c.person == ann)
        assert await place.store.read(lambda connection: connection.execute(query).scalar()) == 99
        assert await code_of(place.people.log_in("Ann", PASSWORD)) == "wrong_password"
        assert await code_of(place.people.recover("Ann", code, PASSWORD)) == "wrong_code"
        assert await code_of(place.people.delete_account(ann, PASSWORD)) == "not_an_account"
        # The name is free again.
        again, _, _ = await place.account("Ann")
        assert again != ann

    at(database_url, story)


# --- tokens and mutes ------------------------------------------------------------------------------------------------


def test_tokens_are_for_accounts_and_each_is_told_once(database_url: str) -> None:
    async def story(place: Place) -> None:
        guest, secret = await place.people.new_guest("Guest")
        assert await code_of(place.people.new_token(guest.id, "bot")) == "not_an_account"
        ann, session, _ = await place.account("Ann")
        token, told = await place.people.new_token(ann, "my bot")
        person = await place.people.by_token(told)
        assert person is not None and person.id == ann
        assert await place.people.by_token(session) is None and await place.people.by_secret(told) is None
        assert await place.people.by_token(secret) is None
        (listed,) = await place.people.tokens(ann)
        assert (listed.id, listed.label, listed.seen) == (token.id, "my bot", place.now)
        assert told not in await place.dump()
        assert await code_of(place.people.new_token(ann, "")) == "bad_name"

    at(database_url, story)


def test_a_session_that_has_ended_leaves_no_token_behind(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, secret, _ = await place.account("Ann")
        token, _ = await place.people.new_token(ann, "first", digest(secret))
        await place.people.log_out(secret)
        # The request was let in before the session ended.
        assert await code_of(place.people.new_token(ann, "late", digest(secret))) == "who_are_you"
        assert await place.people.tokens(ann) == [token]

    at(database_url, story)


def test_tokens_are_few_and_only_their_owner_drops_them(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, _, _ = await place.account("Ann")
        bo, _, _ = await place.account("Bo")
        made = [await place.people.new_token(ann, f"bot {number}") for number in range(MOST_TOKENS)]
        assert await code_of(place.people.new_token(ann, "one more")) == "too_many_tokens"
        token, told = made[0]
        assert await code_of(place.people.drop_token(bo, token.id)) == "no_such_token"
        assert await place.people.by_token(told) is not None
        await place.people.drop_token(ann, token.id)
        assert await place.people.by_token(told) is None
        await place.people.new_token(ann, "one more")
        assert len(await place.people.tokens(ann)) == MOST_TOKENS

    at(database_url, story)


def test_tokens_asked_for_at_once_are_no_more_than_allowed(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, _, _ = await place.account("Ann")
        results = await asyncio.gather(
            *(place.people.new_token(ann, f"bot {number}") for number in range(15)), return_exceptions=True
        )
        assert sum(not isinstance(result, BaseException) for result in results) == MOST_TOKENS

    at(database_url, story)


def test_muting(database_url: str) -> None:
    async def story(place: Place) -> None:
        ann, _ = await place.people.new_guest("Ann")
        bo, _ = await place.people.new_guest("Bo")
        await asyncio.gather(*(place.people.mute(ann.id, bo.id) for _ in range(3)))
        assert await place.people.muted(ann.id) == {bo.id}
        assert await place.people.muted(bo.id) == set()
        assert await code_of(place.people.mute(ann.id, ann.id)) == "no_such_person"
        assert await code_of(place.people.mute(ann.id, "nobody")) == "no_such_person"
        await place.people.unmute(ann.id, bo.id)
        await place.people.unmute(ann.id, bo.id)
        assert await place.people.muted(ann.id) == set()

    at(database_url, story)


def test_mutes_are_bounded(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_module, "MOST_MUTES", 2)

    async def story(place: Place) -> None:
        ann, _ = await place.people.new_guest("Ann")
        others = [(await place.people.new_guest("Other"))[0].id for _ in range(3)]
        await place.people.mute(ann.id, others[0])
        await place.people.mute(ann.id, others[1])
        assert await code_of(place.people.mute(ann.id, others[2])) == "too_many_mutes"
        await place.people.mute(ann.id, others[1])

    at(database_url, story)
