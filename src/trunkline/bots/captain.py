"""The captain: the planner on boards with ships. It keeps a voyage in mind, and cards, claims and ports serve it."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.bearing import Bearing
from trunkline.bots.cargo import NOTHING, SHIPS, Cargo
from trunkline.bots.fares import wants_tickets
from trunkline.bots.finale import last_chance
from trunkline.bots.paths import is_done
from trunkline.bots.rivals import Rivals
from trunkline.bots.sailor import covers, spaces_lacking
from trunkline.bots.temper import POINT, Temper
from trunkline.bots.voyage import WORST, Chart, Voyage, own_turns, port_points
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
"""So likely another must want a route, of 256, for it to be looked at as a block."""
TURNS_FOR_TICKETS: Final = 12
"""Tickets beyond what the plan asks for are drawn only with about so many turns to come."""
TARGETS: Final = 2
"""Routes for points that are in view at once."""


@final
class Captain:
    """It plays one seat of one game."""

    def __init__(self, board: Board, bearing: Bearing) -> None:
        self.board: Final = board
        self.bearing: Final = bearing
        self.chart: Final = Chart(board, bearing)
        self.plan: Final = Voyage(board)
        self.other: Final = Voyage(board)
        self.cargo: Final = Cargo(board, bearing, self.chart.gains)
        self.seat: i64 = 0
        self.turn: i64 = 0
        self.planned_at: i64 = NOTHING
        """The turn at which the plan was made."""
        self.asked_at: i64 = NOTHING
        """The turn at which it was last weighed whether to draw tickets."""
        self.blocked: i64 = NOTHING
        """The route that the last decision took only to be in the way of others."""
        self.rivals: Rivals | None = None
        self.finished = False
        """Whether nothing is left of the plan but ports."""

    def fits(self, view: View) -> bool:
        """Whether a view may belong to the same game: the same board and seat, and time has not gone back."""
        return self.board is view.board and (self.turn == 0 or self.seat == view.seat) and view.turn >= self.turn

    def choose(self, view: View, actions: ActionList) -> i64:
        self.seat = view.seat
        self.turn = view.turn
        phase = view.phase
        if phase == SPLITTING:
            return self.split(view)
        if phase == PAIR:
            return self.cargo.pay_pair(view, actions)
        if phase != TURN and phase != SECOND_PICK:
            return self.choose_tickets(view, actions)
        if self.may_keep_plan(view):
            self.chart.turns = own_turns(view, self.bearing)
        else:
            self.chart.look(view, self.plan)
            self.chart.make(view, view.tickets, self.plan, self.bearing.orders)
            self.planned_at = view.turn
        self.set_aims(view)
        if phase == SECOND_PICK:
            return self.draw(view, actions)
        code = self.take_turn(view, actions)
        if not is_draw(code) and not self.strikes_out(code):
            self.forget()
        return code

    def begin(self) -> None:
        """Begin a game, or another from where one stands."""
        self.asked_at = NOTHING
        self.forget()

    def forget(self) -> None:
        """Make the next plan anew."""
        self.planned_at = NOTHING

    def may_keep_plan(self, view: View) -> bool:
        """Whether the plan was made lately, and each of its routes may still be had: for light captains."""
        if self.planned_at < 0 or view.turn >= self.planned_at + self.bearing.keeps * len(view.players):
            return False
        for i in range(self.plan.size):  # noqa: SIM110 - a loop is quicker than a generator
            if not view.is_open(i64(self.plan.routes[i])):
                return False
        return True

    def strikes_out(self, code: i64) -> bool:
        """Strike a claim out of the plan, to keep the rest: for light captains. False if the plan must be made anew."""
        if self.bearing.keeps == 0 or kind_of(code) != CLAIM:
            return False
        plan = self.plan
        chart = self.chart
        for i in range(plan.size):
            route = i64(plan.routes[i])
            if not self.are_lanes(subject_of(code), route):
                continue
            length = i64(self.board.length[route])
            if self.board.sea[route]:
                plan.ships -= length
                chart.own_ships -= length
            else:
                plan.trains -= length
                chart.own_trains -= length
            plan.halves -= chart.halves[route]
            chart.halves[route] = 0
            chart.true_price[route] = 0
            chart.base[route] = 0
            plan.size -= 1
            for rest in range(i, plan.size):
                plan.routes[rest] = plan.routes[rest + 1]
            return True
        return False

    # The opening, and tickets

    def split(self, view: View) -> i64:
        """As the plan asks, and a few trains more; the rest are ships, whose routes are long (W2)."""
        numbers = view.board.numbers
        self.chart.look(view, self.plan)
        self.chart.make(view, view.tickets, self.plan, self.bearing.orders)
        left = numbers.pieces - self.plan.trains - self.plan.ships
        trains = self.plan.trains + self.bearing.spare_trains
        # What is left over is split as suggested.
        share = left * numbers.suggested_trains // numbers.pieces
        if share > trains - self.plan.trains and not numbers.ships > numbers.trains:
            trains = self.plan.trains + share
        return encode(SPLIT, max(numbers.pieces - numbers.ships, min(trains, numbers.trains)))

    def choose_tickets(self, view: View, actions: ActionList) -> i64:
        """The set of the offered tickets whose best plan, with those held, is worth the most."""
        self.chart.look(view, self.plan)
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
        """What the best plan for the tickets held and those to keep is worth; the chart has looked."""
        self.chart.make(view, with_offered(view, subject_of(code)), self.other, self.bearing.orders)
        return self.other.worth - self.price_of(self.other) * (self.bearing.doubt - 16) // 16

    def price_of(self, plan: Voyage) -> i64:
        price: i64 = 0
        for i in range(plan.size):
            price += self.chart.base[i64(plan.routes[i])]
        return price

    # What is wanted, and what the hand lacks for it

    def set_aims(self, view: View) -> None:
        """Want what is left of the plan, or else routes for points."""
        wanted = vec[i16]()
        for i in range(self.plan.size):
            if not is_done(view, i64(self.plan.routes[i])):
                wanted = append(wanted, self.plan.routes[i])
        self.finished = len(wanted) == 0
        if self.finished:
            for _i in range(TARGETS):
                best = self.route_for_points(view, wanted)
                if best != NOTHING:
                    wanted = append(wanted, i16(best))
        sort_by_lack(view, wanted)
        self.cargo.weigh(view, wanted, self.plan)

    def route_for_points(self, view: View, but: vec[i16]) -> i64:
        """The open route that scores the most for the turns it takes; NOTHING if none can be had any more."""
        board = self.board
        own = view.players[view.seat]
        left = own_turns(view, self.bearing)
        gain = self.chart.gains.by_route
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
        if view.turns_left >= 0 or self.chart.turns <= 2:
            code = last_chance(view, self.chart.gains, actions)
            if code != NOTHING:
                return code
        self.blocked = NOTHING
        if self.bearing.block > 0:
            block = self.best_block(view, actions)
            if block != NOTHING:
                return block
        wants_more = len(view.tickets) < self.bearing.tickets and self.chart.turns > TURNS_FOR_TICKETS
        if wants_more and actions.has(encode(DRAW_TICKETS)):
            return encode(DRAW_TICKETS)
        gathers = self.gathers(view, actions)
        port = NOTHING if gathers else self.best_port(view, actions)
        if port != NOTHING:
            return port
        if gathers:
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
        """Whether to draw tickets. That is dear to find out: what a light captain did not want, it does not soon."""
        if self.asked_at >= 0 and view.turn < self.asked_at + self.bearing.keeps * len(view.players):
            return False
        self.asked_at = view.turn
        return wants_tickets(view, self.chart, self.plan, self.other)

    def gathers(self, view: View, actions: ActionList) -> bool:
        """Whether cards come first: there is time for all claims later, room in the hand, and cards to be had."""
        own = view.players[view.seat]
        # Cards fit many plans and claims only one, and what is in the hand the others lack.
        if own.hand_size >= self.bearing.full_hand or self.finished:
            return False
        claims = len(self.cargo.wanted) + self.plan.port_count
        if self.chart.turns <= claims + self.bearing.margin:
            return False
        return kind_of(actions.codes[0]) == DRAW_ROW or kind_of(actions.codes[0]) == DRAW_DECK

    def urgent_claim(self, view: View, actions: ActionList) -> i64:
        """A claim that cannot wait: others are near, and without the route the plan would be much worse."""
        found: i64 = NOTHING
        most: i64 = self.bearing.urgent
        for number in self.cargo.wanted:
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
        """The claim of a route, or of a lane beside it, that spends the least; NOTHING if it cannot be paid."""
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != CLAIM or not self.are_lanes(subject_of(code), route):
                continue
            worth = self.cargo.worth_of_claim(view, code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def are_lanes(self, one: i64, other: i64) -> bool:
        """Whether two routes are one or lanes of one."""
        lane = one
        while lane != other:
            lane = i64(self.board.twin[lane])
            if lane == one:
                return False
        return True

    def loss_of(self, view: View, route: i64) -> i64:
        """How much worse a plan without a route would be."""
        chart = self.chart
        chart.make(view, view.tickets, self.other, 1)
        worth = self.other.worth
        base = chart.base[route]
        chart.base[route] = CLOSED
        chart.make(view, view.tickets, self.other, 1)
        chart.base[route] = base
        return worth - self.other.worth

    def best_block(self, view: View, actions: ActionList) -> i64:
        """A claim that harms others more than it costs; NOTHING if there is none."""
        board = self.board
        rivals = self.rivals
        if rivals is None:
            rivals = Rivals(board, Temper())
            self.rivals = rivals
        rivals.read(view)
        found: i64 = NOTHING
        most: i64 = 0
        last: i64 = NOTHING
        for i in range(actions.size):
            route = subject_of(actions.codes[i])
            if kind_of(actions.codes[i]) != CLAIM or route == last or rivals.pressure[route] <= LEAST_PRESSURE:
                continue
            last = route
            if i16(route) in self.cargo.wanted or not self.has_to_spare(view, route):
                continue
            code = self.cheapest_claim(view, actions, route)
            if code == NOTHING:
                continue
            worth = rivals.harm(view, route) * self.bearing.block // 16 + self.cargo.worth_of_claim(view, code)
            worth -= self.chart.turn * (2 + i64(board.length[route])) // 2
            if worth > most:
                most = worth
                found = code
                self.blocked = route
        return found

    def has_to_spare(self, view: View, route: i64) -> bool:
        """Whether the pieces for a route are left beside those for the plan."""
        own = view.players[view.seat]
        length = i64(self.board.length[route])
        if self.board.sea[route]:
            return length + self.plan.ships <= own.ships
        return length + self.plan.trains <= own.trains

    def best_port(self, view: View, actions: ActionList) -> i64:
        """A port where the plan wants one, paid with the least; NOTHING if none can be had."""
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
        """The claim of a wanted route that is worth the most for what it spends; NOTHING if none can be paid."""
        board = self.board
        lanes = board.no_routes_closed[:]
        for number in self.cargo.wanted:
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
            worth = self.cargo.worth_of_claim(view, code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def ends_too_early(self, view: View, route: i64) -> bool:
        """Whether a claim for points would bring the end before a planned port, while nobody else is near it."""
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
        """The exchange after which all that is planned has its pieces, once a route could be paid (W12)."""
        board = self.board
        own = view.players[view.seat]
        # Not for ever to and fro: the rules would let it.
        if self.finished or pieces_of(view).exchanged[view.seat] >= MOST_EXCHANGED:
            return NOTHING
        for number in self.cargo.wanted:
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
        code = self.cargo.pick_card(view, actions)
        return code if code != NOTHING else self.make_do(view, actions)

    def make_do(self, view: View, actions: ActionList) -> i64:
        """Nothing wanted can be claimed or drawn: claim anything, take any card, or do what there is."""
        claim = self.best_claim(view, actions, False)
        if claim != NOTHING:
            return claim
        # The row and the decks are listed first, then tickets; where only exchanges are left, the pass is before them.
        return actions.codes[0]


def with_offered(view: View, chosen: i64) -> vec[i16]:
    """The tickets held and those chosen of the offered ones."""
    tickets = view.tickets[:]
    for i in range(len(view.offered)):
        if chosen >> i & 1:
            tickets = append(tickets, view.offered[i])
    return tickets


def sort_by_lack(view: View, wanted: vec[i16]) -> None:
    """Put first what lacks the least cards."""
    for i in range(1, len(wanted)):
        j = i
        while j > 0 and spaces_lacking(view, i64(wanted[j])) < spaces_lacking(view, i64(wanted[j - 1])):
            kept = wanted[j]
            wanted[j] = wanted[j - 1]
            wanted[j - 1] = kept
            j -= 1


def is_draw(code: i64) -> bool:
    """Whether an action draws a card."""
    return kind_of(code) == DRAW_ROW or kind_of(code) == DRAW_DECK


def is_near_others(view: View, route: i64) -> bool:
    """Whether another owns a route at an end of this one."""
    board = view.board
    for end in range(2):
        city = i64(board.route_a[route]) if end == 0 else i64(board.route_b[route])
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            owner = i64(view.owner[i64(board.at_city[i])])
            if owner != NOBODY and owner != view.seat:
                return True
    return False
