"""Finds everything that is wrong with a map file, all at once, with the line and what to do about it."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trunkline.maps.check_companies import check_companies, check_company_rules, has_companies
from trunkline.maps.check_ships import check_ship_rules, check_ships, colours_of_deck, deck_size, has_ships
from trunkline.maps.kinds import DECKS, MOST_OFFERED, MapEntry, Report
from trunkline.maps.lines import Place, line_numbers
from trunkline.maps.model import GRAY, LOCOMOTIVE, RAIL, SEA
from trunkline.maps.problems import MapError, Problem
from trunkline.maps.settle import changed_rules, cities_of, ends, lane_names, of_both_kinds, ticket_deck
from trunkline.maps.shape import MOST_COLOURS, MOST_TICKETS, NUMBERED, read_shape
from trunkline.rules.reading import did_you_mean

__all__ = ["MapError", "Problem", "check_text"]

LARGEST_FILE = 1_000_000
BASE = {"tickets": ("base",), "long": True}
"""What the map is played with unless a variant is chosen, written as a variant."""


def check_text(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The content of a map file, and its problems. Use the content only if there are no problems."""
    raw, problems = parse(text)
    if problems:
        return {}, problems
    report = Report(line_numbers(text))
    data = read_shape(report, raw)
    _check_deck(report, data)
    _check_projection(report, data)
    _check_cities(report, data)
    _check_routes(report, data)
    _check_network(report, data)
    _check_tickets(report, data)
    _check_variants(report, data)
    check_ships(report, data)
    check_companies(report, data)
    return data, sorted(report.problems, key=lambda problem: problem.line or 0)


