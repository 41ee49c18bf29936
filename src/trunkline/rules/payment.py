"""Payments (C9, W5, W6): the ways to pay a price in cards of one colour, with locomotives standing in."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from trunkline.rules.actions import ActionList
from trunkline.rules.board import Board
from trunkline.rules.cards import discard
from trunkline.rules.state import Player, State


def list_payments(out: ActionList, code: i64, held: i64, colour: i64, price: i64, symbols: i64, wilds: i64) -> None:
    """Add `code` once for every way to pay with `held` cards of a colour and at least `symbols` locomotives.

    Locomotives alone are not among them: they are no colour's own.
    """
    fewest = price - held
    if fewest < symbols:
        fewest = symbols
    most = price - 1
    if most > wilds:
        most = wilds
    if fewest > most:
        return
    size = out.size
    while size + most - fewest >= len(out.codes):
        out.grow()
    codes = out.codes
    while fewest <= most:
        codes[size] = code | colour << 24 | fewest << 32
        size += 1
        fewest += 1
    out.size = size


def list_any_colour(
    out: ActionList, code: i64, hand: vec[u8], colours: i64, wild: i64, price: i64, symbols: i64
) -> None:
    """Add `code` once for every way to pay with any one colour, and with locomotives alone."""
    wilds = i64(hand[wild])
    for colour in range(colours):
        held = i64(hand[colour])
        if held > 0:
            list_payments(out, code, held, colour, price, symbols, wilds)
    if wilds >= price:
        out.add(code | wild << 24 | price << 32)


def spend(state: State, player: Player, colour: i64, price: i64, wilds: i64) -> None:
    """Play the cards of a payment out of the hand."""
    if price > wilds:
        player.spend(colour, price - wilds)
    player.spend(state.board.wild, wilds)


def discard_payment(state: State, colour: i64, price: i64, wilds: i64) -> None:
    """Put the cards of a payment on the discards."""
    if price > wilds:
        discard(state, colour, price - wilds)
    if wilds > 0:
        discard(state, state.board.wild, wilds)


# With two decks (W1)


def trains_by_colour(board: Board, hand: vec[u8]) -> vec[u8]:
    """A hand in which plain trains and those with an anchor are counted as one: on a route they serve alike (W5)."""
    trains = hand[:]
    for colour in range(board.colours):
        trains[colour] += hand[board.anchor_train + colour]
    return trains


def list_sets(out: ActionList, code: i64, singles: i64, doubles: i64, length: i64, wilds: i64) -> None:
    """Add `code` once for every set of ships in one colour for a sea route; none with a superfluous card (W6).

    Double ships alone may cover one space too many; with any other card the set covers the spaces exactly.
    Locomotives alone are not among them: they are no colour's own.
    """
    most_doubles = (length + 1) // 2
    if most_doubles > doubles:
        most_doubles = doubles
    for number in range(most_doubles + 1):
        rest = length - 2 * number
        if rest <= 0:
            out.add(code | number << 40)
            return
        fewest = rest - singles
        if fewest < 0:
            fewest = 0
        most = rest if number > 0 else rest - 1
        if most > wilds:
            most = wilds
        while fewest <= most:
            out.add(code | fewest << 32 | number << 40)
            fewest += 1


def play_trains(board: Board, player: Player, colour: i64, number: i64, paid: vec[u8]) -> vec[u8]:
    """Play trains of a colour, plain ones before those with the anchor (W5); what has been paid with them."""
    if number <= 0:
        return paid
    plain = i64(player.hand[colour])
    if plain > number:
        plain = number
    paid = play(player, colour, plain, paid)
    return play(player, board.anchor_train + colour, number - plain, paid)


def play(player: Player, card: i64, number: i64, paid: vec[u8]) -> vec[u8]:
    """Play cards out of the hand; what has been paid with them."""
    player.spend(card, number)
    for _ in range(number):
        paid = append(paid, u8(card))
    return paid
