"""Turns (C2, C17): whose move it is, what is legal, what an action does, and when the game ends."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    KEEP,
    PASS,
    PAY,
    STATION,
    WITHDRAW,
    ActionList,
    encode,
    kind_of,
    subject_of,
)
from trunkline.rules.cards import can_draw_second, hold_row, list_draws, take_blind, take_from_row
from trunkline.rules.claim import claim, list_claims
from trunkline.rules.events import ENDED, LAST_TURNS, NO_ITEMS, PASSED, STARTED, Event
from trunkline.rules.state import OPENING, OVER, SECOND_PICK, TICKETS, TUNNEL, TURN, UNDECIDED, State
from trunkline.rules.stations import build_station, list_stations
from trunkline.rules.tickets import choose_opening, keep, list_choices, offer
from trunkline.rules.tunnels import discard_turned, lay_down, list_answers, pay, withdraw


def may_act(state: State, seat: i64) -> bool:
    """Whether the game waits for this seat; in the opening it waits for all that have not chosen (C20)."""
    if state.phase == OPENING:
        return state.players[seat].chosen == UNDECIDED
    return state.phase != OVER and state.seat == seat


def to_act(state: State) -> list[int]:
    """The seats the game waits for."""
    return [seat for seat in range(len(state.players)) if may_act(state, seat)]


def legal(state: State, seat: i64, out: ActionList) -> None:
    """Fill `out` with every action the seat may take now."""
    out.size = 0
    if not may_act(state, seat):
        return
    phase = state.phase
    if phase == TURN:
        list_draws(state, False, out)
        if state.ticket_deck.size > 0:
            out.add(encode(DRAW_TICKETS))
        list_claims(state, seat, out)
        list_stations(state, seat, out)
        if out.size == 0:
            out.add(encode(PASS))
    elif phase == SECOND_PICK:
        list_draws(state, True, out)
    elif phase == TUNNEL:
        list_answers(state, seat, out)
    else:
        list_choices(state, seat, out)


def apply(state: State, seat: i64, code: i64, log: list[Event] | None) -> None:
    """Carry out an action that `legal` lists, and add what happened to `log`. `Game.play` checks; this does not."""
    player = state.players[seat]
    kind = kind_of(code)
    if kind == DRAW_ROW or kind == DRAW_DECK:
        only_one = False
        if kind == DRAW_DECK:
            take_blind(state, player, subject_of(code), log)
        else:
            only_one = take_from_row(state, player, subject_of(code), log)
        if state.phase == TURN and not only_one and can_draw_second(state):
            state.phase = SECOND_PICK
        else:
            end_turn(state, False, log)
    elif kind == CLAIM:
        if state.board.tunnel[subject_of(code)]:
            if not lay_down(state, player, code, log):
                end_turn(state, False, log)
        else:
            claim(state, player, code, log)
            end_turn(state, False, log)
    elif kind == DRAW_TICKETS:
        offer(state, seat, log)
        state.phase = TICKETS
    elif kind == KEEP:
        if state.phase == OPENING:
            if choose_opening(state, seat, code, log):
                begin_turn(state, log)
        else:
            keep(state, seat, subject_of(code), log)
            end_turn(state, False, log)
    elif kind == STATION:
        build_station(state, player, code, log)
        end_turn(state, False, log)
    elif kind == PAY:
        pay(state, player, code, log)
        end_turn(state, False, log)
    elif kind == WITHDRAW:
        withdraw(state, player, log)
        end_turn(state, False, log)
    elif kind == PASS:
        if log is not None:
            log.append(Event(PASSED, seat, vec[i16](), NO_ITEMS))
        end_turn(state, True, log)
    else:
        raise ValueError("no such action")


def begin_turn(state: State, log: list[Event] | None) -> None:
    """Start the turn of `state.seat`: the row is checked (C6)."""
    state.phase = TURN
    if log is not None:
        log.append(Event(STARTED, state.seat, vec[i16](), NO_ITEMS))
    hold_row(state, log)


def end_turn(state: State, passed: bool, log: list[Event] | None) -> None:
    """Finish a turn: count it, see whether the end is near or here, and hand on (C2, C17)."""
    if len(state.turned) > 0:
        discard_turned(state, log)
    numbers = state.board.numbers
    players = len(state.players)
    state.turn += 1
    state.passes = state.passes + 1 if passed else 0
    if state.turns_left != UNDECIDED:
        state.turns_left -= 1
    elif state.players[state.seat].trains <= numbers.end_at:
        state.turns_left = players * numbers.last_turns
        if log is not None:
            log.append(Event(LAST_TURNS, state.seat, vec[i16]([i16(state.turns_left)]), NO_ITEMS))
    if state.turns_left == 0 or state.passes == players:
        state.phase = OVER
        if log is not None:
            log.append(Event(ENDED, state.seat, vec[i16](), NO_ITEMS))
        return
    state.seat += 1
    if state.seat == players:
        state.seat = 0
    begin_turn(state, log)
