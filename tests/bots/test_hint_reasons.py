"""Every reason of a hint is true: each is checked against the plan it speaks of and against the engine."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import msgspec
import pytest

from boards import COMPANIES, MAPS
from editions import FIRST
from tools import game, size
from trunkline.bots.hint_reasons import REASONS, Decision, reason
from trunkline.bots.hints import HintBot, decide, hint
from trunkline.bots.planner import PlannerBot, SeatPlanner, with_offered
from trunkline.bots.play import seat_to_act
from trunkline.bots.power_use import is_lost
from trunkline.bots.ship_planner import ShipPlanner
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import Weights, company_weights
from trunkline.maps.edition import reference
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList, kind_of, subject_of
from trunkline.rules.board import Board
from trunkline.rules.cards import DRAW_ROW
from trunkline.rules.claim import CLAIM
from trunkline.rules.events import Event
from trunkline.rules.money import companies_of
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.pairs import PAIR
from trunkline.rules.payment import PAY
from trunkline.rules.plans import as_if_to_move, cards_of
from trunkline.rules.powers import power_row
from trunkline.rules.progress import ticket_progress
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import NOBODY, OVER, TURN, UNDECIDED, State
from trunkline.rules.tickets import KEEP
from trunkline.rules.tunnels import TUNNEL
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View
from trunkline.rules.ways import cheapest_way_for

Params = dict[str, object]
MANY = 12
FAR = 10**6


class Told:
    """A hint with the position and the plan that it speaks of."""

    def __init__(self, state: State, seat: int, dice: random.Random) -> None:
        self.state, self.seat, self.dice = state, seat, dice
        self.board: Board = state.board
        self.view = View(state, seat)
        self.actions = ActionList()
        legal(state, seat, self.actions)
        self.decision: Decision = decide(self.view, self.actions)
        self.action = int(self.decision.action)
        self.kind, self.subject = int(kind_of(self.action)), int(subject_of(self.action))
        self.code, self.params = reason(self.view, self.actions, self.decision)

    def number(self, name: str) -> int:
        found = self.params[name]
        assert isinstance(found, int)
        return found

    @property
    def route(self) -> int:
        return self.board.route_names.index(str(self.params["route"]))

    @property
    def routes(self) -> list[int]:
        found = self.params["routes"]
        assert isinstance(found, list)
        return [self.board.route_names.index(name) for name in found]

    @property
    def tickets(self) -> list[int]:
        found = self.params["tickets"]
        assert isinstance(found, list)
        return [self.board.ticket_names.index(name) for name in found]

    @property
    def card(self) -> int:
        return int(self.view.row[self.subject])

    def lanes(self, route: int) -> list[int]:
        found, lane = [route], int(self.board.twin[route])
        while lane != route:
            found.append(lane)
            lane = int(self.board.twin[lane])
        return found

    def wanted_lanes(self) -> list[int]:
        """The open lanes of the routes that the plan wants."""
        return [lane for route in self.decision.wanted for lane in self.lanes(route) if self.view.is_open(lane)]

    def completes_with(self, ticket: int, routes: list[int]) -> bool:
        """Whether own routes and these complete a ticket."""
        owner = self.view.owner[:]
        for route in routes:
            owner[route] = self.seat
        return completes(self.board, joined_cities(self.board, owner, self.seat), ticket)

    # What the engine says about a hand

    def with_cards(self, cards: dict[int, int]) -> State:
        """The game at the start of the seat's turn, with all the pieces and these cards more in hand."""
        ahead = as_if_to_move(self.state, self.seat)
        player = ahead.players[self.seat]
        player.trains = player.ships = 60
        for card, number in cards.items():
            for _ in range(number):
                player.gain(card, False)
        return ahead

    def claims(self, state: State, route: int) -> list[int]:
        found = ActionList()
        legal(state, self.seat, found)
        return [int(code) for code in found if kind_of(code) == CLAIM and subject_of(code) == route]

    def is_usable(self, card: int, route: int) -> bool:
        """Whether some payment of a route takes this card, if the hand holds only it and locomotives."""
        state = self.with_cards({})
        for other in range(self.board.cards):
            state.players[self.seat].hand[other] = MANY if other in (card, self.board.wild) else 0
        name = self.board.card_names[card]
        return any(name in cards_of(state, self.seat, [code]) for code in self.claims(state, route))

    def lacking(self, route: int, cards: dict[int, int]) -> int:
        """How many locomotives more would let the hand with these cards claim a route."""
        wild = int(self.board.wild)
        for number in range(MANY):
            if self.claims(self.with_cards({**cards, wild: cards.get(wild, 0) + number}), route):
                return number
        return FAR

    def lacks(self, card: int, route: int) -> bool:
        """Whether a route is still to be paid, and this card brings it nearer."""
        if self.board.pair[route]:  # A space takes two cards, so one alone need not bring it nearer (W7).
            return self.lacking(route, {}) > 0 and self.is_usable(card, route)
        return self.lacking(route, {card: 1}) < self.lacking(route, {})


