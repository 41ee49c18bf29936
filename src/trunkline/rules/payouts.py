"""What a claim would pay a company now (L15-L17): dollars and cards for each step of the claim, with its source."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.board import Board
from trunkline.rules.bridges import NO_SPAN, bridges_of, brings_span
from trunkline.rules.bridges import STEP as BRIDGE_STEP
from trunkline.rules.cattle import open_drives
from trunkline.rules.clauses import acts, dollars_per, is_takable, times_taken
from trunkline.rules.companies import BONUS_STEP, LARGE_CITY_STEP, STORY_STEP
from trunkline.rules.company_tables import (
    AMOUNT,
    AT_CLAIM,
    COLUMNS,
    DOES,
    DRAW,
    FEE,
    LARGE_CITY,
    LARGE_CITY_CARDS,
    MONEY,
    MONEY_PER,
    REFUND,
    TAKE,
)
from trunkline.rules.connections import Connection, own_network
from trunkline.rules.elevators import STEP as ELEVATOR_STEP
from trunkline.rules.elevators import best_elevator
from trunkline.rules.excursions import open_excursions
from trunkline.rules.grades import STEP as GRADE_STEP
from trunkline.rules.mail import open_contracts
from trunkline.rules.money import companies_of, company_colour, company_source
from trunkline.rules.news import EVENT_STEP
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.spikes import has_open_spikes, open_spikes
from trunkline.rules.state import Position
from trunkline.rules.steamers import STEP as STEAMER_STEP
from trunkline.rules.steamers import steamers_of


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
        """Cards drawn, taken or refunded."""


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
    for rule in range(tables.first_story_rule, tables.first_spike):
        add_payout(position, seat, route, STORY_STEP, rule, found)
    if tables.large[route]:
        city = Payout(LARGE_CITY_STEP, LARGE_CITY)
        city.cards = news_of(position).standing[LARGE_CITY_CARDS]
        found.append(city)
    if board.modules.first_source > 0:
        found += module_payouts(position, seat, route)
        found.sort(key=lambda payout: payout.step)
    return found


def module_payouts(position: Position, seat: i64, route: i64) -> list[Payout]:
    """What modules would pay at once for the route itself."""
    board = position.board
    found: list[Payout] = []
    grade, bridges, steamers = board.modules.grade, board.modules.bridges, board.modules.steamers
    if grade is not None and board.tunnel[route]:
        check = Payout(GRADE_STEP, grade.source)
        check.money = grade.passed
        found.append(check)
    if bridges is not None and bridges.lines[route] and bridges_of(position).span[route] == NO_SPAN:
        fee = Payout(BRIDGE_STEP, bridges.source)
        fee.money = -min(bridges.fee, companies_of(position).money[seat])
        found.append(fee)
    if steamers is not None and steamers.lines[route] and steamers_of(position).left[seat] > 0:
        sail = Payout(STEAMER_STEP, steamers.source)
        sail.cards = min(steamers.refund, i64(board.length[route]) - 1)
        found.append(sail)
    return found


def has_later_payouts(board: Board) -> bool:
    """Whether `later_payouts` may find anything on a board."""
    modules = board.modules
    return modules.bridges is not None or modules.steamers is not None or modules.elevators is not None


def later_payouts(position: Position, seat: i64, route: i64) -> list[Payout]:
    """What modules would pay for the route after the game, on the slip or into the vault; below 0 for a loss."""
    board = position.board
    found: list[Payout] = []
    bridges, steamers, elevators = board.modules.bridges, board.modules.steamers, board.modules.elevators
    if bridges is not None and brings_span(position, seat, route):
        span = Payout(BRIDGE_STEP, bridges.source)
        span.money = bridges.span
        found.append(span)
    if steamers is not None and steamers.lines[route] and steamers_of(position).left[seat] > 0:
        gone = Payout(STEAMER_STEP, steamers.source)
        gone.money = -steamers.left
        found.append(gone)
    if elevators is not None and best_elevator(position, seat, route) > 0:
        elevator = Payout(ELEVATOR_STEP, elevators.source)
        elevator.money = best_elevator(position, seat, route)
        found.append(elevator)
    return found


def connections(position: Position, seat: i64) -> list[Connection]:
    """The connections of cities that can still pay the seat: golden spikes, deliveries, excursions, mail contracts."""
    found: list[Connection] = []
    if not position.board.has_companies:
        return found
    if has_open_spikes(position):
        found += open_spikes(position)
    if position.board.modules.first_source > 0:
        found += open_drives(position, seat)
        found += open_excursions(position)
        found += open_contracts(position, seat)
    return found


def all_payouts(position: Position, seat: i64, route: i64) -> list[Payout]:
    """What each step of a claim would pay, connections included."""
    return payouts_of_routes(position, seat, [int(route)])[0]


def payouts_of_routes(position: Position, seat: i64, routes: list[int]) -> list[list[Payout]]:
    """The same for several routes: connections and the network of the seat are found once."""
    links = connections(position, seat)
    label = own_network(position, seat) if len(links) > 0 else vec[u8]()
    for link in links:
        link.measure(label)
    found: list[list[Payout]] = []
    for number in routes:
        route = i64(number)
        steps = payouts(position, seat, route)
        for link in links:
            dollars = link.payment(position.board, label, route)
            if dollars > 0 and link.counts(position, seat, route):
                if len(steps) == 0 or steps[len(steps) - 1].source != link.source:
                    steps.append(Payout(link.step, link.source))
                steps[len(steps) - 1].money += dollars
        steps.sort(key=lambda payout: payout.step)
        found.append(steps)
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
    first = i64(tables.first_row[source])
    count = i64(tables.first_row[source + 1]) - first
    for done in range(count * times_taken(position, source)):
        row = first + done % count
        if not acts(position, row, AT_CLAIM, seat, route, 0):
            continue
        does = i64(clauses[row * COLUMNS + DOES])
        amount = i64(clauses[row * COLUMNS + AMOUNT])
        if does == MONEY:
            payout.money += amount
        elif does == MONEY_PER:
            dollars = dollars_per(position, row, seat, route, 0)
            payout.money += max(dollars, 0)
            fees += max(-dollars, 0)
        elif does == FEE:
            fees += amount
        elif does == DRAW:
            payout.cards += amount
        elif does == TAKE and takable > 0:
            payout.cards += 1
        elif does == REFUND:
            payout.cards += min(amount, i64(position.board.length[route]) - 1)
    if fees > 0:
        # A company pays no more of a fee than it has by then (L24).
        held = companies_of(position).money[seat] + payout.money
        for earlier in found:
            held += earlier.money
        payout.money -= min(fees, held)
    if payout.money != 0 or payout.cards > 0:
        found.append(payout)
