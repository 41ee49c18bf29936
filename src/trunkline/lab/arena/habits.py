"""What a seat does in a game, beside winning it: routes and their length, tickets taken, and blocks.

The arena sees all hands, so a block can be counted as it is: a claim that makes another's way to one of their tickets
longer, or cuts it off, and brings none of one's own tickets nearer.
"""

from __future__ import annotations

from trunkline.bots.paths import CLOSED, Paths
from trunkline.rules.actions import CLAIM, PAY, kind_of, subject_of
from trunkline.rules.board import Board
from trunkline.rules.state import NOBODY, PAIR, State


class Ways:
    """How many spaces a seat lacks for each of its tickets."""

    def __init__(self, board: Board, seat: int) -> None:
        self.board = board
        self.seat = seat
        self.paths = Paths(board)
        for route in range(board.routes):
            self.paths.price[route] = int(board.length[route])

    def note(self, state: State, route: int) -> None:
        """A route was claimed, by whomever; its twins may be closed by that (C11, C12)."""
        twins = self.board.twin
        lane = route
        while True:
            if state.owner[lane] == self.seat:
                self.paths.price[lane] = 0
            elif state.owner[lane] != NOBODY or state.closed[lane] >> self.seat & 1:
                self.paths.price[lane] = CLOSED
            lane = int(twins[lane])
            if lane == route:
                return

    def lacking(self, ticket: int) -> int:
        """Spaces to be claimed for a ticket, leg by leg; CLOSED or more if it cannot be done."""
        board = self.board
        stops = range(int(board.ticket_start[ticket]), int(board.ticket_start[ticket + 1]) - 1)
        return sum(int(self.paths.search(int(board.ticket_cities[i]), int(board.ticket_cities[i + 1]))) for i in stops)


class Habits:
    """Counts for every seat of a game while it is played."""

    def __init__(self, state: State) -> None:
        players = range(len(state.players))
        self.claims = [0 for _ in players]
        self.spaces = [0 for _ in players]
        self.blocks = [0 for _ in players]
        self.ways = [Ways(state.board, seat) for seat in players]
        self.lacking: list[dict[int, int]] = [{} for _ in players]
        """By seat: the spaces that each of its tickets lacked when it was last looked at."""

    def after(self, state: State, seat: int, route: int | None) -> None:
        """Look at the game after a move of a seat that may have claimed the route (`at_stake`)."""
        if route is None or state.owner[route] != seat:
            return
        self.claims[seat] += 1
        self.spaces[seat] += int(state.board.length[route])
        before = [self.look(state, other) for other in range(len(state.players))]
        for ways in self.ways:
            ways.note(state, route)
        nearer = hurt = False
        for other in range(len(state.players)):
            self.lacking[other] = {}
            now = self.look(state, other)
            if other == seat:
                nearer = any(now[ticket] < before[other][ticket] for ticket in now)
            else:
                hurt = hurt or any(now[ticket] > before[other][ticket] for ticket in now)
        self.blocks[seat] += hurt and not nearer

    def look(self, state: State, seat: int) -> dict[int, int]:
        """What each ticket of a seat lacks; those known since the last claim are not searched again."""
        known = self.lacking[seat]
        for ticket in map(int, state.players[seat].tickets):
            if ticket not in known:
                known[ticket] = self.ways[seat].lacking(ticket)
        return known


def at_stake(state: State, code: int) -> int | None:
    """The route that an action, not yet taken, may claim: at once, or as the last payment of a tunnel or a pair."""
    if kind_of(code) == CLAIM:
        return int(subject_of(code))
    if kind_of(code) == PAY:
        return int(state.pair_route if state.phase == PAIR else state.tunnel_route)
    return None
