"""What a claim would pay a company now (L15-L17): dollars and cards for each step of the claim, with its source."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.bridges import NO_SPAN, bridges_of
from trunkline.rules.bridges import STEP as BRIDGE_STEP
from trunkline.rules.cattle import STEP as CATTLE_STEP
from trunkline.rules.cattle import deliveries_pay
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
from trunkline.rules.excursions import STEP as EXCURSION_STEP
from trunkline.rules.excursions import excursions_barred, excursions_of
from trunkline.rules.grades import STEP as GRADE_STEP
from trunkline.rules.mail import NO_CONTRACT, contract_open, contracts_of, joins_oceans
from trunkline.rules.mail import STEP as MAIL_STEP
from trunkline.rules.money import companies_of, company_colour, company_source
from trunkline.rules.network import merge
from trunkline.rules.news import EVENT_STEP
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.spikes import SPIKE_STEP, drives, has_open_spikes, own_network
from trunkline.rules.state import NOBODY, Position
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
    """What modules would pay for the route itself. `joined_payouts` has what depends on the network."""
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


def spike_payouts(position: Position, seat: i64, label: vec[u8], route: i64) -> list[Payout]:
    """What golden spikes would pay at once for a claim by a seat whose network has these labels (spikes.py)."""
    tables = position.board.companies
    found: list[Payout] = []
    for spike in range(len(tables.spikes)):
        if tables.spikes[spike].money > 0 and drives(position, spike, label, route):
            payout = Payout(SPIKE_STEP, tables.first_spike + spike)
            payout.money = tables.spikes[spike].money
            found.append(payout)
    return found


def joined_payouts(position: Position, seat: i64, network: vec[u8], route: i64) -> list[Payout]:
    """What modules would pay for the cities that a claim connects, for a seat whose network has these labels."""
    board = position.board
    modules = board.modules
    label = network[:]
    merge(label, label[i64(board.route_a[route])], label[i64(board.route_b[route])])
    found: list[Payout] = []
    if modules.cattle is not None:
        herds = Payout(CATTLE_STEP, modules.cattle.source)
        herds.money = deliveries_pay(position, seat, route, label)
        found.append(herds)
    if modules.excursions is not None and not excursions_barred(position):
        row = modules.excursions
        trips = Payout(EXCURSION_STEP, row.source)
        owner = excursions_of(position).owner
        for card in range(len(owner)):
            if owner[card] == NOBODY and label[i64(row.a[card])] == label[i64(row.b[card])]:
                trips.money += i64(row.dollars[card])
        found.append(trips)
    if modules.mail is not None:
        mail = Payout(MAIL_STEP, modules.mail.source)
        contract = contract_open(position, seat)
        if contract != NO_CONTRACT and joins_oceans(board, modules.mail, label):
            mail.money = i64(contracts_of(modules.mail, len(companies_of(position).company))[contract])
        found.append(mail)
    return [payout for payout in found if payout.money > 0]


def payouts_in(position: Position, seat: i64, network: vec[u8], route: i64) -> list[Payout]:
    """What each step of a claim would pay a seat whose network has these labels, with what depends on the network."""
    found = payouts(position, seat, route)
    if has_open_spikes(position):
        found += spike_payouts(position, seat, network, route)
    if position.board.modules.first_source > 0:
        found += joined_payouts(position, seat, network, route)
    found.sort(key=lambda payout: payout.step)
    return found


def all_payouts(position: Position, seat: i64, route: i64) -> list[Payout]:
    """The same for one route; empty on a board without companies."""
    return payouts_in(position, seat, own_network(position, seat), route) if position.board.has_companies else []


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
