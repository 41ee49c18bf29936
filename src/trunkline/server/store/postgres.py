"""The store on PostgreSQL: one connection that writes, a pool that reads, and recovery when a connection is lost."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from trunkline.server.store import single_statement
from trunkline.server.store.batches import (
    CHANGING_COLUMNS,
    CHAT_COLUMNS,
    ENTRY_COLUMNS,
    JSON_COLUMNS,
    PEOPLE_COLUMNS,
    TABLE_COLUMNS,
    Request,
    Say,
    StoreDown,
    Work,
    Write,
    fits,
    rounds,
)
from trunkline.server.store.database import (
    address,
    connect_to_postgres,
    in_words,
    postgres_engine,
    require_up_to_date,
    revision_of,
)
from trunkline.server.store.listener import Listening, payloads
from trunkline.server.store.postgres_errors import is_lost, is_standby, is_stopping, is_unwritable, is_worth_repeating

T = TypeVar("T")

DOWN_SECONDS = 30.0
"""Seconds a caller waits for a database that does not answer."""
READERS = 3
"""Sizes of the two read pools: bare connections for short queries, and SQLAlchemy's."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
FORGET_SECONDS = 30 * 86_400.0
"""Seconds without a commit after which a process counts as gone and its rows in `writers` are deleted."""

_TYPES = {
    "created": "float8", "public": "bool", "seq": "int4", "deadline": "float8", "version": "int4",
    "people": "text", "waiting": "text", "data": "text",
    "seat": "int4", "by_bot": "bool", "events": "bytea", "packed": "bytea", "at": "float8", "number": "int4",
}  # fmt: skip


def _given(columns: Sequence[str], types: dict[str, str], first: int = 1) -> str:
    """A batch of rows as arrays: one statement, the same for any number of rows."""
    arrays = ", ".join(f"${number}::{types.get(name, 'text')}[]" for number, name in enumerate(columns, first))
    names = ", ".join(f'"{name}"' for name in columns)
    return f"unnest({arrays}) AS given({names})"


def _inserting(table: str, columns: Sequence[str], types: dict[str, str], end: str = "", first: int = 1) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(
        f'given."{name}"' + ("::jsonb" if types is _TYPES and name in JSON_COLUMNS else "") for name in columns
    )
    return f"INSERT INTO {table} ({names}) SELECT {values} FROM {_given(columns, types, first)} {end}"


_NOTE = (
    "INSERT INTO writers (process, batch, seen) VALUES (:process, :batch, :seen) "
    "ON CONFLICT (process) DO UPDATE SET batch = excluded.batch, seen = excluded.seen"
)
# Locked in the order of their ids, so that two processes cannot deadlock.
_LOCK = "SELECT id, version FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE"
_NEW_TABLES = _inserting("tables", TABLE_COLUMNS, _TYPES, "ON CONFLICT DO NOTHING RETURNING id")
_ENTRIES = _inserting("entries", ENTRY_COLUMNS, _TYPES, 'ON CONFLICT DO NOTHING RETURNING "table"')
_CHANGED = ("id", *CHANGING_COLUMNS)
_PEOPLE_PLACE = TABLE_COLUMNS.index("people")
_PLACES = [TABLE_COLUMNS.index(name) for name in _CHANGED]
_CHANGES = ", ".join(
    f'"{name}" = given."{name}"' + ("::jsonb" if name in JSON_COLUMNS else "") for name in CHANGING_COLUMNS
)
_UPDATE = f"UPDATE tables SET {_CHANGES} FROM {_given(_CHANGED, _TYPES)} WHERE tables.id = given.id"
_NEXT = len(_CHANGED) + 1
_PEOPLE = _inserting(
    "table_people",
    PEOPLE_COLUMNS,
    {"created": "float8", "waiting": "bool"},
    """ON CONFLICT ("table", person) DO UPDATE SET waiting = excluded.waiting
    WHERE table_people.waiting <> excluded.waiting""",
    first=_NEXT,
)
_LEAVE = f"""
DELETE FROM table_people AS old USING unnest(${_NEXT + 4}::text[], ${_NEXT + 5}::text[]) AS given("table", people)
  WHERE old."table" = given."table" AND NOT given.people::jsonb ? old.person
"""
# One statement instead of three: each would be a round trip to the database.
_TABLES = f"WITH changed AS ({_UPDATE}), gone AS ({_LEAVE}) {_PEOPLE}"
_LAST_LINES = """
SELECT id, (SELECT coalesce(max(number), 0) FROM chat WHERE chat."table" = tables.id)
FROM tables WHERE id = ANY($1::text[])
"""
_CHAT = _inserting("chat", CHAT_COLUMNS, _TYPES)
_TELL = "SELECT pg_notify('trunkline', said) FROM unnest($1::text[]) AS said"


