"""Write requests: what waits for the next transaction, as values for the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import msgspec
from sqlalchemy import Connection

from trunkline.server.store.rows import ChatRow, EntryRow, TableRow

T = TypeVar("T")

TABLE_COLUMNS = (
    "id", "created", "status", "public", "map", "variant", "host", "people", "waiting", "seq", "deadline", "version",
    "data",
)  # fmt: skip
CHANGING_COLUMNS = ("status", "public", "people", "waiting", "seq", "deadline", "version", "data")
"""The columns that may change after a table was opened."""
JSON_COLUMNS = frozenset({"people", "waiting", "data"})
ENTRY_COLUMNS = ("table", "seq", "kind", "seat", "by_bot", "action", "action_id", "events", "packed", "at")
CHAT_COLUMNS = ("table", "number", "person", "name", "text", "at")
PEOPLE_COLUMNS = ("table", "person", "created", "waiting")

_to_json = msgspec.json.Encoder().encode


def _encode(value: Any) -> str:
    return _to_json(value).decode()


class StoreDown(Exception):
    """The database did not answer for too long, or the store is closed. What was asked may or may not be stored."""


@dataclass(slots=True, eq=False)
class Request:
    """A write and the future of its caller. `outcome` and `error` are valid once the batch is committed."""

    future: asyncio.Future[Any]
    outcome: Any = field(default=None, init=False)
    error: Exception | None = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Write(Request):
    """Optimistic locking: the row is updated only if its version is unchanged; otherwise nothing is written."""

    table: str
    version: int
    row: tuple[Any, ...]
    people: list[tuple[str, str, float, bool]]
    entry: tuple[Any, ...] | None


@dataclass(slots=True, eq=False)
class Say(Request):
    """A chat line; it gets its number when it is written."""

    line: ChatRow


@dataclass(slots=True, eq=False)
class Work(Request):
    """A function to be run inside the transaction."""

    work: Callable[[Connection], Any]


def write_of(table: TableRow, entry: EntryRow | None, future: asyncio.Future[Any]) -> Write:
    """A snapshot of the values: later changes of the row are not written."""
    if entry is not None and entry.table != table.id:
        raise ValueError("an entry of another table")
    waiting = set(table.waiting)
    row = (
        table.id,
        table.created,
        table.status,
        table.public,
        table.map,
        table.variant,
        table.host,
        _encode(table.people),
        _encode(table.waiting),
        table.seq,
        table.deadline,
        table.version,
        _encode(table.data),
    )
    people = [(table.id, person, table.created, person in waiting) for person in dict.fromkeys(table.people)]
    values = None
    if entry is not None:
        values = (
            entry.table,
            entry.seq,
            entry.kind,
            entry.seat,
            entry.by_bot,
            entry.action,
            entry.action_id,
            entry.events,
            entry.packed,
            entry.at,
        )
    return Write(future, table.id, table.version, row, people, values)


def rounds(writes: Iterable[Write]) -> list[list[Write]]:
    """Split writes into rounds with each table at most once, so that one statement writes a whole round.

    Nearly always that is one round, for a table waits for its last write before it makes the next.
    """
    found: list[list[Write]] = []
    counts: dict[str, int] = {}
    for write in writes:
        number = counts.get(write.table, 0)
        counts[write.table] = number + 1
        if number == len(found):
            found.append([])
        found[number].append(write)
    return found


def fits(write: Write, versions: dict[str, int]) -> bool:
    """Whether a write follows the stored version; a new table has version 0."""
    return write.version == versions.get(write.table, -1) + 1


class Database(Protocol):
    """SQLite or PostgreSQL, as the store uses them."""

    async def commit(self, batch: list[Request]) -> None:
        """Make a batch durable in one transaction, and set the outcome or error of each of its requests."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The rows of a query with parameters `$1, $2…`, each once and in order: a fast path."""
        ...

    def on_change(self, listener: Callable[[list[tuple[str, int]]], None]) -> None: ...

    async def check(self) -> None:
        """Raise StoreDown if writes are known to fail, for example for want of disk space."""
        ...

    async def close(self) -> None: ...
