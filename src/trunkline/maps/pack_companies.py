"""Packs the companies and news events of a map: clauses become rows of integers, and sets of routes bit vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from trunkline.maps import clauses as plain
from trunkline.maps.clauses import CitySet, Clause, Condition, HolderCard, Lines, Power, Standing
from trunkline.maps.model import Map, Rules
from trunkline.maps.selecting import cities_in, routes_in
from trunkline.rules import company_tables as packed

WHEN = {
    plain.TURNED: packed.AT_TURNED,
    plain.CLAIM: packed.AT_CLAIM,
    plain.KEPT: packed.AT_KEPT,
    plain.DREW: packed.AT_DREW,
    plain.SLIP: packed.AT_SLIP,
    plain.TURN: packed.AT_TURN,
    plain.HIRED: packed.AT_HIRED,
    plain.RANKED: packed.AT_RANKED,
    plain.GIVEN: packed.AT_GIVEN,
}
WHO = {
    plain.ACTIVE: packed.ACTIVE,
    plain.EACH: packed.EACH,
    plain.MOST_TRAINS: packed.MOST_TRAINS,
    plain.NOT_MOST_TRAINS: packed.NOT_MOST_TRAINS,
    plain.LEAST_MONEY: packed.LEAST_MONEY,
    plain.NOT_LEAST_MONEY: packed.NOT_LEAST_MONEY,
    plain.HERDERS: packed.HERDERS,
}
CONDITIONS = {
    plain.SHARED: packed.IF_SHARED,
    plain.HAND: packed.IF_HAND,
    plain.MERGES: packed.IF_MERGES,
    plain.BOTH_BLIND: packed.IF_BOTH_BLIND,
    plain.TICKETS: packed.IF_TICKETS,
    plain.OWNS: packed.IF_OWNS,
    plain.JOINS: packed.IF_JOINS,
    plain.FIRST_CLAIM: packed.IF_FIRST_CLAIM,
    plain.SHARES: packed.IF_SHARES,
    plain.LOCOMOTIVES: packed.IF_LOCOMOTIVES,
    plain.COLOUR_HELD: packed.IF_COLOUR_HELD,
    plain.TRAINS_LEFT: packed.IF_TRAINS,
    plain.MONEY_HELD: packed.IF_MONEY,
    plain.NEWSPAPERS: packed.IF_NEWSPAPERS,
    plain.TICKET_DRAWS: packed.IF_TICKET_DRAWS,
    plain.TICKETS_WORTH: packed.IF_TICKETS_WORTH,
    plain.TICKETS_SHARE_CITY: packed.IF_TICKETS_SHARE_CITY,
    plain.NO_FAILED: packed.IF_NO_FAILED,
    plain.COMPONENT: packed.IF_COMPONENT,
    plain.TERRITORIES: packed.IF_TERRITORIES,
    plain.EVENT_IN: packed.IF_EVENT_IN,
    plain.LAST_PLACE: packed.IF_LAST_PLACE,
    plain.UNUSED: packed.IF_UNUSED,
    plain.GAME: packed.IF_GAME,
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
    plain.STAMPEDE: packed.STAMPEDE,
    plain.REFUND: packed.REFUND,
    plain.LATER: packed.LATER,
    plain.VAULT: packed.VAULT,
    plain.NEXT_SETUP: packed.NEXT_SETUP,
    plain.HALVE: packed.HALVE,
    plain.TRAINS_MORE: packed.TRAINS,
    plain.OFFER: packed.OFFER,
}
PER = {
    "": packed.PER_LENGTH,
    plain.PER_LENGTH: packed.PER_LENGTH,
    plain.PER_KEPT: packed.PER_KEPT,
    plain.PER_FULL_8: packed.PER_FULL_8,
    plain.PER_TERRITORY: packed.PER_TERRITORY,
}
STANDING = {
    plain.TICKETS_OFFERED: packed.TICKETS_OFFERED,
    plain.DOUBLES_OPEN: packed.DOUBLES_OPEN,
    plain.LARGE_CITY_CARDS: packed.LARGE_CITY_CARDS,
    plain.COMPANY_BONUS_TIMES: packed.COMPANY_BONUS_TIMES,
    plain.NO_FACE_UP_LOCOMOTIVE: packed.NO_FACE_UP_LOCOMOTIVE,
    plain.NO_EXCURSIONS: packed.NO_EXCURSIONS,
}
POWERS = {
    plain.SALE: packed.SALE,
    plain.RETURNS: packed.RETURNS,
    plain.BOND: packed.BOND,
    plain.TWO_LOCOMOTIVES: packed.TWO_LOCOMOTIVES,
    plain.SECOND_CLAIM: packed.SECOND_CLAIM,
    plain.NEXT_EVENT: packed.NEXT_EVENT,
    plain.REMOVE_EVENT: packed.REMOVE_EVENT,
}


def pack_companies(map_: Map, rules: Rules, colours: Sequence[str]) -> packed.CompanyTables | None:
    """The tables of a map with companies; None for a map without."""
    if not map_.companies:
        return None
    sets = LineSets(map_)
    cards = [company.bonus for company in map_.companies]
    cards += [card.clauses for card in (*map_.events, *map_.story_rules)]
    clauses = [[row for clause in card for row in rows_of(clause, rules, sets)] for card in cards]
    standing = [
        standing_row(number, rule, rules, sets) for number, event in enumerate(map_.events) for rule in event.rules
    ]
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
        sets.cities,
        sets.events,
        territories_of(map_),
        offices_of(map_, rules, sets),
    )


def territories_of(map_: Map) -> list[int]:
    """The territory of each route, as a number: that of its city which joined later."""
    codes = list(dict.fromkeys(city.territory for city in map_.cities))
    of_city = {city.id: codes.index(city.territory) for city in map_.cities}
    return [max(of_city[route.a], of_city[route.b]) for route in map_.routes]


def offices_of(map_: Map, rules: Rules, sets: LineSets) -> packed.Offices | None:
    """What the companies bring to the game; None if that is nothing."""
    offices = map_.offices
    if offices is None:
        return None
    companies = [company.id for company in map_.companies]
    start = {company: (money, cards) for company, money, cards in offices.start}
    postcards = list(dict.fromkeys(held.card for held in offices.held))
    return packed.Offices(
        offices.game,
        [holder_card(card, rules, sets) for card in offices.crew],
        [companies.index(company) for company in offices.hiring],
        [[int((company, card.id) in offices.barred) for company in companies] for card in offices.crew],
        offices.none_left,
        [holder_card(card, rules, sets) for card in postcards],
        [
            packed.HeldPostcard(companies.index(held.company), postcards.index(held.card), held.used)
            for held in offices.held
        ],
        [start.get(company, (0, 0))[0] for company in companies],
        [start.get(company, (0, 0))[1] for company in companies],
    )


def holder_card(card: HolderCard, rules: Rules, sets: LineSets) -> packed.HolderCard:
    clauses = [row for clause in card.clauses for row in rows_of(clause, rules, sets)]
    if not card.powers:
        return packed.HolderCard(card.id, clauses, card.uses, packed.NO_POWER, 0)
    return packed.HolderCard(card.id, clauses, card.uses, POWERS[card.powers[0].name], card.powers[0].amount)


class LineSets:
    """Numbers the sets of routes that the clauses of a map name, each once."""

    def __init__(self, map_: Map) -> None:
        self.map = map_
        self.members: list[list[int]] = []
        self.cities: list[list[int]] = []
        self.events: list[list[int]] = []

    def number(self, lines: Lines | None) -> int:
        """The number of a set. It does not include `own_colour`, which differs between companies."""
        if lines is None:
            return packed.ANY_ROUTE
        found = routes_in(self.map.routes, self.map.cities, replace(lines, own_colour=False), "")
        members = [int(belongs) for belongs in found]
        return _number(self.members, members)

    def cities_number(self, chosen: CitySet) -> int:
        """The number of a set of cities. Cities that are not on the board yet are in none."""
        found = cities_in(self.map.cities, chosen)
        return _number(self.cities, [int(city.id in found) for city in self.map.cities])

    def events_number(self, events: Sequence[str]) -> int:
        return _number(self.events, [int(event.id in events) for event in self.map.events])


def _number(known: list[list[int]], members: list[int]) -> int:
    if members not in known:
        known.append(members)
    return known.index(members)


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
        *[condition.count if condition.name == plain.TICKETS_WORTH else 0 for condition in clause.conditions],
        *[0] * (2 - len(clause.conditions)),
        int(effect.for_locomotive),
        effect.cards,
    ]
    assert len(row) == packed.COLUMNS + packed.FURTHER_COLUMNS
    return [row] * times


def condition_columns(condition: Condition | None, sets: LineSets) -> list[int]:
    if condition is None:
        return [packed.ALWAYS, 0, 0]
    if condition.name == plain.OWNS:
        return [packed.IF_OWNS, sets.number(condition.lines), condition.least]
    if condition.name == plain.JOINS:
        one, other = (sets.cities_number(chosen) for chosen in condition.sets)
        return [packed.IF_JOINS, one, other]
    if condition.name == plain.EVENT_IN:
        return [packed.IF_EVENT_IN, sets.events_number(condition.events), 0]
    return [CONDITIONS[condition.name], condition.least, condition.most]


def standing_row(event: int, rule: Standing, rules: Rules, sets: LineSets) -> packed.StandingRow:
    least_players, most_players = rule.players or (rules.least_players, rules.most_players)
    if rule.name == plain.CLOSED:
        return packed.StandingRow(event, least_players, most_players, packed.CLOSED_LINES, sets.number(rule.lines))
    return packed.StandingRow(event, least_players, most_players, STANDING[rule.name], int(rule.value))


def power_row(event: int, power: Power, rules: Rules) -> packed.PowerRow:
    least_players, most_players = power.players or (rules.least_players, rules.most_players)
    return packed.PowerRow(event, least_players, most_players, POWERS[power.name], power.amount, power.later)
