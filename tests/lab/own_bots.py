"""Bots for the tests of the arena, each with a fault of its own; worker processes import them as anybody's bots."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from trunkline import Bot
from trunkline.bots.greedy import GreedyBot
from trunkline.rules.actions import ActionList
from trunkline.rules.state import TURN
from trunkline.rules.view import View


class Raising(Bot):
    def choose(self, view: View, actions: ActionList) -> int:
        raise KeyError("no idea")


class Lying(Bot):
    """Writes its wish into the list that it was shown, and answers with it."""

    def choose(self, view: View, actions: ActionList) -> int:
        actions.add(1 << 40)
        return 1 << 40


class Clocked(Bot):
    """Takes a budget of time."""

    seconds = 0.5

    def choose(self, view: View, actions: ActionList) -> int:
        return actions[0]


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


class Leaving(Bot):
    def choose(self, view: View, actions: ActionList) -> int:
        sys.exit("enough")


class Absent(Bot):
    def __init__(self, seed: int = 0) -> None:
        sys.exit()


class Dumb(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


class Wordless(Bot):
    """Its answers and its errors cannot be put into words."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked = 0

    def choose(self, view: View, actions: ActionList) -> int:
        self.asked += 1
        if self.asked == 1:
            return 10**5000
        if self.asked == 2:
            return Dumb()  # type: ignore[return-value]
        raise Dumb


class Once:
    """A number that can be read once."""

    def __init__(self, number: int) -> None:
        self.numbers = [number]

    def __index__(self) -> int:
        return self.numbers.pop()


class Garbled(Bot):
    """Raises what no file can hold at first; then its answers are right, but can be read only once."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked = 0

    def choose(self, view: View, actions: ActionList) -> int:
        self.asked += 1
        if self.asked == 1:
            raise ValueError("half a letter: \ud800")
        return Once(actions[0])  # type: ignore[return-value]


class Scribbling(Bot):
    """Writes into the board that it is shown."""

    def choose(self, view: View, actions: ActionList) -> int:
        for route in range(len(view.board.length)):
            view.board.length[route] = 1
        view.board.route_names.clear()
        return actions[0]


class Tardy(Bot):
    """Answers, but late."""

    def choose(self, view: View, actions: ActionList) -> int:
        time.sleep(0.06)
        return actions[0]


class Stumbling(Bot):
    """Thinks aloud, fails three times, and is good from then on."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.asked = 0
        self.mind = GreedyBot(seed)

    def choose(self, view: View, actions: ActionList) -> int:
        self.asked += 1
        print("what now?")
        if self.asked <= 3:
            raise IndexError("not yet")
        return self.mind.choose(view, actions)


class Falling(Bot):
    """Ends its process once in the middle of a game of two."""

    def choose(self, view: View, actions: ActionList) -> int:
        if view.turn in (20, 21) and view.phase == TURN:
            os._exit(7)
        return actions[0]


class Pondering(Bot):
    """Says by a file that it thinks, and does so for a while; once is enough."""

    def choose(self, view: View, actions: ActionList) -> int:
        flag = Path(os.environ["PONDERING"])
        if view.turn == 4 and not flag.exists():
            flag.touch()
            time.sleep(0.4)
        return actions[0]
