"""The end of the game: what every player scores, and who wins. Everything is found by trying all there is to try."""

from __future__ import annotations

from functools import cache
from itertools import pairwise, product
from typing import Any

import networkx as nx

from .board import Board, Ticket
from .clauses import amount, holds_for, is_met
from .modules import module_lines
from .positions import Position, complete

Link = tuple[str, str]


def score_sheet(position: Position, board: Board) -> list[dict[str, Any]]:
    """For every seat its points of each kind, as if the game were over."""
    position = complete(position, board)
    seats = range(len(position["players"]))
    sheet = [_own_scores(position, seat, board) for seat in seats]

    longest = max(line["longest"] for line in sheet)
    completed = max(line["completed"] for line in sheet)
    for line in sheet:
        has_longest = longest > 0 and line["longest"] == longest  # C18: all who tie; nobody with length 0
        has_most_tickets = completed > 0 and line["completed"] == completed  # V1: all who tie; nobody with none
        line["longest_points"] = board.rules.get("longest_path", 0) if has_longest else 0
        line["globetrotter_points"] = board.rules.get("globetrotter", 0) if has_most_tickets else 0
        line["total"] = (
            line["routes"]
            + sum(ticket["points"] for ticket in line["tickets"])
            + line["stations"]
            + sum(port["points"] for port in line["ports"])
            + line["unbuilt_ports"]
            + line["exchange"]
            + line["longest_points"]
            + line["globetrotter_points"]
        )
    return sheet


def slips(position: Position, board: Board) -> list[dict[str, Any]]:
    """L19: the bank slip of every company: dollars, the bonus for trains left, tickets; never below 0 in all."""
    position = complete(position, board)
    table = board.rules["trains_left"]
    lines: list[dict[str, Any]] = []
    for seat, player in enumerate(position["players"]):
        done = best_tickets(position, seat, board)[0]
        tickets = []
        for name, completed in zip(player["tickets"], done, strict=True):
            tickets.append(
                {"ticket": name, "points": ticket_points(board.tickets[name], completed, []), "done": completed}
            )
        line: dict[str, Any] = {
            "money": player["money"],
            "trains_left": table[player["trains"]] if player["trains"] < len(table) else 0,
            "story": story_dollars(position, seat, board, sum(done)),
            "bonds": -player.get("owed", 0),
            "tickets": tickets,
            "completed": sum(done),
        }
        line["modules"] = module_lines(position, seat, board)
        if board.office:
            line["modules"]["offices"] = player["office"]["slip"] + player["office"]["halved"]
        points = sum(ticket["points"] for ticket in tickets) + sum(line["modules"].values())
        line["total"] = max(0, line["money"] + line["trains_left"] + line["bonds"] + line["story"] + points)
        lines.append(line)
    return lines


def story_dollars(position: Position, seat: int, board: Board, completed: int) -> int:
    """What the rules of the story add to a slip, or take."""
    found = 0
    for rule in board.story.values():
        for clause in rule["clauses"]:
            met = all(is_met(each, position, seat, None, board, completed) for each in clause.get("if", []))
            if clause["when"] == "slip" and holds_for(clause, len(position["players"])) and met:
                found += amount(clause["does"], None, 0, 0)
    return found


def places(position: Position, board: Board) -> list[int]:
    """L19: all companies from the first place to the last: dollars, completed tickets, the later in turn order."""
    position = complete(position, board)
    lines, players = slips(position, board), len(position["players"])
    turn_order = [(seat - position["first"]) % players for seat in range(players)]
    standing = sorted((line["total"], line["completed"], turn_order[seat], seat) for seat, line in enumerate(lines))
    return [seat for _, _, _, seat in reversed(standing)]


def winners(position: Position, board: Board) -> list[int]:
    """C19: the seats with the most points, after the tie-breakers of the map (U3, E11, V1)."""
    position = complete(position, board)
    sheet = score_sheet(position, board)

    def strength(seat: int) -> tuple[int, ...]:
        values = [sheet[seat]["total"]]
        for breaker in board.rules["tie_break"]:
            if breaker == "tickets":
                values.append(sheet[seat]["completed"])
            elif breaker == "stations":  # fewer built, that is, more of them left
                values.append(position["players"][seat]["stations"])
            elif breaker == "longest-path":  # the card, not the length
                values.append(int(sheet[seat]["longest_points"] > 0))
            else:
                raise ValueError(f"no such tie-breaker: {breaker}")
        return tuple(values)

    best = max(strength(seat) for seat in range(len(sheet)))
    return [seat for seat in range(len(sheet)) if strength(seat) == best]


