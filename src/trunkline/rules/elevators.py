"""Grain elevators (module, claim step 7): a company may build one at an end of a long route; it pays on the slip."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.actions import ActionList, city_from, encode, not_understood, subject_of
from trunkline.rules.board import Board
from trunkline.rules.chapter import ActionKind, Chapter, Fields, Part, Refusal
from trunkline.rules.claim import CLAIM_ASKS, SEQUENCE, ClaimStep
from trunkline.rules.clause_steps import ASKED, NO_SOURCE
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.module_tables import ElevatorRow
from trunkline.rules.money import companies_of
from trunkline.rules.reading import BadPosition, JsonObject, number_of, seat_of
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import Position, State

SLOT: Final = 14
STEP: Final = 7
BUILD: Final = 50
NO_CITY: Final = 255
"""In place of a city: no elevator is built."""

BUILT: Final = EventKind("elevator", ["step", "source", "city"])


@final
class ElevatorsPart(Part):
    def __init__(self, seats: vec[u8], left: vec[i64]) -> None:
        self.seats = seats
        """By city: the seats that have an elevator there, one bit each."""
        self.left = left
        """Elevators that each seat can still build."""

    def copy(self) -> Part:
        return ElevatorsPart(self.seats[:], self.left[:])

    def fields(self, fields: Fields) -> None:
        self.seats = fields.small(self.seats, 255)
        self.left = fields.numbers(self.left)


def elevators_of(position: Position) -> ElevatorsPart:
    return cast(ElevatorsPart, position.parts[SLOT])


def row_of(board: Board) -> ElevatorRow:
    row = board.modules.elevators
    assert row is not None
    return row


def elevators_in(position: Position, city: i64) -> i64:
    """The number of elevators in a city."""
    bits = i64(elevators_of(position).seats[city])
    found: i64 = 0
    while bits > 0:
        found += bits & 1
        bits >>= 1
    return found


def may_build(position: Position, seat: i64, city: i64) -> bool:
    """Whether the seat may put an elevator into a city: it is not large, has room and none of the seat's own."""
    row = row_of(position.board)
    part = elevators_of(position)
    if part.left[seat] == 0 or row.large[city] or i64(part.seats[city]) >> seat & 1:
        return False
    return elevators_in(position, city) < row.most


def elevator_dollars(position: Position, city: i64) -> i64:
    """What one more elevator in a city pays its owner on the slip as things stand."""
    row = row_of(position.board)
    return row.dollars + (row.shared if elevators_in(position, city) > 0 else 0)


def best_elevator(position: Position, seat: i64, route: i64) -> i64:
    """The dollars of the best elevator that a claim of the route lets the seat build; 0 for none."""
    board = position.board
    best: i64 = 0
    if i64(board.length[route]) >= row_of(board).length:
        for city in (i64(board.route_a[route]), i64(board.route_b[route])):
            if may_build(position, seat, city):
                best = max(best, elevator_dollars(position, city))
    return best


