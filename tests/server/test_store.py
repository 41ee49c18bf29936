"""The store: what it acknowledged is there, races have one winner, and nobody suffers for another's mistake."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncTransaction

from server.databases import PostgresServer, entry_row, in_loop, table_row
from trunkline.server import on_postgres, one_journey, schema
from trunkline.server.rows import ChatRow, EntryRow, TableRow
from trunkline.server.store import Store, StoreDown


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[Store]:
    store = await Store.open(url, **options)
    try:
        yield store
    finally:
        await store.close()


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def following(row: TableRow, **changes: Any) -> TableRow:
    """The next write of a table's row."""
    return replace(row, version=row.version + 1, **changes)


async def started(store: Store, name: str = "t", moves: int = 0, **changes: Any) -> TableRow:
    """A table with so many moves."""
    row = table_row(name, **changes)
    assert await store.save_table(row)
    for seq in range(moves):
        row = following(row, seq=seq + 1)
        assert await store.append(entry_row(name, seq), row)
    return row


async def count(store: Store, table: Any) -> int:
    return await store.read(lambda connection: len(connection.execute(select(table)).all()))


async def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def new_person(name: str, key: str | None = None) -> Any:
    values = {"id": name, "kind": "guest", "name": name, "name_key": key, "created": 1.0, "seen": 1.0}
    return insert(schema.people).values(values)


# --- what goes in comes out -----------------------------------------------------------------------------------------


@in_loop
async def test_rows_come_back_as_they_were(database_url: str) -> None:
    row = table_row("t", public=True, deadline=1_700_000_123.456)
    deal = entry_row("t", 0, kind="deal", seat=None, action=None, action_id=None, by_bot=True)
    after = following(
        row, seq=1, people=["bob", "cem"], waiting=[], status="over", deadline=None, data={"a": [1, None]}
    )
    async with opened(database_url) as store:
        assert await store.table("t") is None
        assert await store.save_table(row)
        assert await store.table("t") == row
        assert await store.append(deal, after)
        assert await store.table("t") == after
        assert await store.entry("t", 0) == deal
        assert await store.entry("t", 1) is None
    async with opened(database_url) as store:
        assert await store.table("t") == after, "and so after a restart"
        assert await store.entries("t", 0) == [deal]


@in_loop
async def test_entries_in_order(database_url: str) -> None:
    async with opened(database_url) as store:
        await started(store, moves=12)
        assert [entry.seq for entry in await store.entries("t", 0)] == list(range(12))
        assert [entry.seq for entry in await store.entries("t", 3, 6)] == [3, 4, 5]
        assert await store.entries("t", 12) == []
        assert await store.entries("other", 0) == []
        assert await store.entry_by_action("t", "action-7") == entry_row("t", 7)
        assert await store.entry_by_action("t", "action-99") is None
        assert await store.entry_by_action("other", "action-7") is None


