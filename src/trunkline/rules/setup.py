"""Setting up a game (C1, C20, U1, U2, E1, E2, W1, W2): cards, row, opening tickets and who starts."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.cards import deal_hands, deal_row, hold_row
from trunkline.rules.dice import LOT, Stream
from trunkline.rules.events import Event
from trunkline.rules.money import companies_of
from trunkline.rules.state import Player, State, empty_state
from trunkline.rules.tickets import deal_tickets

BY_LOT: Final = -1


def new_game(
    board: Board, players: i64, key: bytes, first: i64, log: list[Event] | None, companies: list[int] | None = None
) -> State:
    """Deal a game from its key. `first` is the seat that starts, or BY_LOT (C1).

    `companies` says who plays which, on a board that has them; left out, they are taken in the order of the map.
    """
    state = empty_state(board, key, [new_player(board) for _ in range(players)])
    if companies is not None:
        companies_of(state).company = vec[u8](companies)
    state.seat = Stream(key, LOT, 0).below(players) if first == BY_LOT else first
    deal_hands(state, log)
    deal_row(state, log)
    hold_row(state, log)
    deal_tickets(state, log)
    for chapter in board.chapters:
        chapter.set_up(state, log)
    return state


def new_player(board: Board) -> Player:
    player = Player(board.no_cards[:], board.no_cards[:], vec[i16](), vec[i16]())
    player.trains = board.numbers.trains
    return player
