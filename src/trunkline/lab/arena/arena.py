"""Runs a match: plays the missing games, stores each, and stops when the sequential test has decided."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trunkline
from trunkline.lab.arena.fingerprint import Code, code_of
from trunkline.lab.arena.game import Job, Row
from trunkline.lab.arena.ledger import Ledger
from trunkline.lab.arena.match import BadMatch, Match
from trunkline.lab.arena.sequential_test import UNDECIDED, Test, Verdict, interval
from trunkline.lab.arena.standings import RULE, Standing, facts, standings
from trunkline.lab.arena.workers import play_in_processes

Player = Callable[[Match, Iterable[Job]], Generator[Row, None, None]]
"""A function that plays jobs: in processes of this machine, or on a cluster."""


@dataclass
class Result:
    """The result of a match so far."""

    match: Match
    asked: int
    """Rounds asked for."""
    rounds: int
    """Complete rounds that count."""
    rows: list[Row]
    standings: list[Standing]
    verdict: Verdict | None
    played: int
    """Games played now."""
    path: Path | None
    codes: list[Code] = field(default_factory=list)

    @property
    def stopped(self) -> bool:
        """Whether it was stopped before the rounds were played or the test had decided."""
        decided = self.verdict is not None and self.verdict.verdict != UNDECIDED
        return self.rounds < self.asked and not decided

    def facts(self) -> dict[str, Any]:
        """The result as one JSON object."""
        found: dict[str, Any] = {
            **{key: value for key, value in self.match.facts().items() if key != "bots"},
            "line_up": list(self.match.bots),
            "rounds": self.rounds,
            "asked_rounds": self.asked,
            "games": len(self.rows),
            "games_per_round": self.match.games_per_round,
            "stopped": self.stopped,
            "turns": mean(row["turns"] for row in self.rows),
            "moves": mean(row["moves"] for row in self.rows),
            "bots": {one.name: facts(one) for one in self.standings},
            "rule": RULE,
            "version": trunkline.__version__,
            "compiled": bool(trunkline.compiled),
            "code": self.codes,
        }
        if self.verdict is not None:
            test = self.verdict
            found["test"] = {
                "bot": test.bot,
                "bar": test.bar,
                "verdict": test.verdict,
                "rounds": test.rounds,
                "win_rate": round(test.win_rate, 5),
                "interval": [test.low, test.high],
            }
        return found


def mean(values: Iterable[int]) -> float:
    numbers = list(values)
    return round(sum(numbers) / len(numbers), 2) if numbers else 0.0


def run_arena(
    match: Match,
    games: int,
    *,
    workers: int = 1,
    path: Path | None = None,
    until: float | None = None,
    fresh: bool = False,
    keep: bool = False,
    player: Player | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Play a match of at least this number of games, in complete rounds, and return the result.

    Games in the file at `path` are not played again. With `until`, the match ends when the win rate of the first bot is
    clearly above or below that value. Rounds count in order, up to the one that decided, so the result does not depend
    on which worker was first. Ctrl-C ends early. `progress` is called with the number of rounds and the goal.

    >>> result = run_arena(Match(("greedy", "random")), 4)
    >>> result.rounds, [one.games for one in result.standings]
    (2, [4, 4])
    """
    if games < 1 or workers < 1:
        raise BadMatch("at least one game and one worker are needed")
    if until is not None and (not 0 < until < 1 or len(match.line_ups) > 1 or len(match.names) < 2):
        raise BadMatch("the bar is a win rate between 0 and 1, and the first bot must play every game")
    rounds = match.rounds(games)
    with Ledger(path, match, code_of(match), fresh=fresh, keep=keep) as ledger:
        count = Count(match, rounds, ledger.rows, until)
        had = len(ledger.rows)
        tell = progress or (lambda done, goal: None)
        tell(count.rounds, rounds)
        if not count.is_over():
            lacking = [Job(game) for game in range(rounds * match.games_per_round) if game not in ledger.rows]
            play = player or (lambda match, jobs: play_in_processes(match, jobs, min(workers, len(lacking))))
            results = play(match, while_open(lacking, count))
            try:
                for row in results:
                    ledger.add(row)
                    count.go_on()
                    tell(count.rounds, rounds)
                    if count.is_over():
                        break
            except KeyboardInterrupt:
                pass
            finally:
                results.close()
        rows = [ledger.rows[game] for game in range(count.rounds * match.games_per_round)]
        played = len(ledger.rows) - had
        return Result(
            match, rounds, count.rounds, rows, standings(match, rows), count.verdict(), played, path, ledger.codes
        )


def while_open(jobs: Iterable[Job], count: Count) -> Iterator[Job]:
    for job in jobs:
        if count.is_over():
            return
        yield job


class Count:
    """The complete rounds, from the first on without a gap, and the test over them."""

    def __init__(self, match: Match, goal: int, rows: dict[int, Row], until: float | None) -> None:
        self.match = match
        self.goal = goal
        self.rows = rows
        self.rounds = 0
        self.results: list[float] = []
        """What the first bot won of each round."""
        self.test = None if until is None else Test(until)
        self.go_on()

    def is_over(self) -> bool:
        return self.rounds >= self.goal or (self.test is not None and self.test.verdict != UNDECIDED)

    def go_on(self) -> None:
        """Count the rounds that have become complete."""
        size = self.match.games_per_round
        while not self.is_over():
            games = range(self.rounds * size, (self.rounds + 1) * size)
            if not all(game in self.rows for game in games):
                return
            self.rounds += 1
            if self.test is not None:
                self.results.append(sum(self.won(game) for game in games) / size)
                self.test.note(self.results[-1])

    def won(self, game: int) -> float:
        """What the first bot won of a game."""
        row = self.rows[game]
        seats = self.match.seats(game)
        mine = sum(seats[seat] == self.match.bots[0] for seat in row["won"])
        return mine / len(row["won"]) if row["won"] else 0.0

    def verdict(self) -> Verdict | None:
        if self.test is None:
            return None
        low, high = interval(self.results)
        share = sum(self.results) / max(len(self.results), 1)
        return Verdict(self.match.bots[0], self.test.bar, self.test.verdict, len(self.results), share, low, high)
