"""The hall: all tables in memory. Each change is made under a lock, stored, and only then published."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

import msgspec

from trunkline.rules.packing import from_bytes
from trunkline.server.messages import Act, Done, OpenTable, PlayerColour, TableInfo, Undo
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import EntryRow, TableRow
from trunkline.server.store.store import Store
from trunkline.server.tables.agreements import Agreements
from trunkline.server.tables.automation import Automation
from trunkline.server.tables.broadcast import Broadcast, chat_line, publish_chat, snapshot_of
from trunkline.server.tables.client_view import TableFacts
from trunkline.server.tables.consent import need_rateable
from trunkline.server.tables.entry_messages import EntryMessages
from trunkline.server.tables.history import History
from trunkline.server.tables.live_table import Client, LiveTable, Thinker
from trunkline.server.tables.presence import Presence
from trunkline.server.tables.replication import Replication
from trunkline.server.tables.seated_table import CLOSED, ENDED, PLAYING
from trunkline.server.tables.seating import OPEN, FinishedBoard, open_row
from trunkline.server.tables.table import Step, Table

log = logging.getLogger("trunkline.hall")
encode = msgspec.json.Encoder().encode

ENTRIES_AT_ONCE = 200
"""A client that missed more entries gets a snapshot instead; so does one over its rate limit."""
ENTRIES_IN_A_ROW = 10
"""Entries that are sent again before the event loop serves others: about a millisecond of work."""


class Hall:
    """Entry point of every request about a table, over WebSocket and REST."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        presence: Presence,
        *,
        bot_pause: float | None = None,
        idle_seconds: float = 600,
        on_waiting: Callable[[TableRow], None] = lambda row: None,
        on_finished: Callable[[Table], Awaitable[None]] | None = None,
        on_entry: Callable[[EntryRow], None] = lambda entry: None,
        on_attempt: Callable[[str], None] = lambda table: None,
    ) -> None:
        self.store = store
        self.thinker = thinker
        self.presence = presence
        presence.on_change = lambda table_id: self.replication.present(table_id)
        self.idle_seconds = idle_seconds
        self.on_waiting = on_waiting
        self.on_finished = on_finished
        self.on_entry = on_entry
        self.on_attempt = on_attempt
        """Called before a player's move or undo; may refuse (rate limit). Only for the owner of the seat."""
        self.awake: dict[str, LiveTable] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.broadcast = Broadcast(store, presence, has_hold=bot_pause is None)
        self.automation = Automation(self, store, self.broadcast, thinker, bot_pause)
        self.replication = Replication(self, store, self.broadcast, presence, self.automation.play_on)
        self.history = History(self, store)
        self.agreements = Agreements(self, store, self.broadcast, self.replication)
        store.on_change(lambda changes: self.replication.changed(changes))

    async def close(self) -> None:
        """Cancel the background tasks; everything acknowledged is stored already."""
        running = [task for task in self.tasks if not task.done()]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def run(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Run a background task and keep a reference to it."""

        async def guarded() -> None:
            try:
                await work
            except RequestRefused as refusal:
                log.info("refused: %s", refusal.code)
            except Exception:
                log.exception("a task of the hall failed")

        task = asyncio.create_task(guarded())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    # --- tables awake and asleep --------------------------------------------------------------------------------

    async def live(self, table_id: str) -> LiveTable:
        """The table, loaded from the store if it is not in memory."""
        found = self.awake.get(table_id)
        if found is None:
            try:
                async with self.replication.loading.setdefault(table_id, asyncio.Lock()):
                    found = self.awake.get(table_id)
                    if found is None:
                        fresh = LiveTable(await self.read(table_id))
                        fresh.remote_people = self.presence.at(table_id)
                        found = self.awake.setdefault(table_id, fresh)
                        if table_id in self.replication.overtaken:
                            self.run(self.replication.catch_up(found))
                        self.automation.play_on(found)
            finally:
                self.replication.loading.pop(table_id, None)
                self.replication.overtaken.discard(table_id)
        found.used = time.monotonic()
        return found

    async def read(self, table_id: str) -> Table:
        row = await self.store.table(table_id)
        if row is None or row.data.campaign is not None:
            raise RequestRefused("no_such_table", {}, 404)
        last = await self.store.entry(table_id, row.seq - 1) if row.seq else None
        return Table(row, last.packed if last else None)

    def let_sleep(self) -> None:
        """Unload tables without watchers or requests for a while; they are loaded again when needed."""
        now = time.monotonic()
        for table_id, live in list(self.awake.items()):
            busy = live.watchers or live.lock.locked() or (live.playing_on and not live.playing_on.done())
            if not busy and now - live.used > self.idle_seconds:
                del self.awake[table_id]

    # --- before the game ----------------------------------------------------------------------------------------

    async def open_table(self, person: Person, wish: OpenTable, on: FinishedBoard | None = None) -> TableInfo:
        need_rateable(wish)
        row = open_row(wish, person.id, person.name, self.thinker.names, time.time(), on)
        await self.store.save_table(row)
        live = await self.live(row.id)
        return live.table.info()

    async def change(self, table_id: str, make: Callable[[Table], TableRow]) -> TableInfo:
        """Change a table without an entry: who sits where, premoves."""
        live = await self.live(table_id)
        async with live.lock:
            for _ in range(3):
                before = live.table.info(live.present)
                try:
                    row = make(live.table)
                except RequestRefused:
                    # The refusal may be due to an outdated copy: read the table again before refusing.
                    if not await self.replication.reread(live):
                        raise
                    continue
                if await self.store.save_table(row):
                    had = live.table.row
                    live.table.set_row(row)
                    self.broadcast.publish_premoves(live, had)
                    # Only its owner may notice a premove, so others get no message.
                    if live.table.info(live.present) != before:
                        self.broadcast.publish_info(live)
                    self.replication.welcome(live, had)
                    return live.table.info(live.present)
                await self.replication.reread(live)
        raise RequestRefused("busy", {}, 503)

    async def join(
        self, person: Person, table_id: str, seat: int | None, luck: str, colour: PlayerColour | None
    ) -> TableInfo:
        return await self.change(table_id, lambda table: table.join(person.id, person.name, seat, luck, colour))

    async def leave(self, person: Person, table_id: str) -> TableInfo:
        """Leave a table. In a game a bot takes the seat until the person is back; in a rated game for good."""
        live = await self.live(table_id)
        if live.table.status != PLAYING:
            return await self.change(table_id, lambda table: table.leave(person.id))
        async with live.lock:
            seats = live.table.seats_of(person.id)
            if not seats:
                raise RequestRefused("not_seated", {}, 403)
            for seat in sorted(seats):
                if live.table.status == PLAYING and live.table.may_leave(seat):
                    await self.perform(live, live.table.substitute(seat, time.time(), leaving=True))
        self.broadcast.publish_info(live)
        return live.table.info(live.present)

    async def save(self, live: LiveTable, row: TableRow) -> bool:
        """Store and publish a row without an entry; False if another process was first, whose version was then read.

        The lock is held.
        """
        if not await self.store.save_table(row):
            await self.replication.reread(live)
            return False
        live.table.set_row(row)
        self.broadcast.publish_info(live)
        return True

    async def forget(self, person: Person, name: str) -> None:
        """Remove a deleted account from all tables: leave open ones, hand games to bots, and replace the name."""
        last: tuple[float, str] | None = None
        while rows := await self.store.tables_of(person.id, before=last):
            last = (rows[-1].created, rows[-1].id)
            for row in rows:
                if row.data.campaign is not None:
                    continue
                if row.status in (OPEN, PLAYING):
                    await self.leave(person, row.id)
                await self.change(row.id, lambda table: table.rename(person.id, name))

    async def close_table(self, person: Person, table_id: str) -> TableInfo:
        """The host closes a table before the game."""
        return await self.change(table_id, lambda table: table.close(person.id))

    async def remove(self, person: Person, table_id: str, seat: int) -> TableInfo:
        return await self.change(table_id, lambda table: table.remove(person.id, seat))

    async def choose_company(self, person: Person, table_id: str, seat: int, company: str) -> TableInfo:
        return await self.change(table_id, lambda table: table.choose_company(person.id, seat, company))

    async def choose_colour(self, person: Person, table_id: str, seat: int, colour: PlayerColour) -> TableInfo:
        return await self.change(table_id, lambda table: table.choose_colour(person.id, seat, colour))

    async def start(self, person: Person, table_id: str) -> TableInfo:
        live = await self.live(table_id)
        async with live.lock:
            try:
                step = live.table.start(person.id, time.time())
            except RequestRefused:
                # The last seat may just have been taken by another process.
                if not await self.replication.reread(live):
                    raise
                step = live.table.start(person.id, time.time())
            await self.perform(live, step)
        self.broadcast.publish_info(live)
        return live.table.info(live.present)

    async def start_by_itself(self, live: LiveTable) -> None:
        """Deal the game of a campaign, which nobody starts by hand."""
        async with live.lock:
            await self.perform(live, live.table.start(live.table.row.host, time.time()))
        self.broadcast.publish_info(live)

    # --- the game -----------------------------------------------------------------------------------------------

    async def act(self, person: Person, wish: Act) -> Done:
        """Take an action for a seat of this person."""
        live = await self.live(wish.table)

        async def take() -> Step:
            base_seq = wish.base_seq
            if live.table.row.data.seats[wish.seat].substituted:
                # Acting takes the seat back from the bot, but only if the action itself is valid.
                live.table.act(wish.seat, base_seq, own_id(wish), wish.action, time.time())
                await self.perform(live, live.table.come_back(wish.seat, time.time()))
                base_seq += 1
            step = live.table.act(wish.seat, base_seq, own_id(wish), wish.action, time.time())
            await self.perform(live, step)
            return step

        return await self.once(live, person, wish, take)

    async def once(
        self, live: LiveTable, person: Person, wish: Act | Undo, take: Callable[[], Awaitable[Step]]
    ) -> Done:
        """Take an action for a seat of this person. Idempotent by action id: a retry is answered, not repeated."""
        async with live.lock:
            await self.replication.keep_up(live, wish.base_seq)
            live.table.need_owner(person.id, wish.seat)
            self.on_attempt(wish.table)
            # A stored action has advanced the seq, so only a request based on an earlier seq needs a query.
            is_current = wish.base_seq == live.table.row.seq
            seq = None if is_current else await self.earlier(live, wish)
            while seq is None:
                had = live.table.row.seq
                try:
                    seq = (await take()).entry.seq
                except RequestRefused as refusal:
                    if live.table.row.seq == had and not (is_current and refusal.code == "stale"):
                        raise
                    # The id is taken, or another process was first, perhaps with a retry of this very action. If not,
                    # try again: where all choose at once the action is still valid, elsewhere it is refused as stale.
                    seq = await self.earlier(live, wish)
                    if seq is None and live.table.row.seq == had:
                        raise
        return Done(wish.table, wish.action_id, seq)

    async def earlier(self, live: LiveTable, wish: Act | Undo) -> int | None:
        """The seq of an action that is stored already, for idempotent retries.

        The entry of a retry is at its `base_seq` or later. An earlier entry is another action with the same id.
        """
        entry = await self.store.entry_by_action(live.table.id, own_id(wish))
        if entry is None:
            return None
        if entry.seq < wish.base_seq:
            raise RequestRefused("action_id_used", {"seq": entry.seq})
        return entry.seq

    async def undo(self, person: Person, wish: Undo) -> Done:
        live = await self.live(wish.table)

        async def take() -> Step:
            seq = live.table.row.seq
            last = await self.store.entry(wish.table, seq - 1)
            before = await self.store.entry(wish.table, seq - 2)
            if last is None or before is None:
                raise RequestRefused("nothing_to_undo")
            step = live.table.undo(wish.seat, wish.base_seq, own_id(wish), last, before, time.time())
            await self.perform(live, step)
            return step

        return await self.once(live, person, wish, take)

    async def premove(self, person: Person, table_id: str, seat: int, plans: list[str]) -> TableInfo:
        live = await self.live(table_id)
        live.table.need_owner(person.id, seat)
        info = await self.change(table_id, lambda table: table.premove(seat, plans))
        self.automation.play_on(live)
        return info

    async def asked_by(self, person: Person, table_id: str, seat: int) -> Table:
        """A table at which it is this person's move in a seat of their own."""
        table = (await self.live(table_id)).table
        table.playing()
        table.need_owner(person.id, seat)
        if seat not in table.to_act():
            raise RequestRefused("not_your_turn", {"seat": seat})
        return table

    async def replace(self, person: Person, table_id: str, seat: int, bot: str) -> TableInfo:
        live = await self.live(table_id)
        if live.table.status == OPEN:
            return await self.change(table_id, lambda table: table.fill(person.id, seat, bot, self.thinker.names))
        async with live.lock:
            await self.perform(live, live.table.replace(person.id, seat, bot, self.thinker.names, time.time()))
        self.broadcast.publish_info(live)
        return live.table.info(live.present)

    async def perform(self, live: LiveTable, step: Step) -> None:
        """Store a step, and once it is durable install and publish it. The lock is held."""
        if not await self.store.append(step.entry, step.row):
            await self.replication.reread(live)
            raise RequestRefused("stale", {"seq": live.table.row.seq})
        had = live.table.row
        live.table.install(step)
        self.on_entry(step.entry)
        self.broadcast.publish(live, step.entry, step.state, step.events)
        self.broadcast.publish_premoves(live, had)
        if step.row.status == ENDED and self.on_finished is not None:
            await self.on_finished(live.table)
            self.broadcast.publish_info(live)
        elif step.row.status == CLOSED and self.on_finished is not None and step.row.data.counts_for_campaign:
            await self.on_finished(live.table)
        elif step.row.waiting:
            self.on_waiting(step.row)
        self.automation.play_on(live)

    # --- watching -----------------------------------------------------------------------------------------------

    async def watch(self, client: Client, table_id: str, since: int | None) -> None:
        """Subscribe a client to a table: it gets the entries after `since`, or a snapshot."""
        live = await self.live(table_id)
        if not live.table.may_watch(client.person):
            raise RequestRefused("no_spectators", {}, 403)
        async with live.lock:
            await self.replication.keep_up(live, since or 0)
            await publish_chat(self.store, live)
            seq = live.table.row.seq
            chat = await self.store.chat(table_id)
            missed = None
            known = since is not None and seq - ENTRIES_AT_ONCE <= since <= seq and live.table.state is not None
            if since is not None and known and client.affords(seq - since):
                missed = await self.retold(live, await self.store.entries(table_id, since, seq), client.person)
            # Added only now: the first message of a client must be the position, not news about other watchers.
            is_new = client not in live.watchers
            if is_new:
                live.add(client)
                self.presence.come(table_id, client.person)
            if live.last_line is None:
                live.last_line = chat[-1].number if chat else 0
            reads = live.table.may_read(client.person)
            heard = [line for line in chat if reads and client.hears(line.person)]
            if missed is not None:
                client.push(encode(live.table.info_for(client.person, live.present)))
                for message in missed:
                    client.push(message)
                self.broadcast.tell_premoves(live, client)
                for line in heard:
                    client.push(encode(chat_line(line)))
            else:
                lines = [chat_line(line) for line in heard]
                seats = live.table.seats_of(client.person)
                client.push(encode(snapshot_of(live, client.person, live.table.state, seq, seats, lines)))
            if is_new:
                self.broadcast.publish_info(live, but=client)
            for seat in live.table.seats_of(client.person):
                await self.give_back(live, seat)

    async def retold(self, live: LiveTable, entries: list[EntryRow], person: str | None) -> list[bytes]:
        """Past entries as messages for a person. Yields to the event loop in between; the lock is held."""
        seats = live.table.seats_of(person)
        messages = []
        facts = TableFacts()
        for number, entry in enumerate(entries, 1):
            state = from_bytes(live.table.board, entry.packed)
            messages.append(EntryMessages(entry, state, live.table.row.deadline, facts).to(seats))
            if number % ENTRIES_IN_A_ROW == 0:
                await asyncio.sleep(0)
        return messages

    async def give_back(self, live: LiveTable, seat: int) -> None:
        """Give a seat back to its owner, who has returned. The lock is held."""
        for _ in range(3):
            data = live.table.row.data.seats[seat]
            if live.table.status != PLAYING or not data.substituted or data.left:
                return
            try:
                await self.perform(live, live.table.come_back(seat, time.time()))
                self.broadcast.publish_info(live)
            except RequestRefused as refusal:
                # The bot moved in another process: try again. After that, the owner's first move takes the seat.
                if refusal.code != "stale":
                    raise

    def unwatch(self, client: Client, table_id: str) -> None:
        live = self.awake.get(table_id)
        if live is not None and client in live.watchers:
            self.broadcast.let_go(live, client)
            self.broadcast.publish_info(live)

    async def may_say(self, person: Person, table_id: str) -> bool:
        """Refuse a person who may not chat at a table; return whether they sit at it."""
        table = (await self.live(table_id)).table
        if not table.row.data.chat:
            raise RequestRefused("no_chat", {}, 403)
        if not table.may_watch(person.id):
            raise RequestRefused("no_spectators", {}, 403)
        table.need_reader(person.id)
        return bool(table.seats_of(person.id))

    async def say(self, person: Person, table_id: str, text: str) -> None:
        """Store a chat line of a person who may chat, and send it to the watchers."""
        live = await self.live(table_id)
        await self.store.add_chat(table_id, person.id, person.name, text, time.time())
        async with live.lock:
            await publish_chat(self.store, live)


def own_id(wish: Act | Undo) -> str:
    """The action id as stored: prefixed by the seat, so that ids of different seats cannot collide."""
    return f"{wish.seat}:{wish.action_id}"
