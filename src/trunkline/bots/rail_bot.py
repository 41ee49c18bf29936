"""The base class of bots that know only boards without ships; on the others the greedy bot plays for them."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from trunkline.bots.bot import Bot
from trunkline.bots.power_use import NO_USE, power_to_use
from trunkline.bots.ship_greedy import ShipGreedy
from trunkline.rules.actions import ActionList
from trunkline.rules.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class RailBot(Bot):
    """A bot for boards without ships. It overrides `on_rails`, and need not know ships, ports and pairs."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.ship_greedy = ShipGreedy(seed)

    def choose(self, view: View, actions: ActionList) -> int:
        if view.board.numbers.ships > 0:
            return self.ship_greedy.choose(view, actions)
        use = power_to_use(view, actions)
        if use != NO_USE:
            return use
        return self.on_rails(view, actions)

    def on_rails(self, view: View, actions: ActionList) -> i64:
        """The action on a board without ships."""
        raise NotImplementedError
