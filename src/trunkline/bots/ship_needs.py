"""Compares the hand with the wanted routes and ports on boards with ships: missing cards, and which card to take."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.bots.gains import Gains
from trunkline.bots.ship_greedy import held_ships, held_trains
from trunkline.bots.ship_plan import WORST, ShipPlan
from trunkline.bots.ship_weights import ShipWeights
from trunkline.rules.actions import ActionList, colour_of, deck_of, doubles_of, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW
from trunkline.rules.payment import PAY
from trunkline.rules.state import HOLE
from trunkline.rules.view import View

NOTHING: Final = -1
TRAINS: Final = 0
SHIPS: Final = 1


@final
class ShipNeeds:
    """The hand of a seat assigned to the routes and ports that it wants."""

    def __init__(self, board: Board, weights: ShipWeights, gains: Gains) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.gains: Final = gains
        self.wanted = vec[i16]()
        """The routes to claim next; any of their lanes is good."""
        self.spare = vec[i64]([0] * (2 * board.colours))
        """Spaces that the hand covers in addition to the wanted routes: by colour, first trains and then ships."""
        self.lacking = vec[i64]([0] * (2 * board.colours))
        """Spaces that the hand does not cover, in the same order."""
        self.soon = vec[i64]([0] * (2 * board.colours))
        """The same, for the route that is closest to complete."""
        self.port_colour: i64 = NOTHING
        """The colour in which cards for a port are collected."""

    def assign(self, view: View, wanted: vec[i16], plan: ShipPlan) -> None:
        """Assign the hand to these routes and the ports of the plan."""
        self.wanted = wanted
        self.port_colour = self.colour_for_port(view, plan)
        self.assign_hand(view)

    def colour_for_port(self, view: View, plan: ShipPlan) -> i64:
        """The colour in which a port is closest to complete; NOTHING if none is planned."""
        board = self.board
        if plan.port_count == 0:
            return NOTHING
        best: i64 = 0
        most: i64 = -1
        for colour in range(board.colours):
            trains = min(i64(view.hand[board.anchor_train + colour]), board.numbers.port_trains)
            ships = min(i64(view.hand[board.ship + colour]), board.numbers.port_ships)
            if trains + ships > most:
                most = trains + ships
                best = colour
        return best

    def assign_hand(self, view: View) -> None:
        """Assign the hand to the wanted routes, coloured ones first: missing spaces and spare cards."""
        board = self.board
        colours = board.colours
        for colour in range(colours):
            self.spare[colour] = held_trains(view, colour)
            self.spare[colours + colour] = held_ships(view, colour)
        for at in range(2 * colours):
            self.lacking[at] = 0
            self.soon[at] = 0
        nearest: i64 = 1 << 20
        for gray in range(2):
            for number in self.wanted:
                route = self.easiest_lane(view, i64(number))
                if (board.colour[route] == GRAY) != (gray == 1):
                    continue
                length = i64(board.length[route])
                if board.pair[route]:
                    for _i in range(length):
                        self.reserve(board, route, self.most_spare(board, route), 2)
                    continue
                colour = i64(board.colour[route]) if gray == 0 else self.most_spare(board, route)
                lack = self.reserve(board, route, colour, length)
                if 0 < lack < nearest:
                    nearest = lack
                    for at in range(2 * colours):
                        self.soon[at] = 0
                    self.soon[colours + colour if board.sea[route] else colour] = lack

    def easiest_lane(self, view: View, route: i64) -> i64:
        """The open lane of a route for which there are the most spare cards."""
        board = self.board
        lane = i64(board.twin[route])
        if lane == route or board.colour[route] == GRAY:
            return route
        best = route
        most: i64 = NOTHING
        while True:
            colour = i64(board.colour[lane])
            if colour != GRAY and view.is_open(lane):
                spare = self.spare[board.colours + colour if board.sea[lane] else colour]
                if spare > most:
                    most = spare
                    best = lane
            if lane == route:
                return best
            lane = i64(board.twin[lane])

    def most_spare(self, board: Board, route: i64) -> i64:
        """The colour with the most spare spaces of the kind of a route."""
        first = board.colours if board.sea[route] else 0
        best: i64 = 0
        for colour in range(board.colours):
            if self.spare[first + colour] > self.spare[first + best]:
                best = colour
        return best

    def reserve(self, board: Board, route: i64, colour: i64, spaces: i64) -> i64:
        """Reserve spare cards for a route; return the number of missing spaces."""
        at = board.colours + colour if board.sea[route] else colour
        left = self.spare[at] - spaces
        lack: i64 = 0
        if left < 0:
            lack = -left
            self.lacking[at] += lack
            left = 0
        self.spare[at] = left
        return lack

    def worth_of_claim(self, view: View, code: i64) -> i64:
        board = self.board
        route = subject_of(code)
        colour = colour_of(code)
        wild = self.weights.port_wild if self.port_colour != NOTHING else self.weights.wild_spent
        worth = self.gains.by_route[route] - wild * wilds_of(code)
        if colour < board.colours and not board.pair[route]:
            length = i64(board.length[route])
            at = board.colours + colour if board.sea[route] else colour
            if board.colour[route] == GRAY:
                short = length - wilds_of(code) - self.spare[at]
                if short > 0:
                    worth -= self.weights.short_card * short
            if board.sea[route]:
                # A double ship on one space is half wasted; single ships may be needed for a port.
                singles = length - wilds_of(code) - 2 * doubles_of(code)
                if singles < 0:
                    worth -= self.weights.waste
                elif colour == self.port_colour:
                    worth -= self.weights.anchor * singles
        return worth

    def pay_pair(self, view: View, actions: ActionList) -> i64:
        """The payment of a space of a pair route, with the colour that the hand has most of."""
        best: i64 = actions.codes[0]
        best_worth: i64 = WORST
        for i in range(actions.size):
            code = actions.codes[i]
            if kind_of(code) != PAY:
                continue
            worth = held_trains(view, colour_of(code)) - 20 * wilds_of(code)
            if worth > best_worth:
                best_worth = worth
                best = code
        return best

    def pick_card(self, view: View, actions: ActionList) -> i64:
        """The most valuable card to draw, face up or blind; NOTHING if there is none.

        A blind card has the average value of its deck. A face-up locomotive must be worth two cards (C4).
        """
        board = self.board
        blind = vec[i64]([self.worth_of_deck(view, TRAINS), self.worth_of_deck(view, SHIPS)])
        refill = TRAINS if blind[TRAINS] >= blind[SHIPS] else SHIPS
        best: i64 = NOTHING
        best_worth: i64 = -1
        next_worth: i64 = 0
        wild: i64 = NOTHING
        for i in range(actions.size):
            code = actions.codes[i]
            kind = kind_of(code)
            worth: i64 = 0
            if kind == DRAW_ROW:
                if deck_of(code) != refill and actions.has(encode(DRAW_ROW, subject_of(code), refill)):
                    continue
                card = i64(view.row[subject_of(code)])
                if card == board.wild:
                    wild = code
                    continue
                worth = 16 * self.worth_of(view, card)
            elif kind == DRAW_DECK:
                worth = blind[subject_of(code)]
                if worth > next_worth:
                    next_worth = worth
            else:
                continue
            if worth > best_worth:
                if best_worth > next_worth:
                    next_worth = best_worth
                best_worth = worth
                best = code
            elif worth > next_worth:
                next_worth = worth
        if wild != NOTHING and 16 * self.worth_of(view, board.wild) > best_worth + next_worth:
            return wild
        if best != NOTHING:
            return best
        return wild

    def worth_of(self, view: View, card: i64) -> i64:
        """The value of a card: 16 for one that is certainly needed."""
        board = self.board
        colours = board.colours
        weights = self.weights
        if card == board.wild:
            total: i64 = 0
            for at in range(2 * colours):
                total += self.lacking[at]
            held = i64(view.hand[card])
            worth = weights.wild if total > held else 8
            if self.port_colour != NOTHING and held < 4:
                worth += weights.anchor
            # The last missing card is worth both picks.
            return 48 if total - held == 1 else worth
        colour = card % colours
        if card < board.ship:
            worth = 4
            if self.lacking[colour] > 0:
                worth = 16 + weights.needed_soon if self.soon[colour] > 0 else 16
            if card >= board.anchor_train and self.is_for_port(view, card, colour, board.numbers.port_trains):
                worth += weights.anchor
            return worth
        at = colours + colour
        lacking = self.lacking[at]
        if card >= board.double_ship:
            if lacking >= 2:
                return weights.double + weights.needed_soon if self.soon[at] > 0 else weights.double
            return 18 if lacking == 1 else 6
        worth = 5
        if lacking > 0:
            worth = weights.single + weights.needed_soon if self.soon[at] > 0 else weights.single
        if self.is_for_port(view, card, colour, board.numbers.port_ships):
            worth += weights.anchor
        return worth

    def is_for_port(self, view: View, card: i64, colour: i64, needed: i64) -> bool:
        return colour == self.port_colour and i64(view.hand[card]) < needed

    def worth_of_deck(self, view: View, deck: i64) -> i64:
        """The average value of a blind card, in sixteenths; visible cards are not in the deck."""
        board = self.board
        number: i64 = 0
        total: i64 = 0
        for card in range(board.cards):
            left = i64(board.deck_cards[deck][card])
            if left == 0:
                continue
            left -= i64(view.hand[card]) + i64(view.discards[deck][card])
            for shown in view.row:
                if shown != HOLE and i64(shown) == card:
                    left -= 1
            if left > 0:
                number += left
                total += left * self.worth_of(view, card)
        return total * 16 // number if number > 0 else 0
