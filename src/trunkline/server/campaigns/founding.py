"""Membership of a campaign: companies before the founding, and companies that later get a president or a bot.

Functions that change something return the next row, as at a table before its game.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from trunkline.campaign.actions import HOST, IllegalStep, MakeLots, all_colours, found, free_colours, printable
from trunkline.campaign.content import NEWEST, load_content
from trunkline.campaign.entries import AnyEntry, Founded, Founder, Joined
from trunkline.campaign.state import SEATING, Campaign
from trunkline.server.campaign_messages import AddBot, ChangeCompany, FounderWish, JoinCampaign, OpenCampaign
from trunkline.server.campaigns.campaign_table import CLOSED, PREFIX, CampaignStep, CampaignTable, refresh
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import CampaignData, TableData, TableRow, TableSeat
from trunkline.server.tables.seating import FOUNDING

MOST_COMPANIES = 5


def open_row(wish: OpenCampaign, person: str, name: str, bots: frozenset[str], secret: str, now: float) -> TableRow:
    """The row of a new campaign."""
    need_bot(wish.substitute, bots)
    if all(company.bot is not None for company in wish.companies):
        raise RequestRefused("nobody_to_play", {}, 400)
    row = empty_row(wish, person, secret, now)
    for company in wish.companies:
        if company.bot is not None:
            need_bot(company.bot, bots)
        add_company(row, company, person, name)
    return row


def empty_row(wish: OpenCampaign, person: str, secret: str, now: float) -> TableRow:
    """The row of a campaign without companies."""
    title = " ".join(wish.name.split())
    if not printable(title):
        raise RequestRefused("name", {}, 400)
    return TableRow(
        id=PREFIX + secrets.token_urlsafe(12),
        created=now,
        status=FOUNDING,
        public=False,
        map=load_content(NEWEST).map,
        variant="base",
        host=person,
        people=[person],
        waiting=[],
        seq=0,
        deadline=None,
        version=0,
        data=TableData(
            spectators=wish.spectators,
            chat=wish.chat,
            clock=wish.clock,
            substitute=wish.substitute,
            secret=secret,
            rated=False,
            campaign=CampaignData(title, NEWEST, person),
        ),
    )


def need_bot(bot: str, bots: frozenset[str]) -> None:
    if bot not in bots:
        raise RequestRefused("no_such_bot", {"bot": bot}, 400)


def add_company(row: TableRow, wish: FounderWish, person: str, name: str) -> None:
    """Add a company to the row of a campaign that is not founded yet."""
    data = row.data.campaign
    assert data is not None
    if len(row.data.seats) >= MOST_COMPANIES:
        raise RequestRefused("campaign_full")
    colour = free_colour(row, wish.colour)
    president = checked(wish.president or wish.bot or name)
    if wish.bot is None:
        seat = TableSeat("person", president, person)
    else:
        seat = TableSeat("bot", president, bot=wish.bot)
    row.data.seats.append(seat)
    row.data.companies = [*row.data.companies, colour]
    data.presidents.append(president)
    data.signatures.append(wish.signature or president)
    row.people = sorted({seat.person for seat in row.data.seats if seat.person} | {data.host})


def free_colour(row: TableRow, wanted: str | None) -> str:
    assert row.data.campaign is not None
    known = all_colours(load_content(row.data.campaign.content))
    free = [colour for colour in known if colour not in row.data.companies]
    if wanted is None:
        return free[0]
    if wanted not in free:
        raise RequestRefused("colour_taken", {"colour": wanted})
    return wanted


def checked(president: str) -> str:
    president = " ".join(president.split())
    if not printable(president):
        raise RequestRefused("name", {}, 400)
    return president


def join(table: CampaignTable, person: str, name: str, wish: JoinCampaign) -> TableRow:
    """The row with a company of this person; before the founding."""
    table.need(FOUNDING)
    if not table.data.open and not table.is_member(person):
        raise RequestRefused("not_open", {}, 403)
    row = table.next_row()
    add_company(row, FounderWish(wish.colour, wish.president, wish.signature), person, name)
    return row


def add_bot(table: CampaignTable, person: str, wish: AddBot) -> TableRow:
    """The row with a bot's company, before the founding."""
    table.need(FOUNDING)
    table.need_host(person)
    row = table.next_row()
    add_company(row, FounderWish(wish.colour, wish.president, bot=wish.bot), person, wish.bot)
    return row


