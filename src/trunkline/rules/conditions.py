"""The conditions of clauses that look at more than the claim: networks, tickets, the hand, and the campaign."""

from __future__ import annotations

from typing import cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from trunkline.rules.company_tables import (
    COLUMNS,
    FURTHER_COLUMNS,
    IF,
    IF_COLOUR_HELD,
    IF_COMPONENT,
    IF_EVENT_IN,
    IF_FIRST_CLAIM,
    IF_GAME,
    IF_JOINS,
    IF_LAST_PLACE,
    IF_LOCOMOTIVES,
    IF_MONEY,
    IF_NEWSPAPERS,
    IF_NO_FAILED,
    IF_SHARES,
    IF_TERRITORIES,
    IF_TICKET_DRAWS,
    IF_TICKETS_SHARE_CITY,
    IF_TICKETS_WORTH,
    IF_TRAINS,
    IF_UNUSED,
)
from trunkline.rules.money import companies_of
from trunkline.rules.network import completes, joined_cities
from trunkline.rules.newspapers import NO_EVENT, news_of
from trunkline.rules.office_state import holder_of, offices_of, postcard_source
from trunkline.rules.state import NOBODY, Position, State


def holds_further(position: Position, at: i64, seat: i64, route: i64) -> bool:
    """Whether a seat meets the condition in the columns from `at` on."""
    tables = position.board.companies
    condition = i64(tables.clauses[at])
    first, second = i64(tables.clauses[at + 1]), i64(tables.clauses[at + 2])
    if condition == IF_JOINS:
        return joins(position, seat, tables.city_sets[first], tables.city_sets[second])
    if condition == IF_FIRST_CLAIM:
        return routes_claimed(position) == 1
    if condition == IF_SHARES:
        return routes_shared(position, seat) >= first
    if condition == IF_LOCOMOTIVES:
        part = companies_of(position)
        # What was paid counts, also if some of it came back (steamers).
        return first <= part.paid_wilds + part.refunded_wilds <= second
    if condition == IF_TRAINS:
        return first <= position.trains_left(seat) <= second
    if condition == IF_MONEY:
        return companies_of(position).money[seat] >= first
    if condition == IF_COMPONENT:
        return largest_component(position, seat) >= first
    if condition == IF_TERRITORIES:
        return territories_held(position, seat) >= first
    if condition == IF_EVENT_IN:
        current = news_of(position).current
        return current != NO_EVENT and tables.event_sets[first][current] != 0
    if condition == IF_GAME:
        return tables.offices.game == first
    if condition == IF_NEWSPAPERS:
        return offices_of(position).newspapers[seat] >= first
    if condition == IF_TICKET_DRAWS:
        return offices_of(position).ticket_draws[seat] >= first
    if condition == IF_LAST_PLACE:
        return offices_of(position).last_place == seat
    if condition == IF_UNUSED:
        return is_unused(position, at // COLUMNS, seat)
    state = cast(State, position)
    if condition == IF_COLOUR_HELD:
        return colour_held(state, seat, first) >= 0
    if condition == IF_TICKETS_WORTH:
        number = i64(tables.further[at // COLUMNS * FURTHER_COLUMNS + (at % COLUMNS - IF) // 3])
        return tickets_worth(state, seat, first, second) >= number
    if condition == IF_TICKETS_SHARE_CITY:
        return tickets_share_city(state, seat)
    if condition == IF_NO_FAILED:
        return len(tickets_done(state, seat)) == len(state.players[seat].tickets)
    raise ValueError("no such condition")


def is_unused(position: Position, row: i64, seat: i64) -> bool:
    """Whether the power of the postcard with this clause was never used."""
    tables = position.board.companies
    for held in range(len(tables.offices.held)):
        source = postcard_source(position, held)
        if i64(tables.first_row[source]) <= row < i64(tables.first_row[source + 1]):
            return holder_of(position, held) == seat and offices_of(position).uses[held] == 0
    return False


def network_of(position: Position, seat: i64) -> vec[u8]:
    """A label for each city, the same for cities that the seat's routes connect."""
    owner = vec[u8](capacity=position.board.routes)
    for route in range(position.board.routes):
        owner = append(owner, u8(position.owner_of(route)))
    return joined_cities(position.board, owner, seat)


def joins(position: Position, seat: i64, one: vec[u8], other: vec[u8]) -> bool:
    """Whether the routes of a seat connect a city of one set with a city of the other."""
    label = network_of(position, seat)
    for a in range(position.board.cities):
        if one[a]:
            for b in range(position.board.cities):
                if other[b] and a != b and label[a] == label[b]:
                    return True
    return False


def routes_claimed(position: Position) -> i64:
    found: i64 = 0
    for route in range(position.board.routes):
        if position.owner_of(route) != NOBODY:
            found += 1
    return found


def routes_shared(position: Position, seat: i64) -> i64:
    """How many routes of a seat have a lane beside them that another company holds."""
    twins = position.board.twin
    found: i64 = 0
    for route in range(position.board.routes):
        if position.owner_of(route) == seat:
            twin = i64(twins[route])
            while twin != route:
                owner = position.owner_of(twin)
                if owner != NOBODY and owner != seat:
                    found += 1
                    break
                twin = i64(twins[twin])
    return found


def largest_component(position: Position, seat: i64) -> i64:
    """The most trains of a seat in one connected network."""
    board = position.board
    label = network_of(position, seat)
    trains = vec[i64]([0] * board.cities)
    most: i64 = 0
    for route in range(board.routes):
        if position.owner_of(route) == seat:
            component = i64(label[i64(board.route_a[route])])
            trains[component] += i64(board.length[route])
            most = max(most, trains[component])
    return most


def territories_held(position: Position, seat: i64) -> i64:
    """In how many territories a seat holds a route."""
    tables = position.board.companies
    held = vec[u8]([0] * tables.territories)
    found: i64 = 0
    for route in range(position.board.routes):
        if position.owner_of(route) == seat and not held[i64(tables.territory[route])]:
            held[i64(tables.territory[route])] = 1
            found += 1
    return found


def colour_held(state: State, seat: i64, number: i64) -> i64:
    """The first colour of which a seat holds so many cards; -1 if there is none."""
    for colour in range(state.board.colours):
        if i64(state.players[seat].hand[colour]) >= number:
            return colour
    return -1


def tickets_done(state: State, seat: i64) -> vec[i64]:
    """The tickets of a seat that it has completed."""
    label = joined_cities(state.board, state.owner, seat)
    found = vec[i64]()
    for ticket in state.players[seat].tickets:
        if completes(state.board, label, ticket):
            found = append(found, i64(ticket))
    return found


def tickets_worth(state: State, seat: i64, least: i64, most: i64) -> i64:
    """How many completed tickets of a seat have a value in a range."""
    found: i64 = 0
    for ticket in tickets_done(state, seat):
        if least <= i64(state.board.ticket_points[ticket]) <= most:
            found += 1
    return found


def tickets_share_city(state: State, seat: i64) -> bool:
    """Whether two completed tickets of a seat name the same city."""
    board = state.board
    seen = vec[u8]([0] * board.cities)
    for ticket in tickets_done(state, seat):
        for at in range(i64(board.ticket_start[ticket]), i64(board.ticket_start[ticket + 1])):
            city = i64(board.ticket_cities[at])
            if seen[city]:
                return True
            seen[city] = 1
    return False
