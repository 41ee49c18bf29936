"""Maps that grow: a map and the territories that have joined it, as one map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from trunkline.maps.model import Map, Ticket
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.read import read_map
from trunkline.maps.tables import distances
from trunkline.maps.territories import Territory, territories_of
from trunkline.rules.reading import did_you_mean

MOST_POINTS = 24
"""The most that a ticket of a territory is worth."""


def grown(map_: Map, codes: Sequence[str]) -> Map:
    """The map with these territories, which joined in this order. A ticket gets its points when its territory joins."""
    known = territories_of(map_)
    joined = {city.territory for city in map_.cities}
    for code in codes:
        if code not in known:
            raise MapError(map_.id, [Problem(None, "", f'there is no territory "{code}"', did_you_mean(code, known))])
        if code in joined:
            raise MapError(map_.id, [Problem(None, "", f'"{code}" is on the board already', "Name it once.")])
        joined.add(code)
        map_ = _joined(map_, [known[each] for each in known if each in joined], known[code])
    return map_


def whole_of(path: Path) -> Map:
    """The map of a file with all its territories and all its unfinished tracks: the whole that is laid out."""
    start = read_map(path)
    return replace(grown(start, list(territories_of(start))), edges=start.edges)


def _joined(map_: Map, there: Sequence[Territory], new: Territory) -> Map:
    """The map with one more territory, and with the tracks whose required territories are complete now."""
    codes = {territory.code for territory in there}
    names = {route.name for route in map_.routes}
    routes = list(map_.routes)
    for territory in there:
        for track in territory.tracks:
            if codes.issuperset(track.requires) and track.lanes[0].name not in names:
                group = routes[-1].group + 1
                routes += [replace(lane, group=group) for lane in track.lanes]
    wider = replace(
        map_,
        cities=(*map_.cities, *new.cities),
        routes=tuple(routes),
        edges=tuple(edge for edge in map_.edges if edge.territory != new.code),
    )
    tickets = tuple(_ticket(wider, a, b) for a, b in new.tickets)
    variants = {key: replace(variant, tickets=(*variant.tickets, *tickets)) for key, variant in map_.variants.items()}
    return replace(wider, variants=variants)


def _ticket(map_: Map, a: str, b: str) -> Ticket:
    far = distances(map_, a).get(b)
    if far is None:
        advice = "Let the territories that it requires join before."
        raise MapError(map_.id, [Problem(None, "", f'no routes join "{a}" and "{b}" of a ticket', advice)])
    points = min(far, MOST_POINTS)
    return Ticket(f"{a}-{b}", (a, b), points, points)
