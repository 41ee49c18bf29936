"""The keys of companies, news events and their clauses, with the words that each accepts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from trunkline.maps.clauses import (
    ACTIVE,
    BOND,
    BOTH_BLIND,
    CLAIM,
    CLOSED,
    COLOUR_HELD,
    COMPANY_BONUS_TIMES,
    COMPONENT,
    DIFFERENCE,
    DOUBLES_OPEN,
    DRAW,
    DREW,
    EACH,
    EVENT_IN,
    FEE,
    FEE_PER,
    FIRST_CLAIM,
    GAME,
    GIVEN,
    HALVE,
    HAND,
    HARBOUR,
    HERDERS,
    HIRED,
    JOINS,
    KEPT,
    LARGE,
    LARGE_CITY_CARDS,
    LAST_PLACE,
    LATER,
    LEAST_MONEY,
    LIST,
    LOCOMOTIVES,
    LOSE,
    MERGES,
    MONEY,
    MONEY_HELD,
    MONEY_PER,
    MOST_TRAINS,
    NEWSPAPERS,
    NEXT_EVENT,
    NEXT_SETUP,
    NO_EXCURSIONS,
    NO_FACE_UP_LOCOMOTIVE,
    NO_FAILED,
    NOT_LEAST_MONEY,
    NOT_MOST_TRAINS,
    OFFER,
    OWNS,
    PER_FULL_8,
    PER_KEPT,
    PER_LENGTH,
    PER_TERRITORY,
    RANKED,
    REFUND,
    REMOVE_EVENT,
    RETURNS,
    SALE,
    SECOND_CLAIM,
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
    TWO_LOCOMOTIVES,
    UNION,
    UNLIMITED,
    UNUSED,
    VAULT,
    WASH,
    CitySet,
    Condition,
    Effect,
    Lines,
    Power,
    Words,
)
from trunkline.maps.kinds import (
    BAD,
    MOST_OFFERED,
    Key,
    Kind,
    Report,
    entries,
    flag,
    label,
    list_of,
    not_yet_known,
    shown,
    table,
    text,
    whole,
)
from trunkline.maps.lines import Place
from trunkline.rules.reading import did_you_mean

MOST_CLAUSES = 8
_DEEPEST = 4
"""How deep sets of cities may be nested."""

WHEN = (TURNED, CLAIM, KEPT, DREW)
WHEN_LATER = (GIVEN, TURN, HIRED, SLIP, RANKED)
STORY_WHEN = (CLAIM, SLIP)
STORY_WHEN_LATER = (TURNED, KEPT, DREW, GIVEN, TURN, HIRED, RANKED)
CREW_WHEN = (HIRED, SLIP)
POSTCARD_WHEN = (CLAIM, TURN, SLIP, RANKED, GIVEN)
WHO = (ACTIVE, EACH, MOST_TRAINS, NOT_MOST_TRAINS, LEAST_MONEY, NOT_LEAST_MONEY, HERDERS)
PLAIN_CONDITIONS = (
    SHARED, MERGES, BOTH_BLIND, FIRST_CLAIM, TICKETS_SHARE_CITY, NO_FAILED, LAST_PLACE, UNUSED,
)  # fmt: skip
"""Conditions that are a word alone."""
RANGES = (HAND, TICKETS, LOCOMOTIVES, TRAINS_LEFT, TICKETS_WORTH)
"""Conditions with a range from–to."""
NUMBERS = (SHARES, COLOUR_HELD, MONEY_HELD, NEWSPAPERS, TICKET_DRAWS, COMPONENT, TERRITORIES, GAME)
"""Conditions with a least number."""
CONDITIONS = (*PLAIN_CONDITIONS, *RANGES, *NUMBERS, OWNS, JOINS, EVENT_IN)
PAID_PER, PAID_PER_LATER = (PER_LENGTH, PER_KEPT, PER_TERRITORY), (PER_FULL_8,)
FEE_PER_WHAT, FEE_PER_LATER = (PER_FULL_8,), (PER_LENGTH, PER_KEPT, PER_TERRITORY)
EVENT_POWERS_LATER = (TWO_LOCOMOTIVES, SECOND_CLAIM, NEXT_EVENT, REMOVE_EVENT)
MOST_TIMES = 3
"""How often a company's bonus may be taken for one claim."""
FOR_LOCOMOTIVE = "for_locomotive"
SETS_LATER = ("atlantic", "pacific")


def _word(known: Collection[str], later: Collection[str] = ()) -> Kind:
    """One of the known words. A reserved word that no rule reads yet is refused by name."""

    def kind(report: Report, place: Place, value: Any) -> Any:
        if isinstance(value, str) and value in known:
            return value
        if isinstance(value, str) and value in later:
            report.add(place, *not_yet_known(value, known))
        else:
            report.add(place, f"{label(place)} cannot be {shown(value)}", did_you_mean(str(value), known))
        return BAD

    return kind


