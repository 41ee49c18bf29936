"""What searching bots share: a budget of time or play-outs, keys for sampled games, and what an end is worth."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from trunkline.bots.bot import Bot
from trunkline.bots.chance import Chance
from trunkline.rules.actions import ActionList
from trunkline.rules.scoring import score_sheets, winners
from trunkline.rules.state import State
from trunkline.rules.view import View

SECONDS: Final = 0.8
"""How long a searching bot thinks about a move unless it is told otherwise."""
LEAST_PLAYOUTS: Final = 8
"""So many play-outs are made however short the time."""

CUT: Final = 60
"""A lead beyond so many points counts no more."""
WIN: Final = 25
"""What winning is worth beside the points of the lead."""


class SearchBot(Bot):
    """A bot that plays games out in its head. With `playouts` it counts them and its answers repeat; else it has time.

    What it cannot see it deals anew from its own chance for every play-out: it knows no more than its view (C15).
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.seconds = SECONDS
        self.playouts = 0
        """How many play-outs a move, or 0 for as many as there is time for."""
        self.done: i64 = 0
        """Play-outs made for the last move."""
        self.chance = Chance(seed)
        self.end = 0.0

    def begin(self) -> None:
        """Start the clock for a move."""
        self.done = 0
        self.end = time.perf_counter() + self.seconds

    def has_time(self) -> bool:
        """Whether another play-out may be made."""
        if self.playouts > 0:
            return self.done < self.playouts
        return self.done < LEAST_PLAYOUTS or time.perf_counter() < self.end

    def share(self) -> float:
        """How much of the budget is used, from 0 to 1."""
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
        self.begin()
        return self.search(view, actions)

    def search(self, view: View, actions: ActionList) -> i64:
        """The action found best within the budget."""
        raise NotImplementedError


def results(state: State) -> list[float]:
    """What the end of a game is worth to each seat: its lead over the best of the others, cut off, and the win."""
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
