"""Replication: reads what other processes stored for tables that are in memory here, applies it and publishes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from trunkline.rules.packing import from_bytes
from trunkline.server.store.rows import EntryRow, TableRow
from trunkline.server.store.store import Store
from trunkline.server.tables.broadcast import Broadcast, publish_chat
from trunkline.server.tables.live_table import LiveTable, Tables
from trunkline.server.tables.presence import Presence


class Replication:
    """Keeps tables in step with the database. Idle on SQLite, which has one process."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        broadcast: Broadcast,
        presence: Presence,
        resume: Callable[[LiveTable], None],
    ) -> None:
        self.tables = tables
        self.store = store
        self.broadcast = broadcast
        self.presence = presence
        self.resume = resume
        """Called after a change: lets premoves and bots act."""
        self.loading: dict[str, asyncio.Lock] = {}
        """Tables that are being loaded."""
        self.overtaken: set[str] = set()
        """Tables that another process changed while they were being loaded here."""
        self.moved: dict[str, LiveTable] = {}
        """Tables with moves of other processes that are not read yet."""
        self.is_reading = False

    def changed(self, changes: list[tuple[str, int]]) -> None:
        """Another process has stored entries, or with seq -1 something else; "" means all tables in memory."""
        for table_id, seq in changes:
            for found in [self.tables.awake.get(table_id)] if table_id else list(self.tables.awake.values()):
                if found is None:
                    continue
                if seq < 0:
                    self.tables.run(self.catch_up(found))
                else:
                    found.heard = max(found.heard, seq + 1)
                    self.moved[found.table.id] = found
            self.overtaken.update(name for name in self.loading if table_id in ("", name))
        if self.moved and not self.is_reading:
            self.is_reading = True
            self.tables.run(self.hear_moves())

    async def hear_moves(self) -> None:
        """Read the new entries of several tables in one query, and publish them.

        Changes that arrive during a query are read by the next one: the higher the load, the larger the batch.
        """
        try:
            while self.moved:
                moved, self.moved = self.moved, {}
                # Skip tables that were read in the meantime for another reason.
                known = {name: live.table.row.seq for name, live in moved.items() if live.heard > live.table.row.seq}
                news = await self.store.news_of(known) if known else {}
                for name, (row, entries) in news.items():
                    self.follow(moved[name], row, entries)
        finally:
            self.is_reading = False

    def follow(self, live: LiveTable, row: TableRow, entries: list[EntryRow]) -> None:
        """Apply what was read without the lock, if it still follows our version."""
        if live.lock.locked():
            # A request holds the lock, and will most likely be stale. Do not make other tables wait for it.
            self.tables.run(self.catch_up(live))
        elif row.version > live.table.row.version:
            fresh = [entry for entry in entries if entry.seq >= live.table.row.seq]
            if fresh and fresh[0].seq == live.table.row.seq and fresh[-1].seq == row.seq - 1:
                self.take_over(live, row, fresh)
            else:
                self.tables.run(self.catch_up(live))

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other processes have stored, and publish it."""
        async with live.lock:
            await self.reread(live)
            await publish_chat(self.store, live)

    async def reread(self, live: LiveTable) -> bool:
        """Read a table again; whether another process has changed it. The lock is held."""
        had = live.table.row.seq
        row = await self.store.table(live.table.id)
        if row is None or row.version == live.table.row.version:
            return False
        self.take_over(live, row, await self.store.entries(live.table.id, had, row.seq))
        return True

    def take_over(self, live: LiveTable, row: TableRow, news: list[EntryRow]) -> None:
        """Apply and publish what another process has stored. Runs without awaiting, so nothing comes in between."""
        had = live.table.row
        before = None if news else live.table.info(live.present)
        live.table.set_row(row)
        for entry in news:
            live.table.state = from_bytes(live.table.board, entry.packed)
            self.broadcast.publish(live, entry, live.table.state)
        self.broadcast.publish_premoves(live, had)
        # A change without an entry may be a premove, which only its owner may notice.
        if who_sits(row) != who_sits(had) if news else live.table.info(live.present) != before:
            self.broadcast.publish_info(live)
        self.welcome(live, had)
        self.resume(live)

    def welcome(self, live: LiveTable, had: TableRow) -> None:
        """Send the chat of a private table to people who have just sat down at it."""
        fresh = set(live.table.row.people) - set(had.people)
        if fresh and not live.table.row.public:
            self.tables.run(self.broadcast.tell_chat(live, fresh))

    async def keep_up(self, live: LiveTable, seq: int) -> None:
        """Read again if a client or a notification knows a later seq than we do. The lock is held."""
        if max(seq, live.heard) > live.table.row.seq:
            await self.reread(live)

    def present(self, table_id: str) -> None:
        """The remote watchers of a table changed."""
        live = self.tables.awake.get(table_id)
        if live is not None:
            live.remote_people = self.presence.at(table_id)
            self.broadcast.publish_info(live)


def who_sits(row: TableRow) -> tuple[object, ...]:
    """What is sent to watchers when it changes: the status, and who plays each seat."""
    compared = ("kind", "name", "person", "bot", "substituted", "accepted", "left", "abort")
    return row.status, [[getattr(seat, name) for name in compared] for seat in row.data.seats]
