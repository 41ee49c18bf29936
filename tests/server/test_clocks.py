"""Clocks: time used is used, also through undo and leaving; a jump of the system clock takes no time from anybody."""

from __future__ import annotations

import random
import time

import msgspec
import pytest

from server.databases import table_row
from server.guests import Guest, Running, Talk, seated, watching
from trunkline.server.messages import Clock, OpenTable, SeatWish
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import EntryRow, TableData, TableRow, TableSeat
from trunkline.server.store.store import StoreDown
from trunkline.server.tables.client_view import turn_part
from trunkline.server.tables.clocks import JumpDetector, credit
from trunkline.server.tables.live_table import LiveTable
from trunkline.server.tables.seating import open_row
from trunkline.server.tables.table import Step, Table

SECONDS = 6
JUMP = 3 * 86_400.0


class Clocked:
    """A table with a clock of six seconds and two people, and the time as the test says."""

    def __init__(self) -> None:
        wish = OpenTable("usa", [SeatWish("me"), SeatWish("open")], clock=Clock("move", SECONDS), first=0)
        self.now = 1000.0
        self.table = Table(open_row(wish, "ann", "Ann", frozenset([wish.substitute]), self.now))
        self.table.set_row(self.table.join("bob", "Bob", None, ""))
        self.entries: list[EntryRow] = []
        self.take(self.table.start("ann", self.now))

    def take(self, step: Step) -> None:
        self.table.install(step)
        self.entries.append(step.entry)

    def actions(self, seat: int) -> list[str]:
        turn = turn_part(self.table.playing(), seat)
        return msgspec.json.decode(msgspec.json.encode(turn.actions), type=list[str]) if turn else []

    def act(self, seat: int, action: str, by_bot: bool = False) -> None:
        seq = self.table.row.seq
        self.take(self.table.act(seat, seq, f"act-{seq}", action, self.now, by_bot))

    def undo(self, seat: int) -> None:
        seq = self.table.row.seq
        self.take(self.table.undo(seat, seq, f"undo-{seq}", self.entries[-1], self.entries[-2], self.now))

    def until_a_claim(self) -> tuple[int, str]:
        """Play on until somebody can claim a route; whose turn it is, and how."""
        chance = random.Random(1)
        while True:
            self.now += 1
            seat = self.table.to_act()[0]
            actions = self.actions(seat)
            claims = [action for action in actions if action.startswith("claim")]
            if claims:
                return seat, claims[0]
            self.act(seat, chance.choice(actions))


def test_claiming_and_taking_back_gains_no_time() -> None:
    game = Clocked()
    seat, claim = game.until_a_claim()
    deadline = game.table.row.deadline
    assert deadline is not None
    for _ in range(3):
        game.now += 1
        game.act(seat, claim)
        assert game.table.row.deadline == game.now + SECONDS, "the next player has the full time"
        game.now += 0.5
        game.undo(seat)
        assert game.table.row.deadline == deadline, "the clock ran on"
    game.act(seat, claim)
    game.now = deadline
    with pytest.raises(RequestRefused, match="no_time_to_undo"):
        game.undo(seat)


def test_where_all_choose_at_once_each_has_a_clock_of_its_own() -> None:
    game = Clocked()
    assert game.table.row.deadline == 1000.0 + SECONDS
    game.now = 1004.0
    game.act(0, game.actions(0)[0])
    assert game.table.row.deadline == 1000.0 + SECONDS, "another's choice gives nobody time"
    game.now = 1005.0
    game.undo(0)
    assert [seat.deadline for seat in game.table.row.data.seats] == [1000.0 + SECONDS] * 2


def test_leaving_and_coming_back_gains_no_time() -> None:
    game = Clocked()
    game.act(1, game.actions(1)[0])
    game.now = 1003.0
    game.take(game.table.substitute(0, game.now, leaving=True))
    assert game.table.row.deadline is None, "nobody waits for a person"
    game.now = 1004.0
    game.take(game.table.come_back(0, game.now))
    assert game.table.row.deadline == 1000.0 + SECONDS
    # Once the bot has moved, the next decision has its own time.
    game.take(game.table.substitute(0, game.now, leaving=True))
    game.act(0, game.actions(0)[0], by_bot=True)
    game.now = 1020.0
    game.take(game.table.come_back(0, game.now))
    assert game.table.row.deadline == 1020.0 + SECONDS


