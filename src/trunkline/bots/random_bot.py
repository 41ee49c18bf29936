"""The random bot, the weakest baseline: every legal action is equally likely."""

from __future__ import annotations

from trunkline.bots.bot import Bot
from trunkline.bots.chance import Chance
from trunkline.rules.actions import ActionList
from trunkline.rules.view import View


class RandomBot(Bot):
    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = Chance(seed)

    def choose(self, view: View, actions: ActionList) -> int:
        return actions.codes[self.chance.below(actions.size)]
