"""What a claim of each route brings a seat: one vector by route, which every bot reads in place of a board's points."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.temper import POINT
from trunkline.rules.board import Board


@final
class Gains:
    """By route, the worth of a claim. On boards where claims score points it is their points and never changes."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.by_route = vec[i64]([0] * board.routes)
        """By route, in sixteenths of a point."""
        self.most = vec[i64]([0] * (longest_route(board) + 1))
        """By length: the most that a route of this length brings."""
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


def longest_route(board: Board) -> i64:
    """The spaces of the longest route of a board."""
    found: i64 = 0
    for route in range(board.routes):
        if i64(board.length[route]) > found:
            found = i64(board.length[route])
    return found
