"""Finds the cities and routes of a map that a clause refers to."""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.maps.clauses import DIFFERENCE, HARBOUR, LARGE, LIST, TERRITORY, CitySet, Lines
from trunkline.maps.model import GRAY, City, Route


def cities_in(cities: Sequence[City], chosen: CitySet) -> frozenset[str]:
    """The ids of the cities that are in a set."""
    if chosen.kind == LIST:
        return frozenset(chosen.cities)
    if chosen.kind in (LARGE, HARBOUR, TERRITORY):
        return frozenset(
            city.id
            for city in cities
            if (chosen.kind == LARGE and city.large)
            or (chosen.kind == HARBOUR and city.harbour)
            or (chosen.kind == TERRITORY and city.territory == chosen.territory)
        )
    parts = [cities_in(cities, part) for part in chosen.parts]
    if chosen.kind == DIFFERENCE:
        return parts[0] - parts[1]
    return frozenset().union(*parts)


def routes_in(
    routes: Sequence[Route], cities: Sequence[City], lines: Lines | None, own_colour: str
) -> tuple[bool, ...]:
    """For each route whether it fits a clause, for a company of that colour."""
    harbours = frozenset(city.id for city in cities if city.harbour)
    touched = cities_in(cities, lines.touches) if lines is not None and lines.touches is not None else None
    return tuple(lines is None or _fits(route, lines, own_colour, harbours, touched) for route in routes)


def _fits(
    route: Route, lines: Lines, own_colour: str, harbours: frozenset[str], touched: frozenset[str] | None
) -> bool:
    least, most = lines.length or (0, route.length)
    return (
        (lines.colour is None or route.colour == lines.colour)
        and (not lines.gray or route.colour == GRAY)
        and (not lines.own_colour or route.colour == own_colour)
        and least <= route.length <= most
        and (lines.tag is None or lines.tag in route.tags)
        and (not lines.harbours or harbours.issuperset((route.a, route.b)))
        and (touched is None or not touched.isdisjoint((route.a, route.b)))
    )
