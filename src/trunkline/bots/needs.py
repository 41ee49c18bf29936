"""Compares the hand with the wanted routes: which cards are missing, how to pay for a route, which card to take."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.observation import TUNNEL_RESERVE, Observation
from trunkline.bots.weights import Weights, card_value
from trunkline.rules.actions import encode
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW
from trunkline.rules.claim import CLAIM
from trunkline.rules.clause_steps import TAKE_CARD
from trunkline.rules.payment import PAY
from trunkline.rules.state import HOLE
from trunkline.rules.stations import STATION

NOTHING: Final = -1
DEAR: Final = 1 << 20

LONG_GAME: Final = 50
"""After this number of turns each, a tunnel is tried only with cards for the worst case: players could withdraw for
ever.
"""


@final
class Needs:
    """The hand of a seat assigned to the wanted routes. A route may be claimed by any of its lanes."""

    def __init__(self, board: Board, weights: Weights) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.wanted = vec[i16]([0] * board.routes)
        self.size: i64 = 0
        self.main: i64 = 0
        """The first of the wanted routes, this many, are those of the plan; the others are extra routes."""
        self.lacking = vec[i64]([0] * board.cards)
        """By card: how many are missing for the wanted routes."""
        self.spare = vec[i64]([0] * board.cards)
        """By card: how many in hand the planned routes do not need."""
        self.rest = vec[i64]([0] * board.cards)
        """By card: how many in hand no wanted route needs."""
        self.worth = vec[i64]([0] * board.cards)
        """By card: the value of one more."""
        self.total: i64 = 0
        """Cards missing for the planned routes in total, minus spare locomotives."""
        self.tunnel_reserve: i64 = TUNNEL_RESERVE
        self.in_row = vec[i64]([0] * board.cards)
        self.kept_colour = vec[i64]([NOTHING] * board.routes)
        self.kept = vec[i64]([0] * board.routes)
        """By wanted gray route: the colour reserved for it, and how many cards of it."""

    def want(self, route: i64) -> None:
        self.wanted[self.size] = i16(route)
        self.size += 1

    def assign(self, observation: Observation) -> None:
        """Assign the hand to the planned routes: first to coloured ones, then the rest to gray ones."""
        board = self.board
        weights = self.weights
        hand = observation.hand
        spare = self.spare
        lacking = self.lacking
        worth = self.worth
        in_row = self.in_row
        for card in range(board.cards):
            spare[card] = i64(hand[card])
            lacking[card] = 0
            worth[card] = weights.useless
            in_row[card] = 0
        for shown in observation.row:
            if shown != HOLE:
                in_row[i64(shown)] += 1
        colours = board.colour
        self.tunnel_reserve = observation.tunnel_reserve
        self.main = self.size
        for i in range(self.size):
            lane = self.easiest_lane(observation, i64(self.wanted[i]))
            if colours[lane] != GRAY:
                self.reserve(lane, i64(colours[lane]))
        for i in range(self.size):
            route = i64(self.wanted[i])
            if colours[route] == GRAY:
                colour = self.best_for_gray(i64(board.length[route]))
                before = spare[colour]
                self.reserve(route, colour)
                self.kept_colour[route] = colour
                self.kept[route] = before - spare[colour]
        wild = board.wild
        total: i64 = 0
        for card in range(board.cards):
            total += lacking[card]
        total -= spare[wild]
        self.total = total if total > 0 else 0
        worth[wild] = weights.wild if total > 0 else weights.idle_wild
        if lacking[wild] > 0:
            worth[wild] = 2 * weights.needed_soon
        for card in range(board.cards):
            self.rest[card] = spare[card]

    def assign_extra(self, route: i64) -> i64:
        """Assign the rest of the hand to an extra route; return the turns that it takes."""
        board = self.board
        rest = self.rest
        worth = self.worth
        colour = i64(board.colour[route])
        length = i64(board.length[route])
        if colour == GRAY:
            colour = 0
            for card in range(board.wild):
                if rest[card] + self.in_row[card] > rest[colour] + self.in_row[colour]:
                    colour = card
        lacking = length - rest[colour]
        rest[colour] = -lacking if lacking < 0 else 0
        if lacking <= 0:
            return 1
        wilds = rest[board.wild]
        rest[board.wild] = wilds - lacking if wilds > lacking else 0
        lacking -= wilds
        if lacking <= 0:
            return 1
        if self.main > 0 and self.weights.extra == 0:
            return 1 + (lacking + 1) // 2
        base = self.weights.extra if self.main > 0 else self.weights.needed
        gain = base + (4 if lacking <= 2 else 0)
        if gain > worth[colour]:
            worth[colour] = gain
        return 1 + (lacking + 1) // 2

    def easiest_lane(self, observation: Observation, route: i64) -> i64:
        """The open lane of a route that is worth the most, gain and spare cards together; then the most cards."""
        board = self.board
        lane = i64(board.twin[route])
        if lane == route or board.colour[route] == GRAY:
            return route
        spare = self.spare
        length = i64(board.length[route])
        card = card_value(self.weights)
        best = route
        best_spare: i64 = NOTHING
        best_worth: i64 = -DEAR
        while True:
            colour = i64(board.colour[lane])
            if colour != GRAY and observation.is_open(lane):
                worth = observation.gain[lane] + card * min(spare[colour], length)
                if worth > best_worth or (worth == best_worth and spare[colour] > best_spare):
                    best = lane
                    best_spare = spare[colour]
                    best_worth = worth
            if lane == route:
                return best
            lane = i64(board.twin[lane])

    def best_for_gray(self, length: i64) -> i64:
        """The colour for a gray route: the one with the most spare cards and, among those, the most face up."""
        spare = self.spare
        best: i64 = 0
        most: i64 = NOTHING
        for card in range(self.board.wild):
            found = spare[card]
            if found > length:
                found = length
            found = 4 * found + self.in_row[card]
            if found > most:
                most = found
                best = card
        return best

    def reserve(self, route: i64, colour: i64) -> None:
        """Reserve the spare cards for a route, and note how many are missing."""
        board = self.board
        symbols = i64(board.locomotives[route])
        self.reserve_cards(board.wild, symbols)
        self.reserve_cards(colour, i64(board.length[route]) - symbols + self.tunnel_reserve * i64(board.tunnel[route]))

    def reserve_cards(self, card: i64, number: i64) -> None:
        left = self.spare[card] - number
        if left < 0:
            self.lacking[card] -= left
            # A card is worth more if the route needs no other.
            self.worth[card] = (
                self.weights.needed_soon if left + self.spare[self.board.wild] >= -1 else self.weights.needed
            )
            left = 0
        self.spare[card] = left

    # Paying

    def payment_for(self, observation: Observation, route: i64, extra: bool = False) -> tuple[i64, i64]:
        """The cheapest claim of any lane of a route, and its cost: cards, and what the lane pays less than the route.

        `extra`: the route is not in the plan.
        """
        board = self.board
        best: i64 = NOTHING
        best_cost: i64 = DEAR
        if i64(board.length[route]) > observation.trains[observation.seat]:
            return best, best_cost
        lane = route
        while True:
            if observation.is_open(lane):
                colour = i64(board.colour[lane])
                # On boards with companies, lanes of different colours pay differently (L16).
                loss = observation.gain[route] - observation.gain[lane]
                if colour != GRAY:
                    code, cost = self.payment_in(observation, lane, colour, extra)
                    cost += loss
                    if cost < best_cost:
                        best = code
                        best_cost = cost
                else:
                    for card in range(board.wild):
                        code, cost = self.payment_in(observation, lane, card, extra)
                        cost += loss
                        if cost < best_cost:
                            best = code
                            best_cost = cost
            lane = i64(board.twin[lane])
            if lane == route:
                return best, best_cost

    def payment_in(self, observation: Observation, lane: i64, colour: i64, extra: bool) -> tuple[i64, i64]:
        """The claim of a lane in one colour with the fewest locomotives, and its cost."""
        board = self.board
        wild = board.wild
        length = i64(board.length[lane])
        symbols = i64(board.locomotives[lane])
        held = i64(observation.hand[colour])
        wilds_held = i64(observation.hand[wild])
        wilds = length - held
        if wilds < symbols:
            wilds = symbols
        if wilds > wilds_held:
            return NOTHING, DEAR
        if len(observation.wire) > 0 and wilds == 0 and wilds_held > 0:
            # The telegraph pays for a locomotive, which also saves a card.
            wilds = 1 if observation.wire[lane] > self.weights.locomotive else 0
        if wilds >= length:
            colour = wild
            wilds = length
        coloured = length - wilds
        if board.tunnel[lane] and not self.has_reserve(observation, colour, coloured, wilds):
            return NOTHING, DEAR
        cost = self.weights.locomotive * (wilds - symbols)
        if len(observation.wire) > 0 and wilds > 0:
            cost -= observation.wire[lane]
        if (extra or board.colour[lane] == GRAY) and colour != wild:
            free = self.spare[colour]
            if not extra and self.kept_colour[lane] == colour:
                free += self.kept[lane]
            if coloured > free:
                cost += self.weights.needed_card * (coloured - free)
        return CLAIM | lane << 8 | colour << 24 | wilds << 32, cost

    def has_reserve(self, observation: Observation, colour: i64, coloured: i64, wilds: i64) -> bool:
        """Whether enough cards or dollars remain to pay what the tunnel may ask for (E4)."""
        board = self.board
        if observation.tunnel_reserve == 0:
            return True
        reserve = i64(observation.hand[board.wild]) - wilds
        if colour != board.wild:
            reserve += i64(observation.hand[colour]) - coloured
        asked = TUNNEL_RESERVE if observation.turn < LONG_GAME * observation.players else board.numbers.tunnel_cards
        if asked > observation.deck + observation.discarded:
            asked = observation.deck + observation.discarded
        return reserve >= asked

    def pay_tunnel(self, observation: Observation) -> i64:
        """The payment of what a tunnel asks for with the fewest locomotives; NOTHING if it cannot be paid."""
        wild = self.board.wild
        asked = observation.tunnel_asked
        colour = observation.tunnel_colour
        wilds = asked if colour == wild else asked - i64(observation.hand[colour])
        if wilds < 0:
            wilds = 0
        if wilds > i64(observation.hand[wild]):
            return NOTHING
        return encode(PAY, 0, wild if wilds == asked else colour, wilds)

    def pay_station(self, observation: Observation, city: i64) -> i64:
        """The cheapest way to pay for a station in a city; NOTHING if there is none (E8)."""
        board = self.board
        wild = board.wild
        price = i64(board.station_cost[board.numbers.stations - observation.stations])
        best: i64 = NOTHING
        best_cost: i64 = DEAR
        for colour in range(board.wild):
            held = i64(observation.hand[colour])
            wilds = price - held if price > held else 0
            if held == 0 or wilds > i64(observation.hand[wild]):
                continue
            cost = self.weights.locomotive * wilds
            if price - wilds > self.spare[colour]:
                cost += self.weights.needed_card * (price - wilds - self.spare[colour])
            if cost < best_cost:
                best_cost = cost
                best = encode(STATION, city, colour, wilds)
        if best == NOTHING and i64(observation.hand[wild]) >= price:
            best = encode(STATION, city, wild, price)
        return best

    # Drawing

    def pick(self, observation: Observation) -> i64:
        """The card to draw now; NOTHING if none can be drawn."""
        if not observation.may_draw:
            return NOTHING
        board = self.board
        wild = board.wild
        worth = self.worth
        row = observation.row
        blind = self.blind_worth() if observation.deck > 0 else 0
        best: i64 = NOTHING
        best_worth: i64 = NOTHING
        second_worth: i64 = 0
        wild_slot: i64 = NOTHING
        for slot in range(len(row)):
            card = i64(row[slot])
            if card == HOLE:
                continue
            if card == wild:
                wild_slot = slot
                continue
            gain = 16 * worth[card]
            if gain > best_worth:
                second_worth = best_worth
                best_worth = gain
                best = slot
            elif gain > second_worth:
                second_worth = gain
        if wild_slot != NOTHING and observation.may_draw_wild():
            # A face-up locomotive costs both picks (C4): it must be worth more than the two others together.
            first = best_worth if best_worth > blind else blind
            second = second_worth if second_worth > blind else blind
            alone = 16 * worth[wild]
            if self.total == 1:
                alone += 16 * self.weights.needed
            if alone > first + second:
                return encode(DRAW_ROW, wild_slot)
        if best != NOTHING and (best_worth >= blind or observation.deck == 0):
            return encode(DRAW_ROW, best)
        if observation.deck > 0:
            return encode(DRAW_DECK)
        if wild_slot != NOTHING and observation.may_draw_wild():
            return encode(DRAW_ROW, wild_slot)
        return NOTHING

    def take(self, observation: Observation) -> i64:
        """The face-up card to take for a claim that gives one."""
        best: i64 = NOTHING
        best_worth: i64 = NOTHING
        for slot in range(len(observation.row)):
            if observation.may_take(slot) and self.worth[i64(observation.row[slot])] > best_worth:
                best_worth = self.worth[i64(observation.row[slot])]
                best = slot
        return encode(TAKE_CARD, best)

    def blind_worth(self) -> i64:
        """The average value of a card drawn blind from a full deck, in 256ths."""
        worth = self.worth
        counts = self.board.deck_cards[0]
        found: i64 = 0
        cards: i64 = 0
        for card in range(self.board.wild + 1):
            found += i64(counts[card]) * worth[card]
            cards += i64(counts[card])
        return 16 * found // cards
