"""A map in numbers: the tables that tell its author and its players what is in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from trunkline.maps.model import GRAY, LOCOMOTIVE, Map, Route, Rules, Variant
from trunkline.maps.problems import MapError, Problem, did_you_mean

Cell = str | int


class Table(NamedTuple):
    title: str
    header: tuple[str, ...]
    rows: list[tuple[Cell, ...]]


def map_tables(map_: Map, variant: str = "base") -> list[Table]:
    """The tables of a map as it is played with one of its variants."""
    if variant not in map_.variants:
        what = f'the map has no variant "{variant}"'
        raise MapError(map_.id, [Problem(None, "variants", what, did_you_mean(variant, map_.variants))])
    played = map_.variants[variant]
    return [
        _summary(map_, played),
        _rules(played.rules),
        _routes_by_colour(map_),
        _cities(map_),
        _tickets(map_, played),
    ]


def distances(map_: Map, start: str) -> dict[str, int]:
    """The fewest spaces from a city to each other city that routes join to it."""
    neighbours: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for route in map_.routes:
        neighbours[route.a].append((route.b, route.length))
        neighbours[route.b].append((route.a, route.length))
    found: dict[str, int] = {}
    waiting = [(0, start)]
    while waiting:
        far, city = heappop(waiting)
        if city not in found:
            found[city] = far
            for other, length in neighbours[city]:
                heappush(waiting, (far + length, other))
    return found


def _summary(map_: Map, variant: Variant) -> Table:
    routes, tickets = map_.routes, variant.tickets
    doubles = {route.group for route in routes if route.lanes == 2}
    triples = {route.group for route in routes if route.lanes == 3}
    ferries = [route for route in routes if route.locomotives]
    rows: list[tuple[Cell, ...]] = [
        ("cities", len(map_.cities)),
        ("routes", len(routes)),
        ("spaces", sum(route.length for route in routes)),
        ("doubles", len(doubles)),
        ("triples", len(triples)),
        ("tunnels", sum(1 for route in routes if route.tunnel)),
        ("ferries", len(ferries)),
        ("locomotive symbols", sum(route.locomotives for route in ferries)),
        ("cards", sum(map_.decks["trains"].values())),
        ("locomotives", map_.decks["trains"].get(LOCOMOTIVE, 0)),
        ("tickets", len(tickets)),
        ("long tickets", sum(1 for ticket in tickets if ticket.long)),
        ("points of all tickets", sum(ticket.points for ticket in tickets)),
    ]
    return Table(f"{map_.name}: {variant.name}", ("what", "number"), rows)


def _rules(rules: Rules) -> Table:
    opening, draw = rules.opening, rules.draw
    refused = "leave the game" if opening.refused == "out" else "go under the deck"
    rows: list[tuple[Cell, ...]] = [
        ("players", f"{rules.least_players} to {rules.most_players}"),
        ("trains each", rules.trains),
        ("cards dealt", " + ".join(map(str, rules.hand))),
        ("cards face up", " + ".join(map(str, rules.row))),
        ("locomotives face up for a new row", rules.row_locomotives),
        ("all lanes of a double open from", f"{rules.doubles_open_from} players"),
        ("last turns begin at", f"{rules.end_at} trains"),
        ("last turns each", rules.last_turns),
        ("opening tickets", f"{opening.short} short, {opening.long} long, keep {opening.keep}; refused ones {refused}"),
        ("tickets drawn", f"{draw.tickets}, keep {draw.keep}"),
        ("points of a route", ", ".join(str(points) for points in rules.route_points)),
        ("longest path", rules.longest_path or "none"),
        ("globetrotter", rules.globetrotter or "none"),
        ("tie-break", ", ".join(rules.tie_break) or "none"),
    ]
    if rules.stations:
        cost = ", ".join(str(cards) for cards in rules.station_cost)
        rows.append(
            ("stations each", f"{rules.stations}, for {cost} cards; {rules.unbuilt_station} points if not built")
        )
    if rules.tunnel_cards:
        rows.append(("cards turned up for a tunnel", rules.tunnel_cards))
    return Table("Rules", ("rule", "value"), rows)


def _routes_by_colour(map_: Map) -> Table:
    lengths = sorted({route.length for route in map_.routes})
    colours = [name for name in map_.decks["trains"] if name != LOCOMOTIVE]
    rows: list[tuple[Cell, ...]] = []
    for colour in (*colours, GRAY, "all"):
        routes = [route for route in map_.routes if colour in (route.colour, "all")]
        count = Counter(route.length for route in routes)
        rows.append(
            (colour, *(count[length] for length in lengths), len(routes), sum(route.length for route in routes))
        )
    return Table(
        "Routes by colour and length", ("colour", *(str(length) for length in lengths), "routes", "spaces"), rows
    )


def _cities(map_: Map) -> Table:
    names = {city.id: city.name for city in map_.cities}
    rows: list[tuple[Cell, ...]] = []
    for city in map_.cities:
        routes = [route for route in map_.routes if city.id in (route.a, route.b)]
        ways = ", ".join(_way(group, city.id, names) for group in _groups(routes))
        rows.append((city.name, city.modern or "", len(routes), ways))
    return Table("Cities and their routes", ("city", "today", "routes", "to"), rows)


def _groups(routes: Iterable[Route]) -> list[list[Route]]:
    groups: dict[int, list[Route]] = defaultdict(list)
    for route in routes:
        groups[route.group].append(route)
    return list(groups.values())


def _way(lanes: list[Route], city: str, names: dict[str, str]) -> str:
    """One neighbour: where to, how far, in which colours and of which kind."""
    route = lanes[0]
    other = names[route.b if route.a == city else route.a]
    kind = " tunnel" if route.tunnel else f" ferry with {route.locomotives}" if route.locomotives else ""
    return f"{other} {route.length} {'/'.join(lane.colour for lane in lanes)}{kind}"


def _tickets(map_: Map, variant: Variant) -> Table:
    names = {city.id: city.name for city in map_.cities}
    shortest = {start: distances(map_, start) for start in {ticket.a for ticket in variant.tickets}}
    rows: list[tuple[Cell, ...]] = [
        (names[ticket.a], names[ticket.b], ticket.points, shortest[ticket.a][ticket.b], "long" if ticket.long else "")
        for ticket in variant.tickets
    ]
    return Table("Tickets", ("from", "to", "points", "spaces at least", ""), rows)
