"""Maps: games as data, one file each. Loads, checks, packs, lays out and draws them."""

from trunkline.maps.load import load_map, map_names
from trunkline.maps.model import City, Draw, Map, Opening, Route, Rules, Ticket, Variant
from trunkline.maps.problems import MapError, Problem

__all__ = [
    "City",
    "Draw",
    "Map",
    "MapError",
    "Opening",
    "Problem",
    "Route",
    "Rules",
    "Ticket",
    "Variant",
    "load_map",
    "map_names",
]
