"""Compares the engine of this folder with that of another clone in one run: what a change costs (docs/bench.md).

The speed of a shared machine may change by half from one minute to the next. Two processes, one for each clone, measure
in turn, a fraction of a second each, in processor time. The ratio of two neighbouring rounds hardly depends on the
machine; the median of many ratios is the figure.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

PAIRS = 25
"""Rounds of each clone for each row."""
SECONDS = 0.15
"""Processor time of a round."""

ROWS = {
    "usa2_random_games_per_s": "random_rate(clock, 'usa', 2, count_moves=False)",
    "usa4_random_games_per_s": "random_rate(clock, 'usa', 4, count_moves=False)",
    "europe4_random_moves_per_s": "random_rate(clock, 'europe', 4, count_moves=True)",
    "world2_random_moves_per_s": "random_rate(clock, 'world', 2, count_moves=True)",
    "great_lakes4_random_moves_per_s": "random_rate(clock, 'great_lakes', 4, count_moves=True)",
    "meridian4_random_moves_per_s": "random_rate(clock, 'meridian', 4, count_moves=True)",
    "copies_per_s": "1e9 / copy_time(clock)",
    "python_driven_games_per_s": "clock.rate(python_driven_games)",
    "greedy_games_per_s": "clock.rate(greedy_games)",
    "planner_games_per_s": "clock.rate(planner_games)",
    "rollout_games_per_s": "rollout_rate(clock)",
}
"""The rates that are compared, as expressions of `trunkline.lab.bench`, which every clone evaluates with its own."""

WORKER = """
import sys, time
import trunkline
from trunkline.lab import bench
bench.perf_counter = time.process_time
names = {**vars(bench), "clock": bench.RoundTimer(float(sys.argv[1]), 1)}
print(int(trunkline.compiled), flush=True)
for line in sys.stdin:
    print(eval(line, names), flush=True)
"""


class Comparison(NamedTuple):
    """One rate of both clones: medians, and the ratio of neighbouring rounds with its middle half."""

    key: str
    before: float
    now: float
    ratio: float
    low: float
    high: float


class CloneError(Exception):
    """The other folder cannot be measured; the text says why."""


class Clone:
    """A process that measures with the Trunkline of one folder."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [str(python_of(folder)), "-c", WORKER, str(seconds)],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.compiled = self.read() == 1

    def measure(self, expression: str) -> float:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(expression + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # The reason is on its standard error.
        return self.read()

    def read(self) -> float:
        assert self.process.stdout is not None and self.process.stderr is not None
        line = self.process.stdout.readline()
        if not line:
            lines = self.process.stderr.read().strip().splitlines() or ["it ended without a message"]
            raise CloneError(f"{self.folder} cannot be measured: {lines[-1]}")
        return float(line)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def python_of(folder: Path) -> Path:
    """The interpreter of a clone that `run.py` has set up."""
    for name in ("bin/python", "Scripts/python.exe"):
        if (found := folder / ".venv" / name).exists():
            return found
    raise CloneError(f"{folder} is not set up: run `python3 run.py compile` there first.")


def compare(
    other: Path, progress: Callable[[str], None], pairs: int = PAIRS, seconds: float = SECONDS
) -> list[Comparison]:
    """Every row, this clone against the other one. Raises CloneError if the other one cannot be measured."""
    here = Path(__file__).resolve().parents[3]
    other = other.resolve()
    clones: list[Clone] = []
    try:
        for folder in (other, here):
            clones.append(Clone(folder, seconds))
        before, now = clones
        if before.compiled != now.compiled:
            plain = before if now.compiled else now
            raise CloneError(f"{plain.folder} is not compiled, the other clone is: run `python3 run.py compile` there.")
        found = []
        for key, expression in ROWS.items():
            progress(key)
            found.append(compared(key, [alternate(before, now, expression, at % 2 == 1) for at in range(pairs)]))
        return found
    finally:
        for clone in clones:
            clone.close()


def alternate(before: Clone, now: Clone, expression: str, swapped: bool) -> tuple[float, float]:
    """One round of each clone. Every second pair has the other order, so a steady drift favours neither."""
    if swapped:
        second = now.measure(expression)
        return before.measure(expression), second
    return before.measure(expression), now.measure(expression)


def compared(key: str, pairs: list[tuple[float, float]]) -> Comparison:
    ratios = [now / before for before, now in pairs]
    low, _, high = quantiles(ratios, n=4) if len(ratios) > 1 else (ratios[0],) * 3
    return Comparison(
        key, median(before for before, _ in pairs), median(now for _, now in pairs), median(ratios), low, high
    )
