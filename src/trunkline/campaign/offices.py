"""Offices of a campaign (L2, L21): crew hired, postcards held and met, and what the next set-up gives."""

from __future__ import annotations

from trunkline.campaign.content import Content
from trunkline.campaign.entries import Result
from trunkline.campaign.state import GAMES, Campaign, Held, Paper
from trunkline.maps.clauses import GIVEN, NEXT_SETUP
from trunkline.maps.edition import Barred, HeldPostcard, Office, StartExtra
from trunkline.maps.load import load_map
from trunkline.maps.office_cards import OfficeCards, office_cards

MOST_HELD = 3
"""Most postcards that a company may hold. A company with more has to give some up."""
MOST_HIRED = 2
"""How often a company may hire the same crew card in a campaign."""
LAST, POOREST = "last", "poorest"
"""To whom the story gives a postcard: the last place, or the company with the fewest dollars in its vault."""


def cards_of(content: Content) -> OfficeCards:
    """The crew and the postcards of a content version."""
    return office_cards(load_map(content.map), content.version)


def held_by(campaign: Campaign, company: str) -> list[Held]:
    return campaign.offices.postcards.get(company, [])


def must_give_up(campaign: Campaign, company: str) -> bool:
    """Whether a company holds more postcards than it may (L21)."""
    return len(held_by(campaign, company)) > MOST_HELD


def give_up(campaign: Campaign, company: str, card: str) -> None:
    campaign.offices.postcards[company] = [held for held in held_by(campaign, company) if held.card != card]


def give(campaign: Campaign, company: str | None, name: str) -> None:
    """Give a company a postcard. A postcard that acts when it is given is shown and used up at once."""
    if company is None:
        return
    card = cards_of(campaign.content).postcard(name)
    given = [clause.effect for clause in card.clauses if clause.when == GIVEN]
    for effect in given:
        if effect.name == NEXT_SETUP:
            _add_start(campaign, company, effect.amount, effect.cards)
    if given:
        campaign.offices.shown.append(name)
    else:
        campaign.offices.postcards.setdefault(company, []).append(Held(name))


def give_by_story(campaign: Campaign, name: str, to: str) -> None:
    give(campaign, campaign.last if to == LAST else poorest(campaign), name)


def poorest(campaign: Campaign) -> str | None:
    """The company with the fewest dollars in its vault; in a tie the later in turn order of the last game."""
    order = campaign.results[-1].turn_order if campaign.results else ()
    there = [colour for colour in order if campaign.has(colour)]
    if not there:
        return None
    sums = {colour: sum(paper.dollars for paper in campaign.company(colour).papers) for colour in there}
    return min(there, key=lambda colour: (sums[colour], -order.index(colour)))


def _add_start(campaign: Campaign, company: str, money: int, cards: int) -> None:
    before = campaign.offices.start.get(company, (0, 0))
    campaign.offices.start[company] = (before[0] + money, before[1] + cards)


def count(campaign: Campaign, result: Result) -> None:
    """Add the result of a game: crew hired, postcards met, vaults, and extras for the next set-up."""
    offices = campaign.offices
    cards = cards_of(campaign.content)
    for slip in result.slips:
        offices.start.pop(slip.company, None)
        if any(slip.next_setup):
            _add_start(campaign, slip.company, *slip.next_setup)
        if slip.cards_vault:
            campaign.company(slip.company).papers.append(Paper("postcard", slip.cards_vault, campaign.game))
    for company, crew in result.hired:
        times = offices.hired.setdefault(company, {})
        times[crew] = times.get(crew, 0) + 1
    for company, name, used in result.postcards:
        for held in held_by(campaign, company):
            if held.card == name:
                held.used = used
                if name not in offices.shown:
                    offices.shown.append(name)
        if used >= cards.postcard(name).uses:
            give_up(campaign, company, name)


def registered(campaign: Campaign, ticket: str) -> str | None:
    """The postcard behind a registered ticket; None if the ticket is not registered."""
    card = cards_of(campaign.content).by_ticket(ticket)
    return None if card is None else card.id


def deliver(campaign: Campaign, company: str, ticket: str, card: str) -> None:
    """A registered ticket retires when it is completed and brings its postcard; none after the last game (L21)."""
    campaign.retired[ticket] = company
    if campaign.game < GAMES:
        give(campaign, company, card)


def hiring_order(campaign: Campaign) -> tuple[str, ...]:
    """Companies absent from the last game first, in the order of founding; then the others, last place first."""
    seated = [place.company for place in campaign.places]
    ranking = [slip.company for slip in campaign.results[-1].slips] if campaign.results else []
    absent = [company for company in seated if company not in ranking]
    return (*absent, *(company for company in reversed(ranking) if company in seated))


def barred_for(campaign: Campaign, company: str) -> list[str]:
    """The crew cards that a company may not hire any more."""
    return [card for card, times in campaign.offices.hired.get(company, {}).items() if times >= MOST_HIRED]


def office_of(campaign: Campaign) -> Office | None:
    """What the companies bring from earlier games into this one; None if there is nothing."""
    offices = campaign.offices
    seated = [place.company for place in campaign.places]
    postcards = tuple(
        HeldPostcard(company, held.card, held.used)
        for company in seated
        for held in held_by(campaign, company)[:MOST_HELD]
    )
    start = tuple(StartExtra(company, *offices.start[company]) for company in seated if company in offices.start)
    hiring = hiring_order(campaign) if offices.tools_open else ()
    if not (postcards or start or hiring):
        return None
    barred = tuple(Barred(company, card) for company in seated for card in barred_for(campaign, company))
    return Office(
        game=min(campaign.game, GAMES), hiring=hiring, barred=barred if hiring else (), postcards=postcards, start=start
    )
