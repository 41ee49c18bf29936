"""The base class of bots: a bot gets a view and the legal actions, and chooses one. It has no access to the game."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from trunkline.rules.actions import ActionList
from trunkline.rules.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program. Write your own by overriding `choose`:

    >>> class Miser(Bot):
    ...     def choose(self, view, actions):
    ...         drawing = [a for a in actions if view.notation(a).startswith("draw ")]
    ...         return drawing[0] if drawing else actions[0]

    Every bot has its own seed, so that a game of bots can be repeated.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, actions: ActionList) -> int:
        """Return the code of one of `actions`, which behaves like a list and is never empty."""
        raise NotImplementedError
