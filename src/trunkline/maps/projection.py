"""Projections from latitude and longitude to a flat drawing: conic, Mercator, flat or stretched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, log, pi, radians, sin, tan

from trunkline.maps.model import Stretch

Point = tuple[float, float]
Projection = Callable[[float, float], Point]
"""Takes latitude and longitude in degrees, gives x to the right and y downwards."""

_WIDEST_CONE = 150.0
"""From this extent in degrees of longitude on, a cone would overlap itself."""


def projection_for(
    name: str, points: Iterable[Point], stretch: Stretch | None = None
) -> Flat | Mercator | Conic | Stretched:
    """The projection of that name (of docs/map-format.md) for points given as latitude, longitude."""
    if name == "stretched" and stretch is not None:
        return Stretched(stretch)
    places = list(points)
    south, north = min(p[0] for p in places), max(p[0] for p in places)
    west, east = min(p[1] for p in places), max(p[1] for p in places)
    if name == "mercator":
        return Mercator()
    low, high = south + (north - south) / 6, north - (north - south) / 6
    if name == "flat" or east - west > _WIDEST_CONE or abs(low + high) < 4 or max(abs(low), abs(high)) > 85:
        return Flat(max(0.2, cos(radians((south + north) / 2))))
    return Conic(low, high, (west + east) / 2)


@dataclass(frozen=True, slots=True)
class Flat:
    """Equirectangular: degrees as they are, narrowed for the middle latitude."""

    narrow: float

    def __call__(self, latitude: float, longitude: float) -> Point:
        return radians(longitude) * self.narrow, -radians(latitude)


@dataclass(frozen=True, slots=True)
class Mercator:
    """Mercator: shapes stay true; the north, where cities are dense, is drawn larger."""

    def __call__(self, latitude: float, longitude: float) -> Point:
        bounded = radians(min(85.0, max(-85.0, latitude)))
        return radians(longitude), -log(tan(pi / 4 + bounded / 2))


@dataclass(frozen=True, slots=True)
class Stretched:
    """Degrees with a scale for each band of longitude and of latitude: crowded bands are drawn larger."""

    stretch: Stretch

    def __call__(self, latitude: float, longitude: float) -> Point:
        x, y = stretched(longitude, self.stretch.longitude), stretched(latitude, self.stretch.latitude)
        return x * self.stretch.narrow, -y


def stretched(value: float, knots: Sequence[Point]) -> float:
    """Units from the first knot to a value. A knot is a degree and the scale from it to the next knot, or beyond."""
    found = min(value - knots[0][0], 0.0) * knots[0][1] + max(value - knots[-1][0], 0.0) * knots[-1][1]
    for (begin, scale), (end, _) in pairwise(knots):
        found += min(max(value - begin, 0.0), end - begin) * scale
    return found


def eastward(longitude: float, west: float | None) -> float:
    """A longitude counted from the left edge of the map to the right; unchanged on a map without one."""
    return longitude if west is None else west + (longitude - west) % 360


@dataclass(frozen=True, slots=True)
class Conic:
    """Lambert conformal conic with two standard parallels: angles, and so shapes, stay true."""

    low: float
    high: float
    middle: float
    """The longitude that is drawn upright."""

    @property
    def cone(self) -> float:
        first, second = radians(self.low), radians(self.high)
        if second - first < 1e-6:
            return sin(first)
        return log(cos(first) / cos(second)) / log(tan(pi / 4 + second / 2) / tan(pi / 4 + first / 2))

    @property
    def factor(self) -> float:
        """The distance of the equator from the tip of the cone."""
        first = radians(self.low)
        return cos(first) * float(tan(pi / 4 + first / 2) ** self.cone) / self.cone

    def __call__(self, latitude: float, longitude: float) -> Point:
        cone = self.cone
        bounded = radians(min(89.0, max(-89.0, latitude)))
        radius = self.factor / tan(pi / 4 + bounded / 2) ** cone
        angle = cone * radians(longitude - self.middle)
        return radius * sin(angle), radius * cos(angle)
