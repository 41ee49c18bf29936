"""The score sheet with names: every item of every player, and the tie-breaker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trunkline.rules.board import TIE_LONGEST_PATH, TIE_STATIONS, TIE_TICKETS, TIE_TURN_ORDER
from trunkline.rules.money import company_name
from trunkline.rules.ports import port_worth, ports_of, tickets_naming
from trunkline.rules.progress import completed_way
from trunkline.rules.scoring import Sheet, ranking, score_sheets, strength, winners
from trunkline.rules.state import State
from trunkline.rules.stations import stations_left

MODULE_LINES = ("steamers", "herds", "elevators", "telegraph", "offices")
"""The lines that modules, crew and postcards add to a sheet."""
TIE_BREAK_NAMES = {
    TIE_TICKETS: "tickets",
    TIE_STATIONS: "stations",
    TIE_LONGEST_PATH: "longest-path",
    TIE_TURN_ORDER: "turn-order",
}


@dataclass(frozen=True, slots=True)
class RouteScore:
    route: str
    length: int
    points: int


@dataclass(frozen=True, slots=True)
class TicketScore:
    ticket: str
    points: int
    """What it adds to the score: its value if completed, otherwise minus its value (for a tour, minus its penalty)."""
    completed: bool
    in_order: bool | None = None
    """For a completed tour: whether its cities are connected in the printed order (W9)."""
    way: tuple[str, ...] = ()
    """For a completed ticket: the shortest way, borrowed routes included, that connects its cities (C16, E9)."""


@dataclass(frozen=True, slots=True)
class PortScore:
    city: str
    tickets: int
    """Completed tickets that name it (W11)."""
    points: int


@dataclass(frozen=True, slots=True)
class ModuleScore:
    line: str
    """What is paid for: `steamers`, `herds`, `elevators` or `telegraph`."""
    money: int
    """Dollars."""


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """What one player scored, item by item."""

    seat: int
    routes: tuple[RouteScore, ...]
    tickets: tuple[TicketScore, ...]
    stations_left: int
    station_points: int
    borrowed: tuple[str, ...]
    """Routes of others that the player's stations use (E9)."""
    longest_trail: int
    """In spaces; 0 on a map without the bonus."""
    longest_path_points: int
    globetrotter_points: int
    total: int
    ports: tuple[PortScore, ...] = ()
    ports_left: int = 0
    unbuilt_port_points: int = 0
    """Points of ports not built: never above 0 (W11)."""
    exchange_points: int = 0
    """Points of pieces exchanged: never above 0 (W12)."""
    company: str | None = None
    """On a map with companies: the company whose bank slip this is, in dollars; the total is never below 0 (L19)."""
    money: int = 0
    """Dollars in hand."""
    trains_left: int = 0
    trains_left_money: int = 0
    """Dollars for the trains left."""
    story_money: int = 0
    """Dollars that rules of a campaign's story add at the end, or take."""
    bond_money: int = 0
    """Dollars that bonds take at the end: never above 0."""
    modules: tuple[ModuleScore, ...] = ()
    """What modules of a campaign add at the end, or take."""

    @property
    def route_points(self) -> int:
        return sum(item.points for item in self.routes)

    @property
    def ticket_points(self) -> int:
        return sum(item.points for item in self.tickets)

    @property
    def port_points(self) -> int:
        """Points of all ports, those not built included."""
        return sum(item.points for item in self.ports) + self.unbuilt_port_points

    @property
    def completed(self) -> int:
        """How many tickets are completed."""
        return sum(item.completed for item in self.tickets)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet; before the end, what it would be if the game ended now."""

    players: tuple[PlayerScore, ...]
    winners: tuple[int, ...]
    tie_break: str | None
    """What decided among equal points: `tickets`, `stations`, `longest-path`, `turn-order`, or `shared`."""
    ranking: tuple[int, ...] = ()
    """On a map with companies: the seats from the first place to the last (L19)."""

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(player.total for player in self.players)


def score_sheet(state: State) -> ScoreSheet:
    """The score sheet of a state."""
    sheets = score_sheets(state)
    players = tuple(player_score(state, sheet) for sheet in sheets)
    places = tuple(ranking(state, sheets)) if state.board.has_companies else ()
    return ScoreSheet(players, tuple(winners(state, sheets)), what_decided(state, sheets), places)


def player_score(state: State, sheet: Sheet) -> PlayerScore:
    board = state.board
    player = state.players[sheet.seat]
    routes = tuple(
        RouteScore(board.route_names[route], int(board.length[route]), int(board.points[route]))
        for route in range(board.routes)
        if state.owner[route] == sheet.seat
    )
    tickets = []
    for ticket, done, worth in zip(player.tickets, sheet.done, sheet.worth, strict=True):
        in_order = worth == board.ticket_points[int(ticket)] if done and board.is_tour(int(ticket)) else None
        routes_joining = completed_way(state, sheet, int(ticket)) if done else ()
        way = tuple(board.route_names[route] for route in routes_joining)
        tickets.append(TicketScore(board.ticket_names[ticket], int(worth), bool(done), in_order, way))
    ports = []
    ports_left = int(ports_of(state).left[sheet.seat]) if board.numbers.ships else 0
    for city, owner in enumerate(ports_of(state).owner):
        if owner == sheet.seat:
            named = tickets_naming(state, sheet.seat, city, sheet.done)
            ports.append(PortScore(board.city_names[city], int(named), int(port_worth(state, named))))
    return PlayerScore(
        seat=int(sheet.seat),
        routes=routes,
        tickets=tuple(tickets),
        stations_left=int(stations_left(state, sheet.seat)),
        station_points=int(sheet.points_of("stations")),
        borrowed=tuple(board.route_names[route] for route in sheet.borrowed),
        longest_trail=int(sheet.trail),
        longest_path_points=int(sheet.longest_path),
        globetrotter_points=int(sheet.globetrotter),
        total=int(sheet.total),
        ports=tuple(ports),
        ports_left=ports_left,
        unbuilt_port_points=-ports_left * int(board.numbers.unbuilt_port),
        exchange_points=int(sheet.points_of("exchange")),
        company=company_name(state, sheet.seat) if board.has_companies else None,
        money=int(sheet.points_of("money")),
        trains_left=int(player.trains) if board.has_companies else 0,
        trains_left_money=int(sheet.points_of("trains_left")),
        story_money=int(sheet.points_of("story")),
        bond_money=int(sheet.points_of("bonds")),
        modules=tuple(ModuleScore(line.name, int(line.points)) for line in sheet.lines if line.name in MODULE_LINES),
    )


def what_decided(state: State, sheets: Sequence[Sheet]) -> str | None:
    """The first tie-breaker that separates the leaders; None if one player leads on points alone."""
    best = max(sheet.total for sheet in sheets)
    leaders = [sheet for sheet in sheets if sheet.total == best]
    if len(leaders) == 1:
        return None
    for breaker in state.board.tie_break:
        top = max(strength(sheet, breaker) for sheet in leaders)
        left = [sheet for sheet in leaders if strength(sheet, breaker) == top]
        if len(left) == 1:
            return TIE_BREAK_NAMES[breaker]
        leaders = left
    return "shared"
