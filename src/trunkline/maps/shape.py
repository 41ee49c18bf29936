"""The keys of a map file with the type and range of each: all checks that need a single value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from trunkline.maps.kinds import (
    MOST_LANES,
    MOST_OFFERED,
    Key,
    Report,
    by_deck,
    colours,
    degrees,
    entries,
    flag,
    identity,
    knots,
    list_of,
    number,
    table,
    tables,
    text,
    whole,
    word,
)
from trunkline.maps.model import RAIL, SEA
from trunkline.maps.shape_clauses import COMPANY, NEWS

MOST_CITIES, MOST_ROUTES, MOST_TICKETS, MOST_COLOURS = 255, 1000, 500, 14
MOST_ON_TOUR = 8
KINDS = (RAIL, SEA)
PROJECTIONS = ("conic", "flat", "mercator", "stretched")
SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
TIE_BREAKS = ("tickets", "stations", "longest-path", "turn-order")
COLOURED, NUMBERED = "coloured", "numbered"
"""How the lanes of a double or triple are named."""

OPENING = {
    "short": Key(whole(0, MOST_OFFERED), example="short = 3"),
    "long": Key(whole(0, MOST_OFFERED), example="long = 0"),
    "keep": Key(whole(0, MOST_OFFERED), example="keep = 2"),
    "refused": Key(word("bottom", "out"), example='refused = "bottom"'),
}
DRAW = {
    "tickets": Key(whole(1, MOST_OFFERED), example="tickets = 3"),
    "keep": Key(whole(1, MOST_OFFERED), example="keep = 1"),
}
RULES = {
    "players": Key(list_of(whole(2, 5), 2, 2), example="players = [2, 5]"),
    "trains": Key(whole(1, 255), example="trains = 45"),
    "stations": Key(whole(0, 20), False, default=0),
    "station_cost": Key(list_of(whole(1, 20), 0, 20), False, default=()),
    "unbuilt_station": Key(whole(0, 255), False, default=0),
    "tunnel_cards": Key(whole(0, 20), False, default=0),
    "hand": Key(by_deck(0, 50), example="hand = 4"),
    "row": Key(by_deck(1, 20), example="row = 5"),
    "row_locomotives": Key(whole(1, 21), example="row_locomotives = 3"),
    "doubles_open_from": Key(whole(2, 6), example="doubles_open_from = 4"),
    "triples_open_from": Key(whole(2, 6), False, default=0),
    "end_at": Key(whole(0, 254), example="end_at = 2"),
    "last_turns": Key(whole(1, 10), example="last_turns = 1"),
    "route_points": Key(list_of(whole(0, 255), 1, 20), False),
    "opening": Key(table(OPENING), example='opening = { short = 3, long = 0, keep = 2, refused = "bottom" }'),
    "draw": Key(table(DRAW), example="draw = { tickets = 3, keep = 1 }"),
    "longest_path": Key(whole(0, 255), False, default=0),
    "globetrotter": Key(whole(0, 255), False, default=0),
    "tie_break": Key(list_of(word(*TIE_BREAKS), 0, len(TIE_BREAKS)), False, default=()),
    "ships": Key(whole(0, 255), False, default=0),
    "pieces": Key(whole(0, 255), False, default=0),
    "suggested_trains": Key(whole(0, 255), False, default=0),
    "ports": Key(whole(0, 20), False, default=0),
    "port_cost": Key(by_deck(0, 20), False, default=()),
    "port_points": Key(list_of(whole(0, 255), 0, 20), False, default=()),
    "unbuilt_port": Key(whole(0, 255), False, default=0),
    "exchange_cost": Key(whole(0, 255), False, default=0),
    "money": Key(whole(0, 255), False, default=0),
    "newspapers": Key(list_of(whole(0, 50), 1, 4), False, default=()),
    "draw_barred_at": Key(whole(0, 255), False, default=0),
    "trains_left": Key(list_of(whole(0, 255), 1, 256), False, default=()),
}


def _optional(keys: Mapping[str, Key]) -> dict[str, Key]:
    return {name: Key(key.kind, False) for name, key in keys.items()}


CHANGES = _optional(RULES) | {
    "opening": Key(table(_optional(OPENING)), False),
    "draw": Key(table(_optional(DRAW)), False),
}
"""The rules of a variant: only what differs is written."""

CITY = {
    "id": Key(identity, example='id = "new-york"'),
    "name": Key(text(40), example='name = "New York"'),
    "at": Key(degrees, example="at = [40.713, -74.006]"),
    "drawn": Key(degrees, False),
    "modern": Key(text(40), False),
    "printed": Key(text(40), False),
    "side": Key(word(*SIDES), False),
    "port": Key(flag, False, default=False),
    "junction": Key(flag, False, default=False),
    "large": Key(flag, False, default=False),
    "harbour": Key(flag, False, default=False),
    "territory": Key(text(40), False, default=""),
}
ROUTE = {
    "from": Key(text(40), example='from = "kyiv"'),
    "to": Key(text(40), example='to = "warszawa"'),
    "length": Key(whole(1, 20), example="length = 4"),
    "colour": Key(colours, example='colour = "gray"'),
    "kind": Key(word(*KINDS), False, default=RAIL),
    "locomotives": Key(whole(0, 20), False, default=0),
    "tunnel": Key(flag, False, default=False),
    "pair": Key(flag, False, default=False),
    "wraps": Key(flag, False, default=False),
    "via": Key(list_of(degrees, 1, 20), False, default=()),
    "tags": Key(list_of(identity, 1, 5), False, default=()),
}
EDGE = {
    "from": Key(text(40), example='from = "buffalo"'),
    "length": Key(whole(1, 20), example="length = 2"),
    "lanes": Key(whole(1, MOST_LANES), False, default=1),
    "bearing": Key(whole(0, 359), example="bearing = 270"),
    "territory": Key(text(8), False, default=""),
}
STRETCH = {
    "longitude": Key(knots(-180, 180), example="longitude = [[-125, 0.6], [-100, 1.2]]"),
    "latitude": Key(knots(-90, 90), example="latitude = [[25, 0.9], [40, 1.5]]"),
    "scale": Key(number(1, 200), example="scale = 40"),
    "narrow": Key(number(0.1, 2), False, default=1.0),
}
TICKET = {
    "from": Key(text(40), False),
    "to": Key(text(40), False),
    "cities": Key(list_of(text(40), 3, MOST_ON_TOUR), False),
    "points": Key(whole(1, 255), example="points = 6"),
    "out_of_order": Key(whole(0, 255), False),
    "penalty": Key(whole(0, 255), False),
    "long": Key(flag, False, default=False),
    "replaces": Key(flag, False, default=False),
}
VARIANT = {
    "name": Key(text(40), example='name = "Mega"'),
    "summary": Key(text(200), example='summary = "More tickets."'),
    "tickets": Key(list_of(text(40), 1, 50), False, default=("base",)),
    "touching": Key(list_of(text(40), 1, MOST_CITIES), False),
    "long": Key(flag, False, default=True),
    "replaced_by": Key(text(40), False),
    "rules": Key(table(CHANGES, "a variant's rules"), False, default={}),
}
DECK = {"cards": Key(tables("cards", whole(0, 255)), example="cards = { red = 12, blue = 12, locomotive = 14 }")}
BOARD = {
    "projection": Key(word(*PROJECTIONS), False, default=PROJECTIONS[0]),
    "stretch": Key(table(STRETCH), False),
    "west": Key(whole(-180, 179), False),
    "lakes": Key(list_of(list_of(degrees, 3, 200), 0, 50), False, default=()),
    "cities": Key(entries("city", CITY, MOST_CITIES), example="cities = [ … ]"),
    "routes": Key(entries("route", ROUTE, MOST_ROUTES), example="routes = [ … ]"),
    "lanes": Key(word(COLOURED, NUMBERED), False, default=COLOURED),
    "edges": Key(entries("track", EDGE, MOST_ROUTES), False, default=[]),
    "territories": Key(identity, False),
}
FILE = {
    "format": Key(whole(1, 1), example="format = 1"),
    "name": Key(text(60), example='name = "Europe"'),
    "summary": Key(text(200), example='summary = "One sentence."'),
    "edition": Key(text(200), False, default=""),
    "sources": Key(list_of(text(1000), 0, 100), False, default=()),
    "disagreements": Key(list_of(text(1000), 0, 100), False, default=()),
    "rules": Key(table(RULES), example="[rules]"),
    "decks": Key(tables("decks", table(DECK, "a deck")), example="[decks.trains]"),
    "board": Key(table(BOARD), example="[board]"),
    "tickets": Key(tables("tickets", entries("ticket", TICKET, MOST_TICKETS)), example="[tickets]"),
    "variants": Key(tables("variants", table(VARIANT, "a variant")), False, default={}),
    "companies": Key(tables("companies", table(COMPANY, "a company")), False, default={}),
    "events": Key(tables("events", table(NEWS, "a news event")), False, default={}),
}


def read_shape(report: Report, raw: object) -> dict[str, Any]:
    """The valid content of a file; problems are reported and left out."""
    read = table(FILE, "the file")(report, (), raw)
    return dict(read)
