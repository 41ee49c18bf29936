"""Problems of a map file, described so that its author can fix them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem. `where` is its place in the file, with items counted from 1: `board.routes[4].length`."""

    line: int | None
    where: str
    what: str
    fix: str


class MapError(ValueError):
    """A map that cannot be used. It carries every problem found, and prints them as `file:line: what. fix`."""

    def __init__(self, file: str | Path, problems: Sequence[Problem]) -> None:
        super().__init__(file, problems)
        self.file = str(file)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(
            f"{self.file}{'' if problem.line is None else f':{problem.line}'}: {problem.what}. {problem.fix}".rstrip()
            for problem in self.problems
        )
