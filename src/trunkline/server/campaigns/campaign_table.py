"""A campaign as a value: its row, its log and its fold; steps are made on copies, and nothing is stored here.

As at a table, every change has two parts: a method returns what would be stored, the hall stores it, and only then
`install` makes it current.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from trunkline.campaign.actions import HOST, IllegalStep, MakeLots, act, finish_game, to_act
from trunkline.campaign.entries import AnyEntry, DealtAnew, Founded, Joined, Result
from trunkline.campaign.fold import begin, fold
from trunkline.campaign.presidents import choices
from trunkline.campaign.reckoning import final_accounts
from trunkline.campaign.state import OVER, PLAYING, Campaign, copy
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import CampaignData, EntryRow, TableRow, TableSeat

PREFIX = "campaign-"
"""Prefix of campaign ids: tells a campaign from a table without a database query."""
RUNNING, FINISHED, CLOSED = "campaign", "finished", "closed"
LEAST_SECONDS = 120.0
"""Minimum time for a decision between two games, because players read the story first."""

_FACTS = msgspec.json.Decoder(list[AnyEntry])
_encode = msgspec.json.Encoder().encode


def is_campaign(table_id: str) -> bool:
    return table_id.startswith(PREFIX)


@dataclass(slots=True)
class CampaignStep:
    """A change that is not stored yet: the next row, the entry, and the campaign after it."""

    row: TableRow
    entry: EntryRow
    campaign: Campaign
    facts: list[AnyEntry]


class CampaignTable:
    """A campaign. `row` is the stored version; `campaign` is None before the founding."""

    def __init__(self, row: TableRow, entries: Sequence[EntryRow] = ()) -> None:
        self.row = row
        self.entries: list[EntryRow] = []
        self.facts: list[AnyEntry] = []
        self.campaign: Campaign | None = None
        for entry in entries:
            self.add(entry)

    def add(self, entry: EntryRow) -> None:
        """Take a stored entry."""
        facts = _FACTS.decode(entry.events)
        self.campaign = folded(self.campaign, facts)
        self.entries.append(entry)
        self.facts += facts

    def install(self, step: CampaignStep) -> None:
        self.row = step.row
        self.campaign = step.campaign
        self.entries.append(step.entry)
        self.facts += step.facts

    # --- who -----------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def data(self) -> CampaignData:
        found = self.row.data.campaign
        if found is None:
            raise RequestRefused("no_such_campaign", {}, 404)
        return found

    @property
    def companies(self) -> list[str]:
        return self.row.data.companies

    def seat(self, company: str) -> TableSeat:
        return self.row.data.seats[self.companies.index(company)]

    def companies_of(self, person: str | None) -> list[str]:
        """The companies of a person that have not left."""
        if person is None:
            return []
        mine = [
            company
            for company, seat in zip(self.companies, self.row.data.seats, strict=True)
            if seat.kind == "person" and seat.person == person
        ]
        return mine if self.campaign is None else [company for company in mine if self.campaign.has(company)]

    def is_member(self, person: str | None) -> bool:
        return person is not None and (person == self.data.host or person in self.row.people)

    def may_watch(self, person: str | None) -> bool:
        """Who may see the campaign: its members, spectators where they are allowed, and who may join by the link."""
        return self.is_member(person) or self.row.data.spectators or self.data.open

    def may_see_signatures(self, person: str | None) -> bool:
        """Who may see the signatures: its members, and spectators where they are allowed."""
        return self.is_member(person) or self.row.data.spectators

    def may_read(self, person: str | None) -> bool:
        """Who may read the chat and the file: its members."""
        return self.is_member(person)

    def bot_of(self, company: str) -> str | None:
        seat = self.seat(company)
        return seat.bot if seat.kind == "bot" else None

    def ownerless(self) -> list[str]:
        """The companies in the current game without a person or bot; possible after an import."""
        assert self.campaign is not None
        return [
            place.company
            for place in self.campaign.places
            if place.stand_in is None and self.seat(place.company).kind == "open"
        ]

    def need(self, status: str) -> None:
        if self.row.status != status:
            raise RequestRefused(f"campaign_{self.row.status}")

    def need_host(self, person: str) -> None:
        if person != self.data.host:
            raise RequestRefused("not_the_host", {}, 403)

    def running(self) -> Campaign:
        if self.campaign is None:
            raise RequestRefused(f"campaign_{self.row.status}")
        return self.campaign

    # --- steps ---------------------------------------------------------------------------------------------------

    def decide(self, person: str, actor: str, words: str, action_id: str, now: float, lots: MakeLots) -> CampaignStep:
        """An action of a person for one of their companies, or as the host."""
        campaign = self.running()
        if actor == HOST:
            self.need_host(person)
        elif actor not in self.companies_of(person):
            raise RequestRefused("not_your_company", {"company": actor}, 403)
        if actor == HOST and words.split()[:1] == ["deal"]:
            # `deal anew` needs the agreement of all players, which the table collects.
            raise RequestRefused("not_legal", {"action": words})
        return self.step(made(campaign, actor, words, lots), actor, words, action_id, now)

    def decide_by_bot(self, company: str, now: float, lots: MakeLots) -> CampaignStep | None:
        """The next decision of a bot for a company; None if there is nothing to decide."""
        campaign = self.running()
        found = choices(campaign, company, Random(lots()))
        if not found:
            return None
        return self.step(made(campaign, company, found[0], lots), company, found[0], None, now, by_bot=True)

    def game_over(self, game: int, table: str, result: Result, now: float, lots: MakeLots) -> CampaignStep:
        """The result of a game, with what follows from it."""
        campaign = self.running()
        try:
            facts = finish_game(campaign, result, lots)
        except IllegalStep as refused:
            raise RequestRefused(refused.code, {"reason": str(refused)}) from None
        step = self.step(facts, None, None, f"game-{game}", now)
        assert step.row.data.campaign is not None
        step.row.data.campaign.tables[str(game)] = table
        return step

    def dealt_anew(self, table: str, now: float) -> CampaignStep:
        """The players of a table have agreed to deal their game again."""
        return self.step([DealtAnew(self.running().game)], None, None, f"anew-{table}", now)

    def step(
        self,
        facts: list[AnyEntry],
        actor: str | None,
        words: str | None,
        action_id: str | None,
        now: float,
        by_bot: bool = False,
    ) -> CampaignStep:
        after = folded(None if self.campaign is None else copy(self.campaign), facts)
        row = self.row.copy()
        data = row.data.campaign
        assert data is not None
        for fact in facts:
            if isinstance(fact, Joined):
                row.data.companies = [*row.data.companies, fact.founder.company]
                bot = fact.founder.bot
                row.data.seats.append(TableSeat("open") if bot is None else TableSeat("bot", bot, bot=bot))
        if after.stage != PLAYING or isinstance(facts[-1], DealtAnew):
            data.table = None
        data.deals += isinstance(facts[-1], DealtAnew)
        seat = row.data.companies.index(actor) if actor in row.data.companies else self.host_seat()
        action = None if actor is None else f"{actor} {words}"
        number = None if actor is None else seat
        entry = EntryRow(row.id, row.seq, "step", number, by_bot, action, action_id, _encode(facts), b"", now)
        row.seq += 1
        refresh(row, after, now)
        return CampaignStep(row, entry, after, facts)

    def host_seat(self) -> int | None:
        """The seat of the host's first company; notices are sent by seat."""
        for number, seat in enumerate(self.row.data.seats):
            if seat.person == self.data.host:
                return number
        return None

    def next_row(self) -> TableRow:
        """A copy of the row to be changed without an entry."""
        row = self.row.copy()
        row.version += 1
        return row