class PostgresDatabase:
    """A PostgreSQL that any number of processes share."""

    def __init__(self, dsn: str) -> None:
        self.process = uuid.uuid4().hex
        self._where = address(dsn)
        self._writing = postgres_engine(dsn)
        self._dsn = dsn
        self._may_read = asyncio.Semaphore(READERS)
        self._idle: list[Any] = []
        """Idle bare connections for short queries."""
        self._reading = postgres_engine(dsn, connections=READERS).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        self._connection: AsyncConnection | None = None
        self._raw: Any = None
        self._batches = 0
        self._down_since: float | None = None
        self._listening = Listening(dsn, self.process)

    async def open(self) -> None:
        """Connect for the first time; an error here is raised at once, without retries."""
        try:
            async with self._reading.connect() as connection:
                found = await connection.run_sync(revision_of)
            require_up_to_date(found, self._where)
            await self._connect()
            async with self._writing.begin() as connection:
                forget = text("DELETE FROM writers WHERE seen < :before")
                await connection.execute(forget, {"before": time.time() - FORGET_SECONDS})
                await connection.execute(text(_NOTE), {"process": self.process, "batch": 0, "seen": time.time()})
            await self._listening.start()
        except BaseException as error:
            await self._let_go()
            if isinstance(error, Exception) and is_lost(error):
                raise StoreDown(f"{self._where} does not answer: {in_words(error)}") from error
            raise

    def on_change(self, listener: Callable[[list[tuple[str, int]]], None]) -> None:
        self._listening.listeners.append(listener)

    async def say(self, words: list[str]) -> None:
        """Send a message to the other processes (presence.py)."""
        await self._listening.say(words)

    def announce(self, connection: Connection, word: str) -> None:
        connection.execute(text("SELECT pg_notify('trunkline_words', :said)"), {"said": f"{self.process} {word}"})

    def on_word(self, listener: Callable[[str, str], None]) -> None:
        self._listening.hearers.append(listener)

    async def close(self) -> None:
        try:
            async with asyncio.timeout(2), self._writing.begin() as connection:
                await connection.execute(text("DELETE FROM writers WHERE process = :own"), {"own": self.process})
        except (OSError, TimeoutError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError):
            pass  # it only would have been tidy
        await self._let_go()

    async def _let_go(self) -> None:
        await self._listening.stop()
        await self._drop()
        for raw in self._idle:
            raw.terminate()
        await self._reading.dispose()
        await self._writing.dispose()

    async def check(self) -> None:
        """Nothing to check here: a full disk is reported by the database server when it is asked to write."""

    # --- reading ------------------------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T]) -> T:
        async def once() -> T:
            async with self._reading.connect() as connection:
                return await connection.run_sync(work)

        return await self._patiently(once)

    async def rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """On a bare connection: checking one out of SQLAlchemy's pool costs several times the short query itself."""

        async def once() -> list[tuple[Any, ...]]:
            async with self._may_read:
                raw = self._idle.pop() if self._idle else await connect_to_postgres(self._dsn)
                try:
                    found = await raw.fetch(query, *values)
                except BaseException as error:
                    # If the server itself answered, the connection is usable; otherwise its state is unknown.
                    self._give_back(raw, isinstance(error, asyncpg.PostgresError))
                    raise
                self._give_back(raw, True)
                return [tuple(row) for row in found]

        return await self._patiently(once)

    def _give_back(self, raw: Any, is_sound: bool) -> None:
        if is_sound and not raw.is_closed():
            self._idle.append(raw)
        else:
            raw.terminate()

    async def _patiently(self, once: Callable[[], Awaitable[T]]) -> T:
        """Read, with retries while the database is unreachable: a read is idempotent."""
        pause = SHORTEST_PAUSE
        began = time.monotonic()
        while True:
            try:
                return await once()
            except Exception as error:
                if not is_lost(error):
                    raise
                if time.monotonic() - began > DOWN_SECONDS:
                    raise StoreDown(f"{self._where} does not answer: {in_words(error)}") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    # --- the connection that writes -----------------------------------------------------------------------------

    async def _connect(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._writing.connect()
            self._raw = (await self._connection.get_raw_connection()).driver_connection
        return self._connection

    async def _drop(self) -> None:
        connection, raw, self._connection, self._raw = self._connection, self._raw, None, None
        if raw is not None:
            raw.terminate()
        if connection is not None:
            try:
                await connection.invalidate()
                await connection.close()
            except (OSError, TimeoutError, DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError):
                pass  # it was lost already

    async def commit(self, batch: list[Request]) -> None:
        self._batches += 1
        in_doubt = False
        together = True
        in_one = single_statement.are_moves(batch)
        pause = SHORTEST_PAUSE
        while True:
            try:
                connection = await self._connect()
                if in_doubt and await self._was_committed(connection):
                    if in_one:
                        await single_statement.recall(self._raw, batch)  # type: ignore[arg-type]
                    break
                in_doubt = False
                if in_one and single_statement.are_moves(batch):
                    in_doubt = True
                    try:
                        await single_statement.store(self._raw, self.process, self._batches, batch)
                    except Exception as error:
                        if self._is_lost_for_writing(error):
                            raise
                        in_doubt = False  # the server itself refused
                        # Something in the batch is unusual: the general path finds out what.
                        in_one = is_worth_repeating(error)
                        await asyncio.sleep(0)
                        continue
                    break
                transaction = await connection.begin()
                try:
                    await self._fill(connection, batch, together)
                    in_doubt = True
                    await transaction.commit()
                except BaseException as error:
                    if not isinstance(error, Exception) or self._is_lost_for_writing(error):
                        raise
                    in_doubt = False  # the server itself refused
                    await transaction.rollback()
                    if not is_worth_repeating(error):
                        # One request failed and the batch was rolled back: again, with a savepoint for each.
                        if not together:
                            raise
                        together = False
                    await asyncio.sleep(0)
                    continue
                break
            except Exception as error:
                lost = self._is_lost_for_writing(error)
                await self._drop()
                if not lost:
                    raise
                now = time.monotonic()
                self._down_since = self._down_since or now
                if now - self._down_since > DOWN_SECONDS:
                    raise StoreDown(f"{self._where} does not answer: {in_words(error)}") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        self._down_since = None

    def _is_lost_for_writing(self, error: Exception) -> bool:
        return is_standby(error) or is_lost(error) or self._raw is None or bool(self._raw.is_closed())

    async def _was_committed(self, connection: AsyncConnection) -> bool:
        """Whether the batch in doubt was committed. The lock waits for a transaction that is still committing."""
        async with connection.begin():
            found = await connection.execute(
                text("SELECT batch FROM writers WHERE process = :own FOR UPDATE"), {"own": self.process}
            )
            return bool(found.scalar() == self._batches)

    # --- writing ------------------------------------------------------------------------------------------------

    async def _fill(self, connection: AsyncConnection, batch: list[Request], together: bool) -> None:
        """Write a whole batch, without committing it."""
        note = {"process": self.process, "batch": self._batches, "seen": time.time()}
        await connection.execute(text(_NOTE), note)
        requests = [request for request in batch if not isinstance(request, Work)]
        tables = {request.table if isinstance(request, Write) else _line(request).table for request in requests}
        versions: dict[str, int] = {}
        if tables:
            versions.update(await self._raw.fetch(_LOCK, sorted(tables)))
        if together:
            await self._together(requests, versions)
        else:
            for request in requests:
                await self._alone(connection, request, versions)
        for request in batch:
            if isinstance(request, Work):
                await self._alone(connection, request, versions)
        said = [
            (request.table, -1 if request.entry is None else request.entry[1])
            for request in requests
            if isinstance(request, Write) and request.outcome is True
        ]
        said += [(request.line.table, -1) for request in requests if isinstance(request, Say) and not request.error]
        if said:
            await self._raw.execute(_TELL, payloads(self.process, said))

    async def _together(self, requests: list[Request], versions: dict[str, int]) -> None:
        for some in rounds(request for request in requests if isinstance(request, Write)):
            await self._write(some, versions)
        lines = [request for request in requests if isinstance(request, Say)]
        if lines:
            await self._say(lines)

    async def _alone(self, connection: AsyncConnection, request: Request, versions: dict[str, int]) -> None:
        """Run one request in a savepoint of its own: if it fails, only its own changes are rolled back."""
        request.outcome = request.error = None
        before = dict(versions)
        try:
            async with connection.begin_nested():
                if isinstance(request, Work):
                    request.outcome = await connection.run_sync(request.work)
                else:
                    await self._together([request], versions)
        except Exception as error:
            # Checked before the error is classified: the function itself may raise an OSError.
            if self._raw.is_closed() or is_stopping(error) or is_worth_repeating(error):
                raise
            versions.clear()
            versions.update(before)
            if is_unwritable(error):
                error = StoreDown(f"{self._where} cannot be written: {in_words(error)}")
            request.outcome, request.error = None, error

    async def _write(self, writes: list[Write], versions: dict[str, int]) -> None:
        """Write the rows whose versions follow the stored ones. The tables are locked, so `versions` cannot change."""
        for write in writes:
            write.outcome = False
        candidates = [write for write in writes if fits(write, versions)]
        new = [write for write in candidates if write.version == 0]
        if new:
            made = {
                row[0]
                for row in await self._raw.fetch(
                    _NEW_TABLES, *_columns([write.row for write in new], len(TABLE_COLUMNS))
                )
            }
            candidates = [write for write in candidates if write.version > 0 or write.table in made]
        entries = [write.entry for write in candidates if write.entry is not None]
        free: set[str] = set()
        if entries:
            free = {row[0] for row in await self._raw.fetch(_ENTRIES, *_columns(entries, len(ENTRY_COLUMNS)))}
        won = [write for write in candidates if write.entry is None or write.table in free]
        if not won:
            return
        changed = [tuple(write.row[place] for place in _PLACES) for write in won if write.version > 0]
        people = [person for write in won for person in write.people]
        await self._raw.execute(
            _TABLES,
            *_columns(changed, len(_CHANGED)),
            *_columns(people, len(PEOPLE_COLUMNS)),
            [write.table for write in won],
            [write.row[_PEOPLE_PLACE] for write in won],
        )
        for write in won:
            write.outcome = True
            versions[write.table] = write.version

    async def _say(self, requests: list[Say]) -> None:
        last = dict(await self._raw.fetch(_LAST_LINES, list({request.line.table for request in requests})))
        rows = []
        for request in requests:
            line = request.line
            request.outcome = request.error = None
            if line.table not in last:
                request.error = LookupError(f"no table {line.table}")
                continue
            last[line.table] = line.number = last[line.table] + 1
            rows.append((line.table, line.number, line.person, line.name, line.text, line.at))
            request.outcome = line
        if rows:
            await self._raw.execute(_CHAT, *_columns(rows, len(CHAT_COLUMNS)))


def _line(request: Request) -> Any:
    assert isinstance(request, Say)
    return request.line


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
