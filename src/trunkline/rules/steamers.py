"""Steamers (module, claim step 4): a claim between two harbours sends a steamer out and refunds some of its cards."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.clauses import refund_cards
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.module_tables import SteamerRow
from trunkline.rules.reading import JsonObject
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import Position, State

SLOT: Final = 10
STEP: Final = 4

SAILED: Final = EventKind("sailed", ["step", "source", "left"])


@final
class SteamersPart(Part):
    def __init__(self, left: vec[i64]) -> None:
        self.left = left
        """By seat: steamers that have not sailed."""

    def copy(self) -> Part:
        return SteamersPart(self.left[:])

    def fields(self, fields: Fields) -> None:
        self.left = fields.numbers(self.left)


def steamers_of(position: Position) -> SteamersPart:
    return cast(SteamersPart, position.parts[SLOT])


def row_of(board: Board) -> SteamerRow:
    row = board.modules.steamers
    assert row is not None
    return row


@final
class Sail(ClaimStep):
    def __init__(self, number: i64, row: SteamerRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if not self.row.lines[route]:
            return True
        part = steamers_of(state)
        if part.left[seat] > 0:
            part.left[seat] -= 1
            if log is not None:
                values = vec[i16]([i16(STEP), i16(self.row.source), i16(part.left[seat])])
                log.append(Event(SAILED, seat, values, NO_ITEMS))
            refund_cards(state, seat, self.row.refund, STEP, self.row.source, log)
        return True


@final
class Steamers(Chapter):
    def __init__(self) -> None:
        super().__init__("steamers", [], [], [SAILED])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.steamers is not None

    def new_part(self, board: Board, players: i64) -> Part:
        return SteamersPart(vec[i64]([row_of(board).each for _ in range(players)]))

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [Sail(SEQUENCE * STEP, row_of(board))]

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        sheet.add("steamers", steamers_of(state).left[seat] * row_of(state.board).left)

    def check(self, state: State) -> list[str]:
        """Check that no seat has sailed more steamers than it has, or than it owns routes between harbours."""
        wrong: list[str] = []
        row = row_of(state.board)
        for seat in range(len(state.players)):
            sailed = row.each - steamers_of(state).left[seat]
            claimed: i64 = 0
            for route in range(state.board.routes):
                if i64(state.owner[route]) == seat and row.lines[route]:
                    claimed += 1
            if not 0 <= sailed <= row.each or sailed > claimed:
                wrong.append(f"seat {seat} cannot have {steamers_of(state).left[seat]} steamers left")
        return wrong

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"steamers": int(steamers_of(position).left[seat])}

    def seat_field_names(self) -> list[str]:
        return ["steamers"]

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        """Default if the field is missing: the seat has sailed as many steamers as its routes allow."""
        row = row_of(state.board)
        claimed = 0
        for route in range(state.board.routes):
            if i64(state.owner[route]) == seat and row.lines[route]:
                claimed += 1
        steamers_of(state).left[seat] = data.whole("steamers", max(0, int(row.each) - claimed))