def made(campaign: Campaign, actor: str, words: str, lots: MakeLots) -> list[AnyEntry]:
    """The facts of an action. An IllegalStep of the campaign becomes a RequestRefused with the same code."""
    try:
        return act(campaign, actor, words, lots)
    except IllegalStep as refused:
        raise RequestRefused(refused.code, {"action": words, "reason": str(refused)}) from None


def folded(campaign: Campaign | None, facts: Sequence[AnyEntry]) -> Campaign:
    """The campaign after these facts; it is changed in place."""
    for fact in facts:
        if isinstance(fact, Founded):
            campaign = begin(fact)
        else:
            assert campaign is not None
            fold(campaign, fact)
    assert campaign is not None
    return campaign


def refresh(row: TableRow, campaign: Campaign, now: float) -> None:
    """Update the row from the campaign: status, who has to act, and the deadline. Increments the version."""
    data = row.data.campaign
    assert data is not None
    before = (data.stage, data.game)
    data.stage, data.game, data.year = campaign.stage, campaign.game, campaign.year
    row.status = FINISHED if campaign.stage == OVER else RUNNING
    if campaign.stage == OVER:
        best = [account.company for account in final_accounts(campaign)][:1]
        data.winner = "".join(company.president for company in campaign.active if company.colour in best)
    seats = dict(zip(row.data.companies, row.data.seats, strict=True))
    acting = to_act(campaign)
    row.people = sorted({seat.person for seat in row.data.seats if seat.person} | {data.host})
    row.waiting = sorted({data.host if actor == HOST else seats[actor].person or "" for actor in acting} - {""})
    bots = [company.colour for company in campaign.active if seats[company.colour].kind == "bot"]
    if campaign.stage == PLAYING:
        ownerless = any(seats[place.company].kind == "open" and not place.stand_in for place in campaign.places)
        row.deadline = now if data.table is None and not ownerless else None
    elif any(choices(campaign, company, Random(0)) for company in bots):
        row.deadline = now
    elif acting and acting != [HOST] and row.data.clock.kind != "none":
        if before != (campaign.stage, campaign.game) or row.deadline is None or row.deadline <= now:
            row.deadline = now + max(LEAST_SECONDS, float(row.data.clock.seconds))
    else:
        row.deadline = None
    row.version += 1
