"""The sequential test is right as often as it says, however often one looks, and it decides."""

from __future__ import annotations

import random

import pytest

from tools import size
from trunkline.lab.arena.sequential_test import ABOVE, BELOW, UNDECIDED, Test, interval


def pairs(rate: float, rounds: int, seed: int) -> list[float]:
    """Results of pairs of independent games."""
    dice = random.Random(seed)
    return [((dice.random() < rate) + (dice.random() < rate)) / 2 for _ in range(rounds)]


@pytest.mark.parametrize("bar", [0.25, 0.62, 0.9])
def test_it_errs_rarely_exactly_at_the_bar(bar: float) -> None:
    matches = size(150, 1500)
    wrong = 0
    for seed in range(matches):
        test = Test(bar)
        wrong += any(test.note(result) != UNDECIDED for result in pairs(bar, 200, seed))
    assert wrong <= 0.05 * matches + 5


@pytest.mark.parametrize(("rate", "bar", "verdict"), [(0.75, 0.62, ABOVE), (0.5, 0.62, BELOW), (0.97, 0.9, ABOVE)])
def test_it_decides_what_is_clear(rate: float, bar: float, verdict: str) -> None:
    decided = 0
    for seed in range(20):
        test = Test(bar)
        for result in pairs(rate, 400, seed):
            test.note(result)
        decided += test.verdict == verdict
    assert decided >= 19


def test_the_interval_agrees_with_the_test() -> None:
    results = pairs(0.7, 120, 1)
    low, high = interval(results)
    assert 0 < low < sum(results) / len(results) < high < 1
    for bar, verdict in ((low - 0.01, ABOVE), (high + 0.01, BELOW), ((low + high) / 2, UNDECIDED)):
        test = Test(bar)
        for result in results:
            test.note(result)
        assert test.verdict == verdict


def test_nothing_known_is_everything_possible() -> None:
    assert interval([]) == (0.0, 1.0)
    with pytest.raises(ValueError, match="share"):
        Test(1.0)