@final
class OfferElevator(ClaimStep):
    """Asks the company at which end of the route it builds an elevator, if at all."""

    def __init__(self, number: i64, row: ElevatorRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        board = state.board
        if i64(board.length[route]) < self.row.length:
            return True
        if not may_build(state, seat, i64(board.route_a[route])) and not may_build(
            state, seat, i64(board.route_b[route])
        ):
            return True
        companies_of(state).asking = self.row.source
        if log is not None:
            log.append(Event(ASKED, seat, vec[i16]([i16(STEP), i16(self.row.source)]), NO_ITEMS))
        return False

    def list_answers(self, state: State, seat: i64, out: ActionList) -> None:
        for city in (state.board.route_a[state.claim_route], state.board.route_b[state.claim_route]):
            if may_build(state, seat, i64(city)):
                out.add(encode(BUILD, i64(city)))
        out.add(encode(BUILD, NO_CITY))

    def answer(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
        companies_of(state).asking = NO_SOURCE
        city = subject_of(code)
        if city == NO_CITY:
            return True
        part = elevators_of(state)
        part.seats[city] = u8(i64(part.seats[city]) | i64(1) << seat)
        part.left[seat] -= 1
        if log is not None:
            log.append(Event(BUILT, seat, vec[i16]([i16(STEP), i16(self.row.source), i16(city)]), NO_ITEMS))
        return True


@final
class Elevators(Chapter):
    def __init__(self) -> None:
        super().__init__("elevators", [ActionKind(BUILD, "elevator", [CLAIM_ASKS])], [], [BUILT])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.elevators is not None

    def new_part(self, board: Board, players: i64) -> Part:
        return ElevatorsPart(board.no_cities[:], vec[i64]([row_of(board).each for _ in range(players)]))

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [OfferElevator(SEQUENCE * STEP, row_of(board))]

    def is_code(self, board: Board, code: i64) -> bool:
        city = subject_of(code)
        return not code >> 24 and (city < board.cities or city == NO_CITY)

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        board = state.board
        if not self.is_on(board):
            return Refusal("no_elevators_here", {})
        city = subject_of(code)
        if city == NO_CITY:
            return Refusal("no_elevator_asked", {})
        return Refusal("no_elevator_there", {"city": board.city_names[city]})

    def to_text(self, board: Board, code: i64) -> str:
        city = subject_of(code)
        return "elevator none" if city == NO_CITY else f"elevator {board.city_names[city]}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if len(words) != 2:
            raise not_understood(words)
        return encode(BUILD, NO_CITY if words[1] == "none" else city_from(state.board, words[1]))

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        row = row_of(state.board)
        part = elevators_of(state)
        dollars: i64 = 0
        for city in range(len(part.seats)):
            if i64(part.seats[city]) >> seat & 1:
                dollars += row.dollars
                if elevators_in(state, city) > 1:
                    dollars += row.shared
        sheet.add("elevators", dollars)

    def check(self, state: State) -> list[str]:
        wrong: list[str] = []
        row = row_of(state.board)
        part = elevators_of(state)
        players = len(state.players)
        if len(part.seats) != state.board.cities:
            return ["there are elevators in cities that are not there"]
        for city in range(state.board.cities):
            name = state.board.city_names[city]
            if i64(part.seats[city]) >> players:
                wrong.append(f"an elevator in {name} belongs to a seat that is not there")
            if elevators_in(state, city) > row.most:
                wrong.append(f"there are too many elevators in {name}")
            if part.seats[city] and row.large[city]:
                wrong.append(f"an elevator stands in {name}, which is large")
        for seat in range(players):
            left = row.each
            for city in range(state.board.cities):
                left -= i64(part.seats[city]) >> seat & 1
            if left < 0 or part.left[seat] != left:
                wrong.append(f"seat {seat} has {left} elevators left by the board, not {part.left[seat]}")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        """By city, the seats that have an elevator there."""
        found: dict[str, object] = {}
        seats = elevators_of(position).seats
        for city in range(len(seats)):
            if seats[city]:
                found[position.board.city_names[city]] = [seat for seat in range(8) if i64(seats[city]) >> seat & 1]
        return {"elevators": found}

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"elevators": int(elevators_of(position).left[seat])}

    def field_names(self) -> list[str]:
        return ["elevators"]

    def seat_field_names(self) -> list[str]:
        return ["elevators"]

    def read(self, state: State, data: JsonObject) -> None:
        if not self.is_on(state.board):
            if data.get("elevators"):
                raise BadPosition("elevators: this board has none")
            return
        part = elevators_of(state)
        if data.get("elevators") is None:
            return
        for name, seats in data.mapping("elevators").items():
            city = number_of(state.board.city_number, name, "city")
            if not isinstance(seats, list):
                raise BadPosition(f"elevators.{name}: a list of seats")
            bits = 0
            for seat in seats:
                bits |= 1 << seat_of(seat, len(state.players), f"elevators.{name}")
            part.seats[i64(city)] = u8(bits)

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        part = elevators_of(state)
        built = 0
        for seats in part.seats:
            built += int(i64(seats) >> seat & 1)
        part.left[seat] = data.whole("elevators", int(row_of(state.board).each) - built)
