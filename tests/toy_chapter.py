"""A chapter for tests: after each claim the seat chooses how many points of toll to pay, and pays them at the end."""

from __future__ import annotations

from typing import cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import ActionList, encode, number_from, subject_of
from trunkline.rules.board import Board
from trunkline.rules.chapter import ActionKind, Chapter, Fields, Part, Refusal
from trunkline.rules.claim import CLAIM_ASKS, ClaimStep
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import Position, State

SLOT = 9
PAY_TOLL = 40
MOST = 2

TOLL = EventKind("toll", ["count"])
WELCOME = EventKind("welcome", [])


class TollPart(Part):
    def __init__(self, paid: vec[i64]) -> None:
        self.paid = paid

    def copy(self) -> Part:
        return TollPart(self.paid[:])

    def fields(self, fields: Fields) -> None:
        self.paid = fields.numbers(self.paid)


class AskForToll(ClaimStep):
    """Step 50: the seat says how much it pays."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        return False

    def list_answers(self, state: State, seat: i64, out: ActionList) -> None:
        for points in range(MOST + 1):
            out.add(encode(PAY_TOLL, points))

    def answer(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
        cast(TollPart, state.parts[SLOT]).paid[seat] += subject_of(code)
        if log is not None:
            log.append(Event(TOLL, seat, vec[i16]([i16(subject_of(code))]), NO_ITEMS))
        return True


class SayWelcome(ClaimStep):
    """Step 60 comes after the answer."""

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if log is not None:
            log.append(Event(WELCOME, seat, vec[i16](), NO_ITEMS))
        return True


class Tolls(Chapter):
    def __init__(self) -> None:
        super().__init__("tolls", [ActionKind(PAY_TOLL, "toll", [CLAIM_ASKS])], [], [TOLL, WELCOME])
        self.slot = SLOT
        self.version = 5

    def new_part(self, board: Board, players: i64) -> Part:
        return TollPart(vec[i64]([0] * players))

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [SayWelcome(60), AskForToll(50)]

    def is_code(self, board: Board, code: i64) -> bool:
        return not code >> 24

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        return Refusal("toll_too_high", {"most": MOST})

    def to_text(self, board: Board, code: i64) -> str:
        return f"toll {subject_of(code)}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        return encode(PAY_TOLL, number_from(words[1]))

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        sheet.add("tolls", -cast(TollPart, state.parts[SLOT]).paid[seat])

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        return {"tolls": int(cast(TollPart, position.parts[SLOT]).paid[seat])}
