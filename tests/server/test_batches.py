"""Batches of the store: few transactions, nobody suffers for another's mistake, and what a disk or a lock may do."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any, cast

import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from server.databases import entry_row, in_loop, table_row
from server.storing import count, following, is_sqlite, new_person, opened, started
from trunkline.server.store import schema
from trunkline.server.store.rows import ChatRow, TableData
from trunkline.server.store.store import Store, StoreDown

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
            await store.save_table(table_row("x", data=TableData(secret=cast(str, object()))))
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
async def test_after_a_shared_batch_the_next_waits_for_company(database_url: str) -> None:
    async with opened(database_url, busy_seconds=3600, largest_batch=4) as store:

        def saving(*names: str) -> list[asyncio.Task[bool]]:
            return [asyncio.create_task(store.save_table(table_row(name))) for name in names]

        # Alone, nobody waits for others.
        for name in ("a", "b"):
            assert await store.save_table(table_row(name))
        assert all(await asyncio.gather(*saving("c", "d")))
        before = store.transactions
        early = saving("e", "f")
        await asyncio.wait(early, timeout=0.05)
        assert store.transactions == before and store.queued == 2
        # A batch that is full goes at once, and so does another that is full already.
        assert all(await asyncio.gather(*early, *saving("g", "h", "i", "j", "k", "l")))
        assert store.transactions == before + 2
        # Whatever waits is stored when the store is closed.
        last = saving("m")
        await asyncio.sleep(0)
    assert await last[0]


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


# --- SQLite's own ---------------------------------------------------------------------------------------------------


@in_loop
async def test_a_file_locked_by_another_program(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trunkline.server.store.database.BUSY_SECONDS", 0.2)
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
            store.save_table(table_row("large", data=TableData(secret="x" * 100_000))),
            store.write(lambda connection: connection.execute(new_person("ann", key="x" * 100_000)).rowcount),
            return_exceptions=True,
        )
        for name, answer in zip(("small", "large"), answers, strict=False):
            assert (await store.table(name) is not None) == (answer is True)
        assert await count(store, schema.people) == (answers[2] == 1)
        assert all(isinstance(answer, (StoreDown, DBAPIError, sqlite3.Error)) for answer in answers[1:]), answers
        raw.execute("PRAGMA max_page_count = 100000")
        assert await store.save_table(table_row("large", data=TableData(secret="x" * 100_000)))
