"""Automation of campaigns: bots act, games are opened, and each result is added to the log exactly once.

What is due is computed from the stored rows of the campaign and of its game. The work of a process that died is
therefore continued by the process that next loads the campaign, or by the periodic check of deadlines.
"""

from __future__ import annotations

import base64
import logging
import time
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, select

from trunkline.campaign.actions import HOST, MakeLots, to_act
from trunkline.campaign.games import edition_of, result_of_state
from trunkline.campaign.state import PLAYING, Campaign
from trunkline.maps.edition import reference
from trunkline.rules.newspapers import NEWSPAPERS_MET
from trunkline.server.campaigns.campaign_table import RUNNING, CampaignStep, CampaignTable, refresh
from trunkline.server.campaigns.hall import CampaignHall, LiveCampaign
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import CampaignLink, TableData, TableRow, TableSeat
from trunkline.server.store.store import Store
from trunkline.server.tables.finish import Finish
from trunkline.server.tables.hall import Hall
from trunkline.server.tables.seated_table import CLOSED, ENDED
from trunkline.server.tables.seating import OPEN, people_at
from trunkline.server.tables.table import Table

log = logging.getLogger("trunkline.campaigns")


class Course:
    """Runs what is due in campaigns."""

    def __init__(self, store: Store, campaigns: CampaignHall, tables: Hall, finish: Finish) -> None:
        self.store = store
        self.campaigns = campaigns
        self.tables = tables
        self.finish = finish
        campaigns.on_step = self.schedule

    def schedule(self, live: LiveCampaign) -> None:
        """Do what is due in the background, if something may be."""
        campaign = live.table.campaign
        if campaign is not None and (live.table.row.deadline is not None or campaign.stage == PLAYING):
            self.tables.run(self.do_all_due(live))

    async def do_all_due(self, live: LiveCampaign) -> None:
        async with live.lock:
            while await self.do_next_due(live):
                pass

    async def do_next_due(self, live: LiveCampaign) -> bool:
        """Do one thing that is due; False if there is none. The lock is held."""
        campaign = live.table.campaign
        if campaign is None:
            return False
        if campaign.stage == PLAYING:
            return await self.follow_game(live, campaign)
        if live.table.row.deadline is None or live.table.row.deadline > time.time():
            return False
        late = [actor for actor in to_act(campaign) if actor != HOST and live.table.seat(actor).kind == "person"]
        bots = [company.colour for company in campaign.active if live.table.bot_of(company.colour) is not None]
        for company in [*bots, *late]:
            if await self.decide_by_bot(live, company):
                return True
        return False

    async def decide_by_bot(self, live: LiveCampaign, company: str) -> bool:
        """Let a bot take the next decision of a company; False if there is none."""

        def make(table: CampaignTable) -> CampaignStep:
            step = table.decide_by_bot(company, time.time(), self.campaigns.make_lots)
            if step is None:
                raise RequestRefused("not_legal")
            return step

        try:
            await self.campaigns.perform(live, make)
        except RequestRefused as refusal:
            if refusal.code != "not_legal":
                raise
            return False
        return True

    async def check_deadlines(self) -> None:
        """Continue the campaigns in which something is due: expired decisions, and the unfinished work of dead
        processes."""
        for campaign_id in await self.store.read(lambda connection: due(connection, time.time())):
            await self.do_all_due(await self.campaigns.live(campaign_id))

    # --- games ---------------------------------------------------------------------------------------------------

    async def follow_game(self, live: LiveCampaign, campaign: Campaign) -> bool:
        """Open the game that is seated, or take its result. The lock is held."""
        data = live.table.data
        if data.table is None:
            if live.table.ownerless():
                return False
            await self.open_game(live, campaign)
            return True
        row = await self.store.table(data.table)
        if row is None or row.status not in (ENDED, CLOSED):
            # Loading the table lets its bots play on, even if the process that dealt it has died.
            await self.tables.live(data.table)
            return False
        if row.status == CLOSED:
            closed = data.table
            await self.campaigns.perform(live, lambda table: table.dealt_anew(closed, time.time()))
        else:
            await self.take_result(live, row)
        return True

    async def open_game(self, live: LiveCampaign, campaign: Campaign) -> None:
        """Open the table of the game and deal it. The id follows from the campaign, so it is opened once."""
        table_id = game_id(live.table.row)
        if await self.store.table(table_id) is None:
            await self.store.save_table(game_row(live.table, campaign, table_id, self.campaigns.make_lots))
        found = await self.tables.live(table_id)
        if found.table.status == OPEN:
            try:
                await self.tables.start_by_itself(found)
            except RequestRefused as refusal:
                # Another process has dealt it.
                log.info("start of a campaign's game: %s", refusal.code)

        def opened(table: CampaignTable) -> TableRow:
            if table.running().stage != PLAYING or table.data.table is not None:
                raise RequestRefused("not_legal")
            row = table.row.copy()
            assert row.data.campaign is not None
            row.data.campaign.table = table_id
            refresh(row, table.running(), time.time())
            return row

        try:
            await self.campaigns.save_changed(live, opened)
        except RequestRefused as refusal:
            if refusal.code != "not_legal":
                raise

    async def take_result(self, live: LiveCampaign, row: TableRow) -> None:
        """Add the result of a finished game to the log, once: its action id is that of the game."""
        link = row.data.link
        assert link is not None
        entries = await self.store.entries(row.id, 0, row.seq)
        game = Table(row, entries[-1].packed)
        assert game.state is not None
        newspapers = sum(newspapers_in(entry.events) for entry in entries)
        result = result_of_state(game.state, newspapers)

        def make(table: CampaignTable) -> CampaignStep:
            return table.game_over(link.game, row.id, result, time.time(), self.campaigns.make_lots)

        await self.campaigns.perform(live, make)

    async def table_ended(self, table: Table) -> None:
        """Handle the end or the abort of a campaign's game; called by the hall of tables and by the periodic check."""
        link = table.row.data.link
        if link is None:
            return
        live = await self.campaigns.live(link.campaign)
        await self.do_all_due(live)
        if table.status == ENDED and live.table.data.tables.get(str(link.game)) == table.id:
            await self.finish.record(table)


