"""What a ticket still needs: the cheapest way to join its cities, as one seat sees the board."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from trunkline.rules.network import completes, joined_cities
from trunkline.rules.sampling import sample
from trunkline.rules.scoring import player_sheet
from trunkline.rules.state import NOBODY
from trunkline.rules.tours import Tour
from trunkline.rules.view import SPECTATOR, View


class Progress(NamedTuple):
    """How far a ticket of the viewer is."""

    ticket: int
    done: bool
    by_station: bool
    """Done only with a route that a station borrows, as the board stands now (E9)."""
    missing: tuple[int, ...]
    """The routes still to be claimed on the cheapest way."""
    spaces: int | None
    """Their spaces; None if no way is left."""
    in_order: bool = True
    """Of a tour that is done: whether its cities are joined in the printed order (W9)."""


def is_open(view: View, route: int) -> bool:
    """Whether the viewer may still claim a route (C11, C12)."""
    board = view.board
    if view.owner[route] != NOBODY:
        return False
    few = len(view.players) < board.numbers.doubles_open_from
    twin = int(board.twin[route])
    while twin != route:
        owner = view.owner[twin]
        if owner == view.seat or (few and owner != NOBODY):
            return False
        twin = int(board.twin[twin])
    return True


def progress(view: View) -> list[Progress]:
    """Every ticket of the viewer, in the order held."""
    tickets = [int(ticket) for ticket in view.tickets]
    label = joined_cities(view.board, view.owner, view.seat)
    done = [bool(completes(view.board, label, ticket)) for ticket in tickets]
    with_stations = done_with_stations(view) if not all(done) else done
    found = []
    for ticket, own, borrowed in zip(tickets, done, with_stations, strict=True):
        way = None if own else cheapest(view, ticket)
        missing = way or ()
        spaces = 0 if own else None if way is None else sum(int(view.board.length[route]) for route in way)
        in_order = not own or not view.board.is_tour(ticket) or in_printed_order(view, ticket)
        found.append(Progress(ticket, own or borrowed, borrowed and not own, missing, spaces, in_order))
    return found


def in_printed_order(view: View, ticket: int) -> bool:
    return bool(Tour(view.board, view.owner, view.seat, ticket).in_order())


def done_with_stations(view: View) -> list[bool]:
    """Which tickets would be completed if the game ended now; stations depend on public things alone."""
    if view.seat == SPECTATOR or view.players[view.seat].stations == view.board.numbers.stations:
        return [False] * len(view.tickets)
    # A game that fits the view is as good as the real one for this, and nothing hidden is looked at.
    sheet = player_sheet(sample(view, bytes(32)), view.seat)
    return [bool(done) for done in sheet.done]


def cheapest(view: View, ticket: int) -> tuple[int, ...] | None:
    """The routes to claim to join a ticket's cities, one after the other; None if there is no way."""
    board = view.board
    cities = board.ticket_cities[int(board.ticket_start[ticket]) : int(board.ticket_start[ticket + 1])]
    missing: list[int] = []
    for start, end in pairwise(map(int, cities)):
        way = cheapest_between(view, start, end, missing)
        if way is None:
            return None
        missing += way
    return tuple(missing)


def cheapest_between(view: View, start: int, end: int, planned: Collection[int]) -> tuple[int, ...] | None:
    """The routes to claim on the way with the fewest spaces between two cities; those planned cost nothing more."""
    board = view.board
    waiting: list[tuple[int, int, int, tuple[int, ...]]] = [(0, 0, start, ())]
    seen: set[int] = set()
    while waiting:
        spaces, claims, city, way = heappop(waiting)
        if city == end:
            return way
        if city in seen:
            continue
        seen.add(city)
        for i in range(int(board.at_city_start[city]), int(board.at_city_start[city + 1])):
            route = int(board.at_city[i])
            other = int(board.other_end(route, city))
            if view.owner[route] == view.seat or route in planned:
                heappush(waiting, (spaces, claims, other, way))
            elif is_open(view, route):
                heappush(waiting, (spaces + int(board.length[route]), claims + 1, other, (*way, route)))
    return None
