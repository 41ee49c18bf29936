"""The bot `path`, a baseline: shortest paths for all its tickets, one route after the other."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.literature import (
    LiteratureBot,
    claim_of,
    draw_colour,
    held_most,
    path_price,
    price_paths,
)
from trunkline.bots.needs import NOTHING
from trunkline.bots.observation import Observation
from trunkline.bots.plan_maker import PlanMaker
from trunkline.rules.actions import ActionList
from trunkline.rules.state import TURN
from trunkline.rules.ways import CLOSED


class PathBot(LiteratureBot):
    """Keeps every ticket and never draws more. Each turn it finds the paths with the fewest routes for all tickets.
    It draws cards for the route with the most points, those of its ticket counted twice, and claims it first.
    """

    def act(self, observation: Observation, plan_maker: PlanMaker, actions: ActionList) -> i64:
        board = observation.board
        price_paths(observation, plan_maker, 0, False)
        worth = vec[i64]([0] * board.routes)
        any_left = False
        trains = observation.trains[observation.seat]
        for ticket in observation.tickets:
            number = i64(ticket)
            price = path_price(observation, plan_maker, number)
            if price == 0 or price >= CLOSED:
                continue
            start = i64(board.ticket_a[number])
            city = i64(board.ticket_b[number])
            while city != start:
                route = i64(plan_maker.arrival[city])
                if plan_maker.price[route] > 0 and i64(board.length[route]) <= trains:
                    merit = observation.gain[route] + 2 * observation.unit * i64(board.ticket_points[number])
                    any_left = True
                    if merit > worth[route]:
                        worth[route] = merit
                city = board.other_end(route, city)
        if not any_left:
            for route in range(board.routes):
                if observation.is_open(route) and i64(board.length[route]) <= trains:
                    worth[route] = observation.gain[route]
        first: i64 = NOTHING
        while True:
            route = best_of(worth)
            if route == NOTHING:
                break
            colour = held_most(observation, route)
            if first == NOTHING:
                first = colour
            if observation.phase == TURN:
                code = claim_of(observation, actions, route, colour)
                if code != NOTHING:
                    return code
            worth[route] = 0
        return draw_colour(observation, first, False)


def best_of(worth: vec[i64]) -> i64:
    """The index of the largest positive number; NOTHING if there is none."""
    best: i64 = NOTHING
    most: i64 = 0
    for i in range(len(worth)):
        if worth[i] > most:
            most = worth[i]
            best = i
    return best
