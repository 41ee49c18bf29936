"""A table with its game, as a value: start, moves, undo, substitutes, clock and premoves; no input or output.

Every change is made in two steps, so that nothing is believed before it is durable: a method returns what would be
stored (a `Step`), the hall stores it, and only then `install` makes it the table's present.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from trunkline.game.game import company_numbers
from trunkline.maps.pack import load_board
from trunkline.rules.actions import Unreadable, from_text, to_text
from trunkline.rules.board import Board
from trunkline.rules.events import Event
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.refusals import explain
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.state import OVER, TURN, State
from trunkline.rules.turn import apply, may_act, to_act
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import EntryRow, TableRow
from trunkline.server.tables.bot_pace import AT_ONCE
from trunkline.server.tables.clocks import is_out_of_time, resume_clock, run_clocks, stop_clock
from trunkline.server.tables.consent import agree_to_abort, is_rated, unaccepted
from trunkline.server.tables.entry_messages import may_undo
from trunkline.server.tables.seated_table import CLOSED, ENDED, PLAYING, SeatedTable
from trunkline.server.tables.seating import OPEN, people_at

encode = msgspec.json.Encoder().encode

MOST_PREMOVES = 5


@dataclass(slots=True)
class Step:
    """A change that is not stored yet: the next row, the entry, and the state after it."""

    row: TableRow
    entry: EntryRow
    state: State
    events: list[dict[str, Any]]
    """The facts of the entry's events, as they are encoded in it."""


