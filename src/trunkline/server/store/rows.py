"""What the store keeps of tables and games, as plain values: the rows that table, hall and store hand each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class TableRow:
    """A table without its entries. `data` is what table.py makes of it, as JSON; the rest is for lists and searches."""

    id: str
    created: float
    status: str
    public: bool
    map: str
    variant: str
    host: str
    """The person who opened it."""
    people: list[str]
    """The persons seated at it, each once."""
    waiting: list[str]
    """The persons whose move it waits for: what `my games` and notices look at."""
    seq: int
    """Entries so far; the next entry has this seq."""
    deadline: float | None
    version: int
    """Counts the writes of this row: a write against an older version loses."""
    data: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class EntryRow:
    """One thing that was done at a table (docs/server.md, Entries)."""

    table: str
    seq: int
    kind: str
    seat: int | None
    by_bot: bool
    action: str | None
    action_id: str | None
    events: bytes
    """JSON: the facts of the events with everything hidden in them; redacted when they are told."""
    packed: bytes
    at: float


@dataclass(slots=True)
class ChatRow:
    table: str
    number: int
    person: str
    name: str
    text: str
    at: float
