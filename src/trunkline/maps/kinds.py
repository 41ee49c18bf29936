"""Readers for the kinds of values in a map file. Each reads one value, reports problems and returns the valid part."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from trunkline.maps.lines import Place
from trunkline.maps.model import SHIPS, TRAINS
from trunkline.maps.problems import Problem
from trunkline.rules.reading import did_you_mean

MOST_LANES, MOST_OFFERED = 3, 16
DECKS = (TRAINS, SHIPS)
"""The decks that the rules know, in their order; a map has trains, or both."""
_IDENTITY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_IDENTITY_ADVICE = "Use lower-case letters a to z, digits and single hyphens, 40 characters at most."
BAD: Any = object()
"""Stands for a value that has been reported and is left out."""


class MapEntry(NamedTuple):
    """One item of an array, with its valid keys."""

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
    """A value as in the file, shortened."""
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
    """The last key of a place, in quotes: the name of the value in messages."""
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
        return BAD

    return kind


def number(low: float, high: float) -> Kind:
    """A number with or without a fraction."""

    def kind(report: Report, place: Place, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            report.add(place, f"{label(place)} is {shown(value)}, not a number", f"Write one from {low:g} to {high:g}.")
        elif not low <= value <= high:
            report.add(place, f"{label(place)} is {value:g}, out of range", f"Write one from {low:g} to {high:g}.")
        else:
            return float(value)
        return BAD

    return kind


def knots(low: float, high: float) -> Kind:
    """Pairs of a degree and a scale, sorted by degree. The scale applies from its degree to the next pair."""
    degree, scale = number(low, high), number(0.01, 100)

    def pair(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            report.add(place, f"an item of {label(place)} is not a pair", "Write [degree, scale].")
            return BAD
        read = degree(report, place, value[0]), scale(report, place, value[1])
        return BAD if BAD in read else read

    pairs = list_of(pair, 1, 50)

    def kind(report: Report, place: Place, value: Any) -> Any:
        read = pairs(report, place, value)
        if read is not BAD and any(one[0] >= two[0] for one, two in pairwise(read)):
            report.add(place, f"{label(place)} is not in order", "Write each degree once, the least first.")
            return BAD
        return read

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
        return BAD

    return kind


def word(*words: str) -> Kind:
    def kind(report: Report, place: Place, value: Any) -> Any:
        if isinstance(value, str) and value in words:
            return value
        report.add(place, f"{label(place)} cannot be {shown(value)}", did_you_mean(str(value), words))
        return BAD

    return kind


def not_yet_known(name: str, known: Collection[str]) -> tuple[str, str]:
    """Reports a word that the format reserves and that no rule reads yet."""
    return f'"{name}" is not yet known', f"Known are: {', '.join(known)}."


def flag(report: Report, place: Place, value: Any) -> Any:
    if isinstance(value, bool):
        return value
    report.add(place, f"{label(place)} is {shown(value)}, not true or false", "Write true or false, without quotes.")
    return BAD


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
    return BAD


def by_deck(low: int, high: int) -> Kind:
    """A number on a map with one deck, else a table by deck: read as a tuple in the order of the decks."""
    number, pair = whole(low, high), table({deck: Key(whole(low, high), example=f"{deck} = 3") for deck in DECKS})

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            read = number(report, place, value)
            return BAD if read is BAD else (read,)
        read = pair(report, place, value)
        return tuple(read[deck] for deck in DECKS) if read.keys() == set(DECKS) else BAD

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
    return BAD


def list_of(each: Kind, least: int, most: int) -> Kind:
    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, list):
            report.add(place, f"{label(place)} is {shown(value)}, not a list", "Write it in [ ].")
            return BAD
        if not least <= len(value) <= most:
            size = f"{least}" if least == most else f"{least} to {most}"
            report.add(place, f"{label(place)} has {len(value)} items", f"Write {size}.")
            return BAD
        read = tuple(each(report, (*place, index), item) for index, item in enumerate(value))
        return BAD if BAD in read else read

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
    return BAD


def table(keys: Mapping[str, Key], name: str = "", later: Collection[str] = ()) -> Kind:
    """A table with these keys and no others; invalid ones are left out of the result.

    Keys that the format has a place for, but that no rule reads yet, are listed in `later`.
    """

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            report.add(place, f"{label(place)} is {shown(value)}, not a table", "Write it in { }.")
            return BAD
        what = name or label(place).strip('"')
        read: dict[str, Any] = {}
        for key, item in value.items():
            if key in later:
                report.add((*place, key), *not_yet_known(key, keys))
            elif key not in keys:
                report.add((*place, key), f'unknown key "{key}" in {what}', did_you_mean(key, keys))
            elif (right := keys[key].kind(report, (*place, key), item)) is not BAD:
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
            elif (right := each(report, (*place, key), item)) is not BAD:
                read[key] = right
        return read

    return kind


def entries(name: str, keys: Mapping[str, Key], most: int, later: Collection[str] = ()) -> Kind:
    """An array with a table for each item."""
    each = table(keys, f"a {name}", later)

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
        return [MapEntry(place_of, item) for place_of, item in read if item is not BAD]

    return kind
