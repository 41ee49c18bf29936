"""The Meridian board and its territories: one drawing for every board that a campaign may make of them."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, permutations
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from editions import LATE_MAP
from trunkline.maps import MapError, load_map
from trunkline.maps.curves import overlap
from trunkline.maps.draw import draw_map
from trunkline.maps.geometry import geometry_of
from trunkline.maps.grow import grown
from trunkline.maps.layout import Layout, layout_map
from trunkline.maps.model import Map
from trunkline.maps.names import Box
from trunkline.maps.spaces import DOT, Space
from trunkline.maps.territories import territories_of

CITIES = Path(__file__).parents[2] / "web" / "src" / "locale" / "cities"
NAMES = {each: json.loads((CITIES / f"{each}.json").read_text(encoding="utf-8")) for each in ("uk", "el")}
SHORTEST = 20.0
"""Points of a space, at least."""
EDGES = {"LK": 9, "PM": 4, "BR": 7, "LS": 2, "NS": 3}
"""Unfinished tracks that go with each territory."""
HEIGHT = 17.0
"""Of a name, from its descenders up."""
CODES = ["LK", "PM", "BR", "LS", "NS", "HD", "SD", "PS"]
"""In an order in which they may join."""
LATER = ["NS", "LS", "HD", "PS", "SD", "BR", "PM", "LK"]
ORDERS = [[], ["LK"], ["PM", "BR"], ["BR", "PM"], ["NS", "LS", "LK", "HD"], ["LS", "BR", "SD"], CODES, LATER]


@pytest.fixture(scope="module")
def start() -> Map:
    return load_map("meridian")


@pytest.fixture(scope="module")
def pictures(start: Map) -> dict[str, dict[str, Any]]:
    return {" ".join(order): geometry_of(grown(start, order), NAMES) for order in ORDERS}


@pytest.mark.rule("L13")
def test_the_territories_are_all_there(start: Map) -> None:
    known = territories_of(start)
    assert list(known) == sorted(CODES)
    assert {code: (each.charter, each.requires) for code, each in known.items() if each.charter > 1} == {
        "LS": (2, ()), "NS": (2, ()), "HD": (4, ("BR", "NS")), "SD": (5, ("LS",)), "PS": (6, ("HD",)),
    }  # fmt: skip
    whole = grown(start, CODES)
    assert (len(whole.cities), len(whole.routes)) == (76, 251)
    assert len(whole.variants["base"].tickets) == 113
    for each in known.values():
        assert all(set(names) == {city.id for city in each.cities} for names in each.names.values())


@pytest.mark.rule("L13")
def test_a_track_between_two_territories_needs_both(start: Map) -> None:
    def joined(*codes: str) -> bool:
        return any(route.name == "little-rock-dallas" for route in grown(start, codes).routes)

    assert [joined("LS"), joined("BR"), joined("LS", "BR"), joined("BR", "LS")] == [False, False, True, True]


@pytest.mark.rule("L13")
def test_a_ticket_is_worth_the_shortest_path_when_its_territory_joins(start: Map) -> None:
    def points(ticket: str, *codes: str) -> int:
        deck = grown(start, codes).variants["base"].tickets
        return next(each.points for each in deck if each.name == ticket)

    assert points("sudbury-milwaukee", "LK") == 6
    assert points("san-francisco-new-york", "BR", "NS", "LK", "HD", "PS") == 24  # at most


def test_lanes_and_groups_are_in_order(start: Map) -> None:
    whole = grown(start, CODES)
    groups = [route.group for route in whole.routes]
    assert sorted(set(groups)) == list(range(len(set(groups))))
    assert groups == sorted(groups)
    assert {"new-orleans-houston:1", "new-orleans-houston:2", "new-orleans-houston:3"} <= {r.name for r in whole.routes}


def test_wrong_territories_are_refused(start: Map, tmp_path: Path) -> None:
    with pytest.raises(MapError, match='there is no territory "XX"'):
        grown(start, ["XX"])
    with pytest.raises(MapError, match='"LK" is on the board already'):
        grown(start, ["LK", "LK"])
    with pytest.raises(MapError, match="no routes join"):
        grown(start, ["PS"])
    (tmp_path / "AA.toml").write_text(
        'format = 1\nname = "A"\ncharter = 1\ncities = [\n'
        '  { id = "boston", name = "Boston", names = { uk = "Б", el = "Β" }, at = [42, -71] },\n]\n'
        'routes = [\n  { from = "boston", to = "atlantis", length = 2, colour = "pink", requires = ["ZZ"] },\n]\n'
        "tickets = []\n",
        encoding="utf-8",
    )
    with pytest.raises(MapError) as refused:
        territories_of(replace(start, grows=tmp_path))
    said = str(refused.value)
    for line, what in ((5, 'second city "boston"'), (8, 'city "atlantis"'), (8, 'colour "pink"'), (8, 'code "ZZ"')):
        assert any(f"AA.toml:{line}:" in each and what in each for each in said.splitlines()), (what, said)


def spaces_of(told: dict[str, Any]) -> list[tuple[str, Space]]:
    found = [(route, Space(*space)) for route, drawn in told["routes"].items() for space in drawn["spaces"]]
    edges = [(f"edge {n}", Space(*s)) for n, e in enumerate(told.get("edges", ())) for lane in e["lanes"] for s in lane]
    return found + edges


@pytest.mark.parametrize("order", ["", " ".join(CODES)])
def test_no_two_spaces_overlap_and_none_is_short(pictures: dict[str, dict[str, Any]], order: str) -> None:
    told = pictures[order]
    spaces = spaces_of(told)
    assert min(space.length for _, space in spaces) >= SHORTEST
    for (one, a), (two, b) in combinations(spaces, 2):
        if hypot(a.x - b.x, a.y - b.y) < a.length + b.length:
            assert not overlap(a.corners(), b.corners()), (one, two)
    for x, y in told["cities"].values():
        dot = Box(x - DOT, y - DOT, x + DOT, y + DOT).corners
        assert not [
            route for route, space in spaces if overlap(dot, space.corners()) and hypot(space.x - x, space.y - y) < DOT
        ]


@pytest.mark.parametrize("language", ["en", "uk", "el"])
@pytest.mark.parametrize("order", ["", "BR PM", "LS BR SD", " ".join(CODES)])
def test_no_name_lies_on_anything(pictures: dict[str, dict[str, Any]], order: str, language: str) -> None:
    told = pictures[order]
    names = {
        city: Box(x - wide / 2, y - HEIGHT + 4, x + wide / 2, y + 4)
        for city, (x, y, wide) in told["names"][language].items()
    }
    assert set(names) == set(told["cities"])
    spaces = spaces_of(told)
    assert not [
        (c, route) for c, name in names.items() for route, space in spaces if overlap(name.corners, space.corners())
    ]
    assert not [(a, b) for (a, one), (b, two) in combinations(names.items(), 2) if one.meets(two)]
    for city, (x, y) in told["cities"].items():
        dot = Box(x - DOT, y - DOT, x + DOT, y + DOT)
        assert not [other for other, name in names.items() if name.meets(dot) and other != city], city


def test_unfinished_tracks_are_clear_of_every_board(start: Map) -> None:
    """Each stands beside everything but the routes of its own territory, with which it goes."""
    for code in CODES:
        layout = layout_map(grown(start, [each for each in CODES if each != code]))
        drawn = [(line.route.name, space) for line in layout.lines for space in line.spaces]
        for stub in layout.stubs:
            assert stub.edge.territory == code
            others = [(str(each.edge), space) for each in layout.stubs if each != stub for space in each.spaces]
            for name, b in [*drawn, *others]:
                assert not any(overlap(a.corners(), b.corners()) for a in stub.spaces), (stub.edge, name)


def test_the_start_looks_the_same_in_every_board(pictures: dict[str, dict[str, Any]]) -> None:
    first = pictures[""]

    def shared(told: dict[str, Any]) -> str:
        names = {each: {city: told["names"][each][city] for city in first["cities"]} for each in told["names"]}
        cities = {city: told["cities"][city] for city in first["cities"]}
        routes = {route: told["routes"][route] for route in first["routes"]}
        return json.dumps([names, cities, routes, told["projection"], told["dot"], told["thick"]])

    assert {shared(told) for told in pictures.values()} == {shared(first)}
    for order, told in pictures.items():
        edges = told.get("edges", [])
        assert edges == [edge for edge in first["edges"] if edge in edges]
        assert len(edges) == 25 - sum(EDGES.get(code, 0) for code in order.split())


def test_the_order_of_charters_does_not_matter(start: Map) -> None:
    drawings = {draw_elements(layout_map(grown(start, list(order)))) for order in permutations(["LK", "BR", "PM"])}
    assert len(drawings) == 1


def draw_elements(layout: Layout) -> str:
    """Everything but the order of the routes, which is that of the charters."""
    spots = {city: (spot.x, spot.y, spot.name) for city, spot in layout.spots.items()}
    lines = {line.route.name: (line.pieces, line.spaces) for line in layout.lines}
    return repr((sorted(spots.items()), sorted(lines.items()), layout.frame, layout.stubs))


def test_nothing_sealed_is_in_what_the_page_gets(start: Map, pictures: dict[str, dict[str, Any]]) -> None:
    """The page's files hold the starting part alone: no city of a territory, no target of an unfinished track."""
    text = json.dumps(pictures[""])
    assert all(set(edge) == {"city", "length", "lanes"} for edge in pictures[""]["edges"])
    for territory in territories_of(start).values():
        assert territory.name not in text
        for city in territory.cities:
            assert f'"{city.id}"' not in text
            assert city.name not in text


def test_the_picture_tells_large_cities_and_harbours_by_shape(start: Map) -> None:
    svg = draw_map(start)
    marks = {city.id: svg.split(f'data-city="{city.id}" transform')[1].split("</g>")[0] for city in start.cities}
    for city in start.cities:
        assert ("rotate(45)" in marks[city.id]) == city.large
        assert ("#anchor" in marks[city.id]) == city.harbour
    assert svg.count('class="unfinished"') == 25
    for territory in territories_of(start).values():
        assert not [city.id for city in territory.cities if city.id in svg]


def test_an_edition_is_drawn_as_a_part_of_the_whole() -> None:
    svg = draw_map(load_map(LATE_MAP))
    assert 'data-city="denver"' in svg and 'data-city="tucson"' not in svg
