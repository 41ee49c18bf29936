"""The planner on boards with ships: it decides from a plan of rails, ship routes and ports."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.opponent_model import OpponentModel
from trunkline.bots.path_plan import is_done
from trunkline.bots.ship_endgame import best_last_action
from trunkline.bots.ship_greedy import covers, spaces_lacking
from trunkline.bots.ship_needs import NOTHING, SHIPS, ShipNeeds
from trunkline.bots.ship_plan import WORST, ShipPlan, ShipPlanMaker, own_turns, port_points
from trunkline.bots.ship_tickets import wants_tickets
from trunkline.bots.ship_weights import ShipWeights
from trunkline.bots.weights import POINT, Weights
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW, SECOND_PICK
from trunkline.rules.claim import CLAIM
from trunkline.rules.pairs import PAIR
from trunkline.rules.pieces import EXCHANGE, SPLIT, SPLITTING, pieces_of
from trunkline.rules.ports import PORT, port_trains_of
from trunkline.rules.state import NOBODY, TURN
from trunkline.rules.tickets import DRAW_TICKETS, KEEP
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED

MOST_EXCHANGED: Final = 12
LEAST_PRESSURE: Final = 32
"""The minimum pressure of a route, of 256, for a block."""
TURNS_FOR_TICKETS: Final = 12
"""More tickets than the plan needs are drawn only with at least this number of turns to come."""
TARGETS: Final = 2
"""The number of extra routes that are considered at once."""


@final
class ShipPlanner:
    """Plays one seat of one game."""

    def __init__(self, board: Board, weights: ShipWeights) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.plan_maker: Final = ShipPlanMaker(board, weights)
        self.plan: Final = ShipPlan(board)
        self.other: Final = ShipPlan(board)
        self.needs: Final = ShipNeeds(board, weights, self.plan_maker.gains)
        self.seat: i64 = 0
        self.turn: i64 = 0
        self.planned_at: i64 = NOTHING
        """The turn at which the plan was made."""
        self.asked_at: i64 = NOTHING
        """The turn at which it last decided whether to draw tickets."""
        self.blocked: i64 = NOTHING
        """The route that the last decision claims only to block opponents."""
        self.opponents: OpponentModel | None = None
        self.finished = False
        """Whether all routes of the plan are claimed."""

    def fits(self, view: View) -> bool:
        """Whether a view may belong to the same game: the same board and seat, and no earlier turn."""
        return self.board is view.board and (self.turn == 0 or self.seat == view.seat) and view.turn >= self.turn

    def choose(self, view: View, actions: ActionList) -> i64:
        self.seat = view.seat
        self.turn = view.turn
        phase = view.phase
        if phase == SPLITTING:
            return self.split(view)
        if phase == PAIR:
            return self.needs.pay_pair(view, actions)
        if phase != TURN and phase != SECOND_PICK:
            return self.choose_tickets(view, actions)
        if self.may_keep_plan(view):
            self.plan_maker.turns = own_turns(view, self.weights)
        else:
            self.plan_maker.price_routes(view, self.plan)
            self.plan_maker.make(view, view.tickets, self.plan, self.weights.orders)
            self.planned_at = view.turn
        self.set_aims(view)
        if phase == SECOND_PICK:
            return self.draw(view, actions)
        code = self.take_turn(view, actions)
        if not is_draw(code) and not self.remove_claimed(code):
            self.forget()
        return code

    def begin(self) -> None:
        """Start a game, or a rollout from a position."""
        self.asked_at = NOTHING
        self.forget()

    def forget(self) -> None:
        """Drop the plan."""
        self.planned_at = NOTHING

    def may_keep_plan(self, view: View) -> bool:
        """Whether the plan is recent and all its routes are still open. Only planners of rollouts keep plans."""
        if self.planned_at < 0 or view.turn >= self.planned_at + self.weights.keeps * len(view.players):
            return False
        for i in range(self.plan.size):  # noqa: SIM110 - a loop is quicker than a generator
            if not view.is_open(i64(self.plan.routes[i])):
                return False
        return True

    def remove_claimed(self, code: i64) -> bool:
        """Remove a claimed route from a plan that is kept; return False if a new plan is needed."""
        if self.weights.keeps == 0 or kind_of(code) != CLAIM:
            return False
        plan = self.plan
        plan_maker = self.plan_maker
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if not self.are_lanes(subject_of(code), route):
                continue
            length = i64(self.board.length[route])
            if self.board.sea[route]:
                plan.ships -= length
                plan_maker.own_ships -= length
            else:
                plan.trains -= length
                plan_maker.own_trains -= length
            plan.halves -= plan_maker.halves[route]
            plan_maker.halves[route] = 0
            plan_maker.true_price[route] = 0
            plan_maker.base[route] = 0
            plan.size -= 1
            for rest in range(i, plan.size):
                plan.routes[rest] = plan.routes[rest + 1]
            return True
        return False

    # The opening, and tickets

    def split(self, view: View) -> i64:
        """Split the pieces: the trains of the plan and a few more; the rest are ships, whose routes are long (W2)."""
        numbers = view.board.numbers
        self.plan_maker.price_routes(view, self.plan)
        self.plan_maker.make(view, view.tickets, self.plan, self.weights.orders)
        left = numbers.pieces - self.plan.trains - self.plan.ships
        trains = self.plan.trains + self.weights.spare_trains
        # The pieces that the plan does not need are split as the rules suggest.
        share = left * numbers.suggested_trains // numbers.pieces
        if share > trains - self.plan.trains and not numbers.ships > numbers.trains:
            trains = self.plan.trains + share
        return encode(SPLIT, max(numbers.pieces - numbers.ships, min(trains, numbers.trains)))

    def choose_tickets(self, view: View, actions: ActionList) -> i64:
        """The set of offered tickets whose best plan, together with the tickets held, is worth the most."""
        self.plan_maker.price_routes(view, self.plan)
        best: i64 = actions.codes[0]
        best_worth: i64 = WORST
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != KEEP:
                continue
            worth = self.worth_of_set(view, code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def worth_of_set(self, view: View, code: i64) -> i64:
        """The value of the best plan for the tickets held and a set to keep. Routes must be priced before."""
        self.plan_maker.make(view, with_offered(view, subject_of(code)), self.other, self.weights.orders)
        return self.other.worth - self.price_of(self.other) * (self.weights.price_factor - 16) // 16

    def price_of(self, plan: ShipPlan) -> i64:
        price: i64 = 0
        for i in range(plan.size):
            price += self.plan_maker.base[i64(plan.routes[i])]
        return price

    # Wanted routes and missing cards

    def set_aims(self, view: View) -> None:
        """Want the rest of the plan, or else extra routes."""
        wanted = vec[i16]()
        for i in range(self.plan.size):
            if not is_done(view, i64(self.plan.routes[i])):
                wanted = append(wanted, self.plan.routes[i])
        self.finished = len(wanted) == 0
        if self.finished:
            for _i in range(TARGETS):
                best = self.best_extra_route(view, wanted)
                if best != NOTHING:
                    wanted = append(wanted, i16(best))
        sort_by_missing(view, wanted)
        self.needs.assign(view, wanted, self.plan)

    def best_extra_route(self, view: View, but: vec[i16]) -> i64:
        """The open route with the largest gain for its turns; NOTHING if there is none."""
        board = self.board
        own = view.players[view.seat]
        left = own_turns(view, self.weights)
        gain = self.plan_maker.gains.by_route
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            length = i64(board.length[route])
            if length > (own.ships if board.sea[route] else own.trains) or not view.is_open(route) or i16(route) in but:
                continue
            spaces = spaces_lacking(view, route)
            cards = (spaces * 5 + 7) // 8 if board.sea[route] else spaces * (2 if board.pair[route] else 1)
            if (cards + 1) // 2 + 1 > left:
                continue
            worth = gain[route] * 256 // (cards + 2)
            if worth > best_worth:
                best_worth = worth
                best = route
        return best

    # Turns

    def take_turn(self, view: View, actions: ActionList) -> i64:
        if view.turns_left >= 0 or self.plan_maker.turns <= 2:
            code = best_last_action(view, self.plan_maker.gains, actions)
            if code != NOTHING:
                return code
        self.blocked = NOTHING
        if self.weights.block > 0:
            block = self.best_block(view, actions)
            if block != NOTHING:
                return block
        wants_more = len(view.tickets) < self.weights.tickets and self.plan_maker.turns > TURNS_FOR_TICKETS
        if wants_more and actions.has(encode(DRAW_TICKETS)):
            return encode(DRAW_TICKETS)
        collects = self.collects(view, actions)
        port = NOTHING if collects else self.best_port(view, actions)
        if port != NOTHING:
            return port
        if collects:
            urgent = self.urgent_claim(view, actions)
            if urgent != NOTHING:
                return urgent
            return self.draw(view, actions)
        if self.finished and actions.has(encode(DRAW_TICKETS)) and self.wants_tickets(view):
            return encode(DRAW_TICKETS)
        claim = self.best_claim(view, actions, True)
        if claim != NOTHING:
            return claim
        swap = self.needed_exchange(view, actions)
        return swap if swap != NOTHING else self.draw(view, actions)

    def wants_tickets(self, view: View) -> bool:
        """Whether to draw tickets. This is slow to compute, so planners of rollouts decide it only every few turns."""
        if self.asked_at >= 0 and view.turn < self.asked_at + self.weights.keeps * len(view.players):
            return False
        self.asked_at = view.turn
        return wants_tickets(view, self.plan_maker, self.plan, self.other)

    def collects(self, view: View, actions: ActionList) -> bool:
        """Whether to collect cards before claiming: the hand is small, and there are cards and time for the claims."""
        own = view.players[view.seat]
        # Cards fit many plans and claims only one, and opponents lack the cards that it holds.
        if own.hand_size >= self.weights.full_hand or self.finished:
            return False
        claims = len(self.needs.wanted) + self.plan.port_count
        if self.plan_maker.turns <= claims + self.weights.margin:
            return False
        return kind_of(actions.codes[0]) == DRAW_ROW or kind_of(actions.codes[0]) == DRAW_DECK

    def urgent_claim(self, view: View, actions: ActionList) -> i64:
        """A claim that cannot wait: opponents are near, and the plan would be much worse without the route."""
        found: i64 = NOTHING
        most: i64 = self.weights.urgent
        for number in self.needs.wanted:
            route = i64(number)
            if not covers(view, route) or not is_near_others(view, route):
                continue
            loss = self.loss_of(view, route)
            if loss > most:
                code = self.cheapest_claim(view, actions, route)
                if code != NOTHING:
                    most = loss
                    found = code
        return found

    def cheapest_claim(self, view: View, actions: ActionList, route: i64) -> i64:
        """The cheapest claim of a route or one of its twins; NOTHING if it cannot be paid."""
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != CLAIM or not self.are_lanes(subject_of(code), route):
                continue
            worth = self.needs.worth_of_claim(view, code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def are_lanes(self, one: i64, other: i64) -> bool:
        """Whether two routes are the same or twins."""
        lane = one
        while lane != other:
            lane = i64(self.board.twin[lane])
            if lane == one:
                return False
        return True

    def loss_of(self, view: View, route: i64) -> i64:
        """How much less the plan would be worth without a route."""
        plan_maker = self.plan_maker
        plan_maker.make(view, view.tickets, self.other, 1)
        worth = self.other.worth
        base = plan_maker.base[route]
        plan_maker.base[route] = CLOSED
        plan_maker.make(view, view.tickets, self.other, 1)
        plan_maker.base[route] = base
        return worth - self.other.worth

    def best_block(self, view: View, actions: ActionList) -> i64:
        """A claim that harms opponents more than it costs; NOTHING if there is none."""
        board = self.board
        opponents = self.opponents
        if opponents is None:
            opponents = OpponentModel(board, Weights())
            self.opponents = opponents
        opponents.update(view)
        found: i64 = NOTHING
        most: i64 = 0
        last: i64 = NOTHING
        for i in range(actions.size):
            route = subject_of(actions.codes[i])
            if kind_of(actions.codes[i]) != CLAIM or route == last or opponents.pressure[route] <= LEAST_PRESSURE:
                continue
            last = route
            if i16(route) in self.needs.wanted or not self.has_to_spare(view, route):
                continue
            code = self.cheapest_claim(view, actions, route)
            if code == NOTHING:
                continue
            worth = opponents.harm(view, route) * self.weights.block // 16 + self.needs.worth_of_claim(view, code)
            worth -= self.plan_maker.turn * (2 + i64(board.length[route])) // 2
            if worth > most:
                most = worth
                found = code
                self.blocked = route
        return found

    def has_to_spare(self, view: View, route: i64) -> bool:
        """Whether there are pieces for a route in addition to the plan."""
        own = view.players[view.seat]
        length = i64(self.board.length[route])
        if self.board.sea[route]:
            return length + self.plan.ships <= own.ships
        return length + self.plan.trains <= own.trains

    def best_port(self, view: View, actions: ActionList) -> i64:
        """The best action that builds a planned port; NOTHING if there is none."""
        best: i64 = NOTHING
        best_worth: i64 = 0
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != PORT:
                continue
            named = self.plan.named[subject_of(code)]
            planned = False
            for number in range(self.plan.port_count):
                if self.plan.ports[number] == subject_of(code):
                    planned = True
            if not planned:
                continue
            worth = POINT * port_points(self.board, named) - 8 * wilds_of(code) + port_trains_of(code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def best_claim(self, view: View, actions: ActionList, only_wanted: bool) -> i64:
        """The most valuable claim of a wanted route; NOTHING if none can be paid."""
        board = self.board
        lanes = board.no_routes_closed[:]
        for number in self.needs.wanted:
            route = i64(number)
            while not lanes[route]:
                lanes[route] = 1
                route = i64(board.twin[route])
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != CLAIM or (only_wanted and not lanes[subject_of(code)]):
                continue
            if only_wanted and self.finished and self.ends_too_early(view, subject_of(code)):
                continue
            worth = self.needs.worth_of_claim(view, code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def ends_too_early(self, view: View, route: i64) -> bool:
        """Whether the claim of an extra route would end the game before a planned port is built."""
        numbers = self.board.numbers
        own = view.players[view.seat]
        if self.plan.port_count == 0 or own.trains + own.ships - i64(self.board.length[route]) > numbers.end_at:
            return False
        for seat in range(len(view.players)):
            player = view.players[seat]
            if seat != view.seat and player.trains + player.ships < 2 * numbers.end_at:
                return False
        return True

    def needed_exchange(self, view: View, actions: ActionList) -> i64:
        """The exchange that gives the plan its pieces, once the hand can pay one of its routes (W12); or NOTHING."""
        board = self.board
        own = view.players[view.seat]
        # The rules would allow endless exchanges.
        if self.finished or pieces_of(view).exchanged[view.seat] >= MOST_EXCHANGED:
            return NOTHING
        for number in self.needs.wanted:
            route = i64(number)
            deck = i64(board.sea[route])
            have = own.ships if deck == SHIPS else own.trains
            if i64(board.length[route]) <= have or not view.is_open(route) or not covers(view, route):
                continue
            short = (self.plan.ships if deck == SHIPS else self.plan.trains) - have
            if short < i64(board.length[route]) - have:
                short = i64(board.length[route]) - have
            code = encode(EXCHANGE, short, deck)
            if actions.has(code):
                return code
        return NOTHING

    # Cards

    def draw(self, view: View, actions: ActionList) -> i64:
        code = self.needs.pick_card(view, actions)
        return code if code != NOTHING else self.fallback(view, actions)

    def fallback(self, view: View, actions: ActionList) -> i64:
        """The fallback if nothing wanted can be claimed or drawn: any claim, or the first action."""
        claim = self.best_claim(view, actions, False)
        if claim != NOTHING:
            return claim
        # Row and decks are listed first, then tickets. If only exchanges are left, a pass is listed before them.
        return actions.codes[0]


def with_offered(view: View, chosen: i64) -> vec[i16]:
    """The tickets held and the chosen ones of those offered."""
    tickets = view.tickets[:]
    for i in range(len(view.offered)):
        if chosen >> i & 1:
            tickets = append(tickets, view.offered[i])
    return tickets


def sort_by_missing(view: View, wanted: vec[i16]) -> None:
    """Sort routes by the number of spaces that the hand does not cover."""
    for i in range(1, len(wanted)):
        j = i
        while j > 0 and spaces_lacking(view, i64(wanted[j])) < spaces_lacking(view, i64(wanted[j - 1])):
            kept = wanted[j]
            wanted[j] = wanted[j - 1]
            wanted[j - 1] = kept
            j -= 1


def is_draw(code: i64) -> bool:
    """Whether an action draws a card, face up or blind."""
    return kind_of(code) == DRAW_ROW or kind_of(code) == DRAW_DECK


def is_near_others(view: View, route: i64) -> bool:
    """Whether an opponent owns a route at an end of this one."""
    board = view.board
    for end in range(2):
        city = i64(board.route_a[route]) if end == 0 else i64(board.route_b[route])
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            owner = i64(view.owner[i64(board.at_city[i])])
            if owner != NOBODY and owner != view.seat:
                return True
    return False
