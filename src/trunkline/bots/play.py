"""The play loop: bots play a game to its end, and each gets only its own view."""

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
    """A bot returned something that is not a legal action."""

    def __init__(self, seat: int, answer: object) -> None:
        super().__init__(f"the bot of seat {seat} returned {answer!r}, which is not a legal action")
        self.seat = seat


def play_game(state: State, bots: list[Bot], log: list[Event] | None = None) -> int:
    """Play a game to its end with one bot for each seat; return the number of moves. May raise BadChoice."""
    if len(bots) != len(state.players):
        raise ValueError(f"{len(state.players)} players need as many bots, not {len(bots)}")
    actions = ActionList()
    moves: i64 = 0
    while state.phase != OVER:
        seat = seat_to_act(state)
        legal(state, seat, actions)
        # A copy, because a bot may write into the list that it gets.
        codes = actions.codes[: actions.size]
        choice = bots[seat].choose(View(state, seat), actions)
        if not 0 <= choice <= LARGEST_CODE or not has(codes, choice):
            raise BadChoice(seat, choice)
        apply(state, seat, choice, log)
        moves += 1
    return moves


def has(codes: vec[i64], code: i64) -> bool:
    """Whether a code is in a vector."""
    return any(codes[i] == code for i in range(len(codes)))


def seat_to_act(state: State) -> i64:
    """The first seat that may act."""
    for seat in range(len(state.players)):
        if may_act(state, seat):
            return seat
    return state.seat
