"""Cards of a campaign on a growing map: news events that join, bonuses of the companies, story rules.

The folder of the map's territories holds the cards of its first content version. A later version is a folder in it,
named like the version, with a file of the cards that differ: a card replaces the one of the same id, others join.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from trunkline.maps.build_companies import cards_from, clauses_from
from trunkline.maps.check import parse
from trunkline.maps.check_companies import RESERVED, check_clause, check_event
from trunkline.maps.clauses import CLAIM, TAKE, Company, NewsEvent, Spike
from trunkline.maps.grow import whole_of
from trunkline.maps.kinds import Key, MapEntry, Report, entries, table, tables, text, whole
from trunkline.maps.lines import line_numbers
from trunkline.maps.model import Map
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.read import read_map, read_text
from trunkline.maps.shape_clauses import COMPANY, NEWS, SPIKE, STORY_RULE
from trunkline.maps.territories import CARDS
from trunkline.rules.reading import did_you_mean

BONUSES = {key: rule for key, rule in COMPANY.items() if key != "name"} | {
    "first": COMPANY["bonus"]._replace(needed=False)
}
FILE = {
    "format": Key(whole(1, 1), example="format = 1"),
    "version": Key(text(8), example='version = "1"'),
    "spikes": Key(entries("golden spike", SPIKE, 50), False, default=[]),
    "events": Key(tables("events", table(NEWS, "a news event")), False, default={}),
    "companies": Key(tables("companies", table(BONUSES, "the bonuses of a company")), False, default={}),
    "story_rules": Key(tables("story_rules", table(STORY_RULE, "a story rule")), False, default={}),
}


@dataclass(frozen=True, slots=True)
class LaterCards:
    """What the file says; without a file there is nothing."""

    version: str = ""
    """The version of the content that the file and the territories beside it are."""
    events: tuple[NewsEvent, ...] = ()
    first: tuple[Company, ...] = ()
    """All companies of the map with their first bonus in a campaign: the map's own, unless the file gives another."""
    second: tuple[Company, ...] = ()
    """All companies of the map with their second bonus; none, if the file gives no second bonuses."""
    story_rules: tuple[NewsEvent, ...] = ()
    spikes: tuple[Spike, ...] = ()
    """The golden spike of each territory."""


def later_cards(map_: Map, version: str = "") -> LaterCards:
    """The cards that may join a map later: of a content version, or of the first one."""
    if map_.grows is None or not (map_.grows / CARDS).is_file():
        return LaterCards()
    first = _read(map_.path, map_.grows / CARDS, LaterCards())
    if version in ("", first.version):
        return first
    known = [first.version, *(file.parent.name for file in sorted(map_.grows.glob(f"*/{CARDS}")))]
    if version not in known:
        advice = f"The cards of this map are of version {' or '.join(known)}."
        raise MapError(map_.id, [Problem(None, "", f'there is no content version "{version}"', advice)])
    return _read(map_.path, folder_of(map_.grows, version) / CARDS, first)


def folder_of(grows: Path, version: str) -> Path:
    """The folder with what a later content version changes."""
    return grows / version


def card_files(map_: Map, version: str) -> list[Path]:
    """The files of territories and cards of which a content version consists."""
    if map_.grows is None:
        return []
    first = sorted(map_.grows.glob("*.toml"))
    later = version not in ("", later_cards(map_).version)
    return first + (sorted(folder_of(map_.grows, version).glob("*.toml")) if later else [])


@lru_cache(maxsize=8)
def _read(map_path: Path, path: Path, base: LaterCards) -> LaterCards:
    written = read_text(path)
    raw, problems = parse(written)
    if problems:
        raise MapError(path, problems)
    report = Report(line_numbers(written))
    data: Mapping[str, Any] = table(FILE, "the file")(report, (), raw)
    start = read_map(map_path)
    _check(report, data, start, as_data(whole_of(map_path)), base)
    if report.problems:
        raise MapError(path, sorted(report.problems, key=lambda problem: problem.line or 0))
    second = base.second or (start.companies if data["companies"] else ())
    return LaterCards(
        version=data["version"],
        events=_joined(base.events, cards_from(data["events"])),
        first=_with_bonus(base.first or start.companies, data["companies"], "first"),
        second=_with_bonus(second, data["companies"], "bonus"),
        story_rules=_joined(base.story_rules, cards_from(data["story_rules"])),
        spikes=tuple(_spike(entry.data) for entry in data["spikes"]) or base.spikes,
    )


