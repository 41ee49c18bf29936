"""The greedy bot: a simple player that completes its tickets by shortest paths and then claims long routes."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.bot import Bot
from trunkline.bots.chance import Chance
from trunkline.bots.gains import Gains
from trunkline.bots.path_plan import (
    NOTHING,
    WORST,
    PathPlan,
    choose_tickets,
    fewest_locomotives,
    is_done,
    is_possible,
    plan_for,
    station_beside,
    station_site,
)
from trunkline.bots.power_use import NO_USE, power_to_use
from trunkline.bots.ship_greedy import ShipGreedy
from trunkline.rules.actions import ActionList, colour_of, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW, SECOND_PICK
from trunkline.rules.claim import CLAIM, CLAIM_ASKS
from trunkline.rules.payment import PAY
from trunkline.rules.state import HOLE, TURN
from trunkline.rules.stations import STATION
from trunkline.rules.tickets import DRAW_TICKETS
from trunkline.rules.tunnels import TUNNEL, WITHDRAW
from trunkline.rules.view import View
from trunkline.rules.ways import Ways

TRAINS_FOR_TICKETS: Final = 20
RIVAL_TRAINS_FOR_TICKETS: Final = 15
"""New tickets are drawn only while the bot has this number of trains, and each opponent that number."""
TUNNEL_RESERVE: Final = 1
"""Cards to hold in addition to the length of a tunnel before it is tried: usually one is asked for (E4)."""
LONG_GAME: Final = 50
"""After this number of turns each, a tunnel is tried only with cards for the worst case: they may withdraw for ever."""

# Weights of the gain of a claim, and of the cost of its payment.
CLAIM_POINT: Final = 8
CLAIM_LOCOMOTIVE: Final = 6
CLAIM_NEEDED_CARD: Final = 4

FACE_UP_LOCOMOTIVE: Final = 100
"""The value of a face-up locomotive that completes a route: more than any other card, because it costs both picks."""


class GreedyBot(Bot):
    """It keeps only its plan from turn to turn, and makes a new one when that is no longer possible."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.chance = Chance(seed)
        self.ship_greedy = ShipGreedy(seed)
        """Plays the boards of trains and ships."""
        self.ways: Ways | None = None
        self.gains: Gains | None = None
        self.plan: PathPlan | None = None
        self.planned_at: i64 = 0
        """The turn at which the plan was last used."""
        self.wanted = vec[i16]()
        """The routes to claim next; any of their lanes is good."""
        self.lacking = vec[i64]()
        """By card: how many are missing for the wanted routes."""
        self.spare = vec[i64]()
        """By card: how many in hand the wanted routes do not need."""

    def choose(self, view: View, actions: ActionList) -> int:
        if view.board.numbers.ships > 0:
            return self.ship_greedy.choose(view, actions)
        use = power_to_use(view, actions)
        if use != NO_USE:
            return use
        self.gains_of(view).update(view, view.seat)
        phase = view.phase
        if phase == TURN:
            return self.take_turn(view, actions)
        if phase == SECOND_PICK:
            self.set_aims(view, self.current_plan(view))
            return self.pick_card(view, actions)
        if phase == CLAIM_ASKS:
            self.set_aims(view, self.current_plan(view))
            return self.take_card(view, actions)
        if phase == TUNNEL:
            code = fewest_locomotives(actions, PAY, 0)
            return code if code != NOTHING else encode(WITHDRAW)
        return choose_tickets(view, self.ways_of(view), self.gains_of(view), actions)

    def take_turn(self, view: View, actions: ActionList) -> i64:
        plan = self.current_plan(view)
        if self.set_aims(view, plan):
            code = self.build_station(view, actions, plan)
            if code != NOTHING:
                return code
            code = encode(DRAW_TICKETS)
            if has_time_for_tickets(view) and actions.has(code):
                return code
        claim = self.best_claim(view, actions)
        return claim if claim != NOTHING else self.pick_card(view, actions)

    # The plan

    def current_plan(self, view: View) -> PathPlan:
        """The old plan if it is still possible, or else a new one."""
        plan = self.plan
        if plan is None or view.turn < self.planned_at or not is_possible(view, plan):
            plan = plan_for(view, self.ways_of(view), self.gains_of(view))
            self.plan = plan
        self.planned_at = view.turn
        return plan

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

    # What is wanted, and what the hand lacks for it

    def set_aims(self, view: View, plan: PathPlan) -> bool:
        """Want the rest of the plan, or else a long route. Return whether the plan is complete."""
        wanted = vec[i16](capacity=len(plan.routes) + 1)
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
        """Assign the hand to the wanted routes: which cards are missing, and which are spare."""
        board = view.board
        if len(self.spare) != board.cards:
            self.spare = vec[i64]([0] * board.cards)
            self.lacking = vec[i64]([0] * board.cards)
        for card in range(board.cards):
            self.spare[card] = i64(view.hand[card])
            self.lacking[card] = 0
        # Coloured routes first; gray ones can take the rest.
        for number in self.wanted:
            lane = self.easiest_lane(view, i64(number))
            if board.colour[lane] != GRAY:
                self.reserve(board, lane, i64(board.colour[lane]))
        for number in self.wanted:
            if board.colour[i64(number)] == GRAY:
                self.reserve(board, i64(number), most_of(self.spare, board.wild))

    def easiest_lane(self, view: View, route: i64) -> i64:
        """The open lane of a route for which there are the most spare cards."""
        board = view.board
        lane = i64(board.twin[route])
        if lane == route or board.colour[route] == GRAY:
            return route
        best = route
        best_spare: i64 = NOTHING
        while True:
            colour = i64(board.colour[lane])
            if colour != GRAY and self.spare[colour] > best_spare and view.is_open(lane):
                best = lane
                best_spare = self.spare[colour]
            if lane == route:
                return best
            lane = i64(board.twin[lane])

    def reserve(self, board: Board, route: i64, colour: i64) -> None:
        """Reserve the spare cards for a route, and note how many are missing."""
        symbols = i64(board.locomotives[route])
        self.reserve_cards(board.wild, symbols)
        self.reserve_cards(colour, i64(board.length[route]) - symbols + TUNNEL_RESERVE * i64(board.tunnel[route]))

    def reserve_cards(self, card: i64, number: i64) -> None:
        left = self.spare[card] - number
        if left < 0:
            self.lacking[card] -= left
            left = 0
        self.spare[card] = left

    # Claims and stations

    def best_claim(self, view: View, actions: ActionList) -> i64:
        """The best claim of a wanted route, with its best payment; NOTHING if none can be paid."""
        board = view.board
        lanes = board.no_routes_closed[:]
        for number in self.wanted:
            route = i64(number)
            while not lanes[route]:
                lanes[route] = 1
                route = i64(board.twin[route])
        codes = actions.codes
        gain = self.gains_of(view).by_route
        best: i64 = NOTHING
        best_worth: i64 = WORST
        for i in range(actions.size):
            code = codes[i]
            if kind_of(code) != CLAIM:
                continue
            route = subject_of(code)
            if not lanes[route]:
                continue
            wilds = wilds_of(code)
            colour = colour_of(code)
            coloured = i64(board.length[route]) - wilds
            if board.tunnel[route] and not has_reserve(view, colour, coloured, wilds):
                continue
            # Locomotives cost the most, then cards that other wanted routes need.
            worth = (CLAIM_POINT * gain[route] >> 4) - CLAIM_LOCOMOTIVE * (wilds - i64(board.locomotives[route]))
            if board.colour[route] == GRAY and colour != board.wild and coloured > self.spare[colour]:
                worth -= CLAIM_NEEDED_CARD * (coloured - self.spare[colour])
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def build_station(self, view: View, actions: ActionList, plan: PathPlan) -> i64:
        """The action that builds a station for a borrowed route; NOTHING if none is needed or can be paid."""
        for number in plan.borrowed:
            if not station_beside(view, i64(number)):
                code = fewest_locomotives(actions, STATION, station_site(view, i64(number)))
                if code != NOTHING:
                    return code
        return NOTHING

    # Cards

    def pick_card(self, view: View, actions: ActionList) -> i64:
        """The face-up card that is missing most, or else a blind draw, or else the fallback."""
        best: i64 = NOTHING
        best_worth: i64 = 1
        equal: i64 = 0
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != DRAW_ROW:
                break  # the row is listed first
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
        if actions.has(encode(DRAW_DECK)):
            return encode(DRAW_DECK)
        return self.fallback(view, actions)

    def take_card(self, view: View, actions: ActionList) -> i64:
        """Of the face-up cards that a claim may give, the one that is missing most."""
        best: i64 = NOTHING
        most: i64 = NOTHING
        for i in range(actions.size):
            lacking = self.lacking[i64(view.row[subject_of(actions.codes[i])])]
            if lacking > most:
                most = lacking
                best = actions.codes[i]
        return best

    def worth_of(self, view: View, card: i64) -> i64:
        """The value of a face-up card: how many of it are missing."""
        if card != view.board.wild:
            return self.lacking[card]
        # A locomotive costs both picks: it must be the last card lacking, or one that nothing can replace.
        total: i64 = 0
        for number in self.lacking:
            total += number
        return FACE_UP_LOCOMOTIVE if self.lacking[card] > 0 or total - self.spare[card] == 1 else 0

    def fallback(self, view: View, actions: ActionList) -> i64:
        """The fallback if nothing wanted can be claimed or drawn: any claim, any card, or the last action."""
        best = best_extra_route(view, self.gains_of(view))
        if best != NOTHING:
            self.wanted = vec[i16]([i16(best)])
            claim = self.best_claim(view, actions)
            if claim != NOTHING:
                return claim
        if kind_of(actions.codes[0]) == DRAW_ROW:
            return actions.codes[0]
        # The last action is a claim, the only action, or a station, which costs less than an impossible ticket.
        return actions.codes[actions.size - 1]


