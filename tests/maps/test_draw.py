"""The drawing of a board: complete, legible, and nothing upon anything else."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import cos, hypot, pi, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trunkline.maps import load_map
from trunkline.maps.colours import inks
from trunkline.maps.curves import overlap
from trunkline.maps.draw import draw_map
from trunkline.maps.layout import FRAME, Layout, layout_map
from trunkline.maps.names import Box, text_width
from trunkline.maps.projection import Point, eastward, projection_for
from trunkline.maps.spaces import DOT, THICK

TINY = str(Path(__file__).parent / "tiny.toml")
BAY = str(Path(__file__).parent / "bay.toml")
BOARDS = ["usa", "europe", "world", "great_lakes", TINY, BAY]
SVG = "{http://www.w3.org/2000/svg}"

pytestmark = pytest.mark.xdist_group("drawings")  # Drawings are made once.


@cache
def drawn(name: str) -> ElementTree.Element:
    """A drawing, which no test changes."""
    return ElementTree.fromstring(draw_map(load_map(name)))


def route_groups(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {group.attrib["data-route"]: group for group in root.iter(f"{SVG}g") if group.get("class") == "route"}


@pytest.fixture(scope="module", params=BOARDS)
def layout(request: pytest.FixtureRequest) -> Layout:
    return layout_map(load_map(request.param))


def dot(x: float, y: float) -> tuple[Point, ...]:
    return tuple((x + DOT * cos(k * pi / 6), y + DOT * sin(k * pi / 6)) for k in range(12))


def corners(box: Box) -> tuple[Point, ...]:
    return (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)


@pytest.mark.parametrize("name", BOARDS)
def test_every_route_has_its_spaces(name: str) -> None:
    board = load_map(name)
    groups = route_groups(drawn(name))
    assert set(groups) == {route.name for route in board.routes}
    for route in board.routes:
        group = groups[route.name]
        spaces = [each for each in group.iter() if each.get("class") == "space"]
        symbols = list(group.iter(f"{SVG}use"))
        assert (len(spaces), len(symbols)) == (route.length, route.locomotives)
        title = group.find(f"{SVG}title")
        assert title is not None
        assert title.text is not None
        assert route.colour in title.text
        assert f"{route.length} space" in title.text
        assert ("tunnel" in title.text, "ferry" in title.text) == (route.tunnel, route.locomotives > 0)
        assert ("sea route" in title.text, "pair" in title.text) == (route.kind == "sea", route.pair)
        assert ("over the edge" in title.text) == route.wraps


@pytest.mark.parametrize("name", BOARDS)
def test_colour_is_never_alone(name: str) -> None:
    board = load_map(name)
    letters = inks(board.colours)
    groups = route_groups(drawn(name))
    for route in board.routes:
        marks = [text.text for text in groups[route.name].iter(f"{SVG}text")]
        mark = "×2" if route.pair else letters[route.colour].letter
        assert marks == [mark] * (route.length if mark else 0)
    assert max(Counter(ink.letter for ink in letters.values()).values()) == 1


@pytest.mark.parametrize("name", BOARDS)
def test_names_are_text_and_the_size_is_free(name: str) -> None:
    root = drawn(name)
    assert "viewBox" in root.attrib
    assert "width" not in root.attrib
    words = {text.text for text in root.iter(f"{SVG}text")}
    board = load_map(name)
    assert {city.name for city in board.cities} <= words
    assert {board.name, board.summary} <= words


def test_it_is_the_same_every_time() -> None:
    assert draw_map(load_map(TINY)) == draw_map(load_map(TINY))


def test_names_are_apart(layout: Layout) -> None:
    for one, two in combinations(layout.spots.values(), 2):
        assert not one.name.meets(two.name), (one.city.id, two.city.id)


def test_names_are_clear_of_dots_and_spaces(layout: Layout) -> None:
    for spot in layout.spots.values():
        box = corners(spot.name)
        assert 0 < spot.name.left < spot.name.right < layout.width
        for other in layout.spots.values():
            assert not overlap(box, dot(other.x, other.y)), (spot.city.id, other.city.id)
        for line in layout.lines:
            assert not any(overlap(box, space.corners()) for space in line.spaces), (spot.city.id, line.route.name)


def test_no_space_lies_on_a_city(layout: Layout) -> None:
    for line in layout.lines:
        for spot in layout.spots.values():
            shape = dot(spot.x, spot.y)
            assert not any(overlap(shape, space.corners(1)) for space in line.spaces), (line.route.name, spot.city.id)


def test_no_space_lies_on_another(layout: Layout) -> None:
    for one, two in combinations(layout.lines, 2):
        for a in one.spaces:
            for b in two.spaces:
                if hypot(a.x - b.x, a.y - b.y) < a.length + b.length:
                    assert not overlap(a.corners(0.5), b.corners(0.5)), (one.route.name, two.route.name)


def test_doubles_run_side_by_side(layout: Layout) -> None:
    for one, two in combinations(layout.lines, 2):
        if one.route.group == two.route.group and abs(one.route.lane - two.route.lane) == 1:
            for a, b in zip(one.spaces, two.spaces, strict=True):
                assert THICK < hypot(a.x - b.x, a.y - b.y) < 2 * THICK


def test_spaces_are_large_enough_for_their_letter(layout: Layout) -> None:
    for line in layout.lines:
        assert all(space.length >= 14 for space in line.spaces), line.route.name


def test_everything_is_inside_the_picture(layout: Layout) -> None:
    for line in layout.lines:
        for space in line.spaces:
            assert all(0 < x < layout.width and 0 < y < layout.height - layout.foot for x, y in space.corners())


@pytest.mark.parametrize("name", ["world", "great_lakes", BAY])
def test_sea_and_rail_have_spaces_of_different_shape(name: str) -> None:
    board = load_map(name)
    groups = route_groups(drawn(name))
    for route in board.routes:
        shapes = {each.tag for each in groups[route.name].iter() if each.get("class") == "space"}
        assert shapes == {f"{SVG}path" if route.kind == "sea" else f"{SVG}rect"}, route.name


@pytest.mark.parametrize("name", ["world", "great_lakes", BAY])
def test_ports_and_junctions_are_marked(name: str) -> None:
    board = load_map(name)
    cities = {group.attrib["data-city"]: group for group in drawn(name).iter(f"{SVG}g") if "data-city" in group.attrib}
    for city in board.cities:
        anchors = [use for use in cities[city.id].iter(f"{SVG}use") if use.get("href") == "#anchor"]
        assert bool(anchors) == city.port
        assert (not list(cities[city.id].iter(f"{SVG}circle"))) == city.junction


@pytest.mark.rule("W8")
@pytest.mark.parametrize("name", ["world", BAY])
def test_lanes_that_leave_one_edge_come_in_at_the_other(name: str) -> None:
    layout = layout_map(load_map(name))
    left, right = FRAME, layout.width - FRAME
    said = [each.words for each in layout.exits]
    for line in layout.lines:
        assert len(line.pieces) == (2 if line.route.wraps else 1), line.route.name
        if line.route.wraps:
            leaves, enters = line.pieces[0][-1], line.pieces[1][0]
            assert {leaves[0], enters[0]} == {left, right}
            assert leaves[1] == enters[1]
            for end in (line.route.a, line.route.b):
                assert f"to {layout.spots[end].city.name}" in said
        for space in line.spaces:
            assert all(left < x < right for x, _ in space.corners()), line.route.name


@pytest.mark.parametrize("name", ["world", BAY])
def test_words_at_the_edges_are_clear_of_everything(name: str) -> None:
    layout = layout_map(load_map(name))
    for each in layout.exits:
        for spot in layout.spots.values():
            assert not each.box.meets(spot.name), each.words
        for line in layout.lines:
            assert not any(overlap(each.box.corners, space.corners()) for space in line.spaces), each.words
    for one, two in combinations(layout.exits, 2):
        assert not one.box.meets(two.box), (one.words, two.words)


def test_the_west_of_a_map_is_its_left_edge() -> None:
    assert [eastward(longitude, -140) for longitude in (-140, -150, 179, -118)] == [-140, 210, 179, -118]
    assert eastward(-150, None) == -150
    spots = layout_map(load_map("world")).spots
    assert spots["vancouver"].x < spots["new-york"].x < spots["tokyo"].x < spots["anchorage"].x


def test_claimed_ports() -> None:
    root = ElementTree.fromstring(draw_map(load_map(BAY), ports={"ash": 1}))
    assert "port of player 2 in Ash" in {title.text for title in root.iter(f"{SVG}title")}


def test_claimed_routes_and_stations() -> None:
    board = load_map(TINY)
    root = ElementTree.fromstring(
        draw_map(board, owners={"alder-cedar": 0, "cedar-gorse:green": 3}, stations={"elm": 1})
    )
    groups = route_groups(root)
    for name, number in (("alder-cedar", "1"), ("cedar-gorse:green", "4")):
        pieces = [each for each in groups[name].iter(f"{SVG}rect") if each.get("class") == "piece"]
        assert len(pieces) == next(route.length for route in board.routes if route.name == name)
        assert {text.text for text in groups[name].iter(f"{SVG}text")} == {number}
    titles = {title.text for title in root.iter(f"{SVG}title")}
    assert "station of player 2 in Elm & Oak" in titles
    assert "Cedar – Gorse: green route of 3 spaces, lane 2 of 3, claimed by player 4" in titles
    assert {"player 1", "player 2", "player 4"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_names_are_escaped(tmp_path: Path) -> None:
    text = Path(TINY).read_text(encoding="utf-8").replace('name = "Fir"', "name = '<Fir> & \"Co\"'")
    file = tmp_path / "odd.toml"
    file.write_text(text, encoding="utf-8")
    root = ElementTree.fromstring(draw_map(load_map(file)))
    assert '<Fir> & "Co"' in {each.text for each in root.iter(f"{SVG}text")}


def test_decks_with_colours_of_their_own() -> None:
    found = inks(["red", "rose", "ruby", "gold", "locomotive"])
    assert [ink.letter for ink in found.values()] == ["R", "O", "U", "G", ""]
    assert len({ink.fill for ink in found.values()}) == 5


@pytest.mark.parametrize(
    "points",
    [
        [(50.0, 10.0), (51.0, 12.0)],
        [(-40.0, 150.0), (-30.0, 170.0)],
        [(-20.0, 10.0), (20.0, 30.0)],
        [(-60.0, -170.0), (70.0, 170.0)],
        [(45.0, 5.0), (45.0, 9.0)],
    ],
)
def test_north_is_up_and_east_is_right(points: list[Point]) -> None:
    for name in ("conic", "flat", "mercator"):
        project = projection_for(name, points)
        south = min(latitude for latitude, _ in points)
        middle = sum(longitude for _, longitude in points) / 2
        assert project(south + 1, middle)[1] < project(south, middle)[1]
        assert project(south, middle + 1)[0] > project(south, middle)[0]


def test_longer_words_are_wider() -> None:
    assert text_width("Rome") < text_width("Constantinople")
