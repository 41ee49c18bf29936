"""Why an action is refused: a code for programs and the parameters of a sentence a person can be told."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    EXCHANGE,
    KEEP,
    KINDS,
    LARGEST_CODE,
    PAIR_CARDS,
    PASS,
    PAY,
    PORT,
    SPLIT,
    STATION,
    WITHDRAW,
    ActionList,
    colour_of,
    deck_of,
    doubles_of,
    encode,
    kind_of,
    port_trains_of,
    subject_of,
    to_text,
    wilds_of,
)
from trunkline.rules.board import GRAY
from trunkline.rules.pairs import payable_spaces
from trunkline.rules.payment import trains_by_colour
from trunkline.rules.pieces import fewest_trains, most_trains
from trunkline.rules.state import (
    HOLE,
    NOBODY,
    OPENING,
    OVER,
    PAIR,
    PHASE_NAMES,
    SECOND_PICK,
    SPLITTING,
    TICKETS,
    TUNNEL,
    TURN,
    State,
)
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
    PAY: [TUNNEL, PAIR],
    WITHDRAW: [TUNNEL],
    STATION: [TURN],
    SPLIT: [SPLITTING],
    PORT: [TURN],
    EXCHANGE: [TURN],
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
        if state.phase == SPLITTING:
            return Refusal("already_split", {})
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
    if kind == SPLIT:
        fewest, most = fewest_trains(state.board), most_trains(state.board)
        return Refusal("split_out_of_range", {"fewest": int(fewest), "most": int(most)})
    if kind == PORT:
        return refuse_port(state, seat, code)
    if kind == EXCHANGE:
        return refuse_exchange(state, seat, code)
    if state.phase == PAIR:
        return refuse_space(state, seat, code)
    return refuse_payment(state, seat, code, state.tunnel_asked, 0)


def is_readable(state: State, code: i64) -> bool:
    """Whether the code is one that this board could ever list: no stray bits, nothing out of range."""
    board = state.board
    if not 0 <= code <= LARGEST_CODE or kind_of(code) >= KINDS:
        return False
    kind = kind_of(code)
    subject = subject_of(code)
    if kind == CLAIM or kind == PAY or kind == STATION or kind == PORT:
        if colour_of(code) >= board.colours and colour_of(code) != board.wild:
            return False
    elif kind == DRAW_ROW or kind == EXCHANGE:
        if deck_of(code) >= len(state.decks) or code >> 32:
            return False
    elif code >> 24:
        return False
    if code >> 40 and kind != PORT and not (kind == CLAIM and subject < board.routes and board.sea[subject]):
        return False
    if kind == DRAW_ROW:
        return subject < board.numbers.row
    if kind == DRAW_DECK:
        return subject < len(state.decks)
    if kind == CLAIM:
        return subject < board.routes
    if kind == STATION:
        return subject < board.cities
    if kind == PORT:
        return subject < board.cities and board.numbers.ports > 0 and readable_port_payment(state, code)
    if kind == SPLIT:
        return subject <= board.numbers.pieces and board.numbers.pieces > 0
    if kind == EXCHANGE:
        return board.numbers.pieces > 0
    return kind == KEEP or subject == 0


def readable_port_payment(state: State, code: i64) -> bool:
    """Whether trains, ships and locomotives make up the price of a port."""
    price = state.board.numbers.port_price
    if colour_of(code) == state.board.wild:
        return wilds_of(code) == price and port_trains_of(code) == 0
    return wilds_of(code) < price and port_trains_of(code) <= price - wilds_of(code)


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
    player = state.players[seat]
    left = player.ships if board.sea[route] else player.trains
    if length > left:
        params: dict[str, object] = {"route": name, "needed": int(length), "left": int(left)}
        return Refusal("too_few_ships", params) if board.sea[route] else Refusal("too_few_trains", params)
    colour = i64(board.colour[route])
    if colour != GRAY and colour_of(code) != colour and colour_of(code) != board.wild:
        return Refusal("wrong_colour", {"route": name, "colour": board.colour_name(colour)})
    if board.pair[route]:
        return refuse_space(state, seat, code)
    if board.sea[route]:
        return refuse_ships(state, seat, code, length)
    return refuse_payment(state, seat, code, length, i64(board.locomotives[route]))


def unclaimable(state: State, seat: i64) -> dict[str, list[str]]:
    """The free routes that the seat could not claim if it were to choose now, by the reason."""
    board = state.board
    player = state.players[seat]
    wilds = i64(player.hand[board.wild])
    found: dict[str, list[str]] = {}
    for route in range(board.routes):
        if state.owner[route] != NOBODY:
            continue
        length = i64(board.length[route])
        if i64(state.closed[route]) >> seat & 1:
            reason = refuse_claim(state, seat, encode(CLAIM, route)).code
        elif length > (player.ships if board.sea[route] else player.trains):
            reason = "too_few_ships" if board.sea[route] else "too_few_trains"
        elif wilds < i64(board.locomotives[route]):
            reason = "too_few_locomotives"
        elif spaces_covered(state, seat, route) < length:
            reason = "cards_missing"
        else:
            continue
        found.setdefault(reason, []).append(board.route_names[route])
    return found


def spaces_covered(state: State, seat: i64, route: i64) -> i64:
    """How many spaces of a route like this one the seat's cards cover, in its colour or the best one."""
    board = state.board
    hand = state.players[seat].hand
    if board.pair[route]:
        return payable_spaces(board, hand)
    trains = trains_by_colour(board, hand) if board.two_decks else hand
    most: i64 = 0
    for colour in range(board.colours):
        if i64(board.colour[route]) == GRAY or i64(board.colour[route]) == colour:
            held = i64(trains[colour])
            if board.sea[route]:
                held = i64(hand[board.ship + colour]) + 2 * i64(hand[board.double_ship + colour])
            most = max(most, held)
    return most + i64(hand[board.wild])


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
    colour = colour_of(code)
    wilds = wilds_of(code)
    if (colour == board.wild) != (wilds == price) or wilds > price:
        return Refusal("payment_does_not_add_up", {"price": int(price), "locomotives": int(wilds)})
    if state.phase == TUNNEL and colour != board.wild and colour != state.tunnel_colour:
        return Refusal("wrong_tunnel_colour", {"colour": board.card_names[state.tunnel_colour]})
    if wilds < symbols:
        return Refusal("too_few_locomotives", {"needed": int(symbols), "offered": int(wilds)})
    return cards_missing(state, seat, colour, wilds, [(colour, price - wilds)])


