"""The boards that come with Trunkline hold the facts of the printed games."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from trunkline.maps import Map, MapError, load_map, map_names
from trunkline.maps.tables import distances, map_tables

COLOURS = ("pink", "blue", "orange", "white", "green", "yellow", "black", "red")
CARDS = {**dict.fromkeys(COLOURS, 12), "locomotive": 14}
TINY = Path(__file__).parent / "tiny.toml"


def spaces_by_colour(board: Map) -> Counter[str]:
    count: Counter[str] = Counter()
    for route in board.routes:
        count[route.colour] += route.length
    return count


def routes_by_length(board: Map) -> dict[int, int]:
    return dict(sorted(Counter(route.length for route in board.routes).items()))


def doubles(board: Map) -> int:
    return len({route.group for route in board.routes if route.lanes == 2})


def test_names() -> None:
    assert {"usa", "europe"} <= set(map_names())
    assert map_names() == sorted(map_names())


@pytest.mark.rule("U1")
def test_usa_pieces_and_cards() -> None:
    usa = load_map("usa")
    rules = usa.variants["base"].rules
    assert usa.decks == {"trains": CARDS}
    assert sum(CARDS.values()) == 110
    assert (rules.trains, rules.hand, rules.row, rules.row_locomotives) == (45, (4,), (5,), 3)
    assert (rules.least_players, rules.most_players, rules.stations, rules.tunnel_cards) == (2, 5, 0, 0)
    assert rules.longest_path == 10
    assert rules.globetrotter == 0


@pytest.mark.rule("U1")
def test_usa_board() -> None:
    usa = load_map("usa")
    assert len(usa.cities) == 36
    assert len(usa.routes) == 100
    assert len({route.group for route in usa.routes}) == 78
    assert doubles(usa) == 22
    assert spaces_by_colour(usa) == {"gray": 93, **dict.fromkeys(COLOURS, 27)}
    assert Counter(route.colour for route in usa.routes) == {"gray": 44, **dict.fromkeys(COLOURS, 7)}
    assert routes_by_length(usa) == {1: 9, 2: 36, 3: 20, 4: 16, 5: 10, 6: 9}
    assert not any(route.tunnel or route.locomotives for route in usa.routes)


@pytest.mark.rule("U2")
def test_usa_tickets() -> None:
    base = load_map("usa").variants["base"]
    assert len(base.tickets) == 30
    assert sum(ticket.points for ticket in base.tickets) == 349
    assert not any(ticket.long for ticket in base.tickets)
    opening = base.rules.opening
    assert (opening.short, opening.long, opening.keep, opening.refused) == (3, 0, 2, "bottom")
    assert (base.rules.draw.tickets, base.rules.draw.keep) == (3, 1)


@pytest.mark.rule("U3")
def test_usa_tie_break() -> None:
    assert load_map("usa").variants["base"].rules.tie_break == ("tickets", "longest-path")


@pytest.mark.rule("E1")
def test_europe_pieces_and_cards() -> None:
    europe = load_map("europe")
    base = europe.variants["base"]
    assert europe.decks == {"trains": CARDS}
    assert (base.rules.trains, base.rules.stations, base.rules.tunnel_cards) == (45, 3, 3)
    assert base.rules.station_cost == (1, 2, 3)
    assert len(base.tickets) == 46
    assert sum(ticket.long for ticket in base.tickets) == 6
    assert sum(ticket.points for ticket in base.tickets) == 444


@pytest.mark.rule("E1")
def test_europe_board() -> None:
    europe = load_map("europe")
    assert len(europe.cities) == 47
    assert len(europe.routes) == 101
    assert len({route.group for route in europe.routes}) == 90
    assert doubles(europe) == 11
    expected = {"gray": 122, **dict.fromkeys(COLOURS, 22), "blue": 23, "green": 23}
    assert spaces_by_colour(europe) == expected
    assert Counter(route.colour for route in europe.routes) == {"gray": 37, **dict.fromkeys(COLOURS, 8)}
    assert routes_by_length(europe) == {1: 4, 2: 35, 3: 30, 4: 29, 6: 2, 8: 1}


@pytest.mark.rule("E3")
@pytest.mark.rule("E4")
def test_europe_tunnels_and_ferries() -> None:
    europe = load_map("europe")
    tunnels = [route for route in europe.routes if route.tunnel]
    ferries = [route for route in europe.routes if route.locomotives]
    assert (len(tunnels), sum(route.length for route in tunnels)) == (18, 55)
    assert (len(ferries), sum(route.locomotives for route in ferries)) == (13, 17)
    assert all(route.colour == "gray" for route in ferries)


@pytest.mark.rule("E2")
def test_europe_opening() -> None:
    opening = load_map("europe").variants["base"].rules.opening
    assert (opening.short, opening.long, opening.keep, opening.refused) == (3, 1, 2, "out")


@pytest.mark.rule("E11")
def test_europe_tie_break() -> None:
    assert load_map("europe").variants["base"].rules.tie_break == ("tickets", "stations", "longest-path")


@pytest.mark.rule("C13")
def test_points_by_length() -> None:
    for name in ("usa", "europe"):
        assert load_map(name).variants["base"].rules.route_points == (1, 2, 4, 7, 10, 15, 18, 21)


@pytest.mark.parametrize(
    ("board", "variant", "tickets", "long", "dealt", "drawn", "bonuses"),
    [
        pytest.param("usa", "1910", 35, 0, (3, 0, 2), (3, 1), (0, 15), marks=pytest.mark.rule("V1")),
        pytest.param("usa", "mega", 69, 0, (5, 0, 3), (4, 1), (10, 15), marks=pytest.mark.rule("V2")),
        pytest.param("usa", "big-cities", 35, 0, (4, 0, 2), (4, 1), (0, 0), marks=pytest.mark.rule("V3")),
        pytest.param("europe", "expanded", 65, 6, (3, 1, 2), (3, 1), (10, 0), marks=pytest.mark.rule("V4")),
        pytest.param("europe", "mega", 101, 12, (5, 2, 3), (3, 1), (10, 0), marks=pytest.mark.rule("V5")),
        pytest.param("europe", "big-cities", 45, 0, (5, 0, 2), (4, 1), (10, 0), marks=pytest.mark.rule("V6")),
    ],
)
def test_variants(
    board: str,
    variant: str,
    tickets: int,
    long: int,
    dealt: tuple[int, int, int],
    drawn: tuple[int, int],
    bonuses: tuple[int, int],
) -> None:
    played = load_map(board).variants[variant]
    rules = played.rules
    assert len(played.tickets) == tickets
    assert sum(ticket.long for ticket in played.tickets) == long
    assert (rules.opening.short, rules.opening.long, rules.opening.keep) == dealt
    assert (rules.draw.tickets, rules.draw.keep) == drawn
    assert (rules.longest_path, rules.globetrotter) == bonuses


@pytest.mark.rule("V1")
def test_1910_tie_break() -> None:
    assert load_map("usa").variants["1910"].rules.tie_break == ("tickets",)


@pytest.mark.rule("V2")
def test_mega_has_the_values_of_the_reprint() -> None:
    usa = load_map("usa")
    before = {ticket.name: ticket.points for ticket in usa.variants["base"].tickets}
    after = {ticket.name: ticket.points for ticket in usa.variants["mega"].tickets}
    changed = {name: (before[name], after[name]) for name in before if before[name] != after[name]}
    assert changed == {
        "los-angeles-miami": (20, 19),
        "los-angeles-new-york": (21, 20),
        "sault-st-marie-oklahoma-city": (9, 8),
        "seattle-new-york": (22, 20),
    }
    first = {ticket.name for ticket in usa.variants["1910"].tickets}
    assert set(after) - first - set(before) == {
        "boston-washington", "montreal-chicago", "vancouver-portland", "winnipeg-omaha",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("board", "cities"),
    [
        pytest.param(
            "usa", {"chicago", "dallas", "houston", "los-angeles", "miami", "new-york", "seattle"},
            marks=pytest.mark.rule("V3"),
        ),
        pytest.param(
            "europe", {"angora", "athina", "berlin", "london", "madrid", "moskva", "paris", "roma", "wien"},
            marks=pytest.mark.rule("V6"),
        ),
    ],
)  # fmt: skip
def test_big_cities_touch_a_big_city(board: str, cities: set[str]) -> None:
    variants = load_map(board).variants
    chosen = {ticket.name for ticket in variants["big-cities"].tickets}
    assert chosen == {t.name for t in variants["mega"].tickets if {t.a, t.b} & cities and not t.long}


@pytest.mark.parametrize("name", ["usa", "europe"])
def test_ticket_points_are_near_the_shortest_way(name: str) -> None:
    board = load_map(name)
    for variant in board.variants.values():
        for ticket in variant.tickets:
            assert abs(ticket.points - distances(board, ticket.a)[ticket.b]) <= 3, ticket.name


@pytest.mark.rule("C18")
def test_a_known_way_of_the_usa_board() -> None:
    length = {frozenset((route.a, route.b)): route.length for route in load_map("usa").routes}
    way = ["seattle", "portland", "san-francisco", "los-angeles", "el-paso", "houston"]
    assert sum(length[frozenset(pair)] for pair in pairwise(way)) == 21


@pytest.mark.rule("C11")
def test_lanes_and_names() -> None:
    europe = {route.name: route for route in load_map("europe").routes}
    assert europe["kyiv-warszawa"].lanes == 1
    black, white = europe["madrid-pamplona:black"], europe["madrid-pamplona:white"]
    assert black.group == white.group
    assert (black.lane, white.lane, white.lanes) == (0, 1, 2)
    assert europe["dieppe-london:1"].group == europe["dieppe-london:2"].group
    assert europe["amsterdam-london"].locomotives == 2
    tiny = load_map(TINY)
    assert [route.name for route in tiny.routes if route.lanes == 3] == [
        "cedar-gorse:red", "cedar-gorse:green", "cedar-gorse:blue",
    ]  # fmt: skip


def test_own_files_by_path() -> None:
    tiny = load_map(str(TINY))
    assert tiny == load_map(str(TINY))
    assert tiny.id == str(TINY)
    assert tiny.variants["long"].rules.opening.keep == 1
    assert tiny.variants["long"].rules.globetrotter == 5
    assert {t.name: t.points for t in tiny.variants["long"].tickets}["alder-gorse"] == 9
    assert [ticket.name for ticket in tiny.variants["harbour"].tickets if ticket.name == "alder-elm"] == []


def test_unknown_name() -> None:
    with pytest.raises(MapError, match=r'no map "eurpoe"\. Did you mean "europe"\?'):
        load_map("eurpoe")


def test_missing_file() -> None:
    with pytest.raises(MapError, match=r"nowhere\.toml: it cannot be read"):
        load_map("nowhere.toml")


def test_tables() -> None:
    summary, rules, colours, cities, tickets = map_tables(load_map("europe"), "mega")
    assert ("tickets", 101) in summary.rows
    assert ("ferries", 13) in summary.rows
    assert ("stations each", "3, for 1, 2, 3 cards; 4 points if not built") in rules.rows
    assert colours.rows[-1] == ("all", 4, 35, 30, 29, 2, 1, 101, 300)
    assert ("Cadiz", "Cádiz", 2, "Lisboa 2 blue, Madrid 3 orange") in cities.rows
    assert ("Palermo", "Moskva", 20, 20, "long") in tickets.rows
    for table in map_tables(load_map(TINY), "harbour"):
        assert all(len(row) == len(table.header) for row in table.rows)


def test_tables_of_an_unknown_variant() -> None:
    with pytest.raises(MapError, match=r'no variant "mgea".*"mega"'):
        map_tables(load_map("usa"), "mgea")
