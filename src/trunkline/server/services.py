"""The services of a running server: opened and closed together, with its periodic tasks."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import sleep
from collections.abc import Awaitable, Callable

from litestar.di import NamedDependency

import trunkline
from trunkline.server.campaign_messages import DecideBody
from trunkline.server.campaigns.campaign_table import is_campaign
from trunkline.server.campaigns.course import Course
from trunkline.server.campaigns.hall import CampaignHall
from trunkline.server.http.lru_cache import Cache
from trunkline.server.http.outbox import Outbox
from trunkline.server.http.rate_limits import RATES, READING_COST, ChatRules, Limits, OpenConnections
from trunkline.server.messages import Act, Done, Undo
from trunkline.server.notify.egress import Egress
from trunkline.server.notify.notices import Notices
from trunkline.server.notify.senders import Keys
from trunkline.server.ops.metrics import ServerMetrics
from trunkline.server.people.accounts import People
from trunkline.server.people.revocations import Revocations
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.settings import Settings
from trunkline.server.store.rows import EntryRow, TableRow
from trunkline.server.store.store import Store
from trunkline.server.tables import invitations
from trunkline.server.tables.bot_pool import BotPool
from trunkline.server.tables.consent import holds_seat
from trunkline.server.tables.finish import Finish
from trunkline.server.tables.hall import Hall
from trunkline.server.tables.live_table import Client
from trunkline.server.tables.presence import LIST_SECONDS, Presence
from trunkline.server.tables.seating import OPEN
from trunkline.server.tables.statistics import Course as GameCourse
from trunkline.server.tables.table import Table

log = logging.getLogger("trunkline.services")

SWEEP_SECONDS = 30.0
EXPIRE_SECONDS = 600.0
RECORDS_KEPT = 16 * 1024 * 1024
"""Size of the cache of exported games in bytes; one has 50 to 300 kB."""
STORIES_KEPT = 200_000
"""Size of the cache of statistics in entries; one is about 100 bytes."""
REFUSAL_DELAY = 0.25
"""Seconds before a client that exceeds a rate limit gets its refusal: four in a second for each connection."""
WARM_UP_SECONDS = 0.5
"""Delay before the bot workers start, so that the server answers first."""


class Services:
    """Everything that a request may need. Made by `open`, ended by `close`."""

    def __init__(self, settings: Settings, store: Store, keys: Keys) -> None:
        self.settings = settings
        self.store = store
        self.metrics = ServerMetrics()
        self.limits = Limits()
        self.chat_rules = ChatRules(self.limits)
        self.held = OpenConnections(settings.limits)
        self.records: Cache[bytes] = Cache(RECORDS_KEPT)
        """The files of finished games that were asked for last."""
        self.stories: Cache[GameCourse] = Cache(STORIES_KEPT)
        """The figures of finished games that were asked for last."""
        self.people = People(store)
        self.finish = Finish(store)
        self.pool = BotPool(
            settings.bot_workers, seconds=settings.bot_seconds, on_thought=self.metrics.bot_seconds.observe
        )
        self.presence = Presence(store.wire)
        self.hall = Hall(
            store,
            self.pool,
            self.presence,
            bot_pause=settings.bot_pause,
            idle_seconds=settings.idle_seconds,
            on_waiting=self.on_waiting,
            on_finished=self.on_finished,
            on_entry=self.on_entry,
            on_attempt=lambda table: self.limit(table, "move_table"),
        )
        self.campaigns = CampaignHall(
            store,
            self.presence,
            self.hall,
            self.pool.names,
            on_waiting=self.tell_waiting,
            on_entry=self.on_entry,
        )
        self.course = Course(store, self.campaigns, self.hall, self.finish)
        self.finish.on_campaign_game = self.course.table_ended
        self.presence.on_change = self.on_presence
        self.notices = Notices(
            store,
            keys,
            egress=Egress(http_allowed=True, allow=lambda address: True) if settings.insecure_webhooks else None,
            contact=settings.contact,
            table_url=self.table_url,
            here=self.is_here,
            on_outcome=lambda way, outcome: self.metrics.notices.add(way=way, outcome=outcome),
        )
        self.clients: dict[str, set[Outbox]] = {}
        """The open connections of each person."""
        self.revocations = Revocations(store, self.people, self.clients)
        store.on_change(self.on_change)
        self.stopping = asyncio.Event()
        self.is_closed = False
        self.tasks: list[asyncio.Task[None]] = []
        self.metrics.started.set(time.time())
        store.on_commit = self.on_commit
        self.metrics.tables_awake.ask(lambda: float(len(self.hall.awake)))

    @classmethod
    async def open(cls, settings: Settings) -> Services:
        store = await Store.open(settings.database_url)
        try:
            services = cls(settings, store, await Keys.kept_by(store))
        except BaseException:
            await store.close()
            raise
        await services.presence.start()
        await services.notices.start()
        services.tasks = [
            asyncio.create_task(services.run_periodically(1.0, services.every_second)),
            asyncio.create_task(services.run_periodically(SWEEP_SECONDS, services.every_while)),
            asyncio.create_task(services.run_periodically(EXPIRE_SECONDS, services.expire_tables)),
            asyncio.create_task(services.run_periodically(LIST_SECONDS, services.presence.say_list)),
            asyncio.create_task(services.warm_up()),
        ]
        log.info("open: version=%s compiled=%s", trunkline.__version__, trunkline.compiled)
        return services

    async def close(self) -> None:
        """Cancel the periodic tasks, close all services, and let the store write what is queued."""
        self.stopping.set()
        if self.is_closed:
            return
        self.is_closed = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for name, ending in (
            ("hall", self.hall.close),
            ("presence", self.presence.stop),
            ("notices", self.notices.stop),
            ("bots", self.pool.close),
            ("store", self.store.close),
        ):
            try:
                await ending()
            except Exception:
                log.exception("closing failed: %s", name)
        self.people.close()
        log.info("closed")

    # --- periodic tasks -----------------------------------------------------------------------------------------

    async def run_periodically(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await work()
            except Exception:
                # The database may be unreachable; the next run tries again.
                log.exception("a periodic task failed")
            await asyncio.sleep(seconds)

    async def every_second(self) -> None:
        await self.hall.automation.enforce_clocks()
        await self.course.check_deadlines()
        self.hall.let_sleep()
        self.campaigns.let_sleep(self.settings.idle_seconds)

    async def every_while(self) -> None:
        await self.revocations.check_all()
        await self.finish.sweep()
        for table in await self.finish.stuck(time.time()):
            live = await self.hall.live(table)
            self.hall.automation.play_on(live)

    def on_change(self, changes: list[tuple[str, int]]) -> None:
        if ("", -1) in changes:
            # Notifications were missed, perhaps of revoked logins.
            self.hall.run(self.revocations.check_all())

    async def expire_tables(self) -> None:
        """Close tables that nobody has started for long, and forget codes that stand for no table any more."""
        await self.hall.agreements.expire(time.time() - self.settings.open_days * 86_400)
        await self.store.write(invitations.forget)

    async def warm_up(self) -> None:
        await asyncio.sleep(WARM_UP_SECONDS)
        await self.pool.warm_up()

    def on_commit(self, seconds: float, writes: int) -> None:
        self.metrics.commit_seconds.observe(seconds)
        self.metrics.commit_size.observe(writes)

    def on_entry(self, entry: EntryRow) -> None:
        self.metrics.entries.add(kind=entry.kind)

    async def on_finished(self, table: Table) -> None:
        """A game has ended. One of a campaign goes there first, without waiting for it: the table's lock is held."""
        if table.row.data.counts_for_campaign:
            self.hall.run(self.course.table_ended(table))
        else:
            await self.finish.record(table)

    def on_presence(self, table_id: str) -> None:
        if is_campaign(table_id):
            self.campaigns.present_changed(table_id)
        else:
            self.hall.replication.present(table_id)

    def on_waiting(self, row: TableRow) -> None:
        live = self.hall.awake.get(row.id)
        self.tell_waiting(row, live.present if live is not None else frozenset())

    def tell_waiting(self, row: TableRow, present: frozenset[str]) -> None:
        if not present.issuperset(row.waiting):
            self.hall.run(self.notices.waits(row, present))

    def table_url(self, table: str) -> str:
        origins = sorted(self.settings.origins)
        kind = "campaign" if is_campaign(table) else "table"
        return f"{origins[0] if origins else ''}/{kind}/{table}"

    # --- who is here --------------------------------------------------------------------------------------------

    def is_here(self, person: str) -> bool:
        return person in self.clients or self.presence.is_elsewhere(person)

    def arrive(self, client: Outbox) -> None:
        """A connection was opened."""
        if client.person is not None:
            self.clients.setdefault(client.person, set()).add(client)
            self.presence.come("", client.person)

    def depart(self, client: Outbox) -> None:
        there = self.clients.get(client.person or "")
        if there is not None:
            there.discard(client)
            self.presence.go("", client.person)
            if not there:
                del self.clients[client.person or ""]
                # No notices when the server stops: clients reconnect to it or to another process.
                if client.person and not self.stopping.is_set() and not self.is_here(client.person):
                    self.hall.run(self.notices.left(client.person))

    def mute(self, person: str, muted: str, wanted: bool) -> None:
        """Mute or unmute another person on the open connections of a person."""
        for client in self.clients.get(person, ()):
            (client.muted.add if wanted else client.muted.discard)(muted)

    # --- requests that come by socket and by REST alike ---------------------------------------------------------

    def limit(self, key: str, kind: str) -> None:
        """Rate limit: count one, or refuse as `too_fast`."""
        if self.settings.limits:
            self.limits.check(key, kind, time.monotonic())

    async def limit_and_delay(self, key: str, kind: str) -> None:
        """Rate limit for what a client can repeat without a pause: a refusal is sent after a delay.

        A flood of refusals would cost about as much as what is refused. The client waits for its answer, and a server
        that waits costs nothing.
        """
        try:
            self.limit(key, kind)
        except RequestRefused:
            await sleep(REFUSAL_DELAY)
            raise

    async def need_room(self, person: Person, *, opening: bool = False, alone: bool = False) -> None:
        """Refuse a guest who has as many tables or seats as a guest may have.

        Two requests at once may both pass: the rate limit bounds by how much.
        """
        if person.is_account or not self.settings.limits:
            return
        held = await self.store.held_by(person.id)
        opened = sum(row.status == OPEN and row.host == person.id for row in held)
        if opening and opened >= self.settings.guest_tables:
            raise RequestRefused("too_many_open_tables", {"most": self.settings.guest_tables})
        if not alone and sum(holds_seat(row, person.id) for row in held) >= self.settings.guest_seats:
            raise RequestRefused("too_many_seats", {"most": self.settings.guest_seats})

    def charge(self, address: str, kind: str, amount: int = 1) -> None:
        """Charge an address for reading so many of a kind (READING_COST); refused as `too_fast` if it has none left."""
        if self.settings.limits:
            cost = min(READING_COST[kind] * amount, RATES["reading"].burst)
            self.limits.check(address, "reading", time.monotonic(), cost)

    def affords(self, address: str, entries: int) -> bool:
        """Charge an address for entries with positions; False if its allowance is exhausted."""
        try:
            self.charge(address, "entry", entries)
        except RequestRefused:
            return False
        return True

    async def act(self, person: Person, wish: Act | Undo) -> Done:
        """Take an action, or take it back."""
        # The table's own limit is charged by the hall, once it knows that the seat is the person's.
        self.limit(person.id, "move_person")
        began = time.monotonic()
        done = await (self.hall.act(person, wish) if isinstance(wish, Act) else self.hall.undo(person, wish))
        self.metrics.move_seconds.observe(time.monotonic() - began)
        return done

    async def watch(self, client: Client, table: str, since: int | None) -> None:
        """Subscribe a client to a table or a campaign."""
        if is_campaign(table):
            # The snapshot tells whether one may take over from a host who is gone.
            await self.campaigns.look_for_host(await self.campaigns.live(table), self.is_here)
        await (self.campaigns if is_campaign(table) else self.hall).watch(client, table, since)

    def unwatch(self, client: Client, table: str) -> None:
        (self.campaigns if is_campaign(table) else self.hall).unwatch(client, table)

    async def decide(self, person: Person, campaign: str, wish: DecideBody) -> Done:
        """Take a decision in a campaign."""
        self.limit(person.id, "move_person")
        return await self.campaigns.decide(person, campaign, wish)

    async def forget(self, person: Person, name: str) -> None:
        """Remove a deleted account from all campaigns and tables."""
        await self.campaigns.forget(person)
        await self.hall.forget(person, name)

    async def say(self, person: Person, table: str, text: str) -> None:
        speaker = await self.people.named(person)
        hall = self.campaigns if is_campaign(table) else self.hall
        seated = await hall.may_say(speaker, table)
        line = self.chat_rules.check(table, person.id, text, time.monotonic(), seated=seated)
        await hall.say(speaker, table, line)
        self.metrics.chat_lines.add()


TheServices = NamedDependency[Services]
"""The services, as a request handler is given them."""
