"""The keys of a map file with the type and range of each: what can be told from one value alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from trunkline.maps.lines import Place
from trunkline.maps.model import RAIL, SEA, SHIPS, TRAINS
from trunkline.maps.problems import Problem
from trunkline.rules.reading import did_you_mean

MOST_CITIES, MOST_ROUTES, MOST_TICKETS, MOST_COLOURS, MOST_LANES, MOST_OFFERED = 255, 1000, 500, 14, 3, 16
MOST_ON_TOUR = 8
KINDS = (RAIL, SEA)
DECKS = (TRAINS, SHIPS)
"""The decks that the rules know, in their order; a map has trains, or both."""
PROJECTIONS = ("conic", "flat", "mercator")
SIDES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
TIE_BREAKS = ("tickets", "stations", "longest-path")

_IDENTITY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IDENTITY_ADVICE = "Use lower-case letters a to z, digits and single hyphens, 40 characters at most."
_BAD: Any = object()
"""Stands for a value that has been reported and is left out."""


class Entry(NamedTuple):
    """One item of an array with the keys of it that are right."""

    place: Place
    data: dict[str, Any]


@dataclass(slots=True)
class Report:
    """Gathers the problems of one file and finds their lines."""

    lines: Mapping[Place, int]
    problems: list[Problem] = field(default_factory=list)

    def add(self, place: Place, what: str, fix: str) -> None:
        line = None
        for end in range(len(place), 0, -1):
            if (line := self.lines.get(place[:end])) is not None:
                break
        where = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in place).lstrip(".")
        problem = Problem(line, where, what, fix)
        if problem not in self.problems:
            self.problems.append(problem)


Kind = Callable[[Report, Place, Any], Any]


class Key(NamedTuple):
    kind: Kind
    needed: bool = True
    example: str = ""
    default: Any = None


def shown(value: object) -> str:
    """A value as the file has it, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value[:40]}{"…" if len(value) > 40 else ""}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    return str(value)[:40]


def label(place: Place) -> str:
    """The last key of a place, in quotes: what a message calls the value."""
    return next((f'"{part}"' for part in reversed(place) if isinstance(part, str)), "the file")


def whole(low: int, high: int) -> Kind:
    def kind(report: Report, place: Place, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            report.add(
                place, f"{label(place)} is {shown(value)}, not a whole number", f"Write one from {low} to {high}."
            )
        elif not low <= value <= high:
            report.add(place, f"{label(place)} is {value}, out of range", f"Write a number from {low} to {high}.")
        else:
            return value
        return _BAD

    return kind


def text(longest: int) -> Kind:
    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, str):
            report.add(place, f"{label(place)} is {shown(value)}, not a text", "Write it in quotes.")
        elif not value.strip() or not value.isprintable():
            report.add(place, f"{label(place)} is empty or has unprintable characters", "Write plain words.")
        elif len(value) > longest:
            report.add(place, f"{label(place)} has {len(value)} characters", f"Write at most {longest}.")
        else:
            return value
        return _BAD

    return kind


def word(*words: str) -> Kind:
    def kind(report: Report, place: Place, value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        report.add(place, f"{label(place)} cannot be {shown(value)}", did_you_mean(str(value), words))
        return _BAD

    return kind


def flag(report: Report, place: Place, value: Any) -> Any:
    if isinstance(value, bool):
        return value
    report.add(place, f"{label(place)} is {shown(value)}, not true or false", "Write true or false, without quotes.")
    return _BAD


def identity(report: Report, place: Place, value: Any) -> Any:
    if isinstance(value, str) and len(value) <= 40 and _IDENTITY.fullmatch(value):
        return value
    better = re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-")[:40]
    advice = f', for example "{better}"' if better else ""
    report.add(
        place,
        f"{label(place)} cannot be {shown(value)}",
        f"{_IDENTITY_ADVICE[:-1]}{advice}.",
    )
    return _BAD


def by_deck(low: int, high: int) -> Kind:
    """A number on a map with one deck, else a table by deck: read as a tuple in the order of the decks."""
    number, pair = whole(low, high), table({deck: Key(whole(low, high), example=f"{deck} = 3") for deck in DECKS})

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            read = number(report, place, value)
            return _BAD if read is _BAD else (read,)
        read = pair(report, place, value)
        return tuple(read[deck] for deck in DECKS) if read.keys() == set(DECKS) else _BAD

    return kind


def degrees(report: Report, place: Place, value: Any) -> Any:
    """A point of the earth: latitude, longitude."""
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(number, int | float) and not isinstance(number, bool) for number in value)
        and -90 <= value[0] <= 90
        and -180 <= value[1] <= 180
    ):
        return (float(value[0]), float(value[1]))
    report.add(
        place,
        f"{label(place)} is not a point of the earth",
        "Write [latitude, longitude]: from -90 to 90, from -180 to 180, south and west negative.",
    )
    return _BAD


