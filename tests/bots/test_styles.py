"""Styles differ in what they do: the collector holds more tickets, the hoarder's routes are longer, the blocker is in
the way more often. The margins are a fraction of what larger samples show, so that chance does not decide.
"""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest

from tools import size
from trunkline.bots.play import seat_to_act
from trunkline.bots.registry import make_bot
from trunkline.maps.pack import load_board
from trunkline.rules.actions import CLAIM, ActionList, kind_of, subject_of
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import NOBODY, OVER, State
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View


def wanted_by(state: State, seat: int) -> set[int]:
    """The routes that the seat lacks on the shortest ways for its tickets; a test may look into its hand."""
    board = state.board
    graph: nx.Graph[int] = nx.Graph()
    for route in range(board.routes):
        mine = state.owner[route] == seat
        if mine or (state.owner[route] == NOBODY and not state.closed[route] >> seat & 1):
            a, b, length = board.route_a[route], board.route_b[route], 0 if mine else board.length[route]
            if not graph.has_edge(a, b) or graph[a][b]["spaces"] > length:
                graph.add_edge(a, b, spaces=length, route=route)
    found: set[int] = set()
    for ticket in state.players[seat].tickets:
        a, b = board.ticket_a[int(ticket)], board.ticket_b[int(ticket)]
        if a in graph and b in graph and nx.has_path(graph, a, b):
            path = nx.shortest_path(graph, a, b, "spaces")
            steps = [graph[x][y] for x, y in pairwise(path)]
            found |= {step["route"] for step in steps if step["spaces"] > 0}
    return found


def habits(bot: str, map_name: str, games: int) -> tuple[float, float, float]:
    """Tickets held at the end, spaces of a claimed route, and claims in the way of the other, on average."""
    board = load_board(map_name)
    actions = ActionList()
    tickets = spaces = claims = blocks = 0
    for seed in range(games):
        state = new_game(board, 2, (seed + 99).to_bytes(32, "little"), BY_LOT, None)
        me = seed % 2
        bots = [make_bot(bot if seat == me else "planner", seed) for seat in range(2)]
        while state.phase != OVER:
            seat = seat_to_act(state)
            legal(state, seat, actions)
            code = bots[seat].choose(View(state, seat), actions)
            if seat == me and kind_of(code) == CLAIM:
                claims += 1
                spaces += board.length[subject_of(code)]
                blocks += subject_of(code) in wanted_by(state, 1 - me)
            apply(state, seat, code, None)
        tickets += len(state.players[me].tickets)
    return tickets / games, spaces / claims, blocks / games


@pytest.mark.parametrize("map_name", ["usa", "world", "great_lakes"])
def test_styles_can_be_told_apart(map_name: str) -> None:
    games = size(40, 200)
    planner, collector = habits("planner", map_name, games), habits("collector", map_name, games)
    hoarder, blocker = habits("hoarder", map_name, games), habits("blocker", map_name, games)
    assert collector[0] > planner[0] + 1
    assert hoarder[1] > planner[1] + 0.1
    assert blocker[2] > planner[2] + 0.3
