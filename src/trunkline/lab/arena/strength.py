"""The matches that the strength of the bots is shown by, as a list: who, where, and how often the first should win."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trunkline.lab.arena.arena import Result
from trunkline.lab.arena.match import BadMatch, Match, new_match
from trunkline.lab.arena.verdict import ABOVE

ROUNDS = 400
"""At most so many rounds decide a match."""
BUDGET = "0.2s"
"""What a searching bot has for a move."""
SEED = "strength"

AT_LEAST, CLEARLY = "at least", "clearly"
BARS = {AT_LEAST: "at least", CLEARLY: "clearly above"}

BOARDS = ("usa", "europe", "world", "great_lakes")
LITERATURE = ("path", "hungry", "one-step", "long-route", f"flat@{BUDGET}", f"uct@{BUDGET}")
EXPERT = f"expert@{BUDGET}"
LEVELS = ("beginner", "traveller", "planner", EXPERT)


@dataclass(frozen=True)
class Trial:
    """One match of the list."""

    name: str
    bots: tuple[str, ...]
    map: str
    players: int = 2
    bar: float | None = None
    """What the first bot should win; None if only the score is of interest."""
    sense: str = AT_LEAST
    """Whether the win rate should be as high as the bar, or the test should find it above."""
    rounds: int = ROUNDS
    sequential: bool = True

    @property
    def until(self) -> float | None:
        return self.bar if self.sequential else None

    def match(self) -> Match:
        return new_match(self.bots, self.map, players=self.players, seed=SEED)

    @property
    def games(self) -> int:
        return self.rounds * self.match().games_per_round

    def is_reached(self, result: Result) -> bool:
        """Whether the bot has done what it should."""
        if self.bar is None:
            return True
        if self.sense == CLEARLY:
            return result.verdict is not None and result.verdict.verdict == ABOVE
        return result.standings[0].win_rate.value >= self.bar

    def in_words(self) -> str:
        others = f" against {' '.join(self.bots[1:])}" if len(self.bots) > 1 else " against itself"
        bar = "" if self.bar is None else f", {BARS[self.sense]} {100 * self.bar:.0f} %"
        return f"{self.name}: {self.bots[0]}{others} on {self.map}, {self.players} players{bar}"


def plain(bot: str) -> str:
    """A bot's name without its budget."""
    return bot.partition("@")[0]


def trials() -> list[Trial]:
    """The list, quick matches before slow ones.

    >>> len({trial.name for trial in trials()}) == len(trials())
    True
    """
    found = []
    for board in BOARDS:
        found.append(Trial(f"planner-greedy-{board}", ("planner", "greedy"), board, bar=0.75))
        found.append(Trial(f"planner-itself-{board}", ("planner",), board, rounds=400, sequential=False))
    for stronger, weaker in zip(LEVELS[1:], LEVELS, strict=False):
        for board in BOARDS:
            name = f"level-{plain(stronger)}-{plain(weaker)}-{board}"
            found.append(Trial(f"{name}-2", (stronger, weaker), board, bar=0.5, sense=CLEARLY))
            found.append(Trial(f"{name}-4", (stronger, weaker), board, 4, bar=0.25, sense=CLEARLY))
    for board in ("usa", "europe"):
        for bot in LITERATURE:
            found.append(Trial(f"planner-{plain(bot)}-{board}", ("planner", bot), board, bar=0.85))
        found.append(Trial(f"expert-uct-{board}", (EXPERT, f"uct@{BUDGET}"), board, bar=0.90))
        found.append(Trial(f"expert-planner-{board}", (EXPERT, "planner"), board, bar=0.62))
        found.append(Trial(f"expert-itself-{board}", (EXPERT,), board, rounds=50, sequential=False))
    long = ("expert@1s", "planner")
    found.append(Trial("expert-planner-usa-1s", long, "usa", bar=0.62, rounds=50, sequential=False))
    return sorted(found, key=lambda trial: any("@" in bot for bot in trial.bots))


def chosen(names: Sequence[str]) -> list[Trial]:
    """The matches with these names, or whose names begin so; all without any."""
    every = trials()
    for name in names:
        if not any(trial.name.startswith(name) for trial in every):
            raise BadMatch(f"there is no match {name!r} in the list: see --list")
    return [trial for trial in every if not names or any(trial.name.startswith(name) for name in names)]


def keep_result(folder: Path, trial: Trial, result: Result) -> None:
    """Write what a match has shown beside its games, in one step."""
    facts: dict[str, Any] = {
        "name": trial.name,
        "bar": trial.bar,
        "sense": trial.sense if trial.bar is not None else None,
        "reached": trial.is_reached(result) and not result.stopped,
        **result.facts(),
    }
    written = folder / f"{trial.name}.json.new"
    written.write_text(json.dumps(facts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(written, folder / f"{trial.name}.json")
