"""Grade checks (module, claim step 1): mountain routes are claimed like tunnels (E4-E6), and a passed check pays.

The chapter of tunnels turns up the cards, asks, and accepts dollars in place of cards. This module adds the dollars for
a passed check.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.events import Event
from trunkline.rules.module_tables import GradeRow
from trunkline.rules.money import change_money
from trunkline.rules.state import Position, State

STEP: Final = 1


@final
class PassCheck(ClaimStep):
    """Number 1 comes before the pieces are placed (L15)."""

    def __init__(self, number: i64, row: GradeRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        if state.board.tunnel[route]:
            change_money(state, seat, self.row.passed, STEP, self.row.source, log)
        return True


def checks_passed(position: Position, seat: i64) -> i64:
    """How many routes of a seat were claimed through a grade check."""
    found: i64 = 0
    for route in range(position.board.routes):
        if position.owner_of(route) == seat and position.board.tunnel[route]:
            found += 1
    return found


@final
class Grades(Chapter):
    def __init__(self) -> None:
        super().__init__("grades", [], [], [])

    def is_on(self, board: Board) -> bool:
        return board.modules.grade is not None

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        row = board.modules.grade
        assert row is not None
        return [PassCheck(SEQUENCE * STEP, row)]
