"""Levels below the planner and styles beside it: the same mind with other tempers, so that each can be told apart."""

from __future__ import annotations

from trunkline.bots.planner import PlannerBot


class BeginnerBot(PlannerBot):
    """Level 1: joins its tickets one by one, forgets itself now and then, and looks at nobody else."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for temper in (self.temper, self.company_temper):
            temper.full_hand = 0
            temper.orders = 1
            temper.urgency = 0
            temper.block = 0
            temper.touch = 0
            temper.targets = 1
            temper.mistakes = 40
        self.bearing.orders = 1
        self.bearing.full_hand = 0
        # It takes ports for cheaper than they are.
        self.bearing.port_turns = 6
        self.bearing.anchor = 0


class TravellerBot(PlannerBot):
    """Level 2: plays to a plan with few slips, claims as soon as it can, and does not look at the others."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for temper in (self.temper, self.company_temper):
            temper.full_hand = 0
            temper.orders = 1
            temper.urgency = 0
            temper.block = 0
            temper.mistakes = 10
        self.bearing.orders = 1
        self.bearing.full_hand = 0
        # It takes ports for cheaper than they are.
        self.bearing.port_turns = 6


class CollectorBot(PlannerBot):
    """Style: draws tickets whenever one might fit its network."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for temper in (self.temper, self.company_temper):
            temper.tickets = 5
            temper.ticket_turn = -60
            temper.ticket_doubt = 12
        self.bearing.tickets = 5
        self.bearing.ticket_turn = -60
        self.bearing.ticket_doubt = 12


class HoarderBot(PlannerBot):
    """Style: wants the long routes, takes detours for them and few tickets."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for temper in (self.temper, self.company_temper):
            temper.long_route = 24
            temper.short_route = 60
            temper.ticket_turn = 400
            temper.ticket_doubt = 32
        self.bearing.ticket_turn = 400
        self.bearing.card = 12
        self.bearing.piece = -20


class BlockerBot(PlannerBot):
    """Style: stands in the way wherever it hurts."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for temper in (self.temper, self.company_temper):
            temper.block = 96
            temper.block_cost = 3
        self.bearing.block = 200
