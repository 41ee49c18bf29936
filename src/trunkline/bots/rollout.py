"""Rollouts of the expert: games played to the end by fast policies that plan."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.observation import Observation
from trunkline.bots.office_use import NO_CHOICE, choice_in_rollout
from trunkline.bots.policy import Policy
from trunkline.bots.weights import Weights, rollout_weights
from trunkline.rules.actions import ActionList
from trunkline.rules.board import Board
from trunkline.rules.office_state import has_offices
from trunkline.rules.scoring import score_sheets
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OPENING, OVER, UNDECIDED, State
from trunkline.rules.turn import apply

MOST_MOVES: Final = 3000
"""A rollout is cut off here; games between policies end long before."""


@final
class Rollout:
    """Fast policies for all seats, which are reused from rollout to rollout."""

    def __init__(self, board: Board, players: i64, weights: Weights) -> None:
        self.policies = [Policy(board, weights) for _ in range(players)]
        self.observation: Final = Observation(board)
        self.actions: Final = ActionList()

    def play(self, state: State, seat: i64, policy: Policy) -> i64:
        """Play a game from its current position to its end, one seat by a given policy; return the number of moves."""
        policies = self.policies
        observation = self.observation
        for other in policies:
            other.has_plan = False
        policy.has_plan = False
        moves: i64 = 0
        with_offices = has_offices(state)
        while state.phase != OVER and moves < MOST_MOVES:
            turn = state.seat
            if state.phase == OPENING:
                turn = waited_for(state)
            if with_offices:
                choice = choice_in_rollout(state, turn, self.actions)
                if choice != NO_CHOICE:
                    apply(state, turn, choice, None)
                    moves += 1
                    continue
            observation.look_at_state(state, turn)
            code = policy.decide(observation) if turn == seat else policies[turn].decide(observation)
            apply(state, turn, code, None)
            moves += 1
        return moves


def waited_for(state: State) -> i64:
    """The first seat that has not chosen, while all choose at the same time."""
    for seat in range(len(state.players)):
        if state.players[seat].chosen == UNDECIDED:
            return seat
    return state.seat


def rollout_games(board: Board, players: i64, games: i64, seed: i64) -> i64:
    """Deal, play and score games between fast policies; return the sum of all scores."""
    rollout = Rollout(board, players, rollout_weights(board.has_companies))
    points: i64 = 0
    for number in range(games):
        key = int((seed << 20) + number).to_bytes(32, "little")
        state = new_game(board, players, key, BY_LOT, None)
        rollout.play(state, 0, rollout.policies[0])
        for sheet in score_sheets(state):
            points += sheet.total
    return points
