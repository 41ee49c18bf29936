"""What a map with companies must get right besides: its money, newspapers, companies, news events and their clauses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from trunkline.maps.clauses import (
    ACTIVE,
    BOTH_BLIND,
    CLAIM,
    CLOSED,
    COLOUR_HELD,
    COMPONENT,
    DRAW,
    DREW,
    EVENT_IN,
    FEE,
    FIRST_CLAIM,
    GAME,
    GIVEN,
    HALVE,
    HAND,
    HIRED,
    JOINS,
    KEPT,
    LARGE,
    LAST_PLACE,
    LATER,
    LIST,
    LOCOMOTIVES,
    LOSE,
    MERGES,
    MONEY,
    MONEY_HELD,
    NEWSPAPERS,
    NEXT_SETUP,
    NO_FAILED,
    OFFER,
    OWNS,
    PER_FULL_8,
    PER_KEPT,
    PER_LENGTH,
    PER_TERRITORY,
    RANKED,
    REFUND,
    SHARED,
    SHARES,
    SLIP,
    STAMPEDE,
    TAKE,
    TERRITORIES,
    TERRITORY,
    TICKET_DRAWS,
    TICKETS,
    TICKETS_OFFERED,
    TICKETS_SHARE_CITY,
    TICKETS_WORTH,
    TRAINS_LEFT,
    TRAINS_MORE,
    TURN,
    TURNED,
    UNUSED,
    VAULT,
    WASH,
    CitySet,
    Effect,
    Lines,
    Power,
)
from trunkline.maps.kinds import MapEntry, Report
from trunkline.maps.lines import Place
from trunkline.maps.model import GRAY, LOCOMOTIVE, SHIPS, City, Route
from trunkline.maps.selecting import routes_in
from trunkline.maps.shape_clauses import LINES
from trunkline.rules.reading import did_you_mean

_ONLY_WITH_COMPANIES = ("money", "newspapers", "draw_barred_at", "trains_left")
_NEVER_WITH_COMPANIES = ("route_points", "longest_path", "globetrotter")
_UNKNOWN_WITH_COMPANIES = ("stations", "tunnel_cards")
RESERVED = ("start", "large-city")
"""Reserved names: what pays besides companies and news events. No event may have one of them."""
_IN_PLAY = (TURNED, CLAIM, KEPT, DREW)
CONDITION_AT = {
    SHARED: (CLAIM,),
    MERGES: (CLAIM,),
    BOTH_BLIND: (DREW,),
    HAND: _IN_PLAY,
    TICKETS: (SLIP,),
    OWNS: (*_IN_PLAY, TURN, SLIP),
    JOINS: (CLAIM, TURN, SLIP),
    FIRST_CLAIM: (CLAIM,),
    SHARES: (CLAIM, TURN, SLIP),
    LOCOMOTIVES: (CLAIM,),
    COLOUR_HELD: (TURN,),
    TRAINS_LEFT: (CLAIM, TURN, SLIP),
    MONEY_HELD: (CLAIM, TURN, SLIP),
    NEWSPAPERS: (CLAIM, TURN, SLIP),
    TICKET_DRAWS: (CLAIM, TURN, SLIP),
    TICKETS_WORTH: (SLIP,),
    TICKETS_SHARE_CITY: (SLIP,),
    NO_FAILED: (SLIP,),
    COMPONENT: (CLAIM, TURN, SLIP),
    TERRITORIES: (CLAIM, TURN, SLIP),
    EVENT_IN: (CLAIM, TURN),
    LAST_PLACE: (RANKED,),
    UNUSED: (SLIP,),
    GAME: (CLAIM, TURN, SLIP, RANKED),
}
"""The moments at which each condition can be checked."""
EFFECT_AT = {
    MONEY: (*_IN_PLAY, SLIP),
    FEE: (*_IN_PLAY, SLIP),
    PER_LENGTH: (CLAIM,),
    PER_KEPT: (KEPT,),
    PER_FULL_8: (TURNED,),
    PER_TERRITORY: (TURNED,),
    DRAW: _IN_PLAY,
    TAKE: (CLAIM,),
    LOSE: _IN_PLAY,
    WASH: (TURNED,),
    STAMPEDE: (TURNED,),
    REFUND: (CLAIM,),
}
"""The moments at which each effect can happen. Only the company whose turn it is makes choices, at a claim (L12)."""

_HOLDERS_CONDITIONS = (COLOUR_HELD, NEWSPAPERS, TICKET_DRAWS, LAST_PLACE, UNUSED, GAME)
HOLDER_EFFECT_AT = {
    MONEY: (CLAIM, TURN, HIRED, SLIP),
    FEE: (CLAIM, TURN, SLIP),
    DRAW: (CLAIM, TURN, HIRED),
    TAKE: (CLAIM,),
    LOSE: (CLAIM, TURN),
    REFUND: (CLAIM,),
    LATER: (CLAIM, TURN, HIRED),
    VAULT: (CLAIM, TURN, SLIP, RANKED),
    NEXT_SETUP: (CLAIM, TURN, SLIP, RANKED, GIVEN),
    HALVE: (SLIP,),
    TRAINS_MORE: (HIRED,),
    OFFER: (HIRED,),
}
"""The same for crew cards and postcards. What only they have, a game keeps with the offices."""


def has_companies(data: Mapping[str, Any]) -> bool:
    return bool(data.get("companies"))


def check_companies(report: Report, data: Mapping[str, Any]) -> None:
    """Checks the companies and news events, and that a map without companies has no keys of theirs."""
    section = data.get("board", {})
    known = {city.data["id"] for city in section.get("cities", ()) if "id" in city.data}
    for edge in section.get("edges", ()):
        if (city := edge.data.get("from", "")) and city not in known:
            report.add((*edge.place, "from"), f'unknown city "{city}" in a track', did_you_mean(city, known))
    if not has_companies(data):
        _check_has_none(report, data)
        return
    if SHIPS in data.get("decks", {}):
        report.add(("decks", SHIPS), "ships on a map with companies", "Leave them out: they are not known there.")
    for route in section.get("routes", ()):
        if route.data.get("tunnel"):
            advice = "Leave it out: it is not known there."
            report.add((*route.place, "tunnel"), "a tunnel on a map with companies", advice)
    colours = _colours(data)
    used = {colour for route in section.get("routes", ()) for colour in route.data.get("colour", ())}
    for name, company in data["companies"].items():
        place: Place = ("companies", name)
        if name not in colours:
            report.add(
                place, f'no card of the deck has the colour of the company "{name}"', did_you_mean(name, colours)
            )
        elif used and name not in used:
            report.add(place, f'no route has the colour of the company "{name}"', "Add one, or take the company out.")
        if company.get("bonus") == []:
            report.add((*place, "bonus"), "a bonus that gives nothing", "Write bonus = [ { does = { money = 2 } } ].")
        for clause in company.get("bonus", ()):
            check_clause(report, clause, data, CLAIM, name)
    for name, event in data.get("events", {}).items():
        if name in (*data["companies"], *RESERVED):
            advice = "Give it another name: the log tells by it what paid."
            report.add(("events", name), f'"{name}" cannot be the name of a news event', advice)
        check_event(report, ("events", name), event, data)


def check_company_rules(
    add: Callable[[str, str, str], None], data: Mapping[str, Any], rules: Mapping[str, Any]
) -> None:
    """Checks the numbers of a variant with companies against each other, the companies and the events."""
    for key in _NEVER_WITH_COMPANIES:
        if rules.get(key):
            add(key, f'"{key}" on a map with companies', "Leave it out: there a game pays dollars, not points.")
    for key in _UNKNOWN_WITH_COMPANIES:
        if rules.get(key):
            add(key, f'"{key}" on a map with companies', "Leave it out: it is not known there.")
    least, most = rules.get("players", (2, 2))
    companies, newspapers = data["companies"], rules.get("newspapers", ())
    if len(companies) < most:
        add("players", f"{most} players, but {len(companies)} companies", "Add companies, or lower the players.")
    if newspapers and least <= most and len(newspapers) != most - least + 1:
        what = f"{len(newspapers)} numbers of newspapers for {least} to {most} players"
        add("newspapers", what, f"Write {most - least + 1}, the first for {least} players.")
    if any(newspapers) and not data.get("events"):
        add("newspapers", "newspapers, but no news events", "Add [events], or leave newspapers out.")
    if data.get("events") and not any(newspapers):
        add("newspapers", "news events, but no newspapers that turn them up", "Add newspapers, for example [6, 4].")
    if len(rules.get("trains_left", ())) > rules.get("trains", 255) + 1:
        what = f"{len(rules['trains_left'])} amounts for trains left"
        add("trains_left", what, f"Write at most {rules['trains'] + 1}, for 0 to {rules['trains']} trains.")
    for event in data.get("events", {}).values():
        for _, name, value, _ in event.get("rules", ()):
            if name == TICKETS_OFFERED and value < rules.get("draw", {}).get("keep", 1):
                add("draw", f"a news event offers {value} tickets, fewer than must be kept", "Lower keep.")


def _check_has_none(report: Report, data: Mapping[str, Any]) -> None:
    advice = "Add [companies.red] and others, or leave it out."
    for key in _ONLY_WITH_COMPANIES:
        if data.get("rules", {}).get(key):
            report.add(("rules", key), f'"{key}" on a map without companies', advice)
    if "turn-order" in data.get("rules", {}).get("tie_break", ()):
        report.add(("rules", "tie_break"), '"turn-order" on a map without companies', advice)
    if data.get("events"):
        report.add(("events",), "news events on a map without companies", advice)
    for key, entries in ((LARGE, "cities"), ("harbour", "cities"), ("territory", "cities"), ("tags", "routes")):
        for entry in data.get("board", {}).get(entries, ()):
            if entry.data.get(key):
                report.add((*entry.place, key), f'"{key}" on a map without companies', advice)


def check_event(report: Report, place: Place, event: Mapping[str, Any], data: Mapping[str, Any]) -> None:
    clauses: list[MapEntry] = event.get("clauses", [])
    if not clauses and not event.get("rules", True) and not event.get("powers", True):
        report.add(place, "a news event that changes nothing", "Add clauses, rules or powers.")
    powers: list[tuple[Place, Power]] = list(event.get("powers", ()))
    for number, (power_place, power) in enumerate(powers):
        _check_players(report, power_place, power.players, data)
        if any(other.name == power.name and _overlap(other, power) for _, other in powers[:number]):
            advice = "Take one out: a company uses it once while the event is current."
            report.add(power_place, f'the power "{power.name}" is there twice', advice)
    for rule_place, name, value, players in event.get("rules", ()):
        _check_players(report, rule_place, players, data)
        if name == CLOSED:
            _check_lines(report, rule_place, _given(value), data, "")
    for clause in clauses:
        check_clause(report, clause, data, clause.data.get("when", ""), "")
    turned = [clause for clause in clauses if clause.data.get("when") == TURNED]
    if not turned:
        return
    what = "a news event that acts once, when it is turned up, and also lasts"
    advice = f'Make two events of it: one with when = "{TURNED}" alone, and one for the rest.'
    for key in ("rules", "powers"):
        if event.get(key):
            report.add((*place, key), what, advice)
    for clause in clauses:
        if clause.data.get("when", TURNED) != TURNED:
            report.add((*clause.place, "when"), what, advice)


def _overlap(one: Power, other: Power) -> bool:
    """Whether both powers hold for the same number of players."""
    if one.players is None or other.players is None:
        return True
    return max(one.players[0], other.players[0]) <= min(one.players[1], other.players[1])


def _given(lines: Lines) -> dict[str, Any]:
    """The keys of lines that are given."""
    return {key: value for key in LINES if (value := getattr(lines, key))}


def check_holder_card(
    report: Report, place: Place, card: Mapping[str, Any], data: Mapping[str, Any], events: Collection[str]
) -> None:
    """Checks a crew card or a postcard. `events` are all news events that a clause may name."""
    clauses: list[MapEntry] = card.get("clauses", [])
    if not clauses and not card.get("powers", True):
        report.add(place, "a card that does nothing", "Add clauses or powers.")
    for clause in clauses:
        check_clause(report, clause, data, clause.data.get("when", ""), "", holder=True)
        for at, condition in enumerate(clause.data.get("if", ())):
            for event in condition.events:
                if event not in events:
                    what = f'unknown news event "{event}"'
                    report.add((*clause.place, "if", at), what, did_you_mean(event, events))


def check_clause(
    report: Report, clause: MapEntry, data: Mapping[str, Any], when: str, company: str, *, holder: bool = False
) -> None:
    """Checks that each part of a clause is possible at its moment. `company` is empty except for a bonus."""
    place = clause.place
    _check_players(report, place, clause.data.get("players"), data)
    if when and when != TURNED and clause.data.get("who", ACTIVE) != ACTIVE:
        advice = f'Leave it out, or write when = "{TURNED}".'
        report.add((*place, "who"), f'"who" when it acts at "{when}"', advice)
    seen: set[str] = set()
    for at, condition in enumerate(clause.data.get("if", ())):
        there = (*place, "if", at)
        if condition.name in seen:
            report.add(there, f'the condition "{condition.name}" is there twice', "Take one out.")
        elif when and when not in CONDITION_AT[condition.name]:
            advice = f"It can be asked at: {', '.join(CONDITION_AT[condition.name])}."
            report.add(there, f'"{condition.name}" cannot be asked at "{when}"', advice)
        elif not holder and condition.name in _HOLDERS_CONDITIONS:
            report.add(there, f'"{condition.name}" outside of crew and postcards', "Write another condition.")
        if condition.name != JOINS:
            seen.add(condition.name)
        if condition.lines is not None:
            _check_lines(report, there, _given(condition.lines), data, "")
        for cities in condition.sets:
            _check_cities(report, there, cities, data)
    effect: Effect | None = clause.data.get("does")
    if effect is not None and when:
        _check_effect(report, clause, effect, when, HOLDER_EFFECT_AT if holder else EFFECT_AT)
    if effect is not None and not holder and effect.for_locomotive:
        advice = "Leave it out: only postcards ask for a locomotive."
        report.add((*place, "does"), '"for_locomotive" outside of postcards', advice)
    elif effect is not None and effect.for_locomotive and when != CLAIM:
        report.add((*place, "does"), f'"for_locomotive" at "{when}"', "Only a claim asks for a locomotive (L18).")
    if "lines" in clause.data:
        if when and when != CLAIM:
            report.add((*place, "lines"), f'"lines" when it acts at "{when}"', 'Only a "claim" has a line.')
        else:
            _check_lines(report, (*place, "lines"), clause.data["lines"], data, company)


def _check_effect(
    report: Report, clause: MapEntry, effect: Effect, when: str, moments: Mapping[str, Collection[str]]
) -> None:
    place = (*clause.place, "does")
    name = effect.per or effect.name
    if name not in moments:
        report.add(place, f'"{name}" on such a card', f"It can be: {', '.join(moments)}.")
    elif when not in moments[name]:
        advice = f"It can be done at: {', '.join(moments[name])}."
        report.add(place, f'"{name}" cannot be done at "{when}"', advice)
    if effect.name in (WASH, STAMPEDE) and (clause.data.get("who", ACTIVE) != ACTIVE or clause.data.get("if")):
        report.add(place, f'"{effect.name}" for some companies', 'It is for all: leave out "who" and "if".')


def _check_players(report: Report, place: Place, players: tuple[int, int] | None, data: Mapping[str, Any]) -> None:
    least, most = data.get("rules", {}).get("players", (2, 5))
    if players is not None and (players[1] < least or players[0] > most):
        what = f"it is for {players[0]} to {players[1]} players, the map for {least} to {most}"
        report.add((*place, "players"), what, "Change it, or leave it out.")


def _check_lines(report: Report, place: Place, lines: Mapping[str, Any], data: Mapping[str, Any], company: str) -> None:
    before = len(report.problems)
    if not lines:
        report.add(place, '"lines" says nothing', "Leave it out, or write for example { length = [3, 255] }.")
    if sum(1 for key in ("colour", "gray", "own_colour") if lines.get(key)) > 1:
        report.add(place, "a line has one colour", 'Write one of "colour", "gray" and "own_colour".')
    colours = _colours(data)
    if "colour" in lines and colours and lines["colour"] not in colours:
        what = f'no card of the deck has the colour "{lines["colour"]}"'
        report.add((*place, "colour"), what, did_you_mean(lines["colour"], colours))
    routes = data.get("board", {}).get("routes", ())
    tags = {tag for route in routes for tag in route.data.get("tags", ())}
    if "tag" in lines and lines["tag"] not in tags:
        advice = did_you_mean(lines["tag"], tags) or "Write tags in the routes that are meant, or leave it out."
        report.add((*place, "tag"), f'no route has the tag "{lines["tag"]}"', advice)
    if "touches" in lines:
        _check_cities(report, (*place, "touches"), lines["touches"], data)
    if len(report.problems) == before and not _any_fits(data, Lines(**lines), company):
        report.add(place, "no route of the map fits these lines", "Ask for less, or leave the clause out.")


def _check_cities(report: Report, place: Place, chosen: CitySet, data: Mapping[str, Any]) -> None:
    cities: list[MapEntry] = data.get("board", {}).get("cities", [])
    known = {city.data.get("id", "") for city in cities}
    territories = {city.data["territory"] for city in cities if city.data.get("territory")}
    for part in _parts(chosen):
        if part.kind == TERRITORY and part.territory not in territories:
            what = f'"{part.territory}" is neither a known set of cities nor a territory'
            report.add(place, what, did_you_mean(part.territory, {LARGE, "harbour", *territories}))
        if part.kind == LIST:
            for city in part.cities:
                if city not in known:
                    report.add(place, f'unknown city "{city}" in a clause', did_you_mean(city, known))


def _parts(chosen: CitySet) -> Iterator[CitySet]:
    yield chosen
    for part in chosen.parts:
        yield from _parts(part)


def _any_fits(data: Mapping[str, Any], lines: Lines, company: str) -> bool:
    """Whether some route fits the clause; True if the routes have problems themselves."""
    section = data.get("board", {})
    cities = [
        City(city.data.get("id", ""), "", 0, 0, large=city.data.get("large", False),
             harbour=city.data.get("harbour", False), territory=city.data.get("territory", ""))
        for city in section.get("cities", ())
    ]  # fmt: skip
    routes = []
    for number, route in enumerate(section.get("routes", ())):
        if not {"from", "to", "length", "colour", "tags"} <= route.data.keys():
            return True
        for colour in route.data["colour"]:
            if not company or colour == company:
                ends = (route.data["from"], route.data["to"])
                routes.append(Route("", *ends, route.data["length"], colour, number, tags=route.data["tags"]))
    owners = [company] if company else list(data["companies"])
    return not routes or any(any(routes_in(routes, cities, lines, owner)) for owner in owners)


def _colours(data: Mapping[str, Any]) -> list[str]:
    """The colours of the deck."""
    cards = data.get("decks", {}).get("trains", {}).get("cards", {})
    return [card for card in cards if card not in (LOCOMOTIVE, GRAY)]
