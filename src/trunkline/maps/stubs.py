"""Unfinished tracks at the edge of a map: where the few spaces of each are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

from trunkline.maps.curves import even, overlap
from trunkline.maps.model import GRAY, City, Edge, Route
from trunkline.maps.projection import Point
from trunkline.maps.spaces import CLEAR, DOT, GAP, Line, Space, lane_of, spaces_on

SHOWN = 2
"""The most spaces that are drawn of a track. It then fades out, because nobody knows where it leads."""
STUB_SPACE = 30.0
"""Length of such a space."""
FARTHEST = CLEAR + 64.0
"""Distance of the first space from its city, at most."""


@dataclass(frozen=True, slots=True)
class Stub:
    """An unfinished track as it is drawn: the spaces nearest to its city first."""

    edge: Edge
    lanes: tuple[Line, ...]

    @property
    def spaces(self) -> list[Space]:
        return [space for lane in self.lanes for space in lane.spaces]


def stubs_of(
    edges: Iterable[Edge], cities: Iterable[City], at: Mapping[str, Point], lines: Sequence[Line]
) -> tuple[Stub, ...]:  # fmt: skip
    """The unfinished tracks. Each begins far enough from its city to be clear of what may be drawn beside it."""
    home = {city.id: city.territory for city in cities}
    found: list[Stub] = []
    for edge in edges:
        gone = edge.territory  # once these routes exist, the stub is not drawn
        taken = [
            space.corners(0.5)
            for line in lines
            if not gone or gone not in (home[line.route.a], home[line.route.b])
            for space in line.spaces
        ]
        taken += [space.corners(0.5) for stub in found for space in stub.spaces]
        taken += [_square(place) for city, place in at.items() if city != edge.city]
        x, y = at[edge.city]
        near = [shape for shape in taken if hypot(shape[0][0] - x, shape[0][1] - y) < 3 * STUB_SPACE + FARTHEST]
        start = CLEAR
        while True:
            stub = _stub(edge, at[edge.city], start)
            clear = not any(overlap(space.corners(0.5), shape) for space in stub.spaces for shape in near)
            if clear or start >= FARTHEST:
                break
            start += 1.5
        found.append(stub)
    return tuple(found)


def _square(place: Point) -> tuple[Point, ...]:
    return tuple((place[0] + DOT * u, place[1] + DOT * v) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def _stub(edge: Edge, city: Point, start: float) -> Stub:
    count = min(edge.length, SHOWN)
    end = start + count * (STUB_SPACE + GAP) - GAP
    turn, far = radians(edge.bearing - 90), end + DOT + 6  # there the lanes are still side by side
    way = even([city, (city[0] + far * cos(turn), city[1] + far * sin(turn))])
    lanes = []
    for number in range(edge.lanes):
        route = Route(f"{edge.city}:{number + 1}", edge.city, "", count, GRAY, 0, number, edge.lanes)
        points = lane_of(way, route)
        lanes.append(Line(route, (points,), spaces_on(points, [((start, end), count)], GAP, None)))
    return Stub(edge, tuple(lanes))
