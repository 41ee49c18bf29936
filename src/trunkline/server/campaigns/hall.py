"""The hall of campaigns: all campaigns in memory. Each change is made under a lock, stored, and only then published."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
from sqlalchemy import Connection, select

from trunkline.campaign.actions import MakeLots
from trunkline.campaign.entries import Joined
from trunkline.campaign.logfile import to_lines
from trunkline.server.campaign_messages import (
    AddBot,
    CampaignInfo,
    CampaignSnapshot,
    DecideBody,
    JoinCampaign,
    OpenCampaign,
)
from trunkline.server.campaigns import founding
from trunkline.server.campaigns.campaign_file import read_file
from trunkline.server.campaigns.campaign_table import PREFIX, CampaignStep, CampaignTable, is_campaign, refresh
from trunkline.server.campaigns.campaign_view import campaign_entry, campaign_info, campaign_you
from trunkline.server.messages import Done
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import EntryRow, TableRow, TableSeat
from trunkline.server.store.store import Store, plain_row
from trunkline.server.tables.broadcast import chat_line, publish_chat
from trunkline.server.tables.live_table import Client, Watched
from trunkline.server.tables.presence import Presence
from trunkline.server.tables.seating import FOUNDING

log = logging.getLogger("trunkline.campaigns")
encode = msgspec.json.Encoder().encode

GONE_SECONDS = 86_400.0
"""Absence after which any president may replace the host."""
MOST_LISTED = 200
TRIES = 5
"""Attempts to store a change while other processes store theirs first (optimistic locking)."""


class LiveCampaign(Watched):
    """A campaign in memory."""

    def __init__(self, table: CampaignTable) -> None:
        super().__init__()
        self.table = table
        self.host_is_gone = False


class Runs(Protocol):
    """What runs background tasks: the hall of tables."""

    def run(self, work: Awaitable[None]) -> asyncio.Task[None]: ...


class CampaignHall:
    """Entry point of every request about a campaign."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        tasks: Runs,
        bots: frozenset[str],
        *,
        on_waiting: Callable[[TableRow, frozenset[str]], None] = lambda row, present: None,
        on_entry: Callable[[EntryRow], None] = lambda entry: None,
        make_lots: MakeLots = lambda: secrets.token_hex(32),
    ) -> None:
        self.store = store
        self.presence = presence
        self.tasks = tasks
        self.bots = bots
        self.on_waiting = on_waiting
        self.on_entry = on_entry
        self.make_lots = make_lots
        self.on_step: Callable[[LiveCampaign], None] = lambda live: None
        """Called after each change: bots decide, and the next game is opened."""
        self.awake: dict[str, LiveCampaign] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        store.on_change(self.changed)

    # --- awake and asleep ----------------------------------------------------------------------------------------

    async def live(self, campaign_id: str) -> LiveCampaign:
        """The campaign, loaded from the store if it is not in memory."""
        found = self.awake.get(campaign_id)
        if found is None:
            try:
                async with self.loading.setdefault(campaign_id, asyncio.Lock()):
                    found = self.awake.get(campaign_id)
                    if found is None:
                        found = LiveCampaign(await self.read(campaign_id))
                        found.remote_people = self.presence.at(campaign_id)
                        self.awake[campaign_id] = found
                        self.on_step(found)
            finally:
                self.loading.pop(campaign_id, None)
        found.used = time.monotonic()
        return found

    async def read(self, campaign_id: str) -> CampaignTable:
        row = await self.store.table(campaign_id) if is_campaign(campaign_id) else None
        if row is None or row.data.campaign is None:
            raise RequestRefused("no_such_campaign", {}, 404)
        return CampaignTable(row, await self.store.entries(campaign_id, 0, row.seq))

    async def seen_by(self, campaign_id: str, person: str | None) -> LiveCampaign:
        """The campaign, for a person who may see it."""
        live = await self.live(campaign_id)
        async with live.lock:
            await self.keep_up(live)
        if not live.table.may_watch(person):
            raise RequestRefused("no_spectators", {}, 403)
        return live

    def let_sleep(self, idle_seconds: float) -> None:
        """Unload campaigns without watchers or requests for a while."""
        now = time.monotonic()
        for campaign_id, live in list(self.awake.items()):
            if not live.watchers and not live.lock.locked() and now - live.used > idle_seconds:
                del self.awake[campaign_id]

    # --- other processes -----------------------------------------------------------------------------------------

    def changed(self, changes: list[tuple[str, int]]) -> None:
        """Another process has stored something; "" means everything in memory."""
        for table_id, seq in changes:
            for live in [self.awake.get(table_id)] if table_id else list(self.awake.values()):
                if live is not None:
                    live.heard = max(live.heard, seq + 1)
                    self.tasks.run(self.catch_up(live))
            if table_id in self.loading:
                self.tasks.run(self.look_again(table_id))

    async def look_again(self, campaign_id: str) -> None:
        await self.catch_up(await self.live(campaign_id))

    async def catch_up(self, live: LiveCampaign) -> None:
        async with live.lock:
            await self.reread(live)
            await publish_chat(self.store, live)

    async def keep_up(self, live: LiveCampaign) -> None:
        """Reload if a notification named a later seq than the loaded one. The lock is held."""
        if live.heard > live.table.row.seq:
            await self.reread(live)

    async def reread(self, live: LiveCampaign) -> bool:
        """Read what another process has stored, and publish it; False if there is nothing new. The lock is held."""
        row = await self.store.table(live.table.id)
        if row is None or row.version == live.table.row.version:
            return False
        fresh = await self.store.entries(live.table.id, live.table.row.seq, row.seq)
        live.table.row = row
        for entry in fresh:
            live.table.add(entry)
        self.publish(live, fresh)
        self.on_step(live)
        return True

    def present_changed(self, campaign_id: str) -> None:
        """The remote watchers of a campaign changed."""
        live = self.awake.get(campaign_id)
        if live is not None:
            live.remote_people = self.presence.at(campaign_id)
            self.publish(live)

    # --- changes -------------------------------------------------------------------------------------------------

    async def change(self, campaign_id: str, make: Callable[[CampaignTable], TableRow]) -> LiveCampaign:
        """Change a campaign without an entry."""
        live = await self.live(campaign_id)
        async with live.lock:
            await self.save_changed(live, make)
        self.on_step(live)
        return live

    async def save_changed(self, live: LiveCampaign, make: Callable[[CampaignTable], TableRow]) -> None:
        """Store and publish a change without an entry. The lock is held."""
        for _ in range(TRIES):
            try:
                row = make(live.table)
            except RequestRefused:
                if not await self.reread(live):
                    raise
                continue
            if await self.store.save_table(row):
                live.table.row = row
                self.publish(live)
                return
            await self.reread(live)
        raise RequestRefused("busy", {}, 503)

    async def perform(self, live: LiveCampaign, make: Callable[[CampaignTable], CampaignStep]) -> int:
        """Make a step, store it, and once it is durable install and publish it; its seq. The lock is held.

        Idempotent by the action id of the step. Where another process was first, the step is made again.
        """
        for _ in range(TRIES):
            try:
                step = make(live.table)
            except RequestRefused:
                if not await self.reread(live):
                    raise
                continue
            if await self.store.append(step.entry, step.row):
                live.table.install(step)
                self.on_entry(step.entry)
                self.publish(live, [step.entry])
                if step.row.waiting:
                    self.on_waiting(step.row, live.present)
                return step.entry.seq
            if step.entry.action_id is not None:
                there = await self.store.entry_by_action(live.table.id, step.entry.action_id)
                if there is not None:
                    await self.reread(live)
                    return there.seq
            await self.reread(live)
        raise RequestRefused("busy", {}, 503)

    async def decide(self, person: Person, campaign_id: str, wish: DecideBody) -> Done:
        """An action of a person. Idempotent by its action id."""
        live = await self.live(campaign_id)
        own_id = f"{wish.actor}:{wish.action_id}"
        self.check_bots(wish.action)
        async with live.lock:
            await self.keep_up(live)
            if wish.actor != "host" and wish.actor not in live.table.companies_of(person.id):
                raise RequestRefused("not_your_company", {"company": wish.actor}, 403)
            there = await self.store.entry_by_action(campaign_id, own_id)
            if there is not None:
                return Done(campaign_id, wish.action_id, there.seq)

            def make(table: CampaignTable) -> CampaignStep:
                return table.decide(person.id, wish.actor, wish.action, own_id, time.time(), self.make_lots)

            seq = await self.perform(live, make)
        self.on_step(live)
        return Done(campaign_id, wish.action_id, seq)

    def check_bots(self, words: str) -> None:
        """Refuse unknown bots: `seat blue=nobody`."""
        parts = words.split()
        if parts[:1] in (["seat"], ["join"]):
            for part in parts[1:] if parts[0] == "seat" else parts[1:2]:
                if "=" in part:
                    founding.need_bot(part.partition("=")[2], self.bots)

    # --- founding, joining, hosting ------------------------------------------------------------------------------

    async def open(self, person: Person, wish: OpenCampaign) -> LiveCampaign:
        row = founding.open_row(wish, person.id, person.name, self.bots, self.make_lots(), time.time())
        await self.store.save_table(row)
        return await self.live(row.id)

    async def found(self, person: Person, campaign_id: str) -> LiveCampaign:
        live = await self.live(campaign_id)
        async with live.lock:
            await self.perform(live, lambda table: founding.found_step(table, person.id, time.time(), self.make_lots))
        self.on_step(live)
        return live

    async def join(self, person: Person, campaign_id: str, wish: JoinCampaign) -> LiveCampaign:
        """Found a company, or take one without a president."""
        live = await self.live(campaign_id)
        async with live.lock:
            await self.keep_up(live)
            if live.table.row.status == FOUNDING:
                await self.save_changed(live, lambda table: founding.join(table, person.id, person.name, wish))
            elif any(seat.kind == "open" for seat in live.table.row.data.seats):
                await self.save_changed(live, lambda table: self.taken(table, person, wish))
            else:
                await self.perform(live, lambda table: self.joining(table, person, wish))
        self.on_step(live)
        return live

    def taken(self, table: CampaignTable, person: Person, wish: JoinCampaign) -> TableRow:
        if not table.data.open and not table.is_member(person.id):
            raise RequestRefused("not_open", {}, 403)
        row = founding.take(table, person.id, wish.colour, time.time())
        if row is None:
            raise RequestRefused("campaign_full")
        return row

    def joining(self, table: CampaignTable, person: Person, wish: JoinCampaign) -> CampaignStep:
        """A company joins a campaign in a pause, played by this person (L28)."""
        facts = founding.joined(table, wish, person.name)
        step = table.step(facts, None, None, None, time.time())
        joined = facts[0]
        assert isinstance(joined, Joined) and step.row.data.campaign is not None
        number = step.row.data.companies.index(joined.founder.company)
        step.row.data.seats[number] = TableSeat("person", joined.founder.president, person.id)
        step.row.people = sorted({*step.row.people, person.id})
        step.row.data.campaign.seen[person.id] = step.entry.seq
        return step

    async def add_bot(self, person: Person, campaign_id: str, wish: AddBot) -> LiveCampaign:
        founding.need_bot(wish.bot, self.bots)

        def make(table: CampaignTable) -> TableRow:
            if table.row.status == FOUNDING:
                return founding.add_bot(table, person.id, wish)
            return founding.give_to_bot(table, person.id, wish, time.time())

        return await self.change(campaign_id, make)

    async def set_open(self, person: Person, campaign_id: str, is_open: bool) -> LiveCampaign:
        def make(table: CampaignTable) -> TableRow:
            table.need_host(person.id)
            row = table.next_row()
            assert row.data.campaign is not None
            row.data.campaign.open = is_open
            return row

        return await self.change(campaign_id, make)

    async def saw(self, person: Person, campaign_id: str, seq: int) -> None:
        """Store up to which seq a person was shown moments; it never decreases."""
        live = await self.live(campaign_id)
        if not live.table.companies_of(person.id):
            raise RequestRefused("not_seated", {}, 403)
        if live.table.data.seen.get(person.id, 0) >= min(seq, live.table.row.seq):
            return

        def make(table: CampaignTable) -> TableRow:
            row = table.next_row()
            assert row.data.campaign is not None
            seen = row.data.campaign.seen
            seen[person.id] = max(seen.get(person.id, 0), min(seq, row.seq))
            return row

        await self.change(campaign_id, make)

    async def look_for_host(self, live: LiveCampaign, is_here: Callable[[str], bool]) -> None:
        """Update whether the host was absent for a day."""
        host = live.table.data.host
        if is_here(host):
            live.host_is_gone = False
            return
        people = schema.people
        query = select(people.c.seen).where(people.c.id == host, people.c.kind != "deleted")

        def look(connection: Connection) -> float | None:
            found: float | None = connection.execute(query).scalar()
            return found

        seen = await self.store.read(look)
        live.host_is_gone = seen is None or time.time() - seen > GONE_SECONDS

    async def take_over(self, person: Person, campaign_id: str, is_here: Callable[[str], bool]) -> LiveCampaign:
        """Make a president the host if the host was absent for a day."""
        live = await self.live(campaign_id)
        await self.look_for_host(live, is_here)

        def make(table: CampaignTable) -> TableRow:
            if not table.companies_of(person.id):
                raise RequestRefused("not_seated", {}, 403)
            if not live.host_is_gone or table.data.host == person.id:
                raise RequestRefused("host_is_here", {}, 403)
            row = table.row.copy()
            assert row.data.campaign is not None
            row.data.campaign.host = person.id
            if table.campaign is None:
                row.version += 1
            else:
                refresh(row, table.campaign, time.time())
            return row

        await self.change(campaign_id, make)
        live.host_is_gone = False
        return live

    async def of(self, person: str) -> list[TableRow]:
        """The campaigns of a person, the newest first."""
        return await self.store.read(lambda connection: campaigns_of(connection, person))

    async def forget(self, person: Person) -> None:
        """Give the companies of a deleted account to the campaign's bot."""
        for row in await self.of(person.id):
            await self.change(row.id, lambda table: founding.without_person(table, person.id, time.time()))

    # --- the file ------------------------------------------------------------------------------------------------

    async def export(self, person: Person, campaign_id: str) -> bytes:
        live = await self.live(campaign_id)
        if not live.table.may_read(person.id):
            raise RequestRefused("private_table", {}, 403)
        live.table.running()
        return b"".join(to_lines(live.table.facts))

    async def bring(self, person: Person, body: bytes, company: str | None) -> LiveCampaign:
        """Import a campaign from its file: it is folded and checked before it is kept."""
        facts, campaign = await asyncio.to_thread(read_file, body)
        wish = OpenCampaign(campaign.name, [])
        row = founding.empty_row(wish, person.id, self.make_lots(), time.time())
        step = founding.imported(facts, campaign, person.id, company, row)
        await self.store.save_table(row)
        await self.store.append(step.entry, step.row)
        return await self.live(row.id)

    # --- watching ------------------------------------------------------------------------------------------------

    def info_for(self, live: LiveCampaign, person: str | None, since: int | None, shared: CampaignInfo) -> CampaignInfo:
        """The campaign for one person, with the entries from a seq on."""
        table = live.table
        entries = [] if since is None else [campaign_entry(entry) for entry in table.entries[since:]]
        return msgspec.structs.replace(shared, entries=entries, you=campaign_you(table, person, live.host_is_gone))

    def info(self, live: LiveCampaign, person: str | None, since: int | None = 0) -> CampaignInfo:
        return self.info_for(live, person, since, campaign_info(live.table, live.present))

    async def watch(self, client: Client, campaign_id: str, since: int | None) -> None:
        """Subscribe a client: it gets a snapshot with the entries from `since` on."""
        live = await self.live(campaign_id)
        async with live.lock:
            await self.keep_up(live)
            if not live.table.may_watch(client.person):
                raise RequestRefused("no_spectators", {}, 403)
            await publish_chat(self.store, live)
            chat = await self.store.chat(campaign_id)
            is_new = client not in live.watchers
            if is_new:
                live.add(client)
                self.presence.come(campaign_id, client.person)
            if live.last_line is None:
                live.last_line = chat[-1].number if chat else 0
            reads = live.table.may_read(client.person)
            lines = [chat_line(line) for line in chat if reads and client.hears(line.person)]
            client.push(encode(CampaignSnapshot(self.info(live, client.person, since), lines)))
            if is_new:
                self.publish(live, but=client)

    def unwatch(self, client: Client, campaign_id: str) -> None:
        live = self.awake.get(campaign_id)
        if live is not None and client in live.watchers:
            live.discard(client)
            self.presence.go(campaign_id, client.person)
            self.publish(live)

    def publish(self, live: LiveCampaign, entries: list[EntryRow] | None = None, but: Client | None = None) -> None:
        """Send a durable change to every watcher."""
        if not live.watchers:
            return
        shared = campaign_info(live.table, live.present)
        since = live.table.row.seq if not entries else entries[0].seq
        told: dict[str | None, bytes] = {}
        for client in list(live.watchers):
            if client is but:
                continue
            if client.person not in told:
                told[client.person] = encode(self.info_for(live, client.person, since, shared))
            client.push(told[client.person])

    async def may_say(self, person: Person, campaign_id: str) -> bool:
        table = (await self.live(campaign_id)).table
        if not table.row.data.chat:
            raise RequestRefused("no_chat", {}, 403)
        if not table.may_read(person.id):
            raise RequestRefused("private_table", {}, 403)
        return True

    async def say(self, person: Person, campaign_id: str, text: str) -> None:
        live = await self.live(campaign_id)
        await self.store.add_chat(campaign_id, person.id, person.name, text, time.time())
        async with live.lock:
            await publish_chat(self.store, live)


def campaigns_of(connection: Connection, person: str) -> list[TableRow]:
    tables, seats = schema.tables, schema.table_people
    query = select(tables).join(seats, seats.c.table == tables.c.id)
    query = query.where(seats.c.person == person, tables.c.id.startswith(PREFIX, autoescape=True))
    query = query.order_by(tables.c.created.desc()).limit(MOST_LISTED)
    return [plain_row(row) for row in connection.execute(query)]
