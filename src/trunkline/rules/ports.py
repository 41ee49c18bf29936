"""Ports (W10, W11): where one may be built, what it costs, and what it scores at the end."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import PORT, ActionList, colour_of, port_trains_of, subject_of, wilds_of
from trunkline.rules.cards import discard, settle
from trunkline.rules.events import PORT_BUILT, Event
from trunkline.rules.payment import play
from trunkline.rules.state import NOBODY, Player, State


def list_ports(state: State, seat: i64, out: ActionList) -> None:
    """Every free port city to which the seat owns a route, with every way to pay."""
    player = state.players[seat]
    if player.ports == 0:
        return
    first = out.size
    list_port_payments(state, player, out)
    end = out.size
    if end == first:
        return
    # Every city costs the same: the ways to pay are those just listed, for the city of number 0.
    sites = state.board.is_port
    ports = state.port
    reached = state.reached
    me = u8(i64(1) << seat)
    listed: i64 = -1
    for city in range(len(sites)):
        if reached[city] & me and sites[city] and ports[city] == NOBODY:
            if listed < 0:
                listed = city
            else:
                out.repeat(first, end, city << 8)
    if listed < 0:
        out.size = first
        return
    for i in range(first, end):
        out.codes[i] += listed << 8


def list_port_payments(state: State, player: Player, out: ActionList) -> None:
    """Add a port in the city of number 0 once for every mix of trains, ships and locomotives."""
    board = state.board
    numbers = board.numbers
    hand = player.hand
    wilds = i64(hand[board.wild])
    price = numbers.port_price
    for colour in range(board.colours):
        most_trains = min(i64(hand[board.anchor_train + colour]), numbers.port_trains)
        most_ships = min(i64(hand[board.ship + colour]), numbers.port_ships)
        if most_trains + most_ships + wilds < price:
            continue
        for trains in range(most_trains + 1):
            for ships in range(most_ships + 1):
                rest = price - trains - ships
                if rest <= wilds and rest < price:
                    out.add(PORT | colour << 24 | rest << 32 | trains << 40)
    if wilds >= price:
        out.add(PORT | board.wild << 24 | price << 32)


def build_port(state: State, player: Player, code: i64, log: list[Event] | None) -> None:
    """Pay for a port with cards that show the anchor, and build it."""
    board = state.board
    city = subject_of(code)
    colour = colour_of(code)
    price = board.numbers.port_price
    trains = port_trains_of(code)
    paid = vec[u8](capacity=price)
    if colour != board.wild:
        paid = play(player, board.anchor_train + colour, trains, paid)
        paid = play(player, board.ship + colour, price - trains - wilds_of(code), paid)
    paid = play(player, board.wild, wilds_of(code), paid)
    for card in paid:
        discard(state, i64(card), 1)
    state.port[city] = u8(state.seat)
    player.ports -= 1
    if log is not None:
        values = vec[i16]([i16(city), i16(colour), i16(price), i16(wilds_of(code))])
        log.append(Event(PORT_BUILT, state.seat, values, vec[i16]([i16(card) for card in paid])))
    settle(state, log)


def tickets_naming(state: State, seat: i64, city: i64, done: vec[u8]) -> i64:
    """How many of the seat's completed tickets name a city (W11)."""
    board = state.board
    tickets = state.players[seat].tickets
    found: i64 = 0
    for i in range(len(tickets)):
        if not done[i]:
            continue
        ticket = i64(tickets[i])
        for at in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1])):
            if i64(board.ticket_cities[at]) == city:
                found += 1
                break
    return found


def port_worth(state: State, named: i64) -> i64:
    """What a port scores that so many completed tickets name: as for the most in the list, if there are more (W11)."""
    points = state.board.port_points
    if named == 0:
        return 0
    return i64(points[min(named, len(points)) - 1])
