"""The sequential test: is a bot's win rate above a bar, or below it? It may be asked after every round.

It is a test by betting (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", 2023). Two
capitals are bet on the results of the rounds. One cannot grow in expectation if the mean is at or below the bar, the
other if it is at or above. If a capital ever reaches 40 times its start, its hypothesis is rejected; the probability of
an error is at most 1/40, at any stopping time. The only assumption is that results are between 0 and 1, so pairs of
games, ties and all line-ups are allowed. The bets are a mixture of fixed fractions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log

ERROR = 0.025
"""The probability of an error on each side: 5 % in total."""
BETS = 19
"""The number of fixed fractions that are bet, evenly between 0 and 1."""
STEPS = 400
"""The grid on which an interval is found."""
ABOVE, BELOW, UNDECIDED = "above", "below", "undecided"


class Capital:
    """The capital from betting on results above a mean, starting with 1."""

    def __init__(self, mean: float) -> None:
        self.mean = mean
        self.logs = [0.0] * BETS
        self.highest = 0.0
        """The logarithm of its maximum so far."""

    def note(self, result: float) -> None:
        for number in range(BETS):
            share = (number + 1) / (BETS + 1)
            self.logs[number] += log(1 + share * (result - self.mean) / self.mean)
        top = max(self.logs)
        self.highest = max(self.highest, top + log(sum(exp(one - top) for one in self.logs) / BETS))

    def is_won(self) -> bool:
        return self.highest >= -log(ERROR)


class Test:
    """A bar, and the results that are compared with it in the order of the rounds."""

    __test__ = False  # tells pytest that this class is not a test

    def __init__(self, bar: float) -> None:
        if not 0 < bar < 1:
            raise ValueError("a bar is a share between 0 and 1")
        self.bar = bar
        self.over = Capital(bar)
        self.under = Capital(1 - bar)
        self.verdict = UNDECIDED

    def note(self, result: float) -> str:
        """Add a round; return the verdict so far."""
        if self.verdict == UNDECIDED:
            self.over.note(result)
            self.under.note(1 - result)
            if self.over.is_won():
                self.verdict = ABOVE
            elif self.under.is_won():
                self.verdict = BELOW
        return self.verdict


@dataclass(frozen=True)
class Verdict:
    """The verdict with a confidence interval that is valid at any stopping time."""

    bot: str
    bar: float
    verdict: str
    rounds: int
    win_rate: float
    low: float
    high: float


def interval(results: Iterable[float]) -> tuple[float, float]:
    """All means that no test has rejected so far.

    >>> interval([1.0] * 20)[0] > 0.5
    True
    """
    rounds = list(results)
    return below(rounds), 1 - below([1 - result for result in rounds])


def below(rounds: list[float]) -> float:
    """A lower confidence bound of the mean, by bisection: the capital decreases with the mean that is tested."""
    wrong, right = 0, STEPS
    while right - wrong > 1:
        middle = (wrong + right) // 2
        capital = Capital(middle / STEPS)
        for result in rounds:
            capital.note(result)
        if capital.is_won():
            wrong = middle
        else:
            right = middle
    return wrong / STEPS
