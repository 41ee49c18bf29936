"""Redacts a campaign for one viewer: nothing that is still sealed, and in `you` only the viewer's own part."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import UNSET

from trunkline.campaign.actions import HOST, all_colours, legal, to_act, voters
from trunkline.campaign.content import load_content
from trunkline.campaign.modules import bored
from trunkline.campaign.reckoning import final_accounts
from trunkline.campaign.rulebook import PRINTED, Number, Sticker, rulebook
from trunkline.campaign.state import GAMES, OVER, Campaign
from trunkline.server.campaign_messages import (
    AccountPart,
    CampaignCard,
    CampaignEntry,
    CampaignInfo,
    CampaignState,
    CampaignYou,
    CharterPart,
    CompanyInfo,
    NamePart,
    OpenVotePart,
    OwnCompany,
    PaperPart,
    PlacePart,
    SignaturePart,
    SpikePart,
    StickerPart,
)
from trunkline.server.campaigns.campaign_table import RUNNING, CampaignTable
from trunkline.server.campaigns.office_view import module_parts, office_info
from trunkline.server.store.rows import EntryRow, TableRow


def campaign_entry(entry: EntryRow) -> CampaignEntry:
    """A stored entry without the keys of its draws and without signatures."""
    actor, _, words = (entry.action or "").partition(" ")
    facts = [public_fact(fact) for fact in msgspec.json.decode(entry.events)]
    return CampaignEntry(entry.seq, entry.at, actor or None, entry.by_bot, words or None, facts)


def public_fact(fact: dict[str, Any]) -> dict[str, Any]:
    told = {key: value for key, value in fact.items() if key != "lots"}
    for founder in [*told.get("founders", ()), *([told["founder"]] if "founder" in told else [])]:
        founder.pop("signature", None)
    return told


def signatures(table: CampaignTable) -> list[SignaturePart]:
    if table.campaign is None:
        data = table.data
        rows = zip(table.companies, data.presidents, data.signatures, strict=True)
        return [SignaturePart(*each) for each in rows]
    return [SignaturePart(each.colour, each.president, each.signature) for each in table.campaign.companies]


def company_infos(table: CampaignTable, present: frozenset[str]) -> list[CompanyInfo]:
    found = []
    presidents = table.data.presidents
    for number, (colour, seat) in enumerate(zip(table.companies, table.row.data.seats, strict=True)):
        president = presidents[number] if number < len(presidents) else seat.name
        info = CompanyInfo(colour, president, seat.person, seat.bot, seat.person in present, signed=True)
        if table.campaign is not None:
            company = table.campaign.company(colour)
            info.president = company.president
            info.signed = bool(company.signature)
            info.games_before = company.games_before
            info.missed = [game for game, each in table.campaign.missed if each == colour]
            info.has_left = company.has_left
            info.caboose = table.campaign.caboose == colour
            info.papers = len(company.papers)
            info.struck = company.struck
        found.append(info)
    return found


def campaign_state(table: CampaignTable, campaign: Campaign) -> CampaignState:
    """The public state of a campaign."""
    plan = campaign.content.games[min(campaign.game, GAMES) - 1]
    vote = campaign.vote
    return CampaignState(
        stage=campaign.stage,  # type: ignore[arg-type]
        game=campaign.game,
        year=campaign.year,
        trains=campaign.trains_next_game or plan.trains,
        places={place.company: place.stand_in for place in campaign.places},
        winner=campaign.winner,
        last=campaign.last,
        to_act=to_act(campaign),
        deck=campaign.deck,
        dead_letters=campaign.dead_letters,
        territories=campaign.territories,
        charters={code: CharterPart(*each) for code, each in campaign.charters.items()},
        named=campaign.named,
        repaints=campaign.repaints,
        names={route: NamePart(*each) for route, each in campaign.names.items()},
        large=campaign.large,
        stamps=campaign.stamps,
        retired=campaign.retired,
        rules=list(campaign.rules),
        bonus=campaign.bonus,
        spikes={code: SpikePart(*each) for code, each in campaign.spikes.items()},
        story=campaign.story,
        vote=None if vote is None else OpenVotePart(vote.vote, vote.votes, voters(campaign)),
        votes=campaign.votes,
        may_repaint=campaign.may_repaint,
        may_christen=campaign.may_christen,
        may_remove=campaign.may_remove,
        rulebook=[
            PlacePart(cast(Any, place[0]), place[1], [sticker_part(place, each) for each in stickers])
            for place, stickers in rulebook(table.facts).items()
        ],
        modules=module_parts(campaign),
        spans=campaign.modules.spans,
        bored=bored(campaign),
        growth=campaign.modules.growth,
        grown=campaign.modules.grown,
        post_open=campaign.offices.post_open,
        tools_open=campaign.offices.tools_open,
        offices={company.colour: office_info(campaign, company.colour) for company in campaign.companies},
        shown=campaign.offices.shown,
        accounts=account_parts(campaign) if campaign.stage == OVER else UNSET,
    )


def sticker_part(place: Number, sticker: Sticker) -> StickerPart:
    return StickerPart(sticker.rule, sticker.year, sticker.removed, PRINTED.get(place) == sticker.rule)


def account_parts(campaign: Campaign) -> list[AccountPart]:
    return [
        AccountPart(
            account.company,
            [PaperPart(paper.kind, paper.dollars, paper.game, paper.about) for paper in account.papers],
            account.total,
            account.completed,
        )
        for account in final_accounts(campaign)
    ]


def campaign_you(table: CampaignTable, person: str | None, host_is_gone: bool) -> CampaignYou:
    """The actions of one person, and which moments they have seen."""
    campaign = table.campaign
    mine = table.companies_of(person)
    host = person is not None and person == table.data.host
    if campaign is None:
        return CampaignYou([OwnCompany(company, []) for company in mine], [], 0, may_take_over=False)
    return CampaignYou(
        [OwnCompany(company, legal(campaign, company)) for company in mine],
        [words for words in legal(campaign, HOST) if words != "deal anew"] if host else [],
        table.data.seen.get(person or "", 0) if mine else table.row.seq,
        may_take_over=bool(mine) and not host and host_is_gone,
    )


def campaign_info(table: CampaignTable, present: frozenset[str]) -> CampaignInfo:
    """The part of a campaign that is the same for all watchers: without entries and with an empty `you`."""
    data = table.data
    row = table.row
    return CampaignInfo(
        campaign=row.id,
        name=data.name,
        status=row.status,  # type: ignore[arg-type]
        host=data.host,
        clock=row.data.clock,
        spectators=row.data.spectators,
        chat=row.data.chat,
        substitute=row.data.substitute,
        open=data.open,
        content=data.content,
        colours=all_colours(load_content(data.content)),
        companies=company_infos(table, present),
        created=row.created,
        seq=row.seq,
        deadline=row.deadline,
        table=data.table,
        tables={int(game): table_id for game, table_id in data.tables.items()},
        state=None if table.campaign is None else campaign_state(table, table.campaign),
        entries=[],
        you=CampaignYou([], [], row.seq, may_take_over=False),
    )


def campaign_card(row: TableRow, person: str) -> CampaignCard:
    """A campaign in a list."""
    data = row.data.campaign
    assert data is not None
    mine = [colour for colour, seat in zip(row.data.companies, row.data.seats, strict=True) if seat.person == person]
    is_founded = bool(data.stage)
    return CampaignCard(
        campaign=row.id,
        name=data.name,
        status=row.status,  # type: ignore[arg-type]
        stage=data.stage or None,
        game=data.game,
        year=data.year if is_founded else None,
        companies=row.data.companies,
        mine=mine,
        table=data.table,
        winner=data.winner or None,
        your_turn=row.status == RUNNING and person in row.waiting,
        created=row.created,
    )
