"""The sequential test: is a bot's win rate above a bar, or below it? It may be asked after every round.

Each hypothesis is bet against (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting",
2023): one capital cannot grow on average as long as the mean of the rounds is at or below the bar, another as long as
it is at or above. If one ever grows to 40 times its start, its hypothesis is wrong, with a chance of at most 1/40 that
this is an error, however often one looks. Nothing is assumed about the results but that they lie between 0 and 1, so
that pairs of games, ties and line-ups of any kind are the same to it. The bets are a mixture of fixed fractions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log

ERROR = 0.025
"""The chance of an error on each side: 5 % in all."""
BETS = 19
"""How many fixed fractions are bet, evenly between nothing and all."""
STEPS = 400
"""The grid on which an interval is found."""
ABOVE, BELOW, UNDECIDED = "above", "below", "undecided"


class Capital:
    """What betting on results above a mean has made of 1."""

    def __init__(self, mean: float) -> None:
        self.mean = mean
        self.logs = [0.0] * BETS
        self.highest = 0.0
        """The logarithm of the most it ever was."""

    def note(self, result: float) -> None:
        for number in range(BETS):
            share = (number + 1) / (BETS + 1)
            self.logs[number] += log(1 + share * (result - self.mean) / self.mean)
        top = max(self.logs)
        self.highest = max(self.highest, top + log(sum(exp(one - top) for one in self.logs) / BETS))

    def is_won(self) -> bool:
        return self.highest >= -log(ERROR)


class Test:
    """A bar, and the results that are held against it in the order of the rounds."""

    __test__ = False  # for pytest this is no test

    def __init__(self, bar: float) -> None:
        if not 0 < bar < 1:
            raise ValueError("a bar is a share between 0 and 1")
        self.bar = bar
        self.over = Capital(bar)
        self.under = Capital(1 - bar)
        self.verdict = UNDECIDED

    def note(self, result: float) -> str:
        """Take one more round; what is decided now."""
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
    """What the test says, with an interval that holds however the number of rounds came about."""

    bot: str
    bar: float
    verdict: str
    rounds: int
    win_rate: float
    low: float
    high: float


def interval(results: Iterable[float]) -> tuple[float, float]:
    """All means that no test would have found wrong by now.

    >>> interval([1.0] * 20)[0] > 0.5
    True
    """
    rounds = list(results)
    return below(rounds), 1 - below([1 - result for result in rounds])


def below(rounds: list[float]) -> float:
    """A share that the mean is surely not below, found by halving: the higher the mean, the less is won from it."""
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
