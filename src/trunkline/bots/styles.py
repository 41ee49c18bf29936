"""Levels below the planner and styles beside it: the same mind with other tempers, so that each can be told apart."""

from __future__ import annotations

from trunkline.bots.planner import PlannerBot


class BeginnerBot(PlannerBot):
    """Level 1: joins its tickets one by one, forgets itself now and then, and looks at nobody else."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        temper = self.temper
        temper.orders = 1
        temper.urgency = 0
        temper.block = 0
        temper.touch = 0
        temper.targets = 1
        temper.mistakes = 60


class TravellerBot(PlannerBot):
    """Level 2: plays to a plan with few slips, and does not look at the others."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        temper = self.temper
        temper.orders = 1
        temper.urgency = 0
        temper.block = 0
        temper.mistakes = 20


class CollectorBot(PlannerBot):
    """Style: draws tickets whenever one might fit its network."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.temper.ticket_turn = -60
        self.temper.ticket_doubt = 16


class HoarderBot(PlannerBot):
    """Style: wants the long routes, takes detours for them and few tickets."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.temper.long_route = 30
        self.temper.ticket_turn = 160


class BlockerBot(PlannerBot):
    """Style: stands in the way wherever it hurts."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.temper.block = 48
