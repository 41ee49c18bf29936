"""Seaways: on boards with ships, the search for the cheapest path, which plans are made of by the thousand."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from trunkline.bots.paths import CLOSED
from trunkline.rules.board import Board


@final
class Seaways:
    """The prices of all routes to one seat, and the cheapest path between cities: the same that `Paths` finds.

    It looks only at the cities that it has reached and not yet left, where `Paths` looks at all of them.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.price = vec[i64]([0] * board.routes)
        self.distance = vec[i64]([0] * board.cities)
        self.arrival = vec[i16]([0] * board.cities)
        """The route by which the search came to a city."""
        self.reached = vec[i64]([0] * board.cities)
        """The cities reached and not yet left; as many as the search has counted."""
        self.there = beside(board)

    def search(self, start: i64, goal: i64) -> i64:
        """The price of the cheapest path between two cities; CLOSED if there is none."""
        board = self.board
        distance = self.distance
        arrival = self.arrival
        reached = self.reached
        price = self.price
        there = self.there
        starts = board.at_city_start
        routes = board.at_city
        for city in range(len(distance)):
            distance[city] = CLOSED
        distance[start] = 0
        reached[0] = start
        count: i64 = 1
        while count > 0:
            at: i64 = 0
            here = reached[0]
            nearest = distance[here]
            for i in range(1, count):
                city = reached[i]
                if distance[city] < nearest or (distance[city] == nearest and city < here):
                    at = i
                    here = city
                    nearest = distance[city]
            if here == goal:
                return nearest
            count -= 1
            reached[at] = reached[count]
            for i in range(i64(starts[here]), i64(starts[here + 1])):
                route = i64(routes[i])
                further = nearest + price[route]
                other = i64(there[i])
                if further < distance[other]:
                    if distance[other] == CLOSED:
                        reached[count] = other
                        count += 1
                    distance[other] = further
                    arrival[other] = i16(route)
        return CLOSED


def beside(board: Board) -> vec[i16]:
    """The cities at the other ends of `at_city`."""
    found = vec[i16]()
    for city in range(board.cities):
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            found = append(found, i16(board.other_end(i64(board.at_city[i]), city)))
    return found
