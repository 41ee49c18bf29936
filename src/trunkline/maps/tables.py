"""The tables of `trunkline map show`: the cities, routes, tickets and rule numbers of a map."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from trunkline.maps.card_text import bonus_text, news_text
from trunkline.maps.model import GRAY, LOCOMOTIVE, RAIL, SEA, SHIPS, TRAINS, Map, Route, Rules, Ticket, Variant
from trunkline.maps.problems import MapError, Problem
from trunkline.rules.reading import did_you_mean

Cell = str | int


class MapTable(NamedTuple):
    title: str
    header: tuple[str, ...]
    rows: list[tuple[Cell, ...]]


def map_tables(map_: Map, variant: str = "base") -> list[MapTable]:
    """The tables of a map as it is played with one of its variants."""
    if variant not in map_.variants:
        what = f'the map has no variant "{variant}"'
        raise MapError(map_.id, [Problem(None, "variants", what, did_you_mean(variant, map_.variants))])
    played = map_.variants[variant]
    return [
        _summary(map_, played),
        _rules(played.rules, bool(map_.companies)),
        *_cards(map_),
        *_routes_by_colour(map_),
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


def _summary(map_: Map, variant: Variant) -> MapTable:
    routes, tickets = map_.routes, variant.tickets
    doubles = {route.group for route in routes if route.lanes == 2}
    triples = {route.group for route in routes if route.lanes == 3}
    ferries = [route for route in routes if route.locomotives]
    sea = [route for route in routes if route.kind == SEA]
    rows: list[tuple[Cell, ...]] = [
        ("cities", sum(1 for city in map_.cities if not city.junction)),
        ("ports", sum(1 for city in map_.cities if city.port)),
        ("junctions", sum(1 for city in map_.cities if city.junction)),
        ("large cities", sum(1 for city in map_.cities if city.large)),
        ("harbours", sum(1 for city in map_.cities if city.harbour)),
        ("routes", len(routes)),
        ("spaces", sum(route.length for route in routes)),
        ("sea routes", len(sea)),
        ("sea spaces", sum(route.length for route in sea)),
        ("doubles", len(doubles)),
        ("triples", len(triples)),
        ("pair routes", sum(1 for route in routes if route.pair)),
        ("routes over the edge", sum(1 for route in routes if route.wraps)),
        ("unfinished tracks", len(map_.edges)),
        ("tunnels", sum(1 for route in routes if route.tunnel)),
        ("ferries", len(ferries)),
        ("locomotive symbols", sum(route.locomotives for route in ferries)),
        *(
            (f"cards of {deck}" if SHIPS in map_.decks else "cards", sum(map_.decks[deck].values()))
            for deck in map_.decks
        ),
        ("locomotives", map_.decks[TRAINS].get(LOCOMOTIVE, 0)),
        ("tickets", len(tickets)),
        ("long tickets", sum(1 for ticket in tickets if ticket.long)),
        ("tours", sum(1 for ticket in tickets if ticket.tour)),
        (f"{_worth(map_)} of all tickets", sum(ticket.points for ticket in tickets)),
        ("companies", len(map_.companies)),
        ("news events", len(map_.events)),
    ]
    of_companies = {"large cities", "harbours", "unfinished tracks", "companies", "news events"}
    if SHIPS in map_.decks:
        unknown = {"triples", "tunnels", "ferries", "locomotive symbols", "long tickets", *of_companies}
    else:
        unknown = {"ports", "junctions", "sea routes", "sea spaces", "pair routes", "routes over the edge", "tours"}
        unknown |= {"tunnels", "ferries", "locomotive symbols", "long tickets"} if map_.companies else of_companies
    rows = [row for row in rows if row[1] or row[0] not in unknown]
    return MapTable(f"{map_.name}: {variant.name}", ("what", "number"), rows)


def _worth(map_: Map) -> str:
    """The unit of tickets: points or, with companies, dollars."""
    return "dollars" if map_.companies else "points"


def _rules(rules: Rules, companies: bool) -> MapTable:
    opening, draw = rules.opening, rules.draw
    refused = "leave the game" if opening.refused == "out" else "go under the deck"
    rows: list[tuple[Cell, ...]] = [
        ("players", f"{rules.least_players} to {rules.most_players}"),
        *_pieces(rules),
        ("cards dealt", _by_deck(rules.hand)),
        ("cards face up", _by_deck(rules.row)),
        ("locomotives face up for a new row", rules.row_locomotives),
        ("all lanes of a double open from", f"{rules.doubles_open_from} players"),
        ("all lanes of a triple open from", f"{rules.triples_open_from or rules.doubles_open_from} players"),
        ("last turns begin at", f"{rules.end_at} {'pieces' if rules.pieces else 'trains'}"),
        ("last turns each", rules.last_turns),
        ("opening tickets", f"{opening.short} short, {opening.long} long, keep {opening.keep}; refused ones {refused}"),
        ("tickets drawn", f"{draw.tickets}, keep {draw.keep}"),
        *(_dollars(rules) if companies else _points(rules)),
        ("tie-break", ", ".join(rules.tie_break) or "none"),
    ]
    if rules.stations:
        cost = ", ".join(str(cards) for cards in rules.station_cost)
        rows.append(
            ("stations each", f"{rules.stations}, for {cost} cards; {rules.unbuilt_station} points if not built")
        )
    if rules.tunnel_cards:
        rows.append(("cards turned up for a tunnel", rules.tunnel_cards))
    if rules.ports:
        points = ", ".join(str(each) for each in rules.port_points)
        rows.append(
            ("ports each", f"{rules.ports}, for {_by_deck(rules.port_cost)}; {rules.unbuilt_port} lost if not built")
        )
        rows.append(("points of a port by tickets", points))
    if rules.pieces:
        rows.append(("points lost for a piece exchanged", rules.exchange_cost))
    return MapTable("Rules", ("rule", "value"), rows)


def _points(rules: Rules) -> list[tuple[Cell, ...]]:
    return [
        ("points of a route", ", ".join(str(points) for points in rules.route_points)),
        ("longest path", rules.longest_path or "none"),
        ("globetrotter", rules.globetrotter or "none"),
    ]


def _dollars(rules: Rules) -> list[tuple[Cell, ...]]:
    """The numbers of a map with companies (L3, L4, L10, L19)."""
    papers = ", ".join(
        f"{number} for {players}" for players, number in enumerate(rules.newspapers, start=rules.least_players)
    )
    left = ", ".join(f"{trains}: {dollars}" for trains, dollars in enumerate(rules.trains_left))
    barred = f"{rules.draw_barred_at} cards in deck and discards" if rules.draw_barred_at else "no number of cards"
    return [
        ("dollars at the start", rules.money),
        ("newspapers by players", papers or "none"),
        ("drawing cards barred at", barred),
        ("dollars for trains left", left or "none"),
    ]


def _cards(map_: Map) -> list[MapTable]:
    """The companies with their bonus and the news events, in words."""
    if not map_.companies:
        return []
    companies: list[tuple[Cell, ...]] = [
        (company.name.en, company.id, " ".join(bonus_text(map_, company))) for company in map_.companies
    ]
    events: list[tuple[Cell, ...]] = [
        (event.name.en, "acts once" if event.lightning else "lasts", " ".join(news_text(map_, event)))
        for event in map_.events
    ]
    found = [MapTable("Companies", ("company", "colour", "bonus"), companies)]
    return [*found, MapTable("News events", ("event", "", "what it does"), events)] if events else found


def _pieces(rules: Rules) -> list[tuple[Cell, ...]]:
    if not rules.pieces:
        return [("trains each", rules.trains)]
    supply = f"{rules.pieces} of {rules.trains} trains and {rules.ships} ships"
    suggested = rules.suggested_trains
    return [("pieces each", supply), ("suggested", f"{suggested} trains, {rules.pieces - suggested} ships")]


def _by_deck(numbers: tuple[int, ...]) -> Cell:
    """A number for each deck; only the number, if there is one deck."""
    if len(numbers) == 1:
        return numbers[0]
    return ", ".join(f"{number} {deck}" for number, deck in zip(numbers, (TRAINS, SHIPS), strict=True))


def _routes_by_colour(map_: Map) -> list[MapTable]:
    """A table of routes by colour and length, one for each kind of route if there are two."""
    if not any(route.kind == SEA for route in map_.routes):
        return [_by_colour("Routes by colour and length", map_, map_.routes)]
    return [
        _by_colour(f"{kind.capitalize()} routes by colour and length", map_, [r for r in map_.routes if r.kind == kind])
        for kind in (RAIL, SEA)
    ]


def _by_colour(title: str, map_: Map, routes: Sequence[Route]) -> MapTable:
    lengths = sorted({route.length for route in routes})
    rows: list[tuple[Cell, ...]] = []
    for colour in (*map_.colours, GRAY, "all"):
        found = [route for route in routes if colour in (route.colour, "all")]
        count = Counter(route.length for route in found)
        rows.append((colour, *(count[length] for length in lengths), len(found), sum(route.length for route in found)))
    return MapTable(title, ("colour", *(str(length) for length in lengths), "routes", "spaces"), rows)


def _cities(map_: Map) -> MapTable:
    names = {city.id: city.name for city in map_.cities}
    rows: list[tuple[Cell, ...]] = []
    for city in map_.cities:
        routes = [route for route in map_.routes if city.id in (route.a, route.b)]
        ways = ", ".join(_way(group, city.id, names) for group in _groups(routes))
        marks = [mark for mark in ("port", "large", "harbour") if getattr(city, mark)]
        mark = f" ({', '.join(marks)})" if marks else ""
        rows.append((city.name + mark, city.modern or "", len(routes), ways))
    return MapTable("Cities and their routes", ("city", "today", "routes", "to"), rows)


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
    kind += " by sea" if route.kind == SEA else " of pairs" if route.pair else ""
    return f"{other} {route.length} {'/'.join(lane.colour for lane in lanes)}{kind}"


def _tickets(map_: Map, variant: Variant) -> MapTable:
    """The tickets with the fewest spaces that connect their cities; for a tour, from one city to the next."""
    names = {city.id: city.name for city in map_.cities}
    shortest = {start: distances(map_, start) for start in {city for t in variant.tickets for city in t.cities}}
    rows: list[tuple[Cell, ...]] = []
    for ticket in variant.tickets:
        between = ", ".join(names[city] for city in ticket.cities[1:-1])
        ends = (names[ticket.a], names[ticket.b] + (f" by {between}" if between else ""))
        far = sum(shortest[a][b] for a, b in pairwise(ticket.cities))
        rows.append((*ends, ticket.points, far, _sort(ticket)))
    return MapTable("Tickets", ("from", "to", _worth(map_), "spaces at least", ""), rows)


def _sort(ticket: Ticket) -> str:
    if ticket.tour:
        return f"tour: {ticket.out_of_order} out of order, {ticket.penalty} lost"
    return "long" if ticket.long else "" if ticket.penalty == ticket.points else f"{ticket.penalty} lost"
