"""A state as versioned bytes, equal on every platform. They are stored with each move and hashed.

Version 5 is the general layout: the fields that every game has, then the parts of the chapters in the order of their
slots. Versions 1 to 4 are the fixed layouts of packing_v4.py. They are read for ever, and still written for boards that
they cover, so that the bytes of a stored game never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from trunkline.rules import packing_v4
from trunkline.rules.board import Board
from trunkline.rules.buffers import (
    FieldReader,
    FieldWriter,
    Piles,
    Reader,
    new_state,
    put,
    put_cards,
    put_hand,
    put_piles,
    put_tickets,
    read_hand,
)
from trunkline.rules.state import Player, State

if TYPE_CHECKING:
    from trunkline.rules.view import View

GENERAL: Final = 5


def version_of(board: Board) -> i64:
    """The version in which the states of a board are written: the first that holds all fields of its chapters."""
    version: i64 = 1
    for chapter in board.chapters:
        version = max(version, chapter.version)
    return version


def to_bytes(state: State) -> bytes:
    """The state without its board: little-endian numbers of four bytes, and lists with their length before them."""
    return general_bytes(state) if version_of(state.board) >= GENERAL else packing_v4.to_bytes(state)


def from_bytes(board: Board, data: bytes) -> State:
    """The state from its bytes, of this or any earlier version, on the same board."""
    read = Reader(data)
    version = read.take(1)[0]
    if version == GENERAL:
        state = read_general(board, read)
    elif 1 <= version < GENERAL:
        state = packing_v4.read(board, version, read)
    else:
        raise ValueError("the packed state is of another version")
    if read.at != len(data):
        raise ValueError("the packed state is of another board")
    return state


def general_bytes(state: State) -> bytes:
    """A state in the general layout."""
    out = bytearray()
    out.append(GENERAL)
    out += state.key
    for number in (state.phase, state.seat, state.turn, state.passes, state.idle_turns, state.turns_left):
        put(out, number)
    put(out, state.claim_route)
    put(out, state.claim_step)
    put_cards(out, state.row)
    put_cards(out, state.owner)
    put_piles(out, state)
    put(out, len(state.players))
    for player in state.players:
        for number in (player.chosen, player.trains, player.ships, player.points):
            put(out, number)
        put_hand(out, player)
    writer = FieldWriter(out)
    for slot in range(len(state.parts)):
        state.part(slot).fields(writer)
    return bytes(out)


def read_general(board: Board, read: Reader) -> State:
    key = read.take(32)
    phase, seat, turn, passes, idle_turns, turns_left, claim_route, claim_step = [read.number() for _ in range(8)]
    row = read.cards(board.numbers.row, board.cards)
    owner = read.cards(board.routes, 5)
    piles = Piles(board, read)
    players = [read_player(board, read) for _ in range(read.number())]
    state = new_state(board, key, players, row, owner)
    piles.fill(state)
    reader = FieldReader(read)
    for slot in range(len(state.parts)):
        state.part(slot).fields(reader)
    state.phase = phase
    state.seat = seat
    state.turn = turn
    state.passes = passes
    state.idle_turns = idle_turns
    state.turns_left = turns_left
    state.claim_route = claim_route
    state.claim_step = claim_step
    for chapter in board.chapters:
        chapter.restore(state)
    return state


def read_player(board: Board, read: Reader) -> Player:
    chosen, trains, ships, points = [read.number() for _ in range(4)]
    player = read_hand(board, read)
    player.chosen = chosen
    player.trains = trains
    player.ships = ships
    player.points = points
    return player


def pack_view(view: View) -> bytes:
    """Everything in a view, for comparison."""
    return general_view_bytes(view) if version_of(view.board) >= GENERAL else packing_v4.pack_view(view)


def general_view_bytes(view: View) -> bytes:
    """Everything in a view, with the parts of all chapters."""
    out = bytearray()
    for number in (view.seat, view.phase, view.turn_of, view.turn, view.passes, view.idle_turns, view.turns_left):
        put(out, number)
    for number in (view.claim_route, view.claim_step, view.ticket_deck_size, view.chosen):
        put(out, number)
    for cards in (view.row, view.owner, view.hand):
        put_cards(out, cards)
    for size, discards in zip(view.deck_sizes, view.discards, strict=True):
        put(out, size)
        put_cards(out, discards)
    put_tickets(out, view.tickets)
    put_tickets(out, view.offered)
    for player in view.players:
        put_cards(out, player.known)
        put_tickets(out, player.tickets)
        for number in (player.hand_size, player.ship_cards, player.ticket_count, player.offered_count):
            put(out, number)
        for number in (1 if player.has_chosen else 0, player.trains, player.ships, player.points):
            put(out, number)
    return bytes(out) + part_bytes(view)


def part_bytes(view: View) -> bytes:
    """The parts of the chapters in a view, for comparison."""
    out = bytearray()
    writer = FieldWriter(out)
    for slot in range(len(view.parts)):
        view.part(slot).fields(writer)
    return bytes(out)
