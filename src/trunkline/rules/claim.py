"""Claiming a route (C9-C13, E3): which routes are open, what they cost, and what a claim does."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import CLAIM, ActionList, colour_of, subject_of, wilds_of
from trunkline.rules.board import Board
from trunkline.rules.cards import settle
from trunkline.rules.events import CLAIMED, NO_ITEMS, Event
from trunkline.rules.payment import discard_payment, list_any_colour, list_payments, spend
from trunkline.rules.state import Player, State

EVERYBODY: Final = 255


def close(state: State, seat: i64, route: i64) -> None:
    """Note that a seat owns a route: nobody may claim it, nor the owner its twins, nor anybody among few (C11, C12)."""
    board = state.board
    twins = board.twin
    to_whom = twins_closed_to(board, len(state.players), seat)
    state.owner[route] = u8(seat)
    state.closed[route] = EVERYBODY
    if len(state.reached) > 0:
        me = u8(i64(1) << seat)
        state.reached[i64(board.route_a[route])] |= me
        state.reached[i64(board.route_b[route])] |= me
    twin = i64(twins[route])
    while twin != route:
        state.closed[twin] |= u8(to_whom)
        twin = i64(twins[twin])


def twins_closed_to(board: Board, players: i64, seat: i64) -> i64:
    """The seats, bit by bit, that may not claim the twins of a route that `seat` owns (C11, C12)."""
    return EVERYBODY if players < board.numbers.doubles_open_from else i64(1) << seat


def list_claims(state: State, seat: i64, hand: vec[u8], out: ActionList) -> None:
    """Every claim of a rail route the seat can pay, each way to pay once; `hand` are its train cards by colour."""
    board = state.board
    wild = board.wild
    colours = board.colours
    wilds = i64(hand[wild])
    trains = state.players[seat].trains
    closed = state.closed
    me = u8(i64(1) << seat)
    order = board.rails.routes
    starts = board.rails.starts
    lengths = board.length
    symbols = board.locomotives
    most: i64 = 0
    for colour in range(colours):
        held = i64(hand[colour])
        if held > most:
            most = held
        reach = held + wilds
        if reach > trains:
            reach = trains
        for i in range(i64(starts[colour]), i64(starts[colour + 1])):
            route = i64(order[i])
            length = i64(lengths[route])
            if length > reach:
                break
            if not closed[route] & me:
                code = CLAIM | route << 8
                list_payments(out, code, held, colour, length, i64(symbols[route]), wilds)
                if wilds >= length:
                    out.add(code | wild << 24 | length << 32)

    # Gray routes with the same price have the same ways to pay: they are listed once and repeated.
    reach = most + wilds
    if reach > trains:
        reach = trains
    prices = board.rails.gray_prices
    for price in range(len(prices) - 1):
        begin = i64(prices[price])
        length = i64(lengths[i64(order[begin])])
        if length > reach:
            break
        first = out.size
        end = first
        listed: i64 = 0
        for i in range(begin, i64(prices[price + 1])):
            route = i64(order[i])
            if closed[route] & me:
                continue
            if end > first:
                out.repeat(first, end, (route - listed) << 8)
            else:
                list_any_colour(out, CLAIM | route << 8, hand, colours, wild, length, i64(symbols[route]))
                end = out.size
                listed = route


def claim(state: State, player: Player, code: i64, log: list[Event] | None) -> None:
    """Claim a route that carries no risk: pay, discard, place the pieces, score."""
    route = subject_of(code)
    length = i64(state.board.length[route])
    spend(state, player, colour_of(code), length, wilds_of(code))
    discard_payment(state, colour_of(code), length, wilds_of(code))
    take_route(state, player, route, colour_of(code), length, wilds_of(code), NO_ITEMS, log)
    settle(state, log)


def take_route(
    state: State,
    player: Player,
    route: i64,
    colour: i64,
    cards: i64,
    wilds: i64,
    paid: vec[i16],
    log: list[Event] | None,
) -> None:
    """Put the pieces on a route that has been paid; it scores at once (C13). `paid` are its cards, for the event."""
    board = state.board
    points = i64(board.points[route])
    close(state, state.seat, route)
    if board.sea[route]:
        player.ships -= i64(board.length[route])
    else:
        player.trains -= i64(board.length[route])
    player.points += points
    if log is not None:
        values = vec[i16]([i16(route), i16(colour), i16(cards), i16(wilds), i16(points)])
        log.append(Event(CLAIMED, state.seat, values, paid))
