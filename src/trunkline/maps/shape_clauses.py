"""The keys of companies, news events and their clauses, with the words that each accepts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from trunkline.maps.clauses import (
    ACTIVE,
    BOND,
    BOTH_BLIND,
    CLAIM,
    COMPANY_BONUS_TIMES,
    DIFFERENCE,
    DOUBLES_OPEN,
    DRAW,
    DREW,
    EACH,
    FEE,
    FEE_PER,
    HAND,
    HARBOUR,
    KEPT,
    LARGE,
    LARGE_CITY_CARDS,
    LEAST_MONEY,
    LIST,
    LOSE,
    MERGES,
    MONEY,
    MONEY_PER,
    MOST_TRAINS,
    NO_FACE_UP_LOCOMOTIVE,
    NOT_LEAST_MONEY,
    NOT_MOST_TRAINS,
    OWNS,
    PER_FULL_8,
    PER_KEPT,
    PER_LENGTH,
    REFUND,
    RETURNS,
    SALE,
    SHARED,
    SLIP,
    TAKE,
    TERRITORY,
    TICKETS,
    TICKETS_OFFERED,
    TURNED,
    UNION,
    UNLIMITED,
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
WHEN_LATER = ("given", "turn", "hired", "slip", "ranked")
STORY_WHEN = (CLAIM, SLIP)
STORY_WHEN_LATER = (TURNED, KEPT, DREW, "given", "turn", "hired", "ranked")
WHO = (ACTIVE, EACH, MOST_TRAINS, NOT_MOST_TRAINS, LEAST_MONEY, NOT_LEAST_MONEY)
WHO_LATER = ("herders",)
PLAIN_CONDITIONS = (SHARED, MERGES, BOTH_BLIND)
"""Conditions that are a word alone."""
CONDITIONS = (*PLAIN_CONDITIONS, HAND, TICKETS, OWNS)
CONDITIONS_LATER = (
    "joins", "first_claim", "shares", "locomotives", "colour_held", "trains", "money", "newspapers", "ticket_draws",
    "tickets_share_city", "no_failed", "component", "territories", "event_in", "last_place", "unused", "game",
)  # fmt: skip
EFFECTS_LATER = ("later", "vault", "next_setup", "halve", "trains", "offer", "stampede", "for_locomotive")
PAID_PER, PAID_PER_LATER = (PER_LENGTH, PER_KEPT), (PER_FULL_8, "territory")
FEE_PER_WHAT, FEE_PER_LATER = (PER_FULL_8,), (PER_LENGTH, PER_KEPT, "territory")
STANDING_LATER = ("closed", "no_excursions")
POWERS_LATER = ("two_locomotives", "second_claim", "next_event", "remove_event")
MOST_TIMES = 3
"""How often a company's bonus may be taken for one claim."""
SETS_LATER = ("atlantic", "pacific")


def _word(known: Collection[str], later: Collection[str]) -> Kind:
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


def _one_of(what: str, operations: dict[str, Kind], later: Collection[str], extras: dict[str, Kind]) -> Kind:
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
    },
    EFFECTS_LATER,
    {"least": whole(0, 99), "most": whole(1, 99)},
)


def effect(report: Report, place: Place, value: Any) -> Any:
    if value == WASH:
        return Effect(WASH)
    if isinstance(value, str):
        _word((WASH,), EFFECTS_LATER)(report, place, value)
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
        return Effect(name, data[name])
    least, most = data.get("least", 0), data.get("most", UNLIMITED)
    if least > most:
        report.add((*place, "least"), f"at least {least} dollars, but at most {most}", "Lower least.")
        return BAD
    if least and name == FEE_PER:
        report.add((*place, "least"), '"least" with "fee_per"', "Leave it out: whoever has less pays nothing.")
        return BAD
    return Effect(name, 1, data[name], least, most)


LINES = {
    "colour": Key(text(40), False),
    "gray": Key(flag, False),
    "own_colour": Key(flag, False),
    "length": Key(span(1, UNLIMITED), False),
    "tag": Key(text(40), False),
    "harbours": Key(flag, False),
    "touches": Key(city_set, False),
}
_LINES = table(LINES, "lines", ("territory",))
_OWNED = table({key: kind for key, kind in LINES.items() if key != "own_colour"}, OWNS, ("territory", "own_colour"))
_CONDITION = _one_of(
    "a condition",
    {HAND: span(0, UNLIMITED), TICKETS: span(0, UNLIMITED), OWNS: _OWNED},
    CONDITIONS_LATER,
    {"count": whole(1, 99)},
)


def condition(report: Report, place: Place, value: Any) -> Any:
    if isinstance(value, str) and value in PLAIN_CONDITIONS:
        return Condition(value)
    if isinstance(value, str):
        if value in (HAND, TICKETS):
            report.add(place, f'"{value}" without its range', f"Write {{ {value} = [11, 255] }}.")
        elif value == OWNS:
            report.add(place, f'"{OWNS}" without its lines', f"Write {{ {OWNS} = {{ length = [3, 255] }} }}.")
        else:
            _word(CONDITIONS, CONDITIONS_LATER)(report, place, value)
        return BAD
    read = _CONDITION(report, place, value)
    if read is BAD:
        return BAD
    name, data = read
    if name == OWNS:
        return Condition(OWNS, data.get("count", 1), lines=Lines(**data[OWNS]))
    if "count" in data:
        report.add((*place, "count"), f'"count" with "{name}"', f'Leave it out: it goes with "{OWNS}".')
        return BAD
    return Condition(name, *data[name])


_STANDING = _one_of(
    "a standing rule",
    {
        DOUBLES_OPEN: flag,
        TICKETS_OFFERED: whole(1, MOST_OFFERED),
        LARGE_CITY_CARDS: whole(2, 9),
        COMPANY_BONUS_TIMES: whole(2, MOST_TIMES),
        NO_FACE_UP_LOCOMOTIVE: flag,
    },
    STANDING_LATER,
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
    return place, name, int(data[name]), data.get("players")


_POWER = _one_of(
    "a power",
    {SALE: whole(1, 99), RETURNS: whole(1, 99), BOND: whole(1, 99)},
    POWERS_LATER,
    {"later": whole(1, 99), "players": span(2, 5)},
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


CLAUSE = {
    "when": Key(_word(WHEN, WHEN_LATER), example='when = "claim"'),
    "who": Key(_word(WHO, WHO_LATER), False, default=ACTIVE),
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
_SPIKE_PAYS = _one_of("what a golden spike pays", {MONEY: whole(1, 99), "vault": whole(1, 99)}, (), {})
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
