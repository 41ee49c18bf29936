"""Turns (C2, C17, W3, W13): whose turn it is, legal actions, their effect, and the end of the game."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import ActionList, encode, kind_of, not_understood
from trunkline.rules.board import Board
from trunkline.rules.cards import answer_cards, hold_row
from trunkline.rules.chapter import (
    GOES_ON,
    PASSED_TURN_ENDS,
    SET_UP_ENDS,
    TURN_ENDS,
    ActionKind,
    Chapter,
    Phase,
    Refusal,
)
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.state import OVER, TURN, UNDECIDED, State

PASS: Final = 0

IDLE_ROUNDS: Final = 10
"""The game is over after this many idle rounds (C2)."""

STARTED: Final = EventKind("started", [])
PASSED: Final = EventKind("passed", [])
LAST_TURNS: Final = EventKind("last-turns", ["turns"])
ENDED: Final = EventKind("ended", [], reveals=True)


def may_act(state: State, seat: i64) -> bool:
    """Whether the game waits for this seat; in the set-up it waits for all that have not chosen (C20, W2)."""
    phase = state.phase
    if phase == TURN or not state.board.all_choose[phase]:
        return state.seat == seat and phase != OVER
    return not state.board.of_phase[phase].chapter.has_chosen(state, seat)


def to_act(state: State) -> list[int]:
    """The seats the game waits for."""
    return [seat for seat in range(len(state.players)) if may_act(state, seat)]


def legal(state: State, seat: i64, out: ActionList) -> None:
    """Fill `out` with every action the seat may take now."""
    out.size = 0
    if not may_act(state, seat):
        return
    board = state.board
    if state.phase != TURN:
        board.of_phase[state.phase].chapter.list_phase(state, seat, out)
        return
    for ref in board.on_turn:
        ref.chapter.list_turn(state, seat, out)
    if out.size == 0:
        out.add(encode(PASS))
    for ref in board.declinable:
        ref.chapter.list_turn(state, seat, out)


def apply(state: State, seat: i64, code: i64, log: list[Event] | None) -> None:
    """Carry out an action that `legal` lists, and add its events to `log`. This does not check; `Game.play` does."""
    board = state.board
    ref = board.of_kind[kind_of(code)] if state.phase == TURN else board.of_phase[state.phase]
    outcome = ref.chapter.apply(state, seat, code, log)
    if outcome == GOES_ON:
        return
    if outcome == SET_UP_ENDS:
        next_set_up(state, log)
    else:
        end_turn(state, outcome, log)


def next_set_up(state: State, log: list[Event] | None) -> None:
    """All have chosen: continue with the next phase of the set-up, or with the first turn."""
    phases = state.board.set_up_phases
    if state.phase in phases and state.phase != phases[-1]:
        state.phase = phases[phases.index(state.phase) + 1]
        return
    for chapter in state.board.chapters:
        if chapter.before_play(state, log):
            return
    begin_turn(state, log)


def begin_turn(state: State, log: list[Event] | None) -> None:
    """Start the turn of `state.seat`: the row is checked (C6)."""
    state.phase = TURN
    if log is not None:
        log.append(Event(STARTED, state.seat, vec[i16](), NO_ITEMS))
    hold_row(state, log)
    if state.board.has_companies:
        answer_cards(state, log)
        for ref in state.board.at_turn_start:
            ref.chapter.start_turn(state, log)


def end_turn(state: State, outcome: i64, log: list[Event] | None) -> None:
    """Finish a turn: count it, check for the end, and start the next turn (C2, C17, W13)."""
    board = state.board
    for ref in board.at_turn_end:
        ref.chapter.end_turn(state, log)
    numbers = board.numbers
    player = state.players[state.seat]
    players = len(state.players)
    state.turn += 1
    state.passes = state.passes + 1 if outcome == PASSED_TURN_ENDS else 0
    state.idle_turns = state.idle_turns + 1 if outcome != TURN_ENDS else 0
    if state.turns_left != UNDECIDED:
        state.turns_left -= 1
    elif player.trains + player.ships <= numbers.end_at:
        state.turns_left = players * numbers.last_turns
        if log is not None:
            log.append(Event(LAST_TURNS, state.seat, vec[i16]([i16(state.turns_left)]), NO_ITEMS))
    if state.turns_left == 0 or state.passes == players or state.idle_turns >= IDLE_ROUNDS * players:
        state.phase = OVER
        if log is not None:
            log.append(Event(ENDED, state.seat, vec[i16](), NO_ITEMS))
        for chapter in board.chapters:
            chapter.end_game(state, log)
        return
    state.seat += 1
    if state.seat == players:
        state.seat = 0
    begin_turn(state, log)


@final
class Turns(Chapter):
    """The pass, and the phases that belong to no other chapter."""

    def __init__(self) -> None:
        super().__init__(
            "turns",
            [ActionKind(PASS, "pass", [TURN])],
            [Phase(TURN, "turn"), Phase(OVER, "over")],
            [STARTED, PASSED, LAST_TURNS, ENDED],
        )

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        if kind_of(code) != PASS:
            raise ValueError("no such action")
        if log is not None:
            log.append(Event(PASSED, seat, vec[i16](), NO_ITEMS))
        return PASSED_TURN_ENDS

    def is_code(self, board: Board, code: i64) -> bool:
        return code == PASS

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        actions = ActionList()
        legal(state, seat, actions)
        return Refusal("must_not_pass", {"actions": len(actions)})

    def to_text(self, board: Board, code: i64) -> str:
        return "pass"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if len(words) > 1:
            raise not_understood(words)
        return encode(PASS)
