"""Routes outside the plan: claimed for what they pay themselves, with the trains and cards that the plan leaves."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.gains import longest_route
from trunkline.bots.needs import NOTHING, Needs
from trunkline.bots.observation import Observation
from trunkline.bots.weights import Weights
from trunkline.rules.board import GRAY, Board


@final
class ExtraRoutes:
    """Chooses the routes that a seat wants beside those of its plan."""

    def __init__(self, board: Board, weights: Weights, needs: Needs) -> None:
        self.board: Final = board
        self.weights: Final = weights
        self.needs: Final = needs
        self.here = board.no_cities[:]
        """Cities where the seat has a route."""
        self.fitting = vec[i64]([0] * board.cards)
        """By card, during the search: how many cards can pay in its colour."""
        self.bound = vec[i64]([0] * (longest_route(board) + 1))
        """By length: an upper bound for the value of a route."""

    def want(self, observation: Observation, trains: i64) -> None:
        """Add the open routes that earn the most for their turns, each with the trains and cards that remain."""
        self.note_cities(observation)
        turns = observation.own_turns()
        for _i in range(self.weights.targets):
            route = self.best(observation, trains, turns)
            if route == NOTHING:
                return
            self.needs.want(route)
            trains -= i64(self.board.length[route])
            turns -= self.needs.assign_extra(route)

    def note_cities(self, observation: Observation) -> None:
        """Note the cities where the seat has a route."""
        board = self.board
        here = self.here
        owner = observation.owner
        for city in range(board.cities):
            here[city] = 0
        for route in range(board.routes):
            if i64(owner[route]) == observation.seat:
                here[i64(board.route_a[route])] = 1
                here[i64(board.route_b[route])] = 1

    def is_adjacent(self, route: i64) -> bool:
        """Whether a route touches the network of the seat."""
        return bool(self.here[i64(self.board.route_a[route])] or self.here[i64(self.board.route_b[route])])

    def best(self, observation: Observation, trains: i64, turns_to_come: i64) -> i64:
        """The open route that earns the most for its turns with the rest of the hand; NOTHING if there is none."""
        board = self.board
        weights = self.weights
        hand = self.needs.rest
        in_row = self.needs.in_row
        here = self.here
        fitting = self.fitting
        wilds = hand[board.wild]
        most: i64 = 0
        for card in range(board.wild):
            fitting[card] = wilds + hand[card] + (in_row[card] >> 1)
            if fitting[card] > most:
                most = fitting[card]
        hidden = observation.deck + observation.discarded
        available = hidden + observation.row_cards()
        tunnel_reserve = observation.tunnel_reserve if hidden > 0 else 0
        self.bound_by_length(observation.most_gain, most, turns_to_come)
        bound = self.bound
        lengths = board.length
        colours = board.colour
        gain = observation.gain
        tunnels = board.tunnel
        ends_a = board.route_a
        ends_b = board.route_b
        closed = observation.closed
        me = observation.me
        adjacent = weights.adjacent
        long_route = weights.long_route
        best: i64 = NOTHING
        best_worth: i64 = 0
        for route in range(board.routes):
            length = i64(lengths[route])
            if bound[length] <= best_worth or length > trains or closed[route] & me:
                continue
            colour = i64(colours[route])
            lacking = length - (most if colour == GRAY else fitting[colour])
            if lacking < 0:
                lacking = 0
            if tunnels[route]:
                lacking += tunnel_reserve
            if lacking > available:
                continue
            # Two cards a turn, and the turn of the claim. A route that takes too long counts an eighth.
            turns = ((lacking + 1) >> 1) + 1
            if turns > turns_to_come:
                turns = turns << 3
            earned = gain[route]
            if length > 3:
                earned += long_route * (length - 3)
            if here[i64(ends_a[route])] or here[i64(ends_b[route])]:
                earned += adjacent
            worth = (earned << 6) // turns
            if worth > best_worth and not self.is_wanted(route):
                best_worth = worth
                best = route
        return best

    def bound_by_length(self, most_gain: vec[i64], most: i64, turns_to_come: i64) -> None:
        """Note an upper bound by length: a route in the colour with the most cards that touches the own network."""
        bound = self.bound
        adjacent = self.weights.adjacent
        long_route = self.weights.long_route
        for length in range(1, len(bound)):
            lacking = length - most
            turns = ((lacking + 1) >> 1) + 1 if lacking > 0 else 1
            if turns > turns_to_come:
                turns = turns << 3
            earned = most_gain[length] + adjacent
            if length > 3:
                earned += long_route * (length - 3)
            bound[length] = (earned << 6) // turns

    def is_wanted(self, route: i64) -> bool:
        """Whether a route or one of its twins is already wanted."""
        needs = self.needs
        twins = self.board.twin
        for i in range(needs.size):
            wanted = i64(needs.wanted[i])
            lane = wanted
            while True:
                if lane == route:
                    return True
                lane = i64(twins[lane])
                if lane == wanted:
                    break
        return False
