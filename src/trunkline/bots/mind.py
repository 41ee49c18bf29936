"""The mind of a player: from what a seat sees to its action, with a plan kept from turn to turn while it holds."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.needs import NOTHING, TUNNEL_RESERVE, Needs
from trunkline.bots.outlook import Outlook
from trunkline.bots.survey import CLOSED, Plan, Survey
from trunkline.bots.temper import POINT, Temper
from trunkline.rules.actions import DRAW_ROW, DRAW_TICKETS, KEEP, PASS, WITHDRAW, encode
from trunkline.rules.board import GRAY, Board
from trunkline.rules.state import HOLE, NOBODY, SECOND_PICK, TUNNEL, TURN
from trunkline.rules.tickets import bits

WORST: Final = -(1 << 40)
TRAINS_FOR_TICKETS: Final = 16
TURNS_FOR_TICKETS: Final = 8
"""New tickets are drawn only with so many trains, and about so many turns to come."""


class Mind:
    """Plans and decides for one seat: light enough for play-outs, and the base of the planner."""

    def __init__(self, board: Board, temper: Temper) -> None:
        self.board: Final = board
        self.temper: Final = temper
        self.survey = Survey(board, temper)
        self.needs = Needs(board, temper)
        self.plan = Plan(board)
        self.has_plan = False
        self.plan_tickets: i64 = 0
        """How many tickets the plan was made for: tickets are only ever added."""
        self.cards = vec[i64]([0] * board.cards)
        """Cards in hand less those set aside while routes for points are looked for."""
        self.finished = False
        """Whether every route of the plan is done."""

    def forget(self) -> None:
        """Begin anew, as for another game."""
        self.has_plan = False

    def decide(self, outlook: Outlook) -> i64:
        """What the seat does now."""
        phase = outlook.phase
        if phase == TURN:
            return self.take_turn(outlook)
        if phase == SECOND_PICK:
            self.keep_plan(outlook)
            self.set_aims(outlook)
            return self.needs.pick(outlook)
        if phase == TUNNEL:
            code = self.needs.pay_tunnel(outlook)
            return code if code != NOTHING else encode(WITHDRAW)
        return encode(KEEP, self.choose_tickets(outlook))

    # The plan

    def keep_plan(self, outlook: Outlook) -> None:
        """Make a new plan if there is none, or if it no longer holds."""
        if not self.has_plan or not self.still_holds(outlook):
            self.make_plan(outlook)

    def make_plan(self, outlook: Outlook) -> None:
        self.survey.look(outlook)
        self.survey.make(outlook, outlook.tickets, self.plan)
        self.plan_tickets = len(outlook.tickets)
        self.has_plan = True

    def still_holds(self, outlook: Outlook) -> bool:
        """Whether the tickets are the same, and every planned route is joined or may yet be claimed."""
        if len(outlook.tickets) != self.plan_tickets:
            return False
        routes = self.plan.routes
        for i in range(self.plan.size):  # noqa: SIM110 - a loop is quicker than a generator
            if not outlook.may_be_done(i64(routes[i])):
                return False
        return True

    def set_aims(self, outlook: Outlook) -> None:
        """Want what is left of the plan, or else routes for points."""
        needs = self.needs
        plan = self.plan
        needs.size = 0
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if not outlook.is_done(route):
                needs.want(route)
        self.finished = needs.size == 0
        if self.finished:
            self.want_points(outlook)
        needs.weigh(outlook)

    # A turn

    def take_turn(self, outlook: Outlook) -> i64:
        self.keep_plan(outlook)
        if outlook.own_turns() <= 1:
            code = self.last_turn(outlook)
            if code != NOTHING:
                return code
        self.set_aims(outlook)
        if self.finished:
            code = self.build_station(outlook)
            if code != NOTHING:
                return code
            if self.wants_tickets(outlook):
                return encode(DRAW_TICKETS)
        code = self.best_claim(outlook)
        if code != NOTHING:
            return code
        code = self.needs.pick(outlook)
        return code if code != NOTHING else self.make_do(outlook)

    def best_claim(self, outlook: Outlook) -> i64:
        """The best claim of a wanted route; NOTHING if none can be paid."""
        needs = self.needs
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(needs.size):
            route = i64(needs.wanted[i])
            code, cost = needs.payment_for(outlook, route)
            if code != NOTHING:
                worth = POINT * i64(self.board.points[route]) - cost
                if worth > best_worth:
                    best_worth = worth
                    best = code
        return best

    def build_station(self, outlook: Outlook) -> i64:
        """A station for a route that the plan borrows; NOTHING if none is needed or can be paid."""
        for i in range(self.plan.borrowed_size):
            route = i64(self.plan.borrowed[i])
            if not outlook.station_beside(route) and outlook.stations > 0:
                city = outlook.station_site(route)
                if city >= 0:
                    return self.needs.pay_station(outlook, city)
        return NOTHING

    def last_turn(self, outlook: Outlook) -> i64:
        """The last turn of the seat: what scores the most at once, a ticket or a route; NOTHING if nothing does."""
        survey = self.survey
        board = self.board
        self.needs.size = 0
        self.needs.weigh(outlook)
        survey.look(outlook)
        survey.begin(survey.trial)
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            if not outlook.is_open(route):
                continue
            code, _ = self.needs.payment_for(outlook, route)
            if code != NOTHING:
                worth = POINT * i64(board.points[route])
                if worth > best_worth:
                    best_worth = worth
                    best = code
        # A ticket that one route or one station completes counts twice, for it would be lost.
        for ticket in outlook.tickets:
            price = survey.price_of(outlook, survey.trial, i64(ticket))
            if price == 0 or price >= CLOSED:
                continue
            code, points = self.one_step(outlook, i64(ticket))
            worth = POINT * (2 * i64(board.ticket_points[i64(ticket)]) + points)
            if code != NOTHING and worth > best_worth:
                best_worth = worth
                best = code
        return best

    def one_step(self, outlook: Outlook, ticket: i64) -> tuple[i64, i64]:
        """The action that completes a ticket at once by the path just found, and its points beside the ticket's."""
        board = self.board
        survey = self.survey
        start = i64(board.ticket_a[ticket])
        city = i64(board.ticket_b[ticket])
        missing: i64 = NOTHING
        while city != start:
            route = i64(survey.arrival[city])
            if survey.price[route] > 1:
                if missing != NOTHING:
                    return NOTHING, 0
                missing = route
            city = board.other_end(route, city)
        if missing == NOTHING:
            return NOTHING, 0
        if outlook.owner[missing] == NOBODY:
            code, _ = self.needs.payment_for(outlook, missing)
            return code, i64(board.points[missing])
        site = outlook.station_site(missing)
        if outlook.stations == 0 or site < 0:
            return NOTHING, 0
        return self.needs.pay_station(outlook, site), -board.numbers.unbuilt_station

    def make_do(self, outlook: Outlook) -> i64:
        """Nothing wanted can be claimed and no card drawn: claim anything, build, draw tickets, or pass (C2)."""
        needs = self.needs
        best: i64 = NOTHING
        best_points: i64 = NOTHING
        for route in range(self.board.routes):
            if outlook.is_open(route) and i64(self.board.points[route]) > best_points:
                code, _ = needs.payment_for(outlook, route)
                if code != NOTHING:
                    best = code
                    best_points = i64(self.board.points[route])
        if best != NOTHING:
            return best
        for slot in range(len(outlook.row)):
            if outlook.row[slot] != HOLE:
                return encode(DRAW_ROW, slot)
        if outlook.stations > 0:
            for city in range(len(outlook.station)):
                if outlook.station[city] == NOBODY:
                    code = needs.pay_station(outlook, city)
                    if code != NOTHING:
                        return code
        return encode(DRAW_TICKETS) if outlook.ticket_deck > 0 else encode(PASS)

    # Routes for points

    def want_points(self, outlook: Outlook) -> None:
        """Want the open routes that earn the most for their turns, each with what the ones before it leave."""
        hand = self.cards
        for card in range(self.board.cards):
            hand[card] = i64(outlook.hand[card])
        trains = outlook.trains[outlook.seat]
        turns = outlook.own_turns()
        for _ in range(self.temper.targets):
            route = self.route_for_points(outlook, trains, turns)
            if route == NOTHING:
                return
            self.needs.want(route)
            trains -= i64(self.board.length[route])
            turns -= self.spend_for(route)

    def spend_for(self, route: i64) -> i64:
        """Take the cards for a route out of `cards`; the turns that it takes."""
        board = self.board
        hand = self.cards
        colour = i64(board.colour[route])
        if colour == GRAY:
            colour = 0
            for card in range(board.wild):
                if hand[card] > hand[colour]:
                    colour = card
        lacking = i64(board.length[route]) - hand[colour]
        hand[colour] = -lacking if lacking < 0 else 0
        if lacking > 0:
            wilds = hand[board.wild]
            hand[board.wild] = wilds - lacking if wilds > lacking else 0
            lacking -= wilds
        return 1 + (lacking + 1) // 2 if lacking > 0 else 1

    def route_for_points(self, outlook: Outlook, trains: i64, turns_to_come: i64) -> i64:
        """The open route that earns the most for its turns, by `cards`; NOTHING if none can be had any more."""
        board = self.board
        temper = self.temper
        hand = self.cards
        wilds = hand[board.wild]
        most: i64 = 0
        for card in range(board.wild):
            if hand[card] > most:
                most = hand[card]
        hidden = outlook.deck + outlook.discarded
        available = hidden + outlook.row_cards()
        lengths = board.length
        colours = board.colour
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            length = i64(lengths[route])
            if length > trains or outlook.closed[route] & outlook.me or self.is_target(route):
                continue
            colour = i64(colours[route])
            lacking = length - wilds - (most if colour == GRAY else hand[colour])
            if lacking < 0:
                lacking = 0
            if board.tunnel[route] and hidden > 0:
                lacking += TUNNEL_RESERVE
            if lacking > available:
                continue
            # Two cards a turn, and the turn of the claim.
            turns = (lacking + 1) // 2 + 1
            earned = POINT * i64(board.points[route])
            if length > 3:
                earned += temper.long_route * (length - 3)
            if temper.touch > 0 and self.touches(outlook, route):
                earned += temper.touch
            worth = earned * 64 // turns
            if turns > turns_to_come:
                worth = worth // 8
            if worth > best_worth:
                best_worth = worth
                best = route
        return best

    def is_target(self, route: i64) -> bool:
        """Whether a route or a twin of it is wanted already."""
        needs = self.needs
        twins = self.board.twin
        for i in range(needs.size):
            wanted = i64(needs.wanted[i])
            lane = wanted
            while True:
                if lane == route:
                    return True
                lane = i64(twins[lane])
                if lane == wanted:
                    break
        return False

    def touches(self, outlook: Outlook, route: i64) -> bool:
        """Whether a route ends at a city where the seat has one."""
        board = self.board
        a = i64(board.route_a[route])
        b = i64(board.route_b[route])
        return self.seat_is_at(outlook, a) or self.seat_is_at(outlook, b)

    def seat_is_at(self, outlook: Outlook, city: i64) -> bool:
        board = self.board
        owner = outlook.owner
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            if i64(owner[i64(board.at_city[i])]) == outlook.seat:
                return True
        return False

    # Tickets

    def wants_tickets(self, outlook: Outlook) -> bool:
        """Whether to draw tickets now that the plan is done."""
        if outlook.ticket_deck == 0 or outlook.trains[outlook.seat] < TRAINS_FOR_TICKETS:
            return False
        return outlook.own_turns() >= TURNS_FOR_TICKETS

    def choose_tickets(self, outlook: Outlook) -> i64:
        """The set of the offered tickets to keep: one by one the best beside those held, while it pays or must be."""
        survey = self.survey
        offered = outlook.offered
        survey.look(outlook)
        survey.make(outlook, outlook.tickets, self.plan)
        least = self.least_kept(outlook)
        chosen: i64 = 0
        while True:
            best: i64 = NOTHING
            best_worth: i64 = WORST
            for i in range(len(offered)):
                if not chosen >> i & 1:
                    ticket = i64(offered[i])
                    worth = self.worth_of_ticket(outlook, ticket)
                    if worth > best_worth:
                        best_worth = worth
                        best = i
            if best == NOTHING or (bits(chosen) >= least and best_worth < 0):
                self.has_plan = False
                return chosen
            chosen |= i64(1) << best
            survey.add(outlook, self.plan, i64(offered[best]))

    def worth_of_ticket(self, outlook: Outlook, ticket: i64) -> i64:
        """What a further ticket earns beside the plan: its points less its path, or they are lost if it has none."""
        points = POINT * i64(self.board.ticket_points[ticket])
        price = self.survey.price_of(outlook, self.plan, ticket)
        if price >= CLOSED:
            return -CLOSED - points
        return points - price * self.temper.ticket_doubt // 16

    def least_kept(self, outlook: Outlook) -> i64:
        numbers = self.board.numbers
        least = numbers.draw_keep if len(outlook.tickets) > 0 else numbers.opening_keep
        offered = len(outlook.offered)
        return least if least < offered else offered
