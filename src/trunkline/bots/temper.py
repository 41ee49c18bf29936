"""Tempers: the numbers that make one player of another. Levels and styles differ in these alone."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

POINT: Final = 16
"""Worths are counted in sixteenths of a point."""
DOLLAR: Final = 23
"""The worth of a dollar on boards with companies: a turn earns about 1.7 dollars there and 2.5 points on the others, so
most numbers of a temper fit both.
"""
CARD: Final = 26
"""The worth of a card that a claim gives: a bit more than half a turn."""


@final
class Temper:
    """How a planner weighs things. Worths are in sixteenths of a point; a fresh one is the planner's own."""

    def __init__(self) -> None:
        self.turn: i64 = 40
        """What a turn is worth: what it would earn if it were spent on something else."""
        self.hand_share: i64 = 7
        """Of sixteen, how much a fitting card in hand lowers the price of a route: cards may be needed elsewhere."""
        self.fondness: i64 = 9
        """Of sixteen, how much of a route's points speak for it when ways are looked for."""
        self.fancy: i64 = 3
        """By so much it is more or less in ways that are tried beside."""
        self.pace: i64 = 9
        """Sixteenths of a turn that a lacking card takes."""
        self.spread: i64 = 4
        """Sixteenths of a turn more for each card of the colour that is lacking most."""
        self.late: i64 = 60
        """What each turn costs that a plan takes beyond the time there is."""
        self.doubt: i64 = 4
        """What each turn of a plan costs for what may go wrong, when tickets are chosen."""
        self.symbol: i64 = 40
        """What a locomotive symbol of a ferry costs beyond an ordinary space."""
        self.tunnel: i64 = 26
        """What the risk of a tunnel costs."""
        self.risk: i64 = 8
        """What each route of a plan costs for the chance that it is taken away first."""
        self.station: i64 = 130
        """What borrowing a route costs: a turn, cards, and the points of a station kept."""
        self.orders: i64 = 3
        """In how many orders a plan joins its tickets, to keep the best."""
        self.ticket_turn: i64 = 150
        """What drawing tickets must be expected to earn."""
        self.ticket_doubt: i64 = 24
        """Of sixteen and more, how dear the price of a new ticket's path counts against its points."""
        self.tickets: i64 = 0
        """Tickets are drawn while fewer than so many are held, and the plan is not waited for."""
        self.short_route: i64 = 0
        """What each space that a route has less than four costs the player, whatever it scores."""
        self.long_route: i64 = 0
        """What each space beyond three of a route is worth to the player, whatever it scores."""
        self.locomotive: i64 = 14
        """What a locomotive spent on a claim is worth."""
        self.needed_card: i64 = 24
        """What a card spent is worth that another planned route needs."""
        self.urgency: i64 = 16
        """Of sixteen, how much the danger of losing a planned route hastens its claim."""
        self.block: i64 = 8
        """Of sixteen, how much harm done to others counts as one's own gain."""
        self.claim: i64 = 40
        """What it is worth to have a route claimed now rather than later."""
        self.train: i64 = 28
        """What a space of a route for points must earn, for its train and its card; less when turns run short."""
        self.plenty: i64 = 10
        """With so many turns to spare it must earn all of that."""
        self.slack: i64 = 5
        """So many turns a plan must have to spare before routes are claimed for points."""
        self.full_hand: i64 = 40
        self.claim_time: i64 = 12
        self.thin_deck: i64 = 12
        """Cards are gathered before routes are claimed, till so many are in hand, or about so many turns are left, or
        so few cards to draw: cards fit many plans, and what one player holds the others lack.
        """
        self.hurry: i64 = 40
        """From this urgency on a route is claimed all the same."""
        self.ticket_wait: i64 = 4
        """Tickets are asked for when the cards that the plan lacks take no longer, in sixteenths of a turn."""
        self.targets: i64 = 3
        """How many routes for points are in view at once."""
        self.trains_for_tickets: i64 = 10
        self.turns_for_tickets: i64 = 6
        """Tickets are drawn only with so many trains, and about so many turns to come."""
        # What a card is worth, in sixteenths of one that is needed for certain.
        self.needed: i64 = 16
        self.needed_soon: i64 = 22
        """It is the last card that a wanted route lacks."""
        self.further: i64 = 10
        """A route for points lacks it."""
        self.wild: i64 = 16
        self.idle_wild: i64 = 9
        self.useless: i64 = 3
        self.block_cost: i64 = 16
        """Of sixteen, how much the turn and the trains of a block count against it."""
        self.touch: i64 = 32
        """What it is worth that a further route touches one's own network: the longest path may grow."""
        self.mistakes: i64 = 0
        """Of 256, how often a turn is spent at random."""


def company_temper() -> Temper:
    """The planner's temper on boards with companies. Games there are short, and a train that is not placed costs money.

    It gathers nine cards before it claims, hurries more (turns and lacking cards count more), gives tickets up sooner
    when time runs out, and claims routes outside its plan with less time to spare. Most routes have another lane or a
    way round, so no risk is counted for losing one. Nothing is paid for a long path, so a route need not touch others.
    """
    temper = Temper()
    temper.full_hand = 9
    temper.claim_time = 8
    temper.turn = 44
    temper.pace = 10
    temper.late = 100
    temper.risk = 0
    temper.slack = 3
    temper.train = 0
    temper.touch = 0
    return temper


def light_temper(companies: bool = False) -> Temper:
    """For play-outs: a plan is made in one order only, nobody is blocked, and no tickets are drawn, for a light mind
    does not weigh them.
    """
    temper = company_temper() if companies else Temper()
    temper.orders = 1
    temper.trains_for_tickets = 99
    temper.targets = 2
    temper.block = 0
    return temper


def portfolio(companies: bool = False) -> list[Temper]:
    """Ways to play that the expert tries beside its own: as usual, claiming at once, gathering less, by long routes, by
    cheap ones. All of them are good enough to play whole games.
    """
    usual = light_temper(companies)
    eager = light_temper(companies)
    eager.full_hand = 0
    early = light_temper(companies)
    early.full_hand = 24
    fond = light_temper(companies)
    fond.fondness = 13
    thrifty = light_temper(companies)
    thrifty.turn = 30
    return [usual, eager, early, fond, thrifty]


def moods(companies: bool = False) -> list[Temper]:
    """Tempers for one turn only, to go on as usual: to gather once more, to draw tickets."""
    patient = light_temper(companies)
    patient.claim_time = 6
    patient.full_hand = 60
    collecting = light_temper(companies)
    collecting.ticket_wait = 48
    collecting.trains_for_tickets = 6
    collecting.turns_for_tickets = 4
    return [patient, collecting]
