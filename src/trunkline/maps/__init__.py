"""Maps: the boards, decks, tickets and numbers that the rules are played with, one file each."""

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
