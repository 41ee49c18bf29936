"""Telegraph (module, claim step 8): routes paid with a locomotive are wired; the largest wired network pays."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.module_tables import TelegraphRow
from trunkline.rules.money import companies_of
from trunkline.rules.network import joined_cities
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 15
STEP: Final = 8
BEFORE_REFUNDS: Final = 14
"""Cards that earlier steps refund still count as paid."""

WIRED: Final = EventKind("wired", ["step", "source", "route"])


@final
class TelegraphPart(Part):
    def __init__(self, wired: vec[u8]) -> None:
        self.wired = wired
        """By route: 1 if it is wired."""

    def copy(self) -> Part:
        return TelegraphPart(self.wired[:])

    def fields(self, fields: Fields) -> None:
        self.wired = fields.small(self.wired, 2)


def telegraph_of(position: Position) -> TelegraphPart:
    return cast(TelegraphPart, position.parts[SLOT])


def row_of(board: Board) -> TelegraphRow:
    row = board.modules.telegraph
    assert row is not None
    return row


@final
class Wires:
    """The wired routes of a seat, and what they pay."""

    def __init__(self, position: Position, seat: i64) -> None:
        board = position.board
        self.board: Final = board
        wired = telegraph_of(position).wired
        owner = vec[u8]([NOBODY] * board.routes)
        for route in range(board.routes):
            if wired[route]:
                owner[route] = u8(position.owner_of(route))
        self.label: Final = joined_cities(board, owner, seat)
        self.trains: Final = vec[i64]([0] * board.cities)
        """By label: the trains of that connected set."""
        for route in range(board.routes):
            if i64(owner[route]) == seat:
                self.trains[i64(self.label[i64(board.route_a[route])])] += i64(board.length[route])
        self.best: i64 = 0
        """The trains of the largest set."""
        for trains in self.trains:
            self.best = max(self.best, trains)

    def score(self) -> i64:
        """The dollars for the largest connected set."""
        return self.pay(self.best)

    def pay(self, trains: i64) -> i64:
        row = row_of(self.board)
        return min(row.most, trains * row.each)

    def gain(self, route: i64) -> i64:
        """How many dollars more a claim of this route would bring, if a locomotive pays for it."""
        board = self.board
        one, other = i64(self.label[i64(board.route_a[route])]), i64(self.label[i64(board.route_b[route])])
        trains = i64(board.length[route]) + self.trains[one]
        if one != other:
            trains += self.trains[other]
        return self.pay(max(trains, self.best)) - self.score()


def wire_score(position: Position, seat: i64) -> i64:
    """The dollars for the largest connected set of wired routes of a seat."""
    return Wires(position, seat).score()


@final
class LayWire(ClaimStep):
    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if companies_of(state).paid_wilds > 0:
            telegraph_of(state).wired[route] = 1
        return True


@final
class AnnounceWire(ClaimStep):
    def __init__(self, number: i64, row: TelegraphRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if log is not None and telegraph_of(state).wired[route]:
            log.append(Event(WIRED, seat, vec[i16]([i16(STEP), i16(self.row.source), i16(route)]), NO_ITEMS))
        return True


@final
class Telegraph(Chapter):
    def __init__(self) -> None:
        super().__init__("telegraph", [], [], [WIRED])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.telegraph is not None

    def new_part(self, board: Board, players: i64) -> Part:
        return TelegraphPart(board.no_routes_closed[:])

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [LayWire(BEFORE_REFUNDS), AnnounceWire(SEQUENCE * STEP, row_of(board))]

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        sheet.add("telegraph", wire_score(state, seat))

    def check(self, state: State) -> list[str]:
        wired = telegraph_of(state).wired
        if len(wired) != state.board.routes:
            return ["there are wires on routes that are not there"]
        return [
            f"{state.board.route_names[route]} is wired, and nobody owns it"
            for route in range(state.board.routes)
            if wired[route] and state.owner[route] == NOBODY
        ]

    def write(self, position: Position) -> dict[str, object]:
        wired = telegraph_of(position).wired
        return {"wired": [position.board.route_names[route] for route in range(len(wired)) if wired[route]]}

    def tell(self, position: Position) -> dict[str, object]:
        """The same, with what the wires of each seat would pay now."""
        seats = range(len(companies_of(position).company))
        return {**self.write(position), "wire_scores": [int(wire_score(position, seat)) for seat in seats]}

    def field_names(self) -> list[str]:
        return ["wired"]

    def read(self, state: State, data: JsonObject) -> None:
        if not self.is_on(state.board):
            if data.get("wired"):
                raise BadPosition("wired: this board has no telegraph")
            return
        for name in data.items("wired", optional=True):
            telegraph_of(state).wired[i64(number_of(state.board.route_number, name, "route"))] = 1
