"""Plans of simple bots: what each route still costs a seat, and the cheapest paths for its tickets together."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.gains import Gains
from trunkline.rules.board import Board
from trunkline.rules.pieces import SPLITTING, box_ships, box_trains
from trunkline.rules.state import NOBODY, OPENING
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Ways

# What an open route costs: its cards and the turn of the claim, less what it scores. So long routes are worth a detour.
PER_SPACE: Final = 4
PER_CLAIM: Final = 12
PER_POINT: Final = 2
PER_SYMBOL: Final = 4
PER_TUNNEL: Final = 4
PER_STATION: Final = 40
"""A station is dear: it costs cards, a turn and the points of an unbuilt one (E10)."""


class Need:
    """The pieces and stations that the paths for a ticket take."""

    def __init__(self) -> None:
        self.trains: i64 = 0
        self.ships: i64 = 0
        self.stations: i64 = 0


class Plan:
    """The routes that a seat means to claim for its tickets, and those of others that it means to borrow."""

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
        # Pieces in the box count too: they can be had in exchange (W12), or the split is still to come (W2).
        self.trains_left: i64 = own.trains + box_trains(view, view.seat)
        self.ships_left: i64 = own.ships + box_ships(view, view.seat)
        before = view.phase == OPENING or view.phase == SPLITTING
        self.pieces_left: i64 = view.board.numbers.pieces if before else own.trains + own.ships
        if view.board.numbers.pieces == 0:
            self.pieces_left = own.trains
        self.stations_left: i64 = stations_left(view, view.seat)
        price_routes(view, ways, gains)

    def price_of(self, view: View, ticket: i64) -> i64:
        """What the ticket costs beside all that is planned; CLOSED if it cannot be done."""
        board = view.board
        need = Need()
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

    def add_need(self, view: View, start: i64, goal: i64, need: Need) -> None:
        """Note the pieces that the path which the last search found takes."""
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

    def has_pieces_for(self, need: Need) -> bool:
        """Whether pieces and stations suffice, beside all that is planned."""
        trains = self.trains + need.trains
        ships = self.ships + need.ships
        if trains > self.trains_left or ships > self.ships_left or trains + ships > self.pieces_left:
            return False
        return need.stations <= self.stations_left

    def add(self, view: View, ticket: i64) -> None:
        """Plan the cheapest paths for a ticket, if it can be done. What is planned costs the next ticket nothing."""
        if self.price_of(view, ticket) >= CLOSED:
            return
        board = view.board
        first = i64(board.ticket_start[ticket])
        legs = i64(board.ticket_start[ticket + 1]) - first - 1
        for i in range(first, first + legs):
            start = i64(board.ticket_cities[i])
            goal = i64(board.ticket_cities[i + 1])
            # The only leg has been searched just now; of several, what one takes costs the next nothing.
            if legs == 1 or self.ways.search(start, goal) < CLOSED:
                self.add_leg(view, start, goal)

    def add_leg(self, view: View, start: i64, goal: i64) -> None:
        """Plan the path that the last search found."""
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
    """Note what every route costs the seat now: its own nothing, open ones by length, those of others a station."""
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
    """Whether the seat has a station at an end of the route, so that it may borrow it (E9)."""
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
    """What an open route costs: never nothing, for that would make it one's own."""
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
    """What the use of another player's route costs: next to nothing beside a station of one's own."""
    if station_beside(view, route):
        return 1
    if stations_left(view, view.seat) > 0 and station_site(view, route) >= 0:
        return PER_STATION
    return CLOSED
