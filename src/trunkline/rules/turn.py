"""Turns (C2, C17, W3, W13): whose move it is, what is legal, what an action does, and when the game ends."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    EXCHANGE,
    KEEP,
    PASS,
    PAY,
    PORT,
    SPLIT,
    STATION,
    WITHDRAW,
    ActionList,
    deck_of,
    encode,
    kind_of,
    subject_of,
)
from trunkline.rules.cards import can_draw_second, hold_row, list_draws, take_blind, take_from_row
from trunkline.rules.claim import claim, list_claims
from trunkline.rules.events import ENDED, LAST_TURNS, NO_ITEMS, PASSED, STARTED, Event
from trunkline.rules.pairs import list_next_spaces, pay_space
from trunkline.rules.pieces import choose_split, exchange, list_exchanges, list_splits
from trunkline.rules.ports import build_port, list_ports
from trunkline.rules.sails import claim_with_set, list_all_claims
from trunkline.rules.state import OPENING, OVER, PAIR, SECOND_PICK, SPLITTING, TICKETS, TUNNEL, TURN, UNDECIDED, State
from trunkline.rules.stations import build_station, list_stations
from trunkline.rules.tickets import choose_opening, keep, list_choices, offer
from trunkline.rules.tunnels import discard_turned, lay_down, list_answers, pay, withdraw

IDLE_ROUNDS: Final = 10
"""After so many full rounds in which nothing changed the game is over (C2)."""


def may_act(state: State, seat: i64) -> bool:
    """Whether the game waits for this seat; in the opening it waits for all that have not chosen (C20, W2)."""
    if state.phase == OPENING or state.phase == SPLITTING:
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
        if state.board.two_decks:
            list_all_claims(state, seat, out)
            list_ports(state, seat, out)
        else:
            list_claims(state, seat, state.players[seat].hand, out)
            list_stations(state, seat, out)
        if out.size == 0:
            # An exchange is offered and never forced: it does not bar the pass (W12).
            out.add(encode(PASS))
        if state.board.two_decks:
            list_exchanges(state, seat, out)
    elif phase == SECOND_PICK:
        list_draws(state, True, out)
    elif phase == TUNNEL:
        list_answers(state, seat, out)
    elif phase == PAIR:
        list_next_spaces(state, seat, out)
    elif phase == SPLITTING:
        list_splits(state, out)
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
            only_one = take_from_row(state, player, subject_of(code), deck_of(code), log)
        if state.phase == TURN and not only_one and can_draw_second(state):
            state.phase = SECOND_PICK
        else:
            end_turn(state, kind, log)
    elif kind == CLAIM:
        route = subject_of(code)
        if state.board.two_decks:
            if state.board.pair[route]:
                if not pay_space(state, player, route, code, log):
                    return
            else:
                claim_with_set(state, player, code, log)
            end_turn(state, kind, log)
        elif state.board.tunnel[route]:
            if not lay_down(state, player, code, log):
                end_turn(state, kind, log)
        else:
            claim(state, player, code, log)
            end_turn(state, kind, log)
    elif kind == DRAW_TICKETS:
        offer(state, seat, log)
        state.phase = TICKETS
    elif kind == KEEP:
        if state.phase == OPENING:
            if choose_opening(state, seat, code, log):
                if state.board.numbers.pieces > 0:
                    state.phase = SPLITTING
                else:
                    begin_turn(state, log)
        else:
            keep(state, seat, subject_of(code), log)
            end_turn(state, kind, log)
    elif kind == STATION:
        build_station(state, player, code, log)
        end_turn(state, kind, log)
    elif kind == PAY:
        if state.phase == TUNNEL:
            pay(state, player, code, log)
            end_turn(state, kind, log)
        elif pay_space(state, player, state.pair_route, code, log):
            end_turn(state, kind, log)
    elif kind == WITHDRAW:
        withdraw(state, player, log)
        end_turn(state, kind, log)
    elif kind == PORT:
        build_port(state, player, code, log)
        end_turn(state, kind, log)
    elif kind == EXCHANGE:
        exchange(state, player, code, log)
        end_turn(state, kind, log)
    elif kind == SPLIT:
        if choose_split(state, seat, code, log):
            begin_turn(state, log)
    elif kind == PASS:
        if log is not None:
            log.append(Event(PASSED, seat, vec[i16](), NO_ITEMS))
        end_turn(state, kind, log)
    else:
        raise ValueError("no such action")


def begin_turn(state: State, log: list[Event] | None) -> None:
    """Start the turn of `state.seat`: the row is checked (C6)."""
    state.phase = TURN
    if log is not None:
        log.append(Event(STARTED, state.seat, vec[i16](), NO_ITEMS))
    hold_row(state, log)


def end_turn(state: State, kind: i64, log: list[Event] | None) -> None:
    """Finish a turn that ended with an action of this kind: see whether the game ends, and hand on (C2, C17, W13)."""
    if len(state.turned) > 0:
        discard_turned(state, log)
    numbers = state.board.numbers
    player = state.players[state.seat]
    players = len(state.players)
    state.turn += 1
    state.passes = state.passes + 1 if kind == PASS else 0
    state.idle_turns = state.idle_turns + 1 if kind == PASS or kind == WITHDRAW or kind == EXCHANGE else 0
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
        return
    state.seat += 1
    if state.seat == players:
        state.seat = 0
    begin_turn(state, log)
