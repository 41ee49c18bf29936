"""River bridges (module, claim step 2): claiming a bridge without a span costs dollars; a span pays its owner later."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.module_tables import BridgeRow
from trunkline.rules.money import change_money, companies_of
from trunkline.rules.reading import BadPosition, JsonObject, number_of
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 12
STEP: Final = 2
NO_SPAN: Final = 255
NEUTRAL: Final = 254
"""The span of a company that has left: it pays nobody."""

SPANNED: Final = EventKind("span", ["step", "source", "route"])


@final
class BridgesPart(Part):
    def __init__(self, span: vec[u8]) -> None:
        self.span = span
        """By route: the company whose span stands there, NEUTRAL or NO_SPAN."""

    def copy(self) -> Part:
        return BridgesPart(self.span[:])

    def fields(self, fields: Fields) -> None:
        self.span = fields.small(self.span, 255)


def bridges_of(position: Position) -> BridgesPart:
    return cast(BridgesPart, position.parts[SLOT])


def row_of(board: Board) -> BridgeRow:
    row = board.modules.bridges
    assert row is not None
    return row


def spans_owned(position: Position, company: i64) -> i64:
    """The spans of a company, those of earlier games included."""
    found: i64 = 0
    for owner in bridges_of(position).span:
        if i64(owner) == company:
            found += 1
    return found


def brings_span(position: Position, seat: i64, route: i64) -> bool:
    """Whether a claim of the route builds a span: it is a bridge without one, and the company may own one more."""
    row = row_of(position.board)
    if not row.lines[route] or bridges_of(position).span[route] != NO_SPAN:
        return False
    return spans_owned(position, i64(companies_of(position).company[seat])) < row.most


@final
class CrossRiver(ClaimStep):
    def __init__(self, number: i64, row: BridgeRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        row = self.row
        if not row.lines[route]:
            return True
        part = bridges_of(state)
        companies = companies_of(state).company
        company = i64(companies[seat])
        owner = i64(part.span[route])
        if owner == NO_SPAN:
            change_money(state, seat, -row.fee, STEP, row.source, log)
            if brings_span(state, seat, route):
                part.span[route] = u8(company)
                if log is not None:
                    log.append(Event(SPANNED, seat, vec[i16]([i16(STEP), i16(row.source), i16(route)]), NO_ITEMS))
        elif owner != company:
            for other in range(len(companies)):
                if i64(companies[other]) == owner:
                    change_money(state, other, row.toll, STEP, row.source, log)
        return True


@final
class Bridges(Chapter):
    def __init__(self) -> None:
        super().__init__("bridges", [], [], [SPANNED])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.bridges is not None

    def new_part(self, board: Board, players: i64) -> Part:
        return BridgesPart(row_of(board).spans[:])

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [CrossRiver(SEQUENCE * STEP, row_of(board))]

    def check(self, state: State) -> list[str]:
        """Check that spans are on bridges, that old ones are still there, and new ones on routes of their company."""
        wrong: list[str] = []
        row = row_of(state.board)
        part = bridges_of(state)
        names = state.board.route_names
        if len(part.span) != state.board.routes:
            return ["there are spans on routes that are not there"]
        companies = companies_of(state).company
        for route in range(state.board.routes):
            owner = part.span[route]
            if owner == row.spans[route]:
                continue
            if row.spans[route] != NO_SPAN or not row.lines[route]:
                wrong.append(f"the span of {names[route]} cannot have changed")
            elif state.owner[route] == NOBODY or companies[i64(state.owner[route])] != owner:
                wrong.append(f"nobody can have built the span of {names[route]} in this game")
        for company in range(len(state.board.companies.companies)):
            if spans_owned(state, company) > row.most:
                wrong.append(f"{state.board.companies.companies[company]} has more than {row.most} spans")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        """The spans, each with the company that owns it; null for one of a company that has left."""
        names = position.board.companies.companies
        found: dict[str, object] = {}
        span = bridges_of(position).span
        for route in range(len(span)):
            if span[route] != NO_SPAN:
                found[position.board.route_names[route]] = None if span[route] == NEUTRAL else names[span[route]]
        return {"spans": found}

    def field_names(self) -> list[str]:
        return ["spans"]

    def read(self, state: State, data: JsonObject) -> None:
        """Default if the field is missing: the spans with which the game began."""
        if not self.is_on(state.board):
            if data.get("spans"):
                raise BadPosition("spans: this board has none")
            return
        if data.get("spans") is None:
            return
        part = bridges_of(state)
        for name, company in data.mapping("spans").items():
            route = number_of(state.board.route_number, name, "route")
            owner = NEUTRAL
            if company is not None:
                owner = number_of(state.board.companies.company_number, company, "company")
            part.span[i64(route)] = u8(owner)
