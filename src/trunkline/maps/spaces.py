"""The spaces of routes: how many fit on a line, how long they are, and how far from a city they begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from trunkline.maps.curves import Edges, crossing, length_of, overlap, pieces, point_at
from trunkline.maps.model import Route
from trunkline.maps.projection import Point

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
EDGE = 5.0
"""From the edge of the drawing to the next space of a line that crosses it."""


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
    """A route with its line from city to city and the spaces on it."""

    route: Route
    pieces: tuple[tuple[Point, ...], ...]
    """The line; in two pieces if it leaves the drawing at one edge and comes in at the other."""
    spaces: tuple[Space, ...]


def lane_of(points: Sequence[Point], route: Route) -> tuple[Point, ...]:
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


def spaced(
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
        spaces = spaces_on(points, list(zip(parts, counts, strict=True)), gap, edges)
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
    """The parts of a line that may have spaces: from one city to the other, but not across the edge of the drawing."""
    begin, end = clear[0], length_of(points) - clear[1]
    cut = None if edges is None else crossing(points, edges)
    return [(begin, end)] if cut is None else [(begin, cut - EDGE), (cut + EDGE, end)]


def spaces_on(
    points: Sequence[Point], parts: Sequence[tuple[tuple[float, float], int]], gap: float, edges: Edges | None
) -> tuple[Space, ...]:  # fmt: skip
    """Spaces of equal length, spread evenly over the parts of a line. Each part has its own number of spaces."""
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
    """A part of a line, extended towards its ends if it has too little room for its spaces."""
    middle, room = (begin + end) / 2, count * SHORTEST_SPACE + (count - 1) * gap
    return (begin, end) if end - begin >= room else (middle - room / 2, middle + room / 2)
