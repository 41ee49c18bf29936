"""The pace of bots among people: a move is never seen at once, and never so late that somebody waits for it."""

from __future__ import annotations

import random
from collections.abc import Iterable

from trunkline.bots.registry import entry_of
from trunkline.rules.cards import SECOND_PICK
from trunkline.rules.pairs import PAIR
from trunkline.rules.pieces import SPLITTING
from trunkline.rules.state import OPENING
from trunkline.rules.tunnels import TUNNEL

LONGEST = 1.8
"""Seconds for any move: with the way to the page nobody waits two for a bot."""
FURTHER = (SECOND_PICK, TUNNEL, PAIR)
"""Phases in which a turn that began goes on: that needs no new thought."""
AT_ONCE = (OPENING, SPLITTING)
"""Phases in which all choose at the same time."""
HARD = {"draw": (0.0, 0.3), "claim": (0.3, 0.8), "keep": (0.5, 1.0), "tickets": (0.3, 0.8)}
"""By the first word of an action, or the last if tickets are drawn: how hard it looks at least and at most, 0 to 1."""
USUALLY = (0.2, 0.7)

THOUGHT_OUT = 1.4
"""Seconds after which any bot that was asked has answered, however many others are asked; the rest is for the way."""
AROUND = 0.03
"""Seconds that a move takes beside the time that is given to think."""
LEAST = 0.01


def pause(bot: str, phase: int, action: str) -> float:
    """How long a move should seem to take, thinking included: by nothing hidden, so that it tells nothing."""
    plain, hard = entry_of(bot).pace
    if phase in FURTHER:
        return plain / 2
    word = action.removeprefix("draw ") if action == "draw tickets" else action.split()[0]
    least, most = HARD.get(word, USUALLY)
    return min(plain + (hard - plain) * random.uniform(least, most), LONGEST)


def budget(bot: str, together: int, seconds: float) -> float:
    """How long a bot may think: its share of its own time, but no more than there is; 0 if it answers at once."""
    usual = entry_of(bot).seconds
    return max(LEAST, min(usual / together, seconds)) if usual else 0.0


def fair_time(came: float, waiting: Iterable[float], workers: int, now: float) -> float:
    """How long one that came then may think now, so that all who wait behind it are in time too.

    `waiting` is when those came, in the order in which they will be served by so many workers.
    """
    found = came + THOUGHT_OUT - now
    for place, other in enumerate(waiting, 1):
        found = min(found, (other + THOUGHT_OUT - now) / (1 + place / workers))
    return found - AROUND
