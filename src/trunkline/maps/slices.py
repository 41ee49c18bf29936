"""Cuts the geometry of a board from that of the whole: a map that grows is laid out once, with all its territories.

The layout of the whole takes seconds. It is made once, by `web/tools/campaign_geometry.py`, and stored beside
the content of the campaign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from trunkline.maps.geometry import geometry_of, rounded
from trunkline.maps.layout import MARGIN, NARROWEST, whole_layout
from trunkline.maps.model import Edge, Map
from trunkline.maps.projection import Point

Extent = list[float]
"""Left, top, right and bottom."""


def whole_geometry(map_: Map, names: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The geometry of a map with all its territories, and the extent of each part."""
    layout = whole_layout(map_)
    whole = replace(
        map_,
        cities=tuple(spot.city for spot in layout.spots.values()),
        routes=tuple(line.route for line in layout.lines),
        edges=tuple(stub.edge for stub in layout.stubs),
    )
    found = geometry_of(whole, names)
    found["id"] = map_.id
    found["extents"] = {
        "cities": {city: _extent(spot.name.corners) for city, spot in layout.spots.items()},
        "routes": {
            line.route.name: _extent(corner for space in line.spaces for corner in space.corners())
            for line in layout.lines
        },
        "edges": [_extent(corner for space in stub.spaces for corner in space.corners()) for stub in layout.stubs],
    }
    found["edge_keys"] = [_key(stub.edge) for stub in layout.stubs]
    return found


def _extent(corners: Iterable[Point]) -> Extent:
    points = list(corners)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return [min(xs), min(ys), max(xs), max(ys)]


def _key(edge: Edge) -> list[Any]:
    return [edge.city, edge.territory, edge.length, edge.bearing]


def sliced(whole: Mapping[str, Any], map_: Map) -> dict[str, Any]:
    """The geometry of a map, cut from the whole. Everything keeps its place; the box is drawn round it."""
    cities = [city.id for city in map_.cities]
    routes = [route.name for route in map_.routes]
    keys = [_key(edge) for edge in map_.edges]
    edges = [number for number, key in enumerate(whole["edge_keys"]) if key in keys]
    extents = whole["extents"]
    taken = [extents["cities"][city] for city in cities] + [extents["routes"][route] for route in routes]
    taken += [extents["edges"][number] for number in edges]
    left, right = min(each[0] for each in taken) - MARGIN, max(each[2] for each in taken) + MARGIN
    top, bottom = min(each[1] for each in taken) - MARGIN, max(each[3] for each in taken) + MARGIN
    spare = max(0.0, NARROWEST - right + left) / 2
    shared = {key: whole[key] for key in ("id", "thick", "dot", "wrap", "lakes", "land", "graticule") if key in whole}
    return shared | {
        "box": rounded(left - spare, top, right - left + 2 * spare, bottom - top),
        "cities": {city: whole["cities"][city] for city in cities},
        "names": {language: {city: places[city] for city in cities} for language, places in whole["names"].items()},
        "routes": {route: whole["routes"][route] for route in routes},
        "edges": [whole["edges"][number] for number in edges],
    }
