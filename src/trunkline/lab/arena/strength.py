"""The matches that measure strength: bots, boards, target win rates, and how results are stored."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from trunkline.lab.arena.arena import Result
from trunkline.lab.arena.fingerprint import changes, code_of
from trunkline.lab.arena.ledger import head_of
from trunkline.lab.arena.match import BadMatch, Match, new_match
from trunkline.lab.arena.sequential_test import ABOVE

ROUNDS = 400
"""The maximum number of rounds of a match."""
BUDGET = "0.2s"
"""The budget of a searching bot for a move."""
MOMENT = 0.001
"""About how long a bot without search takes for a move."""
SEED = "strength"

AT_LEAST, CLEARLY = "at least", "clearly"
BARS = {AT_LEAST: "at least", CLEARLY: "clearly above"}

BOARDS = ("usa", "europe", "world", "great_lakes")
COMPANY_BOARDS = ("meridian",)
"""Boards with companies. Games there are short, so luck decides more of them."""
SEARCHED = ("usa", "europe")
"""The boards on which the baselines of the literature play and the expert has a bar."""
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
    """The target win rate of the first bot; None if only the score is of interest."""
    sense: str = AT_LEAST
    """Whether the win rate must reach the target, or the test must find it above."""
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

    @property
    def dearness(self) -> float:
        """An upper estimate of the duration, from the seconds for a move at all seats of all games."""
        line_up = self.match().line_ups[0]
        thought = sum(float(bot.partition("@")[2].rstrip("s") or MOMENT) for bot in line_up)
        return self.games * thought / self.players

    def is_reached(self, result: Result) -> bool:
        """Whether the target was reached."""
        if self.bar is None:
            return True
        if self.sense == CLEARLY:
            return result.verdict is not None and result.verdict.verdict == ABOVE
        share = result.standings[0].win_rate
        return share is not None and share.value >= self.bar

    def bar_in_words(self) -> str:
        return "" if self.bar is None else f"{BARS[self.sense]} {100 * self.bar:.0f} %"

    def in_words(self) -> str:
        others = f" against {' '.join(self.bots[1:])}" if len(self.bots) > 1 else " against itself"
        bar = "" if self.bar is None else f", {self.bar_in_words()}"
        return f"{self.name}: {self.bots[0]}{others} on {self.map}, {self.players} players{bar}"


def plain(bot: str) -> str:
    """A bot's name without its budget."""
    return bot.partition("@")[0]


def trials() -> list[Trial]:
    """All matches, the quick ones first.

    >>> len({trial.name for trial in trials()}) == len(trials())
    True
    """
    found = []
    for board in BOARDS:
        found.append(Trial(f"planner-greedy-{board}", ("planner", "greedy"), board, bar=0.75))
        found.append(Trial(f"planner-itself-{board}", ("planner",), board, rounds=400, sequential=False))
    for board in COMPANY_BOARDS:
        found.append(Trial(f"planner-greedy-{board}", ("planner", "greedy"), board, bar=0.65))
        found.append(Trial(f"planner-itself-{board}", ("planner",), board, rounds=400, sequential=False))
    for stronger, weaker in zip(LEVELS[1:], LEVELS, strict=False):
        for board in BOARDS:
            name = f"level-{plain(stronger)}-{plain(weaker)}-{board}"
            # If the expert has its own target against the planner, that match shows more.
            if stronger != EXPERT or board not in SEARCHED:
                found.append(Trial(f"{name}-2", (stronger, weaker), board, bar=0.5, sense=CLEARLY))
            found.append(Trial(f"{name}-4", (stronger, weaker), board, 4, bar=0.25, sense=CLEARLY))
    for board in SEARCHED:
        for bot in LITERATURE:
            found.append(Trial(f"planner-{plain(bot)}-{board}", ("planner", bot), board, bar=0.85))
        found.append(Trial(f"expert-uct-{board}", (EXPERT, f"uct@{BUDGET}"), board, bar=0.90))
        found.append(Trial(f"expert-planner-{board}", (EXPERT, "planner"), board, bar=0.62))
        found.append(Trial(f"expert-itself-{board}", (EXPERT,), board, rounds=50, sequential=False))
    long = ("expert@1s", "planner")
    found.append(Trial("expert-planner-usa-1s", long, "usa", bar=0.62, rounds=50, sequential=False))
    return sorted(found, key=lambda trial: trial.dearness)


