"""Options of a search: actions that are compared by rollouts on the same deals (paired differences)."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64


class Option:
    """An action, the results of its rollouts, and their differences from the first option on the same deals."""

    def __init__(self, code: i64) -> None:
        self.code: Final[i64] = code
        self.visits = 0
        self.total = 0.0
        self.gain = 0.0
        self.gain_squared = 0.0

    def note(self, worth: float, first: float) -> None:
        self.visits += 1
        self.total += worth
        self.gain += worth - first
        self.gain_squared += (worth - first) * (worth - first)

    def mean(self) -> float:
        return self.total / self.visits if self.visits else -1e9

    def is_surely_better(self, sure: float) -> bool:
        """Whether it beats the first option by `sure` standard errors of the paired differences."""
        if self.visits < 2:
            return False
        mean = self.gain / self.visits
        variance = (self.gain_squared - self.gain * mean) / (self.visits - 1)
        return mean > sure * math.sqrt(variance / self.visits + 1e-9)
