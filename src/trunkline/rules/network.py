"""Networks: the cities that a seat's routes connect, its longest trail (C18), and the best use of its stations (E9)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.state import NOBODY, State


def joined_cities(board: Board, owner: vec[u8], seat: i64) -> vec[u8]:
    """A label for each city (union-find): cities that the seat's own routes connect have the same one."""
    parent = board.each_city[:]
    for route in range(board.routes):
        if i64(owner[route]) == seat:
            a = root(parent, i64(board.route_a[route]))
            b = root(parent, i64(board.route_b[route]))
            if a != b:
                parent[a] = u8(b)
    for city in range(board.cities):
        parent[city] = u8(root(parent, city))
    return parent


def root(parent: vec[u8], city: i64) -> i64:
    """The present label of a city, with path compression."""
    above = i64(parent[city])
    while above != city:
        parent[city] = parent[above]
        city = above
        above = i64(parent[city])
    return city


def merge(label: vec[u8], a: u8, b: u8) -> None:
    """Union: every city labelled `a` gets the label `b`."""
    for city in range(len(label)):
        if label[city] == a:
            label[city] = b


def completes(board: Board, label: vec[u8], ticket: i16) -> bool:
    """Whether the cities so joined complete a ticket (C16), or all those of a tour (W9)."""
    number = i64(ticket)
    joined = label[i64(board.ticket_a[number])]
    if joined != label[i64(board.ticket_b[number])]:
        return False
    for i in range(i64(board.ticket_start[number]) + 1, i64(board.ticket_start[number + 1]) - 1):
        if label[i64(board.ticket_cities[i])] != joined:
            return False
    return True


@final
class LongestTrail:
    """The longest trail of one seat, in spaces: cities may be passed again, routes not (C18).

    A connected network with zero or two cities of odd degree has an Eulerian trail, which uses all of it. Otherwise a
    longest trail begins and ends at cities of odd degree (else it could be extended), and at each further odd city at
    least one route is unused. This bounds the search.
    """

    def __init__(self, board: Board, owner: vec[u8], seat: i64, label: vec[u8]) -> None:
        self.board = board
        self.label = label
        """The labels of `joined_cities`."""
        self.own = vec[i16](capacity=64)
        """The routes of the seat."""
        self.free = board.no_routes_closed[:]
        """Routes of the seat that the current trail has not used."""
        self.degree = board.no_cities[:]
        self.best: i64 = 0
        self.total: i64 = 0
        """Spaces of the network being searched."""
        self.bound: i64 = 0
        """Upper bound of the trails in that network."""
        for route in range(board.routes):
            if i64(owner[route]) == seat:
                self.own = append(self.own, i16(route))
                self.free[route] = 1
                self.degree[i64(board.route_a[route])] += 1
                self.degree[i64(board.route_b[route])] += 1

    def length(self) -> i64:
        for city in range(self.board.cities):
            # Each network is searched once, at the city with the label of the network.
            if self.degree[city] > 0 and i64(self.label[city]) == city:
                self.look_at(u8(city))
        return self.best

    def look_at(self, network: u8) -> None:
        """Find the longest trail of one network."""
        odd = self.measure(network)
        if self.bound <= self.best:
            return
        if len(odd) <= 2:
            self.best = self.total
            return
        for start in odd:
            self.extend(i64(start), 0)
            if self.best >= self.bound:
                return

    def measure(self, network: u8) -> vec[u8]:
        """Note the spaces of a network and the bound of its trails, and list its cities of odd degree."""
        board = self.board
        label = self.label
        self.total = 0
        for number in self.own:
            route = i64(number)
            if label[i64(board.route_a[route])] == network:
                self.total += i64(board.length[route])
        self.bound = self.total
        odd = vec[u8]()
        for city in range(board.cities):
            if label[city] == network and self.degree[city] & 1:
                odd = append(odd, u8(city))
        if len(odd) > 2:
            self.bound -= self.least_loss(odd)
        return odd

    def routes(self) -> vec[i16]:
        """The routes of one longest trail, in the order of their numbers.

        It searches a second time, for a trail of the known length. So `length`, which every score needs, does not have
        to record routes.
        """
        longest = self.length()
        for city in range(self.board.cities):
            if self.degree[city] > 0 and i64(self.label[city]) == city and self.lay(u8(city), longest):
                break
        found = vec[i16]()
        for route in self.own:
            if not self.free[i64(route)]:
                found = append(found, route)
        return found

    def lay(self, network: u8, longest: i64) -> bool:
        """Mark the routes of a trail of that length in one network as used, if there is one."""
        odd = self.measure(network)
        if self.bound < longest:
            return False
        if len(odd) <= 2:
            for number in self.own:
                route = i64(number)
                if self.label[i64(self.board.route_a[route])] == network:
                    self.free[route] = 0
            return True
        for start in odd:  # noqa: SIM110 - a loop is quicker than a generator
            if self.follow(i64(start), longest):
                return True
        return False

    def follow(self, city: i64, left: i64) -> bool:
        """Whether a trail of exactly `left` spaces begins at `city`; if so, its routes are no longer free."""
        if left == 0:
            return True
        if self.total < left:
            return False
        board = self.board
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            route = i64(board.at_city[i])
            spaces = i64(board.length[route])
            if not self.free[route] or spaces > left:
                continue
            self.free[route] = 0
            self.total -= spaces
            if self.follow(board.other_end(route, city), left - spaces):
                return True
            self.total += spaces
            self.free[route] = 1
        return False

    def least_loss(self, odd: vec[u8]) -> i64:
        """Spaces that every trail leaves out: at all odd cities but two a route is unused, and a route has two ends."""
        shortest: list[int] = []
        for city in odd:
            shortest.append(self.shortest_at(i64(city)))
        shortest.sort()
        lost = sum(shortest[: len(shortest) - 2])
        return (lost + 1) // 2

    def shortest_at(self, city: i64) -> i64:
        board = self.board
        found: i64 = 255
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            route = i64(board.at_city[i])
            if self.free[route] and i64(board.length[route]) < found:
                found = i64(board.length[route])
        return found

    def extend(self, city: i64, length: i64) -> None:
        """Extend a trail of `length` that ends at `city` in every way that may beat the best (branch and bound)."""
        if length > self.best:
            self.best = length
        board = self.board
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            route = i64(board.at_city[i])
            if not self.free[route]:
                continue
            spaces = i64(board.length[route])
            self.free[route] = 0
            self.total -= spaces
            if length + spaces + self.total > self.best and self.best < self.bound:
                self.extend(board.other_end(route, city), length + spaces)
            self.total += spaces
            self.free[route] = 1


