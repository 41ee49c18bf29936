"""Stations (E8-E10): where one may be built, what it costs, and which route it borrows at the end."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import (
    ActionList,
    city_from,
    colour_of,
    encode,
    not_understood,
    subject_of,
    wilds_of,
)
from trunkline.rules.board import Board
from trunkline.rules.cards import settle
from trunkline.rules.chapter import TURN_ENDS, ActionKind, Chapter, Fields, Part, Refusal
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.naming import owners
from trunkline.rules.network import StationChoice
from trunkline.rules.payment import (
    discard_payment,
    is_payment,
    list_any_colour,
    payment_text,
    refuse_payment,
    spend,
    with_payment,
)
from trunkline.rules.reading import JsonObject, read_owners
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import NOBODY, TURN, Position, State

SLOT: Final = 1
STATION: Final = 8

STATION_BUILT: Final = EventKind("station", ["city", "colour", "cards", "locomotives"])


@final
class StationsPart(Part):
    def __init__(self, owner: vec[u8], left: vec[i64]) -> None:
        self.owner = owner
        """Owner of the station in each city, or NOBODY."""
        self.left = left
        """Stations that each seat can still build."""

    def copy(self) -> Part:
        return StationsPart(self.owner[:], self.left[:])

    def fields(self, fields: Fields) -> None:
        self.owner = fields.small(self.owner, 5)
        self.left = fields.numbers(self.left)


NO_STATIONS: Final = StationsPart(vec[u8](), vec[i64]())


def stations_of(position: Position) -> StationsPart:
    """The stations of a game or view; an empty part on a board without stations."""
    return cast(StationsPart, position.parts[SLOT]) if position.board.numbers.stations > 0 else NO_STATIONS


def stations_left(position: Position, seat: i64) -> i64:
    """How many stations a seat can still build."""
    left = stations_of(position).left
    return left[seat] if len(left) > 0 else 0


def station_price(position: Position, seat: i64) -> i64:
    """Cards for the seat's next station: the first costs least."""
    board = position.board
    return i64(board.station_cost[board.numbers.stations - stations_left(position, seat)])


@final
class Stations(Chapter):
    def __init__(self) -> None:
        super().__init__("stations", [ActionKind(STATION, "station", [TURN])], [], [STATION_BUILT])
        self.slot = SLOT

    def is_on(self, board: Board) -> bool:
        return board.numbers.stations > 0

    def new_part(self, board: Board, players: i64) -> Part:
        return StationsPart(board.no_owners[:], vec[i64]([board.numbers.stations for _ in range(players)]))

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        """Every free city with every way to pay."""
        part = stations_of(state)
        if part.left[seat] == 0:
            return
        price = station_price(state, seat)
        owner = part.owner
        first = out.size
        end = first
        listed: i64 = 0
        for city in range(len(owner)):
            if owner[city] != NOBODY:
                continue
            if end > first:
                # Every city costs the same, so the payments of the first one are copied.
                out.repeat(first, end, (city - listed) << 8)
            else:
                board = state.board
                hand = state.players[seat].hand
                list_any_colour(out, encode(STATION, city), hand, board.colours, board.wild, price, 0)
                end = out.size
                listed = city
                if end == first:
                    return

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        price = station_price(state, seat)
        city = subject_of(code)
        spend(state, state.players[seat], colour_of(code), price, wilds_of(code))
        discard_payment(state, colour_of(code), price, wilds_of(code))
        part = stations_of(state)
        part.owner[city] = u8(seat)
        part.left[seat] -= 1
        if log is not None:
            values = vec[i16]([i16(city), i16(colour_of(code)), i16(price), i16(wilds_of(code))])
            log.append(Event(STATION_BUILT, seat, values, NO_ITEMS))
        settle(state, log)
        return TURN_ENDS

    def is_code(self, board: Board, code: i64) -> bool:
        return subject_of(code) < board.cities and is_payment(board, code)

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        part = stations_of(state)
        if len(part.owner) == 0:
            return Refusal("no_stations_here", {})
        owner = i64(part.owner[subject_of(code)])
        if owner != NOBODY:
            return Refusal("city_has_station", {"city": state.board.city_names[subject_of(code)], "owner": int(owner)})
        if part.left[seat] == 0:
            return Refusal("no_stations_left", {})
        return refuse_payment(state, seat, code, station_price(state, seat), 0)

    def to_text(self, board: Board, code: i64) -> str:
        return f"station {board.city_names[subject_of(code)]} {payment_text(board, code)}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if len(words) != 3:
            raise not_understood(words)
        board = state.board
        price = station_price(state, seat) if stations_left(state, seat) > 0 else 1
        return with_payment(board, encode(STATION, city_from(board, words[1])), words[2], price)

    def join_cities(self, state: State, seat: i64, label: vec[u8], sheet: Sheet) -> vec[u8]:
        """Connect the cities that the best use of the seat's stations connects (E9)."""
        part = stations_of(state)
        if part.left[seat] == state.board.numbers.stations:
            return label
        choice = StationChoice(state, seat, part.owner, label)
        sheet.borrowed = choice.borrowed
        return choice.label

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        left = stations_left(state, seat)
        sheet.add("stations", left * state.board.numbers.unbuilt_station)
        sheet.stations_built = state.board.numbers.stations - left

    def check(self, state: State) -> list[str]:
        wrong: list[str] = []
        board = state.board
        part = stations_of(state)
        players = len(state.players)
        for city in range(len(part.owner)):
            if part.owner[city] != NOBODY and i64(part.owner[city]) >= players:
                wrong.append(f"the station in {board.city_names[city]} belongs to a seat that is not there")
        for seat in range(players):
            left = board.numbers.stations
            for owner in part.owner:
                if i64(owner) == seat:
                    left -= 1
            if left < 0 or part.left[seat] != left:
                wrong.append(f"seat {seat} has {left} stations left by the board, not {part.left[seat]}")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        return {"stations": owners(position.board.city_names, stations_of(position).owner)}

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"stations": int(stations_left(position, seat))}

    def field_names(self) -> list[str]:
        return ["stations"]

    def seat_field_names(self) -> list[str]:
        return ["stations"]

    def read(self, state: State, data: JsonObject) -> None:
        read_owners(data, "stations", state.board.city_number, stations_of(state).owner, len(state.players))

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        part = stations_of(state)
        built = sum(i64(owner) == seat for owner in part.owner)
        part.left[seat] = data.whole("stations", int(state.board.numbers.stations) - built)
