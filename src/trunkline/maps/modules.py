"""Modules: the rules that come with the territories of a campaign, with their numbers. One file a content version."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from trunkline.maps.check import parse
from trunkline.maps.grow import whole_of
from trunkline.maps.kinds import Key, Report, entries, identity, list_of, table, text, whole
from trunkline.maps.lines import line_numbers
from trunkline.maps.model import Map, Module
from trunkline.maps.problems import MapError
from trunkline.maps.read import read_text
from trunkline.maps.shape_clauses import words
from trunkline.rules.reading import did_you_mean

FILE = "modules.toml"

GRADE_CHECK, RIVER_BRIDGES, STEAMERS, CATTLE_DRIVES = "grade-check", "river-bridges", "steamers", "cattle-drives"
EXCURSIONS, GRAIN_ELEVATORS, TELEGRAPH, OCEAN_MAIL = "excursions", "grain-elevators", "telegraph", "ocean-mail"


def _number(name: str, most: int = 50) -> Key:
    return Key(whole(0, most), example=f"{name} = 2")


def _cities(name: str) -> Key:
    return Key(list_of(text(40), 1, 50), example=f'{name} = ["boston"]')


COMMON = {
    "territory": Key(text(8), example='territory = "LK"'),
    "event": Key(identity, False, default=""),
    "games": Key(whole(1, 12), example="games = 3"),
    "award": Key(list_of(whole(1, 50), 0, 2), example="award = [10, 5]"),
    "name": Key(words(60), example='name = "Steamers"'),
    "text": Key(words(500), example='text = "…"'),
}
CARD = {
    "from": Key(text(40), example='from = "boston"'),
    "to": Key(text(40), example='to = "tampa"'),
    "dollars": _number("dollars"),
}
NUMBERS: dict[str, dict[str, Key]] = {
    GRADE_CHECK: {"tag": Key(identity, example='tag = "mountain"')}
    | {name: _number(name) for name in ("cards", "price", "passed", "bored")},
    RIVER_BRIDGES: {"tag": Key(identity, example='tag = "bridge"')}
    | {name: _number(name) for name in ("fee", "toll", "most", "span")},
    STEAMERS: {name: _number(name) for name in ("each", "length", "refund", "left")},
    CATTLE_DRIVES: {name: _number(name) for name in ("more", "most", "near", "far", "lost")}
    | {"best": _cities("best")},
    EXCURSIONS: {"shown": _number("shown"), "cards": Key(entries("excursion", CARD, 50), example="cards = [ … ]")},
    GRAIN_ELEVATORS: {
        name: _number(name) for name in ("each", "length", "most", "dollars", "shared", "marks", "grown")
    },
    TELEGRAPH: {"each": _number("each"), "most": _number("most")},
    OCEAN_MAIL: {
        "contracts": Key(list_of(whole(1, 50), 1, 5), example="contracts = [18, 12, 8, 5, 3]"),
        "with_two": Key(list_of(whole(1, 50), 1, 2), example="with_two = [14, 8]"),
        "one": _cities("one"),
        "other": _cities("other"),
        "twice": _number("twice"),
    },
}
"""The keys of each module besides those that all have, in the order of the claim sequence."""
SHAPE = {"format": Key(whole(1, 1), example="format = 1")} | {
    name: Key(table(COMMON | numbers, f"the module {name}"), False) for name, numbers in NUMBERS.items()
}


def modules_of(map_: Map, version: str) -> dict[str, Module]:
    """The modules of a content version, by id; none if it has no file of them."""
    if map_.grows is None or not (map_.grows / version / FILE).is_file():
        return {}
    return _read(map_.path, map_.grows / version / FILE)


@lru_cache(maxsize=4)
def _read(map_path: Path, path: Path) -> dict[str, Module]:
    written = read_text(path)
    raw, problems = parse(written)
    if problems:
        raise MapError(path, problems)
    report = Report(line_numbers(written))
    data: Mapping[str, Any] = table(SHAPE, "the file")(report, (), raw)
    whole_map = whole_of(map_path)
    for name in NUMBERS:
        if name in data:
            _check(report, name, data[name], whole_map)
    if report.problems:
        raise MapError(path, sorted(report.problems, key=lambda problem: problem.line or 0))
    return {name: _module(name, data[name]) for name in NUMBERS if name in data}


def _check(report: Report, name: str, data: Mapping[str, Any], map_: Map) -> None:
    """Cities, tags and territories that a module names are on the map."""
    cities = [city.id for city in map_.cities]
    codes = {city.territory for city in map_.cities}
    if data.get("territory") not in codes:
        what = f'no territory has the code "{data.get("territory")}"'
        report.add((name, "territory"), what, did_you_mean(str(data.get("territory")), codes))
    tags = {tag for route in map_.routes for tag in route.tags}
    if "tag" in NUMBERS[name] and data.get("tag") not in tags:
        report.add((name, "tag"), f'no route has the tag "{data.get("tag")}"', did_you_mean(str(data.get("tag")), tags))
    named = [city for key in ("best", "one", "other") for city in data.get(key, ())]
    if name == EXCURSIONS:
        named += [entry.data.get(key, "") for entry in data.get("cards", ()) for key in ("from", "to")]
    for city in named:
        if city not in cities:
            report.add((name,), f'unknown city "{city}"', did_you_mean(city, cities))


def _module(name: str, data: Mapping[str, Any]) -> Module:
    numbers = {key: data[key] for key in NUMBERS[name]}
    if name == EXCURSIONS:
        numbers["cards"] = tuple(
            (entry.data["from"], entry.data["to"], entry.data["dollars"]) for entry in data["cards"]
        )
    return Module(
        id=name,
        territory=data["territory"],
        event=data["event"],
        games=data["games"],
        award=tuple(data["award"]),
        name=data["name"],
        text=data["text"],
        numbers=numbers,
    )
