"""The layout of a drawing: cities, the line and the spaces of every route, and the names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, hypot
from pathlib import Path
from statistics import median
from typing import NamedTuple

from trunkline.maps.curves import Edges, curve, overlap
from trunkline.maps.grow import whole_of
from trunkline.maps.model import SEA, City, Map, Route
from trunkline.maps.names import Box, place_names, text_width
from trunkline.maps.projection import (
    Conic,
    Flat,
    Mercator,
    Point,
    Projection,
    Stretched,
    eastward,
    projection_for,
)
from trunkline.maps.spaces import DOT, LONGEST_SPACE, PITCH, THICK, Line, lane_of, spaced
from trunkline.maps.stubs import Stub, stubs_of

WIDEST, TALLEST = 1600.0, 1350.0
"""The largest drawing. A sparse map is drawn smaller, with spaces of the same size."""
ROUND = 2200.0
"""The width of a drawing that goes round the earth."""
NARROWEST = 1120.0
"""The least width, for title and legend."""
ROOMY = 1500.0
"""From this width on the legend has more columns and fewer rows."""
MARGIN = 56.0
HEAD = 92.0
"""Height of the strip with the title."""
EXIT_SIZE = 13.0
"""Size of the letters at an edge that say where a line leads."""
FRAME = 14.0
"""Distance from the side of the drawing to the frame, where a line that goes round the earth leaves it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A city with its place and the box of its name."""

    city: City
    x: float
    y: float
    name: Box


@dataclass(frozen=True, slots=True)
class Exit:
    """The words at an edge that say where a route leads."""

    words: str
    box: Box


@dataclass(frozen=True, slots=True)
class Fitted:
    """A projection, moved and scaled into the frame of a drawing."""

    raw: Flat | Mercator | Conic | Stretched
    scale: float
    shift: Point
    width: float
    height: float
    """Height of the drawing without the legend."""
    edges: Edges | None

    def __call__(self, latitude: float, longitude: float) -> Point:
        x, y = self.raw(latitude, longitude)
        return x * self.scale + self.shift[0], y * self.scale + self.shift[1]


@dataclass(frozen=True, slots=True)
class Layout:
    width: float
    height: float
    foot: float
    """Height of the strip with the legend."""
    frame: Box
    """The part of the map that is shown, between title and legend."""
    fitted: Fitted
    spots: dict[str, Spot]
    lines: tuple[Line, ...]
    stubs: tuple[Stub, ...]
    graticule: tuple[tuple[Point, ...], ...]
    """Faint lines of latitude and longitude."""
    exits: tuple[Exit, ...]


def layout_map(map_: Map) -> Layout:
    """The layout of a map: always the same for the same file. A map that grows is cut from the layout of the whole."""
    whole = whole_layout(map_)
    return whole if map_.grows is None else _part(whole, map_)


def whole_layout(map_: Map) -> Layout:
    """The layout of a map with all territories that may join. Most maps have none."""
    return _layout(map_) if map_.grows is None else _whole(map_.path)


@lru_cache(maxsize=4)
def _whole(path: Path) -> Layout:
    return _layout(whole_of(path))


def _layout(map_: Map) -> Layout:
    places = {city.id: _unrolled(city.drawn or (city.latitude, city.longitude), map_.west) for city in map_.cities}
    shaping = [*places.values(), *(_unrolled(point, map_.west) for route in map_.routes for point in route.via)]
    fitted = _fitted(map_, places, shaping)
    width, height = fitted.width, fitted.height
    foot = _foot(map_, width)
    at = {city: fitted(*place) for city, place in places.items()}
    bodies = {route.name: lane_of(curve(_way(route, at, fitted)), route) for route in map_.routes}
    lines = spaced(map_.routes, bodies, fitted.edges)
    stubs = stubs_of(map_.edges, map_.cities, at, lines)
    frame = Box(0, HEAD - 6, width, height + 6)
    empty = Layout(width, height + foot, foot, frame, fitted, {}, lines, stubs, _graticule(fitted, shaping), ())
    boxes = name_boxes(empty, [(city, *at[city.id]) for city in map_.cities])
    spots = {city.id: Spot(city, *at[city.id], boxes[city.id]) for city in map_.cities}
    exits = _exits(spots, lines, [*taken_by_spaces(empty), *(box.corners for box in boxes.values())])
    return replace(empty, spots=spots, exits=exits)


def taken_by_spaces(layout: Layout) -> list[tuple[Point, ...]]:
    """The corners of all spaces with their edges."""
    return [
        space.corners(3.5 if line.route.tunnel or line.route.pair else 1.0)
        for line in layout.lines
        for space in line.spaces
    ] + [space.corners(1.0) for stub in layout.stubs for space in stub.spaces]


def name_boxes(layout: Layout, cities: Sequence[tuple[City, float, float]]) -> dict[str, Box]:
    """Places for the names of cities, clear of what is drawn."""
    tracks = [piece for line in layout.lines for piece in line.pieces]
    frame = Box(18, HEAD, layout.width - 18, layout.height - layout.foot)
    return place_names(cities, taken_by_spaces(layout), tracks, frame, DOT)


def _part(whole: Layout, map_: Map) -> Layout:
    """The part of the whole layout that a map has. Everything keeps its place; the frame is drawn round it."""
    routes = {route.name: route for route in map_.routes}
    spots = {city.id: replace(whole.spots[city.id], city=city) for city in map_.cities}
    lines = tuple(replace(line, route=routes[line.route.name]) for line in whole.lines if line.route.name in routes)
    stubs = tuple(stub for stub in whole.stubs if stub.edge in map_.edges)
    corners = [corner for spot in spots.values() for corner in spot.name.corners]
    spaces = [space for line in lines for space in line.spaces] + [space for stub in stubs for space in stub.spaces]
    corners += [corner for space in spaces for corner in space.corners()]
    left, right = min(x for x, _ in corners) - MARGIN, max(x for x, _ in corners) + MARGIN
    top, bottom = min(y for _, y in corners) - MARGIN, max(y for _, y in corners) + MARGIN
    spare = max(0.0, NARROWEST - right + left) / 2
    frame = Box(left - spare, top, right + spare, bottom)
    width, foot = frame.right - frame.left, _foot(map_, frame.right - frame.left)
    height = HEAD + frame.bottom - frame.top - 12 + foot
    return replace(
        whole, width=width, height=height, foot=foot, frame=frame, spots=spots, lines=lines, stubs=stubs, exits=()
    )


def _unrolled(place: Point, west: float | None) -> Point:
    return place[0], eastward(place[1], west)


def _way(route: Route, at: Mapping[str, Point], fitted: Fitted) -> list[Point]:
    """The points that a route passes, from city to city; over the edge, if the route wraps."""
    points = [at[route.a], *(fitted(*point) for point in route.via), at[route.b]]
    edges = fitted.edges
    if edges is not None and route.wraps:
        for index in range(1, len(points)):
            points[index] = edges.nearest(points[index], points[index - 1])
    elif edges is not None:
        points = [edges.back(point) for point in points]
    return points


def _fitted(map_: Map, places: Mapping[str, Point], shaping: Sequence[Point]) -> Fitted:
    """The projection moved and scaled into the frame."""
    raw = projection_for(map_.projection, places.values(), map_.stretch)
    flat = [raw(*place) for place in shaping]
    left, right = min(p[0] for p in flat), max(p[0] for p in flat)
    top, bottom = min(p[1] for p in flat), max(p[1] for p in flat)
    edge_left = edge_right = MARGIN
    widest = WIDEST
    if map_.west is not None:
        left, right = raw(0, map_.west)[0], raw(0, map_.west + 360)[0]
        edge_left = edge_right = FRAME
        widest = ROUND
    wide, tall = max(right - left, 1e-9), max(bottom - top, 1e-9)
    if map_.west is None:  # room for the names of the cities at the edges, on their outer side
        for city in map_.cities:
            x, room = raw(*places[city.id])[0], text_width(city.name) + DOT + 28
            edge_left = max(edge_left, room - (x - left) / wide * widest)
            edge_right = max(edge_right, room - (right - x) / wide * widest)
    if map_.stretch is not None:
        scale = map_.stretch.scale
    else:
        scale = _fitting_scale(map_, raw, places, (widest - edge_left - edge_right) / wide, TALLEST / tall)
    if map_.west is not None:
        scale = max(scale, (NARROWEST - edge_left - edge_right) / wide)
    width = max(NARROWEST, wide * scale + edge_left + edge_right)
    height = HEAD + 2 * MARGIN + tall * scale
    shift_x = (width - wide * scale - edge_left - edge_right) / 2 + edge_left - left * scale
    shift_y = HEAD + MARGIN - top * scale
    edges = None if map_.west is None else Edges(FRAME, width - FRAME)
    return Fitted(raw, scale, (shift_x, shift_y), width, height, edges)


def _fitting_scale(map_: Map, raw: Projection, places: Mapping[str, Point], *most: float) -> float:
    """The largest scale that fits the frame. A sparse map is drawn smaller, with spaces of the usual length."""
    ends = [(raw(*places[route.a]), raw(*places[route.b]), route.length) for route in map_.routes if not route.wraps]
    usual = median(hypot(a[0] - b[0], a[1] - b[1]) / length for a, b, length in ends)
    return min(*most, 2 * LONGEST_SPACE / usual)


def legend_kinds(map_: Map) -> list[str]:
    """The kinds of routes and places of the map, which its legend explains."""
    routes, cities = map_.routes, map_.cities
    found = {
        "rail": True,
        "sea": any(route.kind == SEA for route in routes),
        "double": any(route.lanes > 1 for route in routes),
        "pair": any(route.pair for route in routes),
        "tunnel": any(route.tunnel for route in routes),
        "ferry": any(route.locomotives for route in routes),
        "port": any(city.port for city in cities),
        "junction": any(city.junction for city in cities),
        "large": any(city.large for city in cities),
        "harbour": any(city.harbour for city in cities),
        "unfinished": bool(map_.edges),
    }
    return [kind for kind, there in found.items() if there]


class Columns(NamedTuple):
    """The columns of the legend for colours and for kinds, and the rows of the latter."""

    colours: int
    kinds: int
    rows: int


def legend_columns(map_: Map, width: float) -> Columns:
    colours, kinds = (5, 2) if width >= ROOMY else (3, 1)
    return Columns(colours, kinds, max(4 // kinds, ceil(len(legend_kinds(map_)) / kinds)))


def _foot(map_: Map, width: float) -> float:
    columns = legend_columns(map_, width)
    return 56.0 + max(28.0 * ceil((len(map_.colours) + 1) / columns.colours), 38.0 * columns.rows)


def _exits(spots: Mapping[str, Spot], lines: Sequence[Line], taken: Sequence[Sequence[Point]]) -> tuple[Exit, ...]:
    """The words beside each line that leaves the drawing, above or below it, where nothing else is."""
    found: list[Exit] = []
    for line in lines:
        if len(line.pieces) != 2 or line.route.lane:
            continue
        reach = THICK / 2 + (line.route.lanes - 1) * PITCH
        for piece, city in ((line.pieces[0][-1], line.route.b), (line.pieces[1][0], line.route.a)):
            words = f"to {spots[city].city.name}"
            wide, inward = text_width(words, EXIT_SIZE), 4.0 if piece[0] < WIDEST / 3 else -4.0
            start = piece[0] + inward if inward > 0 else piece[0] + inward - wide
            tops = [piece[1] + shift for far in range(4, 40, 3) for shift in (-reach - far - EXIT_SIZE, reach + far)]
            boxes = [Box(start, top, start + wide, top + EXIT_SIZE) for top in tops]
            others = [*taken, *(exit_.box.corners for exit_ in found)]
            free = (box for box in boxes if not any(overlap(box.corners, other) for other in others))
            found.append(Exit(words, next(free, boxes[0])))
    return tuple(found)


def _graticule(projection: Projection, shaping: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    south, north = min(p[0] for p in shaping), max(p[0] for p in shaping)
    west, east = min(p[1] for p in shaping), max(p[1] for p in shaping)
    wide = max(north - south, east - west)
    every = next((size for size in (1, 2, 5, 10) if wide / size <= 12), 20)
    latitudes = [every * k for k in range(int(south // every) - 3, int(north // every) + 4) if abs(every * k) < 88]
    longitudes = [every * k for k in range(int(west // every) - 4, int(east // every) + 5)]
    rows = [tuple(projection(lat, lon) for lon in longitudes) for lat in latitudes]
    columns = [tuple(projection(lat, lon) for lat in latitudes) for lon in longitudes]
    return tuple(row for row in (*rows, *columns) if len(row) > 1)
