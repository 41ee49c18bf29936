"""The planner: a mind that reads its rivals, hurries where it may be cut off, and weighs tickets by what they earn."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.bearing import Bearing
from trunkline.bots.bot import Bot
from trunkline.bots.captain import Captain
from trunkline.bots.chance import Chance
from trunkline.bots.mind import WORST, Mind
from trunkline.bots.needs import NOTHING
from trunkline.bots.outlook import Outlook
from trunkline.bots.prospects import expected_best
from trunkline.bots.rivals import Rivals
from trunkline.bots.survey import Plan
from trunkline.bots.temper import Temper, company_temper
from trunkline.rules.actions import ActionList
from trunkline.rules.board import Board
from trunkline.rules.state import NOBODY, TURN
from trunkline.rules.tickets import bits
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED

MOST_SUBSETS: Final = 64
BLOCKS_LOOKED_AT: Final = 3
TURNS_BETWEEN: Final = 3
"""Whether to draw tickets is asked every so many turns: it takes long to weigh, and changes slowly."""


class PlannerMind(Mind):
    """A mind with time to think: it plans again whenever the board has changed."""

    def __init__(self, board: Board, temper: Temper) -> None:
        super().__init__(board, temper)
        self.rivals = Rivals(board, temper)
        self.view: View | None = None
        self.planned = board.no_routes_owned[:]
        """The owners when the plan was made."""
        self.loss = vec[i64]([0] * board.routes)
        """By planned route: what it costs to lose it, in sixteenths."""
        self.best_plan = Plan(board)
        self.asked: i64 = -100
        """The turn at which it was last asked whether to draw tickets."""
        self.blocked: i64 = NOTHING
        """The route that the last decision took only to be in the way of others."""

    def keep_plan(self, outlook: Outlook) -> None:
        """Every turn a new plan is weighed against the old one: the hand has changed, if nothing else."""
        survey = self.survey
        super().keep_plan(outlook)
        if outlook.phase == TURN and self.plan.size > 0:
            survey.make(outlook, outlook.tickets, self.best_plan)
            if self.best_plan.worth > self.plan.worth:
                self.plan.take_from(self.best_plan)
        changed = False
        for route in range(self.board.routes):
            if self.planned[route] != outlook.owner[route]:
                self.planned[route] = outlook.owner[route]
                changed = True
        if changed and self.temper.urgency > 0:
            self.weigh_losses(outlook)

    def weigh_losses(self, outlook: Outlook) -> None:
        """For every planned route that another wants: how much worse the plan without it would be."""
        survey = self.survey
        view = self.view
        if view is None:
            return
        self.rivals.read(view)
        tickets = outlook.tickets
        count = len(tickets)
        other = self.best_plan
        survey.look(outlook)
        survey.by_points(tickets, count)
        survey.make_in_order(outlook, tickets, count, other, -1)
        worth = other.worth
        for i in range(self.plan.size):
            route = i64(self.plan.routes[i])
            self.loss[route] = 0
            if self.rivals.pressure[route] == 0 or outlook.is_done(route):
                continue
            kept = survey.base[route]
            survey.base[route] = CLOSED
            survey.make_in_order(outlook, tickets, count, other, -1)
            survey.base[route] = kept
            if other.worth < worth:
                self.loss[route] = worth - other.worth

    def best_claim(self, outlook: Outlook) -> i64:
        """The claim that is worth the most now, a block among them; NOTHING if none can be paid."""
        self.blocked = NOTHING
        code = super().best_claim(outlook)
        view = self.view
        if self.temper.block > 0 and view is not None:
            block = self.best_block(view, outlook, 0 if code == NOTHING else self.temper.claim)
            if block != NOTHING:
                return block
        return code

    def hurries(self) -> bool:
        return self.temper.urgency > 0

    def urgency_of(self, route: i64) -> i64:
        view = self.view
        if view is None or self.loss[route] == 0:
            return 0
        return self.rivals.danger(view, route) * self.loss[route] * self.temper.urgency // 4096

    def best_block(self, view: View, outlook: Outlook, least: i64) -> i64:
        """A claim that harms others more than it costs, and more than `least` is worth; NOTHING if there is none."""
        board = self.board
        temper = self.temper
        rivals = self.rivals
        rivals.read(view)
        found: i64 = NOTHING
        tried: i64 = 0
        above: i64 = 1 << 30
        trains = outlook.trains[outlook.seat] - (0 if self.finished else self.plan.trains)
        while tried < BLOCKS_LOOKED_AT:
            # The routes under most pressure, one after the other.
            route: i64 = NOTHING
            most: i64 = 64
            for other in range(board.routes):
                pressure = rivals.pressure[other]
                if pressure > most and pressure < above and outlook.is_open(other):
                    most = pressure
                    route = other
            if route == NOTHING:
                break
            above = most
            tried += 1
            length = i64(board.length[route])
            if length > trains or self.is_wanted(route):
                continue
            code, cost = self.needs.payment_for(outlook, route, True)
            if code == NOTHING:
                continue
            harm = rivals.harm(view, route) * rivals.danger(view, route) // 256
            gain = harm * temper.block // 16 + outlook.gain[route]
            worth = gain - cost - (2 + length) * temper.turn * temper.block_cost // 32
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

    def wants_tickets(self, outlook: Outlook) -> bool:
        """Whether tickets drawn now are expected to earn more than a turn spent otherwise."""
        board = self.board
        survey = self.survey
        if outlook.ticket_deck == 0 or outlook.own_turns() < self.temper.turns_for_tickets:
            return False
        if outlook.turn < self.asked + TURNS_BETWEEN * outlook.players:
            return False
        self.asked = outlook.turn
        survey.look(outlook)
        survey.price_as_planned(self.plan)
        worths: list[int] = []
        time = outlook.own_turns() - 2 - self.plan.turns // 16
        view = self.view
        for ticket in range(board.tickets):
            if view is not None and self.rivals.is_mine(view, ticket):
                continue
            if board.numbers.opening_long > 0 and board.ticket_long[ticket]:
                continue
            points = outlook.unit * i64(board.ticket_points[ticket])
            price = survey.price_of(outlook, self.plan, ticket)
            if price >= CLOSED:
                worths.append(-points)
                continue
            worth = points - price * self.temper.ticket_doubt // 16
            if price > 0 and self.turns_of_path(outlook, ticket) > time:
                worth = -points
            worths.append(worth if worth > -points else -points)
        number = board.numbers.draw_tickets
        if number > outlook.ticket_deck:
            number = outlook.ticket_deck
        if len(worths) < number:
            return False
        return expected_best(worths, number) > self.temper.ticket_turn

    def turns_of_path(self, outlook: Outlook, ticket: i64) -> i64:
        """About how many turns the path that the last search found takes."""
        board = self.board
        start = i64(board.ticket_a[ticket])
        city = i64(board.ticket_b[ticket])
        claims: i64 = 0
        spaces: i64 = 0
        while city != start:
            route = i64(self.survey.arrival[city])
            if self.survey.price[route] > 0 and outlook.owner[route] == NOBODY:
                claims += 1
                spaces += i64(board.length[route])
            city = board.other_end(route, city)
        spaces -= outlook.hand_sizes[outlook.seat] // 2
        return claims + (spaces // 2 if spaces > 0 else 0)

    def choose_tickets(self, outlook: Outlook) -> i64:
        """The set of the offered tickets whose best plan, with those held, is worth the most."""
        survey = self.survey
        offered = outlook.offered
        sets = i64(1) << len(offered)
        if sets > MOST_SUBSETS:
            return super().choose_tickets(outlook)
        least = self.least_kept(outlook)
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for chosen in range(sets):
            if bits(chosen) < least:
                continue
            survey.make(outlook, with_offered(outlook.tickets, offered, chosen), self.best_plan)
            worth = self.worth_of_plan(outlook)
            if worth > best_worth:
                best_worth = worth
                best = chosen
        self.has_plan = False
        return best

    def worth_of_plan(self, outlook: Outlook) -> i64:
        """What a plan earns, with its price counted dearer for what may go wrong, and for haste if time is short."""
        plan = self.best_plan
        return plan.worth - self.temper.doubt * plan.turns // 16


def with_offered(held: vec[i16], offered: vec[i16], chosen: i64) -> vec[i16]:
    """The tickets held and those chosen of the offered ones."""
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
class Seated:
    """A planner's mind at a table: made for one seat of one game, and shown its views one after the other."""

    def __init__(self, view: View, temper: Temper) -> None:
        self.mind: Final = PlannerMind(view.board, temper)
        self.outlook: Final = Outlook(view.board)
        self.seat: Final[i64] = view.seat
        self.turn: i64 = view.turn

    def fits(self, view: View) -> bool:
        """Whether a view may belong to the same game: the same board and seat, and time has not gone back."""
        return self.mind.board is view.board and self.seat == view.seat and view.turn >= self.turn

    def look(self, view: View) -> None:
        self.turn = view.turn
        self.mind.view = view
        self.outlook.look_at_view(view)


class PlannerBot(Bot):
    """A planner shown views. It keeps its plan from turn to turn while it holds; a fresh one makes it anew."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.temper = Temper()
        self.company_temper = company_temper()
        """Its temper on boards with companies."""
        self.bearing = Bearing()
        """Its temper on boards with ships."""
        self.chance = Chance(seed)
        self.seated: Seated | None = None
        self.captain: Captain | None = None
        """Plays the boards with ships."""

    def choose(self, view: View, actions: ActionList) -> int:
        if self.temper.mistakes > 0 and self.chance.below(256) < self.temper.mistakes:
            return actions.codes[self.chance.below(actions.size)]
        if view.board.numbers.ships > 0:
            return self.on_ships(view, actions)
        seated = self.seated
        if seated is None or not seated.fits(view):
            seated = Seated(view, self.company_temper if view.board.has_companies else self.temper)
            self.seated = seated
        seated.look(view)
        return seated.mind.decide(seated.outlook)

    def on_ships(self, view: View, actions: ActionList) -> i64:
        captain = self.captain
        if captain is None or not captain.fits(view):
            captain = Captain(view.board, self.bearing)
            self.captain = captain
        return captain.choose(view, actions)
