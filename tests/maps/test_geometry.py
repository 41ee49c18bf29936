"""The geometry that the page draws by: names of all languages clear of everything, a coast that fits the cities."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from math import cos, log, pi, radians, sin, tan
from pathlib import Path
from typing import Any

import pytest

from trunkline.maps import load_map, map_names
from trunkline.maps.curves import overlap
from trunkline.maps.geometry import geometry_of
from trunkline.maps.names import Box
from trunkline.maps.spaces import DOT, Space
from web import build

CITIES = Path(__file__).parents[2] / "web" / "src" / "locale" / "cities"
NAMES = {each: json.loads((CITIES / f"{each}.json").read_text(encoding="utf-8")) for each in ("uk", "el")}
HEIGHT = 17.0
"""Of a name, from its descenders up."""


@pytest.fixture(scope="module", params=map_names())
def geometry(request: pytest.FixtureRequest) -> dict[str, Any]:
    """As the build of the page has written it, which takes seconds for each map; made anew if that is out of date."""
    if build.is_laid_out():
        written = build.GENERATED / "geometry" / f"{request.param}.json"
        found: dict[str, Any] = json.loads(written.read_text(encoding="utf-8"))
        return found
    return geometry_of(load_map(request.param), NAMES)


def box(middle: float, baseline: float, width: float) -> Box:
    return Box(middle - width / 2, baseline - HEIGHT + 4, middle + width / 2, baseline + 4)


def corners(name: Box) -> tuple[tuple[float, float], ...]:
    return (name.left, name.top), (name.right, name.top), (name.right, name.bottom), (name.left, name.bottom)


@pytest.mark.parametrize("language", ["en", "uk", "el"])
def test_names_are_clear_of_each_other_and_of_all_spaces(geometry: dict[str, Any], language: str) -> None:
    names = {city: box(*told) for city, told in geometry["names"][language].items()}
    assert set(names) == set(geometry["cities"])
    assert not [(a, b) for (a, one), (b, two) in combinations(names.items(), 2) if one.meets(two)]
    spaces = [
        (route, Space(*space).corners()) for route, told in geometry["routes"].items() for space in told["spaces"]
    ]
    covered = [
        (city, route) for city, name in names.items() for route, space in spaces if overlap(corners(name), space)
    ]
    assert not covered
    for city, (x, y) in geometry["cities"].items():
        dot = Box(x - DOT, y - DOT, x + DOT, y + DOT)
        assert not [other for other, name in names.items() if name.meets(dot) and other != city]


def test_the_projection_in_the_words_of_d3_puts_every_city_where_it_is_drawn(geometry: dict[str, Any]) -> None:
    told = geometry["projection"]
    for city in load_map(geometry["id"]).cities:
        x, y = as_d3_does(told, *(city.drawn or (city.latitude, city.longitude)))
        assert (x, y) == pytest.approx(tuple(geometry["cities"][city.id]), abs=0.2), city.id


def as_d3_does(told: dict[str, Any], latitude: float, longitude: float) -> tuple[float, float]:
    """d3-geo's conic conformal projection, degrees as they are, or stretched as docs/map-format.md says."""
    turn = (longitude - told["middle"] + 540) % 360 - 180
    if told["kind"] == "conic":
        first, second = (radians(each) for each in told["parallels"])
        cone = log(cos(first) / cos(second)) / log(tan(pi / 4 + second / 2) / tan(pi / 4 + first / 2))
        factor = cos(first) * tan(pi / 4 + first / 2) ** cone / cone
        radius = factor / tan(pi / 4 + radians(latitude) / 2) ** cone
        raw = radius * sin(cone * radians(turn)), factor - radius * cos(cone * radians(turn))
    elif told["kind"] == "stretched":
        x, y = (
            stretched(degree, told[key]) - stretched(0, told[key])  # d3 puts what lies at 0, 0 at `translate`
            for degree, key in ((longitude, "longitude"), (latitude, "latitude"))
        )
        raw = x * told["narrow"], y
    else:
        y = radians(latitude)
        raw = radians(turn) * told["narrow"], log(tan(pi / 4 + y / 2)) if told["kind"] == "mercator" else y
    x, y = told["translate"]
    return x + told["scale"] * raw[0], y - told["scale"] * raw[1]


def stretched(degree: float, knots: list[list[float]]) -> float:
    """Units up to a degree: the last knot below it tells the scale there."""
    below = [knot for knot in knots if knot[0] <= degree] or knots[:1]
    to_last = sum(scale * (end - begin) for (begin, scale), (end, _) in pairwise(below))
    return to_last + (degree - below[-1][0]) * below[-1][1]


def test_the_sea_routes_of_the_great_lakes_lie_on_water() -> None:
    """The coast of the page knows no lakes: the map file has them, wide enough for the middle of every space."""
    told = geometry_of(load_map("great_lakes"), {})
    shores = [[float(number) for number in path.replace("Q", " ").split()] for path in told["lakes"][1:-1].split("ZM")]
    # Of each bend the middle point: the corners are rounded by less than half a space.
    lakes = [list(zip(path[2::4], path[3::4], strict=True)) for path in shores]
    sea = [route.name for route in load_map("great_lakes").routes if route.kind == "sea"]
    assert len(sea) > 50
    for route in sea:
        for x, y, *_ in told["routes"][route]["spaces"]:
            assert any(inside(lake, x, y) for lake in lakes), (route, x, y)


def inside(ring: list[tuple[float, float]], x: float, y: float) -> bool:
    crossed = 0
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        crossed += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossed % 2 == 1
