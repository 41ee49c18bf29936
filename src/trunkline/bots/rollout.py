"""Play-outs by light minds: games played to the end by a quick policy that plans, for the expert and the bench."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.mind import Mind
from trunkline.bots.outlook import Outlook
from trunkline.bots.temper import Temper, light_temper
from trunkline.rules.board import Board
from trunkline.rules.scoring import score_sheets
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OPENING, OVER, UNDECIDED, State
from trunkline.rules.turn import apply

MOST_MOVES: Final = 3000
"""A play-out is cut off here; games between minds are over long before."""


@final
class Rollout:
    """Light minds for all seats of a table, used again from play-out to play-out."""

    def __init__(self, board: Board, players: i64, temper: Temper) -> None:
        self.minds = [Mind(board, temper) for _ in range(players)]
        self.outlook: Final = Outlook(board)

    def play(self, state: State, seat: i64, mind: Mind) -> i64:
        """Play a game to its end from where it stands, one seat by a mind of its own; the number of moves made."""
        minds = self.minds
        outlook = self.outlook
        for other in minds:
            other.has_plan = False
        mind.has_plan = False
        moves: i64 = 0
        while state.phase != OVER and moves < MOST_MOVES:
            turn = state.seat
            if state.phase == OPENING:
                turn = waited_for(state)
            outlook.look_at_state(state, turn)
            code = mind.decide(outlook) if turn == seat else minds[turn].decide(outlook)
            apply(state, turn, code, None)
            moves += 1
        return moves


def waited_for(state: State) -> i64:
    """Where all choose at once: the first seat that has not chosen."""
    for seat in range(len(state.players)):
        if state.players[seat].chosen == UNDECIDED:
            return seat
    return state.seat


def rollout_games(board: Board, players: i64, games: i64, seed: i64) -> i64:
    """Deal, play and score so many games between light minds; the points scored in all."""
    rollout = Rollout(board, players, light_temper(board.has_companies))
    points: i64 = 0
    for number in range(games):
        key = int((seed << 20) + number).to_bytes(32, "little")
        state = new_game(board, players, key, BY_LOT, None)
        rollout.play(state, 0, rollout.minds[0])
        for sheet in score_sheets(state):
            points += sheet.total
    return points