def cards_missing(state: State, seat: i64, colour: i64, wilds: i64, cards: list[tuple[i64, i64]]) -> Refusal:
    """The cards that a payment needs, locomotives first, and what the seat holds of them."""
    board = state.board
    hand = state.players[seat].hand
    # On a route a train is a train, with or without the anchor.
    trains = trains_by_colour(board, hand) if board.two_decks else hand
    needed = {board.card_names[board.wild]: int(wilds)}
    held = {board.card_names[board.wild]: int(hand[board.wild])}
    if colour != board.wild:
        for card, number in cards:
            needed[board.card_names[card]] = int(number)
            held[board.card_names[card]] = int(trains[card])
    return Refusal("cards_missing", {"needed": needed, "held": held})


# With two decks


def refuse_ships(state: State, seat: i64, code: i64, length: i64) -> Refusal:
    """What is wrong with the ships for a sea route (W6)."""
    board = state.board
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
    return cards_missing(
        state, seat, colour, wilds, [(board.ship + colour, singles), (board.double_ship + colour, doubles)]
    )


def refuse_space(state: State, seat: i64, code: i64) -> Refusal:
    """What is wrong with the cards for a space of a pair route (W7)."""
    board = state.board
    colour, wilds = colour_of(code), wilds_of(code)
    if colour == board.wild or wilds >= PAIR_CARDS:
        return Refusal("pair_needs_colour", {})
    trains = trains_by_colour(board, state.players[seat].hand)
    if i64(trains[colour]) < PAIR_CARDS - wilds or i64(trains[board.wild]) < wilds:
        return cards_missing(state, seat, colour, wilds, [(colour, PAIR_CARDS - wilds)])
    return Refusal("pair_not_payable", {})


def refuse_port(state: State, seat: i64, code: i64) -> Refusal:
    """What is wrong with a port (W10)."""
    board = state.board
    player = state.players[seat]
    city = subject_of(code)
    name = board.city_names[city]
    if not board.is_port[city]:
        return Refusal("no_port_city", {"city": name})
    owner = i64(state.port[city])
    if owner != NOBODY:
        return Refusal("city_has_port", {"city": name, "owner": int(owner)})
    if player.ports == 0:
        return Refusal("no_ports_left", {})
    if not i64(state.reached[city]) >> seat & 1:
        return Refusal("no_route_to_port", {"city": name})
    numbers = board.numbers
    colour, wilds, trains = colour_of(code), wilds_of(code), port_trains_of(code)
    ships = numbers.port_price - wilds - trains
    if colour != board.wild and (trains > numbers.port_trains or ships > numbers.port_ships):
        return Refusal("port_cost", {"trains": int(numbers.port_trains), "ships": int(numbers.port_ships)})
    return cards_missing(
        state, seat, colour, wilds, [(board.anchor_train + colour, trains), (board.ship + colour, ships)]
    )


def refuse_exchange(state: State, seat: i64, code: i64) -> Refusal:
    """What is wrong with an exchange (W12)."""
    player = state.players[seat]
    number = subject_of(code)
    taken, given = state.board.deck_names[deck_of(code)], state.board.deck_names[1 - deck_of(code)]
    in_box = player.box_trains if deck_of(code) == 0 else player.box_ships
    if number == 0:
        return Refusal("exchange_nothing", {})
    if number > in_box:
        return Refusal("box_too_small", {"pieces": taken, "left": int(in_box)})
    left = player.ships if deck_of(code) == 0 else player.trains
    return Refusal("supply_too_small", {"pieces": given, "left": int(left)})
