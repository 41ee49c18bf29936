"""The expert on boards with ships: fast planners roll its options out on games that fit its view."""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from trunkline.bots.belief import deal_likely_tickets
from trunkline.bots.opponent_model import OpponentModel
from trunkline.bots.options import Option
from trunkline.bots.rollout import waited_for
from trunkline.bots.search_bot import SearchBot, results
from trunkline.bots.ship_needs import NOTHING
from trunkline.bots.ship_planner import TURNS_FOR_TICKETS, ShipPlanner, is_draw
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import Weights
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of
from trunkline.rules.board import Board
from trunkline.rules.claim import CLAIM
from trunkline.rules.pieces import SPLIT, SPLITTING
from trunkline.rules.sampling import sample
from trunkline.rules.state import OPENING, OVER, TURN, State
from trunkline.rules.tickets import DRAW_TICKETS, KEEP
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

MOST_OPTIONS: Final = 16
PLAYOUTS_EACH: Final = 12
"""The desired number of rollouts for each option: with a small budget there are fewer options."""
LEAST_SETS: Final = 8
"""The minimum number of sets of tickets among the options: those that the planner values most."""
FEWEST_VISITS: Final = 6
"""An option with fewer rollouts is not taken."""
USUAL_SPREAD: Final = 1600.0
"""Prior for the squared difference of two options on one deal: a few rollouts that agree prove little."""
AS_VISITS: Final = 4.0
"""The prior counts as much as this number of rollouts."""
MOST_MOVES: Final = 3000
"""A rollout is cut off here; games between planners end long before."""
CLAIMS_LOOKED_AT: Final = 3
"""The number of planned claims among the options; of the other claims only the most valuable is an option."""
SPLITS: Final = [-6, -3, 3, 6]
"""Alternative splits: trains more or less than the planner takes."""


def ship_rollout_weights() -> ShipWeights:
    """The weights of rollouts: plans in one order only, kept while they are possible."""
    weights = ShipWeights()
    weights.orders = 1
    weights.keeps = 6
    return weights


def ship_portfolio() -> list[ShipWeights]:
    """The strategies that are compared: the usual one, claim at once, collect longer, more tickets."""
    eager = ship_rollout_weights()
    eager.full_hand = 0
    patient = ship_rollout_weights()
    patient.full_hand = 30
    patient.margin = 2
    collecting = ship_rollout_weights()
    collecting.ticket_turn = -80
    collecting.ticket_price = 10
    return [ship_rollout_weights(), eager, patient, collecting]


@final
class ShipRollout:
    """Fast planners for all seats, which are reused from rollout to rollout."""

    def __init__(self, board: Board, players: i64) -> None:
        self.planners = [ShipPlanner(board, ship_rollout_weights()) for _ in range(players)]
        self.actions: Final = ActionList()

    def play(self, state: State, seat: i64, planner: ShipPlanner) -> i64:
        """Play a game from its current position to its end, one seat by a given planner; return the number of moves."""
        planners = self.planners
        actions = self.actions
        for other in planners:
            other.begin()
        planner.begin()
        moves: i64 = 0
        while state.phase != OVER and moves < MOST_MOVES:
            turn = state.seat
            if state.phase == OPENING or state.phase == SPLITTING:
                turn = waited_for(state)
            legal(state, turn, actions)
            view = View(state, turn)
            code = planner.choose(view, actions) if turn == seat else planners[turn].choose(view, actions)
            apply(state, turn, code, None)
            moves += 1
        return moves


@final
class ShipOption(Option):
    """An action, and the planner that continues the game in its rollouts."""

    def __init__(self, code: i64, planner: ShipPlanner) -> None:
        super().__init__(code)
        self.planner: Final = planner

    def mean_gain(self) -> float:
        """The mean difference from the planner's choice on the same deals."""
        return self.gain / self.visits if self.visits else 0.0

    def is_clearly_better(self, sure: float) -> bool:
        """Whether it beats the planner's choice by `sure` standard errors."""
        if self.visits < FEWEST_VISITS:
            return False
        spread = self.gain_squared - self.gain * self.mean_gain() + AS_VISITS * USUAL_SPREAD
        variance = spread / (self.visits - 1 + AS_VISITS)
        return self.mean_gain() > sure * math.sqrt(variance / self.visits)