def change(table: CampaignTable, person: str, wish: ChangeCompany) -> TableRow:
    """The row with another colour, name or signature of a company, before the founding."""
    table.need(FOUNDING)
    number = need_company(table, person, wish.company)
    row = table.next_row()
    data = row.data.campaign
    assert data is not None
    if wish.president is not None:
        data.presidents[number] = row.data.seats[number].name = checked(wish.president)
    if wish.signature is not None:
        data.signatures[number] = wish.signature
    if wish.colour is not None and wish.colour != wish.company:
        colours = list(row.data.companies)
        if wish.colour in colours:
            # A bot gives up its colour in exchange.
            other = colours.index(wish.colour)
            if row.data.seats[other].kind != "bot":
                raise RequestRefused("colour_taken", {"colour": wish.colour})
            colours[other] = wish.company
            colours[number] = wish.colour
        else:
            colours[number] = free_colour(row, wish.colour)
        row.data.companies = colours
    return row


def need_company(table: CampaignTable, person: str, company: str) -> int:
    """The number of a company that the person may change: one's own, for the host also a bot's."""
    if company not in table.companies:
        raise RequestRefused("no_company", {"company": company}, 404)
    number = table.companies.index(company)
    seat = table.row.data.seats[number]
    if seat.person != person and not (seat.kind == "bot" and person == table.data.host):
        raise RequestRefused("not_your_company", {"company": company}, 403)
    return number


def remove(table: CampaignTable, person: str, company: str) -> TableRow:
    """The row without a company, before the founding: by its president, or by the host."""
    table.need(FOUNDING)
    if company not in table.companies:
        raise RequestRefused("no_company", {"company": company}, 404)
    number = table.companies.index(company)
    owner = table.row.data.seats[number].person
    if person not in (owner, table.data.host):
        raise RequestRefused("not_your_company", {"company": company}, 403)
    if owner == table.data.host and len(table.companies_of(owner)) == 1:
        raise RequestRefused("not_yourself")
    row = table.next_row()
    data = row.data.campaign
    assert data is not None
    del row.data.seats[number], data.presidents[number], data.signatures[number]
    row.data.companies = [each for each in row.data.companies if each != company]
    row.people = sorted({seat.person for seat in row.data.seats if seat.person} | {data.host})
    return row


def close(table: CampaignTable, person: str) -> TableRow:
    table.need(FOUNDING)
    table.need_host(person)
    row = table.next_row()
    row.status = CLOSED
    return row


def found_step(table: CampaignTable, person: str, now: float, lots: MakeLots) -> CampaignStep:
    """The founding: the first entry of the log."""
    table.need(FOUNDING)
    table.need_host(person)
    data = table.data
    founders = [
        Founder(colour, president, signature, seat.bot)
        for colour, president, signature, seat in zip(
            table.companies, data.presidents, data.signatures, table.row.data.seats, strict=True
        )
    ]
    try:
        founded = found(data.name, founders, data.content, lots)
    except IllegalStep as refused:
        raise RequestRefused(refused.code, {"reason": str(refused)}) from None
    step = table.step([founded], HOST, "found", "found", now)
    kept = step.row.data.campaign
    assert kept is not None
    kept.signatures, kept.open = [], False
    return step