class Table(SeatedTable):
    """A table and its game. `row` is the stored version."""

    def __init__(self, row: TableRow, packed: bytes | None = None) -> None:
        super().__init__(row)
        self.board: Board = load_board(row.map, row.variant)
        self.state: State | None = None if packed is None else from_bytes(self.board, packed)

    def to_act(self) -> list[int]:
        return to_act(self.state) if self.state is not None and self.status == PLAYING else []

    def playing(self) -> State:
        self.need(PLAYING)
        if self.state is None:
            raise RuntimeError("a game in progress without its state")
        return self.state

    def start(self, host: str, now: float) -> Step:
        """Deal. Every seat must be filled; the key is the host's secret with the luck of every seat."""
        self.need(OPEN)
        self.need_host(host)
        if any(seat.kind == "open" for seat in self.seats):
            raise RequestRefused("seats_open")
        if waited_for := unaccepted(self.row):
            raise RequestRefused("seats_unaccepted", {"count": len(waited_for)})
        log: list[Event] = []
        first = self.row.data.first
        players = len(self.row.data.seats)
        chosen = self.row.data.companies
        companies = company_numbers(self.board, players, chosen) if chosen else None
        state = new_game(self.board, players, self.seal.key, BY_LOT if first is None else first, log, companies)
        row = self.next_row()
        row.status = PLAYING
        row.data.rated = is_rated(self.row)
        return self.step(row, "deal", None, False, None, None, log, state, now)

    def act(
        self,
        seat: int,
        base_seq: int,
        action_id: str,
        action: str,
        now: float,
        by_bot: bool = False,
        plan: Sequence[str] = (),
    ) -> Step:
        """An action of a seat, in words; whose seat it is has been checked. `plan` is what a premove still intends."""
        state = self.playing()
        self.need_seat(seat)
        # Where all choose at once, choices do not depend on each other: two concurrent ones are both valid.
        crossed = base_seq < self.row.seq and state.phase in AT_ONCE and may_act(state, seat)
        if base_seq != self.row.seq and not crossed:
            raise RequestRefused("stale", {"seq": self.row.seq})
        code = self.read(seat, action)
        after = state.copy()
        log: list[Event] = []
        apply(after, seat, code, log)
        row = self.next_row()
        acting = row.data.seats[seat]
        acting.premoves, acting.plan = [], list(plan)
        stop_clock(acting)
        # The canonical notation: `action_seen` decides by its first word who may read it.
        words = to_text(self.board, code)
        return self.step(row, "move", seat, by_bot, words, action_id, log, after, now)

    def read(self, seat: int, action: str) -> int:
        """The code of a legal action, or a refusal. The time does not depend on hidden cards (no side channel)."""
        state = self.playing()
        try:
            code = from_text(state, seat, action)
        except Unreadable as unreadable:
            raise RequestRefused(unreadable.code, unreadable.params, 400) from None
        refusal = explain(state, seat, code)
        if refusal is not None:
            raise RequestRefused(refusal.code, refusal.params)
        return code

    def undo(self, seat: int, base_seq: int, action_id: str, last: EntryRow, before: EntryRow, now: float) -> Step:
        """Take back the last entry, if it is the seat's own move and showed nothing hidden (strict policy)."""
        self.playing()
        if base_seq != self.row.seq:
            raise RequestRefused("stale", {"seq": self.row.seq})
        if last.kind != "move" or last.seat != seat or last.by_bot:
            raise RequestRefused("nothing_to_undo")
        if not may_undo(last.kind, last.by_bot, msgspec.json.decode(last.events)):
            raise RequestRefused("undo_after_hidden")
        row = self.next_row()
        resume_clock(row.data.seats[seat])
        if is_out_of_time(row, seat, now):
            raise RequestRefused("no_time_to_undo")
        state = from_bytes(self.board, before.packed)
        return self.step(row, "undo", seat, False, None, action_id, [], state, now)

    def substitute(self, seat: int, now: float, leaving: bool = False) -> Step:
        """A bot takes a seat over until its owner is back; for good if the owner leaves a rated game."""
        state = self.playing()
        self.need_seat(seat)
        row = self.next_row()
        taken = row.data.seats[seat]
        if not (self.may_leave(seat) if leaving else taken.is_played_by_person):
            raise RequestRefused("not_a_person")
        taken.substituted = True
        if leaving and is_rated(row):
            taken.left, taken.premoves, taken.plan = True, [], []
        return self.step(row, "substitute", seat, True, None, None, [], state, now)

    def may_leave(self, seat: int) -> bool:
        """Whether leaving changes anything: a person who is out of time can still leave a rated game."""
        data = self.row.data.seats[seat]
        return data.is_played_by_person or (data.kind == "person" and is_rated(self.row) and not data.left)

    def come_back(self, seat: int, now: float) -> Step:
        """The owner of a seat takes it back from the bot."""
        state = self.playing()
        row = self.next_row()
        self.need_not_left(seat)
        if not row.data.seats[seat].substituted:
            raise RequestRefused("not_substituted")
        row.data.seats[seat].substituted = False
        return self.step(row, "return", seat, False, None, None, [], state, now)

    def replace(self, host: str, seat: int, bot: str, bots: frozenset[str], now: float) -> Step:
        """The host gives a player's seat to a bot for good, during a casual game."""
        state = self.playing()
        self.need_host(host)
        if is_rated(self.row):
            raise RequestRefused("rated_game", {}, 403)
        self.need_seat(seat)
        if bot not in bots:
            raise RequestRefused("no_such_bot", {"bot": bot}, 400)
        row = self.next_row()
        taken = row.data.seats[seat]
        if taken.kind != "person":
            raise RequestRefused("not_a_person")
        if taken.person == host:
            raise RequestRefused("not_yourself")
        row.data.seats[seat] = msgspec.structs.replace(
            taken, kind="bot", bot=bot, name=bot, person=None, substituted=False, premoves=[], plan=[]
        )
        row.people = people_at(row)
        return self.step(row, "substitute", seat, True, None, None, [], state, now)

    def abort(self, person: str, agreed: bool, now: float) -> TableRow | Step:
        """The row with a person's agreement to abort (or without), or the end if all who remain agree."""
        state = self.playing()
        row = self.next_row()
        if agree_to_abort(row, person, agreed):
            row.status = CLOSED
            return self.step(row, "abort", None, False, None, None, [], state, now)
        row.version += 1
        return row

    def premove(self, seat: int, plans: list[str]) -> TableRow:
        """Plans for the seat's next turn, best first, each the steps of a turn joined by `then`; none clears them."""
        state = self.playing()
        self.need_seat(seat)
        if len(plans) > MOST_PREMOVES:
            raise RequestRefused("too_many_premoves", {"most": MOST_PREMOVES}, 400)
        steps = [[part.strip() for part in plan.split(" then ")] for plan in plans]
        for part in (part for plan in steps for part in plan):
            try:
                from_text(state, seat, part)
            except Unreadable as unreadable:
                raise RequestRefused(unreadable.code, unreadable.params, 400) from None
        row = self.next_row()
        row.data.seats[seat].premoves = steps
        row.version += 1
        return row

    def planned(self) -> tuple[int, str, list[str]] | None:
        """The seat to act, its premove if that is still possible, and what the plan intends after it."""
        acting = self.to_act()
        if len(acting) != 1 or self.state is None:
            return None
        seat = self.row.data.seats[acting[0]]
        # A plan in progress is continued; a new one starts only at the beginning of a turn.
        plans = [seat.plan] if seat.plan else seat.premoves if self.state.phase == TURN else []
        for plan in plans:
            if self.is_legal(acting[0], plan[0]):
                return acting[0], plan[0], plan[1:]
        return None

    def is_legal(self, seat: int, action: str) -> bool:
        try:
            self.read(seat, action)
        except RequestRefused:
            return False
        return True

    # --- making a step ------------------------------------------------------------------------------------------

    def step(
        self,
        row: TableRow,
        kind: str,
        seat: int | None,
        by_bot: bool,
        action: str | None,
        action_id: str | None,
        log: list[Event],
        state: State,
        now: float,
    ) -> Step:
        events = [event.facts(self.board) for event in log]
        packed = to_bytes(state)
        entry = EntryRow(self.id, self.row.seq, kind, seat, by_bot, action, action_id, encode(events), packed, now)
        row.seq = self.row.seq + 1
        row.version = self.row.version + 1
        if state.phase == OVER:
            row.status = ENDED
        waited_for = to_act(state) if row.status == PLAYING else []
        acting = [row.data.seats[number] for number in waited_for]
        row.waiting = sorted({seat.person for seat in acting if seat.is_played_by_person and seat.person})
        run_clocks(row, self.clock, waited_for, now)
        return Step(row, entry, state, events)

    def install(self, step: Step) -> None:
        """Install a stored step."""
        if step.row.people is self.row.people:
            # A move changes no owner of a seat; every other change makes a new list of people.
            self.row = step.row
        else:
            self.set_row(step.row)
        self.state = step.state