def newspapers_in(events: bytes) -> int:
    """The number of newspapers in the events of an entry."""
    if NEWSPAPERS_MET.name.encode() not in events:
        return 0
    field = NEWSPAPERS_MET.fields[0]
    return sum(int(event[field]) for event in msgspec.json.decode(events) if event["event"] == NEWSPAPERS_MET.name)


def game_id(row: TableRow) -> str:
    """The id of the table of the current game. It is derived from the campaign's secret, so nobody can guess it."""
    data = row.data.campaign
    assert data is not None
    words = f"{row.data.secret} {row.id} {data.game} {data.deals}".encode()
    return base64.urlsafe_b64encode(sha256(words).digest()[:12]).decode()


def game_row(table: CampaignTable, campaign: Campaign, table_id: str, make_lots: MakeLots) -> TableRow:
    """The row of the table of the game that is seated."""
    campaign_data, data = table.data, table.row.data
    seats = []
    for place in campaign.places:
        seat = table.seat(place.company)
        president = campaign.company(place.company).president
        bot = place.stand_in or table.bot_of(place.company)
        if bot is None:
            seats.append(TableSeat("person", president, seat.person, luck=make_lots()))
        else:
            name = president if place.stand_in is None else bot
            seats.append(TableSeat("bot", name, bot=bot, luck=make_lots()))
    companies = [place.company for place in campaign.places]
    row = TableRow(
        id=table_id,
        created=time.time(),
        status=OPEN,
        public=False,
        map=reference(campaign.content.map, edition_of(campaign)),
        variant="base",
        host=campaign_data.host,
        people=[],
        waiting=[],
        seq=0,
        deadline=None,
        version=0,
        data=TableData(
            seats=seats,
            spectators=data.spectators,
            chat=data.chat,
            clock=data.clock,
            first=companies.index(campaign.caboose) if campaign.caboose in companies else None,
            substitute=data.substitute,
            secret=make_lots(),
            rated=False,
            companies=companies,
            link=CampaignLink(table.id, campaign_data.name, campaign.game, campaign.year),
        ),
    )
    row.people = people_at(row)
    return row


def due(connection: Connection, now: float) -> list[str]:
    """Campaigns in which something is due."""
    tables = schema.tables
    query = select(tables.c.id).where(tables.c.deadline <= now, tables.c.status == RUNNING).order_by(tables.c.deadline)
    return list(connection.execute(query.limit(100)).scalars())
