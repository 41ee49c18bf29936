"""The rules in words, by id, one file a language: what the help in the game shows."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


@cache
def rules_text(language: str = "en") -> dict[str, str]:
    """Every rule by id.

    >>> rules_text()["U2"].startswith("30 tickets.")
    True
    """
    chapters = tomllib.loads((Path(__file__).parent / f"{language}.toml").read_text(encoding="utf-8"))
    return {rule: text for chapter in chapters.values() for rule, text in chapter.items() if rule != "title"}
