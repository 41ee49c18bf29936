"""Every legal order of charters: none gets stuck, every board is connected, tickets have the values of their day."""

from __future__ import annotations

import networkx

from trunkline.campaign.board import charter_options
from trunkline.campaign.state import Campaign
from trunkline.maps.grow import grown
from trunkline.maps.load import load_map
from trunkline.maps.model import Map
from trunkline.maps.territories import territories_of

BOARD = load_map("meridian")
MOST_DOLLARS = 24


def options(chartered: tuple[str, ...]) -> list[str]:
    return charter_options(Campaign("", "1", [], None, [], [], territories=list(chartered)))


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
