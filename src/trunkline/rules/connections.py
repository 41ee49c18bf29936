"""Connections that pay: cities that bring a company dollars once its own routes connect them (L17, modules).

A chapter that pays for a connection lists what is still to be had. Bots plan with this list; what a claim would pay now
follows from it too.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from trunkline.rules.board import Board
from trunkline.rules.network import joined_cities
from trunkline.rules.state import Position


class Connection:
    """Pays once a route of the seat connects a city of `start` with one that has dollars."""

    def __init__(self, board: Board, step: i64, source: i64) -> None:
        self.step: Final = step
        """Its number in the claim sequence."""
        self.source: Final = source
        """Its source, as a number of `board.companies.sources`."""
        self.start = board.no_cities[:]
        """By city: 1 where the connection may begin."""
        self.dollars = board.no_cities[:]
        """By city: what it pays for a connection with this city; the most counts."""
        self.begins = board.no_cities
        """By label of the seat's network: 1 if a city of `start` is in that part of it."""
        self.most = board.no_cities
        """By label: the most dollars of a city in that part."""
        self.is_own = False
        """Whether nobody else can take it."""
        self.highest: i64 = 0
        """The most dollars of all cities."""
        self.joined: i64 = 0
        """The dollars of what is connected already."""

    def counts(self, position: Position, seat: i64, route: i64) -> bool:
        """Whether a claim of this route brings the connection into play at all."""
        return True

    def measure(self, label: vec[u8]) -> None:
        """Prepare `payment` for a seat whose network has these labels."""
        self.begins = vec[u8]([0] * len(label))
        self.most = vec[u8]([0] * len(label))
        self.joined = 0
        for city in range(len(label)):
            part = i64(label[city])
            if self.start[city]:
                self.begins[part] = 1
            if self.dollars[city] > self.most[part]:
                self.most[part] = self.dollars[city]
        for part in range(len(label)):
            if i64(self.most[part]) > self.highest:
                self.highest = i64(self.most[part])
            if self.begins[part] and i64(self.most[part]) > self.joined:
                self.joined = i64(self.most[part])

    def payment(self, board: Board, label: vec[u8], route: i64) -> i64:
        """The dollars if the seat claims the route, after `measure`."""
        one, other = i64(label[i64(board.route_a[route])]), i64(label[i64(board.route_b[route])])
        found = self.joined
        if self.begins[one] or self.begins[other]:
            if i64(self.most[one]) > found:
                found = i64(self.most[one])
            if i64(self.most[other]) > found:
                found = i64(self.most[other])
        return found


def own_network(position: Position, seat: i64) -> vec[u8]:
    """A label for each city, the same for cities that the seat's routes connect."""
    owner = vec[u8](capacity=position.board.routes)
    for route in range(position.board.routes):
        owner = append(owner, u8(position.owner_of(route)))
    return joined_cities(position.board, owner, seat)