def chosen(names: Sequence[str]) -> list[Trial]:
    """The matches with these names or, failing that, with names that begin so; all if none is given.

    >>> [trial.name for trial in chosen(["expert-planner-usa"])]
    ['expert-planner-usa']
    """
    every = trials()
    found = set()
    for name in names:
        wanted = [trial for trial in every if trial.name == name] or [t for t in every if t.name.startswith(name)]
        if not wanted:
            raise BadMatch(f"there is no match {name!r}: see --list")
        found.update(wanted)
    return [trial for trial in every if not names or trial in found]


# What is kept


def games_file(folder: Path, trial: Trial) -> Path:
    """The games of a match, line by line."""
    return folder / f"{trial.name}.jsonl"


def result_file(folder: Path, trial: Trial) -> Path:
    """What a match has shown."""
    return folder / f"{trial.name}.json"


def keep_result(folder: Path, trial: Trial, result: Result) -> None:
    """Write the result of a match beside its games, atomically."""
    facts: dict[str, Any] = {
        "name": trial.name,
        "bar": trial.bar,
        "sense": trial.sense if trial.bar is not None else None,
        "reached": trial.is_reached(result) and not result.stopped,
        **result.facts(),
    }
    put(result_file(folder, trial), json.dumps(facts, indent=1, ensure_ascii=False) + "\n")


def put(file: Path, text: str) -> None:
    """Write a file atomically: readers see the old or the new one, never half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    written = file.with_name(f"{file.name}.new")
    written.write_text(text, encoding="utf-8")
    os.replace(written, file)


def kept_result(folder: Path, trial: Trial) -> dict[str, Any] | None:
    """The stored result of a match, complete or not, of any code; None if it is of another match."""
    try:
        facts = json.loads(result_file(folder, trial).read_text(encoding="utf-8"))
        wanted = trial.match().facts() | {"bar": trial.bar, "asked_rounds": trial.rounds}
        wanted["line_up"] = wanted.pop("bots")
        same = all(facts[name] == value for name, value in wanted.items())
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    return facts if same else None


NEW, BEGUN, STALE, DONE = "new", "begun", "stale", "done"


class Status(NamedTuple):
    """The state of a match and, if it is stale, the reasons."""

    state: str
    reasons: list[str]


def status_of(folder: Path, trial: Trial, keep: bool = False) -> Status:
    """The state of a match. It is stale if its rules or bots behave differently now; `keep` ignores that."""
    reasons: list[str] = []
    facts = kept_result(folder, trial)
    if facts is not None and not facts["stopped"]:
        reasons = changes_since(trial, facts["code"])
        if keep or not reasons:
            return Status(DONE, [])
    match, codes = head_of(games_file(folder, trial))
    if match is None and facts is None:
        return Status(NEW, [])
    if match is None:
        return Status(STALE, reasons or ["it was interrupted, and its games are missing"])
    if match != trial.match().facts():
        return Status(STALE, reasons or ["it was another match"])
    if keep or codes == [code_of(trial.match())]:
        return Status(BEGUN, [])
    return Status(STALE, reasons or changes_since(trial, codes) or ["the games are of another build"])


def changes_since(trial: Trial, codes: Sequence[object]) -> list[str]:
    """What behaves differently now than by these fingerprints, in words; empty if games or result are valid."""
    match = trial.match()
    found = [change for code in codes for change in changes(code, code_of(match), match)]
    return list(dict.fromkeys(found))
