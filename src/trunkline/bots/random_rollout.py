"""Random rollouts: games played to the end with random actions, for search, statistics and the bench."""

from __future__ import annotations

from mypy_extensions import i64

from trunkline.bots.chance import Chance
from trunkline.rules.actions import ActionList
from trunkline.rules.board import Board
from trunkline.rules.pieces import SPLITTING
from trunkline.rules.scoring import score_sheets
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OPENING, OVER, State
from trunkline.rules.turn import apply, legal


def random_rollout(state: State, chance: Chance) -> i64:
    """Play a game to its end with uniformly random legal actions; return the number of moves."""
    actions = ActionList()
    moves: i64 = 0
    while state.phase == OPENING or state.phase == SPLITTING:
        for seat in range(len(state.players)):
            legal(state, seat, actions)
            if actions.size > 0:
                apply(state, seat, actions.codes[chance.below(actions.size)], None)
                moves += 1
    while state.phase != OVER:
        seat = state.seat
        legal(state, seat, actions)
        apply(state, seat, actions.codes[chance.below(actions.size)], None)
        moves += 1
    return moves


def random_games(board: Board, players: i64, games: i64, seed: i64) -> i64:
    """Deal, play and score random games; return the number of moves of all."""
    chance = Chance(seed)
    moves: i64 = 0
    for number in range(games):
        key = int((seed << 20) + number).to_bytes(32, "little")
        state = new_game(board, players, key, BY_LOT, None)
        moves += random_rollout(state, chance)
        score_sheets(state)
    return moves


def copies(state: State, times: i64) -> None:
    """Copy a game repeatedly, for the bench."""
    for _i in range(times):
        state.copy()
