"""What happens at a table without a request: premoves, moves of bots, and clocks that run out."""

from __future__ import annotations

import asyncio
import logging
import time
from hashlib import sha256

import msgspec

from trunkline.rules.packing import to_bytes
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import TableRow
from trunkline.server.store.store import Store
from trunkline.server.tables.bot_pace import AT_ONCE, pause
from trunkline.server.tables.broadcast import Broadcast
from trunkline.server.tables.clocks import JumpDetector, credit, is_out_of_time
from trunkline.server.tables.entry_messages import may_undo
from trunkline.server.tables.live_table import LiveTable, Tables, Thinker
from trunkline.server.tables.seated_table import PLAYING
from trunkline.server.tables.table import Table
from trunkline.server.tables.undo_hold import hold_seconds

log = logging.getLogger("trunkline.hall")


class Automation:
    """Uses the same path as a player's move: make a step, store it, publish it."""

    def __init__(
        self, tables: Tables, store: Store, broadcast: Broadcast, thinker: Thinker, bot_pause: float | None
    ) -> None:
        self.tables = tables
        self.store = store
        self.broadcast = broadcast
        self.thinker = thinker
        self.bot_pause = bot_pause
        """Seconds every bot's move takes at least; None for the pace of each bot."""
        self.time = JumpDetector()
        self.jumps: list[tuple[float, float]] = []
        """Jumps of the system clock that are not credited to all tables yet: seconds, and the time after the jump."""

    def play_on(self, live: LiveTable) -> None:
        """Start the task that plays premoves and bots, if it is their move."""
        if live.table.status != PLAYING or (live.playing_on is not None and not live.playing_on.done()):
            return
        table = live.table
        acting = [table.row.data.seats[seat] for seat in table.to_act()]
        has_plans = any(seat.premoves or seat.plan for seat in acting)
        if any(seat.is_played_by_bot for seat in acting) or (has_plans and table.planned()):
            live.playing_on = self.tables.run(self.play_by_itself(live))

    async def play_by_itself(self, live: LiveTable) -> None:
        while live.table.status == PLAYING:
            try:
                if await self.premoved(live):
                    continue
                seats = [seat for seat in live.table.to_act() if is_bots(live.table, seat)]
                if not seats:
                    return
                await self.bot_move(live, seats[0])
            except RequestRefused as refusal:
                # Another process stored an entry first; it was read, and the loop continues from there.
                if refusal.code != "stale":
                    raise

    async def premoved(self, live: LiveTable) -> bool:
        """Play a premove, if one is possible now."""
        async with live.lock:
            planned = live.table.planned()
            if planned is None:
                return False
            seat, action, plan = planned
            seq = live.table.row.seq
            await self.tables.perform(live, live.table.act(seat, seq, f"premove-{seq}", action, time.time(), plan=plan))
            return True

    async def bot_move(self, live: LiveTable, seat: int) -> None:
        """Ask a bot for its move, without holding the lock, and play it."""
        table = live.table
        seq = table.row.seq
        data = table.row.data.seats[seat]
        bot = data.bot if data.kind == "bot" and data.bot else table.row.data.substitute
        began = time.monotonic()
        state = table.playing()
        together = sharing(table, state.phase)
        where = (table.row.map, table.row.variant, to_bytes(state), seat)
        seed = bot_seed(table.row, seat)
        action = await self.thinker.choose(bot, *where, seed, together=together, table=table.id)
        seconds = self.bot_pause
        if seconds is None:
            # Without watchers there is nobody to pause for.
            seconds = 0.0
            if live.watchers or live.remote_people:
                seconds = max(pause(bot, state.phase, action) / together, await self.hold_left(table, seq))
        await asyncio.sleep(max(0.0, seconds - (time.monotonic() - began)))
        async with live.lock:
            if live.table.row.seq != seq or not is_bots(live.table, seat):
                return
            await self.tables.perform(live, live.table.act(seat, seq, f"bot-{seq}", action, time.time(), by_bot=True))

    async def hold_left(self, table: Table, seq: int) -> float:
        """How long bots wait after the last entry, thinking included, so that a person can undo it."""
        last = await self.store.entry(table.id, seq - 1)
        if last is None:
            return 0.0
        return hold_seconds(table, last, may_undo(last.kind, last.by_bot, msgspec.json.decode(last.events)))

    async def enforce_clocks(self) -> None:
        """A seat that is out of time is taken over by the table's bot. Called every second."""
        jump, landing = self.time.check()
        if jump:
            log.warning("the system clock jumped by %.1f seconds: running clocks are credited", jump)
            self.jumps.append((jump, landing))
        # If the database fails here, nothing expires; the next check tries again.
        while self.jumps:
            await self.credit_clocks(*self.jumps[0])
            self.jumps.pop(0)
        now = self.time.wall()
        for row in await self.store.due_tables(now):
            try:
                live = await self.tables.live(row.id)
                async with live.lock:
                    overdue = live.table.row.deadline
                    if live.table.status != PLAYING or overdue is None or overdue > now:
                        continue
                    for seat in live.table.to_act():
                        if not is_bots(live.table, seat) and is_out_of_time(live.table.row, seat, now):
                            await self.tables.perform(live, live.table.substitute(seat, time.time()))
                self.broadcast.publish_info(live)
            except RequestRefused as refusal:
                log.info("clock of %s: %s", row.id, refusal.code)

    async def credit_clocks(self, jump: float, landing: float) -> None:
        """Extend the deadlines of running clocks by a forward jump of the system clock (suspend, NTP)."""
        for table_id in await self.store.running_clocks():
            live = await self.tables.live(table_id)
            async with live.lock:
                while live.table.status == PLAYING:
                    row = live.table.next_row()
                    row.version += 1
                    given = credit(row, live.table.clock, jump, landing, self.time.wall())
                    if not given or await self.tables.save(live, row):
                        break


def is_bots(table: Table, seat: int) -> bool:
    """Whether a bot plays this seat: for good, or for an owner who is gone."""
    return table.row.data.seats[seat].is_played_by_bot


def sharing(table: Table, phase: int) -> int:
    """By how many the thinking time of a bot is divided: where all choose at once, people wait for all bots together.

    It counts all bots of the table, not those that have yet to choose: otherwise the last would get the full time.
    """
    return sum(is_bots(table, seat) for seat in range(len(table.row.data.seats))) if phase in AT_ONCE else 1


def bot_seed(row: TableRow, seat: int) -> int:
    """The random seed of a bot for this move. It depends on the table's secret, so nobody can predict it."""
    words = f"{row.data.secret} {row.seq} {seat}".encode()
    return int.from_bytes(sha256(words).digest()[:7], "big")
