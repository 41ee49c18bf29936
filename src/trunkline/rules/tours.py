"""Tours (W9): whether one trail of a seat's routes passes the cities of a ticket in the printed order."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from trunkline.rules.board import Board

FAR: Final = 255


@final
class Tour:
    """The search for a trail: a path from each city of the tour to the next, and no route used by two of them.

    Simple paths are enough, because a path that visits a city twice can leave out the loop. One direction is enough,
    because a reversed trail passes the cities in reverse order.
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
        """Whether there is a trail for the tour."""
        return self.go_on_from(0)

    def go_on_from(self, number: i64) -> bool:
        """Whether the free routes lead from the city with this index through all later ones."""
        if number == len(self.cities) - 1:
            return True
        distance = self.distances(i64(self.cities[number + 1]))
        return self.step(i64(self.cities[number]), number + 1, distance, self.board.no_cities[:])

    def step(self, city: i64, goal: i64, distance: vec[u8], passed: vec[u8]) -> bool:
        """Whether the path at `city` can reach the goal and leave a way through the rest of the tour."""
        if city == i64(self.cities[goal]):
            return self.go_on_from(goal)
        if self.is_hopeless(city, goal):
            return False
        board = self.board
        passed[city] = 1
        # Steps towards the goal first: short paths leave the most routes for the rest of the tour.
        for detour in range(2):
            for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
                route = i64(board.at_city[i])
                there = board.other_end(route, city)
                away = 0 if distance[there] < distance[city] else 1
                if self.free[route] and not passed[there] and away == detour:
                    self.free[route] = 0
                    if self.step(there, goal, distance, passed):
                        return True
                    self.free[route] = 1
        passed[city] = 0
        return False

    def is_hopeless(self, city: i64, goal: i64) -> bool:
        """Whether the rest of the tour is cut off, or would need twice a route that nothing can replace.

        These are the usual reasons why there is no trail. Finding them early saves a search through every path.
        """
        if self.crossings(city, goal) > 0:
            return True
        for route in range(self.board.routes):
            if self.free[route]:
                self.free[route] = 0
                crossings = self.crossings(city, goal)
                self.free[route] = 1
                if crossings > 1:
                    return True
        return False

    def crossings(self, city: i64, goal: i64) -> i64:
        """How often the rest of the tour crosses between the component of `city` (by free routes) and the others."""
        distance = self.distances(city)
        found: i64 = 0
        inside = True
        for i in range(goal, len(self.cities)):
            joined = distance[i64(self.cities[i])] != FAR
            if joined != inside:
                found += 1
                inside = joined
        return found

    def distances(self, goal: i64) -> vec[u8]:
        """The distance of each city from the goal in free routes; FAR if it is not connected."""
        board = self.board
        distance = board.no_cities[:]
        for city in range(board.cities):
            distance[city] = FAR
        waiting = board.no_cities[:]
        distance[goal] = 0
        waiting[0] = u8(goal)
        first: i64 = 0
        size: i64 = 1
        while first < size:
            city = i64(waiting[first])
            first += 1
            for i in range(i64(board.at_city_start[city]), i64(board.at_city_start[city + 1])):
                route = i64(board.at_city[i])
                there = board.other_end(route, city)
                if self.free[route] and distance[there] == FAR:
                    distance[there] = distance[city] + 1
                    waiting[size] = u8(there)
                    size += 1
        return distance
