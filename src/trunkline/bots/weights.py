"""Weights of the planner: the numbers of its heuristics. Levels and styles of bots differ only in these."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

POINT: Final = 16
"""Values are counted in sixteenths of a point."""
DOLLAR: Final = 23
"""The value of a dollar on boards with companies. A turn earns about 1.7 dollars there and 2.5 points on the others, so
most weights fit both.
"""
CARD: Final = 26
"""The value of a card that a claim gives: a bit more than half a turn."""


@final
class Weights:
    """The weights of a planner. Values are in sixteenths of a point; the defaults are those of the planner itself."""

    def __init__(self) -> None:
        # Prices of routes, when shortest paths are searched.
        self.turn: i64 = 40
        """Value of a turn: what it would earn if it were spent on something else."""
        self.hand_share: i64 = 7
        """Discount for a fitting card in hand, in sixteenths of the price of a card: other routes may need it too."""
        self.points_share: i64 = 9
        """Share of the points of a route, in sixteenths, that is subtracted from its price."""
        self.share_step: i64 = 3
        """Alternative plans use a share of the points that is larger or smaller by this."""
        self.symbol: i64 = 40
        """Extra price of a locomotive symbol of a ferry."""
        self.tunnel: i64 = 26
        """Extra price of a tunnel, for its risk."""
        self.risk: i64 = 8
        """Extra price of each route, for the risk that another player takes it first."""
        self.station: i64 = 130
        """Price of borrowing a route: a turn, cards, and the points of a station kept."""
        self.short_route: i64 = 0
        """Extra price of a route for each space that it has less than four (a style)."""
        self.long_route: i64 = 0
        """Discount of a route for each space beyond three (a style)."""

        # The value of a plan.
        self.orders: i64 = 3
        """The number of orders in which a plan connects its tickets; the best plan is kept."""
        self.card_turns: i64 = 9
        """Turns for each missing card, in sixteenths."""
        self.colour_turns: i64 = 4
        """Additional turns for each missing card of the colour that is missing most, in sixteenths."""
        self.late: i64 = 60
        """Cost of each turn that a plan takes beyond the end of the game."""
        self.turn_risk: i64 = 4
        """Cost of each turn of a plan for what may go wrong, when tickets are chosen."""

        # Tickets.
        self.ticket_turn: i64 = 150
        """Tickets are drawn if they are expected to earn more than this."""
        self.ticket_price: i64 = 24
        """Factor for the price of the path of a new ticket, in sixteenths: above 16, for new tickets often fail."""
        self.tickets: i64 = 0
        """With fewer tickets than this, more are drawn even before the plan is complete (a style)."""
        self.ticket_wait: i64 = 4
        """Tickets are drawn once the missing cards of the plan take at most this time, in sixteenths of a turn."""
        self.trains_for_tickets: i64 = 10
        self.turns_for_tickets: i64 = 6
        """Tickets are drawn only with at least this number of trains, and of turns to come."""

        # Claims.
        self.locomotive: i64 = 14
        """Cost of a locomotive spent on a claim."""
        self.needed_card: i64 = 24
        """Cost of a spent card that another planned route needs."""
        self.urgency: i64 = 16
        """Weight, in sixteenths, of the risk of losing a planned route."""
        self.claim: i64 = 40
        """Value of claiming a planned route now rather than later."""
        self.full_hand: i64 = 40
        self.claim_time: i64 = 12
        self.thin_deck: i64 = 12
        """The planner collects cards before it claims, until its hand is this large, about this number of turns is
        left, or this number of cards can be drawn. Cards fit many plans, and opponents lack the cards that it holds.
        """
        self.urgent: i64 = 40
        """A route with this urgency is claimed at once."""
        self.block: i64 = 8
        """Weight, in sixteenths, of harm done to opponents."""
        self.block_cost: i64 = 16
        """Weight, in sixteenths, of the turn and the trains that a block costs."""

        # Routes outside the plan.
        self.train: i64 = 28
        """A route outside the plan must earn this for each space, for its train and its card."""
        self.spare_turns: i64 = 10
        """With fewer spare turns than this it may earn proportionally less."""
        self.slack: i64 = 5
        """The plan must have this number of spare turns before other routes are claimed."""
        self.targets: i64 = 3
        """The number of routes outside the plan that are considered at once."""
        self.adjacent: i64 = 32
        """Bonus for a route that touches the own network: the longest path may grow."""

        # Values of cards to draw: 16 for one that is certainly needed.
        self.needed: i64 = 16
        self.needed_soon: i64 = 22
        """The last card that a wanted route lacks."""
        self.extra: i64 = 10
        """A card for a route outside the plan."""
        self.wild: i64 = 16
        self.idle_wild: i64 = 9
        """A locomotive while no card is missing."""
        self.useless: i64 = 3

        self.mistakes: i64 = 0
        """How often a move is made at random, of 256."""


def card_value(weights: Weights) -> i64:
    """The value of a card: half a turn, because a turn draws two."""
    return weights.turn // 2


def company_weights() -> Weights:
    """The planner's weights on boards with companies, where games are short and each train left over costs money.

    It collects only nine cards before it claims. Turns and missing cards count more, and it claims routes outside its
    plan with fewer spare turns. Most routes have another lane or a detour, so no risk of losing one is counted. Nothing
    is paid for a long path, so a route need not touch the own network.
    """
    weights = Weights()
    weights.full_hand = 9
    weights.claim_time = 8
    weights.turn = 44
    weights.card_turns = 10
    weights.risk = 0
    weights.slack = 3
    weights.train = 0
    weights.adjacent = 0
    return weights


def rollout_weights(companies: bool = False) -> Weights:
    """The weights of rollouts: plans in one order only, no blocks, no tickets drawn. This makes them fast."""
    weights = company_weights() if companies else Weights()
    weights.orders = 1
    weights.trains_for_tickets = 99
    weights.targets = 2
    weights.block = 0
    return weights


def portfolio(companies: bool = False) -> list[Weights]:
    """The strategies that the expert compares: the usual one, claim at once, collect less, prefer long routes, prefer
    cheap routes. Each is good enough to play a whole game.
    """
    usual = rollout_weights(companies)
    eager = rollout_weights(companies)
    eager.full_hand = 0
    early = rollout_weights(companies)
    early.full_hand = 24
    long_routes = rollout_weights(companies)
    long_routes.points_share = 13
    cheap_routes = rollout_weights(companies)
    cheap_routes.turn = 30
    return [usual, eager, early, long_routes, cheap_routes]


def one_turn_weights(companies: bool = False) -> list[Weights]:
    """Strategies for one turn, after which the usual one continues: collect once more, draw tickets."""
    patient = rollout_weights(companies)
    patient.claim_time = 6
    patient.full_hand = 60
    collecting = rollout_weights(companies)
    collecting.ticket_wait = 48
    collecting.trains_for_tickets = 6
    collecting.turns_for_tickets = 4
    return [patient, collecting]
