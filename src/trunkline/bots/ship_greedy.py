"""The greedy bot on boards with ships: it splits its pieces by its plan, completes tickets, and builds ports."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.chance import Chance
from trunkline.bots.gains import Gains
from trunkline.bots.path_plan import (
    NOTHING,
    PathPlan,
    choose_tickets,
    fewest_locomotives,
    is_done,
    is_possible,
    plan_for,
)
from trunkline.bots.weights import POINT
from trunkline.rules.actions import ActionList, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW, SECOND_PICK
from trunkline.rules.claim import CLAIM
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.pairs import PAIR, payable_spaces
from trunkline.rules.payment import PAY
from trunkline.rules.pieces import EXCHANGE, SPLIT, SPLITTING, box_ships, box_trains
from trunkline.rules.ports import PORT
from trunkline.rules.state import TURN
from trunkline.rules.tickets import DRAW_TICKETS
from trunkline.rules.view import View
from trunkline.rules.ways import Ways

TRAINS: Final = 0
SHIPS: Final = 1

PIECES_FOR_TICKETS: Final = 28
RIVAL_PIECES_FOR_TICKETS: Final = 20
"""New tickets are drawn only while the bot has this number of pieces, and each opponent that number."""
CLAIM_POINT: Final = 8
CLAIM_LOCOMOTIVE: Final = 6
FACE_UP_LOCOMOTIVE: Final = 100
"""The value of a face-up locomotive that completes a route, because it costs both picks."""


class ShipGreedy:
    """It keeps only its plan from turn to turn, and makes a new one when that is no longer possible."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(seed)
        self.ways: Ways | None = None
        self.gains: Gains | None = None
        self.plan: PathPlan | None = None
        self.planned_at: i64 = 0
        self.wanted = vec[i16]()
        """The routes to claim next; any of their lanes is good."""
        self.spare = vec[i64]()
        """Spaces that the hand covers in addition to the wanted routes: by colour, first trains and then ships."""
        self.lacking = vec[i64]()
        """Spaces that the hand does not cover, in the same order."""

    def choose(self, view: View, actions: ActionList) -> i64:
        phase = view.phase
        if phase == TURN:
            return self.take_turn(view, actions)
        if phase == SECOND_PICK:
            self.set_aims(view, self.current_plan(view))
            return self.pick_card(view, actions)
        if phase == SPLITTING:
            return self.split(view)
        if phase == PAIR:
            return fewest_locomotives(actions, PAY, 0)
        return choose_tickets(view, self.ways_of(view), self.gains_of(view), actions)

    def take_turn(self, view: View, actions: ActionList) -> i64:
        finished = self.set_aims(view, self.current_plan(view))
        port = self.best_port(view, actions)
        if port != NOTHING:
            return port
        if finished and has_time_for_tickets(view) and actions.has(encode(DRAW_TICKETS)):
            return encode(DRAW_TICKETS)
        claim = self.best_claim(view, actions, True)
        if claim != NOTHING:
            return claim
        swap = self.needed_exchange(view, actions)
        return swap if swap != NOTHING else self.pick_card(view, actions)

    def split(self, view: View) -> i64:
        """The suggested split, changed as far as the plan needs (W2)."""
        numbers = view.board.numbers
        plan = self.current_plan(view)
        trains = numbers.suggested_trains
        if plan.trains > trains:
            trains = plan.trains
        if plan.ships > numbers.pieces - trains:
            trains = numbers.pieces - plan.ships
        return encode(SPLIT, max(numbers.pieces - numbers.ships, min(trains, numbers.trains)))

    # The plan, wanted routes, and missing cards

    def ways_of(self, view: View) -> Ways:
        """The path search of the board, created once."""
        ways = self.ways
        if ways is None or ways.board is not view.board:
            ways = Ways(view.board)
            self.ways = ways
        return ways

    def gains_of(self, view: View) -> Gains:
        """The gains of the board, created once."""
        gains = self.gains
        if gains is None or gains.board is not view.board:
            gains = Gains(view.board)
            self.gains = gains
        return gains

    def current_plan(self, view: View) -> PathPlan:
        """The old plan if it is still possible, or else a new one."""
        plan = self.plan
        if plan is None or view.turn < self.planned_at or not is_possible(view, plan):
            plan = plan_for(view, self.ways_of(view), self.gains_of(view))
            self.plan = plan
        self.planned_at = view.turn
        return plan

    def set_aims(self, view: View, plan: PathPlan) -> bool:
        """Want the rest of the plan, or else a long route. Return whether the plan is complete."""
        wanted = vec[i16]()
        for route in plan.routes:
            if not is_done(view, i64(route)):
                wanted = append(wanted, route)
        finished = len(wanted) == 0
        if finished:
            best = best_extra_route(view, self.gains_of(view))
            if best != NOTHING:
                wanted = append(wanted, i16(best))
        self.wanted = wanted
        self.assign_hand(view)
        return finished

    def assign_hand(self, view: View) -> None:
        """Assign the hand to the wanted routes, coloured ones first: missing spaces and spare cards."""
        board = view.board
        colours = board.colours
        self.spare = vec[i64]([0] * (2 * colours))
        self.lacking = vec[i64]([0] * (2 * colours))
        for colour in range(colours):
            self.spare[colour] = held_trains(view, colour)
            self.spare[colours + colour] = held_ships(view, colour)
        for number in self.wanted:
            if board.colour[i64(number)] != GRAY:
                self.reserve(board, i64(number), i64(board.colour[i64(number)]), i64(board.length[i64(number)]))
        for number in self.wanted:
            route = i64(number)
            if board.colour[route] != GRAY:
                continue
            if board.pair[route]:
                for _i in range(i64(board.length[route])):
                    self.reserve(board, route, self.most_spare(board, route), 2)
            else:
                self.reserve(board, route, self.most_spare(board, route), i64(board.length[route]))

    def most_spare(self, board: Board, route: i64) -> i64:
        """The colour with the most spare spaces of the kind of a route."""
        first = board.colours if board.sea[route] else 0
        best: i64 = 0
        for colour in range(board.colours):
            if self.spare[first + colour] > self.spare[first + best]:
                best = colour
        return best

    def reserve(self, board: Board, route: i64, colour: i64, spaces: i64) -> None:
        """Reserve spare cards for a route, and note how many spaces are missing."""
        at = board.colours + colour if board.sea[route] else colour
        left = self.spare[at] - spaces
        if left < 0:
            self.lacking[at] -= left
            left = 0
        self.spare[at] = left

    def lacking_of(self, board: Board, deck: i64) -> i64:
        """Missing spaces that cards of a deck can cover."""
        found: i64 = 0
        for colour in range(board.colours):
            found += self.lacking[deck * board.colours + colour]
        return found

    # Claims, ports and exchanges

    def best_claim(self, view: View, actions: ActionList, only_wanted: bool) -> i64:
        """The claim with the best balance of gain and locomotives; NOTHING if none can be paid."""
        board = view.board
        lanes = board.no_routes_closed[:]
        for number in self.wanted:
            route = i64(number)
            while not lanes[route]:
                lanes[route] = 1
                route = i64(board.twin[route])
        gain = self.gains_of(view).by_route
        best: i64 = NOTHING
        best_worth: i64 = 0
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != CLAIM or (only_wanted and not lanes[subject_of(code)]):
                continue
            worth = (CLAIM_POINT * gain[subject_of(code)] >> 4) - CLAIM_LOCOMOTIVE * wilds_of(code)
            if best == NOTHING or worth > best_worth:
                best_worth = worth
                best = code
        return best

    def best_port(self, view: View, actions: ActionList) -> i64:
        """The port that the most completed tickets name; NOTHING if none can be paid (W11)."""
        if not has_kind(actions, PORT):
            return NOTHING
        board = view.board
        label = joined_cities(board, view.owner, view.seat)
        best: i64 = NOTHING
        most: i64 = 0
        for city in range(board.cities):
            named: i64 = 0
            for ticket in view.tickets:
                if names(board, i64(ticket), city) and completes(board, label, ticket):
                    named += 1
            if named > most:
                code = fewest_locomotives(actions, PORT, city)
                if code != NOTHING:
                    most = named
                    best = code
        return best

    def needed_exchange(self, view: View, actions: ActionList) -> i64:
        """The exchange after which a wanted route can be claimed with the cards in hand; NOTHING if none can (W12)."""
        board = view.board
        own = view.players[view.seat]
        for number in self.wanted:
            route = i64(number)
            deck = i64(board.sea[route])
            short = i64(board.length[route]) - (own.ships if deck == SHIPS else own.trains)
            if short > 0 and view.is_open(route) and covers(view, route):
                code = encode(EXCHANGE, short, deck)
                if actions.has(code):
                    return code
        return NOTHING

    # Cards

    def pick_card(self, view: View, actions: ActionList) -> i64:
        """The face-up card that is missing most, or else a blind draw, or else the fallback."""
        board = view.board
        refill = SHIPS if self.lacking_of(board, SHIPS) > self.lacking_of(board, TRAINS) else TRAINS
        best: i64 = NOTHING
        best_worth: i64 = 1
        equal: i64 = 0
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != DRAW_ROW:
                break  # the row is listed first
            if code >> 24 != refill:
                continue
            worth = self.worth_of(view, i64(view.row[subject_of(code)]))
            if worth > best_worth:
                best_worth = worth
                best = code
                equal = 1
            elif worth == best_worth:
                equal += 1
                if self.chance.below(equal) == 0:
                    best = code
        if best != NOTHING:
            return best
        if actions.has(encode(DRAW_DECK, refill)):
            return encode(DRAW_DECK, refill)
        return self.fallback(view, actions)

    def worth_of(self, view: View, card: i64) -> i64:
        """The value of a face-up card: the missing spaces of its colour."""
        board = view.board
        colours = board.colours
        if card == board.wild:
            # It costs both picks, so it must be the last missing card.
            total = self.lacking_of(board, TRAINS) + self.lacking_of(board, SHIPS)
            return FACE_UP_LOCOMOTIVE if total - i64(view.hand[card]) == 1 else 0
        if card < board.ship:
            return self.lacking[card % colours]
        lacking = self.lacking[colours + card % colours]
        return lacking + 1 if card >= board.double_ship and lacking > 1 else lacking

    def fallback(self, view: View, actions: ActionList) -> i64:
        """The fallback if nothing wanted can be claimed or drawn: any claim, or the first action."""
        claim = self.best_claim(view, actions, False)
        if claim != NOTHING:
            return claim
        # Row and decks are listed first, then tickets. If only exchanges are left, a pass is listed before them.
        return actions.codes[0]