@in_loop
async def test_a_table_may_begin_with_its_first_entry(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.append(entry_row("t", 0), table_row("t", seq=1))
        assert (await store.table("t")) == table_row("t", seq=1)


@in_loop
async def test_what_the_caller_changes_later_is_not_written(database_url: str) -> None:
    async with opened(database_url) as store:
        row = table_row("t")
        saving = asyncio.create_task(store.save_table(row))
        await asyncio.sleep(0)
        row.data["seats"].clear()
        assert await saving
        assert (await store.table("t")) == table_row("t")


@in_loop
async def test_chat_is_numbered_for_each_table(database_url: str) -> None:
    async with opened(database_url) as store:
        await started(store, "a")
        await started(store, "b")
        said = await asyncio.gather(
            *(store.add_chat("ab"[number % 2], "ann", "Ann", f"line {number}", 5.0) for number in range(10))
        )
        assert [line.number for line in said] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        assert await store.add_chat("a", "bob", "Боб", "✨", 6.5) == ChatRow("a", 6, "bob", "Боб", "✨", 6.5)
        assert [line.number for line in await store.chat("a")] == [1, 2, 3, 4, 5, 6]
        assert [line.text for line in await store.chat("b", last=2)] == ["line 7", "line 9"]
        assert [line.number for line in await store.chat("a", after=4)] == [5, 6]
        with pytest.raises(LookupError):
            await store.add_chat("none", "ann", "Ann", "hello?", 5.0)


# --- lists ----------------------------------------------------------------------------------------------------------


@in_loop
async def test_lists_of_tables(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(6):
            row = table_row(
                f"t{number}",
                created=float(number // 2),  # two at a time: a page may end between them
                public=number % 2 == 0,
                status="open" if number < 4 else "playing",
                deadline=100.0 + number if number > 2 else None,
                people=["ann", "bob"] if number != 3 else ["cem"],
                waiting=["ann"] if number in (1, 5) else [],
            )
            assert await store.save_table(row)

        def names(rows: list[TableRow]) -> list[str]:
            return [row.id for row in rows]

        assert names(await store.public_tables()) == ["t2", "t0"]
        assert names(await store.public_tables(limit=1)) == ["t2"]
        assert names(await store.public_tables(status="playing")) == ["t4"]
        assert names(await store.tables_of("ann")) == ["t5", "t4", "t2", "t1", "t0"]
        assert names(await store.tables_of("ann", waiting_only=True)) == ["t5", "t1"]
        assert names(await store.tables_of("bob", waiting_only=True)) == []
        assert names(await store.tables_of("cem")) == ["t3"]
        pages: list[str] = []
        before = None
        while page := await store.tables_of("ann", limit=2, before=before):
            pages += names(page)
            before = (page[-1].created, page[-1].id)
        assert pages == ["t5", "t4", "t2", "t1", "t0"]
        assert names(await store.due_tables(104.5)) == ["t4"]
        assert names(await store.due_tables(105.0)) == ["t4", "t5"]
        # Who leaves and who is waited for changes with the row.
        row = (await store.tables_of("ann"))[0]
        assert await store.save_table(following(row, people=["ann", "dan"], waiting=["dan"]))
        assert names(await store.tables_of("ann", waiting_only=True)) == ["t1"]
        assert names(await store.tables_of("dan", waiting_only=True)) == ["t5"]
        assert "t5" not in names(await store.tables_of("bob"))


@in_loop
async def test_lists_use_an_index(database_url: str) -> None:
    async with opened(database_url) as store:
        explain = "EXPLAIN QUERY PLAN " if is_sqlite(database_url) else "EXPLAIN "

        def plans(connection: Connection) -> list[str]:
            if not is_sqlite(database_url):
                connection.execute(text("SET LOCAL enable_seqscan = off"))
            found = []
            statements: list[str] = []

            class Catching:
                def execute(self, query: Any) -> list[Any]:
                    compiled = query.compile(connection, compile_kwargs={"literal_binds": True})
                    statements.append(str(compiled))
                    return []

            for work in works:
                work(Catching())  # type: ignore[arg-type]
            for statement in statements:
                found.append(" ".join(str(row) for row in connection.execute(text(explain + statement))))
            return found

        works: list[Callable[[Connection], Any]] = []

        async def remember(work: Callable[[Connection], Any]) -> list[Any]:
            works.append(work)
            return []

        read, store.read = store.read, remember  # type: ignore[assignment, method-assign]
        await store.public_tables()
        await store.tables_of("ann")
        await store.tables_of("ann", waiting_only=True)
        await store.due_tables(5.0)
        store.read = read  # type: ignore[method-assign]
        used = await store.read(plans)
        for plan, index in zip(
            used,
            ["ix_tables_public", "ix_table_people_person", "ix_table_people_waiting", "ix_tables_deadline"],
            strict=True,
        ):
            assert index in plan


# --- races ----------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_taken_seq_stores_nothing(database_url: str) -> None:
    async with opened(database_url) as store:
        row = await started(store, moves=3)
        other = entry_row("t", 2, action_id="other")
        assert not await store.append(other, following(row, status="over"))
        assert await store.table("t") == row
        assert await store.entry("t", 2) == entry_row("t", 2)
        assert await store.entry_by_action("t", "other") is None


@in_loop
async def test_a_taken_action_id_stores_nothing(database_url: str) -> None:
    async with opened(database_url) as store:
        row = await started(store, moves=3)
        assert not await store.append(entry_row("t", 3, action_id="action-1"), following(row, seq=4))
        assert await store.table("t") == row
        assert await store.entry("t", 3) is None
        # Entries without one do not stand in each other's way, and tables not in other tables'.
        for seq in (3, 4):
            row = following(row, seq=seq + 1)
            assert await store.append(entry_row("t", seq, action_id=None), row)
        await started(store, "u", moves=3)


@in_loop
async def test_a_row_is_written_only_over_the_version_before(database_url: str) -> None:
    async with opened(database_url) as store:
        row = await started(store, moves=1)
        for version in (0, 1, 3):
            assert not await store.save_table(replace(row, version=version, status="over"))
            assert not await store.append(entry_row("t", 1), replace(row, version=version, seq=2))
        assert await store.table("t") == row
        assert await store.entry("t", 1) is None
        assert not await store.save_table(table_row("new", version=1)), "a new row begins with version 0"
        assert await store.save_table(following(row))


@in_loop
async def test_several_writes_of_one_table_in_one_batch(database_url: str) -> None:
    async with opened(database_url, batch_seconds=0.05) as store:
        first = table_row("t")
        rows = [first]
        for seq in range(3):
            rows.append(following(rows[-1], seq=seq + 1))
        answers: list[Any] = await asyncio.gather(  # type: ignore[assignment]
            store.save_table(first),
            store.append(entry_row("t", 0), rows[1]),
            store.append(entry_row("t", 0, action_id="rival"), rows[1]),
            store.append(entry_row("t", 1), rows[2]),
            store.append(entry_row("t", 2, action_id="action-0"), rows[3]),
            store.append(entry_row("t", 2), rows[3]),
        )
        assert answers == [True, True, False, True, False, True]
        assert store.transactions == 1
        assert await store.entries("t", 0) == [entry_row("t", seq) for seq in range(3)]


@in_loop
async def test_two_processes_race(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        names = [f"t{number}" for number in range(20)]
        rows = {name: await started(one, name) for name in names}
        for seq in range(10):
            tries: list[tuple[str, EntryRow]] = []
            for name in names:
                tries += [(name, entry_row(name, seq, action_id=f"{who}-{seq}")) for who in ("one", "two")]

            def attempt(store: Store, name: str, entry: EntryRow, seq: int = seq) -> Any:
                return store.append(entry, following(rows[name], seq=seq + 1, host=str(entry.action_id)))

            # In opposite orders, so that each would wait for the other if tables were not locked in one.
            answers = await asyncio.gather(
                *(attempt(one, *tries[number]) for number in range(0, 40, 2)),
                *(attempt(two, *tries[number]) for number in reversed(range(1, 40, 2))),
            )
            ones, twos = answers[:20], answers[:19:-1]
            for name, first, second in zip(names, ones, twos, strict=True):
                assert first + second == 1, "one of them has won"
                entry = await two.entry(name, seq)
                assert entry is not None and entry.action_id == (f"one-{seq}" if first else f"two-{seq}")
                row = await one.table(name)
                assert row is not None and (row.seq, row.version) == (seq + 1, seq + 1)
                rows[name] = row


@in_loop
async def test_two_processes_open_the_same_table_and_chat_at_it(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        for number in range(10):
            row = table_row(f"t{number}")
            assert sorted(await asyncio.gather(one.save_table(row), two.save_table(row))) == [False, True]
        lines = await asyncio.gather(
            *(store.add_chat(f"t{number % 3}", "ann", "Ann", "…", 1.0) for number in range(30) for store in (one, two))
        )
        for table in ("t0", "t1", "t2"):
            assert sorted(line.number for line in lines if line.table == table) == list(range(1, 21))


# --- batches --------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_thousand_appends_share_few_transactions(database_url: str) -> None:
    async with opened(database_url) as store:
        rows = [table_row(f"t{number}") for number in range(1000)]
        assert all(await asyncio.gather(*map(store.save_table, rows)))
        commits: list[str] = []
        if is_sqlite(database_url):
            store._database._raw.set_trace_callback(  # type: ignore[attr-defined]
                lambda statement: commits.append(statement) if statement == "COMMIT" else None
            )
        before = store.transactions
        answers = await asyncio.gather(*(store.append(entry_row(row.id, 0), following(row, seq=1)) for row in rows))
        assert all(answers)
        assert store.transactions - before <= 6
        if is_sqlite(database_url):
            assert len(commits) == store.transactions - before
        else:
            by_transaction = text("SELECT count(DISTINCT xmin::text) FROM entries")
            distinct = await store.read(lambda connection: connection.execute(by_transaction).scalar())
            assert distinct == store.transactions - before
        assert await count(store, schema.entries) == 1000


@in_loop
async def test_work_answers_when_it_is_durable(database_url: str) -> None:
    async with opened(database_url) as store:

        def work(connection: Connection) -> int:
            return connection.execute(new_person("ann")).rowcount

        assert await store.write(work) == 1
        assert await count(store, schema.people) == 1


@in_loop
async def test_failing_work_disturbs_nobody(database_url: str) -> None:
    async with opened(database_url, batch_seconds=0.05) as store:
        row = await started(store)
        before = store.transactions

        def twice(connection: Connection) -> None:
            connection.execute(new_person("half"))
            connection.execute(new_person("half"))

        def mistaken(connection: Connection) -> None:
            connection.execute(new_person("other half"))
            raise KeyError("a mistake")

        def absent(connection: Connection) -> None:
            connection.execute(text("SELECT * FROM no_such_table"))

        def of_its_own(connection: Connection) -> None:
            raise ConnectionResetError("somebody else's connection")

        answers = await asyncio.gather(
            store.append(entry_row("t", 0), following(row, seq=1)),
            store.write(lambda connection: connection.execute(new_person("ann")).rowcount),
            store.write(twice),
            store.write(mistaken),
            store.write(absent),
            store.write(of_its_own),
            store.add_chat("t", "ann", "Ann", "hello", 1.0),
            store.add_chat("none", "ann", "Ann", "hello", 1.0),
            store.write(lambda connection: connection.execute(new_person("bob")).rowcount),
            return_exceptions=True,
        )
        kinds = [answer if isinstance(answer, (bool, int)) else type(answer) for answer in answers]
        assert kinds[:2] == [True, 1]
        assert kinds[2:4] == [IntegrityError, KeyError]
        assert isinstance(answers[4], DBAPIError)
        assert kinds[5:] == [ConnectionResetError, ChatRow, LookupError, 1]
        assert store.transactions - before == 1, "they were one batch"
        there = await store.read(lambda connection: connection.execute(select(schema.people.c.id)).scalars().all())
        assert sorted(there) == ["ann", "bob"]
        assert await store.entry("t", 0) is not None


@in_loop
async def test_a_row_that_cannot_be_stored_disturbs_nobody(database_url: str) -> None:
    async with opened(database_url, batch_seconds=0.05) as store:
        row = await started(store)
        answers = await asyncio.gather(
            store.append(entry_row("t", 0), following(row, seq=1)),
            store.save_table(table_row("u", map="half a character: \ud800")),
            store.save_table(table_row("v", seq=2**70)),
            store.add_chat("t", "ann", "Ann", "half a character: \ud800", 1.0),
            store.add_chat("t", "ann", "Ann", "hello", 1.0),
            store.save_table(table_row("w")),
            return_exceptions=True,
        )
        assert answers[0] is True and answers[5] is True
        assert all(isinstance(answer, Exception) and not isinstance(answer, StoreDown) for answer in answers[1:4])
        assert isinstance(answers[4], ChatRow) and answers[4].number == 1
        assert await count(store, schema.tables) == 2
        # What cannot even be written as JSON is refused before it is queued.
        with pytest.raises((TypeError, ValueError)):
            await store.save_table(table_row("x", data={"wrong": object()}))
        with pytest.raises(ValueError, match="another table"):
            await store.append(entry_row("x", 0), row)


@in_loop
async def test_cancelled_callers_leave_the_batch_alone(database_url: str) -> None:
    async with opened(database_url, batch_seconds=0.02) as store:
        rows = [table_row(f"t{number}") for number in range(200)]
        saving = [asyncio.create_task(store.save_table(row)) for row in rows]
        for number, task in enumerate(saving):
            if number % 3 == 0:
                # Some before they are taken, some while the commit runs.
                asyncio.get_running_loop().call_later(number * 0.0003, task.cancel)
        answers = await asyncio.gather(*saving, return_exceptions=True)
        assert all(answer is True or isinstance(answer, asyncio.CancelledError) for answer in answers)
        assert all(answer is True for number, answer in enumerate(answers) if number % 3)
        for row, answer in zip(rows, answers, strict=True):
            if answer is True:
                assert await store.table(row.id) == row
        assert store.queued == 0
        assert await store.save_table(table_row("after"))


@in_loop
async def test_closing_stores_what_is_queued(database_url: str) -> None:
    store = await Store.open(database_url, batch_seconds=5)
    saving = [asyncio.create_task(store.save_table(table_row(f"t{number}"))) for number in range(10)]
    await asyncio.sleep(0)
    await asyncio.gather(store.close(), store.close())
    assert all(await asyncio.gather(*saving))
    with pytest.raises(StoreDown):
        await store.save_table(table_row("late"))
    with pytest.raises(StoreDown):
        await store.write(lambda connection: None)
    async with opened(database_url) as store:
        assert await count(store, schema.tables) == 10
        left = {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}
        assert len(left) <= 2, "the writer, and on PostgreSQL the listener"


@in_loop
async def test_reading_cannot_write_and_sees_one_moment(database_url: str) -> None:
    async with opened(database_url) as store:
        with pytest.raises(DBAPIError):
            await store.read(lambda connection: connection.execute(new_person("ann")).rowcount)
        assert await count(store, schema.people) == 0
        row = await started(store)
        if is_sqlite(database_url):
            loop = asyncio.get_running_loop()

            def twice(connection: Connection) -> tuple[Any, Any]:
                query = select(schema.tables.c.version)
                first = connection.execute(query).scalar()
                asyncio.run_coroutine_threadsafe(store.save_table(following(row)), loop).result(10)
                return first, connection.execute(query).scalar()

            assert await store.read(twice) == (0, 0)
            found = await store.table("t")
            assert found is not None and found.version == 1


# --- between processes ----------------------------------------------------------------------------------------------


@in_loop
async def test_others_hear_of_a_commit(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as two:

        def failing(changes: list[tuple[str, int]]) -> None:
            raise RuntimeError("a mistake")

        heard: list[tuple[str, int]] = []
        own: list[tuple[str, int]] = []
        two.on_change(failing)  # one that fails does not keep it from the next
        two.on_change(heard.extend)
        one.on_change(own.extend)
        row = await started(one, moves=2)
        await until(lambda: len(heard) == 3)
        assert heard == [("t", -1), ("t", 0), ("t", 1)]
        assert not await one.append(entry_row("t", 1), following(row))
        await one.add_chat("t", "ann", "Ann", "hello", 1.0)
        await until(lambda: len(heard) == 4)
        assert heard[3:] == [("t", -1)], "of the refused one nobody hears"
        # More than one notification can hold.
        many = [table_row(f"a-rather-long-name-of-a-table-{number:04}") for number in range(500)]
        assert all(await asyncio.gather(*map(one.save_table, many)))
        await until(lambda: len(heard) == 504)
        assert {table for table, _ in heard[4:]} == {row.id for row in many}
        assert own == []


@in_loop
async def test_whoever_hears_of_a_commit_can_read_it(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as two:
        found: list[asyncio.Task[EntryRow | None]] = []
        two.on_change(
            lambda changes: found.extend(
                asyncio.create_task(two.entry(*change)) for change in changes if change[1] >= 0
            )
        )
        await started(one, moves=20)
        await until(lambda: len(found) == 20)
        assert all(await asyncio.gather(*found))


@pytest.mark.parametrize("mode", ["fast", "immediate"])
@in_loop
async def test_postgresql_restarts_in_the_middle(postgres: PostgresServer, postgres_url: str, mode: str) -> None:
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        heard: list[tuple[str, int]] = []
        other.on_change(heard.extend)
        stop = False

        async def play(name: str) -> int:
            row = await started(store, name)
            while not stop:
                row = following(row, seq=row.seq + 1)
                assert await store.append(entry_row(name, row.seq - 1), row), "nobody else could have taken it"
                await store.entry(name, row.seq - 1)
            return row.seq

        games = [asyncio.create_task(play(f"t{number}")) for number in range(20)]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres.stop, mode)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.start)
        await until(lambda: ("", -1) in heard)
        since = len(heard)
        await until(lambda: len(heard) > since)
        stop = True
        for number, seq in enumerate(await asyncio.gather(*games)):
            entries = await other.entries(f"t{number}", 0)
            assert [entry.seq for entry in entries] == list(range(seq))
            row = await other.table(f"t{number}")
            assert row is not None and row.seq == seq == row.version


@pytest.mark.parametrize("moment", ["before", "after"])
@in_loop
async def test_a_connection_lost_in_the_commit(postgres_url: str, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """The answer is true whether the commit took place before the connection went or not."""
    async with opened(postgres_url) as store:
        row = await started(store)
        commit = AsyncTransaction.commit
        lost: list[bool] = []

        async def losing(transaction: Any) -> None:
            if not lost:
                lost.append(True)
                if moment == "after":
                    await commit(transaction)
                store._database._raw.terminate()  # type: ignore[attr-defined]
                raise ConnectionResetError
            await commit(transaction)

        monkeypatch.setattr(AsyncTransaction, "commit", losing)
        people: list[int] = []

        def work(connection: Connection) -> None:
            people.append(1)
            connection.execute(new_person("ann"))

        answers: list[Any] = await asyncio.gather(  # type: ignore[assignment]
            store.append(entry_row("t", 0), following(row, seq=1)),
            store.append(entry_row("t", 0, action_id="rival"), following(row, seq=1)),
            store.write(work),
        )
        assert lost
        assert answers == [True, False, None]
        assert len(people) == (1 if moment == "after" else 2)
        assert await store.entry("t", 0) == entry_row("t", 0)
        assert await count(store, schema.people) == 1


@pytest.mark.parametrize("moment", ["before", "after"])
@in_loop
async def test_a_connection_lost_with_the_answer_to_a_batch_of_moves(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Moves alone go in one journey: who won is found out if the answer is lost, and nothing is stored twice."""
    async with opened(postgres_url, batch_seconds=0.05) as store, opened(postgres_url) as other:
        rows = [await started(store, name) for name in ("t", "u", "v")]
        assert await other.append(entry_row("v", 0, action_id="rival"), following(rows[2], seq=1))
        real, tries = one_journey.store, 0

        async def losing(raw: Any, *words: Any) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                if moment == "after":
                    await real(raw, *words)
                raw.terminate()
                raise ConnectionResetError
            await real(raw, *words)

        monkeypatch.setattr(one_journey, "store", losing)
        answers = await asyncio.gather(*(store.append(entry_row(row.id, 0), following(row, seq=1)) for row in rows))
        assert answers == [True, True, False]
        assert tries == (1 if moment == "after" else 2)
        assert await count(store, schema.entries) == 3
        assert [(await other.entry("v", 0)).action_id] == ["rival"]  # type: ignore[union-attr]


@in_loop
async def test_connections_that_are_cut_again_and_again(postgres_url: str) -> None:
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        rows = [await started(store, f"t{number}") for number in range(10)]
        cut = text(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )

        async def play(row: TableRow) -> None:
            for seq in range(60):
                row = following(row, seq=seq + 1)
                assert await store.append(entry_row(row.id, seq), row)

        games = asyncio.gather(*map(play, rows))
        cuts = 0
        while not games.done():
            await asyncio.sleep(0.04)
            if cuts < 15:
                cuts += 1
                await other.write(lambda connection: connection.execute(cut).all() and None)
        await games
        assert await count(other, schema.entries) == 600


@in_loop
async def test_a_database_that_stays_away(
    postgres: PostgresServer, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_postgres, "DOWN_SECONDS", 0.5)
    async with opened(postgres_url) as store:
        row = await started(store)
        await asyncio.to_thread(postgres.stop)
        try:
            for _ in range(2):
                answers = await asyncio.gather(
                    store.append(entry_row("t", 0), following(row, seq=1)),
                    store.write(lambda connection: None),
                    store.table("t"),
                    return_exceptions=True,
                )
                assert [type(answer) for answer in answers] == [StoreDown] * 3
        finally:
            await asyncio.to_thread(postgres.start)
        assert await store.append(entry_row("t", 0), following(row, seq=1)), "it comes back by itself"


# --- SQLite's own ---------------------------------------------------------------------------------------------------


@in_loop
async def test_a_file_locked_by_another_program(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trunkline.server.database.BUSY_SECONDS", 0.2)
    async with opened(sqlite_url) as store:
        row = await started(store)
        intruder = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        intruder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreDown, match="locked"):
            await store.append(entry_row("t", 0), following(row, seq=1))
        intruder.execute("COMMIT")
        intruder.close()
        assert await store.append(entry_row("t", 0), following(row, seq=1))


@in_loop
async def test_a_full_disk(sqlite_url: str) -> None:
    """SQLite rolls back by itself when nothing fits any more: then nobody may be told that it is stored."""
    async with opened(sqlite_url, batch_seconds=0.05) as store:
        await started(store)
        raw = store._database._raw  # type: ignore[attr-defined]
        (pages,) = raw.execute("PRAGMA page_count").fetchone()
        raw.execute(f"PRAGMA max_page_count = {pages + 2}")
        answers = await asyncio.gather(
            store.save_table(table_row("small")),
            store.save_table(table_row("large", data={"much": "x" * 100_000})),
            store.write(lambda connection: connection.execute(new_person("ann", key="x" * 100_000)).rowcount),
            return_exceptions=True,
        )
        for name, answer in zip(("small", "large"), answers, strict=False):
            assert (await store.table(name) is not None) == (answer is True)
        assert await count(store, schema.people) == (answers[2] == 1)
        assert all(isinstance(answer, (StoreDown, DBAPIError, sqlite3.Error)) for answer in answers[1:]), answers
        raw.execute("PRAGMA max_page_count = 100000")
        assert await store.save_table(table_row("large", data={"much": "x" * 100_000}))
