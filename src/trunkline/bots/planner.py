"""The planner: the policy with an opponent model, urgent claims, blocks, and an estimate of unseen tickets."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.bot import Bot
from trunkline.bots.chance import Chance
from trunkline.bots.module_use import answer_without, module_that_asks
from trunkline.bots.needs import NOTHING
from trunkline.bots.observation import Observation
from trunkline.bots.opponent_model import OpponentModel
from trunkline.bots.plan_maker import Plan
from trunkline.bots.policy import WORST, Policy
from trunkline.bots.power_use import NO_USE, power_to_use
from trunkline.bots.ship_planner import ShipPlanner
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.ticket_value import expected_best
from trunkline.bots.weights import Weights, company_weights
from trunkline.rules.actions import ActionList
from trunkline.rules.board import Board
from trunkline.rules.state import NOBODY, TURN
from trunkline.rules.tickets import bits
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED

MOST_SUBSETS: Final = 64
BLOCKS_LOOKED_AT: Final = 3
TURNS_BETWEEN: Final = 3
"""Whether to draw tickets is decided only every few turns: it is slow to compute, and changes slowly."""


class PlannerPolicy(Policy):
    """The policy of the planner: it compares its plan with a new one every turn."""

    def __init__(self, board: Board, weights: Weights) -> None:
        super().__init__(board, weights)
        self.opponents = OpponentModel(board, weights)
        self.view: View | None = None
        self.planned = board.no_routes_owned[:]
        """The owners when the plan was made."""
        self.loss = vec[i64]([0] * board.routes)
        """By planned route: how much less the plan is worth without it, in sixteenths."""
        self.best_plan = Plan(board)
        self.asked: i64 = -100
        """The turn at which it last decided whether to draw tickets."""
        self.blocked: i64 = NOTHING
        """The route that the last decision claims only to block opponents."""

    def keep_plan(self, observation: Observation) -> None:
        """Compare the plan with a new one every turn, because the hand has changed at least."""
        plan_maker = self.plan_maker
        super().keep_plan(observation)
        if observation.phase == TURN and self.plan.size > 0:
            plan_maker.make(observation, observation.tickets, self.best_plan)
            if self.best_plan.worth > self.plan.worth:
                self.plan.copy_from(self.best_plan)
        changed = False
        for route in range(self.board.routes):
            if self.planned[route] != observation.owner[route]:
                self.planned[route] = observation.owner[route]
                changed = True
        if changed and self.weights.urgency > 0:
            self.weigh_losses(observation)

    def weigh_losses(self, observation: Observation) -> None:
        """Compute `loss` for every planned route that an opponent may want."""
        plan_maker = self.plan_maker
        view = self.view
        if view is None:
            return
        self.opponents.update(view)
        tickets = observation.tickets
        count = len(tickets)
        other = self.best_plan
        plan_maker.price_routes(observation)
        plan_maker.by_points(tickets, count)
        plan_maker.make_in_order(observation, tickets, count, other, -1)
        worth = other.worth
        for i in range(self.plan.size):
            route = i64(self.plan.routes[i])
            self.loss[route] = 0
            if self.opponents.pressure[route] == 0 or observation.is_done(route):
                continue
            kept = plan_maker.base[route]
            plan_maker.base[route] = CLOSED
            plan_maker.make_in_order(observation, tickets, count, other, -1)
            plan_maker.base[route] = kept
            if other.worth < worth:
                self.loss[route] = worth - other.worth

    def best_claim(self, observation: Observation) -> i64:
        """The most valuable claim, including blocks; NOTHING if there is none."""
        self.blocked = NOTHING
        code = super().best_claim(observation)
        view = self.view
        if self.weights.block > 0 and view is not None:
            block = self.best_block(view, observation, 0 if code == NOTHING else self.weights.claim)
            if block != NOTHING:
                return block
        return code

    def heeds_urgency(self) -> bool:
        return self.weights.urgency > 0

    def urgency_of(self, route: i64) -> i64:
        view = self.view
        if view is None or self.loss[route] == 0:
            return 0
        return self.opponents.danger(view, route) * self.loss[route] * self.weights.urgency // 4096

    def best_block(self, view: View, observation: Observation, least: i64) -> i64:
        """A claim that harms opponents and is worth more than `least`; NOTHING if there is none."""
        board = self.board
        weights = self.weights
        opponents = self.opponents
        opponents.update(view)
        found: i64 = NOTHING
        tried: i64 = 0
        above: i64 = 1 << 30
        trains = observation.trains[observation.seat] - (0 if self.finished else self.plan.trains)
        while tried < BLOCKS_LOOKED_AT:
            # The routes under most pressure, one after the other.
            route: i64 = NOTHING
            most: i64 = 64
            for other in range(board.routes):
                pressure = opponents.pressure[other]
                if pressure > most and pressure < above and observation.is_open(other):
                    most = pressure
                    route = other
            if route == NOTHING:
                break
            above = most
            tried += 1
            length = i64(board.length[route])
            if length > trains or self.is_wanted(route):
                continue
            code, cost = self.needs.payment_for(observation, route, True)
            if code == NOTHING:
                continue
            harm = opponents.harm(view, route) * opponents.danger(view, route) // 256
            gain = harm * weights.block // 16 + observation.gain[route]
            worth = gain - cost - (2 + length) * weights.turn * weights.block_cost // 32
            if worth > least:
                least = worth
                found = code
                self.blocked = route
        return found

    def is_wanted(self, route: i64) -> bool:
        for i in range(self.needs.size):  # noqa: SIM110 - a loop is quicker than a generator
            if i64(self.needs.wanted[i]) == route:
                return True
        return False

    # Tickets

    def wants_tickets(self, observation: Observation) -> bool:
        """Whether tickets drawn now are expected to earn more than another use of the turn."""
        board = self.board
        plan_maker = self.plan_maker
        if observation.ticket_deck == 0 or observation.own_turns() < self.weights.turns_for_tickets:
            return False
        if observation.turn < self.asked + TURNS_BETWEEN * observation.players:
            return False
        self.asked = observation.turn
        plan_maker.price_routes(observation)
        plan_maker.price_as_planned(self.plan)
        worths: list[int] = []
        time = observation.own_turns() - 2 - self.plan.turns // 16
        view = self.view
        for ticket in range(board.tickets):
            if view is not None and self.opponents.is_mine(view, ticket):
                continue
            if board.numbers.opening_long > 0 and board.ticket_long[ticket]:
                continue
            points = observation.unit * i64(board.ticket_points[ticket])
            price = plan_maker.price_of(observation, self.plan, ticket)
            if price >= CLOSED:
                worths.append(-points)
                continue
            worth = points - price * self.weights.ticket_price // 16
            if price > 0 and self.turns_of_path(observation, ticket) > time:
                worth = -points
            worths.append(worth if worth > -points else -points)
        number = board.numbers.draw_tickets
        if number > observation.ticket_deck:
            number = observation.ticket_deck
        if len(worths) < number:
            return False
        return expected_best(worths, number) > self.weights.ticket_turn

    def turns_of_path(self, observation: Observation, ticket: i64) -> i64:
        """The estimated turns for the path that the last search found."""
        board = self.board
        start = i64(board.ticket_a[ticket])
        city = i64(board.ticket_b[ticket])
        claims: i64 = 0
        spaces: i64 = 0
        while city != start:
            route = i64(self.plan_maker.arrival[city])
            if self.plan_maker.price[route] > 0 and observation.owner[route] == NOBODY:
                claims += 1
                spaces += i64(board.length[route])
            city = board.other_end(route, city)
        spaces -= observation.hand_sizes[observation.seat] // 2
        return claims + (spaces // 2 if spaces > 0 else 0)

    def choose_tickets(self, observation: Observation) -> i64:
        """The set of offered tickets whose best plan, together with the tickets held, is worth the most."""
        plan_maker = self.plan_maker
        offered = observation.offered
        sets = i64(1) << len(offered)
        if sets > MOST_SUBSETS:
            return super().choose_tickets(observation)
        least = self.least_kept(observation)
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for chosen in range(sets):
            if bits(chosen) < least:
                continue
            plan_maker.make(observation, with_offered(observation.tickets, offered, chosen), self.best_plan)
            worth = self.worth_of_plan(observation)
            if worth > best_worth:
                best_worth = worth
                best = chosen
        self.has_plan = False
        return best

    def worth_of_plan(self, observation: Observation) -> i64:
        """The value of the plan, minus a cost for the risk of each turn."""
        plan = self.best_plan
        return plan.worth - self.weights.turn_risk * plan.turns // 16


def with_offered(held: vec[i16], offered: vec[i16], chosen: i64) -> vec[i16]:
    """The tickets held and the chosen ones of those offered."""
    tickets = vec[i16]([0] * (len(held) + bits(chosen)))
    at: i64 = 0
    for ticket in held:
        tickets[at] = ticket
        at += 1
    for i in range(len(offered)):
        if chosen >> i & 1:
            tickets[at] = offered[i]
            at += 1
    return tickets


@final
class SeatPlanner:
    """The policy of one seat of one game, which gets the views of the seat one after the other."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.policy: Final = PlannerPolicy(view.board, weights)
        self.observation: Final = Observation(view.board)
        self.seat: Final[i64] = view.seat
        self.turn: i64 = view.turn

    def fits(self, view: View) -> bool:
        """Whether a view may belong to the same game: the same board and seat, and no earlier turn."""
        return self.policy.board is view.board and self.seat == view.seat and view.turn >= self.turn

    def look(self, view: View) -> None:
        self.turn = view.turn
        self.policy.view = view
        self.observation.look_at_view(view)


