"""The play loop: bots take their turns until the game is over, each shown its own view and nothing else."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.bot import Bot
from trunkline.rules.actions import LARGEST_CODE, ActionList
from trunkline.rules.events import Event
from trunkline.rules.state import OVER, State
from trunkline.rules.turn import apply, legal, may_act
from trunkline.rules.view import View


class BadChoice(ValueError):
    """A bot answered with something that was not among the legal actions."""

    def __init__(self, seat: int, answer: object) -> None:
        super().__init__(f"the bot of seat {seat} answered {answer!r}, which is no legal action")
        self.seat = seat


def play_game(state: State, bots: list[Bot], log: list[Event] | None = None) -> int:
    """Play a game to its end, one bot a seat; the number of moves made. A bad answer raises BadChoice."""
    if len(bots) != len(state.players):
        raise ValueError(f"{len(state.players)} players need as many bots, not {len(bots)}")
    actions = ActionList()
    moves: i64 = 0
    while state.phase != OVER:
        seat = seat_to_act(state)
        legal(state, seat, actions)
        # A bot may write into the list that it is shown.
        codes = actions.codes[: actions.size]
        choice = bots[seat].choose(View(state, seat), actions)
        if not 0 <= choice <= LARGEST_CODE or not has(codes, choice):
            raise BadChoice(seat, choice)
        apply(state, seat, choice, log)
        moves += 1
    return moves


def has(codes: vec[i64], code: i64) -> bool:
    """Whether a code is among others."""
    return any(codes[i] == code for i in range(len(codes)))


def seat_to_act(state: State) -> i64:
    """The first seat the game waits for."""
    for seat in range(len(state.players)):
        if may_act(state, seat):
            return seat
    return state.seat
