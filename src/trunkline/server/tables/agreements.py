"""Agreements of the people at a table: rematch and abort; and the expiry of tables that never start."""

from __future__ import annotations

import logging
import time
from functools import partial

from trunkline.server.messages import TableInfo
from trunkline.server.people.accounts import deleted_among
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.store import Store
from trunkline.server.tables.broadcast import Broadcast
from trunkline.server.tables.consent import unaccepted
from trunkline.server.tables.live_table import LiveTable, Tables
from trunkline.server.tables.replication import Replication
from trunkline.server.tables.seated_table import CLOSED, ENDED
from trunkline.server.tables.seating import OPEN
from trunkline.server.tables.table import Step

log = logging.getLogger("trunkline.hall")


class Agreements:
    """Each change is stored before it is published, as in the hall."""

    def __init__(self, tables: Tables, store: Store, broadcast: Broadcast, replication: Replication) -> None:
        self.tables = tables
        self.store = store
        self.broadcast = broadcast
        self.replication = replication

    async def rematch(self, person: Person, table_id: str, luck: str = "") -> TableInfo:
        """Open a new table with the same seats. The first caller opens it; later callers accept their seat at it.

        Whose account was deleted meanwhile is not asked. A rematch that was closed may be opened anew.
        """
        live = await self.tables.live(table_id)
        async with live.lock:
            if live.table.row.data.counts_for_campaign:
                # The next game of a campaign is seated by its host.
                raise RequestRefused("campaign_table")
            if live.table.status != ENDED:
                raise RequestRefused(f"table_{live.table.status}")
            if not live.table.seats_of(person.id):
                raise RequestRefused("not_seated", {}, 403)
            while (fresh := await self.open_rematch(live)) is None:
                gone = await self.store.read(partial(deleted_among, people=live.table.row.people))
                row = live.table.rematch(person.id, time.time(), gone, luck)
                await self.store.save_table(row)
                old = live.table.next_row()
                old.data.rematch = row.id
                old.version += 1
                if not await self.store.save_table(old):
                    # Another process has opened the rematch already: close this one, so that nobody is invited twice.
                    row.status, row.version = CLOSED, row.version + 1
                    await self.store.save_table(row)
                    await self.replication.reread(live)
                else:
                    live.table.set_row(old)
                self.broadcast.publish_info(live)
        if fresh.table.status == OPEN and fresh.table.seats_of(person.id).intersection(unaccepted(fresh.table.row)):
            return await self.tables.change(
                fresh.table.id, lambda table: table.join(person.id, person.name, None, luck)
            )
        return fresh.table.info(fresh.present)

    async def open_rematch(self, live: LiveTable) -> LiveTable | None:
        """The rematch of a finished table; None if there is none or it was closed."""
        found = live.table.row.data.rematch
        fresh = None if found is None else await self.tables.live(found)
        return None if fresh is None or fresh.table.status == CLOSED else fresh

    async def abort(self, person: Person, table_id: str, agreed: bool) -> TableInfo:
        """Agree to abort a game, or withdraw it. The game is aborted once everybody who has not left agrees."""
        live = await self.tables.live(table_id)
        async with live.lock:
            for _ in range(3):
                made = live.table.abort(person.id, agreed, time.time())
                if not isinstance(made, Step):
                    if await self.tables.save(live, made):
                        return live.table.info(live.present)
                    continue
                try:
                    await self.tables.perform(live, made)
                except RequestRefused as refusal:
                    # Another process has stored a move. The agreement still holds, so try again.
                    if refusal.code != "stale":
                        raise
                else:
                    self.broadcast.publish_info(live)
                    return live.table.info(live.present)
        raise RequestRefused("busy", {}, 503)

    async def expire(self, before: float) -> None:
        """Close the tables that were opened before a time and never started."""
        for table_id in await self.store.open_since(before):
            try:
                await self.tables.change(table_id, lambda table: table.expire())
            except RequestRefused as refusal:
                log.info("expiry of %s: %s", table_id, refusal.code)
