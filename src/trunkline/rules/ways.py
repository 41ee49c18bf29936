"""Shortest paths: the cheapest way between cities for a seat, and the cities that it can still reach."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.view import SPECTATOR, View

CLOSED: Final = 1 << 30
"""The price of a route that cannot be used, and of a path that does not exist."""
NOWHERE: Final = -1
"""No goal: the search visits every city."""
PER_SPACE: Final = 256
"""The price of a space if a claim costs 1: larger than any number of claims, because a path has at most 254."""


@final
class Ways:
    """Shortest paths between cities (Dijkstra's algorithm), with prices that the caller sets.

    Of equally cheap cities the one with the lower number is settled first, so paths depend only on the prices. The
    frontier is a plain list: with a dozen cities, a heap would not be faster.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.price = vec[i64]([0] * board.routes)
        """The price of each route; 0 for routes that the seat owns or has already planned."""
        self.distance = vec[i64]([0] * board.cities)
        self.arrival = vec[i16]([0] * board.cities)
        """The route by which the last search came to a city."""
        self.frontier = vec[i64]([0] * board.cities)
        """The cities that are reached and not settled; only the first ones, up to the present count."""
        self.there = other_ends(board)

    def price_spaces(self, view: View, seat: i64 = SPECTATOR) -> None:
        """Price the routes by their spaces, for a seat or the viewer."""
        price_spaces(view, view.seat if seat == SPECTATOR else seat, self.price)

    def search(self, start: i64, goal: i64) -> i64:
        """The price of the cheapest path between two cities; CLOSED if there is none."""
        board = self.board
        distance = self.distance
        arrival = self.arrival
        frontier = self.frontier
        price = self.price
        there = self.there
        starts = board.at_city_start
        routes = board.at_city
        for city in range(len(distance)):
            distance[city] = CLOSED
        distance[start] = 0
        frontier[0] = start
        count: i64 = 1
        while count > 0:
            at: i64 = 0
            here = frontier[0]
            nearest = distance[here]
            for i in range(1, count):
                city = frontier[i]
                if distance[city] < nearest or (distance[city] == nearest and city < here):
                    at = i
                    here = city
                    nearest = distance[city]
            if here == goal:
                return nearest
            count -= 1
            frontier[at] = frontier[count]
            for i in range(i64(starts[here]), i64(starts[here + 1])):
                route = i64(routes[i])
                further = nearest + price[route]
                other = i64(there[i])
                if further < distance[other]:
                    if distance[other] == CLOSED:
                        frontier[count] = other
                        count += 1
                    distance[other] = further
                    arrival[other] = i16(route)
        return CLOSED


@final
class Way:
    """Routes to claim that join cities."""

    def __init__(self) -> None:
        self.routes = vec[i16]()
        """The routes that are not yet the seat's, in the order of the way."""
        self.spaces: i64 = 0
        """Their spaces; -1 if no way is left."""

    def go_on(self, ways: Ways, start: i64, goal: i64) -> None:
        """Add the cheapest way between two cities. Its routes then cost 0 for the next way."""
        if self.spaces < 0:
            return
        if ways.search(start, goal) == CLOSED:
            self.routes = vec[i16]()
            self.spaces = -1
            return
        board = ways.board
        backwards = vec[i16]()
        city = goal
        while city != start:
            route = i64(ways.arrival[city])
            if ways.price[route] > 0:
                ways.price[route] = 0
                self.spaces += i64(board.length[route])
                backwards = append(backwards, i16(route))
            city = board.other_end(route, city)
        for i in range(len(backwards)):
            self.routes = append(self.routes, backwards[len(backwards) - 1 - i])


def cheapest_way(view: View, start: i64, goal: i64, seat: i64 = SPECTATOR) -> Way:
    """The way between two cities that a seat, or the viewer, claims with the fewest spaces, then the fewest claims."""
    way = Way()
    way.go_on(priced_ways(view, seat), start, goal)
    return way


def cheapest_way_for(view: View, ticket: i64, seat: i64 = SPECTATOR) -> Way:
    """The cheapest way between the cities of a ticket. Those of a tour are joined one after the other."""
    way = Way()
    add_ticket_way(way, priced_ways(view, seat), ticket)
    return way


def add_ticket_way(way: Way, ways: Ways, ticket: i64) -> None:
    """Add the cheapest way between the cities of a ticket, by the prices of `ways`."""
    board = ways.board
    for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1]) - 1):
        way.go_on(ways, i64(board.ticket_cities[i]), i64(board.ticket_cities[i + 1]))


def reachable_cities(view: View, start: i64, seat: i64 = SPECTATOR) -> vec[u8]:
    """For each city, whether routes that are the seat's or open to it lead there from `start`: 1 or 0."""
    ways = Ways(view.board)
    ways.price_spaces(view, seat)
    ways.search(start, NOWHERE)
    found = view.board.no_cities[:]
    for city in range(view.board.cities):
        if ways.distance[city] < CLOSED:
            found[city] = 1
    return found


def priced_ways(view: View, seat: i64) -> Ways:
    """Ways priced by spaces, and among equal numbers of spaces by claims."""
    ways = Ways(view.board)
    ways.price_spaces(view, seat)
    for route in range(view.board.routes):
        spaces = ways.price[route]
        if 0 < spaces < CLOSED:
            ways.price[route] = PER_SPACE * spaces + 1
    return ways


def price_spaces(view: View, seat: i64, price: vec[i64]) -> None:
    """The prices of routes for a seat in spaces: 0 for its own, the length for open ones, CLOSED for all others."""
    if seat == SPECTATOR:
        raise ValueError("a spectator claims nothing: say for which seat")
    owner = view.owner
    # The same as `View.is_open`, but without a call for each route: planners price routes many times a move.
    closed = view.closed
    me = u8(i64(1) << seat)
    lengths = view.board.length
    for route in range(len(price)):
        if not closed[route] & me:
            price[route] = i64(lengths[route])
        elif i64(owner[route]) == seat:
            price[route] = 0
        else:
            price[route] = CLOSED


def other_ends(board: Board) -> vec[i16]:
    """The cities at the other ends of `at_city`."""
    found = vec[i16]()
    for city in range(board.cities):
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            found = append(found, i16(board.other_end(i64(board.at_city[i]), city)))
    return found
