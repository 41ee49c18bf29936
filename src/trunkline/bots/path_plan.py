"""Path plans of simple bots: prices of routes, shortest paths for the tickets, and which tickets to keep."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.gains import Gains
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import Board
from trunkline.rules.pieces import SPLITTING, box_ships, box_trains
from trunkline.rules.state import NOBODY, OPENING
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.tickets import KEEP
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Ways

NOTHING: Final = -1
WORST: Final = -(1 << 40)

# The price of an open route: its cards and the turn of the claim, minus its gain. So long routes are worth a detour.
PER_SPACE: Final = 4
PER_CLAIM: Final = 12
PER_POINT: Final = 2
PER_SYMBOL: Final = 4
PER_TUNNEL: Final = 4
PER_STATION: Final = 40
"""A station is expensive: it costs cards, a turn and the points of an unbuilt one (E10)."""
TICKET_WORTH: Final = 4
"""A ticket is kept if its path costs at most this for each of its points."""


class PiecesNeeded:
    """The pieces and stations that the paths for a ticket take."""

    def __init__(self) -> None:
        self.trains: i64 = 0
        self.ships: i64 = 0
        self.stations: i64 = 0


class PathPlan:
    """The routes that a seat intends to claim for its tickets, and those of opponents that it intends to borrow."""

    def __init__(self, view: View, ways: Ways, gains: Gains) -> None:
        self.board: Final = view.board
        self.seat: Final = view.seat
        self.tickets: Final = view.tickets
        """The tickets that the seat holds."""
        self.ways: Final = ways
        self.routes = vec[i16]()
        self.borrowed = vec[i16]()
        self.trains: i64 = 0
        self.ships: i64 = 0
        """Spaces of `routes`, rail and sea."""
        own = view.players[view.seat]
        # Pieces in the box count too: they can be exchanged (W12), or the split is still to come (W2).
        self.trains_left: i64 = own.trains + box_trains(view, view.seat)
        self.ships_left: i64 = own.ships + box_ships(view, view.seat)
        before = view.phase == OPENING or view.phase == SPLITTING
        self.pieces_left: i64 = view.board.numbers.pieces if before else own.trains + own.ships
        if view.board.numbers.pieces == 0:
            self.pieces_left = own.trains
        self.stations_left: i64 = stations_left(view, view.seat)
        price_routes(view, ways, gains)

    def price_of(self, view: View, ticket: i64) -> i64:
        """The price of a ticket in addition to the plan; CLOSED if it is impossible."""
        board = view.board
        need = PiecesNeeded()
        total: i64 = 0
        for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1]) - 1):
            start = i64(board.ticket_cities[i])
            goal = i64(board.ticket_cities[i + 1])
            price = self.ways.search(start, goal)
            if price >= CLOSED:
                return CLOSED
            total += price
            if price > 0:
                self.add_need(view, start, goal, need)
        return total if self.has_pieces_for(need) else CLOSED

    def add_need(self, view: View, start: i64, goal: i64, need: PiecesNeeded) -> None:
        """Add the pieces for the path that the last search found."""
        board = view.board
        city = goal
        while city != start:
            route = i64(self.ways.arrival[city])
            if self.ways.price[route] > 0:
                if view.owner[route] == NOBODY:
                    if board.sea[route]:
                        need.ships += i64(board.length[route])
                    else:
                        need.trains += i64(board.length[route])
                elif not station_beside(view, route):
                    need.stations += 1
            city = board.other_end(route, city)

    def has_pieces_for(self, need: PiecesNeeded) -> bool:
        """Whether there are enough pieces and stations, in addition to the plan."""
        trains = self.trains + need.trains
        ships = self.ships + need.ships
        if trains > self.trains_left or ships > self.ships_left or trains + ships > self.pieces_left:
            return False
        return need.stations <= self.stations_left

    def add(self, view: View, ticket: i64) -> None:
        """Add the cheapest paths for a ticket, if it is possible. Planned routes are free for the next ticket."""
        if self.price_of(view, ticket) >= CLOSED:
            return
        board = view.board
        first = i64(board.ticket_start[ticket])
        legs = i64(board.ticket_start[ticket + 1]) - first - 1
        for i in range(first, first + legs):
            start = i64(board.ticket_cities[i])
            goal = i64(board.ticket_cities[i + 1])
            # The path of a single leg has just been found. With several legs, search again: planned routes are free.
            if legs == 1 or self.ways.search(start, goal) < CLOSED:
                self.add_leg(view, start, goal)

    def add_leg(self, view: View, start: i64, goal: i64) -> None:
        """Add the path that the last search found to the plan."""
        board = view.board
        price = self.ways.price
        city = goal
        while city != start:
            route = i64(self.ways.arrival[city])
            if price[route] > 0:
                price[route] = 0
                if view.owner[route] == NOBODY:
                    self.routes = append(self.routes, i16(route))
                    if board.sea[route]:
                        self.ships += i64(board.length[route])
                    else:
                        self.trains += i64(board.length[route])
                else:
                    self.borrowed = append(self.borrowed, i16(route))
                    if not station_beside(view, route):
                        self.stations_left -= 1
            city = board.other_end(route, city)


def price_routes(view: View, ways: Ways, gains: Gains) -> None:
    """Price every route for the seat: 0 for its own, by length for open ones, a station for those of opponents."""
    board = view.board
    price = ways.price
    for route in range(board.routes):
        holder = i64(view.owner[route])
        if holder == view.seat:
            price[route] = 0
        elif holder != NOBODY:
            price[route] = borrowing_price(view, route)
        elif view.is_open(route):
            price[route] = claiming_price(board, route, gains.by_route[route])
        else:
            price[route] = CLOSED


def is_done(view: View, route: i64) -> bool:
    """Whether the seat owns a route or one of its twins."""
    owner = view.owner
    twins = view.board.twin
    lane = route
    while True:
        if i64(owner[lane]) == view.seat:
            return True
        lane = i64(twins[lane])
        if lane == route:
            return False


def may_be_done(view: View, route: i64) -> bool:
    """Whether the seat owns a route or one of its twins, or may claim one of them."""
    owner = view.owner
    twins = view.board.twin
    lane = route
    while True:
        if i64(owner[lane]) == view.seat or view.is_open(lane):
            return True
        lane = i64(twins[lane])
        if lane == route:
            return False


def station_beside(view: View, route: i64) -> bool:
    """Whether the seat has a station at an end of the route, so that it can borrow it (E9)."""
    board = view.board
    station = stations_of(view).owner
    if len(station) == 0:
        return False
    return i64(station[i64(board.route_a[route])]) == view.seat or i64(station[i64(board.route_b[route])]) == view.seat


def station_site(view: View, route: i64) -> i64:
    """A city without a station at an end of the route; -1 if there is none (E8)."""
    board = view.board
    station = stations_of(view).owner
    if len(station) > 0:
        if station[i64(board.route_a[route])] == NOBODY:
            return i64(board.route_a[route])
        if station[i64(board.route_b[route])] == NOBODY:
            return i64(board.route_b[route])
    return -1


def claiming_price(board: Board, route: i64, gain: i64) -> i64:
    """The price of an open route, at least 1: a price of 0 marks the seat's own routes."""
    price = (
        PER_CLAIM
        + PER_SPACE * i64(board.length[route])
        - (PER_POINT * gain >> 4)
        + PER_SYMBOL * i64(board.locomotives[route])
        + PER_TUNNEL * i64(board.tunnel[route])
        + PER_SPACE * i64(board.pair[route]) * i64(board.length[route])
    )
    return price if price > 0 else 1


