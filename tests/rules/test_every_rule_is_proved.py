"""Every rule of the help has a test that names it, and every test names a rule that there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trunkline.help import languages, rules_text

TESTS = Path(__file__).parent.parent
MARKS = re.compile(r"mark\.rule\((.*?)\)")
NAMED = re.compile(r'"([A-Z]\d+)"')


def test_every_rule_is_named_by_a_test_of_the_engine() -> None:
    named: set[str] = set()
    for file in TESTS.rglob("test_*.py"):
        # The oracle's own tests prove the oracle.
        if "oracle" not in file.relative_to(TESTS).parts:
            for marks in MARKS.findall(file.read_text(encoding="utf-8")):
                named |= set(NAMED.findall(marks))
    assert set(rules_text()) - named == set()
    assert named - set(rules_text()) == set()


def test_the_chapters_are_whole() -> None:
    rules = list(rules_text())
    assert [rule for rule in rules if rule[0] == "C"] == [f"C{i}" for i in range(1, 21)]
    assert [rule for rule in rules if rule[0] == "U"] == [f"U{i}" for i in range(1, 4)]
    assert [rule for rule in rules if rule[0] == "E"] == [f"E{i}" for i in range(1, 12)]
    assert [rule for rule in rules if rule[0] == "W"] == [f"W{i}" for i in range(1, 16)]
    assert [rule for rule in rules if rule[0] == "G"] == ["G1"]
    assert [rule for rule in rules if rule[0] == "L"] == [f"L{i}" for i in range(1, 29)]
    assert [rule for rule in rules if rule[0] == "V"] == [f"V{i}" for i in range(1, 7)]


@pytest.mark.parametrize("language", [each for each in languages() if each != "en"])
def test_every_language_tells_every_rule_with_the_same_numbers(language: str) -> None:
    english, other = rules_text(), rules_text(language)
    assert list(other) == list(english)
    differing = [rule for rule in english if re.findall(r"\d+", english[rule]) != re.findall(r"\d+", other[rule])]
    assert not differing
