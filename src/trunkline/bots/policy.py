"""The policy: decides actions from what a seat observes, and keeps its plan from turn to turn while it is possible."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from trunkline.bots.extra_routes import ExtraRoutes
from trunkline.bots.needs import NOTHING, Needs
from trunkline.bots.observation import Observation
from trunkline.bots.plan_maker import Plan, PlanMaker
from trunkline.bots.weights import POINT, Weights
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


class Policy:
    """Plans and decides for one seat. It is fast enough for rollouts; the planner extends it."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.plan_maker = PlanMaker(board, weights)
        self.needs = Needs(board, weights)
        self.plan = Plan(board)
        self.has_plan = False
        self.plan_tickets: i64 = 0
        """The number of tickets that the plan was made for. Each action that changes them changes it."""
        self.plan_links: i64 = 0
        """The connections of modules that the plan was made for."""
        self.extra_routes = ExtraRoutes(board, weights, self.needs)
        self.free_trains: i64 = 0
        """Trains that the plan does not need."""
        self.finished = False
        """Whether all routes of the plan are claimed."""

    def forget(self) -> None:
        """Drop the plan, for another game."""
        self.has_plan = False

    def decide(self, observation: Observation) -> i64:
        """The action of the seat in any phase of the game."""
        phase = observation.phase
        if phase == TURN:
            return self.take_turn(observation)
        if phase == SECOND_PICK:
            self.keep_plan(observation)
            self.set_aims(observation)
            return self.needs.pick(observation)
        if phase == CLAIM_ASKS:
            self.keep_plan(observation)
            self.set_aims(observation)
            return self.needs.take(observation)
        if phase == TUNNEL:
            code = self.needs.pay_tunnel(observation)
            return code if code != NOTHING else encode(WITHDRAW)
        return encode(KEEP, self.choose_tickets(observation))

    # The plan

    def keep_plan(self, observation: Observation) -> None:
        """Make a new plan only if the old one is impossible: cards were collected for the old one."""
        if not self.has_plan or not self.is_possible(observation):
            self.make_plan(observation)
        elif observation.phase == TURN:
            self.remove_claimed(observation)
            self.plan_maker.evaluate(observation, self.plan)

    def remove_claimed(self, observation: Observation) -> None:
        """Remove the claimed routes from the plan."""
        plan = self.plan
        kept: i64 = 0
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if observation.is_done(route):
                plan.trains -= i64(self.board.length[route])
            else:
                plan.routes[kept] = plan.routes[i]
                kept += 1
        plan.size = kept

    def make_plan(self, observation: Observation) -> None:
        self.plan_maker.make(observation, observation.tickets, self.plan)
        self.plan_tickets = len(observation.tickets)
        self.plan_links = observation.gains.links_number
        self.has_plan = True

    def is_possible(self, observation: Observation) -> bool:
        """Whether tickets and connections are the same, and every planned route is claimed or open to the seat."""
        if len(observation.tickets) != self.plan_tickets or observation.gains.links_number != self.plan_links:
            return False
        routes = self.plan.routes
        for i in range(self.plan.size):  # noqa: SIM110 - a loop is quicker than a generator
            if not observation.may_be_done(i64(routes[i])):
                return False
        return True

    def set_aims(self, observation: Observation) -> None:
        """Want the rest of the plan, and extra routes with the trains and cards that the plan leaves."""
        needs = self.needs
        plan = self.plan
        needs.size = 0
        trains = observation.trains[observation.seat]
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if not observation.is_done(route):
                needs.want(route)
                trains -= i64(self.board.length[route])
        self.finished = needs.size == 0
        self.free_trains = trains
        needs.assign(observation)
        self.extra_routes.want(observation, trains)

    # A turn

    def take_turn(self, observation: Observation) -> i64:
        self.keep_plan(observation)
        if observation.own_turns() <= 1:
            code = self.last_turn(observation)
            if code != NOTHING:
                return code
        self.set_aims(observation)
        if self.finished:
            code = self.build_station(observation)
            if code != NOTHING:
                return code
        if self.wants_more_tickets(observation) or (
            self.plan.turns - 16 * self.plan.size <= self.weights.ticket_wait and self.wants_tickets(observation)
        ):
            return encode(DRAW_TICKETS)
        code = self.best_claim(observation)
        if code != NOTHING:
            return code
        code = self.needs.pick(observation)
        return code if code != NOTHING else self.fallback(observation)

    def best_claim(self, observation: Observation) -> i64:
        """The most valuable claim of a planned route, or else of an extra route; NOTHING if there is none."""
        needs = self.needs
        best: i64 = NOTHING
        best_worth: i64 = -(1 << 20)
        urgent: i64 = 0
        collecting = self.collects_cards(observation)
        if collecting and not self.heeds_urgency():
            return NOTHING
        for i in range(needs.main):
            route = i64(needs.wanted[i])
            code, cost = needs.payment_for(observation, route)
            if code != NOTHING:
                urgency = self.urgency_of(route)
                worth = observation.gain[route] // 2 - cost + urgency
                if worth > best_worth:
                    best_worth = worth
                    best = code
                    urgent = urgency
        if collecting and urgent < self.weights.urgent:
            return NOTHING
        if best != NOTHING and best_worth > -self.weights.claim:
            return best
        return self.best_extra_claim(observation)

    def collects_cards(self, observation: Observation) -> bool:
        """Whether to collect cards rather than claim: cards fit more plans, and do not reveal the plan."""
        weights = self.weights
        if observation.hand_sizes[observation.seat] >= weights.full_hand:
            return False
        return (
            observation.deck + observation.discarded >= weights.thin_deck
            and observation.own_turns() > weights.claim_time
        )

    def best_extra_claim(self, observation: Observation) -> i64:
        """A claim outside the plan, paid with spare cards, that earns more than its turn and trains; or NOTHING."""
        board = self.board
        needs = self.needs
        weights = self.weights
        spare = needs.spare
        lengths = board.length
        colours = board.colour
        closed = observation.closed
        most: i64 = 0
        for card in range(board.wild):
            if spare[card] > most:
                most = spare[card]
        wilds = spare[board.wild] if self.finished else 0
        train = self.worth_of_train(observation)
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            length = i64(lengths[route])
            if length > self.free_trains or closed[route] & observation.me:
                continue
            colour = i64(colours[route])
            if length > wilds + (most if colour == GRAY else spare[colour]):
                continue
            worth = observation.gain[route] - weights.turn - train * length
            if length > 3:
                worth += weights.long_route * (length - 3)
            else:
                worth -= weights.short_route * (4 - length)
            if self.extra_routes.is_adjacent(route):
                worth += weights.adjacent
            if worth > best_worth:
                code, cost = needs.payment_for(observation, route, True)
                if code != NOTHING and worth - cost > best_worth:
                    best_worth = worth - cost
                    best = code
        return best

    def worth_of_train(self, observation: Observation) -> i64:
        """What a space of an extra route must earn: prohibitive while the plan needs every turn, little at the end."""
        weights = self.weights
        spare_turns = observation.own_turns() - (self.plan.turns + 8) // 16
        if not self.finished:
            return weights.train if spare_turns >= weights.slack else TOO_DEAR
        # Spare cards will be spent on extra routes too, and that takes turns.
        for number in self.needs.spare:
            spare_turns -= number // 4
        if spare_turns <= 0:
            return 0
        return (
            weights.train if spare_turns >= weights.spare_turns else weights.train * spare_turns // weights.spare_turns
        )

    def urgency_of(self, route: i64) -> i64:
        """Value of claiming a planned route before an opponent does. Policies of rollouts ignore it."""
        return 0

    def heeds_urgency(self) -> bool:
        """Whether `urgency_of` is ever positive; if not, claims need not be compared while cards are collected."""
        return False

    def build_station(self, observation: Observation) -> i64:
        """The action that builds a station for a borrowed route; NOTHING if none is needed or can be paid."""
        for i in range(self.plan.borrowed_size):
            route = i64(self.plan.borrowed[i])
            if not observation.station_beside(route) and observation.stations > 0:
                city = observation.station_site(route)
                if city >= 0:
                    return self.needs.pay_station(observation, city)
        return NOTHING

    def last_turn(self, observation: Observation) -> i64:
        """The action of the last turn: the claim or station that scores the most at once; NOTHING if none scores."""
        plan_maker = self.plan_maker
        board = self.board
        self.needs.size = 0
        self.needs.assign(observation)
        plan_maker.price_routes(observation)
        plan_maker.begin(plan_maker.trial)
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            if not observation.is_open(route):
                continue
            code, _ = self.needs.payment_for(observation, route)
            if code != NOTHING:
                worth = observation.gain[route]
                if worth > best_worth:
                    best_worth = worth
                    best = code
        # A ticket that one action completes counts twice: otherwise its points are subtracted (C16).
        for ticket in observation.tickets:
            price = plan_maker.price_of(observation, plan_maker.trial, i64(ticket))
            if price == 0 or price >= CLOSED:
                continue
            code, gain = self.one_step(observation, i64(ticket))
            worth = 2 * observation.unit * i64(board.ticket_points[i64(ticket)]) + gain
            if code != NOTHING and worth > best_worth:
                best_worth = worth
                best = code
        return best

    def one_step(self, observation: Observation, ticket: i64) -> tuple[i64, i64]:
        """The action that completes the path just found in one step, and what it pays besides; or NOTHING."""
        board = self.board
        plan_maker = self.plan_maker
        start = i64(board.ticket_a[ticket])
        city = i64(board.ticket_b[ticket])
        missing: i64 = NOTHING
        while city != start:
            route = i64(plan_maker.arrival[city])
            if plan_maker.price[route] > 1:
                if missing != NOTHING:
                    return NOTHING, 0
                missing = route
            city = board.other_end(route, city)
        if missing == NOTHING:
            return NOTHING, 0
        if observation.owner[missing] == NOBODY:
            code, _ = self.needs.payment_for(observation, missing)
            return code, observation.gain[missing]
        site = observation.station_site(missing)
        if observation.stations == 0 or site < 0:
            return NOTHING, 0
        return self.needs.pay_station(observation, site), -POINT * board.numbers.unbuilt_station

    def fallback(self, observation: Observation) -> i64:
        """The fallback if nothing wanted can be had: any claim, card, station or ticket, or a pass (C2)."""
        needs = self.needs
        best: i64 = NOTHING
        best_gain: i64 = WORST
        for route in range(self.board.routes):
            if observation.is_open(route) and observation.gain[route] > best_gain:
                code, _ = needs.payment_for(observation, route)
                if code != NOTHING:
                    best = code
                    best_gain = observation.gain[route]
        if best != NOTHING:
            return best
        for slot in range(len(observation.row)):
            card = i64(observation.row[slot])
            if observation.may_draw and card != HOLE and (card != self.board.wild or observation.may_draw_wild()):
                return encode(DRAW_ROW, slot)
        if observation.stations > 0:
            for city in range(len(observation.station)):
                if observation.station[city] == NOBODY:
                    code = needs.pay_station(observation, city)
                    if code != NOTHING:
                        return code
        return encode(DRAW_TICKETS) if observation.ticket_deck > 0 else encode(PASS)

    # Tickets

    def wants_more_tickets(self, observation: Observation) -> bool:
        """Whether its style asks for more tickets, and there is time for them."""
        if len(observation.tickets) >= self.weights.tickets or observation.ticket_deck == 0:
            return False
        return observation.own_turns() >= 2 * self.weights.turns_for_tickets

    def wants_tickets(self, observation: Observation) -> bool:
        """Whether to draw tickets once the plan has its cards."""
        if observation.ticket_deck == 0 or observation.trains[observation.seat] < self.weights.trains_for_tickets:
            return False
        return observation.own_turns() >= self.weights.turns_for_tickets

    def choose_tickets(self, observation: Observation) -> i64:
        """The offered tickets to keep, chosen greedily: the best one first, while it pays or more must be kept."""
        plan_maker = self.plan_maker
        offered = observation.offered
        plan_maker.make(observation, observation.tickets, self.plan)
        least = self.least_kept(observation)
        chosen: i64 = 0
        while True:
            best: i64 = NOTHING
            best_worth: i64 = WORST
            for i in range(len(offered)):
                if not chosen >> i & 1:
                    ticket = i64(offered[i])
                    worth = self.worth_of_ticket(observation, ticket)
                    if worth > best_worth:
                        best_worth = worth
                        best = i
            if best == NOTHING or (bits(chosen) >= least and best_worth < 0):
                self.has_plan = False
                return chosen
            chosen |= i64(1) << best
            plan_maker.add(observation, self.plan, i64(offered[best]))

    def worth_of_ticket(self, observation: Observation, ticket: i64) -> i64:
        """Value of one more ticket: its points minus the price of its path beside the plan; a loss if it has none."""
        points = observation.unit * i64(self.board.ticket_points[ticket])
        price = self.plan_maker.price_of(observation, self.plan, ticket)
        if price >= CLOSED:
            return -CLOSED - points
        return points - price * self.weights.ticket_price // 16

    def least_kept(self, observation: Observation) -> i64:
        numbers = self.board.numbers
        least = numbers.draw_keep if len(observation.tickets) > 0 else numbers.opening_keep
        offered = len(observation.offered)
        return least if least < offered else offered