def imported(
    facts: list[AnyEntry], campaign: Campaign, person: str, company: str | None, row: TableRow
) -> CampaignStep:
    """The first entry of an imported campaign: its whole log. Bots keep their companies, those of people are free.

    `row` is an empty row of the new campaign. The caller takes one company.
    """
    founded = facts[0]
    assert isinstance(founded, Founded) and row.data.campaign is not None
    people = [each.colour for each in campaign.active if each.bot is None]
    if company is None:
        company = people[0] if people else None
    elif company not in people:
        raise RequestRefused("no_company", {"company": company}, 400)
    data = row.data.campaign
    data.name, data.content = campaign.name, campaign.version
    row.data.companies = [each.colour for each in campaign.companies]
    row.data.seats = []
    for each in campaign.companies:
        if each.bot is not None:
            row.data.seats.append(TableSeat("bot", each.president, bot=each.bot))
        elif each.colour == company:
            row.data.seats.append(TableSeat("person", each.president, person))
        else:
            row.data.seats.append(TableSeat("open", each.president))
    data.presidents = [each.president for each in campaign.companies]
    table = CampaignTable(row)
    step = table.step(facts, HOST, "import", "import", row.created)
    # `step` has added a seat for each company that joined; these are complete.
    step.row.data.seats, step.row.data.companies = list(row.data.seats), row.data.companies
    refresh(step.row, step.campaign, row.created)
    step.row.version = row.version + 1
    assert step.row.data.campaign is not None
    step.row.data.campaign.seen = {person: step.row.seq}
    return step


def take(table: CampaignTable, person: str, company: str | None, now: float) -> TableRow | None:
    """The row with the person as the president of a company that has none; None if there is no such company."""
    campaign = table.running()
    free = [each.colour for each in campaign.active if table.seat(each.colour).kind == "open"]
    if not free:
        return None
    if company is not None and company not in free:
        raise RequestRefused("colour_taken", {"colour": company})
    return _with_seat(table, company or free[0], lambda name: TableSeat("person", name, person), now)


def give_to_bot(table: CampaignTable, person: str, wish: AddBot, now: float) -> TableRow:
    """The row with a bot for a company that has no president; for the host."""
    table.need_host(person)
    campaign = table.running()
    free = [each.colour for each in campaign.active if table.seat(each.colour).kind == "open"]
    company = wish.colour or next(iter(free), None)
    if company is None or company not in free:
        raise RequestRefused("no_company", {"company": wish.colour or ""}, 404)
    return _with_seat(table, company, lambda name: TableSeat("bot", name, bot=wish.bot), now)


def _with_seat(table: CampaignTable, company: str, make: Callable[[str], TableSeat], now: float) -> TableRow:
    campaign = table.running()
    row = table.row.copy()
    number = row.data.companies.index(company)
    row.data.seats[number] = make(campaign.company(company).president)
    refresh(row, campaign, now)
    return row


def joined(table: CampaignTable, wish: JoinCampaign, name: str) -> list[AnyEntry]:
    """The facts of a person's company that joins in a pause (L28)."""
    campaign = table.running()
    if not table.data.open:
        raise RequestRefused("not_open", {}, 403)
    free = free_colours(campaign)
    if campaign.stage != SEATING:
        raise RequestRefused("not_legal", {"action": "join"})
    if not free or len(campaign.companies) >= MOST_COMPANIES:
        raise RequestRefused("campaign_full")
    colour = wish.colour or free[0]
    if colour not in free:
        raise RequestRefused("colour_taken", {"colour": colour})
    president = checked(wish.president or name)
    return [Joined(Founder(colour, president, wish.signature or president))]


def without_person(table: CampaignTable, person: str, now: float) -> TableRow:
    """The row after an account was deleted: the campaign's bot plays its companies, and another member, if there is
    one, becomes the host."""
    row = table.row.copy()
    data = row.data.campaign
    assert data is not None
    for number, seat in enumerate(row.data.seats):
        if seat.person == person:
            row.data.seats[number] = TableSeat("bot", seat.name, bot=row.data.substitute)
    data.seen.pop(person, None)
    others: Sequence[str] = sorted({seat.person for seat in row.data.seats if seat.person})
    if data.host == person:
        data.host = others[0] if others else ""
    if table.campaign is None:
        row.status = CLOSED if not data.host else row.status
        row.people = list(others)
        row.version += 1
    else:
        refresh(row, table.campaign, now)
    row.people = [each for each in row.people if each and each != person]
    return row