def words(longest: int) -> Kind:
    """A text for all languages, or a table with one for each."""
    one = text(longest)
    each = table({"en": Key(one, example='en = "…"'), "uk": Key(one, False), "el": Key(one, False)})

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            read = one(report, place, value)
            return BAD if read is BAD else Words(read, read, read)
        read = each(report, place, value)
        if "en" not in read:
            return BAD
        return Words(read["en"], read.get("uk", read["en"]), read.get("el", read["en"]))

    return kind


def span(low: int, high: int) -> Kind:
    """A range [from, to]."""
    pair = list_of(whole(low, high), 2, 2)

    def kind(report: Report, place: Place, value: Any) -> Any:
        read = pair(report, place, value)
        if read is not BAD and read[0] > read[1]:
            report.add(place, f"{label(place)} goes from {read[0]} to {read[1]}", "Write [least, most].")
            return BAD
        return read

    return kind


def city_set(report: Report, place: Place, value: Any, depth: int = 0) -> Any:
    """`"large"`, `"harbour"`, a territory, a list of cities, `{ union = [...] }` or `{ difference = [a, b] }`."""
    if isinstance(value, str) and value in SETS_LATER:
        report.add(place, *not_yet_known(value, (LARGE, HARBOUR, "a territory", "a list of cities")))
        return BAD
    if isinstance(value, str):
        return CitySet(value) if value in (LARGE, HARBOUR) else CitySet(TERRITORY, territory=value)
    if isinstance(value, list):
        read = list_of(text(40), 1, UNLIMITED)(report, place, value)
        return BAD if read is BAD else CitySet(LIST, cities=read)
    if isinstance(value, dict) and len(value) == 1 and depth < _DEEPEST:
        ((kind, parts),) = value.items()
        if kind in (UNION, DIFFERENCE) and isinstance(parts, list):
            if (kind == DIFFERENCE and len(parts) != 2) or not parts:
                report.add((*place, kind), f'"{kind}" has {len(parts)} sets', "Write two.")
                return BAD
            found = [city_set(report, (*place, kind, at), part, depth + 1) for at, part in enumerate(parts)]
            return BAD if BAD in found else CitySet(kind, parts=tuple(found))
    report.add(
        place,
        f"{label(place)} is no set of cities",
        'Write "large", "harbour", a territory, a list of cities, { union = [ … ] } or { difference = [a, b] }.',
    )
    return BAD


