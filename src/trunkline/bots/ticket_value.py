"""The expected value of drawing tickets that are not yet seen."""

from __future__ import annotations

from mypy_extensions import i64


def expected_best(worths: list[int], number: i64) -> i64:
    """The expected best value of `number` random draws, plus half of what the other positive ones add."""
    worths.sort(reverse=True)
    left = len(worths)
    total = 0.0
    # The probability that none of the better ones was drawn.
    none_better = 1.0
    extra = 0.0
    for worth in worths:
        here = float(number) / float(left) if left > number else 1.0
        total += none_better * here * worth
        if worth > 0:
            extra += (1.0 - none_better) * here * worth
        none_better *= 1.0 - here
        left -= 1
        if none_better <= 0.0:
            break
    return i64(total + extra / 2.0)
