"""Smooth lines: through points, in pieces of equal length, with the point at a distance along them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, floor, hypot
from typing import NamedTuple

from trunkline.maps.projection import Point

STEP = 4.0
"""Length of the short straight pieces of which a line is drawn."""


class Edges(NamedTuple):
    """The left and right edge of a drawing that goes round the earth: what leaves at one comes in at the other."""

    left: float
    right: float

    def lap(self, x: float) -> int:
        """How often a line has gone round to the right when it is at x; 0 inside the drawing."""
        return floor((x - self.left) / (self.right - self.left))

    def back(self, point: Point) -> Point:
        """A point beyond an edge, moved to where it comes in at the other edge."""
        return point[0] - self.lap(point[0]) * (self.right - self.left), point[1]

    def nearest(self, point: Point, to: Point) -> Point:
        """The image of a point (itself, or shifted by one width) that is nearest to another point."""
        wide = self.right - self.left
        return point[0] + round((to[0] - point[0]) / wide) * wide, point[1]


def curve(through: Sequence[Point]) -> list[Point]:
    """A smooth line through the points (Catmull-Rom spline), in pieces of equal length."""
    if len(through) == 2:
        return even(through)
    points = [_mirrored(through[1], through[0]), *through, _mirrored(through[-2], through[-1])]
    fine: list[Point] = []
    for p0, p1, p2, p3 in zip(points, points[1:], points[2:], points[3:], strict=False):
        fine.extend(_between(p0, p1, p2, p3, step / 24) for step in range(24))
    fine.append(through[-1])
    return even(fine)


def _mirrored(point: Point, about: Point) -> Point:
    return 2 * about[0] - point[0], 2 * about[1] - point[1]


def _between(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    """A point between the second and the third. The centripetal parametrization avoids loops and overshooting."""
    k0 = 0.0
    k1 = k0 + max(hypot(p1[0] - p0[0], p1[1] - p0[1]), 1e-6) ** 0.5
    k2 = k1 + max(hypot(p2[0] - p1[0], p2[1] - p1[1]), 1e-6) ** 0.5
    k3 = k2 + max(hypot(p3[0] - p2[0], p3[1] - p2[1]), 1e-6) ** 0.5
    k = k1 + (k2 - k1) * t
    a1 = mix(p0, p1, (k - k0) / (k1 - k0))
    a2 = mix(p1, p2, (k - k1) / (k2 - k1))
    a3 = mix(p2, p3, (k - k2) / (k3 - k2))
    return mix(mix(a1, a2, (k - k0) / (k2 - k0)), mix(a2, a3, (k - k1) / (k3 - k1)), (k - k1) / (k2 - k1))


def mix(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def length_of(points: Sequence[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def even(points: Sequence[Point]) -> list[Point]:
    total = length_of(points)
    count = max(8, round(total / STEP))
    return [point_at(points, total * index / count)[:2] for index in range(count + 1)]


def point_at(points: Sequence[Point], distance: float) -> tuple[float, float, float]:
    """The point at that distance along a line, and the direction of the line there in degrees."""
    left = distance
    for a, b in pairwise(points):
        piece = hypot(b[0] - a[0], b[1] - a[1])
        if left <= piece and piece > 0:
            return *mix(a, b, left / piece), degrees(atan2(b[1] - a[1], b[0] - a[0]))
        left -= piece
    a, b = points[-2], points[-1]
    return b[0], b[1], degrees(atan2(b[1] - a[1], b[0] - a[0]))


def overlap(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Whether two convex shapes overlap (separating axis theorem)."""
    for shape in (one, two):
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            nx, ny = by - ay, ax - bx
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in two]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


def pieces(points: Sequence[Point], edges: Edges | None) -> tuple[tuple[Point, ...], ...]:
    """A line cut at the edges of the drawing, with each piece moved back inside."""
    if edges is None:
        return (tuple(points),)
    found: list[list[Point]] = [[edges.back(points[0])]]
    for a, b in pairwise(points):
        if edges.lap(a[0]) != edges.lap(b[0]):
            leaves, enters = (edges.right, edges.left) if b[0] > a[0] else (edges.left, edges.right)
            beyond = edges.lap(a[0]) * (edges.right - edges.left)
            height = mix(a, b, (leaves + beyond - a[0]) / (b[0] - a[0]))[1]
            found[-1].append((leaves, height))
            found.append([(enters, height)])
        found[-1].append(edges.back(b))
    return tuple(tuple(piece) for piece in found)


def crossing(points: Sequence[Point], edges: Edges) -> float | None:
    """The distance along a line at which it crosses an edge; None if it stays inside."""
    passed = 0.0
    for a, b in pairwise(points):
        if edges.lap(a[0]) != edges.lap(b[0]):
            return passed
        passed += hypot(b[0] - a[0], b[1] - a[1])
    return None
