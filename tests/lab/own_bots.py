"""Bots for the tests of the arena, each with a fault of its own; worker processes import them as anybody's bots."""

from __future__ import annotations

import os
import time

from trunkline import Bot
from trunkline.rules.actions import ActionList
from trunkline.rules.view import View


class Raising(Bot):
    def choose(self, view: View, actions: ActionList) -> int:
        raise KeyError("no idea")


class Lying(Bot):
    """Writes its wish into the list that it was shown, and answers with it."""

    def choose(self, view: View, actions: ActionList) -> int:
        actions.add(1 << 40)
        return 1 << 40


class Wordy(Bot):
    def choose(self, view: View, actions: ActionList) -> int:
        return "draw deck"  # type: ignore[return-value]


class Late(Bot):
    """Is right at first, then stalls inside one call of compiled code, where no exception can reach it."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)

    def choose(self, view: View, actions: ActionList) -> int:
        if view.turn >= 6:
            sum(range(1 << 40))
        return actions[0]


class Sleeping(Bot):
    def choose(self, view: View, actions: ActionList) -> int:
        if view.turn == 4:
            time.sleep(1000)
        return actions[0]


class Ending(Bot):
    def choose(self, view: View, actions: ActionList) -> int:
        if view.turn == 3:
            os._exit(7)
        return actions[0]


class Unmade(Bot):
    def __init__(self, seed: int = 0) -> None:
        raise RuntimeError("no weights")


class Steady(Bot):
    """Nothing wrong: takes the last action, slowly enough to be interrupted."""

    def choose(self, view: View, actions: ActionList) -> int:
        time.sleep(0.001)
        return actions[len(actions) - 1]
