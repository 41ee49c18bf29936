"""The store on SQLite: one writer thread, two reader threads, and few statements for each batch."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from trunkline.server.store.batches import (
    CHANGING_COLUMNS,
    CHAT_COLUMNS,
    ENTRY_COLUMNS,
    PEOPLE_COLUMNS,
    TABLE_COLUMNS,
    Request,
    Say,
    StoreDown,
    Work,
    Write,
    rounds,
)
from trunkline.server.store.database import FileLock, in_words, sqlite_code, sqlite_engine, upgrade_file

T = TypeVar("T")

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""Result codes that mean that the file cannot be written at all."""
TAKEN = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
"""Result codes of an entry whose seq or action id is there already."""
MOST_STORED = 10_000
"""Tables whose versions are remembered; when there are more, all are forgotten."""
LEAST_FREE = 4 * 1024 * 1024
"""Bytes of free disk space. SQLite can reuse its WAL for a while on a full disk, so writes alone do not show it."""
ROWS_AT_ONCE = 500
"""Rows in one statement; SQLite allows 32,766 parameters, which is 2,520 tables."""

# sqlite3 releases the GIL at every step of a statement and must win it back from a busy event loop. So each of these
# statements is one step for the whole batch, and its answers are aggregated into one row.
_LOOK = """
SELECT json_group_object(id, json_array(version, people)) FROM tables WHERE id IN (SELECT value FROM json_each(?))
"""
_LEAVE = """
DELETE FROM table_people WHERE "table" IN (SELECT value FROM json_each(?))
  AND ("table", person) NOT IN
    (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(?))
"""
_LAST_LINES = """
SELECT json_group_object(id, (SELECT coalesce(max(number), 0) FROM chat WHERE chat."table" = tables.id))
FROM tables WHERE id IN (SELECT value FROM json_each(?))
"""
_PEOPLE = TABLE_COLUMNS.index("people")
_CHANGES = ", ".join(f'"{name}" = excluded."{name}"' for name in CHANGING_COLUMNS)
_TABLES_END = f"ON CONFLICT (id) DO UPDATE SET {_CHANGES}"
_PEOPLE_END = """
ON CONFLICT ("table", person) DO UPDATE SET waiting = excluded.waiting WHERE table_people.waiting <> excluded.waiting
"""


