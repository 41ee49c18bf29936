"""The geometry of a map for the page: where cities, spaces and names are, and how to project its coast."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, radians
from pathlib import Path
from typing import Any

from trunkline.maps.curves import overlap
from trunkline.maps.layout import FRAME, Layout, layout_map, name_boxes, taken_by_spaces, whole_layout
from trunkline.maps.load import load_map
from trunkline.maps.model import City, Map
from trunkline.maps.names import Box
from trunkline.maps.projection import Conic, Flat, Stretched
from trunkline.maps.spaces import DOT, THICK
from trunkline.maps.stubs import Stub
from trunkline.maps.territories import territories_of


def geometry_of(map_: Map, names: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The geometry in pixels of the drawing. `names` are the cities' names in other languages, by language and id."""
    layout = layout_map(map_)
    left, top, right, bottom = layout.frame
    return {
        "id": map_.id,
        "box": rounded(left, top, right - left, bottom - top),
        "thick": THICK,
        "dot": DOT,
        "wrap": None if map_.west is None else round(layout.width - 2 * FRAME, 1),
        "projection": projection_told(map_, layout),
        **({"lakes": "".join(lake_path(layout, lake) for lake in map_.lakes)} if map_.lakes else {}),
        "cities": {city: rounded(spot.x, spot.y) for city, spot in layout.spots.items()},
        "names": {
            "en": {city: named(spot.name) for city, spot in layout.spots.items()},
            **{language: _names_on(map_, language, known) for language, known in names.items()},
        },
        "routes": {
            line.route.name: {
                # A line that continues at the other edge jumps there; the page starts a new piece at the jump.
                "line": [rounded(*point) for piece in line.pieces for point in thinned(piece)],
                "spaces": [rounded(space.x, space.y, space.angle, space.length) for space in line.spaces],
            }
            for line in layout.lines
        },
        **({"edges": [edge_told(stub) for stub in layout.stubs]} if layout.stubs else {}),
    }


def _names_on(map_: Map, language: str, known: Mapping[str, str]) -> dict[str, list[float]]:
    """Places for the names in another language, with room for the names of territories that may join later."""
    if map_.grows is None:
        return names_in(layout_map(map_), known)
    later = [name for each in territories_of(map_).values() for name in each.names[language].items()]
    placed = _names_on_whole(map_.path, frozenset((dict(known) | dict(later)).items()))
    return {city.id: placed[city.id] for city in map_.cities}


@lru_cache(maxsize=8)
def _names_on_whole(path: Path, known: frozenset[tuple[str, str]]) -> dict[str, list[float]]:
    """The places of all names on the whole map: they are the same, whichever territories have joined."""
    return names_in(whole_layout(load_map(path)), dict(known))


def edge_told(stub: Stub) -> dict[str, Any]:
    """An unfinished track: city, length, and the spaces drawn of each lane. Nothing says where it leads."""
    return {
        "city": stub.edge.city,
        "length": stub.edge.length,
        "lanes": [
            [rounded(space.x, space.y, space.angle, space.length) for space in lane.spaces] for lane in stub.lanes
        ],
    }


def names_in(layout: Layout, known: Mapping[str, str]) -> dict[str, list[float]]:
    """Places for the names of another language; a city without one keeps its own.

    The map file chooses sides for its own names. If a longer name would cover a space there, any free side is used. If
    no side is free, the name is set narrower.
    """
    spaces = taken_by_spaces(layout)
    tries = dict.fromkeys(layout.spots, 0)

    def fitted(city: City) -> City:
        tried, name = tries[city.id], known.get(city.id, city.name)
        # Only the width matters for placing, so a name without some letters stands for the narrower name.
        narrow = name[: ceil(len(name) * (1.0, 1.0, 0.9, 0.8)[tried])]
        return replace(city, name=narrow, side=None if tried == 1 else city.side)

    for _ in range(4):
        cities = [(fitted(spot.city), spot.x, spot.y) for spot in layout.spots.values()]
        boxes = name_boxes(layout, cities)
        covering = [city for city, box in boxes.items() if any(overlap(box.corners, space) for space in spaces)]
        for city in covering:
            tries[city] = min(tries[city] + 1, 3)
        if not covering:
            break
    return {city: named(box) for city, box in boxes.items()}


def named(box: Box) -> list[float]:
    """The middle of the baseline of a name, and its width."""
    return rounded((box.left + box.right) / 2, box.baseline, box.right - box.left)


def lake_path(layout: Layout, outline: Sequence[tuple[float, float]]) -> str:
    """A lake as an SVG path: its outline with rounded corners."""
    spots = [layout.fitted(*point) for point in outline]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(spots, spots[1:] + spots[:1], strict=True)]
    bends = "".join(f"Q{x:.0f} {y:.0f} {mx:.0f} {my:.0f}" for (x, y), (mx, my) in zip(spots, middles, strict=True))
    return f"M{middles[-1][0]:.0f} {middles[-1][1]:.0f}{bends}Z"


def projection_told(map_: Map, layout: Layout) -> dict[str, Any]:
    """The projection of the drawing with the parameters of d3-geo, which projects the coast."""
    raw, scale, (x, y) = layout.fitted.raw, layout.fitted.scale, layout.fitted.shift
    if isinstance(raw, Conic):
        # d3 measures from the equator at the middle longitude, we from the tip of the cone.
        return {
            "kind": "conic",
            "parallels": [raw.low, raw.high],
            "middle": raw.middle,
            "scale": scale,
            "translate": [x, y + raw.factor * scale],
        }
    if isinstance(raw, Stretched):
        # d3 measures from the equator at the middle longitude, we from the first knots.
        return {
            "kind": "stretched",
            "longitude": raw.stretch.longitude,
            "latitude": raw.stretch.latitude,
            "narrow": raw.stretch.narrow,
            "middle": 0.0,
            "scale": scale,
            "translate": list(layout.fitted(0.0, 0.0)),
        }
    narrow = raw.narrow if isinstance(raw, Flat) else 1.0
    middle = 0.0 if map_.west is None else map_.west + 180
    return {
        "kind": "flat" if isinstance(raw, Flat) else "mercator",
        "narrow": narrow,
        "middle": middle,
        "scale": scale,
        "translate": [x + radians(middle) * narrow * scale, y],
    }


def rounded(*values: float) -> list[float]:
    return [round(value, 1) for value in values]


def thinned(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Every fourth point of a line, and its end. The line is smooth and mostly hidden by spaces, so that is enough."""
    return [*points[:-1:4], points[-1]]
