"""Payments (C9): the ways to pay a price in cards of one colour, with locomotives standing in."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.actions import ActionList
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


def list_any_colour(out: ActionList, code: i64, hand: vec[u8], wild: i64, price: i64, symbols: i64) -> None:
    """Add `code` once for every way to pay with any one colour, and with locomotives alone."""
    wilds = i64(hand[wild])
    for colour in range(wild):
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
