"""Where everything of a drawn board lies: cities, the line and the spaces of every route, and the names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, pi, sin
from statistics import median

from trunkline.maps.model import City, Map, Route
from trunkline.maps.names import Box, place_names, text_width
from trunkline.maps.projection import Point, Projection, projection_for

WIDEST, TALLEST = 1600.0, 1350.0
"""The largest picture; a sparse board is drawn smaller, with the same spaces."""
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
"""The same in a tunnel, whose spaces have a heavy edge."""
LONGEST_SPACE = 42.0
SHORTEST_SPACE = 9.0
STEP = 4.0
"""Length of the pieces of a line, which is drawn as many short ones."""


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
    points: tuple[Point, ...]
    spaces: tuple[Space, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A city with its place and the box of its name."""

    city: City
    x: float
    y: float
    name: Box


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


def layout_map(board: Map) -> Layout:
    """The layout of a map: the same for the same file, always."""
    places = {city.id: city.drawn or (city.latitude, city.longitude) for city in board.cities}
    shaping = [*places.values(), *(point for route in board.routes for point in route.via)]
    projection, width, height = _fitted(board, places, shaping)
    foot = _foot(board, width)
    at = {city: projection(*place) for city, place in places.items()}
    bodies = {
        route.name: _lane(_curve([at[route.a], *(projection(*point) for point in route.via), at[route.b]]), route)
        for route in board.routes
    }
    lines = _spaced(board.routes, bodies)
    corners = [space.corners(3.5 if line.route.tunnel else 1.0) for line in lines for space in line.spaces]
    tracks = [line.points for line in lines]
    frame = Box(18, HEAD, width - 18, height)
    boxes = place_names([(city, *at[city.id]) for city in board.cities], corners, tracks, frame, DOT)
    spots = {city.id: Spot(city, *at[city.id], boxes[city.id]) for city in board.cities}
    return Layout(width, height + foot, foot, spots, lines, _graticule(projection, shaping))


def _fitted(
    board: Map, places: Mapping[str, Point], shaping: Sequence[Point]
) -> tuple[Projection, float, float]:  # fmt: skip
    """The projection moved and scaled into the frame, the width of the picture and its height down to the legend."""
    raw = projection_for(board.projection, places.values())
    flat = [raw(*place) for place in shaping]
    left, right = min(p[0] for p in flat), max(p[0] for p in flat)
    top, bottom = min(p[1] for p in flat), max(p[1] for p in flat)
    wide, tall = max(right - left, 1e-9), max(bottom - top, 1e-9)
    edge_left = edge_right = MARGIN  # and room for the names of the cities at the edges, on their outer side
    for city in board.cities:
        x, room = raw(*places[city.id])[0], text_width(city.name) + DOT + 28
        edge_left = max(edge_left, room - (x - left) / wide * WIDEST)
        edge_right = max(edge_right, room - (right - x) / wide * WIDEST)
    ends = [(raw(*places[route.a]), raw(*places[route.b]), route.length) for route in board.routes]
    usual = median(hypot(a[0] - b[0], a[1] - b[1]) / length for a, b, length in ends)
    scale = min((WIDEST - edge_left - edge_right) / wide, TALLEST / tall, 2 * LONGEST_SPACE / usual)
    width = max(NARROWEST, wide * scale + edge_left + edge_right)
    height = HEAD + 2 * MARGIN + tall * scale
    shift_x = (width - wide * scale - edge_left - edge_right) / 2 + edge_left - left * scale
    shift_y = HEAD + MARGIN - top * scale

    def project(latitude: float, longitude: float) -> Point:
        x, y = raw(latitude, longitude)
        return x * scale + shift_x, y * scale + shift_y

    return project, width, height


def legend_columns(width: float) -> tuple[int, int]:
    """The columns of the legend for colours and for kinds of route."""
    return (5, 2) if width >= ROOMY else (3, 1)


def _foot(board: Map, width: float) -> float:
    colours, kinds = legend_columns(width)
    return 56.0 + max(28.0 * ceil(len(board.decks["trains"]) / colours), 76.0 * 2 / kinds)


def _curve(through: Sequence[Point]) -> list[Point]:
    """A smooth line through the points (Catmull and Rom's), in pieces of equal length."""
    if len(through) == 2:
        return _even(through)
    points = [_mirrored(through[1], through[0]), *through, _mirrored(through[-2], through[-1])]
    fine: list[Point] = []
    for p0, p1, p2, p3 in zip(points, points[1:], points[2:], points[3:], strict=False):
        fine.extend(_between(p0, p1, p2, p3, step / 24) for step in range(24))
    fine.append(through[-1])
    return _even(fine)


