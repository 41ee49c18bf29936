"""A batch of moves alone on PostgreSQL, as a single statement that is its own transaction.

A busy event loop returns to the connection only after everything else that is ready. Each round trip to the server
therefore costs one iteration of the loop, and seven (begin, note, lock, entries, tables, notify, commit) would cost
more than the work itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, TypeGuard

from trunkline.server.store.batches import (
    CHANGING_COLUMNS,
    ENTRY_COLUMNS,
    JSON_COLUMNS,
    PEOPLE_COLUMNS,
    TABLE_COLUMNS,
    Request,
    Write,
)

_TYPES = {
    "created": "float8", "public": "bool", "seq": "int4", "deadline": "float8", "version": "int4", "seat": "int4",
    "by_bot": "bool", "events": "bytea", "packed": "bytea", "at": "float8",
}  # fmt: skip
_CHANGED = ("id", *CHANGING_COLUMNS)
_PLACES = [TABLE_COLUMNS.index(name) for name in _CHANGED]
_TOLD_AT_ONCE = 100
"""Tables in one notification, so that it stays below PostgreSQL's limit of 8,000 bytes."""


def _arrays(columns: Sequence[str], first: int, own: dict[str, str]) -> str:
    return ", ".join(f"${number}::{own.get(name, 'text')}[]" for number, name in enumerate(columns, first))


def _names(columns: Sequence[str], table: str = "") -> str:
    return ", ".join(f'{table}"{name}"' for name in columns)


_ENTRY = len(_CHANGED) + 1
_PERSON = _ENTRY + len(ENTRY_COLUMNS)
_PROCESS = _PERSON + len(PEOPLE_COLUMNS)
_SETTING = ", ".join(
    f'"{name}" = given."{name}"' + ("::jsonb" if name in JSON_COLUMNS else "") for name in CHANGING_COLUMNS
)
# Locked in the order of their ids, so that two processes cannot deadlock. After waiting for a lock, the row is read
# again (READ COMMITTED), so that only an entry that follows the newest version is inserted.
STORE = f"""
WITH given AS MATERIALIZED (SELECT * FROM unnest({_arrays(_CHANGED, 1, _TYPES)}) AS given({_names(_CHANGED)})),
made AS (SELECT * FROM unnest({_arrays(ENTRY_COLUMNS, _ENTRY, _TYPES)}) AS made({_names(ENTRY_COLUMNS)})),
seated AS (SELECT * FROM unnest({_arrays(PEOPLE_COLUMNS, _PERSON, {"created": "float8", "waiting": "bool"})})
  AS seated({_names(PEOPLE_COLUMNS)})),
locked AS MATERIALIZED (SELECT id, version FROM tables WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE),
entered AS (
  INSERT INTO entries ({_names(ENTRY_COLUMNS)}) SELECT {_names(ENTRY_COLUMNS, "made.")} FROM made
  JOIN given ON given.id = made."table" JOIN locked ON locked.id = given.id AND locked.version + 1 = given.version
  ON CONFLICT DO NOTHING RETURNING "table", seq),
changed AS (
  UPDATE tables SET {_SETTING} FROM given JOIN entered ON entered."table" = given.id WHERE tables.id = given.id),
gone AS (
  DELETE FROM table_people AS old USING given JOIN entered ON entered."table" = given.id
  WHERE old."table" = given.id AND NOT given.people::jsonb ? old.person),
sitting AS (
  INSERT INTO table_people ({_names(PEOPLE_COLUMNS)})
  SELECT {_names(PEOPLE_COLUMNS, "seated.")} FROM seated JOIN entered USING ("table")
  ON CONFLICT ("table", person) DO UPDATE SET waiting = excluded.waiting
  WHERE table_people.waiting <> excluded.waiting),
noted AS (
  INSERT INTO writers (process, batch, seen) VALUES (${_PROCESS}::text, ${_PROCESS + 1}::int8, ${_PROCESS + 2}::float8)
  ON CONFLICT (process) DO UPDATE SET batch = excluded.batch, seen = excluded.seen)
SELECT "table", NULL FROM entered
UNION ALL
SELECT NULL, pg_notify('trunkline', ${_PROCESS}::text || string_agg(' ' || "table" || ':' || seq, ''))::text
FROM (SELECT "table", seq, row_number() OVER () / {_TOLD_AT_ONCE} AS part FROM entered) AS news GROUP BY part
"""
_RECALL = """
SELECT entries."table", seat, action_id, at, packed FROM entries JOIN unnest($1::text[], $2::int4[]) AS given(id, seq)
ON entries."table" = given.id AND entries.seq = given.seq
"""


def are_moves(batch: Sequence[Request]) -> TypeGuard[list[Write]]:
    """Whether a batch is entries of existing tables alone, each table once."""
    tables = {
        request.table
        for request in batch
        if isinstance(request, Write) and request.entry is not None and request.version > 0
    }
    return len(tables) == len(batch)


async def store(raw: Any, process: str, number: int, writes: list[Write]) -> None:
    """Store a batch. When this returns, it is durable, and the `outcome` of each write is whether it won its race."""
    rows = [tuple(write.row[place] for place in _PLACES) for write in writes]
    people: list[Any] = [person for write in writes for person in write.people]
    # A table of bots alone has no people; the statement needs at least one row, so one that joins nothing.
    people = people or [(None,) * len(PEOPLE_COLUMNS)]
    entries = [write.entry for write in writes if write.entry is not None]
    columns = [list(column) for given in (rows, entries, people) for column in zip(*given, strict=True)]
    found = await raw.fetch(STORE, *columns, process, number, time.time())
    won = {row[0] for row in found}
    for write in writes:
        write.outcome = write.table in won


async def recall(raw: Any, writes: list[Write]) -> None:
    """Find the outcomes of a batch that was committed but whose answer was lost with the connection."""
    keys = [(write.table, write.entry[1]) for write in writes if write.entry is not None]
    found = {row[0]: tuple(row[1:]) for row in await raw.fetch(_RECALL, *map(list, zip(*keys, strict=True)))}
    for write in writes:
        entry = dict(zip(ENTRY_COLUMNS, write.entry or (), strict=True))
        # An entry with the same action id, time and state can only be ours.
        write.outcome = found.get(write.table) == tuple(entry[name] for name in ("seat", "action_id", "at", "packed"))
