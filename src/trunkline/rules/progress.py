"""The progress of tickets: what each still lacks (C16, E9, W9), and the routes of the longest trail (C18)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.network import LongestTrail, StationChoice, completes, joined_cities
from trunkline.rules.pieces import box_ships, box_trains
from trunkline.rules.sampling import sample
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import State
from trunkline.rules.stations import stations_left, stations_of
from trunkline.rules.tours import Tour
from trunkline.rules.view import View
from trunkline.rules.ways import CLOSED, Way, Ways, add_ticket_way, cheapest_way_for


@final
class TicketProgress:
    """The progress of one ticket of the viewer."""

    def __init__(self, ticket: i64, way: Way) -> None:
        self.ticket = ticket
        self.done = False
        self.by_station = False
        """Done only with a route that a station borrows, with the present owners (E9)."""
        self.missing = way.routes
        """The routes to be claimed on the cheapest way without borrowed routes."""
        self.spaces = way.spaces
        """Their spaces; -1 if no such way is left."""
        self.in_order = True
        """False for a tour that is done out of the printed order (W9)."""


def ticket_progress(view: View) -> list[TicketProgress]:
    """Every ticket of the viewer, in the order held."""
    return progress_of(view, view.tickets)


def offer_progress(view: View) -> list[TicketProgress]:
    """Every ticket that the viewer is offered, with its progress if it were kept."""
    return progress_of(view, view.offered)


def progress_of(view: View, tickets: vec[i16]) -> list[TicketProgress]:
    board = view.board
    own = joined_cities(board, view.owner, view.seat)
    borrowing = joined_with_stations(view, own)
    found: list[TicketProgress] = []
    for ticket in tickets:
        number = i64(ticket)
        if completes(board, own, ticket):
            progress = TicketProgress(number, Way())
            progress.done = True
            if board.is_tour(number):
                progress.in_order = Tour(board, view.owner, view.seat, number).in_order()
        else:
            progress = TicketProgress(number, cheapest_way_for(view, number))
            progress.by_station = completes(board, borrowing, ticket)
            progress.done = progress.by_station
        found.append(progress)
    return found


def completed_way(state: State, sheet: Sheet, ticket: i64) -> vec[i16]:
    """Routes that connect the cities of a completed ticket: own ones, and those that stations borrow (C16, E9)."""
    board = state.board
    ways = Ways(board)
    for route in range(board.routes):
        ways.price[route] = i64(board.length[route]) if i64(state.owner[route]) == sheet.seat else CLOSED
    for borrowed in sheet.borrowed:
        ways.price[i64(borrowed)] = i64(board.length[i64(borrowed)])
    way = Way()
    add_ticket_way(way, ways, ticket)
    return way.routes


def is_too_far(view: View, progress: TicketProgress) -> bool:
    """Whether the way of a ticket takes more pieces than the viewer has or can exchange for (W12)."""
    if progress.done:
        return False
    if progress.spaces < 0:
        return True
    board = view.board
    if board.numbers.pieces > 0 and board.all_choose[view.phase]:
        return False  # The pieces are not chosen yet (W2).
    player = view.players[view.seat]
    ships: i64 = 0
    for route in progress.missing:
        if board.sea[i64(route)]:
            ships += i64(board.length[i64(route)])
    trains = progress.spaces - ships
    return (
        trains > player.trains + box_trains(view, view.seat)
        or ships > player.ships + box_ships(view, view.seat)
        or progress.spaces > player.trains + player.ships
    )


def joined_with_stations(view: View, own: vec[u8]) -> vec[u8]:
    """A label for each city, equal for cities that are connected if the game ends now, with borrowed routes (E9)."""
    if len(view.tickets) == 0 or stations_left(view, view.seat) == view.board.numbers.stations:
        return own
    # The use of stations depends on owners and the seat's own tickets, which every game that fits the view shares.
    return StationChoice(sample(view, bytes(32)), view.seat, stations_of(view).owner, own).label


def longest_trail_routes(board: Board, owner: vec[u8] | None, seat: i64) -> vec[i16]:
    """The routes of one longest trail of a seat (C18), in the order of their numbers.

    The parameter is never None; it allows None so that plain Python callers do not leak it (naming.py explains why).
    """
    assert owner is not None
    return LongestTrail(board, owner, seat, joined_cities(board, owner, seat)).routes()
