"""Payments (C9, W5, W6): the ways to pay a price in cards of one colour, with locomotives as wild cards."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from trunkline.rules.actions import (
    ActionList,
    Unreadable,
    colour_of,
    doubles_of,
    encode,
    not_understood,
    number_from,
    subject_of,
    wilds_of,
)
from trunkline.rules.board import Board
from trunkline.rules.cards import discard
from trunkline.rules.chapter import Refusal
from trunkline.rules.state import Player, State

PAY: Final = 6
"""The kind of action that pays for a tunnel or for the next space of a pair route."""


def list_payments(out: ActionList, code: i64, held: i64, colour: i64, price: i64, symbols: i64, wilds: i64) -> None:
    """Add `code` once for every way to pay with `held` cards of a colour and at least `symbols` locomotives.

    Payments with locomotives alone are not listed here, because they have no colour.
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


def payment_cards(board: Board, code: i64) -> dict[str, int]:
    """The cards that a claim of a rail route takes, by name."""
    wilds = wilds_of(code)
    colour = colour_of(code)
    coloured = i64(board.length[subject_of(code)]) - wilds
    paid: dict[str, int] = {}
    if coloured > 0:
        paid[board.card_names[colour]] = int(coloured)
    if wilds > 0:
        paid[board.card_names[board.wild]] = int(wilds)
    return paid


def discard_payment(state: State, colour: i64, price: i64, wilds: i64) -> None:
    """Put the cards of a payment on the discards."""
    if price > wilds:
        discard(state, colour, price - wilds)
    if wilds > 0:
        discard(state, state.board.wild, wilds)


# With two decks (W1)


def trains_by_colour(board: Board, hand: vec[u8]) -> vec[u8]:
    """A hand that counts plain trains and trains with an anchor together, because a route takes both (W5)."""
    trains = hand[:]
    for colour in range(board.colours):
        trains[colour] += hand[board.anchor_train + colour]
    return trains


def list_sets(out: ActionList, code: i64, singles: i64, doubles: i64, length: i64, wilds: i64) -> None:
    """Add `code` once for every set of ships in one colour for a sea route, without superfluous cards (W6).

    Double ships alone may cover one space too many; with any other card the set covers the spaces exactly.
    Payments with locomotives alone are not listed here, because they have no colour.
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
    """Play trains of a colour, plain ones before those with the anchor (W5). Returns the cards paid."""
    if number <= 0:
        return paid
    plain = i64(player.hand[colour])
    if plain > number:
        plain = number
    paid = play(player, colour, plain, paid)
    return play(player, board.anchor_train + colour, number - plain, paid)


def play(player: Player, card: i64, number: i64, paid: vec[u8]) -> vec[u8]:
    """Play cards out of the hand. Returns the cards paid."""
    player.spend(card, number)
    for _i in range(number):
        paid = append(paid, u8(card))
    return paid


# In words


def payment_text(board: Board, code: i64) -> str:
    """`red`, `red+1`, `red/2+1` or `locomotive`."""
    text = board.colour_name(colour_of(code))
    if colour_of(code) == board.wild:
        return text
    if doubles_of(code):
        text += f"/{doubles_of(code)}"
    return f"{text}+{wilds_of(code)}" if wilds_of(code) else text


def with_payment(board: Board, code: i64, text: str, price: i64) -> i64:
    """A code with a payment from its notation; for locomotives alone, their number is the price."""
    paid, plus, number = text.partition("+")
    name, slash, ships = paid.partition("/") if board.numbers.ships > 0 else (paid, "", "")
    if name not in board.colour_number:
        raise Unreadable("no_such_card", {"card": name})
    colour: i64 = board.colour_number[name]
    wilds: i64 = number_from(number) if plus else 0
    doubles: i64 = number_from(ships) if slash else 0
    if colour == board.wild:
        if plus or slash:
            raise not_understood([text])
        wilds = price
    if wilds > 255 or doubles > 255:
        raise Unreadable("not_a_number", {"word": number})
    return code | colour << 24 | wilds << 32 | doubles << 40


def pay_text(board: Board, code: i64) -> str:
    return f"pay {payment_text(board, code)}"


def pay_from(board: Board, words: list[str], price: i64) -> i64:
    """The code of `pay …` at this price."""
    if len(words) != 2:
        raise not_understood(words)
    return with_payment(board, encode(PAY), words[1], price)


def is_payment(board: Board, code: i64) -> bool:
    """Whether the colour of a payment exists on the board and its third number is 0."""
    return (colour_of(code) < board.colours or colour_of(code) == board.wild) and not code >> 40


# Refusals


def refuse_payment(state: State, seat: i64, code: i64, price: i64, symbols: i64) -> Refusal:
    """Why the cards of a payment are refused, if the action is legal otherwise."""
    board = state.board
    colour = colour_of(code)
    wilds = wilds_of(code)
    if (colour == board.wild) != (wilds == price) or wilds > price:
        return Refusal("payment_does_not_add_up", {"price": int(price), "locomotives": int(wilds)})
    if wilds < symbols:
        return Refusal("too_few_locomotives", {"needed": int(symbols), "offered": int(wilds)})
    return cards_missing(state, state.players[seat].hand, colour, wilds, [(colour, price - wilds)])


def cards_missing(state: State, held: vec[u8], colour: i64, wilds: i64, cards: list[tuple[i64, i64]]) -> Refusal:
    """The cards that a payment needs, locomotives first, and what the seat holds of them."""
    board = state.board
    needed = {board.card_names[board.wild]: int(wilds)}
    found = {board.card_names[board.wild]: int(held[board.wild])}
    if colour != board.wild:
        for card, number in cards:
            needed[board.card_names[card]] = int(number)
            found[board.card_names[card]] = int(held[card])
    return Refusal("cards_missing", {"needed": needed, "held": found})
