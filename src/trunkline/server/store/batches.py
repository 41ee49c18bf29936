"""What waits for the next commit: the requests of a batch, as the values that go into the database."""

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
"""What of a table may change after it was opened."""
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
    """Something to be written, and whoever waits for it. `outcome` and `error` count once the batch is committed."""

    future: asyncio.Future[Any]
    outcome: Any = field(default=None, init=False)
    error: Exception | None = field(default=None, init=False)


@dataclass(slots=True, eq=False)
class Write(Request):
    """A table row that goes in only over the version before it, and with it an entry, or neither."""

    table: str
    version: int
    row: tuple[Any, ...]
    people: list[tuple[str, str, float, bool]]
    entry: tuple[Any, ...] | None


@dataclass(slots=True, eq=False)
class Say(Request):
    """A line of chat, which gets its number when it is written."""

    line: ChatRow


@dataclass(slots=True, eq=False)
class Work(Request):
    """A function to be run on the connection."""

    work: Callable[[Connection], Any]


def write_of(table: TableRow, entry: EntryRow | None, future: asyncio.Future[Any]) -> Write:
    """The values as they are now: what the caller does to the row later is not written."""
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
    """The writes in rounds in which every table comes once: so one statement does for all of a round.

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
    """Whether a write follows the version that is stored; a table that is not stored yet begins with version 0."""
    return write.version == versions.get(write.table, -1) + 1


class Database(Protocol):
    """SQLite or PostgreSQL, as the store uses them."""

    async def commit(self, batch: list[Request]) -> None:
        """Make a batch durable in one transaction, and set the outcome or error of each of its requests."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T: ...

    async def rows(self, query: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        """The rows of a query whose values are `$1, $2…`, each once and in order: the short way for frequent ones."""
        ...

    def on_change(self, listener: Callable[[list[tuple[str, int]]], None]) -> None: ...

    async def check(self) -> None:
        """Raise StoreDown if something is known that keeps it from writing."""
        ...

    async def close(self) -> None: ...
