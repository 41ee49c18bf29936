"""The text of a news event or a company's bonus in a language: the map's own words, or one sentence for each clause.

Server, page and terminal all show these texts. The sentences are in `card_words/`, whole ones with every plural form.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from trunkline.maps.clauses import (
    CLOSED,
    DIFFERENCE,
    EVENT_IN,
    JOINS,
    LIST,
    MONEY,
    MONEY_PER,
    OWNS,
    PER_FULL_8,
    PER_KEPT,
    PER_LENGTH,
    PER_TERRITORY,
    STAMPEDE,
    TERRITORY,
    TICKETS,
    TICKETS_WORTH,
    TURNED,
    UNION,
    UNLIMITED,
    WASH,
    CitySet,
    Clause,
    Company,
    Condition,
    Effect,
    HolderCard,
    Lines,
    NewsEvent,
    Power,
    Standing,
)
from trunkline.maps.model import Map
from trunkline.maps.shape_clauses import RANGES

FOLDER = Path(__file__).parent / "card_words"
BONUS = "bonus"
"""The sentences of a company's bonus. Sentences of a news event are grouped by when a clause acts and for whom."""

Forms = str | dict[str, str]


def languages() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def news_text(map_: Map, event: NewsEvent, language: str = "en", players: int | None = None) -> tuple[str, ...]:
    """What a news event does, a sentence for each clause, standing rule and power.

    If the number of players is given, clauses for other numbers are left out.
    """
    if event.text is not None:
        return (event.text.by(language),)
    teller = _Teller(map_, language, players)
    return (
        *teller.standing_rules(event.rules),
        *teller.powers(event.powers),
        *teller.clauses(event.clauses, in_bonus=False),
    )


def bonus_text(map_: Map, company: Company, language: str = "en", players: int | None = None) -> tuple[str, ...]:
    """What a company gets for a claimed route of its colour (L16)."""
    if company.text is not None:
        return (company.text.by(language),)
    return tuple(_Teller(map_, language, players).clauses(company.bonus, in_bonus=True))


def holder_text(map_: Map, card: HolderCard, language: str = "en") -> tuple[str, ...]:
    """What a crew card does, or what the back of a postcard asks and pays (L21)."""
    if card.text is not None:
        return (card.text.by(language),)
    teller = _Teller(map_, language, None)
    uses = [teller.say("moment", "uses", card.uses)] if card.uses > 1 else []
    return (*teller.powers(card.powers), *teller.holder_clauses(card.clauses), *uses)


def news_kind(event: NewsEvent, language: str = "en") -> str:
    """Whether a news event acts once or holds while it is current (L12), as a sentence."""
    found = _words(language)["kind"]["lightning" if event.lightning else "lasting"]
    assert isinstance(found, str)
    return found


@cache
def _words(language: str) -> dict[str, dict[str, Forms]]:
    file = FOLDER / f"{language}.toml"
    found: dict[str, dict[str, Forms]] = tomllib.loads(
        (file if file.is_file() else FOLDER / "en.toml").read_text("utf-8")
    )
    return found


def plural(language: str, number: int) -> str:
    """The form that a number takes in a language.

    >>> [plural("uk", number) for number in (1, 3, 5, 11, 21, 22)]
    ['one', 'few', 'many', 'many', 'one', 'few']
    """
    if language != "uk":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"


