"""How long a bot's move takes: long enough to be followed, short enough that nobody waits."""

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
"""The most seconds for any move: with the network, people see it within two."""
FURTHER = (SECOND_PICK, TUNNEL, PAIR)
"""Phases inside a turn, which get a short pause."""
AT_ONCE = (OPENING, SPLITTING)
"""Phases in which all choose at the same time."""
HARD = {"draw": (0.0, 0.3), "claim": (0.3, 0.8), "keep": (0.5, 1.0), "tickets": (0.3, 0.8)}
"""By verb (`tickets` for drawing tickets): the range of how hard the decision looks, 0 to 1."""
USUALLY = (0.2, 0.7)

THOUGHT_OUT = 1.4
"""Seconds within which every bot has answered, however many think at once; the rest is for the network."""
AROUND = 0.03
"""Overhead of a move in seconds, without thinking time."""
LEAST = 0.01


def pause(bot: str, phase: int, action: str) -> float:
    """Seconds that a move should take, thinking included. Follows from public facts only: discloses nothing."""
    plain, hard = entry_of(bot).pace
    if phase in FURTHER:
        return plain / 2
    word = action.removeprefix("draw ") if action == "draw tickets" else action.split()[0]
    least, most = HARD.get(word, USUALLY)
    return min(plain + (hard - plain) * random.uniform(least, most), LONGEST)


def budget(bot: str, together: int, seconds: float) -> float:
    """How long a bot may think: its share of its budget, at most `seconds`; 0 if it answers at once."""
    usual = entry_of(bot).seconds
    return max(LEAST, min(usual / together, seconds)) if usual else 0.0


def fair_time(came: float, waiting: Iterable[float], workers: int, now: float) -> float:
    """How long a request that came at `came` may think, so that all requests behind it are in time too.

    `waiting` is when those came, in the order in which they will be served by so many workers.
    """
    found = came + THOUGHT_OUT - now
    for place, other in enumerate(waiting, 1):
        found = min(found, (other + THOUGHT_OUT - now) / (1 + place / workers))
    return found - AROUND