class SqliteDatabase:
    """A SQLite file that this process has for itself."""

    def __init__(self, path: Path) -> None:
        """Lock and open the file, upgraded if need be. It blocks: call it from a thread."""
        self._folder = path.parent
        self._lock = FileLock(path)
        try:
            upgrade_file(path)
            self._writing = sqlite_engine(path)
            self._reading = sqlite_engine(path, reading=True)
            self._connection = self._writing.connect()
        except BaseException:
            self._lock.release()
            raise
        raw = self._connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        self._raw = raw
        self._stored: dict[str, tuple[int, str]] = {}
        """Version and people of tables as they are stored. Only this process writes the file, so they stay right."""
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-writes")
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="store-reads")

    def on_change(self, listener: Callable[[list[tuple[str, int]]], None]) -> None:
        """Nothing to do: no other process can change this file."""

    async def close(self) -> None:
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._readers.shutdown()
        self._writer.shutdown()
        self._connection.close()
        self._reading.dispose()
        self._writing.dispose()
        self._lock.release()

    async def check(self) -> None:
        free = (await asyncio.to_thread(shutil.disk_usage, self._folder)).free
        if free < LEAST_FREE:
            raise StoreDown(f"the disk of {self._folder} is full: {free} bytes are free")

    # --- reading ------------------------------------------------------------------------------------------------

    async def read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        def run() -> list[tuple[Any, ...]]:
            connection = self._reading.raw_connection()
            try:
                cursor = connection.cursor()
                cursor.execute(_question_marks(query), values)
                return cursor.fetchall()  # type: ignore[return-value]
            finally:
                connection.close()

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    # --- writing ------------------------------------------------------------------------------------------------

    async def commit(self, batch: list[Request]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._writer, self._commit, batch)

    def _commit(self, batch: list[Request]) -> None:
        try:
            self._transaction(batch, self._together)
        except (sqlite3.Error, DBAPIError, UnicodeError, OverflowError) as error:
            if sqlite_code(error) in BUSY:
                raise StoreDown(f"the database file is locked by another program: {error}") from error
            # One request failed and the whole batch was rolled back: run it again with a savepoint for each request.
            try:
                self._transaction(batch, self._one_by_one)
            except (sqlite3.Error, DBAPIError) as again:
                raise StoreDown(f"the database file cannot be written: {in_words(again)}") from again

    def _transaction(self, batch: list[Request], write: Callable[[list[Request]], None]) -> None:
        try:
            with self._connection.begin():
                write([request for request in batch if not isinstance(request, Work)])
                for request in batch:
                    if isinstance(request, Work):
                        self._alone(request)
                self._need_transaction()
        except BaseException:
            # What was noted of this transaction is not stored.
            self._stored.clear()
            raise

    def _need_transaction(self, error: BaseException | None = None) -> None:
        # On a full or failing disk SQLite rolls back by itself; then the whole batch has failed.
        if not self._raw.in_transaction:
            raise sqlite3.OperationalError(in_words(error) if error else "SQLite has rolled the transaction back")

    def _together(self, requests: Sequence[Request]) -> None:
        for some in rounds(request for request in requests if isinstance(request, Write)):
            self._write(some)
        lines = [request for request in requests if isinstance(request, Say)]
        if lines:
            self._say(lines)

    def _one_by_one(self, requests: Sequence[Request]) -> None:
        for request in requests:
            self._alone(request)

    def _alone(self, request: Request) -> None:
        """Run one request in a savepoint of its own: if it fails, only its own changes are rolled back."""
        request.outcome = request.error = None
        try:
            with self._connection.begin_nested():
                if isinstance(request, Work):
                    request.outcome = request.work(self._connection)
                else:
                    self._together([request])
        except Exception as error:
            self._stored.clear()
            reason = _first(error)
            self._need_transaction(reason)
            if isinstance(request, Write) and getattr(reason, "sqlite_errorcode", 0) in TAKEN:
                request.outcome = False
                return
            if sqlite_code(reason) in UNWRITABLE:
                error = StoreDown(f"the database file cannot be written: {in_words(reason)}")
            request.error = error

    def _write(self, writes: list[Write]) -> None:
        self._look(writes)
        stored = self._stored
        won, left = [], []
        for write in writes:
            version, people = stored.get(write.table, (-1, ""))
            write.outcome = write.version == version + 1
            if write.outcome:
                won.append(write)
                # Rare: a move changes whose turn it is, not who is seated.
                if people and people != write.row[_PEOPLE]:
                    left.append(write)
                stored[write.table] = (write.version, write.row[_PEOPLE])
        if not won:
            return
        self._insert("tables", TABLE_COLUMNS, [write.row for write in won], _TABLES_END)
        self._insert("entries", ENTRY_COLUMNS, [write.entry for write in won if write.entry is not None])
        if left:
            seated = [person[:2] for write in left for person in write.people]
            self._raw.execute(_LEAVE, (json.dumps([write.table for write in left]), json.dumps(seated)))
        self._insert("table_people", PEOPLE_COLUMNS, [person for write in won for person in write.people], _PEOPLE_END)

    def _look(self, writes: list[Write]) -> None:
        """Read the versions of tables that this process has not written yet."""
        if len(self._stored) > MOST_STORED:
            self._stored.clear()
        unknown = [write.table for write in writes if write.table not in self._stored]
        if unknown:
            found = self._raw.execute(_LOOK, (json.dumps(unknown),)).fetchone()[0]
            self._stored |= {table: (version, people) for table, (version, people) in json.loads(found).items()}

    def _say(self, requests: list[Say]) -> None:
        tables = json.dumps(list({request.line.table for request in requests}))
        last = json.loads(self._raw.execute(_LAST_LINES, (tables,)).fetchone()[0])
        rows = []
        for request in requests:
            line = request.line
            if line.table not in last:
                request.error = LookupError(f"no table {line.table}")
                continue
            last[line.table] = line.number = last[line.table] + 1
            rows.append((line.table, line.number, line.person, line.name, line.text, line.at))
            request.outcome = line
        self._insert("chat", CHAT_COLUMNS, rows)

    def _insert(self, table: str, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]], end: str = "") -> None:
        for start in range(0, len(rows), ROWS_AT_ONCE):
            some = rows[start : start + ROWS_AT_ONCE]
            self._raw.execute(_inserting(table, columns, len(some), end), [value for row in some for value in row])


def _first(error: BaseException) -> BaseException:
    """The first error in the chain that means that the file cannot be written; otherwise the error itself."""
    found: BaseException | None = error
    while found is not None:
        if sqlite_code(found) in UNWRITABLE:
            return found
        found = found.__context__
    return error


@lru_cache(2048)
def _inserting(table: str, columns: tuple[str, ...], rows: int, end: str) -> str:
    names = ", ".join(f'"{name}"' for name in columns)
    row = f"({', '.join('?' * len(columns))})"
    return f"INSERT INTO {table} ({names}) VALUES {', '.join([row] * rows)} {end}"


@lru_cache(64)
def _question_marks(query: str) -> str:
    return re.sub(r"\$\d+", "?", query)