def _one_of(what: str, operations: dict[str, Kind], extras: dict[str, Kind], later: Collection[str] = ()) -> Kind:
    """A table with exactly one operation and optional keys of it, read as the operation and a dict."""
    known = table({key: Key(kind, False) for key, kind in (operations | extras).items()}, what, later)

    def kind(report: Report, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            report.add(place, f"{label(place)} cannot be {shown(value)}", f"Write {what}: {', '.join(operations)}.")
            return BAD
        read = known(report, place, value)
        if len(read) < len(value):
            return BAD
        found = [key for key in read if key in operations]
        if len(found) != 1:
            said = " and ".join(f'"{key}"' for key in found) or "nothing"
            report.add(place, f"{what} says {said}", f"Write exactly one of: {', '.join(operations)}.")
            return BAD
        return found[0], read

    return kind


_EFFECT = _one_of(
    "an effect",
    {
        MONEY: whole(1, 99),
        MONEY_PER: _word(PAID_PER, PAID_PER_LATER),
        FEE: whole(1, 99),
        FEE_PER: _word(FEE_PER_WHAT, FEE_PER_LATER),
        DRAW: whole(1, 9),
        TAKE: whole(1, 5),
        LOSE: whole(1, 99),
        REFUND: whole(1, 9),
        LATER: whole(1, 99),
        VAULT: whole(1, 99),
        NEXT_SETUP: list_of(whole(0, 20), 2, 2),
        HALVE: whole(1, 9),
        TRAINS_MORE: whole(1, 20),
        OFFER: whole(1, MOST_OFFERED),
    },
    {"least": whole(0, 99), "most": whole(1, 99), FOR_LOCOMOTIVE: flag},
)


def effect(report: Report, place: Place, value: Any) -> Any:
    if value in (WASH, STAMPEDE):
        return Effect(value)
    if isinstance(value, str):
        _word((WASH, STAMPEDE))(report, place, value)
        return BAD
    read = _EFFECT(report, place, value)
    if read is BAD:
        return BAD
    name, data = read
    if name not in (MONEY_PER, FEE_PER):
        for key in ("least", "most"):
            if key in data:
                advice = 'Leave it out: it goes with "money_per" and "fee_per".'
                report.add((*place, key), f'"{key}" with "{name}"', advice)
        asked = bool(data.get(FOR_LOCOMOTIVE))
        if name == NEXT_SETUP:
            dollars, cards = data[name]
            return Effect(name, dollars, cards=cards, for_locomotive=asked)
        return Effect(name, data[name], for_locomotive=asked)
    least, most = data.get("least", 0), data.get("most", UNLIMITED)
    if least > most:
        report.add((*place, "least"), f"at least {least} dollars, but at most {most}", "Lower least.")
        return BAD
    if least and name == FEE_PER:
        report.add((*place, "least"), '"least" with "fee_per"', "Leave it out: whoever has less pays nothing.")
        return BAD
    return Effect(name, 1, data[name], least, most)


def _true(report: Report, place: Place, value: Any) -> Any:
    """A mark of routes, which is left out where it does not hold."""
    read = flag(report, place, value)
    if read is False:
        report.add(place, f"{label(place)} is false", "Write true, or leave it out.")
        return BAD
    return read


LINES = {
    "colour": Key(text(40), False),
    "gray": Key(_true, False),
    "own_colour": Key(_true, False),
    "length": Key(span(1, UNLIMITED), False),
    "tag": Key(text(40), False),
    "harbours": Key(_true, False),
    "touches": Key(city_set, False),
}
_LINES = table(LINES, "lines", ("territory",))
_OWNED = table({key: kind for key, kind in LINES.items() if key != "own_colour"}, OWNS, ("territory", "own_colour"))
_CONDITION = _one_of(
    "a condition",
    {
        **{name: span(0, UNLIMITED) for name in RANGES},
        **{name: whole(1, 99) for name in NUMBERS},
        OWNS: _OWNED,
        JOINS: list_of(city_set, 2, 2),
        EVENT_IN: list_of(text(40), 1, UNLIMITED),
    },
    {"count": whole(1, 99)},
)


def condition(report: Report, place: Place, value: Any) -> Any:
    if isinstance(value, str) and value in PLAIN_CONDITIONS:
        return Condition(value)
    if isinstance(value, str):
        if value in RANGES:
            report.add(place, f'"{value}" without its range', f"Write {{ {value} = [11, 255] }}.")
        elif value in NUMBERS:
            report.add(place, f'"{value}" without its number', f"Write {{ {value} = 2 }}.")
        elif value == OWNS:
            report.add(place, f'"{OWNS}" without its lines', f"Write {{ {OWNS} = {{ length = [3, 255] }} }}.")
        else:
            _word(CONDITIONS)(report, place, value)
        return BAD
    read = _CONDITION(report, place, value)
    if read is BAD:
        return BAD
    name, data = read
    if name == OWNS:
        return Condition(OWNS, data.get("count", 1), lines=Lines(**data[OWNS]))
    if name == TICKETS_WORTH:
        least, most = data[name]
        return Condition(name, least, most, count=data.get("count", 1))
    if "count" in data:
        report.add((*place, "count"), f'"count" with "{name}"', f'Leave it out: it goes with "{OWNS}".')
        return BAD
    if name == JOINS:
        return Condition(name, sets=data[name])
    if name == EVENT_IN:
        return Condition(name, events=data[name])
    return Condition(name, data[name]) if name in NUMBERS else Condition(name, *data[name])


_STANDING = _one_of(
    "a standing rule",
    {
        DOUBLES_OPEN: flag,
        TICKETS_OFFERED: whole(1, MOST_OFFERED),
        LARGE_CITY_CARDS: whole(2, 9),
        COMPANY_BONUS_TIMES: whole(2, MOST_TIMES),
        NO_FACE_UP_LOCOMOTIVE: flag,
        CLOSED: _OWNED,
        NO_EXCURSIONS: flag,
    },
    {"players": span(2, 5)},
)


def standing(report: Report, place: Place, value: Any) -> Any:
    """A standing rule: read as its place, its name, its number and for how many players it holds."""
    read = _STANDING(report, place, value)
    if read is BAD:
        return BAD
    name, data = read
    if data[name] is False:
        report.add((*place, name), f'"{name}" is false', "Write true, or leave the rule out.")
        return BAD
    if name == CLOSED:
        return place, name, Lines(**data[name]), data.get("players")
    return place, name, int(data[name]), data.get("players")


_PLAYERS = {"players": span(2, 5)}
_POWER = _one_of(
    "a power",
    {SALE: whole(1, 99), RETURNS: whole(1, 99), BOND: whole(1, 99)},
    {"later": whole(1, 99), **_PLAYERS},
    EVENT_POWERS_LATER,
)
_HOLDER_POWER = _one_of(
    "a power of a crew card or postcard",
    {TWO_LOCOMOTIVES: flag, SECOND_CLAIM: whole(1, 9), NEXT_EVENT: flag, REMOVE_EVENT: whole(0, 99)},
    {},
    (SALE, RETURNS, BOND),
)


def power(report: Report, place: Place, value: Any) -> Any:
    """A power: read as its place and the power."""
    read = _POWER(report, place, value)
    if read is BAD:
        return BAD
    name, data = read
    if name == BOND and "later" not in data:
        report.add(place, f'"{BOND}" without "later"', f"Write {{ {BOND} = 6, later = 9 }}: what the slip loses.")
        return BAD
    if name != BOND and "later" in data:
        report.add((*place, "later"), f'"later" with "{name}"', f'Leave it out: it goes with "{BOND}".')
        return BAD
    return place, Power(name, data[name], data.get("later", 0), data.get("players"))


def holder_power(report: Report, place: Place, value: Any) -> Any:
    """A power of a crew card or postcard: read as its place and the power."""
    read = _HOLDER_POWER(report, place, value)
    if read is BAD:
        return BAD
    name, data = read
    if data[name] is False:
        report.add((*place, name), f'"{name}" is false', "Write true, or leave the power out.")
        return BAD
    return place, Power(name, int(data[name]))


CLAUSE = {
    "when": Key(_word(WHEN, WHEN_LATER), example='when = "claim"'),
    "who": Key(_word(WHO, ()), False, default=ACTIVE),
    "players": Key(span(2, 5), False),
    "lines": Key(_LINES, False),
    "if": Key(list_of(condition, 1, 2), False, default=()),
    "does": Key(effect, example="does = { money = 2 }"),
}
BONUS = {key: kind for key, kind in CLAUSE.items() if key not in ("when", "who")}
"""A bonus is always for a claim, and for the company that made it (L16)."""
CLAUSE_LATER = ("uses", "once")
COMPANY = {
    "name": Key(words(60), example='name = "Hudson Iron"'),
    "bonus": Key(entries("clause", BONUS, MOST_CLAUSES, CLAUSE_LATER), example="bonus = [ { does = { money = 2 } } ]"),
    "text": Key(words(300), False),
}
NEWS = {
    "name": Key(words(60), example='name = "Payday"'),
    "clauses": Key(entries("clause", CLAUSE, MOST_CLAUSES, CLAUSE_LATER), False, default=[]),
    "rules": Key(list_of(standing, 1, MOST_CLAUSES), False, default=()),
    "powers": Key(list_of(power, 1, MOST_CLAUSES), False, default=()),
    "text": Key(words(300), False),
}
_SPIKE_PAYS = _one_of("what a golden spike pays", {MONEY: whole(1, 99), "vault": whole(1, 99)}, {})
SPIKE = {
    "territory": Key(text(8), example='territory = "LK"'),
    "joins": Key(list_of(text(40), 2, 2), example='joins = ["toronto", "new-york"]'),
    "does": Key(_SPIKE_PAYS, example="does = { money = 4 }"),
}
"""A golden spike of a territory, for whoever joins two cities first."""
STORY_CLAUSE = {key: kind for key, kind in CLAUSE.items() if key not in ("when", "who")} | {
    "when": Key(_word(STORY_WHEN, STORY_WHEN_LATER), example='when = "claim"'),
}
STORY_RULE = {
    "name": Key(words(60), example='name = "Crown Point toll"'),
    "clauses": Key(entries("clause", STORY_CLAUSE, MOST_CLAUSES, CLAUSE_LATER), example="clauses = [ … ]"),
    "text": Key(words(300), False),
}
"""A rule of the story: a card that is in force during the whole game."""


def _holder_clause(when: Collection[str]) -> dict[str, Key]:
    """The keys of a clause that acts for the holder of its card."""
    later = tuple(word for word in (TURNED, CLAIM, KEPT, DREW, SLIP, TURN, HIRED, RANKED, GIVEN) if word not in when)
    return {key: kind for key, kind in CLAUSE.items() if key not in ("when", "who")} | {
        "when": Key(_word(when, later), example=f'when = "{next(iter(when))}"'),
    }


CREW = {
    "name": Key(words(60), example='name = "Paymaster"'),
    "clauses": Key(entries("clause", _holder_clause(CREW_WHEN), MOST_CLAUSES, CLAUSE_LATER), False, default=[]),
    "powers": Key(list_of(holder_power, 1, 1), False, default=()),
    "text": Key(words(300), False),
}
POSTCARD = {
    "name": Key(words(60), example='name = "A lamp lighter in Québec"'),
    "front": Key(words(200), example='front = "Short hops add up."'),
    "ticket": Key(text(90), False),
    "uses": Key(whole(1, 9), False, default=1),
    "clauses": Key(entries("clause", _holder_clause(POSTCARD_WHEN), MOST_CLAUSES, CLAUSE_LATER), False, default=[]),
    "powers": Key(list_of(holder_power, 1, 1), False, default=()),
    "text": Key(words(300), False),
}
