"""Packs the companies and news events of a map: clauses become rows of integers, and sets of routes bit vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trunkline.maps import clauses as plain
from trunkline.maps.clauses import Clause, Condition, Lines, Power, Standing
from trunkline.maps.model import Map, Rules
from trunkline.maps.selecting import routes_in
from trunkline.rules import company_tables as packed

WHEN = {
    plain.TURNED: packed.AT_TURNED,
    plain.CLAIM: packed.AT_CLAIM,
    plain.KEPT: packed.AT_KEPT,
    plain.DREW: packed.AT_DREW,
    plain.SLIP: packed.AT_SLIP,
}
WHO = {
    plain.ACTIVE: packed.ACTIVE,
    plain.EACH: packed.EACH,
    plain.MOST_TRAINS: packed.MOST_TRAINS,
    plain.NOT_MOST_TRAINS: packed.NOT_MOST_TRAINS,
    plain.LEAST_MONEY: packed.LEAST_MONEY,
    plain.NOT_LEAST_MONEY: packed.NOT_LEAST_MONEY,
}
CONDITIONS = {
    plain.SHARED: packed.IF_SHARED,
    plain.HAND: packed.IF_HAND,
    plain.MERGES: packed.IF_MERGES,
    plain.BOTH_BLIND: packed.IF_BOTH_BLIND,
    plain.TICKETS: packed.IF_TICKETS,
    plain.OWNS: packed.IF_OWNS,
}
EFFECTS = {
    plain.MONEY: packed.MONEY,
    plain.MONEY_PER: packed.MONEY_PER,
    plain.FEE_PER: packed.MONEY_PER,
    plain.FEE: packed.FEE,
    plain.DRAW: packed.DRAW,
    plain.TAKE: packed.TAKE,
    plain.LOSE: packed.LOSE,
    plain.WASH: packed.WASH,
    plain.REFUND: packed.REFUND,
}
PER = {
    "": packed.PER_LENGTH,
    plain.PER_LENGTH: packed.PER_LENGTH,
    plain.PER_KEPT: packed.PER_KEPT,
    plain.PER_FULL_8: packed.PER_FULL_8,
}
STANDING = {
    plain.TICKETS_OFFERED: packed.TICKETS_OFFERED,
    plain.DOUBLES_OPEN: packed.DOUBLES_OPEN,
    plain.LARGE_CITY_CARDS: packed.LARGE_CITY_CARDS,
    plain.COMPANY_BONUS_TIMES: packed.COMPANY_BONUS_TIMES,
    plain.NO_FACE_UP_LOCOMOTIVE: packed.NO_FACE_UP_LOCOMOTIVE,
}
POWERS = {plain.SALE: packed.SALE, plain.RETURNS: packed.RETURNS, plain.BOND: packed.BOND}


def pack_companies(map_: Map, rules: Rules, colours: Sequence[str]) -> packed.CompanyTables | None:
    """The tables of a map with companies; None for a map without."""
    if not map_.companies:
        return None
    sets = LineSets(map_)
    cards = [company.bonus for company in map_.companies]
    cards += [card.clauses for card in (*map_.events, *map_.story_rules)]
    clauses = [[row for clause in card for row in rows_of(clause, rules, sets)] for card in cards]
    standing = [standing_row(number, rule, rules) for number, event in enumerate(map_.events) for rule in event.rules]
    powers = [power_row(number, power, rules) for number, event in enumerate(map_.events) for power in event.powers]
    cities = [city.id for city in map_.cities]
    spikes = [
        packed.SpikeRow(spike.territory, cities.index(spike.city), cities.index(spike.home), spike.money, spike.vault)
        for spike in map_.spikes
    ]
    usual = [0] * packed.STANDING_NUMBERS
    usual[packed.TICKETS_OFFERED] = rules.draw.tickets
    usual[packed.LARGE_CITY_CARDS] = usual[packed.COMPANY_BONUS_TIMES] = 1
    large = {city.id for city in map_.cities if city.large}
    return packed.CompanyTables(
        [company.id for company in map_.companies],
        [colours.index(company.id) for company in map_.companies],
        [event.id for event in map_.events],
        [rule.id for rule in map_.story_rules],
        clauses,
        standing,
        powers,
        spikes,
        sets.members,
        [1 if route.a in large or route.b in large else 0 for route in map_.routes],
        [0] * rules.least_players + list(rules.newspapers) if rules.newspapers else [0],
        list(rules.trains_left),
        usual,
    )


class LineSets:
    """Numbers the sets of routes that the clauses of a map name, each once."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.members: list[list[int]] = []

    def number(self, lines: Lines | None) -> int:
        """The number of a set. It does not include `own_colour`, which differs between companies."""
        if lines is None:
            return packed.ANY_ROUTE
        found = routes_in(self.map.routes, self.map.cities, replace(lines, own_colour=False), "")
        members = [int(belongs) for belongs in found]
        if members not in self.members:
            self.members.append(members)
        return self.members.index(members)


def rows_of(clause: Clause, rules: Rules, sets: LineSets) -> list[list[int]]:
    """The rows of a clause. A clause that takes several face-up cards has a row for each, because each is a choice."""
    effect = clause.effect
    least_players, most_players = clause.players or (rules.least_players, rules.most_players)
    conditions: list[int] = []
    for condition in (*clause.conditions, *[None] * (2 - len(clause.conditions))):
        conditions += condition_columns(condition, sets)
    times = effect.amount if effect.name == plain.TAKE else 1
    row = [
        WHEN[clause.when],
        least_players,
        most_players,
        WHO[clause.who],
        sets.number(clause.lines),
        int(clause.lines is not None and clause.lines.own_colour),
        *conditions,
        EFFECTS[effect.name],
        -effect.amount if effect.name == plain.FEE_PER else effect.amount,
        PER[effect.per],
        effect.least,
        effect.most,
    ]
    assert len(row) == packed.COLUMNS
    return [row] * times


def condition_columns(condition: Condition | None, sets: LineSets) -> list[int]:
    if condition is None:
        return [packed.ALWAYS, 0, 0]
    if condition.name == plain.OWNS:
        return [packed.IF_OWNS, sets.number(condition.lines), condition.least]
    return [CONDITIONS[condition.name], condition.least, condition.most]


def standing_row(event: int, rule: Standing, rules: Rules) -> packed.StandingRow:
    least_players, most_players = rule.players or (rules.least_players, rules.most_players)
    return packed.StandingRow(event, least_players, most_players, STANDING[rule.name], int(rule.value))


def power_row(event: int, power: Power, rules: Rules) -> packed.PowerRow:
    least_players, most_players = power.players or (rules.least_players, rules.most_players)
    return packed.PowerRow(event, least_players, most_players, POWERS[power.name], power.amount, power.later)