@final
class StationChoice:
    """The routes of others that a seat's stations use at the end: the most points, then the most tickets (E9)."""

    def __init__(self, state: State, seat: i64, station: vec[u8], label: vec[u8]) -> None:
        self.board = state.board
        self.label = label
        """The labels of cities with the best choice; initially with the seat's own routes alone."""
        self.borrowed = vec[i16]()
        """The routes that the best choice borrows."""
        self.gain: i64 = 0
        """Points of the tickets that it completes, and the penalties that it avoids."""
        self.completed: i64 = 0
        self.open = open_tickets(state, seat, label)
        self.stations = vec[u8]()
        if len(self.open) > 0:
            for city in range(len(station)):
                if i64(station[city]) == seat:
                    self.stations = append(self.stations, u8(city))
        self.search(state, seat, 0, label, vec[i16]())

    def search(self, state: State, seat: i64, number: i64, label: vec[u8], borrowed: vec[i16]) -> None:
        """Try every use of the stations from `number` on."""
        if number == len(self.stations):
            self.weigh(label, borrowed)
            return
        self.search(state, seat, number + 1, label, borrowed)
        board = self.board
        city = i64(self.stations[number])
        tried = vec[u8]()
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            route = i64(board.at_city[i])
            holder = i64(state.owner[route])
            if holder == NOBODY or holder == seat:
                continue
            there = label[board.other_end(route, city)]
            if there == label[city] or there in tried:
                continue
            tried = append(tried, there)
            joined = label[:]
            merge(joined, there, label[city])
            self.search(state, seat, number + 1, joined, append(borrowed[:], i16(route)))

    def weigh(self, label: vec[u8], borrowed: vec[i16]) -> None:
        """Take a choice if it is better than the best so far."""
        board = self.board
        gain: i64 = 0
        completed: i64 = 0
        for ticket in self.open:
            if completes(board, label, ticket):
                number = i64(ticket)
                # A tour that needs a borrowed route is not completed in order by own routes (W9).
                worth = board.ticket_out_of_order if board.is_tour(number) else board.ticket_points
                gain += i64(worth[number]) + i64(board.ticket_penalty[number])
                completed += 1
        if gain > self.gain or (gain == self.gain and completed > self.completed):
            self.gain = gain
            self.completed = completed
            self.label = label
            self.borrowed = borrowed


def open_tickets(state: State, seat: i64, label: vec[u8]) -> vec[i16]:
    """The seat's tickets that its own routes do not complete."""
    board = state.board
    found = vec[i16]()
    for ticket in state.players[seat].tickets:
        if not completes(board, label, ticket):
            found = append(found, ticket)
    return found