def is_on_the_way(told: Told, ticket: int) -> bool:
    """Whether a shortest way of a ticket over own and planned routes takes the route of the hint."""
    board, route = told.board, told.route
    lanes = told.lanes(route)
    assert any(each in lanes for each in told.decision.planned)
    price = {each: 0 for each in range(board.routes) if told.view.owner[each] == told.seat}
    for each in [*told.decision.planned, *told.decision.borrowed]:
        if each not in lanes:
            price.setdefault(each, int(board.length[each]))
    cities = [int(city) for city in board.ticket_cities[board.ticket_start[ticket] : board.ticket_start[ticket + 1]]]
    for free in ({}, dict.fromkeys(price, 0)):  # The legs of a tour may share routes.
        prices = {**price, **free, route: int(board.length[route])}
        for start, goal in pairwise(cities):
            far = {end: distances(board, prices, end) for end in (start, goal)}
            a, b = int(board.route_a[route]), int(board.route_b[route])
            via = min(far[start][a] + far[goal][b], far[start][b] + far[goal][a]) + prices[route]
            if via == far[start][goal] < FAR:
                return True
    return False


def distances(board: Board, prices: dict[int, int], start: int) -> list[int]:
    """The price of the cheapest way from a city to each (Bellman-Ford)."""
    found = [FAR] * board.cities
    found[start] = 0
    changed = True
    while changed:
        changed = False
        for route, price in prices.items():
            a, b = int(board.route_a[route]), int(board.route_b[route])
            for here, there in ((a, b), (b, a)):
                if found[here] + price < found[there]:
                    found[there] = found[here] + price
                    changed = True
    return found


# One check for each reason


def toward_tickets(told: Told) -> None:
    assert told.kind == CLAIM and told.subject == told.route and told.tickets
    for ticket in told.tickets:
        assert ticket in list(told.view.tickets) and not told.completes_with(ticket, [])
        assert told.completes_with(ticket, [told.route]) or is_on_the_way(told, ticket)


def collecting(told: Told) -> None:
    assert told.board.card_names[told.card] == told.params["colour"]
    assert told.route in told.wanted_lanes()
    assert told.is_usable(told.card, told.route)
    assert told.lacks(told.card, told.route)


def collecting_reserve(told: Told) -> None:
    assert told.board.tunnel[told.route] and told.route in told.wanted_lanes()
    assert told.is_usable(told.card, told.route) and told.lacking(told.route, {}) == 0


def collecting_together(told: Told) -> None:
    assert all(route in told.wanted_lanes() and told.is_usable(told.card, route) for route in told.routes)
    cards = {card for card in range(told.board.cards) if any(told.is_usable(card, route) for route in told.routes)}
    assert sum(told.board.length[route] for route in told.routes) > sum(told.view.hand[card] for card in cards)


def collecting_port(told: Told) -> None:
    """W10: a port takes trains and ships with an anchor, all of one colour."""
    numbers, colour, board = told.board.numbers, told.decision.port_colour, told.board
    needed = {board.anchor_train + colour: numbers.port_trains, board.ship + colour: numbers.port_ships}
    assert int(told.view.hand[told.card]) < needed[told.card]


def collecting_spare(told: Told) -> None:
    lanes = told.wanted_lanes()
    for lane in told.dice.sample(lanes, min(2, len(lanes))):
        assert told.board.pair[lane] or not told.lacks(told.card, lane)


def collecting_any(told: Told) -> None:
    lanes = told.wanted_lanes()
    row = {int(told.view.row[subject_of(code)]) for code in told.actions if kind_of(code) == DRAW_ROW}
    for card in row:
        for lane in told.dice.sample(lanes, min(1, len(lanes))):
            assert not told.lacks(card, lane)


def collecting_blind(told: Told) -> None:
    row = {int(told.view.row[subject_of(code)]) for code in told.actions if kind_of(code) == DRAW_ROW}
    assert any(told.lacks(card, lane) for card in row for lane in told.wanted_lanes())