def has_time_for_tickets(view: View) -> bool:
    """Whether there are enough trains and turns left for more tickets."""
    if view.players[view.seat].trains < TRAINS_FOR_TICKETS:
        return False
    for player in view.players:  # noqa: SIM110 - a loop is quicker than a generator
        if player.trains < RIVAL_TRAINS_FOR_TICKETS:
            return False
    return True


def has_reserve(view: View, colour: i64, coloured: i64, wilds: i64) -> bool:
    """Whether enough cards remain in hand to pay what the tunnel may ask for."""
    board = view.board
    reserve = i64(view.hand[board.wild]) - wilds
    if colour != board.wild:
        reserve += i64(view.hand[colour]) - coloured
    asked = TUNNEL_RESERVE if view.turn < LONG_GAME * len(view.players) else board.numbers.tunnel_cards
    if asked > cards_to_be_drawn(view):
        asked = cards_to_be_drawn(view)
    return reserve >= asked


def cards_to_be_drawn(view: View) -> i64:
    """The number of cards in deck and discards."""
    found: i64 = 0
    for size in view.deck_sizes:
        found += size
    for discards in view.discards:
        for number in discards:
            found += i64(number)
    return found


def best_extra_route(view: View, gains: Gains) -> i64:
    """The open route with the largest gain for its turns; NOTHING if there is none."""
    board = view.board
    hand = view.hand
    trains = view.players[view.seat].trains
    wilds = i64(hand[board.wild])
    most: i64 = 0
    for card in range(board.wild):
        if i64(hand[card]) > most:
            most = i64(hand[card])
    hidden = cards_to_be_drawn(view)
    available = hidden
    gain = gains.by_route
    for shown in view.row:
        if shown != HOLE:
            available += 1
    best: i64 = NOTHING
    best_worth: i64 = 0
    for route in range(board.routes):
        length = i64(board.length[route])
        if length > trains:
            continue
        colour = i64(board.colour[route])
        lacking = length - wilds - (most if colour == GRAY else i64(hand[colour]))
        if lacking < 0:
            lacking = 0
        if board.tunnel[route] and hidden > 0:
            lacking += TUNNEL_RESERVE
        # Two cards a turn, and the turn of the claim. The factor keeps precision in the integer division.
        worth = gain[route] * 64 // ((lacking + 1) // 2 + 1)
        if worth > best_worth and lacking <= available and view.is_open(route):
            best_worth = worth
            best = route
    return best


def most_of(cards: vec[i64], end: i64) -> i64:
    """The card below `end` with the largest number."""
    best: i64 = 0
    for card in range(end):
        if cards[card] > cards[best]:
            best = card
    return best
