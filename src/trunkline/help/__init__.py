"""The rules in words, by id, one file a language: what the help in the game shows."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
COMMON = ("C",)
CHAPTERS = {
    "usa": ("C", "U", "V"),
    "europe": ("C", "E", "V"),
    "world": ("C", "W"),
    "great_lakes": ("C", "W", "G"),
    "meridian": ("C", "L"),
}
"""The chapters that are the rules of a map, in the order in which they are read."""


@dataclass(frozen=True, slots=True)
class Chapter:
    id: str
    title: str
    rules: dict[str, str]


@cache
def _read(language: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return found


def languages() -> list[str]:
    """The languages there are.

    >>> "en" in languages()
    True
    """
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def rules_text(language: str = "en") -> dict[str, str]:
    """Every rule by id.

    >>> rules_text()["U2"].startswith("30 tickets.")
    True
    """
    return {rule: text for chapter in _read(language).values() for rule, text in chapter.items() if rule != "title"}


def chapters_of(map_id: str | None = None, language: str = "en") -> list[Chapter]:
    """The rules of a map (of all maps, if none is named) by chapter; what a language lacks is told in English.

    >>> [chapter.id for chapter in chapters_of("usa")]
    ['C', 'U', 'V']
    """
    english, wanted = _read("en"), _read(language)
    chosen = tuple(english) if map_id is None else CHAPTERS.get(map_id, COMMON)
    found = []
    for key in chosen:
        words = {**english[key], **wanted.get(key, {})}
        found.append(Chapter(key, words.pop("title"), words))
    return found