def _joined(base: Sequence[NewsEvent], cards: Sequence[NewsEvent]) -> tuple[NewsEvent, ...]:
    """The cards of the first version with those of a later one: same ids are replaced, others follow."""
    by_id = {card.id: card for card in (*base, *cards)}
    return tuple(by_id.values())


def _with_bonus(companies: Sequence[Company], written: Mapping[str, Any], key: str) -> tuple[Company, ...]:
    """The companies with the bonus that the file gives under a key; where it gives none they keep theirs."""
    return tuple(
        replace(company, bonus=clauses_from(written[company.id][key]), text=written[company.id].get("text"))
        if written.get(company.id, {}).get(key)
        else company
        for company in companies
    )


def _spike(data: Mapping[str, Any]) -> Spike:
    name, pays = data["does"]
    return Spike(data["territory"], *data["joins"], **{name: pays[name]})


def _check_spikes(report: Report, spikes: list[MapEntry], whole_map: Mapping[str, Any]) -> None:
    """One spike for each territory, between cities that are there when it has joined."""
    homes = {city.data["id"]: city.data["territory"] for city in whole_map["board"]["cities"]}
    seen: list[str] = []
    for spike in spikes:
        code = spike.data.get("territory", "")
        if code in seen:
            report.add(spike.place, f'a second golden spike of "{code}"', "Take one out.")
        elif code and code not in homes.values():
            report.add(spike.place, f'no territory has the code "{code}"', did_you_mean(code, set(homes.values())))
        seen.append(code)
        for city in spike.data.get("joins", ()):
            if city not in homes:
                report.add(spike.place, f'unknown city "{city}" in a golden spike', did_you_mean(city, homes))


def _check(report: Report, data: Mapping[str, Any], start: Map, whole_map: Mapping[str, Any], base: LaterCards) -> None:
    """The cards against each other, those of the first version, and all that the map may become."""
    companies = [company.id for company in start.companies]
    bonuses = data.get("companies", {})
    for name, bonus in bonuses.items():
        place = ("companies", name)
        if name not in companies:
            report.add(place, f'the map has no company "{name}"', did_you_mean(name, companies))
        for key in ("first", "bonus"):
            clauses = bonus.get(key)
            if clauses == []:
                report.add(
                    (*place, key), "a bonus that gives nothing", f"Write {key} = [ {{ does = {{ money = 4 }} }} ]."
                )
            for clause in clauses or ():
                check_clause(report, clause, whole_map, CLAIM, name if name in companies else "")
    for name in companies if bonuses and not base.second else ():
        if name not in bonuses:
            report.add(("companies",), f'"{name}" has no second bonus', f"Add [companies.{name}], or leave out all.")
    _check_spikes(report, data.get("spikes", []), whole_map)
    taken = {*companies, *RESERVED, *(event.id for event in start.events)}
    others = {"events": base.story_rules, "story_rules": base.events}
    for section in ("events", "story_rules"):
        for name in data.get(section, {}):
            if name in taken or name in {card.id for card in others[section]}:
                advice = "Give it another name: the log tells by it what paid."
                report.add((section, name), f'"{name}" is the name of something else already', advice)
            taken.add(name)
    for name, event in data.get("events", {}).items():
        check_event(report, ("events", name), event, whole_map)
    for name, rule in data.get("story_rules", {}).items():
        if rule.get("clauses") == []:
            report.add(("story_rules", name), "a story rule that changes nothing", "Add clauses.")
        for clause in rule.get("clauses", ()):
            check_clause(report, clause, whole_map, clause.data.get("when", CLAIM), "")
            if "does" in clause.data and clause.data["does"].name == TAKE:
                advice = "Write another effect: the rules of the story ask nothing."
                report.add((*clause.place, "does"), f'"{TAKE}" in a story rule', advice)


def as_data(map_: Map) -> dict[str, Any]:
    """A map in the form of a checked file: what the checks of clauses read of it."""
    rules = map_.variants["base"].rules
    cities = [
        {"id": city.id, "large": city.large, "harbour": city.harbour, "territory": city.territory}
        for city in map_.cities
    ]
    routes = [
        {"from": lane.a, "to": lane.b, "length": lane.length, "colour": (lane.colour,), "tags": lane.tags}
        for lane in map_.routes
    ]
    return {
        "rules": {"players": (rules.least_players, rules.most_players)},
        "decks": {deck: {"cards": dict(cards)} for deck, cards in map_.decks.items()},
        "companies": {company.id: {} for company in map_.companies},
        "board": {"cities": [MapEntry((), each) for each in cities], "routes": [MapEntry((), each) for each in routes]},
    }
