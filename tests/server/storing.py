"""What the tests of the store share: a store that is opened and closed, and rows that follow one another."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import insert, select

from server.databases import entry_row, table_row
from trunkline.server.store import schema
from trunkline.server.store.rows import TableRow
from trunkline.server.store.store import Store


@asynccontextmanager
async def opened(url: str, **options: Any) -> AsyncIterator[Store]:
    store = await Store.open(url, **options)
    try:
        yield store
    finally:
        await store.close()


def is_sqlite(url: str) -> bool:
    return url.startswith("sqlite")


def following(row: TableRow, **changes: Any) -> TableRow:
    """The next write of a table's row."""
    return replace(row, version=row.version + 1, **changes)


async def started(store: Store, name: str = "t", moves: int = 0, **changes: Any) -> TableRow:
    """A table with so many moves."""
    row = table_row(name, **changes)
    assert await store.save_table(row)
    for seq in range(moves):
        row = following(row, seq=seq + 1)
        assert await store.append(entry_row(name, seq), row)
    return row


async def count(store: Store, table: Any) -> int:
    return await store.read(lambda connection: len(connection.execute(select(table)).all()))


async def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def new_person(name: str, key: str | None = None) -> Any:
    values = {"id": name, "kind": "guest", "name": name, "name_key": key, "created": 1.0, "seen": 1.0}
    return insert(schema.people).values(values)