def _mirrored(point: Point, about: Point) -> Point:
    return 2 * about[0] - point[0], 2 * about[1] - point[1]


def _between(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    """A point between the second and the third, by centripetal knots: no loops, no overshooting."""
    k0 = 0.0
    k1 = k0 + max(hypot(p1[0] - p0[0], p1[1] - p0[1]), 1e-6) ** 0.5
    k2 = k1 + max(hypot(p2[0] - p1[0], p2[1] - p1[1]), 1e-6) ** 0.5
    k3 = k2 + max(hypot(p3[0] - p2[0], p3[1] - p2[1]), 1e-6) ** 0.5
    k = k1 + (k2 - k1) * t
    a1 = _mix(p0, p1, (k - k0) / (k1 - k0))
    a2 = _mix(p1, p2, (k - k1) / (k2 - k1))
    a3 = _mix(p2, p3, (k - k2) / (k3 - k2))
    return _mix(_mix(a1, a2, (k - k0) / (k2 - k0)), _mix(a2, a3, (k - k1) / (k3 - k1)), (k - k1) / (k2 - k1))


def _mix(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _length(points: Sequence[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def _even(points: Sequence[Point]) -> list[Point]:
    total = _length(points)
    count = max(8, round(total / STEP))
    return [_point_at(points, total * index / count)[:2] for index in range(count + 1)]


def _point_at(points: Sequence[Point], distance: float) -> tuple[float, float, float]:
    """The point at that distance along a line, and the direction of the line there in degrees."""
    left = distance
    for a, b in pairwise(points):
        piece = hypot(b[0] - a[0], b[1] - a[1])
        if left <= piece and piece > 0:
            return *_mix(a, b, left / piece), degrees(atan2(b[1] - a[1], b[0] - a[0]))
        left -= piece
    a, b = points[-2], points[-1]
    return b[0], b[1], degrees(atan2(b[1] - a[1], b[0] - a[0]))


def _lane(points: Sequence[Point], route: Route) -> tuple[Point, ...]:
    """The line of one lane: beside the middle of a double or triple, but ending in the cities."""
    aside = (route.lane - (route.lanes - 1) / 2) * PITCH
    if not aside:
        return tuple(points)
    moved = []
    pace = _length(points) / (len(points) - 1)
    for index, (x, y) in enumerate(points):
        near = min(1.0, min(index, len(points) - 1 - index) * pace / (DOT + 2))
        before, after = points[max(0, index - 1)], points[min(len(points) - 1, index + 1)]
        size = hypot(after[0] - before[0], after[1] - before[1]) or 1.0
        across = aside * near / size
        moved.append((x - (after[1] - before[1]) * across, y + (after[0] - before[0]) * across))
    return tuple(moved)


def _spaced(routes: Sequence[Route], bodies: dict[str, tuple[Point, ...]]) -> tuple[Line, ...]:
    """The spaces of all routes. Those that would overlap near a common city begin a little farther from it."""
    start = {(route.group, end): CLEAR for route in routes for end in (route.a, route.b)}

    def line(route: Route) -> Line:
        points = bodies[route.name]
        gap = TUNNEL_GAP if route.tunnel else GAP
        spaces = _spaces(points, route.length, gap, start[route.group, route.a], start[route.group, route.b])
        return Line(route, points, spaces)

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


def _spaces(
    points: Sequence[Point], count: int, gap: float, from_start: float, from_end: float
) -> tuple[Space, ...]:  # fmt: skip
    """Spaces spread evenly over a line, all of one length."""
    total = _length(points)
    room = max(total - from_start - from_end, count * SHORTEST_SPACE + (count - 1) * gap)
    begin = (total - room) / 2 if room > total - from_start - from_end else from_start
    pace = (room + gap) / count
    size = min(pace - gap, LONGEST_SPACE)
    spaces = []
    for index in range(count):
        x, y, angle = _point_at(points, min(max(begin + pace * index + (pace - gap) / 2, 0.0), total))
        spaces.append(Space(x, y, angle, size))
    return tuple(spaces)


def overlap(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Whether two convex shapes overlap: they do unless some edge of one of them parts them."""
    for shape in (one, two):
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            nx, ny = by - ay, ax - bx
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in two]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


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