@final
class ShipExpert:
    """Information-set Monte Carlo search for one seat of one game, with the planner's choice as the default."""

    def __init__(self, view: View, weights: ShipWeights, sure: float) -> None:
        board = view.board
        self.planner: Final = ShipPlanner(board, weights)
        self.opponents: Final = OpponentModel(board, Weights())
        self.rollout: Final = ShipRollout(board, len(view.players))
        self.planners: Final = [ShipPlanner(board, other) for other in ship_portfolio()]
        self.sure: Final = sure
        self.options: list[ShipOption] = []
        self.affordable: i64 = MOST_OPTIONS
        """The number of options for which the budget has enough rollouts, estimated from the last move."""

    def search(self, bot: SearchBot, view: View, actions: ActionList) -> i64:
        """Return the best action found within the bot's budget."""
        first = self.planner.choose(view, actions)
        if bot.playouts > 0:
            self.afford(bot.playouts)
        self.list_options(view, actions, first)
        if len(self.options) > 1:
            self.opponents.update(view)
            self.compare(bot, view)
            self.afford(bot.done)
        return self.best()

    def afford(self, playouts: i64) -> None:
        """Compute `affordable` for a number of rollouts."""
        self.affordable = max(2, min(MOST_OPTIONS, playouts // PLAYOUTS_EACH))

    def list_options(self, view: View, actions: ActionList, first: i64) -> None:
        """List the planner's choice first; then sets of tickets, other splits, or the choices of other planners.

        Which card to draw is left to the planner: rollouts are too noisy to tell.
        """
        usual = self.planners[0]
        self.options = [ShipOption(first, usual)]
        kind = kind_of(first)
        if kind == KEEP:
            self.add_sets(view, actions)
        elif kind == SPLIT:
            for more in SPLITS:
                self.add_option(actions, encode(SPLIT, subject_of(first) + more), usual)
        elif view.phase == TURN:
            for planner in self.planners:
                planner.begin()
                self.add_option(actions, planner.choose(view, actions), planner)
            self.add_claims(view, actions)
            if self.planner.finished or self.planner.plan_maker.turns > TURNS_FOR_TICKETS:
                self.add_option(actions, encode(DRAW_TICKETS), usual)
            del self.options[int(self.affordable) :]

    def add_option(self, actions: ActionList, code: i64, planner: ShipPlanner) -> None:
        """Add an action if it is legal and new. Only one draw of a card is listed."""
        if len(self.options) == MOST_OPTIONS or not actions.has(code):
            return
        for option in self.options:
            if option.code == code or (is_draw(code) and is_draw(option.code)):
                return
        self.options.append(ShipOption(code, planner))

    def add_sets(self, view: View, actions: ActionList) -> None:
        """Add the sets of tickets that the planner values most."""
        planner = self.planner
        planner.plan_maker.price_routes(view, planner.plan)
        found: list[tuple[int, int]] = []
        for i in range(actions.size):
            code = actions.codes[i]
            found.append((-int(planner.worth_of_set(view, code)), int(code)))
        found.sort()
        for _, code in found[: max(LEAST_SETS, int(self.affordable))]:
            self.add_option(actions, code, self.planners[0])

    def add_claims(self, view: View, actions: ActionList) -> None:
        """Add the most valuable planned claims and one other claim, each with its best payment."""
        planner = self.planner
        found: list[tuple[int, int]] = []
        seen: list[int] = []
        for i in range(actions.size):
            code = actions.codes[i]
            route = int(subject_of(code))
            if kind_of(code) != CLAIM or route in seen:
                continue
            seen.append(route)
            best = planner.cheapest_claim(view, actions, route)
            if best != NOTHING:
                found.append((-int(planner.needs.worth_of_claim(view, best)), int(best)))
        found.sort()
        planned = 0
        others = 0
        for _, code in found:
            if self.is_wanted(subject_of(code)):
                planned += 1
                if planned <= CLAIMS_LOOKED_AT:
                    self.add_option(actions, code, self.planners[0])
            elif others == 0:
                others = 1
                self.add_option(actions, code, self.planners[0])

    def is_wanted(self, route: i64) -> bool:
        """Whether the planner wants a route or one of its twins."""
        for wanted in self.planner.needs.wanted:  # noqa: SIM110 - a loop is quicker than a generator
            if self.planner.are_lanes(i64(wanted), route):
                return True
        return False

    def compare(self, bot: SearchBot, view: View) -> None:
        """Roll all options out on the same deals; drop the worse half of the others after each stage."""
        alive = self.options
        stages = 1
        while (1 << stages) < len(alive):
            stages += 1
        stage = 1
        while bot.has_time():
            deal = sample(view, bot.new_key())
            deal_likely_tickets(deal, view, self.opponents, bot.chance)
            first = 0.0
            for option in alive:
                state = deal.copy()
                apply(state, view.seat, option.code, None)
                self.rollout.play(state, view.seat, option.planner)
                worth = results(state)[view.seat]
                if option is alive[0]:
                    first = worth
                option.note(worth, first)
                bot.done += 1
            if len(alive) > 2 and bot.share() * stages >= stage:
                stage += 1
                others = sorted(alive[1:], key=lambda option: -option.mean_gain())
                alive = [alive[0], *others[: (len(others) + 1) // 2]]
        self.options = alive

    def best(self) -> i64:
        """The best option that clearly beats the planner's choice, or else the planner's choice."""
        best = self.options[0]
        for option in self.options[1:]:
            if option.is_clearly_better(self.sure) and option.mean_gain() > best.mean_gain():
                best = option
        return best.code
