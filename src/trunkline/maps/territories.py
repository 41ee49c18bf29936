"""Territories: parts that may join a map later, each a file in the folder that the map names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from trunkline.maps.check import parse
from trunkline.maps.kinds import Key, MapEntry, Report, entries, list_of, table, text, whole
from trunkline.maps.lines import line_numbers
from trunkline.maps.model import GRAY, City, Map, Route
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.read import city_from, lanes_from, read_text
from trunkline.maps.settle import ends
from trunkline.maps.shape import CITY, MOST_CITIES, MOST_ROUTES, MOST_TICKETS, ROUTE
from trunkline.rules.reading import did_you_mean

CARDS = "cards.toml"
"""The file of the folder that holds no territory, but the cards that join later."""
LANGUAGES = ("uk", "el")
"""The languages besides English. A territory has its names in its own file: the page gets them when it joins."""

NAMES = {language: Key(text(40), example=f'{language} = "…"') for language in LANGUAGES}
TERRITORY_CITY = {key: rule for key, rule in CITY.items() if key != "territory"} | {
    "names": Key(table(NAMES, "the names of a city"), example='names = { uk = "…", el = "…" }'),
}
TERRITORY_ROUTE = ROUTE | {"requires": Key(list_of(text(8), 1, 8), False, default=())}
TERRITORY_TICKET = {"from": Key(text(40), example='from = "toronto"'), "to": Key(text(40), example='to = "charleston"')}
TERRITORY = {
    "format": Key(whole(1, 1), example="format = 1"),
    "name": Key(text(60), example='name = "Lakehead"'),
    "charter": Key(whole(1, 20), example="charter = 1"),
    "requires": Key(list_of(text(8), 0, 8), False, default=()),
    "cities": Key(entries("city", TERRITORY_CITY, MOST_CITIES), example="cities = [ … ]"),
    "routes": Key(entries("route", TERRITORY_ROUTE, MOST_ROUTES), example="routes = [ … ]"),
    "tickets": Key(entries("ticket", TERRITORY_TICKET, MOST_TICKETS), example="tickets = [ … ]"),
}


@dataclass(frozen=True, slots=True)
class Track:
    """The lanes between two cities."""

    lanes: tuple[Route, ...]
    requires: tuple[str, ...]
    """It exists only if all these territories have joined."""


@dataclass(frozen=True, slots=True)
class Territory:
    code: str
    name: str
    charter: int
    """The first charter at which it may be chosen."""
    requires: tuple[str, ...]
    """One of these territories must have joined before; empty: no condition."""
    cities: tuple[City, ...]
    names: Mapping[str, Mapping[str, str]]
    """The names of its cities in other languages, by language and id."""
    tracks: tuple[Track, ...]
    tickets: tuple[tuple[str, str], ...]
    """The cities of each. Its points are computed when the territory joins."""

    def may_join(self, joined: Sequence[str]) -> bool:
        """Whether it may be chartered next: it is not there, it is not too early, and one that it requires is there."""
        early = len(joined) + 1 < self.charter
        missing = bool(self.requires) and not any(code in joined for code in self.requires)
        return self.code not in joined and not early and not missing


def territories_of(map_: Map) -> Mapping[str, Territory]:
    """The territories that may join a map, by code, in the order of their names."""
    if map_.grows is None:
        return {}
    codes = {file.stem for file in _files(map_.grows)}
    start = frozenset(city.id for city in map_.cities if city.territory not in codes)
    return _read_all(map_.grows, start, frozenset((*map_.colours, GRAY)))


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.toml") if file.name != CARDS)


@lru_cache(maxsize=4)
def _read_all(folder: Path, base: frozenset[str], colours: frozenset[str]) -> Mapping[str, Territory]:
    files = _files(folder)
    if not files:
        advice = 'Put a file for each territory into it, or leave out "territories".'
        raise MapError(folder, [Problem(None, "", "the folder has no territories", advice)])
    reports: dict[str, Report] = {}
    contents: dict[str, dict[str, Any]] = {}
    for file in files:
        written = read_text(file)
        raw, problems = parse(written)
        if problems:
            raise MapError(file, problems)
        report = reports[file.stem] = Report(line_numbers(written))
        contents[file.stem] = dict(table(TERRITORY, "the file")(report, (), raw))
    homes = dict.fromkeys(base, "")
    for code, data in contents.items():
        for city in data.get("cities", ()):
            name = city.data.get("id", "")
            if name in homes:
                where = f"{homes[name]}.toml has it too" if homes[name] else "the board has it already"
                reports[code].add(city.place, f'a second city "{name}"', f"Change one: {where}.")
            homes[name] = code
    for code, data in contents.items():
        _check(reports[code], code, data, homes, set(contents), colours)
    for file in files:
        if reports[file.stem].problems:
            raise MapError(file, sorted(reports[file.stem].problems, key=lambda problem: problem.line or 0))
    return {code: _territory(code, data) for code, data in contents.items()}


def _check(
    report: Report,
    code: str,
    data: Mapping[str, Any],
    homes: Mapping[str, str],
    codes: set[str],
    colours: frozenset[str],
) -> None:
    """The checks that need all files: cities, colours and other territories that an entry names."""
    for each in data.get("requires", ()):
        if each not in codes - {code}:
            report.add(("requires",), f'no other territory has the code "{each}"', did_you_mean(each, codes))
    seen: set[frozenset[str]] = set()
    for kind in ("route", "ticket"):
        for entry in data.get(f"{kind}s", ()):
            allowed = {code, "", *entry.data.get("requires", ())} if kind == "route" else {code, ""}
            _check_ends(report, entry, kind, {city for city, home in homes.items() if home in allowed})
    for route in data.get("routes", ()):
        if ends(route) in seen:
            advice = 'A double is one entry with a list, colour = ["red", "blue"].'
            report.add(route.place, "a second route between two cities", advice)
        seen.add(ends(route))
        for each in route.data.get("requires", ()):
            if each not in codes - {code}:
                what = f'no other territory has the code "{each}"'
                report.add((*route.place, "requires"), what, did_you_mean(each, codes))
        for colour in route.data.get("colour", ()):
            if colour not in colours:
                what = f'no card of the deck has the colour "{colour}"'
                report.add((*route.place, "colour"), what, did_you_mean(colour, colours))


def _check_ends(report: Report, entry: MapEntry, kind: str, known: set[str]) -> None:
    for key in ("from", "to"):
        city = entry.data.get(key)
        if city is not None and city not in known:
            what = f'unknown city "{city}" in a {kind}'
            report.add((*entry.place, key), what, did_you_mean(city, known))
    if entry.data.get("from") == entry.data.get("to"):
        report.add(entry.place, f"a {kind} from a city to itself", "Change one of its ends.")


def _territory(code: str, data: Mapping[str, Any]) -> Territory:
    return Territory(
        code=code,
        name=data["name"],
        charter=data["charter"],
        requires=data["requires"],
        cities=tuple(city_from({**entry.data, "territory": code}) for entry in data["cities"]),
        names={
            language: {entry.data["id"]: entry.data["names"][language] for entry in data["cities"]}
            for language in LANGUAGES
        },
        tracks=tuple(
            Track(tuple(lanes_from(number, entry.data, named_by_kind=False, numbered=True)), entry.data["requires"])
            for number, entry in enumerate(data["routes"])
        ),
        tickets=tuple((entry.data["from"], entry.data["to"]) for entry in data["tickets"]),
    )
