"""Claims on a board of rails and sails (W5, W6): train cards for rail routes, ship cards for sea routes."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import CLAIM, ActionList, colour_of, doubles_of, subject_of, wilds_of
from trunkline.rules.board import Board
from trunkline.rules.cards import discard, settle
from trunkline.rules.claim import list_claims, take_route
from trunkline.rules.events import NO_ITEMS, Event
from trunkline.rules.pairs import list_pair_claims
from trunkline.rules.payment import list_sets, play, play_trains, trains_by_colour
from trunkline.rules.state import Player, State


def list_all_claims(state: State, seat: i64, out: ActionList) -> None:
    """Every claim of the seat: rail, sea and pair routes."""
    board = state.board
    trains = trains_by_colour(board, state.players[seat].hand)
    list_claims(state, seat, trains, out)
    list_sea_claims(state, seat, out)
    list_pair_claims(state, seat, trains, out)


def list_sea_claims(state: State, seat: i64, out: ActionList) -> None:
    """Every claim of a sea route the seat can pay, each way to pay once."""
    board = state.board
    player = state.players[seat]
    hand = player.hand
    wild = board.wild
    colours = board.colours
    single = board.ship
    double = board.double_ship
    wilds = i64(hand[wild])
    ships = player.ships
    closed = state.closed
    me = u8(i64(1) << seat)
    order = board.lanes.routes
    starts = board.lanes.starts
    lengths = board.length
    most: i64 = 0
    for colour in range(colours):
        singles = i64(hand[single + colour])
        doubles = i64(hand[double + colour])
        reach = singles + 2 * doubles
        if reach > most:
            most = reach
        reach += wilds
        if reach > ships:
            reach = ships
        for i in range(i64(starts[colour]), i64(starts[colour + 1])):
            route = i64(order[i])
            length = i64(lengths[route])
            if length > reach:
                break
            if not closed[route] & me:
                code = CLAIM | route << 8
                list_sets(out, code | colour << 24, singles, doubles, length, wilds)
                if wilds >= length:
                    out.add(code | wild << 24 | length << 32)

    # As with rails: gray routes with the same price have the same ways to pay.
    reach = most + wilds
    if reach > ships:
        reach = ships
    prices = board.lanes.gray_prices
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
                continue
            code = CLAIM | route << 8
            for colour in range(colours):
                list_sets(
                    out, code | colour << 24, i64(hand[single + colour]), i64(hand[double + colour]), length, wilds
                )
            if wilds >= length:
                out.add(code | wild << 24 | length << 32)
            end = out.size
            listed = route


def claim_with_set(state: State, player: Player, code: i64, log: list[Event] | None) -> None:
    """Claim a rail or sea route: pay, discard, place the pieces, score."""
    board = state.board
    route = subject_of(code)
    paid = sea_set(board, player, code) if board.sea[route] else rail_set(board, player, code)
    for card in paid:
        discard(state, i64(card), 1)
    cards = NO_ITEMS if log is None else vec[i16]([i16(card) for card in paid])
    take_route(state, player, route, colour_of(code), len(paid), wilds_of(code), cards, log)
    settle(state, log)


def rail_set(board: Board, player: Player, code: i64) -> vec[u8]:
    """Play the cards of a rail route out of the hand."""
    length = i64(board.length[subject_of(code)])
    paid = play_trains(board, player, colour_of(code), length - wilds_of(code), vec[u8](capacity=length))
    return play(player, board.wild, wilds_of(code), paid)


def sea_set(board: Board, player: Player, code: i64) -> vec[u8]:
    """Play the cards of a sea route out of the hand; what double ships and locomotives leave is single ships (W6)."""
    length = i64(board.length[subject_of(code)])
    singles = length - 2 * doubles_of(code) - wilds_of(code)
    paid = vec[u8](capacity=length)
    if singles > 0:
        paid = play(player, board.ship + colour_of(code), singles, paid)
    if doubles_of(code) > 0:
        paid = play(player, board.double_ship + colour_of(code), doubles_of(code), paid)
    return play(player, board.wild, wilds_of(code), paid)
