"""Gains: what a claim of each route pays a seat, as one vector by route. Every bot reads it instead of the points."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.bots.weights import CARD, DOLLAR, POINT
from trunkline.rules.board import Board
from trunkline.rules.connections import Connection, own_network
from trunkline.rules.money import companies_of
from trunkline.rules.payouts import Payout, connections, has_later_payouts, later_payouts, payouts
from trunkline.rules.state import NOBODY, UNDECIDED, Position
from trunkline.rules.telegraph import Wires

NEAR_END: Final = 8
"""The exact table of trains left (L19) is blended in when somebody is this number of trains away from the end."""
NO_SOURCE: Final = -1


@final
class Gains:
    """The value of a claim, by route.

    On boards with points these are the points, which never change. On boards with companies it is what the steps of
    the claim pay in dollars and cards, what modules pay for it later, and what the bank pays for the trains that the
    claim places.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.by_route = vec[i64]([0] * board.routes)
        """By route, in sixteenths of a point."""
        self.most = vec[i64]([0] * (longest_route(board) + 1))
        """By length: the largest gain of a route."""
        self.trains = vec[i64]([0] * (longest_route(board) + 1))
        """By length, on a board with companies: the value of placing this number of trains."""
        self.links: list[Connection] = []
        """The connections of cities for which modules would pay."""
        self.links_number: i64 = 0
        """Changes when the connections change."""
        self.wire = vec[i64]([0] * board.routes) if board.modules.telegraph is not None else vec[i64]()
        """By route: the value of paying with a locomotive; empty without the telegraph."""
        self.ignored: i64 = NO_SOURCE
        """The source of a module that is left out of all values, to measure what its use is worth."""
        for route in range(board.routes):
            self.by_route[route] = POINT * i64(board.points[route])
        self.find_most()

    def find_most(self) -> None:
        """Compute `most`."""
        board = self.board
        gain = self.by_route
        most = self.most
        for length in range(len(most)):
            most[length] = 0
        for route in range(board.routes):
            length = i64(board.length[route])
            if gain[route] > most[length]:
                most[length] = gain[route]

    def update(self, position: Position, seat: i64) -> None:
        """Compute the gains of a seat in a position. On boards with points nothing changes."""
        board = self.board
        if not board.has_companies:
            return
        self.value_trains(position, seat)
        # In the last round a card is worthless.
        card = CARD if position.turns_left == UNDECIDED else 0
        gain = self.by_route
        has_modules = board.modules.first_source > 0
        pays_later = has_later_payouts(board)
        links = self.heeded(connections(position, seat))
        label = vec[u8]()
        if len(links) > 0:
            label = own_network(position, seat)
            for link in links:
                link.measure(label)
        for route in range(board.routes):
            if position.owner_of(route) == NOBODY:
                worth = self.trains[i64(board.length[route])] + self.worth_of(payouts(position, seat, route), card)
                for link in links:
                    dollars = link.payment(board, label, route)
                    if dollars > 0 and link.counts(position, seat, route):
                        worth += DOLLAR * dollars
                if pays_later:
                    worth += self.worth_of(later_payouts(position, seat, route), card)
                gain[route] = worth
        if has_modules:
            self.note_links(links)
            self.value_wires(position, seat)
        self.find_most()

    def ignore(self, module: str) -> None:
        """Leave a module out of all values, if it is in force on the board."""
        sources = self.board.companies.sources
        for source in range(self.board.modules.first_source, len(sources)):
            if self.board.modules.first_source > 0 and sources[source] == module:
                self.ignored = source

    def heeded(self, links: list[Connection]) -> list[Connection]:
        """Those that are not of the ignored module."""
        return links if self.ignored == NO_SOURCE else [link for link in links if link.source != self.ignored]

    def worth_of(self, found: list[Payout], card: i64) -> i64:
        """The value of payouts in dollars and cards."""
        worth: i64 = 0
        for payout in found:
            if payout.source != self.ignored:
                worth += DOLLAR * payout.money + card * payout.cards
        return worth

    def note_links(self, links: list[Connection]) -> None:
        """Keep the connections of modules, for plans."""
        first = self.board.modules.first_source
        self.links = []
        self.links_number = 0
        for link in links:
            if link.source >= first and link.joined == 0:
                self.links.append(link)
                for dollars in link.dollars:
                    self.links_number += i64(dollars)
                self.links_number += 1 << 12

    def value_wires(self, position: Position, seat: i64) -> None:
        """Compute `wire`."""
        telegraph = self.board.modules.telegraph
        if telegraph is None:
            return
        wire = self.wire
        if telegraph.source == self.ignored:
            return
        wires = Wires(position, seat)
        for route in range(self.board.routes):
            wire[route] = DOLLAR * wires.gain(route) if position.owner_of(route) == NOBODY else 0

    def value_trains(self, position: Position, seat: i64) -> None:
        """Compute the value of placing trains (L19).

        For most of the game all trains have the same value: what the bank pays for none left, divided by the number of
        trains. The bank pays most for the last trains, so near the end its exact table is blended in.
        """
        board = self.board
        table = board.companies
        left = position.trains_left(seat)
        to_place = left
        for other in range(len(companies_of(position).company)):
            if position.trains_left(other) < to_place:
                to_place = position.trains_left(other)
        to_place -= board.numbers.end_at
        if to_place > NEAR_END:
            to_place = NEAR_END
        if to_place < 0 or position.turns_left != UNDECIDED:
            to_place = 0
        even = DOLLAR * table.worth_of_trains(0) // board.numbers.trains
        for length in range(len(self.trains)):
            exact: i64 = 0
            if length <= left:
                exact = DOLLAR * (table.worth_of_trains(left - length) - table.worth_of_trains(left))
            self.trains[length] = ((NEAR_END - to_place) * exact + to_place * even * length) // NEAR_END


def unit_of(board: Board) -> i64:
    """The value of a unit of a ticket: a point, or a dollar on a board with companies."""
    return DOLLAR if board.has_companies else POINT


def longest_route(board: Board) -> i64:
    """The length of the longest route of a board."""
    found: i64 = 0
    for route in range(board.routes):
        if i64(board.length[route]) > found:
            found = i64(board.length[route])
    return found
