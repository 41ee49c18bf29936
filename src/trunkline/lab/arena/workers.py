"""Worker processes that play games, each with a supervisor: compiled code cannot be interrupted, only killed.

A worker writes its progress to shared memory: the game, the moves so far, which seat is thinking and since when. Faults
are reported at once. If a bot hangs or ends the process, a new worker replays the moves and continues the game with the
same faults; the move counts as a fault by the rule of `game.py`, and all bots of that game are created again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection, wait
from typing import Any

from trunkline.lab.arena.game import DIED, MAKING, STALLED, UNMADE, Fault, Job, Row, play_job
from trunkline.lab.arena.match import Match
from trunkline.lab.simulate import class_of, interrupts_held_back, leave_interrupts_to_parent

ROOM = 1 << 14
"""The number of moves that fit into shared memory; a game that is interrupted later continues from there."""
OFTEN = 0.1
"""Seconds between two checks of the clocks."""
AWAY = 1.0
"""After a longer gap between checks, this process itself was suspended (Ctrl-Z), and the bots with it."""
QUICK = 0.2
"""A batch that took fewer seconds is followed by a larger one."""
LARGEST_BATCH = 64
TRIES = 3
"""How often a worker that ends while no bot is thinking is replaced for one game."""

GAME, MOVE, SEAT, PLAYED = range(4)


class WorkerFailed(ValueError):
    """Workers end repeatedly without a fault of a bot, for example because memory runs out."""


class SharedNotes:
    """What a worker is doing, in shared memory."""

    def __init__(self, context: Any) -> None:
        self.since = context.RawValue("d", 0.0)
        """When the current bot began to think, by the system-wide clock; 0 if none is thinking."""
        self.numbers = context.RawArray("q", [-1, 0, 0, 0])
        self.codes = context.RawArray("q", ROOM)
        self.seconds = context.RawArray("d", ROOM)
        self.pipe: Connection | None = None
        """In the worker: where faults are reported."""
        self.was_stopped = False
        """In the worker: whether the process was suspended while the bot was thinking."""

    def begin_game(self, game: int) -> None:
        self.numbers[PLAYED] = 0
        self.numbers[GAME] = game

    def begin_move(self, move: int, seat: int) -> None:
        self.numbers[MOVE] = move
        self.numbers[SEAT] = seat
        self.was_stopped = False
        self.since.value = time.monotonic()

    def end_move(self) -> bool:
        self.since.value = 0.0
        return not self.was_stopped

    def failed(self, fault: Fault) -> None:
        if self.pipe is not None:
            self.pipe.send(fault)

    def played(self, move: int, code: int, seconds: float) -> None:
        if move < ROOM:
            self.codes[move] = code
            self.seconds[move] = seconds
            self.numbers[PLAYED] = move + 1

    def moves(self) -> tuple[tuple[int, float], ...]:
        number = self.numbers[PLAYED]
        return tuple(zip(self.codes[:number], self.seconds[:number], strict=True))

    def go_on(self, *_: object) -> None:
        """The process was suspended and continues: the time of the current move is unknown."""
        self.was_stopped = True


# --- in the worker ---------------------------------------------------------------------------------------------------


def work(match: Match, notes: SharedNotes, pipe: Connection) -> None:
    """Play the jobs that come through the pipe until it is closed."""
    leave_interrupts_to_parent()
    with suppress(OSError):
        # What bots print does not belong to the output of the arena.
        os.dup2(2, 1)
    if hasattr(signal, "SIGCONT"):
        signal.signal(signal.SIGCONT, notes.go_on)
    notes.pipe = pipe
    threading.Thread(target=end_with_parent, daemon=True).start()
    for name in match.names:
        class_of(name)
    with suppress(EOFError, BrokenPipeError):
        while True:
            for job in pipe.recv():
                pipe.send(play_job(match, job, notes))


def end_with_parent() -> None:
    """End the worker when its parent is gone."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# --- outside ---------------------------------------------------------------------------------------------------------


