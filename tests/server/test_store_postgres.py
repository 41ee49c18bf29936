"""The store on PostgreSQL: what processes hear of each other, and true answers when connections are lost."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncTransaction

from server.databases import PostgresServer, entry_row, in_loop, table_row
from server.storing import count, following, new_person, opened, started, until
from trunkline.server.store import postgres as postgres_module
from trunkline.server.store import schema, single_statement
from trunkline.server.store.rows import EntryRow, TableRow
from trunkline.server.store.store import StoreDown

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
        real, tries = single_statement.store, 0

        async def losing(raw: Any, *words: Any) -> None:
            nonlocal tries
            tries += 1
            if tries == 1:
                if moment == "after":
                    await real(raw, *words)
                raw.terminate()
                raise ConnectionResetError
            await real(raw, *words)

        monkeypatch.setattr(single_statement, "store", losing)
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
    monkeypatch.setattr(postgres_module, "DOWN_SECONDS", 0.5)
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
