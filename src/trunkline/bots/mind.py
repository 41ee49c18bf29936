"""The mind of a player: from what a seat sees to its action, with a plan kept from turn to turn while it holds."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.gains import longest_route
from trunkline.bots.needs import NOTHING, TUNNEL_RESERVE, Needs
from trunkline.bots.outlook import Outlook
from trunkline.bots.survey import Plan, Survey
from trunkline.bots.temper import POINT, Temper
from trunkline.rules.actions import encode
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_ROW, SECOND_PICK
from trunkline.rules.claim import CLAIM_ASKS
from trunkline.rules.state import HOLE, NOBODY, TURN
from trunkline.rules.tickets import DRAW_TICKETS, KEEP, bits
from trunkline.rules.tunnels import TUNNEL, WITHDRAW
from trunkline.rules.turn import PASS
from trunkline.rules.ways import CLOSED

WORST: Final = -(1 << 40)
TOO_DEAR: Final = 1 << 12


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
        self.here = board.no_cities[:]
        """Cities where the seat has a route."""
        self.fitting = vec[i64]([0] * board.cards)
        """By card, while routes for points are looked for: how many of it there are to pay with."""
        self.bound = vec[i64]([0] * (longest_route(board) + 1))
        """By length: the most that a route for points can be worth now."""
        self.free_trains: i64 = 0
        """Trains that the plan leaves over."""
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
        if phase == CLAIM_ASKS:
            self.keep_plan(outlook)
            self.set_aims(outlook)
            return self.needs.take(outlook)
        if phase == TUNNEL:
            code = self.needs.pay_tunnel(outlook)
            return code if code != NOTHING else encode(WITHDRAW)
        return encode(KEEP, self.choose_tickets(outlook))

    # The plan

    def keep_plan(self, outlook: Outlook) -> None:
        """Make a new plan if there is none or it no longer holds; a plan that holds is kept, for cards went into it."""
        if not self.has_plan or not self.still_holds(outlook):
            self.make_plan(outlook)
        elif outlook.phase == TURN:
            self.strike_done(outlook)
            self.survey.weigh(outlook, self.plan)

    def strike_done(self, outlook: Outlook) -> None:
        """Strike the routes that are done out of the plan."""
        plan = self.plan
        kept: i64 = 0
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if outlook.is_done(route):
                plan.trains -= i64(self.board.length[route])
            else:
                plan.routes[kept] = plan.routes[i]
                kept += 1
        plan.size = kept

    def make_plan(self, outlook: Outlook) -> None:
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
        """Want what is left of the plan, and with the trains and cards that it leaves routes for points."""
        needs = self.needs
        plan = self.plan
        needs.size = 0
        trains = outlook.trains[outlook.seat]
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if not outlook.is_done(route):
                needs.want(route)
                trains -= i64(self.board.length[route])
        self.finished = needs.size == 0
        self.free_trains = trains
        needs.weigh(outlook)
        self.want_points(outlook, trains)

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
        if self.collects(outlook) or (
            self.plan.turns - 16 * self.plan.size <= self.temper.ticket_wait and self.wants_tickets(outlook)
        ):
            return encode(DRAW_TICKETS)
        code = self.best_claim(outlook)
        if code != NOTHING:
            return code
        code = self.needs.pick(outlook)
        return code if code != NOTHING else self.make_do(outlook)

    def best_claim(self, outlook: Outlook) -> i64:
        """The claim of a planned route that is worth the most now, else of one for points; NOTHING if none is."""
        needs = self.needs
        best: i64 = NOTHING
        best_worth: i64 = -(1 << 20)
        urgent: i64 = 0
        holding = self.holds_back(outlook)
        if holding and not self.hurries():
            return NOTHING
        for i in range(needs.main):
            route = i64(needs.wanted[i])
            code, cost = needs.payment_for(outlook, route)
            if code != NOTHING:
                urgency = self.urgency_of(route)
                worth = outlook.gain[route] // 2 - cost + urgency
                if worth > best_worth:
                    best_worth = worth
                    best = code
                    urgent = urgency
        if holding and urgent < self.temper.hurry:
            return NOTHING
        if best != NOTHING and best_worth > -self.temper.claim:
            return best
        return self.best_further_claim(outlook)

    def holds_back(self, outlook: Outlook) -> bool:
        """Whether it is better to gather cards than to claim: they fit more plans, and nobody sees where it goes."""
        temper = self.temper
        if outlook.hand_sizes[outlook.seat] >= temper.full_hand:
            return False
        return outlook.deck + outlook.discarded >= temper.thin_deck and outlook.own_turns() > temper.claim_time

    def best_further_claim(self, outlook: Outlook) -> i64:
        """A claim outside the plan that earns more than its turn and its trains are worth, by spare cards alone."""
        board = self.board
        needs = self.needs
        temper = self.temper
        spare = needs.spare
        lengths = board.length
        colours = board.colour
        closed = outlook.closed
        most: i64 = 0
        for card in range(board.wild):
            if spare[card] > most:
                most = spare[card]
        wilds = spare[board.wild] if self.finished else 0
        train = self.worth_of_train(outlook)
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            length = i64(lengths[route])
            if length > self.free_trains or closed[route] & outlook.me:
                continue
            colour = i64(colours[route])
            if length > wilds + (most if colour == GRAY else spare[colour]):
                continue
            worth = outlook.gain[route] - temper.turn - train * length
            if length > 3:
                worth += temper.long_route * (length - 3)
            else:
                worth -= temper.short_route * (4 - length)
            if self.here[i64(board.route_a[route])] or self.here[i64(board.route_b[route])]:
                worth += temper.touch
            if worth > best_worth:
                code, cost = needs.payment_for(outlook, route, True)
                if code != NOTHING and worth - cost > best_worth:
                    best_worth = worth - cost
                    best = code
        return best

    def worth_of_train(self, outlook: Outlook) -> i64:
        """What a space of a route for points must earn: too much while the plan needs every turn, less at the end."""
        temper = self.temper
        spare_turns = outlook.own_turns() - (self.plan.turns + 8) // 16
        if not self.finished:
            return temper.train if spare_turns >= temper.slack else TOO_DEAR
        # The cards to spare will go for points too, and that takes turns.
        for number in self.needs.spare:
            spare_turns -= number // 4
        if spare_turns <= 0:
            return 0
        return temper.train if spare_turns >= temper.plenty else temper.train * spare_turns // temper.plenty

    def urgency_of(self, route: i64) -> i64:
        """What it is worth to claim a planned route before another does; a light mind does not ask."""
        return 0

    def hurries(self) -> bool:
        """Whether it ever asks that; one that does not need not look at claims while it holds back."""
        return False

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
                worth = outlook.gain[route]
                if worth > best_worth:
                    best_worth = worth
                    best = code
        # A ticket that one route or one station completes counts twice, for it would be lost.
        for ticket in outlook.tickets:
            price = survey.price_of(outlook, survey.trial, i64(ticket))
            if price == 0 or price >= CLOSED:
                continue
            code, gain = self.one_step(outlook, i64(ticket))
            worth = 2 * outlook.unit * i64(board.ticket_points[i64(ticket)]) + gain
            if code != NOTHING and worth > best_worth:
                best_worth = worth
                best = code
        return best

    def one_step(self, outlook: Outlook, ticket: i64) -> tuple[i64, i64]:
        """The action that completes a ticket at once by the path just found, and what it brings beside the ticket."""
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
            return code, outlook.gain[missing]
        site = outlook.station_site(missing)
        if outlook.stations == 0 or site < 0:
            return NOTHING, 0
        return self.needs.pay_station(outlook, site), -POINT * board.numbers.unbuilt_station

    def make_do(self, outlook: Outlook) -> i64:
        """Nothing wanted can be claimed and no card drawn: claim anything, build, draw tickets, or pass (C2)."""
        needs = self.needs
        best: i64 = NOTHING
        best_gain: i64 = WORST
        for route in range(self.board.routes):
            if outlook.is_open(route) and outlook.gain[route] > best_gain:
                code, _ = needs.payment_for(outlook, route)
                if code != NOTHING:
                    best = code
                    best_gain = outlook.gain[route]
        if best != NOTHING:
            return best
        for slot in range(len(outlook.row)):
            if outlook.may_draw and outlook.row[slot] != HOLE:
                return encode(DRAW_ROW, slot)
        if outlook.stations > 0:
            for city in range(len(outlook.station)):
                if outlook.station[city] == NOBODY:
                    code = needs.pay_station(outlook, city)
                    if code != NOTHING:
                        return code
        return encode(DRAW_TICKETS) if outlook.ticket_deck > 0 else encode(PASS)

    # Routes for points

    def want_points(self, outlook: Outlook, trains: i64) -> None:
        """Want the open routes that earn the most for their turns, each with what the ones before it leave."""
        self.note_cities(outlook)
        turns = outlook.own_turns()
        for _i in range(self.temper.targets):
            route = self.route_for_points(outlook, trains, turns)
            if route == NOTHING:
                return
            self.needs.want(route)
            trains -= i64(self.board.length[route])
            turns -= self.needs.weigh_further(route)

    def note_cities(self, outlook: Outlook) -> None:
        """Note the cities where the seat has a route."""
        board = self.board
        here = self.here
        owner = outlook.owner
        for city in range(board.cities):
            here[city] = 0
        for route in range(board.routes):
            if i64(owner[route]) == outlook.seat:
                here[i64(board.route_a[route])] = 1
                here[i64(board.route_b[route])] = 1

    def route_for_points(self, outlook: Outlook, trains: i64, turns_to_come: i64) -> i64:
        """The open route that earns the most for its turns with the rest of the hand; NOTHING if none can be had."""
        board = self.board
        temper = self.temper
        hand = self.needs.rest
        in_row = self.needs.in_row
        here = self.here
        fitting = self.fitting
        wilds = hand[board.wild]
        most: i64 = 0
        for card in range(board.wild):
            fitting[card] = wilds + hand[card] + (in_row[card] >> 1)
            if fitting[card] > most:
                most = fitting[card]
        hidden = outlook.deck + outlook.discarded
        available = hidden + outlook.row_cards()
        tunnel_reserve = TUNNEL_RESERVE if hidden > 0 else 0
        self.bound_by_length(outlook.most_gain, most, turns_to_come)
        bound = self.bound
        lengths = board.length
        colours = board.colour
        gain = outlook.gain
        tunnels = board.tunnel
        ends_a = board.route_a
        ends_b = board.route_b
        closed = outlook.closed
        me = outlook.me
        touch = temper.touch
        long_route = temper.long_route
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            length = i64(lengths[route])
            if bound[length] <= best_worth or length > trains or closed[route] & me:
                continue
            colour = i64(colours[route])
            lacking = length - (most if colour == GRAY else fitting[colour])
            if lacking < 0:
                lacking = 0
            if tunnels[route]:
                lacking += tunnel_reserve
            if lacking > available:
                continue
            # Two cards a turn, and the turn of the claim; what there is no time for counts an eighth.
            turns = ((lacking + 1) >> 1) + 1
            if turns > turns_to_come:
                turns = turns << 3
            earned = gain[route]
            if length > 3:
                earned += long_route * (length - 3)
            if here[i64(ends_a[route])] or here[i64(ends_b[route])]:
                earned += touch
            worth = (earned << 6) // turns
            if worth > best_worth and not self.is_target(route):
                best_worth = worth
                best = route
        return best

    def bound_by_length(self, most_gain: vec[i64], most: i64, turns_to_come: i64) -> None:
        """By length: more than this no route is worth, with the colour that there is most of, and if it touches."""
        bound = self.bound
        touch = self.temper.touch
        long_route = self.temper.long_route
        for length in range(1, len(bound)):
            lacking = length - most
            turns = ((lacking + 1) >> 1) + 1 if lacking > 0 else 1
            if turns > turns_to_come:
                turns = turns << 3
            earned = most_gain[length] + touch
            if length > 3:
                earned += long_route * (length - 3)
            bound[length] = (earned << 6) // turns

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

    # Tickets

    def collects(self, outlook: Outlook) -> bool:
        """Whether the player simply likes to hold more tickets, and there is time for them."""
        if len(outlook.tickets) >= self.temper.tickets or outlook.ticket_deck == 0:
            return False
        return outlook.own_turns() >= 2 * self.temper.turns_for_tickets

    def wants_tickets(self, outlook: Outlook) -> bool:
        """Whether to draw tickets now that the plan is done."""
        if outlook.ticket_deck == 0 or outlook.trains[outlook.seat] < self.temper.trains_for_tickets:
            return False
        return outlook.own_turns() >= self.temper.turns_for_tickets

    def choose_tickets(self, outlook: Outlook) -> i64:
        """The set of the offered tickets to keep: one by one the best beside those held, while it pays or must be."""
        survey = self.survey
        offered = outlook.offered
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
        points = outlook.unit * i64(self.board.ticket_points[ticket])
        price = self.survey.price_of(outlook, self.plan, ticket)
        if price >= CLOSED:
            return -CLOSED - points
        return points - price * self.temper.ticket_doubt // 16

    def least_kept(self, outlook: Outlook) -> i64:
        numbers = self.board.numbers
        least = numbers.draw_keep if len(outlook.tickets) > 0 else numbers.opening_keep
        offered = len(outlook.offered)
        return least if least < offered else offered
