"""Cards (C3-C8): the deck, its discards and the face-up row, and what keeps them full."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import DRAW_DECK, DRAW_ROW, ActionList
from trunkline.rules.dice import FIRST_DECK, Stream, shuffle_cards
from trunkline.rules.events import (
    DREW,
    DREW_BLIND,
    NO_ITEMS,
    REFILLED,
    RESHUFFLED,
    ROW_DEALT,
    TABLE,
    Event,
)
from trunkline.rules.state import HOLE, Deck, Player, State

DEALS_IN_A_ROW: Final = 20
"""So many new deals of the row are tried before it stays as it is (C6)."""


def reshuffle_if_empty(state: State, number: i64, log: list[Event] | None) -> None:
    """C7: an empty deck is made anew from its discards at once."""
    deck = state.decks[number]
    if deck.size > 0 or deck.discarded == 0:
        return
    cards = deck.cards
    discards = deck.discards
    size: i64 = 0
    for card in range(len(discards)):
        for _ in range(i64(discards[card])):
            cards[size] = u8(card)
            size += 1
        discards[card] = 0
    deck.size = size
    deck.discarded = 0
    shuffle_cards(cards, size, Stream(state.key, FIRST_DECK + number, deck.shuffles))
    deck.shuffles += 1
    if log is not None:
        log.append(Event(RESHUFFLED, TABLE, vec[i16]([i16(number), i16(size)]), NO_ITEMS))


def draw_card(state: State, number: i64, log: list[Event] | None) -> i64:
    """The top card of a deck that is not empty."""
    deck = state.decks[number]
    size = deck.size - 1
    card = deck.cards[size]
    deck.size = size
    if size == 0:
        reshuffle_if_empty(state, number, log)
    return i64(card)


def discard(state: State, card: i64, number: i64) -> None:
    """Put cards on the discards. `settle` must follow once the whole set lies there."""
    deck = state.decks[0]
    deck.discards[card] = u8(i64(deck.discards[card]) + number)
    deck.discarded += number


def settle(state: State, log: list[Event] | None) -> None:
    """After cards were discarded: make an empty deck anew, fill holes of the row, check the row (C6, C7)."""
    if state.decks[0].size == 0:
        reshuffle_if_empty(state, 0, log)
        if fill_holes(state, log):
            hold_row(state, log)


def fill_holes(state: State, log: list[Event] | None) -> bool:
    """Fill the holes of the row in place while there are cards; whether any was filled."""
    row = state.row
    deck = state.decks[0]
    changed = False
    for slot in range(len(row)):
        if row[slot] == HOLE and deck.size > 0:
            card = draw_card(state, 0, log)
            row[slot] = u8(card)
            changed = True
            if log is not None:
                log.append(Event(REFILLED, TABLE, vec[i16]([i16(slot), i16(card)]), NO_ITEMS))
    return changed


def hold_row(state: State, log: list[Event] | None) -> None:
    """C6: a row with three locomotives or more is dealt anew until it holds, as far as that can help."""
    board = state.board
    limit = board.numbers.row_locomotives
    row = state.row
    for _ in range(DEALS_IN_A_ROW):
        if row_wilds(state) < limit or not new_deal_can_help(state):
            return
        for slot in range(len(row)):
            if row[slot] != HOLE:
                discard(state, i64(row[slot]), 1)
                row[slot] = HOLE
        reshuffle_if_empty(state, 0, log)
        deck = state.decks[0]
        for slot in range(len(row)):
            if deck.size > 0:
                row[slot] = u8(draw_card(state, 0, log))
        if log is not None:
            log.append(Event(ROW_DEALT, TABLE, vec[i16](), vec[i16]([i16(card) for card in row])))


def row_wilds(state: State) -> i64:
    wild = state.board.wild
    found: i64 = 0
    for card in state.row:
        if i64(card) == wild:
            found += 1
    return found


def new_deal_can_help(state: State) -> bool:
    """Whether row, deck and discards hold enough other cards for a row below the limit (C6)."""
    board = state.board
    deck = state.decks[0]
    cards = deck.size + deck.discarded
    wilds = i64(deck.discards[board.wild])
    for i in range(deck.size):
        if i64(deck.cards[i]) == board.wild:
            wilds += 1
    for card in state.row:
        if card != HOLE:
            cards += 1
            if i64(card) == board.wild:
                wilds += 1
    will_hold = min(cards, board.numbers.row)
    return cards - wilds >= will_hold - (board.numbers.row_locomotives - 1)


def list_draws(state: State, second: bool, out: ActionList) -> None:
    """The cards that may be picked now (C3, C4, C8)."""
    wild = state.board.wild
    row = state.row
    for slot in range(len(row)):
        card = i64(row[slot])
        if card != HOLE and not (second and card == wild):
            out.add(DRAW_ROW | slot << 8)
    for number in range(len(state.decks)):
        if state.decks[number].size > 0:
            out.add(DRAW_DECK | number << 8)


def can_draw_second(state: State) -> bool:
    """Whether anything may be the second pick (C3, C8)."""
    wild = state.board.wild
    for card in state.row:
        if card != HOLE and i64(card) != wild:
            return True
    return any(deck.size > 0 for deck in state.decks)


def take_from_row(state: State, player: Player, slot: i64, log: list[Event] | None) -> bool:
    """Take a face-up card; it is replaced at once (C3). True if it was a locomotive, which ends the draw (C4)."""
    card = i64(state.row[slot])
    player.gain(card, True)
    if log is not None:
        log.append(Event(DREW, state.seat, vec[i16]([i16(slot), i16(card)]), NO_ITEMS))
    state.row[slot] = HOLE
    fill_holes(state, log)
    hold_row(state, log)
    return card == state.board.wild


def take_blind(state: State, player: Player, number: i64, log: list[Event] | None) -> None:
    """Take the top card of a deck; a locomotive is a card like any other here (C5)."""
    deck = state.decks[number]
    card = i64(deck.cards[deck.size - 1])
    player.gain(card, False)
    if log is not None:
        log.append(Event(DREW_BLIND, state.seat, vec[i16]([i16(number)]), vec[i16]([i16(card)])))
    draw_card(state, number, log)


def full_deck(counts: vec[u8]) -> Deck:
    """A deck with all its cards in the discards, ready for its first shuffle."""
    deck = Deck(vec[u8](), vec[u8]())
    deck.fill(counts, vec[u8](), counts[:])
    return deck