def test_a_jump_is_what_the_wall_clock_gains_on_the_monotonic_one() -> None:
    now = [1000.0, 50.0]
    detector = JumpDetector(lambda: now[0], lambda: now[1])
    now[:] = [1001.0, 51.0]
    assert detector.check()[0] == 0
    now[:] = [1061.5, 111.0]
    assert detector.check()[0] == 0, "a check that came late is no jump"
    now[:] = [1062.5 + JUMP, 112.0]
    assert detector.check() == (JUMP, 1061.5 + JUMP)
    now[:] = [1063.5, 113.0]
    assert detector.check()[0] == 0, "set back: nobody is out of time by that"


def test_deadlines_from_before_a_jump_are_credited_once() -> None:
    before, after = 1000.0, 1000.0 + JUMP
    seats = [TableSeat("person", name, name) for name in ("ann", "bob", "cem")]
    seats[0].deadline, seats[1].deadline, seats[1].undo_deadline = before + 5, after + 6.5, before + 2
    row = table_row("t", deadline=before + 5, data=TableData(seats))
    clock = Clock("move", SECONDS)
    assert credit(row, clock, JUMP, after, after + 1)
    assert [seat.deadline for seat in row.data.seats] == [after + 5, after + 6.5, None]
    assert row.data.seats[1].undo_deadline == after + 2
    assert row.deadline == after + 5
    assert not credit(row, clock, JUMP, after, after + 2), "another process saw the same jump"
    assert row.deadline == after + 5
    # A later jump is another one. A row of an older version has one deadline for all.
    assert credit(row, clock, JUMP, after + 100 + JUMP, after + 101 + JUMP)
    old = table_row("t", deadline=before + 5, data=TableData([TableSeat("person")]))
    assert credit(old, clock, JUMP, after, after + 1)
    assert old.deadline == after + 5


def jump_of(running: Running) -> None:
    """From now on the wall clock of this server is days ahead; the monotonic clock is as it was."""
    running.services.hall.automation.time.wall = lambda: time.time() + JUMP


def credited(talk: Talk) -> float:
    told = talk.until(lambda message: message["type"] == "table" and message["credit"] is not None)
    assert told["credit"]["seconds"] == pytest.approx(JUMP, abs=60)
    return float(told["deadline"])


def test_a_jump_of_the_system_clock_finishes_no_game(database_url: str) -> None:
    with Running(database_url) as running:
        table, guests = seated(running, 2, clock={"kind": "days", "seconds": 86_400})
        [talk] = watching(table, guests[:1])
        deadline = talk.info["deadline"]
        jump_of(running)
        assert credited(talk) == pytest.approx(deadline + JUMP, abs=60)
        later = guests[1].talk()
        later.watch(table)
        assert not any(seat["substituted"] for seat in later.info["seats"])
        assert later.seq == 1, "nobody's seat was taken over"
        # It is told until the next entry.
        done = talk.act(0, talk.turns[0]["actions"][0])
        talk.until_seq(done["seq"])
        assert guests[0].get(f"/api/tables/{table}")["credit"] is None


def test_a_database_that_is_away_after_a_jump_expires_nothing(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Running(sqlite_url) as running:
        table, guests = seated(running, 2, clock={"kind": "days", "seconds": 86_400})
        hall = running.services.hall
        save = hall.save
        failures: list[str] = []

        async def failing(live: LiveTable, row: TableRow) -> bool:
            if len(failures) < 2:
                failures.append(row.id)
                raise StoreDown("away")
            return await save(live, row)

        monkeypatch.setattr(hall, "save", failing)
        [talk] = watching(table, guests[:1])
        jump_of(running)
        credited(talk)
        assert len(failures) == 2
        assert talk.seq == 1 and not any(seat["substituted"] for seat in talk.info["seats"])


def test_two_processes_credit_one_jump_once(postgres_url: str) -> None:
    with Running(postgres_url) as first, Running(postgres_url) as second:
        table, guests = seated(first, 2, clock={"kind": "days", "seconds": 86_400})
        there = Guest(second)
        there.http.cookies = guests[1].http.cookies
        talks = watching(table, [guests[0], there])
        deadline = talks[0].info["deadline"]
        for running in (first, second):
            jump_of(running)
        for talk in talks:
            assert credited(talk) == pytest.approx(deadline + JUMP, abs=60)
        # Each has looked at its clock again by now.
        for talk in talks:
            talk.quiet(2.5)
            assert talk.info["deadline"] == pytest.approx(deadline + JUMP, abs=60)
            assert not any(seat["substituted"] for seat in talk.info["seats"])
