"""Claims on boards with ships (W5, W6): train cards for rail routes, ship cards for sea routes."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import ActionList, colour_of, doubles_of, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import discard
from trunkline.rules.chapter import Refusal
from trunkline.rules.claim import CLAIM, Claims, finish_claim, list_claims, rail_spaces_covered
from trunkline.rules.events import NO_ITEMS, Event
from trunkline.rules.payment import cards_missing, list_sets, play, play_trains, trains_by_colour
from trunkline.rules.reading import JsonObject
from trunkline.rules.state import Player, Position, State


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
    ends = board.lanes.ends
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
        for i in range(i64(starts[colour]), i64(ends[colour])):
            route = i64(order[i])
            length = i64(lengths[route])
            if length > reach:
                break
            if not closed[route] & me:
                code = CLAIM | route << 8
                list_sets(out, code | colour << 24, singles, doubles, length, wilds)
                if wilds >= length:
                    out.add(code | wild << 24 | length << 32)

    # As with rails: gray routes with the same price have the same payments.
    reach = most + wilds
    if reach > ships:
        reach = ships
    for group in range(colours, len(starts)):
        begin = i64(starts[group])
        length = i64(lengths[i64(order[begin])])
        if length > reach:
            break
        first = out.size
        end = first
        listed: i64 = 0
        for i in range(begin, i64(ends[group])):
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


def rail_set(board: Board, player: Player, code: i64) -> vec[u8]:
    """Play the cards of a rail route out of the hand."""
    length = i64(board.length[subject_of(code)])
    paid = play_trains(board, player, colour_of(code), length - wilds_of(code), vec[u8](capacity=length))
    return play(player, board.wild, wilds_of(code), paid)


def sea_set(board: Board, player: Player, code: i64) -> vec[u8]:
    """Play the cards of a sea route; the rest after double ships and locomotives is single ships (W6)."""
    length = i64(board.length[subject_of(code)])
    singles = length - 2 * doubles_of(code) - wilds_of(code)
    paid = vec[u8](capacity=length)
    if singles > 0:
        paid = play(player, board.ship + colour_of(code), singles, paid)
    if doubles_of(code) > 0:
        paid = play(player, board.double_ship + colour_of(code), doubles_of(code), paid)
    return play(player, board.wild, wilds_of(code), paid)


@final
class SailClaims(Claims):
    """Claims on a board with trains and ships: each kind of route takes its own cards and pieces."""

    def is_on(self, board: Board) -> bool:
        return board.numbers.ships > 0

    def pays_for(self, board: Board, route: i64) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        list_claims(state, seat, trains_by_colour(state.board, state.players[seat].hand), out)
        list_sea_claims(state, seat, out)

    def claim(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        board = state.board
        player = state.players[seat]
        route = subject_of(code)
        paid = sea_set(board, player, code) if board.sea[route] else rail_set(board, player, code)
        for card in paid:
            discard(state, i64(card), 1)
        cards = NO_ITEMS if log is None else vec[i16]([i16(card) for card in paid])
        return finish_claim(state, seat, route, colour_of(code), len(paid), wilds_of(code), cards, log)

    def refuse_price(self, state: State, seat: i64, code: i64) -> Refusal:
        board = state.board
        route = subject_of(code)
        if board.sea[route]:
            return refuse_ships(state, seat, code)
        colour, wilds = colour_of(code), wilds_of(code)
        price = i64(board.length[route])
        if (colour == board.wild) != (wilds == price) or wilds > price:
            return Refusal("payment_does_not_add_up", {"price": int(price), "locomotives": int(wilds)})
        trains = trains_by_colour(board, state.players[seat].hand)
        return cards_missing(state, trains, colour, wilds, [(colour, price - wilds)])

    def spaces_covered(self, state: State, seat: i64, route: i64) -> i64:
        board = state.board
        hand = state.players[seat].hand
        if not board.sea[route]:
            return rail_spaces_covered(board, trains_by_colour(board, hand), route)
        most: i64 = 0
        for colour in range(board.colours):
            if i64(board.colour[route]) == GRAY or i64(board.colour[route]) == colour:
                most = max(most, i64(hand[board.ship + colour]) + 2 * i64(hand[board.double_ship + colour]))
        return most + i64(hand[board.wild])

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"ships": int(position.ships_left(seat))}

    def seat_field_names(self) -> list[str]:
        return ["ships"]

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        """Read the ships. Default: what the suggested split would have left (W2)."""
        board = state.board
        numbers = board.numbers
        at_sea: i64 = 0
        for route in range(board.routes):
            if board.sea[route] and i64(state.owner[route]) == seat:
                at_sea += i64(board.length[route])
        before = board.all_choose[state.phase]
        ships = 0 if before else numbers.pieces - numbers.suggested_trains
        state.players[seat].ships = data.whole("ships", int(ships - at_sea))


def refuse_ships(state: State, seat: i64, code: i64) -> Refusal:
    """Why the ships for a sea route are refused (W6)."""
    board = state.board
    length = i64(board.length[subject_of(code)])
    colour, wilds, doubles = colour_of(code), wilds_of(code), doubles_of(code)
    singles = length - 2 * doubles - wilds
    if colour == board.wild:
        adds_up = wilds == length and doubles == 0
    elif wilds == 0 and doubles == (length + 1) // 2:
        adds_up = True
        singles = 0
    else:
        adds_up = singles >= 0 and (doubles > 0 or wilds < length)
    if not adds_up:
        return Refusal("ships_do_not_add_up", {"spaces": int(length)})
    cards = [(board.ship + colour, singles), (board.double_ship + colour, doubles)]
    return cards_missing(state, state.players[seat].hand, colour, wilds, cards)
