"""Why an action is refused: a code for programs and the parameters of a sentence a person can be told."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    KEEP,
    KINDS,
    LARGEST_CODE,
    PASS,
    PAY,
    STATION,
    WITHDRAW,
    ActionList,
    colour_of,
    encode,
    kind_of,
    subject_of,
    to_text,
    wilds_of,
)
from trunkline.rules.board import GRAY
from trunkline.rules.state import HOLE, NOBODY, OPENING, OVER, PHASE_NAMES, SECOND_PICK, TICKETS, TUNNEL, TURN, State
from trunkline.rules.stations import station_price
from trunkline.rules.tickets import bits, least_kept
from trunkline.rules.turn import legal, may_act

PHASES_OF_KIND: Final[dict[int, list[int]]] = {
    PASS: [TURN],
    DRAW_ROW: [TURN, SECOND_PICK],
    DRAW_DECK: [TURN, SECOND_PICK],
    DRAW_TICKETS: [TURN],
    KEEP: [OPENING, TICKETS],
    CLAIM: [TURN],
    PAY: [TUNNEL],
    WITHDRAW: [TUNNEL],
    STATION: [TURN],
}


@final
class Refusal:
    """Why an action is refused."""

    def __init__(self, code: str, params: dict[str, object]) -> None:
        self.code = code
        self.params = params


def explain(state: State, seat: i64, code: i64) -> Refusal | None:
    """Why the seat may not take the action now; None if it may."""
    actions = ActionList()
    legal(state, seat, actions)
    if actions.has(code):
        return None
    if state.phase == OVER:
        return Refusal("game_over", {})
    if not may_act(state, seat):
        if state.phase == OPENING:
            return Refusal("already_chosen", {})
        return Refusal("not_your_turn", {"seat": int(state.seat)})
    if not is_readable(state, code):
        return Refusal("no_such_action", {"action": int(code)})
    kind = kind_of(code)
    if state.phase not in PHASES_OF_KIND[kind]:
        return Refusal("not_now", {"phase": PHASE_NAMES[state.phase], "action": to_text(state.board, code)})
    if kind == PASS:
        return Refusal("must_not_pass", {"actions": len(actions)})
    if kind == DRAW_ROW:
        return refuse_row(state, subject_of(code))
    if kind == DRAW_DECK:
        return Refusal("deck_empty", {})
    if kind == DRAW_TICKETS:
        return Refusal("no_tickets_left", {})
    if kind == KEEP:
        return refuse_keep(state, seat, subject_of(code))
    if kind == CLAIM:
        return refuse_claim(state, seat, code)
    if kind == STATION:
        return refuse_station(state, seat, code)
    return refuse_payment(state, seat, code, state.tunnel_asked, 0)


def is_readable(state: State, code: i64) -> bool:
    """Whether the code is one that this board could ever list: no stray bits, nothing out of range."""
    board = state.board
    if not 0 <= code <= LARGEST_CODE or kind_of(code) >= KINDS:
        return False
    kind = kind_of(code)
    subject = subject_of(code)
    paid = kind == CLAIM or kind == PAY or kind == STATION
    if paid:
        if colour_of(code) >= board.cards:
            return False
    elif code >> 24:
        return False
    if kind == DRAW_ROW:
        return subject < board.numbers.row
    if kind == DRAW_DECK:
        return subject < len(state.decks)
    if kind == CLAIM:
        return subject < board.routes
    if kind == STATION:
        return subject < board.cities
    return kind == KEEP or subject == 0


def refuse_row(state: State, slot: i64) -> Refusal:
    if state.row[slot] == HOLE:
        return Refusal("slot_empty", {"slot": int(slot) + 1})
    return Refusal("locomotive_second", {"slot": int(slot) + 1})


def refuse_keep(state: State, seat: i64, chosen: i64) -> Refusal:
    offered = len(state.players[seat].offered)
    if chosen >> offered:
        return Refusal("not_offered", {"offered": int(offered)})
    return Refusal("too_few_kept", {"kept": int(bits(chosen)), "least": int(least_kept(state, seat))})


def refuse_claim(state: State, seat: i64, code: i64) -> Refusal:
    board = state.board
    route = subject_of(code)
    name = board.route_names[route]
    owner = i64(state.owner[route])
    if owner != NOBODY:
        return Refusal("route_taken", {"route": name, "owner": int(owner)})
    if i64(state.closed[route]) >> seat & 1:
        twin = i64(board.twin[route])
        while twin != route:
            if i64(state.owner[twin]) == seat:
                return Refusal("twin_is_yours", {"route": name, "twin": board.route_names[twin]})
            twin = i64(board.twin[twin])
        return Refusal("double_closed", {"route": name, "players": len(state.players)})
    length = i64(board.length[route])
    trains = state.players[seat].trains
    if length > trains:
        return Refusal("too_few_trains", {"route": name, "needed": int(length), "left": int(trains)})
    colour = i64(board.colour[route])
    if colour != GRAY and colour_of(code) != colour and colour_of(code) != board.wild:
        return Refusal("wrong_colour", {"route": name, "colour": board.card_names[colour]})
    return refuse_payment(state, seat, code, length, i64(board.locomotives[route]))


def unclaimable(state: State, seat: i64) -> dict[str, list[str]]:
    """The free routes that the seat could not claim if it were to choose now, by the reason."""
    board = state.board
    player = state.players[seat]
    wilds = i64(player.hand[board.wild])
    most: i64 = 0
    for card in range(board.wild):
        most = max(most, i64(player.hand[card]))
    found: dict[str, list[str]] = {}
    for route in range(board.routes):
        if state.owner[route] != NOBODY:
            continue
        colour = i64(board.colour[route])
        held = most if colour == GRAY else i64(player.hand[colour])
        length = i64(board.length[route])
        if i64(state.closed[route]) >> seat & 1:
            reason = refuse_claim(state, seat, encode(CLAIM, route)).code
        elif length > player.trains:
            reason = "too_few_trains"
        elif wilds < i64(board.locomotives[route]):
            reason = "too_few_locomotives"
        elif held + wilds < length:
            reason = "cards_missing"
        else:
            continue
        found.setdefault(reason, []).append(board.route_names[route])
    return found


def refuse_station(state: State, seat: i64, code: i64) -> Refusal:
    player = state.players[seat]
    if state.board.numbers.stations == 0:
        return Refusal("no_stations_here", {})
    owner = i64(state.station[subject_of(code)])
    if owner != NOBODY:
        return Refusal("city_has_station", {"city": state.board.city_names[subject_of(code)], "owner": int(owner)})
    if player.stations == 0:
        return Refusal("no_stations_left", {})
    return refuse_payment(state, seat, code, station_price(state, player), 0)


def refuse_payment(state: State, seat: i64, code: i64, price: i64, symbols: i64) -> Refusal:
    """What is wrong with the cards of a payment for something that could be had."""
    board = state.board
    hand = state.players[seat].hand
    colour = colour_of(code)
    wilds = wilds_of(code)
    if (colour == board.wild) != (wilds == price) or wilds > price:
        return Refusal("payment_does_not_add_up", {"price": int(price), "locomotives": int(wilds)})
    if state.phase == TUNNEL and colour != board.wild and colour != state.tunnel_colour:
        return Refusal("wrong_tunnel_colour", {"colour": board.card_names[state.tunnel_colour]})
    if wilds < symbols:
        return Refusal("too_few_locomotives", {"needed": int(symbols), "offered": int(wilds)})
    needed = {board.card_names[board.wild]: int(wilds)}
    held = {board.card_names[board.wild]: int(hand[board.wild])}
    if colour != board.wild:
        needed[board.card_names[colour]] = int(price - wilds)
        held[board.card_names[colour]] = int(hand[colour])
    return Refusal("cards_missing", {"needed": needed, "held": held})
