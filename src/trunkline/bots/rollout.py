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
    """Minds for all seats of a table, used again from play-out to play-out."""

    def __init__(self, board: Board, players: i64, temper: Temper) -> None:
        self.minds = [Mind(board, temper) for _ in range(players)]
        self.outlook: Final = Outlook(board)

    def play(self, state: State) -> i64:
        """Play a game to its end from where it stands; the number of moves made."""
        minds = self.minds
        outlook = self.outlook
        for mind in minds:
            mind.forget()
        moves: i64 = 0
        if state.phase == OPENING:
            for seat in range(len(minds)):
                if state.players[seat].chosen == UNDECIDED:
                    outlook.look_at_state(state, seat)
                    apply(state, seat, minds[seat].decide(outlook), None)
                    moves += 1
        while state.phase != OVER and moves < MOST_MOVES:
            seat = state.seat
            outlook.look_at_state(state, seat)
            apply(state, seat, minds[seat].decide(outlook), None)
            moves += 1
        return moves


def rollout_games(board: Board, players: i64, games: i64, seed: i64) -> i64:
    """Deal, play and score so many games between light minds; the points scored in all."""
    rollout = Rollout(board, players, light_temper())
    points: i64 = 0
    for number in range(games):
        key = int((seed << 20) + number).to_bytes(32, "little")
        state = new_game(board, players, key, BY_LOT, None)
        rollout.play(state)
        for sheet in score_sheets(state):
            points += sheet.total
    return points