def _own_scores(position: Position, seat: int, board: Board) -> dict[str, Any]:
    """What the seat scores by itself, before it is compared with the others."""
    player, rules = position["players"][seat], board.rules
    own = [board.routes[name] for name, owner in position["routes"].items() if owner == seat]
    done = best_tickets(position, seat, board)[0]
    tickets = []
    for name, completed in zip(player["tickets"], done, strict=True):
        points = ticket_points(board.tickets[name], completed, [route.ends for route in own])
        tickets.append({"ticket": name, "points": points, "done": completed})
    completed_tickets = [board.tickets[ticket["ticket"]] for ticket in tickets if ticket["done"]]
    ports = []
    for city, builder in position["ports"].items():  # W11
        if builder == seat:
            naming = sum(city in ticket.cities for ticket in completed_tickets)
            points = 0 if naming == 0 else rules["port_points"][min(naming, len(rules["port_points"])) - 1]
            ports.append({"city": city, "tickets": naming, "points": points})
    return {
        "routes": sum(rules["route_points"][route.length - 1] for route in own),  # C13
        "tickets": tickets,
        "stations": rules.get("unbuilt_station", 0) * player["stations"],  # E10
        "ports": ports,
        "unbuilt_ports": -rules.get("unbuilt_port", 0) * player.get("ports", 0),  # W11
        "exchange": -rules.get("exchange_cost", 0) * player.get("exchanged", 0),  # W12
        "longest": longest_trail([(*route.ends, route.length) for route in own]) if rules.get("longest_path") else 0,
        "completed": sum(done),
    }


def ticket_points(ticket: Ticket, completed: bool, own: list[Link]) -> int:
    """C16; of a tour W9: more if a trail passes its cities in the printed order."""
    if not completed:
        return -ticket.penalty
    if ticket.out_of_order is None or in_order(ticket.cities, own):
        return ticket.points
    return ticket.out_of_order


def in_order(cities: tuple[str, ...], routes: list[Link]) -> bool:
    """W9: whether some trail passes the cities in this order, or its reverse, which is the same trail walked back.

    Every leg from city to city is tried as every simple path over routes that the legs before it have not used; a leg
    that runs in a circle could be cut short.
    """
    network: nx.MultiGraph[str] = nx.MultiGraph()
    network.add_nodes_from(cities)
    network.add_edges_from(routes)

    def walk(legs: list[Link], network: nx.MultiGraph[str]) -> bool:
        if not legs:
            return True
        if not all(nx.has_path(network, *leg) for leg in legs):
            return False
        path: Any  # of a multigraph, a list of edges: two cities and which of the routes between them
        for path in nx.all_simple_edge_paths(network, *legs[0]):
            rest = network.copy()
            rest.remove_edges_from(path)
            if walk(legs[1:], rest):
                return True
        return False

    return walk(list(pairwise(cities)), network)


def best_tickets(position: Position, seat: int, board: Board) -> list[tuple[bool, ...]]:
    """E9: which of the seat's tickets are completed under the best choice of borrowed routes.

    The best is that with the most points, then with the most completed tickets. If several choices that complete
    different tickets are equally good, all are in the list; their number of points and of completed tickets is one.
    """
    position = complete(position, board)
    tickets = [board.tickets[name] for name in position["players"][seat]["tickets"]]
    own = [board.routes[name].ends for name, owner in position["routes"].items() if owner == seat]
    outcomes: set[tuple[bool, ...]] = set()
    for borrowed in borrowings(position, seat, board):
        network: nx.Graph[str] = nx.Graph()
        network.add_nodes_from(board.cities)
        network.add_edges_from(own)
        network.add_edges_from(borrowed)
        outcomes.add(tuple(all(nx.has_path(network, *leg) for leg in pairwise(ticket.cities)) for ticket in tickets))

    def value(done: tuple[bool, ...]) -> tuple[int, int]:
        pairs = zip(tickets, done, strict=True)
        return sum(ticket_points(ticket, completed, own) for ticket, completed in pairs), sum(done)

    best = max(value(done) for done in outcomes)
    return sorted((done for done in outcomes if value(done) == best), reverse=True)


def borrowings(position: Position, seat: int, board: Board) -> set[frozenset[Link]]:
    """E9: every choice of at most one route of another player for each of the seat's stations, as pairs of cities.

    Two lanes between the same cities join the same cities, so that pairs of cities are all that needs telling apart.
    """
    choices: list[set[Link | None]] = []
    for city, builder in position["stations"].items():
        if builder != seat:
            continue
        into_city: set[Link | None] = {None}
        for name, owner in position["routes"].items():
            if owner != seat and city in board.routes[name].ends:
                into_city.add(board.routes[name].ends)
        choices.append(into_city)
    return {frozenset(link for link in choice if link is not None) for choice in product(*choices)}


def longest_trail(routes: list[tuple[str, str, int]]) -> int:
    """C18: the length of the longest trail, which may pass a city many times but uses no route twice.

    A full search: what is left to walk depends only on the city reached and on the unused routes that can still be
    reached from there, and no such question is answered twice.
    """

    def reachable(city: str, unused: frozenset[int]) -> frozenset[int]:
        found: set[int] = set()
        cities = [city]
        while cities:
            here = cities.pop()
            for number in unused - found:
                first, second, _ = routes[number]
                if here in (first, second):
                    found.add(number)
                    cities.append(second if here == first else first)
        return frozenset(found)

    @cache
    def longest_from(city: str, unused: frozenset[int]) -> int:
        best = 0
        for number in unused:
            first, second, length = routes[number]
            if city in (first, second):
                onward = second if city == first else first
                best = max(best, length + longest_from(onward, reachable(onward, unused - {number})))
        return best

    everything = frozenset(range(len(routes)))
    starts = {city for first, second, _ in routes for city in (first, second)}
    return max((longest_from(city, reachable(city, everything)) for city in starts), default=0)
