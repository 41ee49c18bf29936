"""The bots `one-step` and `long-route`, baselines: one ticket, one route and one colour at a time."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from trunkline.bots.literature import (
    LiteratureBot,
    claim_of,
    draw_colour,
    held_most,
    longest_route,
    path_price,
    price_paths,
)
from trunkline.bots.needs import NOTHING
from trunkline.bots.observation import Observation
from trunkline.bots.plan_maker import PlanMaker
from trunkline.rules.actions import ActionList, encode, subject_of
from trunkline.rules.board import GRAY
from trunkline.rules.cards import DRAW_DECK
from trunkline.rules.state import TURN
from trunkline.rules.tickets import DRAW_TICKETS
from trunkline.rules.ways import CLOSED

SHORTEST_ROUTE: Final = 3
"""The long-route bot uses only routes of at least this length."""
TRAINS_FOR_TICKETS: Final = 8
"""The one-step bot draws tickets while everybody has at least this number of trains."""


class OneStepBot(LiteratureBot):
    """Works on the most valuable open ticket and on the next route of its path; then it draws tickets."""

    def shortest_route(self, observation: Observation) -> i64:
        return 0

    def draws_tickets(self) -> bool:
        return True

    def act(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        board = observation.board
        price_paths(observation, plan_maker, self.shortest_route(observation), False)
        target = self.next_route(observation, plan_maker)
        if target == NOTHING:
            if self.draws_tickets() and observation.phase == TURN and self.has_time(observation):
                return encode(DRAW_TICKETS)
            target = longest_route(observation)
        if target == NOTHING:
            return encode(DRAW_DECK)
        colour = held_most(observation, target)
        if observation.phase == TURN:
            code = claim_of(observation, actions, target, colour)
            if code != NOTHING:
                return code
        return draw_colour(observation, colour, board.colour[target] != GRAY)

    def has_time(self, observation: Observation) -> bool:
        for seat in range(observation.players):
            if observation.trains[seat] < TRAINS_FOR_TICKETS:
                return False
        return observation.ticket_deck > 0

    def next_route(self, observation: Observation, plan_maker: PlanMaker) -> i64:
        """The first missing route on the path of the most valuable ticket that is still possible."""
        board = observation.board
        best: i64 = NOTHING
        most: i64 = 0
        for ticket in observation.tickets:
            price = path_price(observation, plan_maker, i64(ticket))
            if 0 < price < CLOSED and i64(board.ticket_points[i64(ticket)]) > most:
                most = i64(board.ticket_points[i64(ticket)])
                best = i64(ticket)
        if best == NOTHING:
            return NOTHING
        path_price(observation, plan_maker, best)
        start = i64(board.ticket_a[best])
        city = i64(board.ticket_b[best])
        found: i64 = NOTHING
        while city != start:
            route = i64(plan_maker.arrival[city])
            if plan_maker.price[route] > 0:
                found = route
            city = board.other_end(route, city)
        return found if i64(board.length[found]) <= observation.trains[observation.seat] else NOTHING

    def keep(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        """In the opening all; later the set with the most points for each train."""
        if len(observation.tickets) == 0:
            return (i64(1) << len(observation.offered)) - 1
        return best_ratio(observation, plan_maker, actions)


class LongRouteBot(OneStepBot):
    """Like the one-step bot, but it uses long routes only, never draws tickets, and ends with the longest routes."""

    def shortest_route(self, observation: Observation) -> i64:
        trains = observation.trains[observation.seat]
        return SHORTEST_ROUTE if trains >= SHORTEST_ROUTE else trains

    def draws_tickets(self) -> bool:
        return False

    def keep(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        return best_ratio(observation, plan_maker, actions)


def best_ratio(observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
    """The set with the most points for each train, among those for which there are enough trains."""
    board = observation.board
    price_paths(observation, plan_maker, 0, True)
    best: i64 = NOTHING
    best_worth: i64 = NOTHING
    least: i64 = NOTHING
    least_points: i64 = 1 << 20
    for number in range(actions.size):
        chosen = subject_of(actions.codes[number])
        points: i64 = 0
        spaces: i64 = 0
        for i in range(len(observation.offered)):
            if chosen >> i & 1:
                spaces += path_price(observation, plan_maker, i64(observation.offered[i]))
                points += i64(board.ticket_points[i64(observation.offered[i])])
        if spaces <= observation.trains[observation.seat]:
            worth = points * 1024 // (spaces + 1)
            if worth > best_worth:
                best_worth = worth
                best = chosen
        if points < least_points:
            least_points = points
            least = chosen
    return best if best != NOTHING else least
