"""Lanes that are the same choice cost and pay the same; the others differ in something."""

from __future__ import annotations

import random

import pytest

from boards import MAPS
from tools import size
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList, kind_of, subject_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.lanes import same_lanes
from trunkline.rules.payouts import all_payouts
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, TURN, State
from trunkline.rules.turn import apply, legal, to_act


def claims_of(state: State, seat: int, actions: ActionList) -> dict[int, set[tuple[int, int]]]:
    """By route that the seat can claim: every way to pay, and the points that it scores at once."""
    found: dict[int, set[tuple[int, int]]] = {}
    for code in actions:
        if kind_of(code) == CLAIM:
            route = int(subject_of(code))
            found.setdefault(route, set()).add((int(code) - (route << 8), int(state.board.points[route])))
    return found


def paid(state: State, seat: int, route: int) -> list[tuple[int, int, int, int]]:
    """What each step of a claim would pay."""
    steps = all_payouts(state, seat, route)
    return [(int(step.step), int(step.source), int(step.money), int(step.cards)) for step in steps]


@pytest.mark.rule("C11")
@pytest.mark.parametrize("map_name", MAPS)
def test_lanes_that_are_the_same_choice_cost_and_pay_the_same(map_name: str) -> None:
    board = load_board(map_name, "base")
    same = same_lanes(board)
    assert all(same[first] == first for first in same)
    assert all(board.twin[route] != route for route in range(board.routes) if same[route] != route)
    dice = random.Random(f"lanes {map_name}")
    compared = 0
    for players in range(2, 2 + size(4, 4)):
        state = new_game(board, players, dice.randbytes(32), BY_LOT, None)
        actions = ActionList()
        while state.phase != OVER:
            seat = to_act(state)[0]
            legal(state, seat, actions)
            if state.phase == TURN:
                claims = claims_of(state, seat, actions)
                for route, first in enumerate(same):
                    if first != route and route in claims and first in claims:
                        assert claims[route] == claims[first] and paid(state, seat, route) == paid(state, seat, first)
                        compared += 1
            apply(state, seat, dice.choice(list(actions)), None)
    assert compared


@pytest.mark.rule("C11")
def test_lanes_of_two_colours_are_two_choices() -> None:
    board = load_board("usa", "base")
    same = {board.route_names[route]: board.route_names[first] for route, first in enumerate(same_lanes(board))}
    assert same["dallas-houston:2"] == "dallas-houston:1"
    assert same["denver-kansas-city:orange"] == "denver-kansas-city:orange"
