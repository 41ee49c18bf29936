"""The store: what it acknowledged is there, lists find it, and races have one winner."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, text

from server.databases import entry_row, in_loop, table_row
from server.storing import following, is_sqlite, opened, started
from trunkline.server.store.rows import ChatRow, EntryRow, TableData, TableRow
from trunkline.server.store.store import Store

# --- what goes in comes out -----------------------------------------------------------------------------------------


@in_loop
async def test_rows_come_back_as_they_were(database_url: str) -> None:
    row = table_row("t", public=True, deadline=1_700_000_123.456)
    deal = entry_row("t", 0, kind="deal", seat=None, action=None, action_id=None, by_bot=True)
    after = following(
        row, seq=1, people=["bob", "cem"], waiting=[], status="over", deadline=None, data=TableData(removed=["ann"])
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
        row.data.seats.clear()
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
        # PostgreSQL plans by what it knows of the rows: a house of many tables, of which each list wants a few.
        few: dict[int, dict[str, Any]] = {
            0: {"people": ["ann"]},
            1: {"public": True, "status": "open"},
            2: {"deadline": 1.0, "status": "playing"},
        }
        saves = []
        for number in range(3000):
            rest = {"people": [f"p{number % 300}", f"q{number % 200}"], "status": "over", "created": float(number)}
            row = table_row(f"t{number}", **rest | few.get(number % 100, {}))
            saves.append(store.save_table(replace(row, waiting=row.people if number % 1000 == 0 else [])))
        assert all(await asyncio.gather(*saves))

        def plans(connection: Connection) -> list[str]:
            if not is_sqlite(database_url):
                connection.execute(text("ANALYZE tables, table_people"))
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
            assert index in plan, plan


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