def blocking(told: Told) -> None:
    """A ticket that the other may hold takes more spaces, or has no way left, once the route is taken."""
    other, ahead = told.number("seat"), as_if_to_move(told.state, told.seat)
    apply(ahead, told.seat, told.action, None)
    before, after = View(told.state, told.seat), View(ahead, told.seat)
    unseen = [each for each in range(told.board.tickets) if each not in list(before.tickets)]
    assert other != told.seat
    assert ahead.phase in (TUNNEL, PAIR) or any(
        cheapest_way_for(before, each, other).spaces != cheapest_way_for(after, each, other).spaces for each in unseen
    )


def ending(told: Told) -> None:
    ahead = told.state.copy()
    apply(ahead, told.seat, told.action, None)
    assert ahead.phase in (TUNNEL, PAIR, OVER) or ahead.turns_left != UNDECIDED


def for_points(told: Told) -> None:
    ahead = told.state.copy()
    apply(ahead, told.seat, told.action, None)
    gained = ahead.players[told.seat].points - told.state.players[told.seat].points
    assert gained == told.number("points") or ahead.phase in (TUNNEL, PAIR)


def for_money(told: Told) -> None:
    """L15-L17: by the present news event; cards that the claim draws may turn up another."""
    ahead, log = told.state.copy(), list[Event]()
    apply(ahead, told.seat, told.action, log)
    gained = companies_of(ahead).money[told.seat] - companies_of(told.state).money[told.seat]
    has_news = any(event.kind.name == "news" for event in log)
    assert told.number("money") > 0 and (gained == told.number("money") or has_news or ahead.seat == told.seat)


def to_place_trains(told: Told) -> None:
    ahead = told.state.copy()
    apply(ahead, told.seat, told.action, None)
    assert told.state.players[told.seat].trains - ahead.players[told.seat].trains == told.number("trains")


def more_tickets(told: Told) -> None:
    planned = [*told.decision.planned, *told.decision.borrowed]
    assert all(told.completes_with(ticket, planned) for ticket in told.view.tickets)


def other_tickets(told: Told) -> None:
    planned = [*told.decision.planned, *told.decision.borrowed]
    assert not all(told.completes_with(ticket, planned) for ticket in told.view.tickets)


def keeping(told: Told) -> None:
    """The plan for the tickets held and these is worth at least as much as the plan for any other set."""
    view = told.view
    assert told.tickets == [t for i, t in enumerate(view.offered) if told.subject >> i & 1]
    if told.board.numbers.ships:
        planner = ShipPlanner(told.board, ShipWeights())
        planner.plan_maker.price_routes(view, planner.plan)
        worths = {int(code): planner.worth_of_set(view, code) for code in told.actions if kind_of(code) == KEEP}
    else:
        planned = SeatPlanner(view, company_weights() if told.board.has_companies else Weights())
        planned.look(view)
        worths = {}
        for code in told.actions:
            chosen = with_offered(view.tickets, view.offered, subject_of(code))
            planned.policy.plan_maker.make(planned.observation, chosen, planned.policy.best_plan)
            worths[int(code)] = planned.policy.worth_of_plan(planned.observation)
    assert worths[told.action] == max(worths.values())


def borrowing(told: Told) -> None:
    board, planned = told.board, told.decision.planned
    city = board.city_names.index(str(told.params["city"]))
    beside = [route for route in range(board.routes) if city in (board.route_a[route], board.route_b[route])]
    others = [route for route in beside if told.view.owner[route] not in (NOBODY, told.seat)]
    assert told.subject == city and told.tickets
    for ticket in told.tickets:
        assert not told.completes_with(ticket, planned)
        assert any(told.completes_with(ticket, [*planned, route]) for route in others)


def paying(told: Told) -> None:
    assert told.kind == PAY and told.number("asked") > 0


def withdrawing(told: Told) -> None:
    assert not any(kind_of(code) == PAY for code in told.actions)


def pairing(told: Told) -> None:
    assert told.view.phase == PAIR and told.board.pair[told.route]


def building_port(told: Told) -> None:
    board = told.board
    city = board.city_names.index(str(told.params["city"]))
    for ticket in told.tickets:
        assert city in list(board.ticket_cities[board.ticket_start[ticket] : board.ticket_start[ticket + 1]])
        assert told.completes_with(ticket, told.decision.planned)
    assert told.tickets or board.numbers.unbuilt_port > 0


def splitting(told: Told) -> None:
    spaces = {0: 0, 1: 0}
    for route in told.decision.planned:
        spaces[int(told.board.sea[route])] += int(told.board.length[route])
    assert (told.number("trains"), told.number("ships")) == (spaces[0], spaces[1])


