"""Levels below the planner, and styles: planners with other weights."""

from __future__ import annotations

from trunkline.bots.planner import PlannerBot


class BeginnerBot(PlannerBot):
    """Level 1: connects its tickets one by one, makes mistakes, and ignores the other players."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for weights in (self.weights, self.company_weights):
            weights.full_hand = 0
            weights.orders = 1
            weights.urgency = 0
            weights.block = 0
            weights.adjacent = 0
            weights.targets = 1
            weights.mistakes = 40
        self.ship_weights.orders = 1
        self.ship_weights.full_hand = 0
        # It underestimates the cost of ports.
        self.ship_weights.port_turns = 6
        self.ship_weights.anchor = 0


class TravellerBot(PlannerBot):
    """Level 2: follows a plan with few mistakes, claims as soon as it can, and ignores the other players."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for weights in (self.weights, self.company_weights):
            weights.full_hand = 0
            weights.orders = 1
            weights.urgency = 0
            weights.block = 0
            weights.mistakes = 10
        self.ship_weights.orders = 1
        self.ship_weights.full_hand = 0
        # It underestimates the cost of ports.
        self.ship_weights.port_turns = 6


class CollectorBot(PlannerBot):
    """Style: draws tickets whenever one may fit its network."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for weights in (self.weights, self.company_weights):
            weights.tickets = 5
            weights.ticket_turn = -60
            weights.ticket_price = 12
        self.ship_weights.tickets = 5
        self.ship_weights.ticket_turn = -60
        self.ship_weights.ticket_price = 12


class HoarderBot(PlannerBot):
    """Style: prefers long routes, takes detours for them, and draws few tickets."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for weights in (self.weights, self.company_weights):
            weights.long_route = 24
            weights.short_route = 60
            weights.ticket_turn = 400
            weights.ticket_price = 32
        self.ship_weights.ticket_turn = 400
        self.ship_weights.card = 12
        self.ship_weights.piece = -20


class BlockerBot(PlannerBot):
    """Style: claims routes that opponents need."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        for weights in (self.weights, self.company_weights):
            weights.block = 96
            weights.block_cost = 3
        self.ship_weights.block = 200
