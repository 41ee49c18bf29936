"""Hints: the planner's choice with its reason as a code and parameters. The words are in the page."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.bot import Bot
from trunkline.bots.hint_reasons import Decision, reason
from trunkline.bots.needs import NOTHING
from trunkline.bots.opponent_model import OpponentModel
from trunkline.bots.planner import SeatPlanner
from trunkline.bots.power_use import NO_USE, power_to_use
from trunkline.bots.ship_planner import ShipPlanner
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import Weights, company_weights
from trunkline.rules.actions import ActionList
from trunkline.rules.view import View


@final
class Hint:
    """An action and its reason: a code of REASONS, and parameters by name (routes, cities, cards, tickets as ids)."""

    def __init__(self, action: i64, code: str, params: dict[str, object]) -> None:
        self.action: Final = int(action)
        self.code: Final = code
        self.params: Final = params


class HintBot(Bot):
    """Plays every hint as it is given, without memory: the arena measures with it how good hints are."""

    def choose(self, view: View, actions: ActionList) -> int:
        return hint(view, actions).action


def hint(view: View, actions: ActionList) -> Hint:
    """What the planner would do in this seat, and why. It uses only the view (C15)."""
    decision = decide(view, actions)
    assert actions.has(decision.action)
    code, params = reason(view, actions, decision)
    return Hint(decision.action, code, params)


def decide(view: View, actions: ActionList) -> Decision:
    """The planner's choice, with what its reason needs."""
    use = power_to_use(view, actions)
    if use != NO_USE:
        decision = Decision()
        decision.action = use
        return decision
    return with_ships(view, actions) if view.board.numbers.ships > 0 else without_ships(view)


def without_ships(view: View) -> Decision:
    seat_planner = SeatPlanner(view, company_weights() if view.board.has_companies else Weights())
    seat_planner.look(view)
    policy = seat_planner.policy
    decision = Decision()
    decision.action = policy.decide(seat_planner.observation)
    decision.planned = [int(policy.plan.routes[i]) for i in range(policy.plan.size)]
    decision.borrowed = [int(policy.plan.borrowed[i]) for i in range(policy.plan.borrowed_size)]
    decision.wanted = [int(policy.needs.wanted[i]) for i in range(policy.needs.size)]
    if policy.blocked != NOTHING:
        decision.blocked = policy.blocked
        decision.harmed = most_harmed(view, policy.opponents, policy.blocked)
    return decision


def with_ships(view: View, actions: ActionList) -> Decision:
    planner = ShipPlanner(view.board, ShipWeights())
    decision = Decision()
    decision.action = planner.choose(view, actions)
    decision.planned = [int(planner.plan.routes[i]) for i in range(planner.plan.size)]
    decision.wanted = [int(route) for route in planner.needs.wanted]
    decision.trains = planner.plan.trains
    decision.ships = planner.plan.ships
    decision.port_colour = planner.needs.port_colour
    opponents = planner.opponents
    if planner.blocked != NOTHING and opponents is not None:
        decision.blocked = planner.blocked
        decision.harmed = most_harmed(view, opponents, planner.blocked)
    return decision


def most_harmed(view: View, opponents: OpponentModel, route: i64) -> i64:
    """The opponent who would lose the most by a claim of this route; NOTHING if none seems to need it."""
    best: i64 = NOTHING
    most: i64 = 0
    for seat in range(len(view.players)):
        harm = opponents.harm_to(view, route, seat) if seat != view.seat else 0
        if harm > most:
            most = harm
            best = seat
    return best