def parse(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """A TOML text as it is, or why it cannot be read."""
    if len(text) > LARGEST_FILE:
        return {}, [Problem(None, "", f"the file has {len(text)} characters", f"The limit is {LARGEST_FILE}.")]
    try:
        return tomllib.loads(text), []
    except tomllib.TOMLDecodeError as error:
        return {}, [_syntax_problem(text, str(error))]
    except RecursionError:
        return {}, [Problem(None, "", "the lists are nested too deeply", "Look for a bracket that is never closed.")]


def _syntax_problem(text: str, message: str) -> Problem:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    line = int(found[1]) if found else max(1, text.rstrip("\n").count("\n") + 1)
    what = re.sub(r" \(at .*\)$", "", message)
    column = f" near column {found[2]}" if found else ""
    return Problem(line, "", f"this is not TOML: {what}", f"Look at the quotes, brackets and commas{column}.")


def _cities(data: Mapping[str, Any]) -> list[MapEntry]:
    cities: list[MapEntry] = data.get("board", {}).get("cities", [])
    return cities


def _routes(data: Mapping[str, Any]) -> list[MapEntry]:
    routes: list[MapEntry] = data.get("board", {}).get("routes", [])
    return routes


def _city_ids(data: Mapping[str, Any]) -> set[str]:
    return {city.data["id"] for city in _cities(data) if "id" in city.data}


def _check_deck(report: Report, data: Mapping[str, Any]) -> None:
    decks = data.get("decks")
    if decks is None:
        return
    for name in decks:
        if name not in DECKS:
            report.add(("decks", name), f'unknown deck "{name}"', did_you_mean(name, DECKS))
    if "trains" not in decks:
        report.add(("decks",), "the deck of trains is missing", "Add [decks.trains] with its cards.")
        return
    place: Place = ("decks", "trains", "cards")
    cards = colours_of_deck(data, "trains")
    colours = [name for name in cards if name != LOCOMOTIVE]
    if "cards" in decks["trains"] and not colours:
        report.add(place, "the deck has no colours", "Add at least one, for example red = 12.")
    if len(colours) > MOST_COLOURS:
        report.add(place, f"the deck has {len(colours)} colours", f"The limit is {MOST_COLOURS}.")
    if GRAY in cards:
        report.add((*place, GRAY), "gray cannot be a card, it stands for any colour", "Give the cards another colour.")


def _check_projection(report: Report, data: Mapping[str, Any]) -> None:
    stretched = data.get("board", {}).get("projection") == "stretched"
    place: Place = ("board", "stretch")
    if stretched != (place in report.lines):
        report.add(place, 'projection = "stretched" and "stretch" belong together', "Write both, or neither.")


def _check_cities(report: Report, data: Mapping[str, Any]) -> None:
    cities = _cities(data)
    if data.get("board", {}).get("cities") == []:
        report.add(("board", "cities"), "the board has no cities", "Add at least two.")
    for key, what in (("id", "id"), ("name", "name"), ("at", "place"), ("drawn", "drawn place")):
        seen: dict[Any, MapEntry] = {}
        for city in cities:
            value = city.data.get(key)
            if value is None:
                continue
            if value in seen:
                said = f'"{value}"' if isinstance(value, str) else f"{value[0]:g}, {value[1]:g}"
                line = report.lines.get(seen[value].place)
                report.add(
                    (*city.place, key),
                    f"two cities have the {what} {said}",
                    f"The first is on line {line}: change one.",
                )
            else:
                seen[value] = city


def _known_ends(report: Report, entry: MapEntry, kind: str, known: set[str]) -> bool:
    """Whether a route or ticket joins two different cities of the map."""
    fine = True
    for key in ("from", "to"):
        city = entry.data.get(key)
        if city is None:
            fine = False
        elif city not in known:
            report.add((*entry.place, key), f'unknown city "{city}" in a {kind}', did_you_mean(city, known))
            fine = False
    if fine and entry.data["from"] == entry.data["to"]:
        report.add(entry.place, f'a {kind} from "{entry.data["from"]}" to itself', "Change one of its ends.")
        fine = False
    return fine


def _check_routes(report: Report, data: Mapping[str, Any]) -> None:
    known = _city_ids(data)
    cards = {RAIL: colours_of_deck(data, "trains"), SEA: colours_of_deck(data, "ships")}
    rules = data.get("rules", {})
    both_kinds = of_both_kinds(_routes(data))
    numbered = data.get("board", {}).get("lanes") == NUMBERED
    seen: dict[tuple[frozenset[str], str], MapEntry] = {}
    names: dict[str, MapEntry] = {}
    if data.get("board", {}).get("routes") == []:
        report.add(("board", "routes"), "the board has no routes", "Add at least one.")
    for route in _routes(data):
        a, b, colours = route.data.get("from"), route.data.get("to"), route.data.get("colour", ())
        if _known_ends(report, route, "route", known):
            kind = route.data.get("kind", RAIL)
            pair = (ends(route), kind)
            if pair in seen:
                line = report.lines.get(seen[pair].place)
                report.add(
                    route.place,
                    f'a second route between "{a}" and "{b}"',
                    f'The first is on line {line}: a double is one entry with a list, colour = ["red", "blue"].',
                )
            else:
                seen[pair] = route
                for name in lane_names(
                    str(a), str(b), colours or (GRAY,), kind if ends(route) in both_kinds else "", numbered
                ):
                    if name in names:
                        line = report.lines.get(names[name].place)
                        advice = f"The other is on line {line}: turn one round, or change the id of a city."
                        report.add(route.place, f'two routes would be called "{name}"', advice)
                    names[name] = route
        _check_route(report, route, cards[route.data.get("kind", RAIL)], rules)


def _check_route(report: Report, route: MapEntry, cards: Mapping[str, int], rules: Mapping[str, Any]) -> None:
    """One route against the deck and the rules."""
    length, locomotives = route.data.get("length", 0), route.data.get("locomotives", 0)
    for colour in route.data.get("colour", ()):
        place = (*route.place, "colour")
        if colour == LOCOMOTIVE or (cards and colour != GRAY and colour not in cards):
            choices = {GRAY, *cards} - {LOCOMOTIVE}
            report.add(place, f'no card of the deck has the colour "{colour}"', did_you_mean(colour, choices))
        elif cards:
            most = max((cards[c] for c in cards if c != LOCOMOTIVE), default=0) if colour == GRAY else cards[colour]
            if most + cards.get(LOCOMOTIVE, 0) < length and not route.data.get("pair"):
                report.add(place, f"the deck has too few cards for {length} spaces of {colour}", "Shorten the route.")
    if locomotives > length > 0:
        advice = f"Write at most locomotives = {length}."
        report.add((*route.place, "locomotives"), f"{locomotives} locomotives on {length} spaces", advice)
    elif cards and locomotives > cards.get(LOCOMOTIVE, 0):
        report.add(
            (*route.place, "locomotives"), f"the deck has fewer than {locomotives} locomotives", "Lower the number."
        )
    if route.data.get("tunnel") and locomotives:
        report.add(route.place, "a route that is both a tunnel and a ferry", 'Leave out "tunnel" or "locomotives".')
    if route.data.get("tunnel") and rules.get("tunnel_cards", 1) == 0:
        report.add((*route.place, "tunnel"), "a tunnel on a map without tunnels", "Add tunnel_cards = 3 to [rules].")


def _check_network(report: Report, data: Mapping[str, Any]) -> None:
    """Reports cities without routes, a map that is not connected, and tickets that nobody can complete."""
    known = _city_ids(data)
    routes = _routes(data)
    if any(len(ends(route)) != 2 or not ends(route) <= known for route in routes) or not routes:
        return  # with such problems the connected cities cannot be found
    part = _parts(known, (ends(route) for route in routes))
    sizes = Counter(part.values())
    largest = max(sizes, key=lambda key: sizes[key])
    for city in _cities(data):
        name = city.data.get("id")
        if name is None or part[name] == largest:
            continue
        if sizes[part[name]] == 1:
            report.add(city.place, f'no route goes to "{name}"', "Add a route, or take the city out.")
        elif part[name] == name:
            others = sorted(other for other in part if part[other] == name)
            advice = f"Join it with a route: {', '.join(others[:6])}{' …' if len(others) > 6 else ''}."
            report.add(city.place, f'the board falls apart: nothing joins "{name}" to the rest', advice)
    for tickets in data.get("tickets", {}).values():
        for ticket in tickets:
            cities = cities_of(ticket)
            if known.issuperset(cities) and len({part[city] for city in cities}) > 1:
                said = " and ".join(f'"{city}"' for city in cities)
                report.add(ticket.place, f"no routes join {said} of a ticket", "Join them, or change the ticket.")


def _parts(cities: Iterable[str], pairs: Iterable[frozenset[str]]) -> dict[str, str]:
    """The connected components (depth-first search): for each city the smallest id of its component."""
    neighbours: dict[str, set[str]] = {city: set() for city in cities}
    for a, b in pairs:
        neighbours[a].add(b)
        neighbours[b].add(a)
    part: dict[str, str] = {}
    for start in sorted(neighbours):
        waiting = [start]
        while waiting:
            city = waiting.pop()
            if city not in part:
                part[city] = start
                waiting.extend(neighbours[city])
    return part


def _check_tickets(report: Report, data: Mapping[str, Any]) -> None:
    lists = data.get("tickets")
    if lists is None:
        return
    known = _city_ids(data)
    if "base" not in lists:
        report.add(("tickets",), "the tickets of the base game are missing", "Add base = [ … ] to [tickets].")
    for tickets in lists.values():
        for ticket in tickets:
            if _told_its_cities(report, ticket) and "cities" not in ticket.data:
                _known_ends(report, ticket, "ticket", known)
            elif "cities" in ticket.data:
                _known_tour(report, ticket, known)


def _told_its_cities(report: Report, ticket: MapEntry) -> bool:
    """Whether a ticket names its cities in one of the two ways: its two ends, or all the cities of a tour."""
    written = {key for key in ("from", "to", "cities") if (*ticket.place, key) in report.lines}
    if written in ({"from", "to"}, {"cities"}):
        return True
    if "cities" in written:
        report.add(ticket.place, "a ticket with both ends and cities", 'Leave out "from" and "to", or "cities".')
    for key in sorted({"from", "to"} - written) if "cities" not in written else ():
        report.add(ticket.place, f'"{key}" is missing in a ticket', f'Add {key}, for example {key} = "kyiv".')
    return False


def _known_tour(report: Report, ticket: MapEntry, known: set[str]) -> None:
    """The cities of a tour, and its three values (W9)."""
    cities, points = cities_of(ticket), ticket.data.get("points", 255)
    for index, city in enumerate(cities):
        if city not in known:
            advice = did_you_mean(city, known)
            report.add((*ticket.place, "cities", index), f'unknown city "{city}" in a ticket', advice)
        elif city in cities[:index]:
            report.add((*ticket.place, "cities", index), f'"{city}" is twice on a tour', "Name each city once.")
    for key in ("out_of_order", "penalty"):
        if (*ticket.place, key) not in report.lines:
            report.add(ticket.place, f'"{key}" is missing in a tour', f"Add {key}, for example {key} = 6.")
    if ticket.data.get("out_of_order", 0) > points:
        advice = f"Write at most {points}."
        report.add((*ticket.place, "out_of_order"), "a tour is worth more out of order than in order", advice)


def _check_variants(report: Report, data: Mapping[str, Any]) -> None:
    lists = data.get("tickets")
    known = _city_ids(data)
    variants = data.get("variants", {})
    for name, variant in variants.items():
        place: Place = ("variants", name)
        if name == "base":
            report.add(place, '"base" cannot be a variant, it is the map as it stands', "Change [rules] and [tickets].")
        for index, each in enumerate(variant.get("tickets", ())):
            if lists is not None and each not in lists:
                report.add((*place, "tickets", index), f'unknown list of tickets "{each}"', did_you_mean(each, lists))
            if each in variant["tickets"][:index]:
                report.add((*place, "tickets", index), f'the list "{each}" is there twice', "Take one out.")
        for index, city in enumerate(variant.get("touching", ())):
            if city not in known:
                report.add((*place, "touching", index), f'unknown city "{city}"', did_you_mean(city, known))
        successor = variant.get("replaced_by", "base")
        offered = ["base", *(each for each, other in variants.items() if "replaced_by" not in other)]
        if successor not in offered:
            what = f'"{successor}" is no variant that is offered for new games'
            report.add((*place, "replaced_by"), what, did_you_mean(successor, offered))
    rules = data.get("rules")
    played: list[tuple[Place, Place, Mapping[str, Any], Mapping[str, Any]]] = [
        (("tickets", "base"), ("rules",), BASE, {})
    ]
    for name, variant in variants.items():
        if {"tickets", "long"} <= variant.keys():
            played.append((("variants", name), ("variants", name, "rules"), variant, variant.get("rules", {})))
    before: set[tuple[str, str]] = set()
    for place, rules_place, variant, changes in played:
        deck = None
        if lists is not None:
            deck = ticket_deck(lists, variant)
            _check_replacing(report, lists, variant)
            _check_ticket_deck(report, place, deck)
        if rules is not None:
            _check_rules(report, place, rules_place, data, changed_rules(rules, changes), deck, before)


def _check_replacing(report: Report, lists: Mapping[str, Sequence[MapEntry]], variant: Mapping[str, Any]) -> None:
    earlier: set[frozenset[str]] = set()
    for name in variant["tickets"]:
        for ticket in lists.get(name, ()):
            if ticket.data.get("replaces") and ends(ticket) not in earlier:
                advice = "Leave the key out, or name the list of the other ticket before this one's list."
                report.add((*ticket.place, "replaces"), "a ticket that replaces none", advice)
            earlier.add(ends(ticket))


def _check_ticket_deck(report: Report, place: Place, deck: Sequence[MapEntry]) -> None:
    pairs: dict[frozenset[str], MapEntry] = {}
    names: dict[str, MapEntry] = {}
    if len(deck) > MOST_TICKETS:
        report.add(place, f"{len(deck)} tickets in one deck", f"The limit is {MOST_TICKETS}.")
    for ticket in deck:
        cities = cities_of(ticket)
        if "" in cities or len(ends(ticket)) < len(cities):
            continue
        name = "-".join(cities)
        if (earlier := pairs.get(ends(ticket))) is not None:
            said = " and ".join(f'"{city}"' for city in cities)
            advice = f"The first is on line {report.lines.get(earlier.place)}: take one out, or write replaces = true."
            report.add(ticket.place, f"two tickets between {said} in one deck", advice)
        elif (earlier := names.get(name)) is not None:
            advice = (
                f"The other is on line {report.lines.get(earlier.place)}: turn one round, or change the id of a city."
            )
            report.add(ticket.place, f'two tickets of one deck would be called "{name}"', advice)
        pairs[ends(ticket)] = names[name] = ticket


def _check_rules(
    report: Report,
    place: Place,
    rules_place: Place,
    data: Mapping[str, Any],
    rules: Mapping[str, Any],
    deck: Sequence[MapEntry] | None,
    before: set[tuple[str, str]],
) -> None:
    """Checks the numbers of a variant against each other, cards and tickets. A problem of the base is reported once."""

    def add(key: str, what: str, fix: str) -> None:
        if (key, what) not in before:
            before.add((key, what))
            report.add((*rules_place, key), what, fix)

    least, most = rules.get("players", (2, 2))
    if least > most:
        add("players", f"the least number of players, {least}, is above the most, {most}", "Write [least, most].")
    supply = {RAIL: rules.get("trains", 255), SEA: rules.get("ships", 255)}
    started, said = (rules["pieces"], "pieces") if rules.get("pieces") else (supply[RAIL], "trains")
    if rules.get("end_at", 0) >= started:
        add("end_at", "the game would end before it begins", f"end_at must be less than {said}, {started}.")
    for deck_name, hand, row in zip(DECKS, rules.get("hand", ()), rules.get("row", ()), strict=False):
        cards, needed = deck_size(data, deck_name), hand * most + row
        if cards and cards < needed:
            what = f"{most} hands and the row need {needed} cards, the deck has {cards}"
            add("hand", what if not has_ships(data) else f"{what} {deck_name}", "Add cards, or deal fewer.")
    if has_ships(data):
        check_ship_rules(add, data, rules)
    if has_companies(data):
        check_company_rules(add, data, rules)
    elif ("rules", "route_points") not in report.lines:
        advice = "Add route_points, for example route_points = [1, 2, 4, 7, 10, 15]."
        add("route_points", '"route_points" is missing in rules', advice)
    if len(rules.get("station_cost", ())) < rules.get("stations", 0):
        add("station_cost", "there is not a cost for each station", f"Write {rules['stations']} numbers of cards.")
    if len(set(rules.get("tie_break", ()))) < len(rules.get("tie_break", ())):
        add("tie_break", "a tie-break is there twice", "Write each at most once.")
    for route in _routes(data):
        length = route.data.get("length", 0)
        if length > len(rules.get("route_points", range(20))):
            if ("route_points", str(route.place)) not in before:
                before.add(("route_points", str(route.place)))
                points = len(rules["route_points"])
                advice = f"Shorten it to {points}, or add to route_points in [rules]."
                report.add((*route.place, "length"), f"no points are given for a route of {length} spaces", advice)
        elif length > supply[kind := route.data.get("kind", RAIL)]:
            pieces = "trains" if kind == RAIL else "ships"
            what = f"nobody has the {pieces} for a route of {length} spaces"
            add(pieces, what, f"Give more {pieces}, or shorten the route.")
    opening, draw = rules.get("opening", {}), rules.get("draw", {})
    short, long, keep = opening.get("short", 0), opening.get("long", 0), opening.get("keep", 0)
    if short + long > MOST_OFFERED:
        add("opening", f"{short + long} tickets in one offer", f"The limit is {MOST_OFFERED}.")
    if {"short", "long", "keep"} <= opening.keys() and keep > short + long:
        add("opening", f"{keep} tickets must be kept, but {short + long} are dealt", "Lower keep.")
    if {"tickets", "keep"} <= draw.keys() and draw["keep"] > draw["tickets"]:
        add("draw", f"{draw['keep']} tickets must be kept, but {draw['tickets']} are drawn", "Lower keep.")
    if deck is None:
        return
    have_long = sum(1 for ticket in deck if ticket.data.get("long"))
    have_short = len(deck) - have_long
    for kind, dealt, have in (("short", short, have_short), ("long", long, have_long)):
        if dealt * most > have:
            what = f"{most} players are dealt {dealt} {kind} tickets each, but there are {have}"
            report.add(place, what, f"Add {kind} tickets, or deal fewer in opening.")
    if have_long and "long" in opening and not long:
        advice = "Write long = 1 in opening, or long = false in the variant."
        report.add(place, f"{have_long} long tickets, of which none is ever dealt", advice)
