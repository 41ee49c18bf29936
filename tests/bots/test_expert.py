"""The expert: its options, its rollouts, and the optimised search of policies, which must choose as a slow one does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools import size
from trunkline.bots.expert import ExpertBot
from trunkline.bots.observation import TUNNEL_RESERVE, Observation
from trunkline.bots.play import seat_to_act
from trunkline.bots.policy import Policy
from trunkline.bots.registry import make_bot
from trunkline.bots.rollout import Rollout
from trunkline.bots.ship_planner import is_draw
from trunkline.bots.weights import POINT, Weights, portfolio, rollout_weights
from trunkline.maps.pack import load_board
from trunkline.rules.actions import ActionList, kind_of
from trunkline.rules.board import GRAY
from trunkline.rules.scoring import score_sheets
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, TURN, State
from trunkline.rules.tickets import DRAW_TICKETS
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View


def deal(seed: int, map_name: str = "usa", players: int = 2) -> State:
    return new_game(load_board(map_name), players, seed.to_bytes(32, "little"), BY_LOT, None)


# --- policies of rollouts --------------------------------------------------------------------------------------------


def slow_best(policy: Policy, observation: Observation, trains: int, turns_to_come: int) -> int:
    """What `ExtraRoutes.best` finds, by looking at every route."""
    board, hand, in_row = policy.board, policy.needs.rest, policy.needs.in_row
    hidden = observation.deck + observation.discarded
    best, best_worth = -1, 0
    for route in range(board.routes):
        length, colour = int(board.length[route]), board.colour[route]
        fitting = [hand[card] + in_row[card] // 2 for card in range(board.wild)]
        lacking = max(0, length - hand[board.wild] - (max(fitting) if colour == GRAY else fitting[colour]))
        lacking += TUNNEL_RESERVE if board.tunnel[route] and hidden else 0
        if length > trains or not observation.is_open(route) or lacking > hidden + observation.row_cards():
            continue
        turns = (lacking + 1) // 2 + 1
        touches = any(policy.extra_routes.here[int(end[route])] for end in (board.route_a, board.route_b))
        earned = POINT * int(board.points[route]) + policy.weights.long_route * max(0, length - 3)
        worth = (earned + policy.weights.adjacent * touches) * 64 // turns // (8 if turns > turns_to_come else 1)
        if worth > best_worth and not policy.extra_routes.is_wanted(route):
            best, best_worth = route, worth
    return best


@pytest.mark.parametrize("map_name", ["usa", "europe"])
@pytest.mark.parametrize("long_route", [0, 24])
def test_the_extra_route_is_the_best_of_all(map_name: str, long_route: int) -> None:
    found = 0
    for seed in range(size(3, 30)):
        state = deal(seed, map_name, 2 + seed % 3)
        weights = rollout_weights()
        weights.long_route = long_route
        policies = [Policy(state.board, weights) for _ in state.players]
        observation = Observation(state.board)
        while state.phase != OVER:
            seat = seat_to_act(state)
            observation.look_at_state(state, seat)
            action = policies[seat].decide(observation)
            if state.phase == TURN:
                trains = observation.trains[seat]
                for turns in (1, 4, 20):
                    slow = slow_best(policies[seat], observation, trains, turns)
                    assert policies[seat].extra_routes.best(observation, trains, turns) == slow
                    found += slow >= 0
            apply(state, seat, action, None)
    assert found > 100


def lead_of(weights: Weights, map_name: str, seed: int) -> int:
    """By how many points a strategy wins against the usual one."""
    state = deal(seed // 2, map_name)
    rollout = Rollout(state.board, 2, rollout_weights())
    rollout.play(state, seed % 2, Policy(state.board, weights))
    sheets = score_sheets(state)
    return sheets[seed % 2].total - sheets[1 - seed % 2].total


@pytest.mark.parametrize("map_name", ["usa", "europe"])
def test_no_strategy_of_the_portfolio_plays_badly(map_name: str) -> None:
    """An option is evaluated by the policy that continues the game: a bad one would make good actions look bad."""
    games = size(60, 400)
    for weights in portfolio():
        leads = [lead_of(weights, map_name, seed) for seed in range(games)]
        assert sum(leads) / games > -25


# --- the expert ------------------------------------------------------------------------------------------------------


def play_with(expert: ExpertBot, seed: int) -> Iterator[tuple[ActionList, int]]:
    """A game of an expert against a planner: after each of the expert's turns what it could do and what it did."""
    state = deal(seed)
    other = make_bot("planner", seed)
    actions = ActionList()
    while state.phase != OVER:
        seat = seat_to_act(state)
        legal(state, seat, actions)
        answer = (expert if seat == 0 else other).choose(View(state, seat), actions)
        if seat == 0 and actions.size > 1 and state.phase == TURN:
            yield actions, answer
        apply(state, seat, answer, None)


def expert_with(playouts: int, seed: int) -> ExpertBot:
    expert = ExpertBot(seed)
    expert.playouts = playouts
    return expert


def test_options_are_legal_and_each_is_there_once() -> None:
    expert = expert_with(16, 1)
    turns = 0
    for actions, answer in play_with(expert, 1):
        turns += 1
        codes = [option.code for option in expert.options]
        assert answer in codes and len(set(codes)) == len(codes)
        assert all(actions.has(code) for code in codes) and sum(map(is_draw, codes)) <= 1
    assert turns > 20


def test_tickets_are_an_option_and_what_follows_is_as_usual() -> None:
    """Whoever would draw tickets again and again must not go on with them, or they look like a way to lose."""
    seen = 0
    for seed in range(4):
        expert = expert_with(8, seed)
        for _ in play_with(expert, seed):
            drawn = [option for option in expert.options if kind_of(option.code) == DRAW_TICKETS]
            assert all(option.policy is expert.policies[0] for option in drawn)
            seen += len(drawn)
    assert seen > 0
