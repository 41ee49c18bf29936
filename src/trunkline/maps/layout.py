"""Where everything of a drawn board lies: cities, the line and the spaces of every route, and the names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, cos, hypot, pi, sin
from statistics import median
from typing import NamedTuple

from trunkline.maps.curves import Edges, crossing, curve, length_of, overlap, pieces, point_at
from trunkline.maps.model import SEA, City, Map, Route
from trunkline.maps.names import Box, place_names, text_width
from trunkline.maps.projection import Point, Projection, eastward, projection_for

WIDEST, TALLEST = 1600.0, 1350.0
"""The largest picture; a sparse board is drawn smaller, with the same spaces."""
ROUND = 2200.0
"""The width of a picture that goes round the earth."""
NARROWEST = 1120.0
"""What the title and the legend need."""
ROOMY = 1500.0
"""From this width on the legend has more columns and fewer rows."""
MARGIN = 56.0
HEAD = 92.0
"""Height of the strip with the title."""
DOT = 9.0
"""Radius of a city."""
CLEAR = DOT + 5.0
"""Distance of a route's first space from the middle of its city, at least."""
THICK = 15.0
"""Width of a space, across the line."""
PITCH = THICK + 3.5
"""From lane to lane of a double."""
GAP = 3.0
"""From space to space along the line, at least."""
TUNNEL_GAP = 7.0
"""The same in a tunnel and on a pair route, whose spaces have a heavy edge."""
LONGEST_SPACE = 42.0
SHORTEST_SPACE = 9.0
EXIT_SIZE = 13.0
"""Size of the letters that say where a line leads that leaves the board."""
EDGE = 5.0
"""From the edge of the board to the next space of a line that crosses it."""
FRAME = 14.0
"""From the side of the picture to the frame: there a line that goes round the earth leaves the board."""


