"""The expert: compares the planner's choice with those of other weights by rollouts on sampled games."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.belief import deal_likely_tickets
from trunkline.bots.observation import Observation
from trunkline.bots.options import Option
from trunkline.bots.planner import SeatPlanner
from trunkline.bots.policy import Policy
from trunkline.bots.rollout import Rollout
from trunkline.bots.search_bot import SearchBot, results
from trunkline.bots.ship_expert import ShipExpert
from trunkline.bots.ship_planner import is_draw
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import Weights, company_weights, one_turn_weights, portfolio, rollout_weights
from trunkline.rules.actions import ActionList, kind_of
from trunkline.rules.sampling import sample
from trunkline.rules.state import TURN
from trunkline.rules.tickets import KEEP
from trunkline.rules.turn import apply
from trunkline.rules.view import View

MOST_OPTIONS: Final = 16
CLAIMS_LOOKED_AT: Final = 4
PLANNED: Final = 160
"""Bonus for a planned route, in sixteenths of a point, when claims are selected as options."""
SURE: Final = 1.5
"""Another option is taken only if it beats the planner's by this number of standard errors."""


@final
class PolicyOption(Option):
    """An action, and the policy that continues the game in its rollouts."""

    def __init__(self, code: i64, policy: Policy) -> None:
        super().__init__(code)
        self.policy: Final = policy


class ExpertBot(SearchBot):
    """Information-set Monte Carlo search over a portfolio of policies, with the planner's choice as the default.

    An option is an action and the policy that chose it. All options are rolled out on the same deals.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.weights = Weights()
        self.company_weights = company_weights()
        """The weights on boards with companies."""
        self.ship_weights = ShipWeights()
        """The weights on boards with ships."""
        self.ship_expert: ShipExpert | None = None
        """Plays the boards with ships."""
        self.sure = SURE
        self.seat_planner: SeatPlanner | None = None
        self.rollout: Rollout | None = None
        self.policies: list[Policy] = []
        """The portfolio; the first is the usual policy."""
        self.one_turn_policies: list[Policy] = []
        """Policies that choose one action, after which the usual policy continues."""
        self.options: list[PolicyOption] = []

    def search(self, view: View, actions: ActionList) -> i64:
        if view.board.numbers.ships > 0:
            return self.on_ships(view, actions)
        seat_planner = self.seat_planner
        rollout = self.rollout
        if seat_planner is None or rollout is None or not seat_planner.fits(view):
            companies = view.board.has_companies
            seat_planner = SeatPlanner(view, self.company_weights if companies else self.weights)
            rollout = Rollout(view.board, len(view.players), rollout_weights(companies))
            self.seat_planner = seat_planner
            self.rollout = rollout
            self.policies = [Policy(view.board, weights) for weights in portfolio(companies)]
            self.one_turn_policies = [Policy(view.board, weights) for weights in one_turn_weights(companies)]
        seat_planner.look(view)
        first = seat_planner.policy.decide(seat_planner.observation)
        self.list_options(seat_planner.observation, actions, first)
        if len(self.options) > 1:
            seat_planner.policy.opponents.update(view)
            self.compare(view, seat_planner, rollout)
        return self.best()

    def on_ships(self, view: View, actions: ActionList) -> i64:
        ship_expert = self.ship_expert
        if ship_expert is None or not ship_expert.planner.fits(view):
            ship_expert = ShipExpert(view, self.ship_weights, self.sure)
            self.ship_expert = ship_expert
        return ship_expert.search(self, view, actions)

    def list_options(self, observation: Observation, actions: ActionList, first: i64) -> None:
        """List the planner's choice first; then every set of tickets, or the choices of other policies and the best
        claims.

        Which card to draw is left to the planner: rollouts are too noisy to tell, and cards drawn for different plans
        fit none of them.
        """
        self.options = [PolicyOption(first, self.policies[0])]
        if kind_of(first) == KEEP:
            for i in range(actions.size):
                self.add_option(actions, actions.codes[i], self.policies[0])
        elif observation.phase == TURN:
            for policy in self.one_turn_policies:
                policy.has_plan = False
                self.add_option(actions, policy.decide(observation), self.policies[0])
            for policy in self.policies:
                policy.has_plan = False
                self.add_option(actions, policy.decide(observation), policy)
            for claim in self.best_claims(observation):
                self.add_option(actions, claim, self.policies[0])

    def add_option(self, actions: ActionList, code: i64, policy: Policy) -> None:
        """Add an action if it is legal and new. Only one draw of a card is listed."""
        if len(self.options) == MOST_OPTIONS or not actions.has(code):
            return
        for option in self.options:
            if option.code == code or (is_draw(code) and is_draw(option.code)):
                return
        self.options.append(PolicyOption(code, policy))

    def best_claims(self, observation: Observation) -> list[i64]:
        """The payable claims that gain the most, planned routes first."""
        policy = self.policies[0]
        board = policy.board
        policy.has_plan = False
        policy.keep_plan(observation)
        policy.set_aims(observation)
        found: list[tuple[int, int]] = []
        for route in range(board.routes):
            if observation.is_open(route):
                code, cost = policy.needs.payment_for(observation, route, True)
                if code >= 0:
                    worth = observation.gain[route] - cost
                    if policy.extra_routes.is_wanted(route):
                        worth += PLANNED
                    found.append((-int(worth), int(code)))
        found.sort()
        return [code for _, code in found[:CLAIMS_LOOKED_AT]]

    def compare(self, view: View, seat_planner: SeatPlanner, rollout: Rollout) -> None:
        """Roll all options out on the same deals; drop the worse half of the others after each stage."""
        alive = self.options
        stages = 1
        while (1 << stages) < len(alive):
            stages += 1
        stage = 1
        while self.has_time():
            deal = sample(view, self.new_key())
            deal_likely_tickets(deal, view, seat_planner.policy.opponents, self.chance)
            first = 0.0
            for option in alive:
                state = deal.copy()
                apply(state, view.seat, option.code, None)
                rollout.play(state, view.seat, option.policy)
                worth = results(state)[view.seat]
                if option is alive[0]:
                    first = worth
                option.note(worth, first)
                self.done += 1
            if len(alive) > 2 and self.share() * stages >= stage:
                stage += 1
                others = sorted(alive[1:], key=lambda option: -option.mean())
                alive = [alive[0], *others[: (len(others) + 1) // 2]]

    def best(self) -> i64:
        """The best option that surely beats the planner's choice, or else the planner's choice."""
        best = self.options[0]
        for option in self.options[1:]:
            if option.is_surely_better(self.sure) and option.mean() > best.mean():
                best = option
        return best.code
