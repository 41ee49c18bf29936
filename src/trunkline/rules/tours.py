"""Tours (W9): whether one trail of a seat's routes passes the cities of a ticket in the printed order."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.board import Board


@final
class Tour:
    """The search for a trail: a path from each city of the tour to the next, and no route used by two of them.

    A part of a trail that comes to a city twice can leave out the loop, so that simple paths are enough; and a trail
    read backwards passes the cities in the reverse order, so that one direction is enough.
    """

    def __init__(self, board: Board, owner: vec[u8], seat: i64, ticket: i64) -> None:
        self.board = board
        self.free = board.no_routes_closed[:]
        """Routes of the seat that the trail has not used."""
        for route in range(board.routes):
            if i64(owner[route]) == seat:
                self.free[route] = 1
        first = i64(board.ticket_start[ticket])
        self.cities = board.ticket_cities[first : i64(board.ticket_start[ticket + 1])]

    def in_order(self) -> bool:
        """Whether there is such a trail."""
        return self.go_on_from(0)

    def go_on_from(self, number: i64) -> bool:
        """Whether the free routes lead from the city of that number through all that follow."""
        if number == len(self.cities) - 1:
            return True
        if not self.still_joined(number):
            return False
        return self.step(i64(self.cities[number]), number + 1, self.board.no_cities[:])

    def step(self, city: i64, goal: i64, passed: vec[u8]) -> bool:
        """Whether the path that has come to `city` reaches the goal and leaves a way through the rest of the tour."""
        if city == i64(self.cities[goal]):
            return self.go_on_from(goal)
        board = self.board
        passed[city] = 1
        for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
            route = i64(board.at_city[i])
            there = board.other_end(route, city)
            if self.free[route] and not passed[there]:
                self.free[route] = 0
                if self.step(there, goal, passed):
                    return True
                self.free[route] = 1
        passed[city] = 0
        return False

    def still_joined(self, number: i64) -> bool:
        """Whether all cities of the tour from that number on hang together by free routes; else no trail has them."""
        board = self.board
        seen = board.no_cities[:]
        waiting = board.no_cities[:]
        start = self.cities[number]
        seen[i64(start)] = 1
        waiting[0] = start
        size: i64 = 1
        while size > 0:
            size -= 1
            city = i64(waiting[size])
            for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
                route = i64(board.at_city[i])
                there = board.other_end(route, city)
                if self.free[route] and not seen[there]:
                    seen[there] = 1
                    waiting[size] = u8(there)
                    size += 1
        for i in range(number, len(self.cities)):  # noqa: SIM110 - a loop is quicker than a generator
            if not seen[i64(self.cities[i])]:
                return False
        return True
