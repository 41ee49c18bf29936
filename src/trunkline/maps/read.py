"""Reads a map file into plain objects, or raises an error with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trunkline.maps.build_companies import cards_from, companies_of
from trunkline.maps.check import BASE, check_text
from trunkline.maps.kinds import DECKS, MapEntry
from trunkline.maps.model import City, Edge, Map, Route, Stretch, Ticket, Variant
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.settle import changed_rules, cities_of, ends, lane_names, of_both_kinds, rules_from, ticket_deck
from trunkline.maps.shape import NUMBERED


def read_text(path: Path) -> str:
    """The text of a file with Unix line ends. Raises MapError if it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        advice = "Look at the name of the file."
        raise MapError(path, [Problem(None, "", f"it cannot be read: {error.strerror or error}", advice)]) from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise MapError(path, [Problem(line, "", "this is not UTF-8 text", "Save the file as UTF-8.")]) from None


def read_map(path: Path, name: str = "") -> Map:
    """The map of a file; its name is that of the file unless another is given."""
    data, problems = check_text(read_text(path))
    if problems:
        raise MapError(path, problems)
    return _build(data, path, name or str(path))


def _build(data: Mapping[str, Any], path: Path, name: str) -> Map:
    section, lists = data["board"], data["tickets"]
    both_kinds = of_both_kinds(section["routes"])
    base = Variant("base", "Base", data["summary"], rules_from(data["rules"]), _tickets(ticket_deck(lists, BASE)))
    variants = {"base": base}
    for key, variant in data["variants"].items():
        rules = rules_from(changed_rules(data["rules"], variant["rules"]))
        deck = _tickets(ticket_deck(lists, variant))
        variants[key] = Variant(key, variant["name"], variant["summary"], rules, deck, variant.get("replaced_by"))
    return Map(
        id=name,
        name=data["name"],
        summary=data["summary"],
        edition=data["edition"],
        sources=data["sources"],
        disagreements=data["disagreements"],
        path=path,
        projection=section["projection"],
        decks={key: data["decks"][key]["cards"] for key in DECKS if key in data["decks"]},
        cities=tuple(city_from(entry.data) for entry in section["cities"]),
        routes=tuple(
            lane
            for number, entry in enumerate(section["routes"])
            for lane in lanes_from(number, entry.data, ends(entry) in both_kinds, section["lanes"] == NUMBERED)
        ),
        variants=variants,
        west=section.get("west"),
        lakes=section["lakes"],
        edges=tuple(_edge(entry.data) for entry in section["edges"]),
        companies=companies_of(data),
        events=cards_from(data["events"]),
        stretch=Stretch(**section["stretch"]) if "stretch" in section else None,
        grows=path.parent / section["territories"] if "territories" in section else None,
    )


def city_from(data: Mapping[str, Any]) -> City:
    latitude, longitude = data["at"]
    return City(
        id=data["id"],
        name=data["name"],
        latitude=latitude,
        longitude=longitude,
        modern=data.get("modern"),
        printed=data.get("printed"),
        side=data.get("side"),
        drawn=data.get("drawn"),
        port=data["port"],
        junction=data["junction"],
        large=data["large"],
        harbour=data["harbour"],
        territory=data["territory"],
    )


def _edge(data: Mapping[str, Any]) -> Edge:
    return Edge(data["from"], data["length"], data["lanes"], data["bearing"], data["territory"])


def lanes_from(number: int, data: Mapping[str, Any], named_by_kind: bool, numbered: bool) -> list[Route]:
    """The lanes of one entry: one route, or the two or three of a double or triple (C11)."""
    a, b, colours = data["from"], data["to"], data["colour"]
    names = lane_names(a, b, colours, data["kind"] if named_by_kind else "", numbered)
    return [
        Route(
            name=name,
            a=a,
            b=b,
            length=data["length"],
            colour=colour,
            group=number,
            lane=lane,
            lanes=len(colours),
            kind=data["kind"],
            locomotives=data["locomotives"],
            tunnel=data["tunnel"],
            pair=data["pair"],
            wraps=data["wraps"],
            via=data["via"],
            tags=data["tags"],
        )
        for lane, (name, colour) in enumerate(zip(names, colours, strict=True))
    ]


def _tickets(deck: Sequence[MapEntry]) -> tuple[Ticket, ...]:
    return tuple(
        Ticket(
            name="-".join(cities_of(entry)),
            cities=cities_of(entry),
            points=entry.data["points"],
            penalty=entry.data.get("penalty", entry.data["points"]),
            out_of_order=entry.data.get("out_of_order"),
            long=entry.data["long"],
        )
        for entry in deck
    )
