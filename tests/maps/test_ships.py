"""World and Great Lakes hold the facts of the printed games, and a wrong map with ships is refused with advice."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from trunkline.maps import Map, load_map
from trunkline.maps.check import check_text
from trunkline.maps.tables import distances, map_tables

COLOURS = ("purple", "yellow", "green", "red", "black", "white")
BAY = Path(__file__).parent / "bay.toml"
TEXT = BAY.read_text(encoding="utf-8")
BOARDS = ("world", "great_lakes")


def spaces(board: Map, kind: str) -> dict[str, int]:
    count: Counter[str] = Counter()
    for route in board.routes:
        if route.kind == kind:
            count[route.colour] += route.length
    return dict(count)


def by_length(board: Map, kind: str) -> dict[int, int]:
    return dict(sorted(Counter(route.length for route in board.routes if route.kind == kind).items()))


@pytest.mark.rule("W1")
@pytest.mark.parametrize("name", BOARDS)
def test_two_decks(name: str) -> None:
    decks = load_map(name).decks
    assert list(decks) == ["trains", "ships"]
    trains = {f"{colour}-{face}": count for colour in COLOURS for face, count in (("train", 7), ("anchor-train", 4))}
    assert decks["trains"] == {**trains, "locomotive": 14}
    assert decks["ships"] == {f"{c}-{face}": n for c in COLOURS for face, n in (("ship", 4), ("double-ship", 6))}
    assert (sum(decks["trains"].values()), sum(decks["ships"].values())) == (80, 60)
    assert load_map(name).colours == COLOURS


@pytest.mark.rule("W1")
@pytest.mark.rule("W2")
@pytest.mark.rule("W13")
def test_world_numbers() -> None:
    rules = load_map("world").variants["base"].rules
    assert (rules.hand, rules.row, rules.row_locomotives) == ((3, 7), (3, 3), 3)
    assert (rules.trains, rules.ships, rules.pieces, rules.suggested_trains) == (25, 50, 60, 20)
    assert (rules.opening.short, rules.opening.keep, rules.opening.refused) == (5, 3, "bottom")
    assert (rules.draw.tickets, rules.draw.keep) == (4, 1)
    assert (rules.end_at, rules.last_turns, rules.doubles_open_from) == (6, 2, 4)
    assert (rules.ports, rules.port_cost, rules.port_points, rules.unbuilt_port) == (3, (2, 2), (20, 30, 40), 4)
    assert (rules.exchange_cost, rules.longest_path, rules.globetrotter, rules.tie_break) == (1, 0, 0, ())
    assert rules.route_points == (1, 2, 4, 7, 10, 15, 18, 21)


@pytest.mark.rule("G1")
def test_great_lakes_numbers() -> None:
    rules, world = (load_map(name).variants["base"].rules for name in ("great_lakes", "world"))
    assert rules.hand == (2, 2)
    assert (rules.trains, rules.ships, rules.pieces, rules.suggested_trains) == (33, 32, 50, 27)
    assert rules.port_points == (10, 20, 30)
    assert rules.route_points == (*world.route_points, 27)
    for same in ("row", "row_locomotives", "opening", "draw", "end_at", "last_turns", "ports", "port_cost"):
        assert getattr(rules, same) == getattr(world, same), same
    for same in ("unbuilt_port", "exchange_cost", "doubles_open_from", "longest_path", "tie_break"):
        assert getattr(rules, same) == getattr(world, same), same


@pytest.mark.rule("W15")
@pytest.mark.parametrize(
    ("name", "cities", "ports", "junctions", "lanes", "doubles"),
    [
        ("world", 47, 38, 1, {"rail": (71, 158), "sea": (59, 253)}, 34),
        ("great_lakes", 35, 25, 2, {"rail": (52, 186), "sea": (58, 169)}, 28),
    ],
)
def test_boards(
    name: str, cities: int, ports: int, junctions: int, lanes: dict[str, tuple[int, int]], doubles: int
) -> None:
    board = load_map(name)
    at_sea = {city.id for city in board.cities if city.junction}
    assert len(board.cities) == cities + junctions
    assert len(at_sea) == junctions
    assert sum(city.port for city in board.cities) == ports
    for kind, (count, length) in lanes.items():
        found = [route for route in board.routes if route.kind == kind]
        assert (len(found), sum(route.length for route in found)) == (count, length)
    assert len({route.group for route in board.routes if route.lanes == 2}) == doubles
    assert all(route.kind == "sea" for route in board.routes if at_sea & {route.a, route.b})
    assert not any(at_sea & set(ticket.cities) for ticket in board.variants["base"].tickets)


def test_world_lanes() -> None:
    world = load_map("world")
    assert spaces(world, "rail") == {
        "purple": 21, "yellow": 20, "green": 22, "red": 20, "black": 21, "white": 23, "gray": 31,
    }  # fmt: skip
    assert spaces(world, "sea") == {
        "purple": 38, "yellow": 38, "green": 38, "red": 37, "black": 37, "white": 38, "gray": 27,
    }  # fmt: skip
    assert by_length(world, "rail") == {1: 18, 2: 27, 3: 18, 4: 8}
    assert by_length(world, "sea") == {1: 10, 2: 9, 3: 8, 4: 2, 5: 6, 6: 8, 7: 13, 8: 3}


@pytest.mark.rule("W7")
def test_world_pairs() -> None:
    world = load_map("world")
    pairs = {route.name: route.length for route in world.routes if route.pair}
    assert pairs == {
        "anchorage-vancouver": 2, "beijing-lahore": 3, "casablanca-marseille": 1, "dar-es-salaam-luanda": 2,
        "lahore-tehran": 2,
    }  # fmt: skip
    assert all(route.colour == "gray" and route.kind == "rail" for route in world.routes if route.pair)


@pytest.mark.rule("W8")
def test_world_edges_are_joined() -> None:
    world = load_map("world")
    assert world.west == -140
    east = {city.id: (city.longitude + 140) % 360 for city in world.cities}
    wrapped = {route.name for route in world.routes if route.wraps}
    assert wrapped == {
        "anchorage-vancouver", "anchorage-cambridge-bay", "christchurch-valparaiso", "honolulu-lima",
        "honolulu-los-angeles", "lima-sydney:purple", "lima-sydney:black", "los-angeles-tokyo:green",
        "los-angeles-tokyo:black", "tokyo-vancouver",
    }  # fmt: skip
    for route in world.routes:  # a lane goes over the edge exactly if that is the shorter way round
        assert route.wraps == (abs(east[route.a] - east[route.b]) > 180), route.name


def test_great_lakes_lanes() -> None:
    lakes = load_map("great_lakes")
    assert spaces(lakes, "rail") == {
        "purple": 24, "yellow": 24, "green": 26, "red": 26, "black": 24, "white": 24, "gray": 38,
    }  # fmt: skip
    assert spaces(lakes, "sea") == {
        "purple": 19, "yellow": 21, "green": 19, "red": 22, "black": 20, "white": 21, "gray": 47,
    }  # fmt: skip
    assert by_length(lakes, "rail") == {1: 8, 2: 10, 3: 8, 4: 11, 5: 8, 6: 2, 7: 3, 8: 1, 9: 1}
    assert by_length(lakes, "sea") == {1: 12, 2: 13, 3: 15, 4: 9, 5: 4, 6: 5}
    assert not any(route.pair or route.wraps for route in lakes.routes)


@pytest.mark.rule("G1")
def test_great_lakes_says_what_rests_on_few_sources() -> None:
    said = " ".join(load_map("great_lakes").disagreements)
    for doubtful in (
        "Buffalo-Syracuse",
        "Buffalo-Erie",
        "Cedar Rapids-Chicago",
        "Duluth-Marquette",
        "27/23",
        "10/20/30",
    ):
        assert doubtful in said
    few = [line for line in load_map("great_lakes").disagreements if line.startswith("few sources")]
    assert len(few) == 2


@pytest.mark.rule("W2")
@pytest.mark.rule("W9")
def test_world_tickets() -> None:
    world = load_map("world")
    tickets = world.variants["base"].tickets
    tours = [ticket for ticket in tickets if ticket.tour]
    assert (len(tickets), len(tours)) == (65, 8)
    assert all(len(ticket.cities) == 2 and ticket.penalty == ticket.points for ticket in tickets if not ticket.tour)
    assert all(ticket.penalty == ticket.points + 6 for ticket in tours)
    assert sum(ticket.points for ticket in tickets if not ticket.tour) == 772
    assert [(ticket.points, ticket.out_of_order, ticket.penalty) for ticket in tours] == [
        (9, 6, 15), (9, 6, 15), (13, 9, 19), (13, 9, 19), (15, 10, 21), (18, 12, 24), (30, 20, 36), (34, 23, 40),
    ]  # fmt: skip
    named = {ticket.name: ticket for ticket in tickets}
    assert named["lagos-luanda-dar-es-salaam-djibouti"].cities == ("lagos", "luanda", "dar-es-salaam", "djibouti")
    assert (named["buenos-aires-manila"].points, named["buenos-aires-sydney"].points) == (17, 13)
    far = {ticket.name: ticket.points - distances(world, ticket.a)[ticket.b] for ticket in tickets if not ticket.tour}
    assert min(far.values()) == 0
    assert sum(1 for difference in far.values() if not difference) == 4
    for ticket in tours:
        assert sum(distances(world, a)[b] for a, b in pairwise(ticket.cities)) <= ticket.points


@pytest.mark.rule("G1")
def test_great_lakes_tickets() -> None:
    tickets = load_map("great_lakes").variants["base"].tickets
    assert len(tickets) == 55
    assert sum(ticket.points for ticket in tickets) == 526
    assert not any(ticket.tour or ticket.long for ticket in tickets)


@pytest.mark.rule("C11")
def test_a_rail_and_a_sea_route_between_two_cities_are_no_double() -> None:
    lakes = {route.name: route for route in load_map("great_lakes").routes}
    for name in ("duluth-thunder-bay", "muskegon-traverse-city"):
        rail, sea = lakes[f"{name}:rail"], lakes[f"{name}:sea"]
        assert (rail.kind, sea.kind, rail.lanes, sea.lanes) == ("rail", "sea", 1, 1)
        assert rail.group != sea.group
    bay = {route.name for route in load_map(BAY).routes}
    assert {"ash-beech:rail:red", "ash-beech:rail:gray", "ash-beech:sea", "ash-ginger:1", "ash-ginger:2"} <= bay


def test_tables() -> None:
    summary, rules, rail, sea, cities, tickets = map_tables(load_map("world"))
    assert {("ports", 38), ("junctions", 1), ("pair routes", 5), ("tours", 8)} <= set(summary.rows)
    assert ("pieces each", "60 of 25 trains and 50 ships") in rules.rows
    assert ("cards dealt", "3 trains, 7 ships") in rules.rows
    assert (rail.rows[-1][-2:], sea.rows[-1][-2:]) == ((71, 158), (59, 253))
    assert (
        "Toamasina (port)", "", 2, "Cape Town 3 gray by sea, Dar Es Salaam 1 yellow by sea",
    ) in cities.rows  # fmt: skip
    assert ("Casablanca", "Tehran by Al-Qahira", 9, 4, "tour: 6 out of order, 15 lost") in tickets.rows


# What is replaced in the file, by what, what is said, and a part of the advice. The line is that of the replaced text.
WRONG = [
    ("red-ship = 3", "red-boat = 3", 'no card of the deck of ships is called "red-boat"', '"red-double-ship"'),
    ("red-ship = 3", "red = 3", 'no card of the deck of ships is called "red"', "red-ship"),
    ("red-ship = 3", "locomotive = 3", "a locomotive in the deck of ships", "[decks.trains]"),
    ("red-anchor-train = 3", "red-ship = 3", 'no card of the deck of trains is called "red-ship"', "red-train"),
    ("red-ship = 3", "pink-ship = 3", "the ships have cards of pink, the trains have none", "Add some"),
    ("hand = { trains = 2, ships = 3 }", "hand = 5", '"hand" is one number, but there are two decks', "hand = {"),
    ("hand = { trains = 2, ships = 3 }", "hand = { trains = 2 }", '"ships" is missing in hand', "Add ships"),
    ("hand = { trains = 2, ships = 3 }", "hand = { trains = 2, boats = 3 }", 'unknown key "boats"', '"ships"'),
    ("hand = { trains = 2, ships = 3 }", "hand = { trains = 2, ships = 9 }", "the deck has 15 ships", "deal fewer"),
    ("pieces = 20", "pieces = 0", "how many pieces a player chooses is missing", "pieces = 60"),
    ("pieces = 20", "pieces = 27", "27 pieces of 12 trains and 14 ships", "at most 26"),
    ("suggested_trains = 9", "suggested_trains = 5", "that split is not possible", "from 6 to 12"),
    ("suggested_trains = 9", "suggested_trains = 13", "that split is not possible", "from 6 to 12"),
    ("end_at = 4", "end_at = 20", "the game would end before it begins", "less than pieces, 20"),
    ("ships = 14", "ships = 4", "nobody has the ships for a route of 5 spaces", "Give more ships"),
    ("exchange_cost = 2", "stations = 2\nstation_cost = [1, 2]", '"stations" on a map with ships', "not known"),
    ("port_cost = { trains = 1, ships = 2 }", "port_cost = 3", "a port has no cost in both decks", "ships = 2"),
    ("port_points = [5, 9]", "port_points = []", "a port is worth nothing", "[20, 30, 40]"),
    ("ports = 2", "ports = 0", "a port on a map without ports", "ports = 3"),
    ("junction = true", "junction = true, port = true", "a junction cannot be a port", "Leave out"),
    (
        'colour = "gray",            kind = "sea" }',
        'colour = "gray", kind = "sea", tunnel = true }',
        '"tunnel" on a map with ships',
        "Leave it out",
    ),
    (
        'colour = "blue",            kind = "sea"',
        'colour = "blue"',
        'a rail route to the junction "mid-sea"',
        'kind = "sea"',
    ),
    (
        '"cherry",  length = 2, colour = "gray"',
        '"cherry",  length = 2, colour = "red"',
        "a pair route with a colour",
        "gray",
    ),
    (
        'pair = true },\n  { from = "ash",    to = "beech"',
        'pair = true, kind = "sea" },\n  { from = "ash",    to = "beech"',
        "a pair route at sea",
        "Pairs are for trains",
    ),
    ("west = -150", "", "a route over the edge of a board that has none", "west = -140"),
    (
        'from = "dill",   to = "ginger"',
        'from = "dill",   to = "mid-sea"',
        'a ticket names the junction "mid-sea"',
        "cities only",
    ),
    ('"ash", "beech", "dill"]', '"ash", "beach", "dill"]', 'unknown city "beach" in a ticket', 'mean "beech"?'),
    ('"ash", "beech", "dill"]', '"ash", "beech", "ash"]', '"ash" is twice on a tour', "each city once"),
    ('"ash", "beech", "dill"]', '"ash", "beech"]', '"cities" has 2 items', "Write 3 to 8"),
    ("points = 9, out_of_order = 6,", "points = 9,", '"out_of_order" is missing in a tour', "Add out_of_order"),
    ("points = 9, out_of_order = 6,", "points = 9, out_of_order = 10,", "worth more out of order", "at most 9"),
    (
        '{ cities = ["ash", "beech", "dill"]',
        '{ from = "ash", cities = ["ash", "beech", "dill"]',
        "a ticket with both ends and cities",
        'Leave out "from"',
    ),
    ('from = "dill",   to = "ginger"', 'from = "dill"', '"to" is missing in a ticket', "Add to"),
    ('["cherry", "elder", "fig", "ginger"]', '["dill", "beech", "ash"]', "two tickets between", "take one out"),
]


def test_the_text_to_break_is_right() -> None:
    assert check_text(TEXT)[1] == []


@pytest.mark.parametrize(("old", "new", "what", "advice"), WRONG)
def test_wrong(old: str, new: str, what: str, advice: str) -> None:
    at = TEXT.index(f"\n{old}") + 1 if f"\n{old}" in TEXT else TEXT.index(old)
    problems = check_text(TEXT[:at] + new + TEXT[at + len(old) :])[1]
    found = [problem for problem in problems if what in problem.what]
    assert found, problems
    assert advice in found[0].fix
    assert found[0].line is not None


def test_ships_alone_are_refused_on_a_map_of_trains() -> None:
    tiny = (BAY.parent / "tiny.toml").read_text(encoding="utf-8")
    broken = (
        tiny.replace("trains = 15", "trains = 15\nships = 9\npieces = 9\nports = 2")
        .replace("tunnel = true", "pair = true")
        .replace("locomotives = 2, via", 'kind = "sea", via')
    )
    found = [problem.what for problem in check_text(broken)[1]]
    assert found[:3] == [f'"{key}" on a map without ships' for key in ("ships", "pieces", "ports")]
    assert {"a pair route on a map without ships", "a sea route on a map without ships"} <= set(found)
