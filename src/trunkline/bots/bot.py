"""What a bot is: it is shown a view and the legal actions, and chooses one. Nothing leads from either to the game."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from trunkline.rules.actions import ActionList
from trunkline.rules.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that chooses by program. Make one of your own by writing `choose`:

    >>> class Miser(Bot):
    ...     def choose(self, view, actions):
    ...         drawing = [a for a in actions if view.notation(a).startswith("draw ")]
    ...         return drawing[0] if drawing else actions[0]

    A bot has a seed of its own, so that a game of bots can be played again.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, actions: ActionList) -> int:
        """The code of one of `actions`, which can be used like a list and is never empty."""
        raise NotImplementedError
