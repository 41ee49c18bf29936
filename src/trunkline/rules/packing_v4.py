"""The fixed layouts of packed states, versions 1 to 4. They cover the chapters of their time and never change.

Version 1 is for boards with trains only. Version 2 adds the state of ships. Versions 3 and 4 are these two with the
counter of idle turns (C2) at the end, if it is not 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.board import Board
from trunkline.rules.buffers import (
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
from trunkline.rules.pairs import SLOT as PAIRS
from trunkline.rules.pairs import PaidSpaces, pair_of
from trunkline.rules.pieces import SPLITTING, pieces_of
from trunkline.rules.ports import ports_of
from trunkline.rules.state import UNDECIDED, Player, State
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.tunnels import SLOT as TUNNELS
from trunkline.rules.tunnels import LaidTunnel, tunnel_of

if TYPE_CHECKING:
    from trunkline.rules.view import View

TRAINS: Final = 1
SHIPS: Final = 2
IDLE_TURNS: Final = 2
"""Added to the version of a state whose counter of idle turns is not 0."""


def base_version(board: Board) -> int:
    return SHIPS if board.numbers.ships > 0 else TRAINS


def counts_idle_turns(packed: bytes) -> bool:
    """Whether a packed state has the counter of idle turns."""
    return packed[0] > SHIPS


def to_bytes(state: State) -> bytes:
    out = bytearray()
    out.append(base_version(state.board) + (IDLE_TURNS if state.idle_turns else 0))
    out += state.key
    for number in (state.phase, state.seat, state.turn, state.passes, state.turns_left):
        put(out, number)
    tunnel = tunnel_of(state)
    pair = pair_of(state)
    for number in (tunnel.route, tunnel.colour, tunnel.wilds, tunnel.asked):
        put(out, number)
    put_cards(out, pair.paid if state.board.numbers.ships > 0 else tunnel.turned)
    put_cards(out, state.row)
    put_cards(out, state.owner)
    put_cards(out, stations_of(state).owner)
    put_piles(out, state)
    put(out, len(state.players))
    for seat in range(len(state.players)):
        player = state.players[seat]
        for number in (chosen_by(state, seat), player.trains, stations_left(state, seat), player.points):
            put(out, number)
        put_hand(out, player)
    if state.board.numbers.ships > 0:
        ports = ports_of(state)
        pieces = pieces_of(state)
        put(out, pair.route)
        put_cards(out, ports.owner)
        for seat in range(len(state.players)):
            for number in (state.players[seat].ships, ports.left[seat], pieces.box_trains[seat]):
                put(out, number)
            put(out, pieces.box_ships[seat])
            put(out, pieces.exchanged[seat])
    if state.idle_turns:
        put(out, state.idle_turns)
    return bytes(out)


def chosen_by(state: State, seat: i64) -> i64:
    """What a seat has chosen while all choose at once: tickets in the opening, trains in the split."""
    return pieces_of(state).chosen[seat] if state.phase == SPLITTING else state.players[seat].chosen


def read(board: Board, version: int, read: Reader) -> State:
    """A state of one of these versions, behind its first byte."""
    if version != base_version(board) and version != base_version(board) + IDLE_TURNS:
        raise ValueError("the packed state is of another version")
    with_ships = board.numbers.ships > 0
    key = read.take(32)
    phase, seat, turn, passes, turns_left = [read.number() for _ in range(5)]
    route, colour, wilds, asked = [read.number() for _ in range(4)]
    turned = read.cards(-1, board.cards)
    row = read.cards(board.numbers.row, board.cards)
    owner = read.cards(board.routes, 5)
    station = read.cards(board.cities if board.numbers.stations > 0 else 0, 5)
    piles = Piles(board, read)
    stations: list[i64] = []
    players = [read_player(board, read, stations) for _ in range(read.number())]
    state = new_state(board, key, players, row, owner)
    piles.fill(state)
    state.phase = phase
    state.seat = seat
    state.turn = turn
    state.passes = passes
    state.turns_left = turns_left
    if board.numbers.stations > 0:
        part = stations_of(state)
        part.owner = station
        for number in range(len(stations)):
            part.left[number] = stations[number]
    if with_ships:
        read_ships(state, read, turned)
    elif board.has_tunnels:
        state.parts[TUNNELS] = LaidTunnel(route, colour, wilds, asked, turned)
    if version > SHIPS:
        state.idle_turns = read.number()
        if state.idle_turns < 1:
            raise ValueError("the packed state counts no idle turns, and says that it does")
    return state


def read_player(board: Board, read: Reader, stations: list[i64]) -> Player:
    """A player; the stations left are added to the list."""
    chosen, trains, left, points = [read.number() for _ in range(4)]
    player = read_hand(board, read)
    player.chosen = chosen
    player.trains = trains
    player.points = points
    stations.append(left)
    return player


def read_ships(state: State, read: Reader, paid: vec[u8]) -> None:
    """The additional state of a board with ships."""
    state.parts[PAIRS] = PaidSpaces(read.number(), paid)
    ports = ports_of(state)
    ports.owner = read.cards(len(ports.owner), 5)
    pieces = pieces_of(state)
    for seat in range(len(state.players)):
        player = state.players[seat]
        player.ships = read.number()
        ports.left[seat] = read.number()
        pieces.box_trains[seat] = read.number()
        pieces.box_ships[seat] = read.number()
        pieces.exchanged[seat] = read.number()
        if state.phase == SPLITTING:
            pieces.chosen[seat] = player.chosen
            player.chosen = UNDECIDED


def pack_view(view: View) -> bytes:
    """Everything in a view of a board that these layouts know, for comparison."""
    out = bytearray()
    for number in (view.seat, view.phase, view.turn_of, view.turn, view.passes, view.turns_left):
        put(out, number)
    tunnel = tunnel_of(view)
    pair = pair_of(view)
    for number in (tunnel.route, tunnel.colour, tunnel.wilds, tunnel.asked, pair.route):
        put(out, number)
    ports = ports_of(view)
    pieces = pieces_of(view)
    on_table = pair.paid if view.board.numbers.ships > 0 else tunnel.turned
    for cards in (on_table, view.row, view.owner, stations_of(view).owner, ports.owner, view.hand):
        put_cards(out, cards)
    for size, discards in zip(view.deck_sizes, view.discards, strict=True):
        put(out, size)
        put_cards(out, discards)
    put(out, view.ticket_deck_size)
    splitting = view.phase == SPLITTING and view.seat >= 0
    put(out, pieces.chosen[view.seat] if splitting else view.chosen)
    put_tickets(out, view.tickets)
    put_tickets(out, view.offered)
    with_ships = view.board.numbers.ships > 0
    for seat in range(len(view.players)):
        player = view.players[seat]
        put_cards(out, player.known)
        put_tickets(out, player.tickets)
        for number in (player.hand_size, player.ticket_count, player.offered_count, 1 if player.has_chosen else 0):
            put(out, number)
        for number in (player.trains, stations_left(view, seat), player.points, player.ship_cards, player.ships):
            put(out, number)
        put(out, ports.left[seat] if with_ships else 0)
        put(out, pieces.box_trains[seat] if with_ships else 0)
        put(out, pieces.box_ships[seat] if with_ships else 0)
        put(out, pieces.exchanged[seat] if with_ships else 0)
    if view.idle_turns:
        put(out, view.idle_turns)
    return bytes(out)