def list_of(each: Kind, least: int, most: int) -> Kind:
    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, list):
            report.add(place, f"{label(place)} is {shown(value)}, not a list", "Write it in [ ].")
            return _BAD
        if not least <= len(value) <= most:
            size = f"{least}" if least == most else f"{least} to {most}"
            report.add(place, f"{label(place)} has {len(value)} items", f"Write {size}.")
            return _BAD
        read = tuple(each(report, (*place, index), item) for index, item in enumerate(value))
        return _BAD if _BAD in read else read

    return kind


def colours(report: Report, place: Place, value: Any) -> Any:
    """A route's colour, or those of its lanes. Whether the deck has them is checked where the deck is known."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(each, str) for each in value) and 2 <= len(value) <= MOST_LANES:
        return tuple(value)
    report.add(
        place,
        f"{label(place)} is neither a colour nor a list of two or three",
        f'Write "red", or for a double ["red", "blue"]; more than {MOST_LANES} lanes are not known.',
    )
    return _BAD


def table(keys: Mapping[str, Key], name: str = "") -> Kind:
    """A table with these keys and no others; those that are wrong are left out of what is returned."""

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            report.add(place, f"{label(place)} is {shown(value)}, not a table", "Write it in { }.")
            return _BAD
        what = name or label(place).strip('"')
        read: dict[str, Any] = {}
        for key, item in value.items():
            if key not in keys:
                report.add((*place, key), f'unknown key "{key}" in {what}', did_you_mean(key, keys))
            elif (right := keys[key].kind(report, (*place, key), item)) is not _BAD:
                read[key] = right
        for key, rule in keys.items():
            if key not in value:
                if rule.needed:
                    example = f", for example {rule.example}" if rule.example else ""
                    report.add(place, f'"{key}" is missing in {what}', f"Add {key}{example}.")
                elif rule.default is not None:
                    read[key] = rule.default
        return read

    return kind


def tables(name: str, each: Kind) -> Kind:
    """A table of tables with names of their own: decks, ticket lists, variants."""

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            report.add(
                place, f"{label(place)} is {shown(value)}, not a table", f"Write [{name}] and its parts below it."
            )
            return {}
        read = {}
        for key, item in value.items():
            if not _IDENTITY.fullmatch(key):
                report.add((*place, key), f'the name "{key}" in {name} cannot be used', _IDENTITY_ADVICE)
            elif (right := each(report, (*place, key), item)) is not _BAD:
                read[key] = right
        return read

    return kind


def entries(name: str, keys: Mapping[str, Key], most: int) -> Kind:
    """An array with a table for each item."""
    each = table(keys, f"a {name}")

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, list):
            report.add(place, f"{label(place)} is {shown(value)}, not a list", "Write one { … } a line in [ ].")
            return []
        if len(value) > most:
            report.add(place, f"{len(value)} items in {label(place)}", f"The limit is {most}.")
            value = value[:most]
        read = [
            (place_of, each(report, place_of, item))
            for index, item in enumerate(value)
            for place_of in [(*place, index)]
        ]
        return [Entry(place_of, item) for place_of, item in read if item is not _BAD]

    return kind


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
    "route_points": Key(list_of(whole(0, 255), 1, 20), example="route_points = [1, 2, 4, 7, 10, 15]"),
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
    "west": Key(whole(-180, 179), False),
    "lakes": Key(list_of(list_of(degrees, 3, 200), 0, 50), False, default=()),
    "cities": Key(entries("city", CITY, MOST_CITIES), example="cities = [ … ]"),
    "routes": Key(entries("route", ROUTE, MOST_ROUTES), example="routes = [ … ]"),
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
}


def read_shape(report: Report, raw: object) -> dict[str, Any]:
    """The content of a file with what is wrong reported and left out."""
    read = table(FILE, "the file")(report, (), raw)
    return dict(read)
