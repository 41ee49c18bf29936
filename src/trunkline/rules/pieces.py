"""Pieces (W2, W12): the secret split into trains and ships before the first turn, and the exchange with the box."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import EXCHANGE, SPLIT, ActionList, deck_of, encode, subject_of
from trunkline.rules.board import Board
from trunkline.rules.events import CHOSE_SPLIT, EXCHANGED, NO_ITEMS, SPLIT_UP, Event
from trunkline.rules.state import UNDECIDED, Player, State


def list_splits(state: State, out: ActionList) -> None:
    """Every number of trains that leaves no more ships than there are."""
    for trains in range(fewest_trains(state.board), most_trains(state.board) + 1):
        out.add(encode(SPLIT, trains))


def fewest_trains(board: Board) -> i64:
    numbers = board.numbers
    return max(0, numbers.pieces - numbers.ships)


def most_trains(board: Board) -> i64:
    numbers = board.numbers
    return min(numbers.trains, numbers.pieces)


def choose_split(state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
    """Note one seat's secret choice; True once all have chosen and the pieces are shown (W2)."""
    trains = subject_of(code)
    ships = state.board.numbers.pieces - trains
    state.players[seat].chosen = trains
    if log is not None:
        log.append(Event(CHOSE_SPLIT, seat, vec[i16](), vec[i16]([i16(trains), i16(ships)])))
    for other in state.players:
        if other.chosen == UNDECIDED:
            return False
    for each in range(len(state.players)):
        take_pieces(state, each, log)
    return True


def take_pieces(state: State, seat: i64, log: list[Event] | None) -> None:
    """Take the pieces chosen out of the box, for all to see."""
    player = state.players[seat]
    player.trains = player.chosen
    player.ships = state.board.numbers.pieces - player.chosen
    player.box_trains -= player.trains
    player.box_ships -= player.ships
    player.chosen = UNDECIDED
    if log is not None:
        log.append(Event(SPLIT_UP, seat, vec[i16]([i16(player.trains), i16(player.ships)]), NO_ITEMS))


def list_exchanges(state: State, seat: i64, out: ActionList) -> None:
    """Every number of pieces that the box has of one kind and the supply of the other."""
    player = state.players[seat]
    for number in range(1, min(player.box_trains, player.ships) + 1):
        out.add(encode(EXCHANGE, number, 0))
    for number in range(1, min(player.box_ships, player.trains) + 1):
        out.add(encode(EXCHANGE, number, 1))


def running_score(board: Board, player: Player) -> i64:
    """The points of a player that everybody can count: of the routes claimed, less what exchanges have cost (W12)."""
    return player.points + exchange_points(board, player)


def exchange_points(board: Board, player: Player) -> i64:
    """What a player's exchanges have cost: never above 0."""
    return -player.exchanged * board.numbers.exchange_cost


def exchange(state: State, player: Player, code: i64, log: list[Event] | None) -> None:
    """Swap pieces with the box, one for one; each costs points."""
    number = subject_of(code)
    trains = number if deck_of(code) == 0 else -number
    player.trains += trains
    player.box_trains -= trains
    player.ships -= trains
    player.box_ships += trains
    player.exchanged += number
    if log is not None:
        log.append(Event(EXCHANGED, state.seat, vec[i16]([i16(trains), i16(-trains)]), NO_ITEMS))
