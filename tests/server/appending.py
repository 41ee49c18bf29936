"""A process that appends entries and says which were acknowledged, to be killed at any instant or traced."""

from __future__ import annotations

import asyncio
import os
import sys

from server.databases import entry_row, table_row
from trunkline.server.store.store import Store


def say(*words: object) -> None:
    """One line in one system call, which no kill can cut in two."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def append(store: Store, name: str, times: int) -> None:
    row = await store.table(name)
    if row is None:
        row = table_row(name)
        assert await store.save_table(row)
    for _ in range(times):
        entry = entry_row(name, row.seq)
        row.seq += 1
        row.version += 1
        say("asked", name, entry.seq)
        assert await store.append(entry, row)
        say("stored", name, entry.seq)


async def main(url: str, tables: int, times: int) -> None:
    store = await Store.open(url)
    say("open")
    await asyncio.gather(*(append(store, f"table-{number}", times) for number in range(tables)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