class _Teller:
    def __init__(self, map_: Map, language: str, players: int | None) -> None:
        self.map = map_
        self.language = language
        self.players = players
        self.names = {city.id: city.name for city in map_.cities}

    def say(self, section: str, key: str, number: int = 0, **slots: object) -> str:
        """A sentence or phrase of the language, in the form for the number."""
        forms = _words(self.language)[section][key]
        pattern = forms if isinstance(forms, str) else forms[plural(self.language, number)]
        return pattern.format(n=number, **slots)

    def clauses(self, clauses: Iterable[Clause], in_bonus: bool) -> list[str]:
        sentences: list[tuple[str, tuple[int, int] | None]] = []
        paid: set[str] = set()
        for clause in self.in_force(clauses):
            key = _key(clause.effect)
            if clause.effect.name in (MONEY, MONEY_PER) and clause.when != TURNED:
                if clause.effect.name == MONEY and clause.when in paid:
                    key = "money_more"
                if clause.players is None:
                    paid.add(clause.when)
            section = BONUS if in_bonus else _section(clause)
            effect = clause.effect
            sentence = self.say(section, key, effect.amount, fit=self.fit(clause), least=effect.least, most=effect.most)
            sentences.append((sentence, clause.players))
        return self.by_players(sentences)

    def in_force(self, clauses: Iterable[Clause]) -> list[Clause]:
        """The clauses for this number of players. If it is known, dollars that are paid together are added up."""
        found: list[Clause] = []
        for clause in clauses:
            if not self.holds(clause.players):
                continue
            like = [at for at, other in enumerate(found) if self.players is not None and _paid_together(other, clause)]
            if like:
                before = found[like[0]]
                amount = before.effect.amount + clause.effect.amount
                found[like[0]] = replace(before, effect=replace(before.effect, amount=amount))
            else:
                found.append(clause)
        return found

    def by_players(self, sentences: Sequence[tuple[str, tuple[int, int] | None]]) -> list[str]:
        """Each sentence with the numbers of players for which it holds, if the number of players is not known."""
        if self.players is not None:
            return [sentence for sentence, _ in sentences]
        found: list[tuple[str, list[tuple[int, int]]]] = []
        for sentence, players in sentences:
            same = [ranges for told, ranges in found if told == sentence and _apart(players, ranges)]
            if same and players is not None:
                same[0].append(players)
            else:
                found.append((sentence, [] if players is None else [players]))
        return [self.for_players(ranges, sentence) for sentence, ranges in found]

    def holder_clauses(self, clauses: Iterable[Clause]) -> list[str]:
        """A sentence for each clause of a crew card or postcard."""
        found = []
        for clause in clauses:
            effect = clause.effect
            gain = self.say("gain", effect.name, effect.amount, cards=effect.cards)
            found.append(self.say("moment", clause.when, fit=self.fit(clause), effect=gain))
        return found

    def standing_rules(self, rules: Iterable[Standing]) -> list[str]:
        return self.by_players([(self.standing(rule), rule.players) for rule in rules if self.holds(rule.players)])

    def standing(self, rule: Standing) -> str:
        if rule.name == CLOSED:
            return self.say("standing", CLOSED, lines=", ".join(self.lines(rule.lines or Lines())))
        return self.say("standing", rule.name, rule.value)

    def powers(self, powers: Iterable[Power]) -> list[str]:
        told = [
            (self.say("power", power.name, power.amount, later=power.later), power.players)
            for power in powers
            if self.holds(power.players)
        ]
        return self.by_players(told)

    def holds(self, players: tuple[int, int] | None) -> bool:
        return players is None or self.players is None or players[0] <= self.players <= players[1]

    def for_players(self, ranges: Sequence[tuple[int, int]], sentence: str) -> str:
        """The sentence, with the numbers of players for which it holds; without ranges it holds for all."""
        if not ranges:
            return sentence
        numbers = [f"{least}" if least == most else f"{least}–{most}" for least, most in ranges]
        *first, last = numbers
        players = f"{', '.join(first)}{self.say('players', 'or')}{last}" if first else last
        return self.say("players", "with", players=players, sentence=sentence)

    def fit(self, clause: Clause) -> str:
        """Lines and conditions of a clause as a list in brackets; nothing, if there are none."""
        found = [*self.lines(clause.lines or Lines()), *(self.condition(each) for each in clause.conditions)]
        if clause.effect.for_locomotive:
            found.append(self.say("fit", "for_locomotive"))
        return f" ({'; '.join(found)})" if found else ""

    def lines(self, lines: Lines) -> list[str]:
        found = []
        if lines.colour is not None:
            colour = _words(self.language)["colours"].get(lines.colour, lines.colour)
            found.append(self.say("fit", "colour", colour=colour))
        found += [self.say("fit", key) for key in ("gray", "own_colour") if getattr(lines, key)]
        if lines.length is not None:
            found.append(self.range("length", *lines.length, lowest=1))
        if lines.tag is not None:
            known = f"tag_{lines.tag}"
            found.append(self.say("fit", known if known in _words(self.language)["fit"] else "tag", tag=lines.tag))
        if lines.harbours:
            found.append(self.say("fit", "harbours"))
        if lines.touches is not None:
            found.append(self.touches(lines.touches))
        return found

    def touches(self, chosen: CitySet) -> str:
        if chosen.kind in (UNION, DIFFERENCE):
            return self.say("fit", "touches_set", set=self.city_set(chosen))
        return self.say("fit", f"touches_{chosen.kind}", territory=chosen.territory, cities=self.cities(chosen.cities))

    def city_set(self, chosen: CitySet) -> str:
        if chosen.kind == LIST:
            return self.cities(chosen.cities)
        if chosen.kind == UNION:
            return ", ".join(self.city_set(part) for part in chosen.parts)
        if chosen.kind == DIFFERENCE:
            first, second = (self.city_set(part) for part in chosen.parts)
            return self.say("set", "difference", first=first, second=second)
        return self.say("set", chosen.kind, territory=chosen.territory if chosen.kind == TERRITORY else "")

    def cities(self, cities: Iterable[str]) -> str:
        return ", ".join(self.names.get(city, city) for city in cities)

    def condition(self, condition: Condition) -> str:
        if condition.name == TICKETS_WORTH:
            if (condition.least, condition.most) == (0, UNLIMITED):
                return self.say("fit", f"{TICKETS}_from", condition.count)
            worth = self.range("value", condition.least, condition.most, lowest=0)
            return self.say("fit", TICKETS_WORTH, condition.count, range=worth)
        if condition.name in RANGES:
            return self.range(condition.name, condition.least, condition.most, lowest=0)
        if condition.name == JOINS:
            first, second = (self.city_set(each) for each in condition.sets)
            return self.say("fit", JOINS, first=first, second=second)
        if condition.name == EVENT_IN:
            return self.say("fit", EVENT_IN, events=", ".join(self.event_names(condition.events)))
        if condition.name == OWNS:
            lines = ", ".join(self.lines(condition.lines or Lines()))
            return self.say("fit", OWNS, condition.least, lines=lines)
        return self.say("fit", condition.name, condition.least)

    def event_names(self, events: Iterable[str]) -> list[str]:
        """The names of news events. One that is not in this game is told by its id."""
        names = {event.id: event.name.by(self.language) for event in self.map.events}
        return [names.get(event, event) for event in events]

    def range(self, key: str, least: int, most: int, lowest: int) -> str:
        if most == 0 and f"{key}_none" in _words(self.language)["fit"]:
            return self.say("fit", f"{key}_none")
        if least == most:
            return self.say("fit", key, least, least=least, most=most)
        if most == UNLIMITED:
            return self.say("fit", f"{key}_from", least, least=least)
        if least <= lowest:
            return self.say("fit", f"{key}_to", most, most=most)
        return self.say("fit", f"{key}_range", most, least=least, most=most)


def _apart(players: tuple[int, int] | None, ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether numbers of players are in none of the ranges; False if a rule or the ranges hold for all."""
    return players is not None and bool(ranges) and all(players[1] < a or b < players[0] for a, b in ranges)


def _paid_together(one: Clause, other: Clause) -> bool:
    """Whether both clauses pay fixed dollars at the same moment, to the same companies, under the same conditions."""
    if one.effect.name != MONEY or other.effect.name != MONEY:
        return False
    bare = [replace(each, players=None, effect=replace(each.effect, amount=0)) for each in (one, other)]
    return bare[0] == bare[1]


def _key(effect: Effect) -> str:
    if not effect.per:
        return effect.name
    limits = ("_least" if effect.least else "") + ("_most" if effect.most != UNLIMITED else "")
    return {PER_LENGTH: "length", PER_KEPT: "kept", PER_FULL_8: "full", PER_TERRITORY: "territory"}[effect.per] + limits


def _section(clause: Clause) -> str:
    if clause.when != TURNED:
        return clause.when
    return "active" if clause.effect.name in (WASH, STAMPEDE) else clause.who.replace(" ", "_")
