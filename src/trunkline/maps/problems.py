"""What is wrong with a map file, said so that its author can put it right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong; `where` is its place in the file, items counted from 1: `board.routes[4].length`."""

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


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A sentence that names the nearest of the words there are, or else some of them."""
    from difflib import get_close_matches  # here, because a map without mistakes never needs it

    known = sorted(set(words))
    near = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    if near:
        return f'Did you mean "{near[0]}"?'
    if not known:
        return ""
    some = ", ".join(f'"{each}"' for each in known[:12])
    return f"There {'is' if len(known) == 1 else 'are'} {some}{' …' if len(known) > 12 else ''}."
