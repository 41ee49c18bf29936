"""Pair routes (W7): each space takes two train cards of one colour, and is paid by a step of its own."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import CLAIM, PAIR_CARDS, PAY, ActionList, colour_of, encode, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import discard, settle
from trunkline.rules.claim import take_route
from trunkline.rules.events import NO_ITEMS, SPACE_PAID, Event
from trunkline.rules.payment import play, play_trains, trains_by_colour
from trunkline.rules.state import PAIR, Player, State


def list_pair_claims(state: State, seat: i64, trains: vec[u8], out: ActionList) -> None:
    """Every open pair route of which all spaces can be paid, with every way to pay its first."""
    board = state.board
    for number in board.pairs:
        route = i64(number)
        length = i64(board.length[route])
        if length <= state.players[seat].trains and not i64(state.closed[route]) >> seat & 1:
            list_spaces(state, CLAIM | route << 8, trains, length, out)


def list_next_spaces(state: State, seat: i64, out: ActionList) -> None:
    """Every way to pay the next space of the pair route that is being claimed."""
    trains = trains_by_colour(state.board, state.players[seat].hand)
    list_spaces(state, encode(PAY), trains, spaces_left(state), out)


def spaces_left(state: State) -> i64:
    """The spaces of the pair route being claimed that are still to be paid."""
    return i64(state.board.length[state.pair_route]) - len(state.turned) // PAIR_CARDS


def payable_spaces(board: Board, hand: vec[u8]) -> i64:
    """The most spaces of pair routes that a hand can pay."""
    trains = trains_by_colour(board, hand)
    twos: i64 = 0
    odd: i64 = 0
    for colour in range(board.colours):
        twos += i64(trains[colour]) >> 1
        odd += i64(trains[colour]) & 1
    return payable(twos, odd, i64(trains[board.wild]))


def list_spaces(state: State, code: i64, trains: vec[u8], spaces: i64, out: ActionList) -> None:
    """Add `code` once for every way to pay one of so many spaces after which the others can still be paid."""
    board = state.board
    wilds = i64(trains[board.wild])
    # Spaces that cards of one colour pay, and colours with an odd card for a locomotive.
    twos: i64 = 0
    odd: i64 = 0
    for colour in range(board.colours):
        held = i64(trains[colour])
        twos += held >> 1
        odd += held & 1
    if payable(twos, odd, wilds) < spaces:
        return
    for colour in range(board.colours):
        held = i64(trains[colour])
        if held >= 2 and payable(twos - 1, odd, wilds) >= spaces - 1:
            out.add(code | colour << 24)
        if held >= 1 and wilds >= 1:
            # An odd card goes, or a pair becomes an odd card.
            fewer = held & 1
            if payable(twos - 1 + fewer, odd + 1 - 2 * fewer, wilds - 1) >= spaces - 1:
                out.add(code | encode(0, 0, colour, 1))


def payable(twos: i64, odd: i64, wilds: i64) -> i64:
    """The most spaces that can be paid: a pair each, an odd card with a locomotive, both halves of a pair with two."""
    with_odd = odd if odd < wilds else wilds
    halved = (wilds - with_odd) >> 1
    return twos + with_odd + (halved if halved < twos else twos)


def pay_space(state: State, player: Player, route: i64, code: i64, log: list[Event] | None) -> bool:
    """Pay one space; True once all are paid and the route is claimed. Till then the cards lie on the table (W7)."""
    board = state.board
    paid = play_trains(board, player, colour_of(code), PAIR_CARDS - wilds_of(code), vec[u8](capacity=PAIR_CARDS))
    paid = play(player, board.wild, wilds_of(code), paid)
    state.pair_route = route
    for card in paid:
        state.turned = with_card(state.turned, card)
    if log is not None:
        values = vec[i16]([i16(route), i16(colour_of(code)), i16(PAIR_CARDS), i16(wilds_of(code))])
        log.append(Event(SPACE_PAID, state.seat, values, vec[i16]([i16(card) for card in paid])))
    if spaces_left(state) > 0:
        state.phase = PAIR
        return False
    take_pair_route(state, player, log)
    return True


def with_card(cards: vec[u8], card: u8) -> vec[u8]:
    """The cards with one more, in the order of their numbers: two games that are alike must have equal states."""
    found = vec[u8](capacity=len(cards) + 1)
    placed = False
    for other in cards:
        if not placed and card < other:
            found = append(found, card)
            placed = True
        found = append(found, other)
    return found if placed else append(found, card)


def take_pair_route(state: State, player: Player, log: list[Event] | None) -> None:
    """All spaces are paid: the route is claimed, and its cards are discarded."""
    wilds: i64 = 0
    for card in state.turned:
        discard(state, i64(card), 1)
        if i64(card) == state.board.wild:
            wilds += 1
    paid = NO_ITEMS if log is None else vec[i16]([i16(card) for card in state.turned])
    take_route(state, player, state.pair_route, GRAY, len(state.turned), wilds, paid, log)
    state.pair_route = 0
    state.turned = vec[u8]()
    settle(state, log)