class PlannerBot(Bot):
    """The bot `planner`. It keeps its plan from turn to turn; a new instance makes a new one."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.weights = Weights()
        self.company_weights = company_weights()
        """The weights on boards with companies."""
        self.ship_weights = ShipWeights()
        """The weights on boards with ships."""
        self.ignores = ""
        """A module that it leaves out, to measure what its use is worth."""
        self.chance = Chance(seed)
        self.seat_planner: SeatPlanner | None = None
        self.ship_planner: ShipPlanner | None = None
        """Plays the boards with ships."""

    def choose(self, view: View, actions: ActionList) -> int:
        if self.weights.mistakes > 0 and self.chance.below(256) < self.weights.mistakes:
            return actions.codes[self.chance.below(actions.size)]
        if self.ignores != "" and module_that_asks(view) == self.ignores:
            use = answer_without(view)
        else:
            use = power_to_use(view, actions)
        if use != NO_USE:
            return use
        if view.board.numbers.ships > 0:
            return self.on_ships(view, actions)
        seat_planner = self.seat_planner
        if seat_planner is None or not seat_planner.fits(view):
            weights = self.company_weights if view.board.has_companies else self.weights
            seat_planner = SeatPlanner(view, weights)
            seat_planner.observation.gains.ignore(self.ignores)
            self.seat_planner = seat_planner
        seat_planner.look(view)
        return seat_planner.policy.decide(seat_planner.observation)

    def on_ships(self, view: View, actions: ActionList) -> i64:
        ship_planner = self.ship_planner
        if ship_planner is None or not ship_planner.fits(view):
            ship_planner = ShipPlanner(view.board, self.ship_weights)
            self.ship_planner = ship_planner
        return ship_planner.choose(view, actions)
