"""What other processes do at the tables that are awake here: it is read, made the present, and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.server.live import Live
from trunkline.server.rows import EntryRow, TableRow
from trunkline.server.table import Table

if TYPE_CHECKING:
    from trunkline.server.hall import Hall


class Elsewhere:
    """What is heard of others. With SQLite nothing ever is."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def changed(self, changes: list[tuple[str, int]]) -> None:
        """Another process has stored entries (or, with seq -1, something else) of tables; "" is all that are awake."""
        moved = []
        for table_id, seq in changes:
            for found in [self.hall.awake.get(table_id)] if table_id else list(self.hall.awake.values()):
                if found is None:
                    continue
                if seq < 0:
                    self.hall.run(self.catch_up(found))
                else:
                    found.heard = max(found.heard, seq + 1)
                    moved.append(found)
            self.hall.overtaken.update(name for name in self.hall.loading if table_id in ("", name))
        if moved:
            self.hall.run(self.hear_moves(moved))

    async def hear_moves(self, moved: list[Live]) -> None:
        """Read at once what another process has played at several tables, and tell the watchers here."""
        news = await self.hall.store.news_of({live.table.id: live.table.row.seq for live in moved})
        for live in moved:
            row, entries = news.get(live.table.id, (None, []))
            async with live.lock:
                # While we read and waited, the table may have gone on here.
                if row is None or row.version <= live.table.row.version:
                    continue
                fresh = [entry for entry in entries if entry.seq >= live.table.row.seq]
                if fresh and fresh[0].seq == live.table.row.seq and fresh[-1].seq == row.seq - 1:
                    self.take_over(live, row, fresh)
                else:
                    await self.reread(live)

    async def catch_up(self, live: Live) -> None:
        """Read what other processes have stored, and tell the watchers here."""
        async with live.lock:
            await self.reread(live)
            await self.hall.telling.publish_chat(live)

    async def reread(self, live: Live) -> bool:
        """Read a table again; whether another process has changed it. The lock is held."""
        had = live.table.row.seq
        row = await self.hall.store.table(live.table.id)
        if row is None or row.version == live.table.row.version:
            return False
        self.take_over(live, row, await self.hall.store.entries(live.table.id, had, row.seq))
        return True

    def take_over(self, live: Live, row: TableRow, news: list[EntryRow]) -> None:
        """Make what another process has stored the present, and tell of it. The lock is held."""
        before = live.table.info()
        had = live.table.row
        live.table = Table(row, news[-1].packed if news else to_bytes(live.table.state) if live.table.state else None)
        for entry in news:
            self.hall.telling.publish(live, entry, from_bytes(live.table.board, entry.packed))
        after = live.table.info()
        self.hall.telling.publish_premoves(live, had)
        if not news or (after.status, after.seats) != (before.status, before.seats):
            self.hall.telling.publish_info(live)
        self.hall.going_on.play_on(live)

    async def keep_up(self, live: Live, seq: int) -> None:
        """A client that comes from another process, or what was heard of one, may be ahead of us. The lock is held."""
        if max(seq, live.heard) > live.table.row.seq:
            await self.reread(live)

    def present(self, table_id: str) -> None:
        """Somebody came to a table, or left it, by another process."""
        live = self.hall.awake.get(table_id)
        if live is not None:
            live.elsewhere = self.hall.presence.at(table_id)
            self.hall.telling.publish_info(live)
