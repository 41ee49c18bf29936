"""Setting up a game (C1, C20, U1, U2, E1, E2, W1, W2): cards, row, opening tickets and who starts."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.cards import deal_row, draw_card, full_deck, hold_row, reshuffle_if_empty
from trunkline.rules.dice import LONG_TICKETS, LOT, TICKETS, Stream
from trunkline.rules.events import DEALT, Event
from trunkline.rules.state import Player, State, TicketDeck
from trunkline.rules.tickets import shuffle_tickets, tell_offer

BY_LOT: Final = -1


def new_game(board: Board, players: i64, key: bytes, first: i64, log: list[Event] | None) -> State:
    """Deal a game from its key. `first` is the seat that starts, or BY_LOT (C1)."""
    state = State(
        board,
        key,
        [new_player(board) for _ in range(players)],
        [full_deck(counts) for counts in board.deck_cards],
        TicketDeck(vec[i16]()),
        board.empty_row[:],
        board.no_routes_owned[:],
        board.no_routes_closed[:],
        board.no_stations_owned[:],
        board.no_ports_owned[:],
        board.no_ports_reached[:],
        vec[u8](),
    )
    state.seat = Stream(key, LOT, 0).below(players) if first == BY_LOT else first
    for deck in range(len(state.decks)):
        reshuffle_if_empty(state, deck, None)
    deal_hands(state, log)
    deal_row(state, log)
    hold_row(state, log)
    deal_tickets(state, log)
    return state


def new_player(board: Board) -> Player:
    player = Player(board.no_cards[:], board.no_cards[:], vec[i16](), vec[i16]())
    numbers = board.numbers
    if numbers.pieces > 0:
        # All lies in the box until the player splits (W2).
        player.box_trains = numbers.trains
        player.box_ships = numbers.ships
    else:
        player.trains = numbers.trains
    player.stations = numbers.stations
    player.ports = numbers.ports
    return player


def deal_hands(state: State, log: list[Event] | None) -> None:
    for seat in range(len(state.players)):
        dealt = vec[i16]()
        for deck in range(len(state.decks)):
            for _ in range(i64(state.board.hand[deck])):
                card = draw_card(state, deck, None)
                state.players[seat].gain(card, False)
                dealt = append(dealt, i16(card))
        if log is not None:
            log.append(Event(DEALT, seat, vec[i16]([i16(len(dealt))]), dealt))


def deal_tickets(state: State, log: list[Event] | None) -> None:
    """Deal each seat its long and short tickets; what is left of the short ones is the deck (E2)."""
    board = state.board
    numbers = board.numbers
    long_first = numbers.opening_long > 0
    short = vec[i16]()
    long = vec[i16]()
    for ticket in range(board.tickets):
        if long_first and board.ticket_long[ticket]:
            long = append(long, i16(ticket))
        else:
            short = append(short, i16(ticket))
    shuffle_tickets(short, Stream(state.key, TICKETS, 0))
    if long_first:
        shuffle_tickets(long, Stream(state.key, LONG_TICKETS, 0))
    deck = state.ticket_deck
    deck.fill(board.tickets, short)
    dealt: i64 = 0
    for seat in range(len(state.players)):
        offered = vec[i16]()
        for _ in range(numbers.opening_long):
            offered = append(offered, long[dealt])
            dealt += 1
        for _ in range(numbers.opening_short):
            offered = append(offered, deck.take())
        state.players[seat].offered = offered
        tell_offer(seat, offered, log)
