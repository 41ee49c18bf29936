"""What a map with ships must get right besides: two decks, ports, pairs, junctions, the split of the pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from trunkline.maps.kinds import DECKS, MapEntry, Report
from trunkline.maps.model import (
    ANCHOR_TRAIN,
    DOUBLE_SHIP,
    GRAY,
    LOCOMOTIVE,
    RAIL,
    SEA,
    SHIP,
    SHIPS,
    TRAIN,
    TRAINS,
    colour_of,
    face_of,
)
from trunkline.maps.settle import cities_of
from trunkline.rules.reading import did_you_mean

FACES = {TRAINS: (TRAIN, ANCHOR_TRAIN), SHIPS: (SHIP, DOUBLE_SHIP)}
_ONLY_WITH_SHIPS = ("ships", "pieces", "suggested_trains", "ports", "port_cost", "port_points", "exchange_cost")


def has_ships(data: Mapping[str, Any]) -> bool:
    return SHIPS in data.get("decks", {})


def deck_size(data: Mapping[str, Any], deck: str) -> int:
    return sum(_cards(data, deck).values())


def colours_of_deck(data: Mapping[str, Any], deck: str) -> dict[str, int]:
    """How many spaces the cards of each colour of a deck can pay, and the locomotives, which serve both decks (W5)."""
    if not has_ships(data):
        return _cards(data, deck)
    found: dict[str, int] = {}
    for card, count in _cards(data, deck).items():
        spaces = 2 * count if face_of(card) == DOUBLE_SHIP else count
        found[colour_of(card)] = found.get(colour_of(card), 0) + spaces
    if deck == SHIPS and LOCOMOTIVE in _cards(data, TRAINS):
        found[LOCOMOTIVE] = _cards(data, TRAINS)[LOCOMOTIVE]
    return found


def check_ships(report: Report, data: Mapping[str, Any]) -> None:
    """Checks decks, cities, routes and tickets, and that a map without ships has no keys of theirs."""
    section = data.get("board", {})
    cities: list[MapEntry] = section.get("cities", [])
    if has_ships(data):
        _check_cards(report, data)
    else:
        for key in _ONLY_WITH_SHIPS:
            if data.get("rules", {}).get(key):
                report.add(("rules", key), f'"{key}" on a map without ships', "Add [decks.ships], or leave it out.")
    for city in cities:
        if city.data.get("port") and city.data.get("junction"):
            report.add(city.place, "a junction cannot be a port", 'Leave out "port" or "junction".')
        elif city.data.get("port") and not data.get("rules", {}).get("ports", 1):
            advice = "Add ports = 3 to [rules], or leave it out."
            report.add((*city.place, "port"), "a port on a map without ports", advice)
    junctions: set[str] = {city.data.get("id", "") for city in cities if city.data.get("junction")}
    for route in section.get("routes", ()):
        _check_route(report, route, data, junctions)
    for tickets in data.get("tickets", {}).values():
        for ticket in tickets:
            for name in sorted(junctions.intersection(cities_of(ticket))):
                report.add(ticket.place, f'a ticket names the junction "{name}"', "Name cities only.")


def check_ship_rules(add: Callable[[str, str, str], None], data: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
    """Checks the numbers of a variant with ships against each other and the cards."""
    for key, example in (("hand", "{ trains = 3, ships = 7 }"), ("row", "{ trains = 3, ships = 3 }")):
        if len(rules.get(key, DECKS)) != len(DECKS):
            add(key, f'"{key}" is one number, but there are two decks', f"Write {key} = {example}.")
    trains, ships, pieces = (rules.get(key, 0) for key in ("trains", "ships", "pieces"))
    least, most = max(pieces - ships, 0), min(trains, pieces)
    if not pieces:
        add("pieces", "how many pieces a player chooses is missing", "Add pieces, for example pieces = 60.")
    elif least > most:
        add("pieces", f"{pieces} pieces of {trains} trains and {ships} ships", f"Write at most {trains + ships}.")
    elif not least <= rules.get("suggested_trains", least) <= most:
        add("suggested_trains", "that split is not possible", f"Write a number from {least} to {most}.")
    for key in ("stations", "tunnel_cards"):
        if rules.get(key):
            add(key, f'"{key}" on a map with ships', "Leave it out: stations and tunnels are not known there.")
    if rules.get("ports"):
        if len(rules.get("port_cost", ())) != len(DECKS):
            add("port_cost", "a port has no cost in both decks", "Write port_cost = { trains = 2, ships = 2 }.")
        if not rules.get("port_points"):
            add("port_points", "a port is worth nothing", "Write port_points = [20, 30, 40].")


def _cards(data: Mapping[str, Any], deck: str) -> dict[str, int]:
    cards: dict[str, int] = data.get("decks", {}).get(deck, {}).get("cards", {})
    return cards


def _check_cards(report: Report, data: Mapping[str, Any]) -> None:
    for deck, faces in FACES.items():
        for card in _cards(data, deck):
            place = ("decks", deck, "cards", card)
            if card == LOCOMOTIVE:
                if deck == SHIPS:
                    report.add(place, "a locomotive in the deck of ships", "Put it into [decks.trains].")
            elif face_of(card) not in faces:
                known = [f"{colour_of(card)}-{face}" for face in faces]
                report.add(place, f'no card of the deck of {deck} is called "{card}"', did_you_mean(card, known))
    missing = colours_of_deck(data, TRAINS).keys() ^ colours_of_deck(data, SHIPS).keys()
    for colour in sorted(missing - {LOCOMOTIVE}):
        have, lack = (TRAINS, SHIPS) if colour in colours_of_deck(data, TRAINS) else (SHIPS, TRAINS)
        report.add(("decks", lack, "cards"), f"the {have} have cards of {colour}, the {lack} have none", "Add some.")


def _check_route(report: Report, route: MapEntry, data: Mapping[str, Any], junctions: set[str]) -> None:
    kind, length = route.data.get("kind", RAIL), route.data.get("length", 0)
    ships = has_ships(data)
    if kind == SEA and not ships:
        report.add((*route.place, "kind"), "a sea route on a map without ships", "Add [decks.ships], or leave it out.")
    if kind == RAIL and (met := sorted(junctions & set(cities_of(route)))):
        report.add(route.place, f'a rail route to the junction "{met[0]}"', 'Only ships go there: write kind = "sea".')
    for key in ("tunnel", "locomotives"):
        if ships and route.data.get(key):
            report.add((*route.place, key), f'"{key}" on a map with ships', "Leave it out: it is not known there.")
    if route.data.get("wraps") and data.get("board", {}).get("west") is None:
        advice = "Write the longitude of the left edge, west = -140, in [board]."
        report.add((*route.place, "wraps"), "a route over the edge of a board that has none", advice)
    if not route.data.get("pair"):
        return
    place = (*route.place, "pair")
    if not ships:
        report.add(place, "a pair route on a map without ships", "Add [decks.ships], or leave it out.")
    elif kind == SEA:
        report.add(place, "a pair route at sea", 'Pairs are for trains: leave out "pair", or "kind".')
    elif any(colour != GRAY for colour in route.data.get("colour", ())):
        report.add(place, "a pair route with a colour of its own", 'Write colour = "gray": it takes any pairs.')
    elif 0 < deck_size(data, TRAINS) < 2 * length:
        report.add(place, f"the deck has too few trains for {length} pairs", "Shorten the route.")