def has_time_for_tickets(view: View) -> bool:
    """Whether there are enough pieces and turns left for more tickets."""
    own = view.players[view.seat]
    if own.trains + own.ships < PIECES_FOR_TICKETS:
        return False
    for player in view.players:  # noqa: SIM110 - a loop is quicker than a generator
        if player.trains + player.ships < RIVAL_PIECES_FOR_TICKETS:
            return False
    return True


def held_trains(view: View, colour: i64) -> i64:
    """Train cards of a colour in hand, with and without an anchor."""
    return i64(view.hand[colour]) + i64(view.hand[view.board.anchor_train + colour])


def held_ships(view: View, colour: i64) -> i64:
    """Spaces that the ship cards of a colour in hand cover."""
    return i64(view.hand[view.board.ship + colour]) + 2 * i64(view.hand[view.board.double_ship + colour])


def spaces_lacking(view: View, route: i64) -> i64:
    """Spaces of a route that the hand does not cover, in its colour or the best one."""
    board = view.board
    length = i64(board.length[route])
    if board.pair[route]:
        return max(0, length - payable_spaces(board, view.hand))
    most: i64 = 0
    for colour in range(board.colours):
        if board.colour[route] == GRAY or i64(board.colour[route]) == colour:
            most = max(most, held_ships(view, colour) if board.sea[route] else held_trains(view, colour))
    return max(0, length - most - i64(view.hand[board.wild]))


