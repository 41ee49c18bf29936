"""Every legal order of charters: none gets stuck, every board is connected, tickets have the values of their day."""

from __future__ import annotations

from functools import cache

import networkx
import pytest
from msgspec.structs import replace

from editions import FIRST
from tools import FULL
from trunkline.campaign.charters import charter_options
from trunkline.campaign.state import Campaign
from trunkline.game import Game
from trunkline.maps.compose import composed
from trunkline.maps.edition import reference
from trunkline.maps.grow import grown
from trunkline.maps.load import load_map
from trunkline.maps.model import Map
from trunkline.maps.territories import territories_of
from trunkline.rules.soundness import unsound

BOARD = load_map("meridian")
MOST_DOLLARS = 24


def options(chartered: tuple[str, ...]) -> list[str]:
    return charter_options(Campaign("", "1", [], None, [], [], territories=list(chartered)))


@cache
def orders(chartered: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Every order in which the territories can be chartered."""
    if len(chartered) == len(territories_of(BOARD)):
        return [chartered]
    return [order for code in options(chartered) for order in orders((*chartered, code))]


def graph_of(board: Map) -> networkx.Graph[str]:
    graph: networkx.Graph[str] = networkx.Graph()
    for route in board.routes:
        graph.add_edge(route.a, route.b, length=route.length)
    return graph


def test_there_are_1170_orders_and_none_is_stuck() -> None:
    found = orders()
    assert len(found) == 1170
    assert len({frozenset(order[:size]) for order in found for size in range(9)}) == 75


def test_every_board_is_connected_and_its_new_tickets_are_worth_their_shortest_path() -> None:
    # The board depends on the set of territories alone; the values on what was there before each of them.
    seen: set[tuple[frozenset[str], str]] = set()
    for order in orders():
        for size, code in enumerate(order):
            before = order[:size]
            if (frozenset(before), code) in seen:
                continue
            seen.add((frozenset(before), code))
            board = grown(BOARD, (*before, code))
            graph = graph_of(board)
            assert set(graph) == {city.id for city in board.cities}
            assert networkx.is_connected(graph)
            territory = territories_of(BOARD)[code]
            values = {ticket.name: ticket.points for ticket in board.variants["base"].tickets}
            for a, b in territory.tickets:
                shortest = networkx.shortest_path_length(graph, a, b, weight="length")
                assert values[f"{a}-{b}"] == min(shortest, MOST_DOLLARS), (before, code)


def test_the_board_does_not_depend_on_the_order() -> None:
    boards = {
        frozenset((route.name, route.length, route.colour) for route in grown(BOARD, order).routes)
        for order in orders()[::30]
    }
    assert len(boards) == 1


def shortest(map_: Map, start: str) -> dict[str, int]:
    """The shortest paths from a city: every route is tried again until nothing gets shorter."""
    far = {city.id: 1000 for city in map_.cities} | {start: 0}
    before: dict[str, int] = {}
    while far != before:
        before = dict(far)
        for route in map_.routes:
            far[route.a] = min(far[route.a], far[route.b] + route.length)
            far[route.b] = min(far[route.b], far[route.a] + route.length)
    return far


@pytest.mark.rule("L13")
def test_editions_of_every_order_have_the_ticket_values_of_their_day() -> None:
    """Every order at full size, one of sixty otherwise. A ticket keeps the value of the day on which it came."""
    values: dict[tuple[frozenset[str], str], dict[str, int]] = {}
    for order in orders()[:: 1 if FULL else 60]:
        expected = {ticket.name: ticket.points for ticket in BOARD.variants["base"].tickets}
        for size, code in enumerate(order):
            key = (frozenset(order[:size]), code)
            if key not in values:
                then = grown(BOARD, order[: size + 1])
                tickets = territories_of(BOARD)[code].tickets
                values[key] = {f"{a}-{b}": min(shortest(then, a)[b], MOST_DOLLARS) for a, b in tickets}
            expected |= values[key]
        edition = replace(FIRST, territories=order)
        deck = composed(BOARD, edition).variants["base"].tickets
        assert {ticket.name: ticket.points for ticket in deck} == expected == {t.name: t.penalty for t in deck}


@pytest.mark.rule("L13")
def test_every_set_of_territories_packs_and_is_sound() -> None:
    """The 75 boards that a campaign can have; some of them unless the size is full."""
    by_set = {frozenset(order[:size]): order[:size] for order in orders() for size in range(9)}
    assert len(by_set) == 75
    for number, order in enumerate(list(by_set.values())[:: 1 if FULL else 6]):
        name = reference("meridian", replace(FIRST, territories=order))
        game = Game.new(name, 2 + number % 4, seed=number)
        assert not unsound(game.state)
