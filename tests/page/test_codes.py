"""Codes of the bots and of their reasons have words in the page in every language, and no others do."""

from __future__ import annotations

import json

import pytest

from page.conftest import ROOT
from trunkline.bots.hint_reasons import REASONS
from trunkline.bots.registry import ENTRIES

LANGUAGES = ["en", "uk", "el"]


def words(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in (ROOT / "web" / "src" / "locale" / language).glob("*.json"):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def codes(language: str, prefix: str) -> set[str]:
    return {key.removeprefix(f"{prefix}.") for key in words(language) if key.startswith(f"{prefix}.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_of_its_own_and_is_described(language: str) -> None:
    assert codes(language, "bot") == codes(language, "bot_summary") == set(ENTRIES)
    told = words(language)
    assert len({told[f"bot.{name}"] for name in ENTRIES}) == len(ENTRIES)
    for name in ENTRIES:
        assert 20 < len(told[f"bot_summary.{name}"]) < 180 and told[f"bot_summary.{name}"].endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_hint_has_a_sentence(language: str) -> None:
    assert codes(language, "hint") == {*REASONS, "unknown"}
