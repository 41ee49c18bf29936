"""Gains: what a claim of each route pays a seat, as one vector by route. Every bot reads it instead of the points."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.bots.weights import CARD, DOLLAR, POINT
from trunkline.rules.board import Board
from trunkline.rules.money import companies_of
from trunkline.rules.payouts import payouts, spike_payouts
from trunkline.rules.spikes import has_open_spikes, own_network
from trunkline.rules.state import NOBODY, UNDECIDED, Position

NEAR_END: Final = 8
"""The exact table of trains left (L19) is blended in when somebody is this number of trains away from the end."""


@final
class Gains:
    """The value of a claim, by route.

    On boards with points these are the points, which never change. On boards with companies it is what the steps of
    the claim pay in dollars and cards, and what the bank pays for the trains that the claim places.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.by_route = vec[i64]([0] * board.routes)
        """By route, in sixteenths of a point."""
        self.most = vec[i64]([0] * (longest_route(board) + 1))
        """By length: the largest gain of a route."""
        self.trains = vec[i64]([0] * (longest_route(board) + 1))
        """By length, on a board with companies: the value of placing this number of trains."""
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
        network = own_network(position, seat) if has_open_spikes(position) else vec[u8]()
        for route in range(board.routes):
            if position.owner_of(route) == NOBODY:
                worth = self.trains[i64(board.length[route])]
                for payout in payouts(position, seat, route):
                    worth += DOLLAR * payout.money + card * payout.cards
                if len(network) > 0:
                    for payout in spike_payouts(position, seat, network, route):
                        worth += DOLLAR * payout.money
                gain[route] = worth
        self.find_most()

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
