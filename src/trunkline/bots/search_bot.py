"""The base class of searching bots: a budget of time or rollouts, keys for sampled games, and the value of an end."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from trunkline.bots.bot import Bot
from trunkline.bots.chance import Chance
from trunkline.bots.power_use import NO_USE, power_to_use
from trunkline.rules.actions import ActionList
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.state import State
from trunkline.rules.view import View

SECONDS: Final = 0.8
"""The default time budget for a move."""
LEAST_PLAYOUTS: Final = 8
"""The minimum number of rollouts, even if the time is over."""

CUT: Final = 60
"""A lead of more points than this counts as this."""
WIN: Final = 25
"""The value of winning, in addition to the points of the lead."""


class SearchBot(Bot):
    """A bot that searches by rollouts. With `playouts` it counts them, so its choices repeat; otherwise it uses time.

    For every rollout it deals what it cannot see at random (determinization): it knows only its view (C15).
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.seconds = SECONDS
        self.playouts = 0
        """The number of rollouts for a move; 0 for as many as there is time for."""
        self.done: i64 = 0
        """Rollouts made for the last move."""
        self.chance = Chance(seed)
        self.end = 0.0

    def begin(self) -> None:
        """Start the clock for a move."""
        self.done = 0
        self.end = time.perf_counter() + self.seconds

    def has_time(self) -> bool:
        """Whether the budget allows another rollout."""
        if self.playouts > 0:
            return self.done < self.playouts
        return self.done < LEAST_PLAYOUTS or time.perf_counter() < self.end

    def share(self) -> float:
        """The used share of the budget, from 0 to 1."""
        if self.playouts > 0:
            return float(self.done) / float(self.playouts)
        return 1.0 - (self.end - time.perf_counter()) / self.seconds

    def new_key(self) -> bytes:
        """A key for a sampled game."""
        words = [int(self.chance.word()) for _ in range(8)]
        return b"".join([word.to_bytes(4, "little") for word in words])

    def choose(self, view: View, actions: ActionList) -> int:
        if actions.size == 1:
            return actions.codes[0]
        use = power_to_use(view, actions)
        if use != NO_USE:
            return use
        self.begin()
        return self.search(view, actions)

    def search(self, view: View, actions: ActionList) -> i64:
        """Return the best action found within the budget."""
        raise NotImplementedError


def results(state: State) -> list[float]:
    """The value of a finished game for each seat: its lead over the best opponent, limited, and a bonus for the win."""
    sheets = score_sheets(state)
    won = winners(state, sheets)
    found: list[float] = []
    for seat in range(len(sheets)):
        best: i64 = -(1 << 20)
        for other in range(len(sheets)):
            if other != seat and sheets[other].total > best:
                best = sheets[other].total
        lead = sheets[seat].total - best
        if lead > CUT:
            lead = CUT
        if lead < -CUT:
            lead = -CUT
        worth = float(lead)
        if seat in won:
            worth += WIN / float(len(won))
        found.append(worth)
    return found
