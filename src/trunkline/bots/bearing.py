"""Bearings: the numbers that make one captain of another; on boards with ships levels and styles differ in these."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class Bearing:
    """How a captain weighs things; worths are in sixteenths of a point."""

    def __init__(self) -> None:
        self.turn: i64 = 22
        """Of sixteen, what a turn is worth beside what it earns on the board's best routes."""
        self.habit: i64 = 12
        """By so much a route that was planned before is cheaper than others: plans that change waste pieces."""
        self.needed_soon: i64 = 6
        """By so much a card is worth more that the route lacks which lacks the least."""
        self.double: i64 = 26
        self.single: i64 = 13
        """What double and single ships are worth that are needed, where a train is worth sixteen."""
        self.hand_share: i64 = 5
        """Of sixteen, how much a fitting card in hand lowers the price of a route."""
        self.ship_cards: i64 = 11
        """Of sixteen, the cards that a space at sea takes: there are double ships."""
        self.risk: i64 = 10
        """What each route of a plan costs for the chance that it is taken away first."""
        self.port_turns: i64 = 12
        """Half turns that a port takes, with no card for it in hand."""
        self.port_hope: i64 = 90
        """What it is worth that a ticket names a city where a port may be built, when tickets are weighed."""
        self.orders: i64 = 6
        """In how many orders a plan joins its tickets, to keep the best."""
        self.doubt: i64 = 20
        """Of sixteen, how dear the price of a new ticket's way counts against its points."""
        self.ticket_doubt: i64 = 20
        """The same for tickets not yet seen, when it is weighed whether to draw some."""
        self.accept: i64 = 10
        """Of sixteen, how dear the way of a ticket in hand counts against giving it up."""
        self.ticket_turn: i64 = 80
        """What drawing tickets must be expected to earn."""
        self.tickets: i64 = 0
        """Tickets are drawn while fewer than so many are held, and the plan is not waited for."""
        self.late: i64 = 130
        """What each turn costs by which a plan takes longer than the game seems to last."""
        self.wild_spent: i64 = 20
        """What a locomotive costs that is spent on a claim."""
        self.short_card: i64 = 6
        """What a card costs that is spent on a gray route and lacking for another."""
        self.waste: i64 = 6
        """What it costs to lay a double ship on one space."""
        self.full_hand: i64 = 13
        """Cards are gathered before routes are claimed, till so many are in hand."""
        self.urgent: i64 = 120
        """By so much a plan without a route must be worse for it to be claimed at once, where others are near."""
        self.margin: i64 = 4
        """So many turns beyond the claims of the plan must seem to be left for gathering."""
        self.slack: i64 = 2
        """By so many turns a plan may take longer than the game seems to last."""
        self.pace: i64 = 16
        """Of sixteen, the turns that a piece takes to be placed."""
        self.wild: i64 = 20
        """What a locomotive is worth as a card, where one that is needed is worth sixteen."""
        self.card: i64 = 21
        """Of sixteen, the picks that a card of the right colour takes."""
        self.port_wild: i64 = 50
        """What a locomotive is worth while a port is planned: it stands in for any card of it."""
        self.anchor: i64 = 7
        """What a card for a port is worth."""
        self.piece: i64 = 0
        """What a piece on a planned route costs: it might lie on a longer one."""
        self.keeps: i64 = 0
        """For so many turns a plan is kept while it holds; with 0 it is made anew every time."""
        self.block: i64 = 0
        """Of sixteen, how much harm done to others counts as one's own gain."""
        self.spare_trains: i64 = 2
        """Trains taken at the split beyond those planned."""
