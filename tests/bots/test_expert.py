"""The expert: its options, play-outs that fit them, and the quick ways of light minds that must choose as slow ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools import size
from trunkline.bots.captain import is_draw
from trunkline.bots.expert import ExpertBot
from trunkline.bots.mind import Mind
from trunkline.bots.needs import TUNNEL_RESERVE
from trunkline.bots.outlook import Outlook
from trunkline.bots.play import seat_to_act
from trunkline.bots.registry import make_bot
from trunkline.bots.rollout import Rollout
from trunkline.bots.temper import POINT, Temper, light_temper, portfolio
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


# --- light minds -----------------------------------------------------------------------------------------------------


def slow_route_for_points(mind: Mind, outlook: Outlook, trains: int, turns_to_come: int) -> int:
    """What `route_for_points` finds, by looking at every route."""
    board, hand, in_row = mind.board, mind.needs.rest, mind.needs.in_row
    hidden = outlook.deck + outlook.discarded
    best, best_worth = -1, 0
    for route in range(board.routes):
        length, colour = int(board.length[route]), board.colour[route]
        fitting = [hand[card] + in_row[card] // 2 for card in range(board.wild)]
        lacking = max(0, length - hand[board.wild] - (max(fitting) if colour == GRAY else fitting[colour]))
        lacking += TUNNEL_RESERVE if board.tunnel[route] and hidden else 0
        if length > trains or not outlook.is_open(route) or lacking > hidden + outlook.row_cards():
            continue
        turns = (lacking + 1) // 2 + 1
        touches = any(mind.here[int(end[route])] for end in (board.route_a, board.route_b))
        earned = POINT * int(board.points[route]) + mind.temper.long_route * max(0, length - 3)
        worth = (earned + mind.temper.touch * touches) * 64 // turns // (8 if turns > turns_to_come else 1)
        if worth > best_worth and not mind.is_target(route):
            best, best_worth = route, worth
    return best


@pytest.mark.parametrize("map_name", ["usa", "europe"])
@pytest.mark.parametrize("long_route", [0, 24])
def test_the_route_for_points_is_the_best_of_all(map_name: str, long_route: int) -> None:
    found = 0
    for seed in range(size(3, 30)):
        state = deal(seed, map_name, 2 + seed % 3)
        temper = light_temper()
        temper.long_route = long_route
        minds = [Mind(state.board, temper) for _ in state.players]
        outlook = Outlook(state.board)
        while state.phase != OVER:
            seat = seat_to_act(state)
            outlook.look_at_state(state, seat)
            action = minds[seat].decide(outlook)
            if state.phase == TURN:
                trains = outlook.trains[seat]
                for turns in (1, 4, 20):
                    slow = slow_route_for_points(minds[seat], outlook, trains, turns)
                    assert minds[seat].route_for_points(outlook, trains, turns) == slow
                    found += slow >= 0
            apply(state, seat, action, None)
    assert found > 100


def play_out(temper: Temper, map_name: str, seed: int) -> int:
    """By how much a way to play wins against the usual one."""
    state = deal(seed // 2, map_name)
    rollout = Rollout(state.board, 2, light_temper())
    rollout.play(state, seed % 2, Mind(state.board, temper))
    sheets = score_sheets(state)
    return sheets[seed % 2].total - sheets[1 - seed % 2].total


@pytest.mark.parametrize("map_name", ["usa", "europe"])
def test_no_way_to_play_is_a_way_to_lose(map_name: str) -> None:
    """An option is weighed by the mind that goes on with it: one that plays badly would speak against good actions."""
    games = size(60, 400)
    for temper in portfolio():
        leads = [play_out(temper, map_name, seed) for seed in range(games)]
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
            assert all(option.mind is expert.minds[0] for option in drawn)
            seen += len(drawn)
    assert seen > 0
