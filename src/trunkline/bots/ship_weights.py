"""Weights of the planner on boards with ships: the numbers of its heuristics, in which levels and styles differ."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class ShipWeights:
    """The weights of a planner on boards with ships. Values are in sixteenths of a point."""

    def __init__(self) -> None:
        # Prices of routes, when shortest paths are searched.
        self.turn: i64 = 22
        """Value of a turn, in sixteenths of what a turn earns on the best routes of the board."""
        self.planned: i64 = 12
        """Discount for a route of the previous plan: plans that change waste pieces."""
        self.hand_share: i64 = 5
        """Discount for a fitting card in hand, in sixteenths of a card: other routes may need it too."""
        self.card: i64 = 21
        """Picks for a card of the right colour, in sixteenths."""
        self.ship_cards: i64 = 11
        """Cards for a space at sea, in sixteenths: less than one, because there are double ships."""
        self.piece: i64 = 0
        """Price of each piece on a planned route: it could be on a longer one."""
        self.risk: i64 = 10
        """Extra price of each route, for the risk that another player takes it first."""

        # The value of a plan.
        self.orders: i64 = 6
        """The number of orders in which a plan connects its tickets; the best plan is kept."""
        self.keeps: i64 = 0
        """A plan that is still possible is kept for this number of turns; with 0 a new one is made every turn."""
        self.port_turns: i64 = 12
        """Half turns for a port, with none of its cards in hand."""
        self.port_ticket: i64 = 90
        """Value of a city of a ticket where a port may be built."""
        self.accept: i64 = 10
        """Factor for the price of the path of a ticket in hand, in sixteenths, before it is given up."""
        self.late: i64 = 130
        """Cost of each turn that a plan takes beyond the end of the game."""
        self.slack: i64 = 2
        """A plan may take this number of turns beyond the estimated end of the game."""
        self.pace: i64 = 16
        """Turns that an opponent takes to place a piece, in sixteenths."""

        # Tickets.
        self.price_factor: i64 = 20
        """Factor for the price of the path of an offered ticket, in sixteenths: above 16, for some fail."""
        self.ticket_price: i64 = 20
        """The same for unseen tickets, when the planner decides whether to draw some."""
        self.ticket_turn: i64 = 80
        """Tickets are drawn if they are expected to earn more than this."""
        self.tickets: i64 = 0
        """With fewer tickets than this, more are drawn even before the plan is complete (a style)."""
        self.spare_trains: i64 = 2
        """Trains taken at the split beyond those of the plan."""

        # Claims.
        self.full_hand: i64 = 13
        """The planner collects cards before it claims, until its hand is this large."""
        self.margin: i64 = 4
        """It collects only while this number of turns is left beyond the claims of the plan."""
        self.urgent: i64 = 120
        """A route that opponents are near is claimed at once if the plan without it is worse by this."""
        self.wild_spent: i64 = 20
        """Cost of a locomotive spent on a claim."""
        self.short_card: i64 = 6
        """Cost of a card spent on a gray route that another route needs."""
        self.waste: i64 = 6
        """Cost of a double ship on a single space."""
        self.block: i64 = 0
        """Weight, in sixteenths, of harm done to opponents."""

        # Values of cards to draw: 16 for a train that is certainly needed.
        self.needed_soon: i64 = 6
        """Bonus for a card of the route that is closest to complete."""
        self.double: i64 = 26
        self.single: i64 = 13
        """Double and single ships that are needed."""
        self.wild: i64 = 20
        """A locomotive while cards are missing."""
        self.port_wild: i64 = 50
        """A locomotive while a port is planned: it stands in for any of its cards."""
        self.anchor: i64 = 7
        """A card for a port."""
