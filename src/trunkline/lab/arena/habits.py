"""How a seat plays: claimed routes and their length, tickets taken, and blocks.

The arena sees all hands, so it can count blocks exactly: a block is a claim that lengthens or cuts another player's
path for a ticket and shortens none of one's own.
"""

from __future__ import annotations

from trunkline.rules.actions import kind_of, subject_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.pairs import PAIR, pair_of
from trunkline.rules.payment import PAY
from trunkline.rules.state import State
from trunkline.rules.tunnels import tunnel_of
from trunkline.rules.view import SPECTATOR, View
from trunkline.rules.ways import Ways


class Habits:
    """Counts for every seat of a game while it is played."""

    def __init__(self, state: State) -> None:
        players = range(len(state.players))
        self.claims = [0 for _ in players]
        self.spaces = [0 for _ in players]
        self.blocks = [0 for _ in players]
        self.ways = [Ways(state.board) for _ in players]
        """By seat: the cost of each route for it, in spaces, since the last claim."""
        self.lacking: list[dict[int, int]] = [{} for _ in players]
        """By seat: the spaces that each of its tickets lacked at the last check."""
        self.price(state)

    def price(self, state: State) -> None:
        """Note which routes each seat owns or may claim now."""
        view = View(state, SPECTATOR)
        for seat, ways in enumerate(self.ways):
            ways.price_spaces(view, seat)

    def after(self, state: State, seat: int, route: int | None) -> None:
        """Update the counts after a move of a seat that may have claimed the route (`at_stake`)."""
        if route is None or state.owner[route] != seat:
            return
        self.claims[seat] += 1
        self.spaces[seat] += int(state.board.length[route])
        before = [self.look(state, other) for other in range(len(state.players))]
        self.price(state)
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
        """What each ticket of a seat lacks; cached until the next claim."""
        known = self.lacking[seat]
        for ticket in map(int, state.players[seat].tickets):
            if ticket not in known:
                known[ticket] = spaces_for(self.ways[seat], ticket)
        return known


def spaces_for(ways: Ways, ticket: int) -> int:
    """Spaces to be claimed for a ticket, each leg of a tour separately; CLOSED or more if it is impossible."""
    board = ways.board
    stops = range(int(board.ticket_start[ticket]), int(board.ticket_start[ticket + 1]) - 1)
    return sum(int(ways.search(int(board.ticket_cities[i]), int(board.ticket_cities[i + 1]))) for i in stops)


def at_stake(state: State, code: int) -> int | None:
    """The route that an action would claim: at once, or as the last payment of a tunnel or a pair."""
    if kind_of(code) == CLAIM:
        return int(subject_of(code))
    if kind_of(code) == PAY:
        return int(pair_of(state).route if state.phase == PAIR else tunnel_of(state).route)
    return None
