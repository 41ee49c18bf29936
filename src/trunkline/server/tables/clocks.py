"""The clocks of a game: the deadline of each seat that is waited for, and jumps of the system clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

from trunkline.server.messages import Clock
from trunkline.server.store.rows import ClockCredit, TableRow, TableSeat

JUMP_SECONDS = 2.0
"""How far the wall clock must run ahead of the monotonic clock between two checks to count as a jump."""
SLACK_SECONDS = 5.0
"""Two processes see the same jump at slightly different times."""


def run_clocks(row: TableRow, clock: Clock, waited_for: Collection[int], now: float) -> None:
    """Set the deadlines after a step: a seat whose turn begins gets the full time, any other keeps its deadline.

    A seat whose owner left keeps its deadline until a move is made for it: leaving and coming back gains no time.
    """
    if clock.kind == "none":
        row.deadline = None
        return
    for number, seat in enumerate(row.data.seats):
        if number not in waited_for:
            seat.deadline = None
        elif seat.is_played_by_person and seat.deadline is None:
            seat.deadline = now + clock.seconds
    row.deadline = earliest(row)


def earliest(row: TableRow) -> float | None:
    """The first deadline of a person who is waited for."""
    running = (seat.deadline for seat in row.data.seats if seat.is_played_by_person)
    return min((deadline for deadline in running if deadline is not None), default=None)


def stop_clock(seat: TableSeat) -> None:
    """A move was made for this seat. Its deadline is remembered in case the move is taken back."""
    seat.deadline, seat.undo_deadline = None, seat.deadline


def resume_clock(seat: TableSeat) -> None:
    """The last move of this seat was undone: its clock continues as if it had never stopped."""
    seat.deadline, seat.undo_deadline = seat.undo_deadline, None


def is_out_of_time(row: TableRow, seat: int, now: float) -> bool:
    """Whether a seat that is waited for has used up its time; rows of older versions know one deadline for all."""
    deadline = row.data.seats[seat].deadline or row.deadline
    return deadline is not None and deadline <= now


def credit(row: TableRow, clock: Clock, jump: float, landing: float, now: float) -> bool:
    """Give running clocks the time back by which the system clock jumped; whether there was anything to give.

    A deadline that was set at `landing` or later was set by the new time, and gets nothing; nor does a table that was
    credited at that time or later, by this process or another, get it twice.
    """
    last = row.data.credit
    if row.deadline is None or (last is not None and last.at >= landing - SLACK_SECONDS):
        return False
    had = row.deadline

    def moved(deadline: float | None) -> float | None:
        return deadline + jump if deadline is not None and deadline - clock.seconds < landing else deadline

    for seat in row.data.seats:
        seat.deadline, seat.undo_deadline = moved(seat.deadline), moved(seat.undo_deadline)
    row.deadline = earliest(row)
    if row.deadline is None:
        # A row of an older version: one deadline for all.
        row.deadline = had + jump if had - clock.seconds < landing else had
    row.data.credit = ClockCredit(jump, now, row.seq)
    return row.deadline != had


class JumpDetector:
    """Compares the wall clock with the monotonic clock, which a suspend or a correction of the time does not move."""

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.wall = wall
        self.monotonic = monotonic
        self.last = (wall(), monotonic())

    def check(self) -> tuple[float, float]:
        """By how many seconds the wall clock has jumped forward since the last check (0 if it has not), and the
        earliest time that it can have shown after the jump."""
        before, since = self.last
        now = self.wall(), self.monotonic()
        self.last = now
        jump = (now[0] - before) - (now[1] - since)
        return (jump if jump > JUMP_SECONDS else 0.0), before + jump
