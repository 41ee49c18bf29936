"""Open routes, cheapest ways, what tickets lack and the routes of trails, against simple references on every board."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from boards import COMPANIES, EVERY_BOARD
from tools import game, played, position, size
from trunkline.game import Game
from trunkline.rules.actions import ActionList, kind_of, subject_of
from trunkline.rules.board import Board
from trunkline.rules.claim import CLAIM, refuse_route
from trunkline.rules.network import LongestTrail, joined_cities
from trunkline.rules.progress import longest_trail_routes, ticket_progress
from trunkline.rules.scoring import player_sheet
from trunkline.rules.state import NOBODY, TURN, State
from trunkline.rules.turn import legal
from trunkline.rules.view import SPECTATOR, View
from trunkline.rules.ways import cheapest_way, cheapest_way_for, reachable_cities


def positions(map_name: str, variant: str) -> Iterator[Game]:
    """Positions of whole games with two to five players, early and late, by bots that build and by chance."""
    dice = random.Random(f"{map_name} {variant}")
    for seed in range(size(3, 30)):
        for players in (2, 3, 4, 5):
            bot = "varied" if seed % 3 == 2 else "greedy"
            for table, seat, _ in played(map_name, players, seed=seed, variant=variant, bot=bot):
                if seat < 0 or dice.random() < 0.03:
                    yield table


def closed_by_the_rules(table: Game, lanes: list[int], route: int) -> list[bool]:
    """By seat, C11, C12 and L14 word by word: from the owners of a route and of the other lanes beside it."""
    owner = table.state.owner
    players = len(table.state.players)
    if owner[route] != NOBODY:
        return [True] * players
    others = {int(owner[lane]) for lane in lanes if owner[lane] != NOBODY}
    numbers = table.board.numbers
    few = players < (numbers.triples_open_from if len(lanes) > 2 else numbers.doubles_open_from)
    if table.board.has_companies and table.position()["news"]["current"] == "crossing-guards":  # type: ignore[index]
        few = False  # With two or three players this news event opens the second lane (L12).
    return [seat in others or (few and bool(others)) for seat in range(players)]


def lanes_of(board: Board, route: int) -> list[int]:
    """A route and those beside it."""
    lanes = [route]
    while board.twin[lanes[-1]] != route:
        lanes.append(int(board.twin[lanes[-1]]))
    return lanes


@pytest.mark.rule("C11")
@pytest.mark.rule("C12")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_open_routes_are_those_of_the_rules_the_legal_claims_and_the_refusals(map_name: str, variant: str) -> None:
    closed_twins = 0
    lanes: list[list[int]] = []
    for table in positions(map_name, variant):
        lanes = lanes or [lanes_of(table.board, route) for route in range(table.board.routes)]
        state, board = table.state, table.board
        seats = range(len(state.players))
        views = [View(state, seat) for seat in seats]
        spectator = View(state, SPECTATOR)
        for route in range(board.routes):
            opened = [not closed for closed in closed_by_the_rules(table, lanes[route], route)]
            closed_twins += state.owner[route] == NOBODY and not all(opened)
            assert [views[seat].is_open(route) for seat in seats] == opened
            assert [spectator.is_open(route, seat) for seat in seats] == opened
            assert spectator.is_open(route) == any(opened)
            for seat in seats:
                refusal = refuse_route(state, seat, route)
                code = "" if refusal is None else refusal.code
                assert (code in ("route_taken", "twin_is_yours", "double_closed")) == (not opened[seat])
        if state.phase == TURN:
            assert all(views[state.seat].is_open(route) for route in claimable(state))
    assert closed_twins


@pytest.mark.rule("C11")
@pytest.mark.rule("C12")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_with_cards_for_everything_every_open_route_is_listed_and_no_other(map_name: str, variant: str) -> None:
    for table in positions(map_name, variant):
        if table.state.phase != TURN:
            continue
        state = table.state.copy()
        seat = int(state.seat)
        player = state.players[seat]
        for card in range(table.board.cards):
            player.hand[card] = 30
        player.trains = player.ships = 60
        view = View(state, seat)
        assert claimable(state) == {route for route in range(table.board.routes) if view.is_open(route)}


def claimable(state: State) -> set[int]:
    """The routes that `legal` lists a claim of."""
    actions = ActionList()
    legal(state, state.seat, actions)
    codes = [actions.codes[i] for i in range(actions.size)]
    return {int(subject_of(code)) for code in codes if kind_of(code) == CLAIM}


def network_of(view: View, seat: int) -> nx.MultiGraph[int]:
    """The routes that a seat owns or may claim, with their price in spaces and claims."""
    board = view.board
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_nodes_from(range(board.cities))
    for route in range(board.routes):
        ends = int(board.route_a[route]), int(board.route_b[route])
        if view.owner[route] == seat:
            graph.add_edge(*ends, key=route, price=0)
        elif view.is_open(route, seat):
            graph.add_edge(*ends, key=route, price=1000 * int(board.length[route]) + 1)
    return graph


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_the_cheapest_way_is_that_of_a_reference_search(map_name: str, variant: str) -> None:
    dice = random.Random(f"{map_name} {variant}")
    cut_off = 0
    for table in positions(map_name, variant):
        board = table.board
        view = table.view(0)
        for seat in range(len(table.state.players)):
            graph = network_of(view, seat)
            for start in dice.sample(range(board.cities), 4):
                reached = {city for city, flag in enumerate(reachable_cities(view, start, seat)) if flag}
                assert reached == nx.node_connected_component(graph, start)
                goal = dice.choice([city for city in range(board.cities) if city != start])
                way = cheapest_way(view, start, goal, seat)
                assert (way.spaces >= 0) == (goal in reached)
                if goal not in reached:
                    cut_off += 1
                    assert len(way.routes) == 0
                    continue
                routes = [int(route) for route in way.routes]
                price = int(nx.shortest_path_length(graph, start, goal, weight="price"))
                assert 1000 * way.spaces + len(routes) == price
                assert way.spaces == sum(int(board.length[route]) for route in routes)
                assert all(view.is_open(route, seat) for route in routes)
                assert joined_by(board, graph, routes, start, goal)
    assert cut_off or map_name in COMPANIES  # Twenty trains cut nobody off.


def joined_by(board: Board, graph: nx.MultiGraph[int], routes: list[int], start: int, goal: int) -> bool:
    """Whether two cities are joined by what the seat owns and these routes."""
    kept: nx.Graph[int] = nx.Graph()
    kept.add_nodes_from(range(board.cities))
    for a, b, route in graph.edges(keys=True):
        if graph[a][b][route]["price"] == 0 or route in routes:
            kept.add_edge(a, b)
    return bool(nx.has_path(kept, start, goal))


@pytest.mark.rule("C16")
@pytest.mark.rule("E9")
@pytest.mark.rule("W9")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_tickets_are_done_as_scored_and_lack_what_joins_them(map_name: str, variant: str) -> None:
    done = lacking = 0
    for table in positions(map_name, variant):
        board, state = table.board, table.state
        for seat in range(len(state.players)):
            view = table.view(seat)
            sheet = player_sheet(state, seat)
            own = joined_cities(board, state.owner, seat)
            progress = ticket_progress(view)
            assert [each.ticket for each in progress] == list(state.players[seat].tickets)
            assert [each.done for each in progress] == [bool(flag) for flag in sheet.done]
            for each, worth in zip(progress, sheet.worth, strict=True):
                first, end = int(board.ticket_start[each.ticket]), int(board.ticket_start[each.ticket + 1])
                cities = [int(city) for city in board.ticket_cities[first:end]]
                joined = len({int(own[city]) for city in cities}) == 1
                assert each.by_station == (each.done and not joined)
                if joined and board.is_tour(each.ticket):
                    assert each.in_order == (worth == board.ticket_points[each.ticket])
                else:
                    assert each.in_order
                done += each.done
                if joined:
                    assert (each.spaces, list(each.missing)) == (0, [])
                    continue
                way = cheapest_way_for(view, each.ticket)
                assert (each.spaces, list(each.missing)) == (way.spaces, list(way.routes))
                graph = network_of(view, seat)
                assert (each.spaces >= 0) == all(nx.has_path(graph, a, b) for a, b in pairwise(cities))
                if each.spaces >= 0:
                    lacking += 1
                    routes = [int(route) for route in each.missing]
                    assert len(set(routes)) == len(routes)
                    assert each.spaces == sum(int(board.length[route]) for route in routes)
                    assert all(joined_by(board, graph, routes, a, b) for a, b in pairwise(cities))
    assert done and lacking


def test_what_a_ticket_needs() -> None:
    players: list[dict[str, Any]] = [{"tickets": ["denver-el-paso"]}, {}]
    routes = {"denver-santa-fe": 0}
    table = game("usa", players, routes=routes)
    (ticket,) = ticket_progress(table.view(0))
    assert not ticket.done
    assert ticket.spaces == 2
    assert [table.board.route_names[route] for route in ticket.missing] == ["el-paso-santa-fe"]
    routes["el-paso-santa-fe"] = 0
    (ticket,) = ticket_progress(Game.from_position(position("usa", players, routes=routes)).view(0))
    assert ticket.done
    assert ticket.spaces == 0
    assert ticket_progress(table.view()) == []
    with pytest.raises(ValueError, match="say for which seat"):
        cheapest_way(table.view(), 0, 1)


@pytest.mark.rule("C18")
@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_the_routes_of_the_longest_trail_are_a_trail_of_its_length(map_name: str, variant: str) -> None:
    branched = 0
    for table in positions(map_name, variant):
        board, owner = table.board, table.state.owner
        for seat in range(len(table.state.players)):
            routes = [int(route) for route in longest_trail_routes(board, owner, seat)]
            assert routes == sorted(set(routes))
            assert all(owner[route] == seat for route in routes)
            length = LongestTrail(board, owner, seat, joined_cities(board, owner, seat)).length()
            assert sum(int(board.length[route]) for route in routes) == length
            trail: nx.MultiGraph[int] = nx.MultiGraph()
            trail.add_edges_from((int(board.route_a[route]), int(board.route_b[route])) for route in routes)
            assert not routes or nx.has_eulerian_path(trail)
            branched += len(routes) < sum(each == seat for each in owner)
    assert branched


def test_what_plain_python_asks_is_freed() -> None:
    """The server asks after every move: a buffer kept each time would be a leak that no collector sees."""
    *_, (table, _, _) = played("world", 3, seed=1, bot="greedy")
    view, board = table.view(0), table.board

    def ask() -> int:
        missing = sum(len(each.missing) for each in ticket_progress(view))
        trail = len(longest_trail_routes(board, table.state.owner, 0))
        return missing + trail + len(cheapest_way(view, 0, 1).routes) + len(reachable_cities(view, 0))

    ask()
    tracemalloc.start()
    try:
        for _ in range(200):
            ask()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 8_000
