"""Ports (W10, W11): where one may be built, what it costs, and what it scores at the end."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import (
    ActionList,
    Unreadable,
    city_from,
    colour_of,
    encode,
    not_understood,
    number_from,
    subject_of,
    third_of,
    wilds_of,
)
from trunkline.rules.board import Board
from trunkline.rules.cards import discard, settle
from trunkline.rules.chapter import TURN_ENDS, ActionKind, Chapter, Fields, Part, Refusal
from trunkline.rules.events import Event, EventKind
from trunkline.rules.naming import owners
from trunkline.rules.payment import cards_missing, play
from trunkline.rules.reading import JsonObject, read_owners
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import NOBODY, TURN, Player, Position, State

SLOT: Final = 4
PORT: Final = 10

PORT_BUILT: Final = EventKind("port", ["city", "colour", "cards", "locomotives"], "paid")


@final
class PortsPart(Part):
    def __init__(self, owner: vec[u8], left: vec[i64]) -> None:
        self.owner = owner
        """Owner of the port in each city, or NOBODY; empty on a board without port cities."""
        self.left = left
        """Ports that each seat can still build."""

    def copy(self) -> Part:
        return PortsPart(self.owner[:], self.left[:])

    def fields(self, fields: Fields) -> None:
        self.owner = fields.small(self.owner, 5)
        self.left = fields.numbers(self.left)


NO_PORTS: Final = PortsPart(vec[u8](), vec[i64]())


def ports_of(position: Position) -> PortsPart:
    """The ports of a game or view; an empty part on a board without ships."""
    return cast(PortsPart, position.parts[SLOT]) if position.board.numbers.ships > 0 else NO_PORTS


def reaches(state: State, seat: i64, city: i64) -> bool:
    """Whether the seat owns a route to a city."""
    board = state.board
    for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
        if i64(state.owner[i64(board.at_city[i])]) == seat:
            return True
    return False


def port_trains_of(code: i64) -> i64:
    """The trains among the cards of a port (W10)."""
    return third_of(code)


def list_port_payments(state: State, player: Player, out: ActionList) -> None:
    """Add a port in city 0 once for every mix of trains, ships and locomotives."""
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
    """The points of a port that `named` completed tickets name; the last number of the list holds for more (W11)."""
    points = state.board.port_points
    if named == 0:
        return 0
    return i64(points[min(named, len(points)) - 1])


@final
class Ports(Chapter):
    def __init__(self) -> None:
        super().__init__("ports", [ActionKind(PORT, "port", [TURN])], [], [PORT_BUILT])
        self.slot = SLOT
        self.version = 2

    def is_on(self, board: Board) -> bool:
        return board.numbers.ships > 0

    def new_part(self, board: Board, players: i64) -> Part:
        owner = board.no_owners[:] if len(board.is_port) > 0 else vec[u8]()
        return PortsPart(owner, vec[i64]([board.numbers.ports for _ in range(players)]))

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        """Every free port city to which the seat owns a route, with every way to pay."""
        part = ports_of(state)
        if part.left[seat] == 0:
            return
        first = out.size
        list_port_payments(state, state.players[seat], out)
        end = out.size
        if end == first:
            return
        # Every city costs the same, so the payments listed for city 0 are copied.
        sites = state.board.is_port
        owner = part.owner
        listed: i64 = -1
        for city in range(len(sites)):
            if sites[city] and owner[city] == NOBODY and reaches(state, seat, city):
                if listed < 0:
                    listed = city
                else:
                    out.repeat(first, end, city << 8)
        if listed < 0:
            out.size = first
            return
        for i in range(first, end):
            out.codes[i] += listed << 8

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        """Pay for a port with cards that show the anchor, and build it."""
        board = state.board
        player = state.players[seat]
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
        part = ports_of(state)
        part.owner[city] = u8(seat)
        part.left[seat] -= 1
        if log is not None:
            values = vec[i16]([i16(city), i16(colour), i16(price), i16(wilds_of(code))])
            log.append(Event(PORT_BUILT, seat, values, vec[i16]([i16(card) for card in paid])))
        settle(state, log)
        return TURN_ENDS

    def is_code(self, board: Board, code: i64) -> bool:
        """Whether trains, ships and locomotives make up the price of a port."""
        if subject_of(code) >= board.cities or board.numbers.ports == 0:
            return False
        price = board.numbers.port_price
        if colour_of(code) == board.wild:
            return wilds_of(code) == price and port_trains_of(code) == 0
        return (
            colour_of(code) < board.colours
            and wilds_of(code) < price
            and port_trains_of(code) <= price - wilds_of(code)
        )

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        board = state.board
        part = ports_of(state)
        city = subject_of(code)
        name = board.city_names[city]
        if not board.is_port[city]:
            return Refusal("no_port_city", {"city": name})
        owner = i64(part.owner[city])
        if owner != NOBODY:
            return Refusal("city_has_port", {"city": name, "owner": int(owner)})
        if part.left[seat] == 0:
            return Refusal("no_ports_left", {})
        if not reaches(state, seat, city):
            return Refusal("no_route_to_port", {"city": name})
        numbers = board.numbers
        colour, wilds, trains = colour_of(code), wilds_of(code), port_trains_of(code)
        ships = numbers.port_price - wilds - trains
        if colour != board.wild and (trains > numbers.port_trains or ships > numbers.port_ships):
            return Refusal("port_cost", {"trains": int(numbers.port_trains), "ships": int(numbers.port_ships)})
        cards = [(board.anchor_train + colour, trains), (board.ship + colour, ships)]
        return cards_missing(state, state.players[seat].hand, colour, wilds, cards)

    def to_text(self, board: Board, code: i64) -> str:
        """`port lima yellow 2 1`, two trains and one ship, or `port lima locomotive`."""
        text = f"port {board.city_names[subject_of(code)]} {board.colour_name(colour_of(code))}"
        if colour_of(code) == board.wild:
            return text
        ships = board.numbers.port_price - wilds_of(code) - port_trains_of(code)
        return f"{text} {port_trains_of(code)} {ships}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        board = state.board
        if len(words) not in (3, 5):
            raise not_understood(words)
        city = city_from(board, words[1])
        colour = words[2]
        numbers = words[3:]
        if colour not in board.colour_number:
            raise Unreadable("no_such_card", {"card": colour})
        price = board.numbers.port_price
        if (board.colour_number[colour] == board.wild) == (len(numbers) > 0):
            raise not_understood(words[2:])
        if not numbers:
            return encode(PORT, city, board.wild, price)
        trains, ships = number_from(numbers[0]), number_from(numbers[1])
        if not 0 < trains + ships <= price:
            raise Unreadable("payment_does_not_add_up", {"price": int(price)})
        return encode(PORT, city, board.colour_number[colour], price - trains - ships, trains)

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        part = ports_of(state)
        points = -part.left[seat] * state.board.numbers.unbuilt_port
        for city in range(len(part.owner)):
            if i64(part.owner[city]) == seat:
                points += port_worth(state, tickets_naming(state, seat, city, sheet.done))
        sheet.add("ports", points)

    def check(self, state: State) -> list[str]:
        wrong: list[str] = []
        board = state.board
        part = ports_of(state)
        players = len(state.players)
        for city in range(len(part.owner)):
            owner = i64(part.owner[city])
            if owner == NOBODY:
                continue
            if not board.is_port[city]:
                wrong.append(f"{board.city_names[city]} is no port city")
            if owner >= players or not reaches(state, owner, city):
                wrong.append(f"the port in {board.city_names[city]} belongs to a seat without a route there")
        for seat in range(players):
            left = board.numbers.ports
            for holder in part.owner:
                if i64(holder) == seat:
                    left -= 1
            if left < 0 or part.left[seat] != left:
                wrong.append(f"seat {seat} has {left} ports left by the board, not {part.left[seat]}")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        return {"ports": owners(position.board.city_names, ports_of(position).owner)}

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"ports": int(ports_of(position).left[seat])}

    def field_names(self) -> list[str]:
        return ["ports"]

    def seat_field_names(self) -> list[str]:
        return ["ports"]

    def read(self, state: State, data: JsonObject) -> None:
        read_owners(data, "ports", state.board.city_number, ports_of(state).owner, len(state.players))

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        part = ports_of(state)
        built = sum(i64(owner) == seat for owner in part.owner)
        part.left[seat] = data.whole("ports", int(state.board.numbers.ports) - built)
