"""The score sheet: each player's points item by item, the bonuses, and who has won.

Rules C16, C18, C19, U3, E9-E11, V1, W9, W11, W12, W14, L19.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import TIE_LONGEST_PATH, TIE_STATIONS, TIE_TICKETS, TIE_TURN_ORDER
from trunkline.rules.network import LongestTrail, completes, joined_cities
from trunkline.rules.state import Position, State
from trunkline.rules.tours import Tour


@final
class Line:
    """One line of a score sheet."""

    def __init__(self, name: str, points: i64) -> None:
        self.name: Final = name
        self.points: Final = points


@final
class Sheet:
    """What one player scored."""

    def __init__(self, seat: i64, routes: i64) -> None:
        self.seat = seat
        self.routes = routes
        """Points of claimed routes."""
        self.done = vec[u8]()
        """For each ticket of the player, in the order held, whether it is completed."""
        self.worth = vec[i16]()
        """For each ticket, what it adds or takes off (C16, W9)."""
        self.completed: i64 = 0
        self.tickets: i64 = 0
        """Points of completed tickets less those of the others (C16)."""
        self.borrowed = vec[i16]()
        """Routes of others that the player's stations used (E9)."""
        self.stations_built: i64 = 0
        self.lines: list[Line] = []
        """The lines that the chapters add: stations not built (E10), ports (W11), pieces exchanged (W12)."""
        self.trail: i64 = 0
        """Length of the longest trail, in spaces."""
        self.longest_path: i64 = 0
        """Points of the longest path (C18)."""
        self.globetrotter: i64 = 0
        """Points for the most completed tickets (V1)."""
        self.never_below_0 = False
        """Whether a negative sum counts as 0 (L19)."""
        self.turn_order: i64 = 0
        """Place in turn order after the first player, if it breaks ties (L19)."""

    @property
    def total(self) -> i64:
        found = self.routes + self.tickets + self.longest_path + self.globetrotter
        for line in self.lines:
            found += line.points
        return 0 if self.never_below_0 and found < 0 else found

    def add(self, name: str, points: i64) -> None:
        """Add a line."""
        self.lines.append(Line(name, points))

    def points_of(self, name: str) -> i64:
        """The points of a line; 0 if there is none of that name."""
        found = {
            "routes": self.routes,
            "tickets": self.tickets,
            "longest_path": self.longest_path,
            "globetrotter": self.globetrotter,
        }.get(name, i64(0))
        for line in self.lines:
            if line.name == name:
                found += line.points
        return found


def running_score(position: Position, seat: i64) -> i64:
    """The public points of a seat: of claimed routes, minus the cost of exchanges (W12)."""
    found = position.route_points(seat)
    for chapter in position.board.chapters:
        found += chapter.running_points(position, seat)
    return found


def score_sheets(state: State) -> list[Sheet]:
    """The score sheet of every player for the present state; at the end it is the result."""
    sheets = [player_sheet(state, seat) for seat in range(len(state.players))]
    numbers = state.board.numbers
    if numbers.longest_path > 0:
        longest = most([sheet.trail for sheet in sheets])
        for sheet in sheets:
            if sheet.trail == longest and longest > 0:
                sheet.longest_path = numbers.longest_path
    if numbers.globetrotter > 0:
        completed = most([sheet.completed for sheet in sheets])
        for sheet in sheets:
            if sheet.completed == completed and completed > 0:
                sheet.globetrotter = numbers.globetrotter
    return sheets


def player_sheet(state: State, seat: i64) -> Sheet:
    """A player's sheet without the bonuses that depend on others."""
    board = state.board
    player = state.players[seat]
    sheet = Sheet(seat, player.points)
    label = joined_cities(board, state.owner, seat)
    if board.numbers.longest_path > 0:
        sheet.trail = LongestTrail(board, state.owner, seat, label).length()
    for ref in board.refs:
        label = ref.chapter.join_cities(state, seat, label, sheet)
    done = vec[u8](capacity=len(player.tickets))
    worth = vec[i16](capacity=len(player.tickets))
    for ticket in player.tickets:
        number = i64(ticket)
        if completes(board, label, ticket):
            points = i64(board.ticket_points[number])
            if board.is_tour(number) and not Tour(board, state.owner, seat, number).in_order():
                points = i64(board.ticket_out_of_order[number])
            done = append(done, u8(1))
            sheet.completed += 1
        else:
            points = -i64(board.ticket_penalty[number])
            done = append(done, u8(0))
        sheet.tickets += points
        worth = append(worth, i16(points))
    sheet.done = done
    sheet.worth = worth
    for ref in board.refs:
        ref.chapter.score(state, seat, sheet)
    return sheet


def most(numbers: list[i64]) -> i64:
    found = numbers[0]
    for number in numbers:
        if number > found:
            found = number
    return found


def winners(state: State, sheets: list[Sheet]) -> list[int]:
    """The seats that have won: the most points, then the map's tie-breakers, then shared (C19)."""
    best = most([sheet.total for sheet in sheets])
    left = [sheet for sheet in sheets if sheet.total == best]
    for breaker in state.board.tie_break:
        top = most([strength(sheet, breaker) for sheet in left])
        left = [sheet for sheet in left if strength(sheet, breaker) == top]
    return [int(sheet.seat) for sheet in left]


def ranking(state: State, sheets: list[Sheet]) -> list[int]:
    """The seats from the first place to the last: by points, then by the map's tie-breakers, then by seat (L19)."""
    left = sheets[:]
    found: list[int] = []
    while left:
        seat = winners(state, left)[0]
        found.append(seat)
        left = [sheet for sheet in left if sheet.seat != seat]
    return found


def strength(sheet: Sheet, breaker: u8) -> i64:
    """The value of a sheet for one tie-breaker (U3, E11, L19)."""
    if breaker == TIE_TICKETS:
        return sheet.completed
    if breaker == TIE_STATIONS:
        return -sheet.stations_built
    if breaker == TIE_LONGEST_PATH:
        return sheet.longest_path
    if breaker == TIE_TURN_ORDER:
        return sheet.turn_order
    raise ValueError("no such tie-breaker")