@dataclass(frozen=True, slots=True)
class Space:
    """One train space: the middle, the direction of the line there in degrees, and the length along it."""

    x: float
    y: float
    angle: float
    length: float

    def corners(self, grow: float = 0.0) -> tuple[Point, ...]:
        along, across = self.length / 2 + grow, THICK / 2 + grow
        c, s = cos(self.angle * pi / 180), sin(self.angle * pi / 180)
        return tuple(
            (self.x + u * along * c - v * across * s, self.y + u * along * s + v * across * c)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A route with its drawn line from city to city and its spaces upon it."""

    route: Route
    pieces: tuple[tuple[Point, ...], ...]
    """The line; in two pieces if it leaves the board at one edge and comes in at the other."""
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A city with its place and the box of its name."""

    city: City
    x: float
    y: float
    name: Box


@dataclass(frozen=True, slots=True)
class Exit:
    """Where a route leaves the board at an edge: the words that say where it leads."""

    words: str
    box: Box


@dataclass(frozen=True, slots=True)
class Layout:
    width: float
    height: float
    foot: float
    """Height of the strip with the legend."""
    spots: dict[str, Spot]
    lines: tuple[Line, ...]
    graticule: tuple[tuple[Point, ...], ...]
    """Lines of latitude and longitude, faint behind the board."""
    exits: tuple[Exit, ...]


def layout_map(board: Map) -> Layout:
    """The layout of a map: the same for the same file, always."""
    places = {city.id: _unrolled(city.drawn or (city.latitude, city.longitude), board.west) for city in board.cities}
    shaping = [*places.values(), *(_unrolled(point, board.west) for route in board.routes for point in route.via)]
    fitted = _fitted(board, places, shaping)
    projection, width, height = fitted.projection, fitted.width, fitted.height
    foot = _foot(board, width)
    at = {city: projection(*place) for city, place in places.items()}
    bodies = {route.name: _lane(curve(_way(route, at, projection, fitted.edges)), route) for route in board.routes}
    lines = _spaced(board.routes, bodies, fitted.edges)
    corners = [
        space.corners(3.5 if line.route.tunnel or line.route.pair else 1.0) for line in lines for space in line.spaces
    ]
    tracks = [piece for line in lines for piece in line.pieces]
    frame = Box(18, HEAD, width - 18, height)
    boxes = place_names([(city, *at[city.id]) for city in board.cities], corners, tracks, frame, DOT)
    spots = {city.id: Spot(city, *at[city.id], boxes[city.id]) for city in board.cities}
    exits = _exits(spots, lines, [*corners, *(box.corners for box in boxes.values())])
    return Layout(width, height + foot, foot, spots, lines, _graticule(projection, shaping), exits)


def _unrolled(place: Point, west: float | None) -> Point:
    return place[0], eastward(place[1], west)


def _way(route: Route, at: Mapping[str, Point], projection: Projection, edges: Edges | None) -> list[Point]:
    """The points that a route passes, from city to city: over the edge, if it goes round the earth there."""
    points = [at[route.a], *(projection(*point) for point in route.via), at[route.b]]
    if edges is not None and route.wraps:
        for index in range(1, len(points)):
            points[index] = edges.nearest(points[index], points[index - 1])
    elif edges is not None:
        points = [edges.back(point) for point in points]
    return points


class _Fitted(NamedTuple):
    projection: Projection
    width: float
    height: float
    """Of the picture down to the legend."""
    edges: Edges | None


def _fitted(board: Map, places: Mapping[str, Point], shaping: Sequence[Point]) -> _Fitted:
    """The projection moved and scaled into the frame."""
    raw = projection_for(board.projection, places.values())
    flat = [raw(*place) for place in shaping]
    left, right = min(p[0] for p in flat), max(p[0] for p in flat)
    top, bottom = min(p[1] for p in flat), max(p[1] for p in flat)
    edge_left = edge_right = MARGIN
    widest = WIDEST
    if board.west is not None:
        left, right = raw(0, board.west)[0], raw(0, board.west + 360)[0]
        edge_left = edge_right = FRAME
        widest = ROUND
    wide, tall = max(right - left, 1e-9), max(bottom - top, 1e-9)
    if board.west is None:  # room for the names of the cities at the edges, on their outer side
        for city in board.cities:
            x, room = raw(*places[city.id])[0], text_width(city.name) + DOT + 28
            edge_left = max(edge_left, room - (x - left) / wide * WIDEST)
            edge_right = max(edge_right, room - (right - x) / wide * WIDEST)
    ends = [(raw(*places[route.a]), raw(*places[route.b]), route.length) for route in board.routes if not route.wraps]
    usual = median(hypot(a[0] - b[0], a[1] - b[1]) / length for a, b, length in ends)
    scale = min((widest - edge_left - edge_right) / wide, TALLEST / tall, 2 * LONGEST_SPACE / usual)
    if board.west is not None:
        scale = max(scale, (NARROWEST - edge_left - edge_right) / wide)
    width = max(NARROWEST, wide * scale + edge_left + edge_right)
    height = HEAD + 2 * MARGIN + tall * scale
    shift_x = (width - wide * scale - edge_left - edge_right) / 2 + edge_left - left * scale
    shift_y = HEAD + MARGIN - top * scale

    def project(latitude: float, longitude: float) -> Point:
        x, y = raw(latitude, longitude)
        return x * scale + shift_x, y * scale + shift_y

    return _Fitted(project, width, height, None if board.west is None else Edges(FRAME, width - FRAME))


def legend_kinds(board: Map) -> list[str]:
    """The kinds of routes and places that the board has: what its legend explains."""
    routes, cities = board.routes, board.cities
    found = {
        "rail": True,
        "sea": any(route.kind == SEA for route in routes),
        "double": any(route.lanes > 1 for route in routes),
        "pair": any(route.pair for route in routes),
        "tunnel": any(route.tunnel for route in routes),
        "ferry": any(route.locomotives for route in routes),
        "port": any(city.port for city in cities),
        "junction": any(city.junction for city in cities),
    }
    return [kind for kind, there in found.items() if there]


class Columns(NamedTuple):
    """The columns of the legend for colours and for kinds, and the rows of the latter."""

    colours: int
    kinds: int
    rows: int


def legend_columns(board: Map, width: float) -> Columns:
    colours, kinds = (5, 2) if width >= ROOMY else (3, 1)
    return Columns(colours, kinds, max(4 // kinds, ceil(len(legend_kinds(board)) / kinds)))


def _foot(board: Map, width: float) -> float:
    columns = legend_columns(board, width)
    return 56.0 + max(28.0 * ceil((len(board.colours) + 1) / columns.colours), 38.0 * columns.rows)


def _lane(points: Sequence[Point], route: Route) -> tuple[Point, ...]:
    """The line of one lane: beside the middle of a double or triple, but ending in the cities."""
    aside = (route.lane - (route.lanes - 1) / 2) * PITCH
    if not aside:
        return tuple(points)
    moved = []
    pace = length_of(points) / (len(points) - 1)
    for index, (x, y) in enumerate(points):
        near = min(1.0, min(index, len(points) - 1 - index) * pace / (DOT + 2))
        before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        size = hypot(after[0] - before[0], after[1] - before[1]) or 1.0
        across = aside * near / size
        moved.append((x - (after[1] - before[1]) * across, y + (after[0] - before[0]) * across))
    return tuple(moved)


def _spaced(
    routes: Sequence[Route], bodies: Mapping[str, tuple[Point, ...]], edges: Edges | None
) -> tuple[Line, ...]:  # fmt: skip
    """The spaces of all routes. Those that would overlap near a common city begin a little farther from it."""
    start = {(route.group, end): CLEAR for route in routes for end in (route.a, route.b)}

    first_lanes = {route.group: bodies[route.name] for route in routes if not route.lane}

    def line(route: Route) -> Line:
        points = bodies[route.name]
        gap = TUNNEL_GAP if route.tunnel or route.pair else GAP
        clear = start[route.group, route.a], start[route.group, route.b]
        parts = _parts(points, clear, edges)
        if len(parts) == 1:
            counts = [route.length]
        else:  # all lanes of a double have the same number of spaces on each side
            lead = first_lanes[route.group]
            before = round(route.length * (crossing(lead, edges) or 0.0) / length_of(lead)) if edges else 0
            counts = [before, route.length - before]
        spaces = _spaces(points, list(zip(parts, counts, strict=True)), gap, edges)
        return Line(route, pieces(points, edges), spaces)

    lines = {route.name: line(route) for route in routes}
    meeting = [
        (one, two, city)
        for index, one in enumerate(routes)
        for two in routes[index + 1 :]
        if one.group != two.group
        for city in {one.a, one.b} & {two.a, two.b}
    ]
    for _ in range(24):
        moved: set[tuple[int, str]] = set()
        for one, two, city in meeting:
            first, second = _nearest(lines[one.name], city), _nearest(lines[two.name], city)
            if overlap(first.corners(0.8), second.corners(0.8)):
                moved.update(((one.group, city), (two.group, city)))
        stretched = {key for key in moved if start[key] < CLEAR + 26}
        if not stretched:
            break
        for key in stretched:
            start[key] += 1.5
        for route in routes:
            if (route.group, route.a) in stretched or (route.group, route.b) in stretched:
                lines[route.name] = line(route)
    return tuple(lines[route.name] for route in routes)


def _nearest(line: Line, city: str) -> Space:
    return line.spaces[0] if line.route.a == city else line.spaces[-1]


def _parts(points: Sequence[Point], clear: tuple[float, float], edges: Edges | None) -> list[tuple[float, float]]:
    """Where along a line spaces may lie: from one city to the other, but not across the edge of the board."""
    begin, end = clear[0], length_of(points) - clear[1]
    cut = None if edges is None else crossing(points, edges)
    return [(begin, end)] if cut is None else [(begin, cut - EDGE), (cut + EDGE, end)]


def _spaces(
    points: Sequence[Point], parts: Sequence[tuple[tuple[float, float], int]], gap: float, edges: Edges | None
) -> tuple[Space, ...]:  # fmt: skip
    """So many spaces spread evenly over each part of a line, all of one length."""
    total = length_of(points)
    stretches = [(*_stretched(*part, count, gap), count) for part, count in parts if count]
    size = min(min((end - begin + gap) / count - gap for begin, end, count in stretches), LONGEST_SPACE)
    spaces = []
    for begin, end, count in stretches:
        pace = (end - begin + gap) / count
        for index in range(count):
            x, y, angle = point_at(points, min(max(begin + pace * index + (pace - gap) / 2, 0.0), total))
            spaces.append(Space(*((x, y) if edges is None else edges.back((x, y))), angle, size))
    return tuple(spaces)


def _stretched(begin: float, end: float, count: int, gap: float) -> tuple[float, float]:
    """A part of a line with room for its spaces, even if that leads them nearer to the ends."""
    middle, room = (begin + end) / 2, count * SHORTEST_SPACE + (count - 1) * gap
    return (begin, end) if end - begin >= room else (middle - room / 2, middle + room / 2)


def _exits(spots: Mapping[str, Spot], lines: Sequence[Line], taken: Sequence[Sequence[Point]]) -> tuple[Exit, ...]:
    """Words beside each line that leaves the board, above or below it, where they are clear of everything else."""
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