def borrowing_price(view: View, route: i64) -> i64:
    """The price of borrowing an opponent's route: nearly nothing beside an own station."""
    if station_beside(view, route):
        return 1
    if stations_left(view, view.seat) > 0 and station_site(view, route) >= 0:
        return PER_STATION
    return CLOSED


def choose_tickets(view: View, ways: Ways, gains: Gains, actions: ActionList) -> i64:
    """The offered tickets to keep, chosen greedily: the best one first, while it pays or more must be kept."""
    plan = plan_for(view, ways, gains)
    points = view.board.ticket_points
    chosen: i64 = 0
    while True:
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(len(view.offered)):
            if not chosen >> i & 1:
                ticket = i64(view.offered[i])
                price = plan.price_of(view, ticket)
                worth = TICKET_WORTH * i64(points[ticket]) - price
                if price >= CLOSED:
                    # Of impossible tickets, the one with the fewest points costs the least.
                    worth = -CLOSED - i64(points[ticket])
                if worth > best_worth:
                    best_worth = worth
                    best = i
        enough = actions.has(encode(KEEP, chosen))
        if enough and best_worth < 0:
            return encode(KEEP, chosen)
        if best == NOTHING:
            return actions.codes[actions.size - 1]
        chosen |= i64(1) << best
        plan.add(view, i64(view.offered[best]))


def plan_for(view: View, ways: Ways, gains: Gains) -> PathPlan:
    """A plan with the cheapest paths for the tickets held, the most valuable ticket first."""
    plan = PathPlan(view, ways, gains)
    points = view.board.ticket_points
    left = view.tickets[:]
    for _i in range(len(left)):
        first: i64 = NOTHING
        for i in range(len(left)):
            if left[i] >= 0 and (first == NOTHING or points[i64(left[i])] > points[i64(left[first])]):
                first = i
        plan.add(view, i64(left[first]))
        left[first] = NOTHING
    return plan


def is_possible(view: View, plan: PathPlan) -> bool:
    """Whether the tickets are the same, and every planned route is claimed or still open to the seat."""
    tickets = view.tickets
    if plan.board is not view.board or plan.seat != view.seat or len(tickets) != len(plan.tickets):
        return False
    for i in range(len(tickets)):
        if tickets[i] != plan.tickets[i]:
            return False
    for route in plan.routes:  # noqa: SIM110 - a loop is quicker than a generator
        if not may_be_done(view, i64(route)):
            return False
    return True


def fewest_locomotives(actions: ActionList, kind: i64, subject: i64) -> i64:
    """The action of a kind and subject that costs the fewest locomotives; NOTHING if there is none."""
    best: i64 = NOTHING
    fewest: i64 = 1 << 10
    for i in range(actions.size):
        code = actions.codes[i]
        if kind_of(code) == kind and subject_of(code) == subject and wilds_of(code) < fewest:
            fewest = wilds_of(code)
            best = code
    return best