def covers(view: View, route: i64) -> bool:
    """Whether the hand can pay for a route."""
    return spaces_lacking(view, route) == 0


def best_extra_route(view: View, gains: Gains) -> i64:
    """The open route with the largest gain for its turns; NOTHING if there is none."""
    board = view.board
    own = view.players[view.seat]
    best: i64 = NOTHING
    best_worth: i64 = 0
    for route in range(board.routes):
        length = i64(board.length[route])
        left = own.trains
        in_exchange = min(box_trains(view, view.seat), own.ships)
        if board.sea[route]:
            left = own.ships
            in_exchange = min(box_ships(view, view.seat), own.trains)
        if length > left + in_exchange or not view.is_open(route):
            continue
        # Two cards a turn, the turn of the claim, and perhaps a turn and points for an exchange.
        gain = gains.by_route[route]
        turns = (spaces_lacking(view, route) + 1) // 2 + 1
        if length > left:
            gain -= (length - left) * board.numbers.exchange_cost * POINT
            turns += 1
        worth = gain * 64 // turns
        if worth > best_worth:
            best_worth = worth
            best = route
    return best


def names(board: Board, ticket: i64, city: i64) -> bool:
    """Whether a ticket names a city."""
    for i in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1])):
        if i64(board.ticket_cities[i]) == city:
            return True
    return False


def has_kind(actions: ActionList, kind: i64) -> bool:
    codes = actions.codes
    return any(kind_of(codes[i]) == kind for i in range(actions.size))
