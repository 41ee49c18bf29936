"""Counts what each card and module of a campaign did in one game: how often, and what it paid to which company."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from trunkline.campaign.entries import Result
from trunkline.campaign.games import board_now
from trunkline.campaign.state import Campaign
from trunkline.rules.bridges import SPANNED
from trunkline.rules.cattle import DELIVERED
from trunkline.rules.claim import CLAIMED
from trunkline.rules.clauses import CARDS_GAINED, CARDS_LOST, REFUNDED, TOOK
from trunkline.rules.elevators import BUILT
from trunkline.rules.events import Event, EventKind
from trunkline.rules.excursions import WON
from trunkline.rules.holder_effects import NEXT_SETUP_GIVEN, SLIP_CHANGED, VAULT_PAID
from trunkline.rules.mail import CONTRACT
from trunkline.rules.money import MONEY_CHANGED, company_colour, company_source
from trunkline.rules.news import TURNED_UP
from trunkline.rules.offices import HIRED
from trunkline.rules.postcards import LOCOMOTIVE_DISCARDED, POSTCARD_MET, TICKETS_HALVED
from trunkline.rules.powers import BOND_TAKEN, BOUGHT
from trunkline.rules.state import NOBODY, State
from trunkline.rules.steamers import SAILED
from trunkline.rules.telegraph import WIRED

SEATED = (
    SPANNED, DELIVERED, BUILT, WON, CONTRACT, SAILED, WIRED, HIRED, POSTCARD_MET,
)  # fmt: skip
"""Events that say that the card or module of their source has acted for a seat."""
MODULE_OF_LINE = {"herds": "cattle-drives", "elevators": "grain-elevators"}
"""The module of a line of the score sheet, where its name is another."""
GRADE_CHECK = "grade-check"


class Paid(Struct, frozen=True):
    """What a source did for one company in one game."""

    times: int = 0
    dollars: int = 0
    """In the game and on its slip; below 0 for fees."""
    cards: int = 0
    vault: int = 0


class GameTally(Struct, frozen=True):
    """What is counted of one game and is not in the log of its campaign."""

    moves: int
    events: tuple[str, ...]
    """The news events in the order in which they were turned up."""
    modules: tuple[str, ...]
    """The modules in force."""
    held: tuple[tuple[str, str], ...]
    """The postcards with which the game began: company and card."""
    bonus: int
    """Which of its two bonuses each company had."""
    paid: dict[str, dict[str, Paid]]
    """By source and company."""


def tally_of(campaign: Campaign, state: State, log: Sequence[Event], moves: int, result: Result) -> GameTally:
    """The tally of a game that the campaign has seated and not yet folded."""
    edition = board_now(campaign)
    office = edition.office
    return GameTally(
        moves,
        tuple(state.board.companies.events[int(event.values[0])] for event in log if event.kind is TURNED_UP),
        tuple(module.module for module in edition.modules),
        tuple((held.company, held.card) for held in office.postcards) if office is not None else (),
        edition.bonus,
        _paid(state, log, [place.company for place in campaign.places], result),
    )


def _paid(state: State, log: Sequence[Event], companies: Sequence[str], result: Result) -> dict[str, dict[str, Paid]]:
    counts: dict[tuple[str, str], list[int]] = {}
    sources = state.board.companies.sources

    def add(source: str, seat: int, times: int = 0, dollars: int = 0, cards: int = 0, vault: int = 0) -> None:
        found = counts.setdefault((source, companies[seat]), [0, 0, 0, 0])
        for at, amount in enumerate((times, dollars, cards, vault)):
            found[at] += amount

    for event in log:
        kind, seat = event.kind, int(event.seat)
        if seat >= len(companies) or seat == NOBODY:
            continue
        if kind is CLAIMED:
            if state.board.colour[int(value_of(event, "route"))] == company_colour(state, seat):
                add(sources[int(company_source(state, seat))], seat, times=1)
            continue
        if "source" not in kind.fields:
            continue
        source = sources[value_of(event, "source")]
        if kind in SEATED:
            add(source, seat, times=1)
        elif kind is MONEY_CHANGED:
            amount = value_of(event, "amount")
            add(source, seat, times=int(source == GRADE_CHECK and amount > 0), dollars=amount)
        elif kind is VAULT_PAID:
            add(source, seat, vault=value_of(event, "amount"))
        elif kind is SLIP_CHANGED or kind is TICKETS_HALVED:
            add(source, seat, dollars=value_of(event, "amount"))
        elif kind is NEXT_SETUP_GIVEN:
            add(source, seat, dollars=value_of(event, "money"), cards=value_of(event, "cards"))
        elif kind is BOND_TAKEN:
            add(source, seat, dollars=-value_of(event, "owed"))
        else:
            add(source, seat, cards=cards_of(event))
    for slip in result.slips:
        for line, amount in slip.modules.items():
            add(MODULE_OF_LINE.get(line, line), companies.index(slip.company), dollars=amount)
    found: dict[str, dict[str, Paid]] = {}
    for (source, company), numbers in counts.items():
        if any(numbers):
            found.setdefault(source, {})[company] = Paid(*numbers)
    return found


def cards_of(event: Event) -> int:
    """The cards that an event brings its seat, below 0 if it takes them."""
    kind: EventKind = event.kind
    if kind is CARDS_GAINED:
        return value_of(event, "count")
    if kind is REFUNDED:
        return len(event.items)
    if kind is CARDS_LOST:
        return -len(event.items)
    if kind is LOCOMOTIVE_DISCARDED:
        return -1
    return int(kind is TOOK or kind is BOUGHT)


def value_of(event: Event, field: str) -> int:
    return int(event.values[event.kind.fields.index(field)])
