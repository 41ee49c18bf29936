"""The store: reads, and writes by group commit. A write is durable before its caller hears of it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, select, text, true, tuple_
from sqlalchemy.engine import Row

from trunkline.server.store import schema
from trunkline.server.store.batches import (
    CHAT_COLUMNS,
    ENTRY_COLUMNS,
    TABLE_COLUMNS,
    Database,
    Request,
    Say,
    StoreDown,
    Work,
    write_of,
)
from trunkline.server.store.database import TOUCH, address
from trunkline.server.store.rows import ChatRow, EntryRow, TableData, TableRow
from trunkline.server.store.sqlite import SqliteDatabase
from trunkline.server.tables.presence import Wire

__all__ = ["Store", "StoreDown", "plain_row"]

T = TypeVar("T")

log = logging.getLogger("trunkline.store")

CHECK_SECONDS = 5.0
"""Seconds for which a successful write proves that writing works."""


LARGE_BATCH = 10
"""Writes in a batch from which the interval grows with the batch, up to twice `busy_seconds`."""


def interval_after(writes: int, busy_seconds: float) -> float:
    """The least time between the beginnings of two transactions, after one with so many writes.

    >>> [interval_after(writes, 0.01) for writes in (1, 2, 15, 200)]
    [0.0, 0.01, 0.015, 0.02]
    """
    return 0.0 if writes < 2 else busy_seconds * min(2.0, max(1.0, writes / LARGE_BATCH))


def _selecting(table: str, columns: tuple[str, ...]) -> str:
    return f"SELECT {', '.join(f'{chr(34)}{name}{chr(34)}' for name in columns)} FROM {table} WHERE"


_TABLE = f"{_selecting('tables', TABLE_COLUMNS)} id = $1"
_ENTRY = f'{_selecting("entries", ENTRY_COLUMNS)} "table" = $1 AND seq = $2'
_ENTRIES = f'{_selecting("entries", ENTRY_COLUMNS)} "table" = $1 AND seq >= $2 AND seq < $3 ORDER BY seq'
_BY_ACTION = f'{_selecting("entries", ENTRY_COLUMNS)} "table" = $1 AND action_id = $2'
_CHAT = f'{_selecting("chat", CHAT_COLUMNS)} "table" = $1 AND number > $2 ORDER BY number DESC LIMIT $3'
_BOTH = [f'tables."{name}"' for name in TABLE_COLUMNS] + [f'entries."{name}"' for name in ENTRY_COLUMNS]
# OFFSET 0 is an optimisation fence: without it the planner scanned all entries of every table.
_NEWS = f"""
SELECT {", ".join(_BOTH)} FROM unnest($1::text[], $2::int4[]) AS known(id, seq) JOIN tables ON tables.id = known.id
CROSS JOIN LATERAL (
  SELECT * FROM entries WHERE entries."table" = known.id AND entries.seq >= known.seq ORDER BY entries.seq OFFSET 0
) AS entries
"""
_EVERY_SEQ = 2**31 - 1
"""Larger than any seq: the largest value of the column."""


class Store:
    """One database, opened once in a process.

    Group commit: writes that arrive during a transaction share the next one. Each caller is answered when the commit
    has returned. If a caller is cancelled, its write may or may not be stored.
    """

    def __init__(self, database: Database, batch_seconds: float, busy_seconds: float, largest_batch: int) -> None:
        self._database = database
        self._batch_seconds = batch_seconds
        """Batch delay: how long a lone write waits for others to join its transaction."""
        self._busy_seconds = busy_seconds
        """Under load, transactions begin at least so far apart: each has a fixed cost, however few writes it has."""
        self._interval = 0.0
        """How far apart the last transaction and the next begin at least; 0 after a lone write."""
        self._began = 0.0
        self._largest_batch = largest_batch
        self._queue: deque[Request] = deque()
        self._arrived = asyncio.Event()
        self._hurry = asyncio.Event()
        self._closing = False
        self._failing = False
        """Whether the last write failed because the database did not work."""
        self._written = -math.inf
        """Time of the last durable write, by time.monotonic()."""
        self._checking = asyncio.Lock()
        self.transactions = 0
        """How many transactions were committed."""
        self.writes = 0
        """How many requests were in them."""
        self.commit_seconds = 0.0
        """How long the commits took, all together."""
        self.on_commit: Callable[[float, int], None] = lambda seconds, writes: None
        """Called after every commit with its seconds and its number of requests."""
        self._writer = asyncio.create_task(self._write_on(), name="store writes")

    @classmethod
    async def open(
        cls, url: str, *, batch_seconds: float = 0.0, busy_seconds: float = 0.01, largest_batch: int = 256
    ) -> Store:
        """Open a database (see database.address); a SQLite file is made and upgraded if need be.

        Raises DatabaseProblem (InUse, NotUpToDate) if it cannot be used, and StoreDown if it does not answer.
        """
        where = address(url)
        database: Database
        if where.path is not None:
            database = await asyncio.to_thread(SqliteDatabase, where.path)
        else:
            # Imported here: SQLite users should not pay for the import.
            from trunkline.server.store.postgres import PostgresDatabase

            database = postgres = PostgresDatabase(str(where.dsn))
            await postgres.open()
        return cls(database, batch_seconds, busy_seconds, largest_batch)

    async def close(self) -> None:
        """Write what is queued, and close."""
        if self._closing:
            await asyncio.wait([self._writer])
            return
        self._closing = True
        self._arrived.set()
        self._hurry.set()
        try:
            await asyncio.shield(self._writer)
        finally:
            await self._database.close()

    @property
    def queued(self) -> int:
        """How many requests wait for the next batch."""
        return len(self._queue)

    # --- writing ------------------------------------------------------------------------------------------------

    async def append(self, entry: EntryRow, table: TableRow) -> bool:
        """Store an entry and its table's row together; True once both are durable.

        False, and nothing is stored, if the seq or the action_id is taken or the row was written by another since
        it was read: `table.version` is one more than that of the row it follows.
        """
        return bool(await self._submit(write_of(table, entry, self._future())))

    async def save_table(self, table: TableRow) -> bool:
        """Store a table's row: a new one has version 0, any other follows the stored version; False if it does not."""
        return bool(await self._submit(write_of(table, None, self._future())))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a function in the next batch, in a savepoint of its own; what it wrote is durable when this returns.

        It runs after the entries of the batch, must return plain values, and is run again if the transaction has to
        be repeated. An error that it raises reaches its caller only, and undoes only what it did itself.
        """
        answer: T = await self._submit(Work(self._future(), work))
        return answer

    async def add_chat(self, table_id: str, person: str, name: str, text: str, at: float) -> ChatRow:
        """Store a line of chat; lines are numbered for each table from 1. LookupError if there is no such table."""
        line: ChatRow = await self._submit(Say(self._future(), ChatRow(table_id, 0, person, name, text, at)))
        return line

    def _future(self) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().create_future()

    def _submit(self, request: Request) -> asyncio.Future[Any]:
        if self._closing or self._writer.done():
            raise StoreDown("the store is closed")
        self._queue.append(request)
        self._arrived.set()
        if len(self._queue) >= self._largest_batch:
            self._hurry.set()
        return request.future

    async def _write_on(self) -> None:
        """The only writer: commits batch after batch until the store is closed and the queue is empty."""
        while True:
            if not self._queue:
                if self._closing:
                    return
                self._arrived.clear()
                await self._arrived.wait()
                await self._wait_for_company(self._batch_seconds)
            if self._interval:
                await self._wait_for_company(self._began + self._interval - time.perf_counter())
            if not self._closing:
                self._hurry.clear()
            batch: list[Request] = []
            while self._queue and len(batch) < self._largest_batch:
                request = self._queue.popleft()
                if not request.future.cancelled():
                    batch.append(request)
            if batch:
                self._interval = interval_after(len(batch), self._busy_seconds)
                await self._commit(batch)

    async def _wait_for_company(self, seconds: float) -> None:
        """Wait for more writes, at most so long or until a batch is full."""
        if seconds > 0 and len(self._queue) < self._largest_batch:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._hurry.wait()

    async def _commit(self, batch: list[Request]) -> None:
        began = self._began = time.perf_counter()
        try:
            await self._database.commit(batch)
        except Exception as error:
            if not isinstance(error, StoreDown):
                log.exception("a batch could not be stored")
            for request in batch:
                if not request.future.done():
                    # One exception for each caller: a shared one would collect the tracebacks of all.
                    down = StoreDown(str(error) or type(error).__name__)
                    down.__cause__ = error
                    request.future.set_exception(down)
            self._note(error)
            return
        self.transactions += 1
        self.writes += len(batch)
        seconds = time.perf_counter() - began
        self.commit_seconds += seconds
        self.on_commit(seconds, len(batch))
        self._note(next((request.error for request in batch if isinstance(request.error, StoreDown)), None))
        for request in batch:
            if request.future.done():
                continue
            if request.error is not None:
                request.future.set_exception(request.error)
            else:
                request.future.set_result(request.outcome)

    def _note(self, error: Exception | None) -> None:
        """Note whether writes succeed, and log it when that changes: the reason once, not with every request."""
        if error is None:
            self._written = time.monotonic()
            if self._failing:
                log.warning("writing to the database succeeds again")
        elif not self._failing:
            log.error("writing to the database fails: %s", error)
        self._failing = error is not None

    async def check(self) -> None:
        """Raise StoreDown unless reading works, and a write succeeded a moment ago or succeeds now."""
        await self._database.check()
        await self.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
        # One check at a time: the next one finds that a write has just succeeded.
        async with self._checking:
            if self._failing or time.monotonic() - self._written > CHECK_SECONDS:
                await self.write(lambda connection: connection.execute(text(TOUCH)).rowcount)

    # --- reading ------------------------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read-only function on one snapshot of the committed data."""
        return await self._database.read(work)

    async def table(self, table_id: str) -> TableRow | None:
        rows = await self._database.rows(_TABLE, (table_id,))
        return _table(rows[0]) if rows else None

    async def entry(self, table_id: str, seq: int) -> EntryRow | None:
        if not 0 <= seq <= _EVERY_SEQ:
            return None
        rows = await self._database.rows(_ENTRY, (table_id, seq))
        return _entry(rows[0]) if rows else None

    async def entries(self, table_id: str, since: int, until: int | None = None) -> list[EntryRow]:
        """The entries from seq `since` up to, but without, `until`, in order."""
        end = _EVERY_SEQ if until is None else min(until, _EVERY_SEQ)
        rows = await self._database.rows(_ENTRIES, (table_id, min(since, _EVERY_SEQ), end))
        return [_entry(row) for row in rows]

    async def entry_by_action(self, table_id: str, action_id: str) -> EntryRow | None:
        rows = await self._database.rows(_BY_ACTION, (table_id, action_id))
        return _entry(rows[0]) if rows else None

    async def chat(self, table_id: str, last: int = 100, after: int = 0) -> list[ChatRow]:
        """The last lines of a table's chat whose numbers are above `after`, in order."""
        rows = await self._database.rows(_CHAT, (table_id, after, last))
        return [ChatRow(*row) for row in reversed(rows)]

    async def public_tables(self, limit: int = 100, status: str = "open") -> list[TableRow]:
        """Public tables that wait for players (or have another status), the newest first."""
        tables = schema.tables
        query = (
            select(tables)
            .where(tables.c.public == true(), tables.c.status == status)
            .order_by(tables.c.created.desc())
            .limit(limit)
        )
        return await self.read(lambda connection: [plain_row(row) for row in connection.execute(query)])

    async def tables_of(
        self,
        person: str,
        waiting_only: bool = False,
        limit: int = 100,
        before: tuple[float, str] | None = None,
    ) -> list[TableRow]:
        """The tables at which a person sits (or whose move they are waited for), the newest first.

        `before` is (created, id) of the last table of the page before.
        """
        tables, seats = schema.tables, schema.table_people
        query = select(tables).join(seats, seats.c.table == tables.c.id).where(seats.c.person == person)
        if waiting_only:
            query = query.where(seats.c.waiting == true())
        if before is not None:
            query = query.where(tuple_(seats.c.created, seats.c.table) < before)
        query = query.order_by(seats.c.created.desc(), seats.c.table.desc()).limit(limit)
        return await self.read(lambda connection: [plain_row(row) for row in connection.execute(query)])

    async def due_tables(self, now: float) -> list[TableRow]:
        """Games in progress whose deadline has passed, the most overdue first."""
        tables = schema.tables
        query = (
            select(tables)
            .where(tables.c.deadline <= now, tables.c.status == "playing")
            .order_by(tables.c.deadline)
            .limit(1000)
        )
        return await self.read(lambda connection: [plain_row(row) for row in connection.execute(query)])

    async def running_clocks(self) -> list[str]:
        """Games in progress that have a deadline."""
        tables = schema.tables
        query = select(tables.c.id).where(tables.c.deadline.is_not(None), tables.c.status == "playing")
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def open_since(self, before: float, limit: int = 100) -> list[str]:
        """Tables that were opened before a time and whose game has not begun, the oldest first."""
        tables = schema.tables
        query = select(tables.c.id).where(tables.c.status == "open", tables.c.created < before)
        query = query.order_by(tables.c.created).limit(limit)
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def held_by(self, person: str) -> list[TableRow]:
        """The tables, open or in progress, at which a person has a seat or is invited to a rematch."""
        tables, seats = schema.tables, schema.table_people
        query = select(tables).join(seats, seats.c.table == tables.c.id)
        query = query.where(seats.c.person == person, tables.c.status.in_(("open", "playing")))
        return await self.read(lambda connection: [plain_row(row) for row in connection.execute(query)])

    async def news_of(self, known: dict[str, int]) -> dict[str, tuple[TableRow, list[EntryRow]]]:
        """For tables whose entries are known up to a seq: the rows and new entries of those that have more.

        One look for them all, which another process asks that has just heard of a batch of moves.
        """
        rows = await self._database.rows(_NEWS, (list(known), list(known.values())))
        found: dict[str, tuple[TableRow, list[EntryRow]]] = {}
        for row in rows:
            entry = _entry(row[len(TABLE_COLUMNS) :])
            if entry.table not in found:
                found[entry.table] = (_table(row[: len(TABLE_COLUMNS)]), [])
            found[entry.table][1].append(entry)
        return found

    @property
    def wire(self) -> Wire | None:
        """The channel to other processes; None on SQLite, which has one process."""
        return None if isinstance(self._database, SqliteDatabase) else self._database  # type: ignore[return-value]

    def announce(self, connection: Connection, word: str) -> None:
        """Send a message to the other processes when this connection's transaction commits; called inside `write`."""
        if self.wire is not None:
            self.wire.announce(connection, word)

    def on_change(self, listener: Callable[[list[tuple[str, int]]], None]) -> None:
        """Call `listener([(table, seq)…])` in the loop when another process has committed these entries.

        A seq of -1 is a change of the row or the chat; ("", -1) says that some were missed: read again what you hold.
        """
        self._database.on_change(listener)


_data_from_text = msgspec.json.Decoder(TableData).decode


def _table(row: tuple[Any, ...]) -> TableRow:
    found = TableRow(*row)
    found.public = bool(found.public)
    # SQLite hands JSON over as it is kept, as text; asyncpg hands over plain values.
    found.people, found.waiting = (
        msgspec.json.decode(value) if isinstance(value, str) else value for value in (row[7], row[8])
    )
    found.data = _data_from_text(row[12]) if isinstance(row[12], str) else msgspec.convert(row[12], TableData)
    return found


def plain_row(row: Row[Any]) -> TableRow:
    """A row of the table `tables`, as SQLAlchemy reads it."""
    found = TableRow(**row._mapping)
    found.data = msgspec.convert(found.data, TableData)
    return found


def _entry(row: tuple[Any, ...]) -> EntryRow:
    found = EntryRow(*row)
    found.by_bot = bool(found.by_bot)
    return found