class Worker:
    """One worker process with the jobs that it has."""

    def __init__(self, match: Match) -> None:
        # Spawned, not forked: a fork of a process with threads may deadlock.
        context = multiprocessing.get_context("spawn")
        self.match = match
        self.notes = SharedNotes(context)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(match, self.notes, theirs), daemon=True)
        with interrupts_held_back():
            self.process.start()
        theirs.close()
        self.jobs: deque[Job] = deque()
        self.batch = 1
        self.given = 0.0
        self.looked = 0.0
        self.since = 0.0
        """When the bot that was thinking at the last check began."""
        self.grace = 0.0
        """Seconds since then in which this process was suspended."""
        self.is_overdue = False
        """Whether that bot exceeded the limit."""

    def give(self, waiting: Iterator[Job]) -> None:
        """Give it a batch, small at first, larger if games are quick."""
        if self.given and time.monotonic() - self.given < QUICK:
            self.batch = min(2 * self.batch, LARGEST_BATCH)
        jobs = [job for _, job in zip(range(self.batch), waiting, strict=False)]
        if jobs:
            self.given = self.looked = time.monotonic()
            self.jobs.extend(jobs)
            with suppress(BrokenPipeError):
                self.pipe.send(jobs)

    def rows(self) -> Iterator[Row]:
        """The games that it has finished; notes faults of the current one. Raises when the worker has ended."""
        while self.jobs and self.pipe.poll():
            message = self.pipe.recv()
            if isinstance(message, Fault):
                self.jobs[0] = replace(self.jobs[0], faults=(*self.jobs[0].faults, message))
            else:
                self.jobs.popleft()
                yield message

    def stalls(self) -> bool:
        """Whether the current bot exceeds the limit, so that the worker must be killed."""
        now = time.monotonic()
        away, self.looked = now - self.looked, now
        since: float = self.notes.since.value
        if since != self.since:
            self.since, self.grace = since, 0.0
        if away > AWAY:
            self.grace += away
        self.is_overdue = since > 0 and now - since - self.grace > self.match.limit
        return self.is_overdue

    def end(self) -> None:
        self.stop()
        self.pipe.close()

    def stop(self) -> None:
        self.process.kill()
        self.process.join()

    def blamed(self) -> Fault | None:
        """The fault that ended the worker; None if no bot was thinking, or if the late bot has just answered."""
        if self.notes.since.value == 0 or (self.is_overdue and self.notes.since.value != self.since):
            return None
        move, seat = self.notes.numbers[MOVE], self.notes.numbers[SEAT]
        how = f"thought longer than {self.match.limit:g} s" if self.is_overdue else "its process ended"
        kind = UNMADE if move == MAKING else STALLED if self.is_overdue else DIED
        return Fault(move, seat, kind, how)

    def left(self) -> list[Job]:
        """The remaining jobs after its end: the current game with its known moves, and those not begun."""
        jobs = list(self.jobs)
        if jobs and self.notes.numbers[GAME] == jobs[0].game:
            fault = self.blamed()
            faults = (*jobs[0].faults, fault) if fault else jobs[0].faults
            jobs[0] = Job(jobs[0].game, max(self.notes.moves(), jobs[0].moves, key=len), faults)
        return jobs


class Team:
    """Several workers; `close` ends them at once."""

    def __init__(self, match: Match, workers: int) -> None:
        self.match = match
        self.members: list[Worker] = []
        self.again: deque[Job] = deque()
        """Interrupted jobs."""
        self.deaths: dict[int, int] = {}
        try:
            for _ in range(workers):
                self.members.append(Worker(match))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        for worker in self.members:
            worker.end()

    def play(self, jobs: Iterable[Job]) -> Iterator[Row]:
        """Play all jobs; the results come in any order."""
        fresh = iter(jobs)
        while True:
            for worker in self.members:
                if not worker.jobs:
                    worker.give(self.waiting(fresh))
            busy = [worker.pipe for worker in self.members if worker.jobs]
            if not busy:
                return
            wait(busy, OFTEN)
            for number, worker in enumerate(self.members):
                with suppress(EOFError, OSError):
                    yield from worker.rows()
                    if not worker.stalls():
                        continue
                    worker.stop()
                    yield from worker.rows()
                self.replace(number)

    def waiting(self, fresh: Iterator[Job]) -> Iterator[Job]:
        """The jobs still to be given out, interrupted ones first."""
        while self.again:
            yield self.again.popleft()
        for job in fresh:  # noqa: UP028 - to leave off with `yield from` would end the jobs themselves
            yield job

    def replace(self, number: int) -> None:
        """Replace a worker that has ended."""
        worker = self.members[number]
        worker.end()
        left = worker.left()
        if left and left[0].faults == worker.jobs[0].faults and not worker.is_overdue:
            game = left[0].game
            self.deaths[game] = self.deaths.get(game, 0) + 1
            if self.deaths[game] >= TRIES:
                raise WorkerFailed(f"the process that plays game {game} ends repeatedly; memory may be exhausted")
        self.again.extend(left)
        self.members[number] = Worker(self.match)


def play_in_processes(match: Match, jobs: Iterable[Job], workers: int) -> Generator[Row, None, None]:
    """Play all jobs, in any order; closing the generator ends the workers at once."""
    team = Team(match, workers)
    try:
        yield from team.play(jobs)
    finally:
        team.close()
