"""What a claim would pay a company now (L15-L17): dollars and cards for each step of the claim, with its source."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.rules.clauses import acts, dollars_per, is_takable
from trunkline.rules.companies import BONUS_STEP, LARGE_CITY_CARDS, LARGE_CITY_STEP
from trunkline.rules.company_tables import (
    AMOUNT,
    AT_CLAIM,
    COLUMNS,
    DOES,
    DRAW,
    FEE,
    LARGE_CITY,
    MONEY,
    MONEY_PER,
    TAKE,
)
from trunkline.rules.money import companies_of, company_colour, company_source
from trunkline.rules.news import EVENT_STEP
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.state import Position


@final
class Payout:
    """What one step of a claim pays."""

    def __init__(self, step: i64, source: i64) -> None:
        self.step: Final = step
        self.source: Final = source
        """Its source, as a number of `board.companies.sources`."""
        self.money: i64 = 0
        """Dollars; below 0 for a fee."""
        self.cards: i64 = 0
        """Cards drawn or taken."""


def payouts(position: Position, seat: i64, route: i64) -> list[Payout]:
    """What each step of a claim of this route would pay the seat now; empty on a board without companies."""
    board = position.board
    found: list[Payout] = []
    if not board.has_companies:
        return found
    tables = board.companies
    if i64(board.colour[route]) == company_colour(position, seat):
        add_payout(position, seat, route, BONUS_STEP, company_source(position, seat), found)
    current = news_of(position).current
    if current != NO_EVENT:
        add_payout(position, seat, route, EVENT_STEP, tables.first_event + current, found)
    if tables.large[route]:
        city = Payout(LARGE_CITY_STEP, LARGE_CITY)
        city.cards = LARGE_CITY_CARDS
        found.append(city)
    return found


def add_payout(position: Position, seat: i64, route: i64, step: i64, source: i64, found: list[Payout]) -> None:
    """Add what the clauses of a card would pay at a claim, unless that is nothing."""
    tables = position.board.companies
    clauses = tables.clauses
    payout = Payout(step, source)
    takable: i64 = 0
    for slot in range(position.board.numbers.row):
        if is_takable(position, slot):
            takable += 1
    fees: i64 = 0
    for row in range(i64(tables.first_row[source]), i64(tables.first_row[source + 1])):
        if not acts(position, row, AT_CLAIM, seat, route):
            continue
        does = i64(clauses[row * COLUMNS + DOES])
        amount = i64(clauses[row * COLUMNS + AMOUNT])
        if does == MONEY:
            payout.money += amount
        elif does == MONEY_PER:
            payout.money += dollars_per(position, row, route, 0)
        elif does == FEE:
            fees += amount
        elif does == DRAW:
            payout.cards += amount
        elif does == TAKE and takable > 0:
            payout.cards += 1
    if fees > 0:
        # A company pays no more of a fee than it has by then (L24).
        held = companies_of(position).money[seat] + payout.money
        for earlier in found:
            held += earlier.money
        payout.money -= min(fees, held)
    if payout.money != 0 or payout.cards > 0:
        found.append(payout)
