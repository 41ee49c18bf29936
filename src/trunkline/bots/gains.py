"""What a claim of each route brings a seat: one vector by route, which every bot reads in place of a board's points."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.temper import CARD, DOLLAR, POINT
from trunkline.rules.board import Board
from trunkline.rules.money import companies_of
from trunkline.rules.payouts import payouts
from trunkline.rules.state import NOBODY, UNDECIDED, Position

NEAR_END: Final = 8
"""The table of trains left counts from here on: with so many trains to place until somebody ends the game."""


@final
class Gains:
    """By route, the worth of a claim.

    On boards where claims score points it is their points and never changes. On boards with companies it is what the
    steps of the claim pay in dollars and cards, and what the bank pays for the trains that the claim gets rid of.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.by_route = vec[i64]([0] * board.routes)
        """By route, in sixteenths of a point."""
        self.most = vec[i64]([0] * (longest_route(board) + 1))
        """By length: the most that a route of this length brings."""
        self.trains = vec[i64]([0] * (longest_route(board) + 1))
        """By length, on a board with companies: what it brings to get rid of so many trains."""
        for route in range(board.routes):
            self.by_route[route] = POINT * i64(board.points[route])
        self.find_most()

    def find_most(self) -> None:
        """Note the most valuable route of each length."""
        board = self.board
        gain = self.by_route
        most = self.most
        for length in range(len(most)):
            most[length] = 0
        for route in range(board.routes):
            length = i64(board.length[route])
            if gain[route] > most[length]:
                most[length] = gain[route]

    def look(self, position: Position, seat: i64) -> None:
        """Note what the claims bring a seat now. On boards with points there is nothing to note."""
        board = self.board
        if not board.has_companies:
            return
        self.weigh_trains(position, seat)
        # A card that the last claim gives is of no use.
        card = CARD if position.turns_left == UNDECIDED else 0
        gain = self.by_route
        for route in range(board.routes):
            if position.owner_of(route) == NOBODY:
                worth = self.trains[i64(board.length[route])]
                for payout in payouts(position, seat, route):
                    worth += DOLLAR * payout.money + card * payout.cards
                gain[route] = worth
        self.find_most()

    def weigh_trains(self, position: Position, seat: i64) -> None:
        """Note what it brings to place trains (L19).

        For most of the game every train counts alike: what the table of the map pays for none left, divided by the
        trains of the start. The table pays the last trains best, so towards the end it replaces that step by step.
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
    """The worth of what tickets count: points, or dollars on a board with companies."""
    return DOLLAR if board.has_companies else POINT


def longest_route(board: Board) -> i64:
    """The spaces of the longest route of a board."""
    found: i64 = 0
    for route in range(board.routes):
        if i64(board.length[route]) > found:
            found = i64(board.length[route])
    return found