def exchanging(told: Told) -> None:
    own, sea = told.view.players[told.seat], told.params["kind"] == "ships"
    held = own.ships if sea else own.trains
    assert any(told.board.sea[route] == sea and int(told.board.length[route]) > held for route in told.decision.wanted)


def buying(told: Told) -> None:
    """L24: one locomotive more pays a route on the way of a ticket."""
    assert any(told.route in list(each.missing) for each in ticket_progress(told.view) if not each.done)
    assert min(told.lacking(lane, {}) for lane in told.lanes(told.route) if told.view.is_open(lane)) == 1


def returning(told: Told) -> None:
    """L24: the ticket cannot be completed, and its return costs less than its penalty."""
    row = power_row(told.view, told.action)
    [lost] = [each for each in ticket_progress(told.view) if each.ticket == told.tickets[0]]
    assert row is not None and is_lost(told.view, lost)
    assert row.amount < int(told.board.ticket_penalty[told.tickets[0]])


def taking_bond(told: Told) -> None:
    row = power_row(told.view, told.action)
    assert row is not None and told.number("money") == row.amount - row.later > 0


def nothing_else(told: Told) -> None:
    assert told.kind not in (CLAIM, DRAW_ROW, KEEP, PAY) or told.view.phase != TURN


CHECKS: dict[str, Callable[[Told], None]] = {
    check.__name__: check
    for check in (
        toward_tickets, collecting, collecting_reserve, collecting_together, collecting_port, collecting_spare,
        collecting_any, collecting_blind, blocking, ending, for_points, for_money, to_place_trains, more_tickets,
        other_tickets, keeping, borrowing, paying, withdrawing, pairing, building_port, splitting, exchanging, buying,
        returning, taking_bond, nothing_else,
    )
}  # fmt: skip


def test_every_reason_has_a_check() -> None:
    assert set(CHECKS) == set(REASONS)


@pytest.mark.parametrize("map_name", MAPS)
def test_reasons_are_true(map_name: str) -> None:
    """On positions of games by hints, by planners and by chance, with two to five players."""
    dice = random.Random(f"reasons {map_name}")
    board = load_board(map_name, "base")
    for number in range(size(4, 60)):
        players = 2 + number % 4
        companies = dice.sample(range(5), players) if map_name in COMPANIES else None
        state = new_game(board, players, dice.randbytes(32), BY_LOT, None, companies)
        bots = [(HintBot, PlannerBot)[seat % 2](seat) for seat in range(players)]
        while state.phase != OVER:
            seat = int(seat_to_act(state))
            told = Told(state, seat, dice)
            try:
                CHECKS[told.code](told)
            except AssertionError as error:
                raise AssertionError(f"{told.code} {told.params}: {told.view.notation(told.action)}") from error
            choice = told.action if seat % 2 == 0 else bots[seat].choose(told.view, told.actions)
            if number % 4 == 3 and dice.random() < 0.3:
                choice = dice.choice(list(told.actions))
            apply(state, seat, choice, None)


POWERS = ("engine-sale", "inspectors", "bond-drive")


@pytest.mark.rule("L24")
@pytest.mark.parametrize(("event", "own", "fields", "code", "params"), [
    ("engine-sale", {"tickets": ["philadelphia-new-york"]}, {}, "buying", {"route": "new-york-philadelphia:1"}),
    ("inspectors", {"tickets": ["pittsburgh-bangor", "philadelphia-new-york"]},
     {"routes": {"bangor-boston:1": 1, "bangor-montreal": 1, "bangor-quebec:1": 1}},
     "returning", {"tickets": ["pittsburgh-bangor"]}),
])  # fmt: skip
def test_hints_advise_powers(event: str, own: Params, fields: Params, code: str, params: Params) -> None:
    map_ = reference("meridian", msgspec.structs.replace(FIRST, events=POWERS))
    news = {"current": event, "deck": [other for other in POWERS if other != event]}
    row = ["black", "blue", "white", "green", "yellow"]
    deck = ["red"] * 9 + ["newspaper"] * 6
    table = game(map_, [{"money": 9, **own}, {}], news=news, row=row, deck=deck, **fields)
    told = Told(table.state, 0, random.Random(1))
    assert (told.code, told.params) == (code, params)
    CHECKS[told.code](told)
    assert PlannerBot(1).choose(told.view, told.actions) == told.action == hint(told.view, told.actions).action
