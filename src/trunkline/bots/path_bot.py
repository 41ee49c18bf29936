"""The path player of the literature: the shortest ways for all its tickets, one route after the other."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.bots.literature import (
    LiteratureBot,
    claim_of,
    draw_colour,
    held_most,
    open_ways,
    way_of,
)
from trunkline.bots.needs import NOTHING
from trunkline.bots.outlook import Outlook
from trunkline.bots.survey import Survey
from trunkline.rules.actions import ActionList
from trunkline.rules.state import TURN
from trunkline.rules.ways import CLOSED


class PathBot(LiteratureBot):
    """Keeps every ticket and never draws more. Each turn it looks for the ways of the fewest routes for all its open
    tickets; the route with the most points, its ticket's counted twice, is claimed first, and drawn for.
    """

    def act(self, outlook: Outlook, survey: Survey, actions: ActionList) -> i64:
        board = outlook.board
        open_ways(outlook, survey, 0, False)
        worth = vec[i64]([0] * board.routes)
        any_left = False
        trains = outlook.trains[outlook.seat]
        for ticket in outlook.tickets:
            number = i64(ticket)
            price = way_of(outlook, survey, number)
            if price == 0 or price >= CLOSED:
                continue
            start = i64(board.ticket_a[number])
            city = i64(board.ticket_b[number])
            while city != start:
                route = i64(survey.arrival[city])
                if survey.price[route] > 0 and i64(board.length[route]) <= trains:
                    merit = outlook.gain[route] + 2 * outlook.unit * i64(board.ticket_points[number])
                    any_left = True
                    if merit > worth[route]:
                        worth[route] = merit
                city = board.other_end(route, city)
        if not any_left:
            for route in range(board.routes):
                if outlook.is_open(route) and i64(board.length[route]) <= trains:
                    worth[route] = outlook.gain[route]
        first: i64 = NOTHING
        while True:
            route = best_of(worth)
            if route == NOTHING:
                break
            colour = held_most(outlook, route)
            if first == NOTHING:
                first = colour
            if outlook.phase == TURN:
                code = claim_of(outlook, actions, route, colour)
                if code != NOTHING:
                    return code
            worth[route] = 0
        return draw_colour(outlook, first, False)


def best_of(worth: vec[i64]) -> i64:
    """The number of the largest that is not 0; NOTHING if all are."""
    best: i64 = NOTHING
    most: i64 = 0
    for i in range(len(worth)):
        if worth[i] > most:
            most = worth[i]
            best = i
    return best
