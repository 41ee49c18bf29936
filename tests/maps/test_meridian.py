"""The Meridian board holds the facts of its start, and what is ours on it is complete."""

from __future__ import annotations

from collections import Counter

import pytest

from trunkline.game import Game
from trunkline.maps import load_map
from trunkline.maps.card_text import bonus_text, languages, news_text
from trunkline.maps.tables import distances


def test_cities_and_routes() -> None:
    board = load_map("meridian")
    pairs = Counter(route.group for route in board.routes)
    assert (len(board.cities), len(pairs), len(board.routes)) == (23, 49, 72)
    assert Counter(pairs.values()) == {1: 29, 2: 17, 3: 3}
    assert Counter(route.length for route in board.routes) == {1: 28, 2: 28, 3: 12, 4: 4}
    spaces: Counter[str] = Counter()
    for route in board.routes:
        spaces[route.colour] += route.length
    assert spaces == {"black": 20, "blue": 21, "white": 20, "green": 20, "yellow": 20, "red": 20, "gray": 15}
    triples = {route.name: route.colour for route in board.routes if route.lanes == 3}
    assert triples == {
        "baltimore-philadelphia:1": "white", "baltimore-philadelphia:2": "blue", "baltimore-philadelphia:3": "red",
        "boston-new-york:1": "white", "boston-new-york:2": "green", "boston-new-york:3": "black",
        "new-york-philadelphia:1": "black", "new-york-philadelphia:2": "red", "new-york-philadelphia:3": "white",
    }  # fmt: skip
    assert {route.name for route in board.routes if "mountain" in route.tags} == {
        route.name for route in board.routes if {"lewisburg", "knoxville"} & {route.a, route.b}
    }


@pytest.mark.rule("L17")
def test_large_cities_and_harbours() -> None:
    cities = load_map("meridian").cities
    assert {city.id for city in cities if city.large} == {
        "baltimore", "boston", "new-orleans", "new-york", "philadelphia", "pittsburgh",
    }  # fmt: skip
    assert {city.id for city in cities if city.harbour} == {
        "baltimore", "boston", "new-orleans", "new-york", "philadelphia", "norfolk", "charleston", "savannah", "mobile",
        "quebec", "montreal", "buffalo", "detroit", "chicago",
    }  # fmt: skip
    assert {city.territory for city in cities} == {"EA"}


@pytest.mark.rule("L3")
@pytest.mark.rule("L4")
@pytest.mark.rule("L6")
@pytest.mark.rule("L10")
@pytest.mark.rule("L14")
@pytest.mark.rule("L19")
def test_numbers() -> None:
    board = load_map("meridian")
    rules = board.variants["base"].rules
    assert board.decks["trains"] == dict.fromkeys(("black", "blue", "white", "green", "yellow", "red"), 12) | {
        "locomotive": 12
    }
    assert (rules.least_players, rules.most_players, rules.trains, rules.money) == (2, 5, 20, 5)
    assert (rules.newspapers, rules.draw_barred_at) == ((6, 4, 3, 3), 8)
    assert (rules.hand, rules.row, rules.row_locomotives) == ((4,), (5,), 3)
    assert (rules.doubles_open_from, rules.triples_open_from, rules.end_at, rules.last_turns) == (4, 2, 2, 1)
    assert rules.trains_left == (16, 12, 9, 7, 6, 4, 4, 4, 2, 2, 2)
    assert rules.tie_break == ("tickets", "turn-order")


@pytest.mark.rule("L5")
def test_tickets() -> None:
    board = load_map("meridian")
    base = board.variants["base"]
    assert len(base.tickets) == 33
    assert (base.rules.opening.short, base.rules.opening.keep, base.rules.opening.refused) == (4, 2, "bottom")
    assert (base.rules.draw.tickets, base.rules.draw.keep) == (3, 1)
    above = {ticket.name: ticket.points - distances(board, ticket.a)[ticket.b] for ticket in base.tickets}
    assert {name: more for name, more in above.items() if more} == {"nashville-charleston": 1}
    assert (min(ticket.points for ticket in base.tickets), max(ticket.points for ticket in base.tickets)) == (1, 11)


@pytest.mark.rule("L13")
def test_unfinished_tracks_lead_nowhere_and_cannot_be_claimed() -> None:
    board = load_map("meridian")
    cities = {city.id for city in board.cities}
    assert len(board.edges) == 25
    assert sum(edge.lanes for edge in board.edges) == 40
    assert {edge.city for edge in board.edges} <= cities
    game = Game.new("meridian", 2, seed=1)
    assert len(game.board.route_names) == 72  # what can be claimed: both ends of all of these are cities of the board
    assert all(route.a in cities and route.b in cities for route in board.routes)


@pytest.mark.rule("L1")
def test_every_seat_plays_a_company_and_a_game_pays_dollars() -> None:
    board = load_map("meridian")
    assert [company.id for company in board.companies] == ["blue", "red", "green", "yellow", "black"]
    game = Game.new("meridian", 3, seed=1, companies=["black", "blue", "yellow"])
    assert game.companies == ["black", "blue", "yellow"]
    assert Game.new("meridian", 3, seed=1).companies == ["blue", "red", "green"]
    for wrong in (["black", "black", "blue"], ["black", "blue"], ["black", "blue", "white"]):
        with pytest.raises(ValueError, match=r"compan"):
            Game.new("meridian", 3, seed=1, companies=wrong)
    while not game.over:
        seat = game.to_act[0]
        game.play(game.legal(seat)[-1], seat=seat)
    for player in game.score_sheet().players:
        assert (player.route_points, player.longest_path_points) == (0, 0)
        assert player.total == max(0, player.money + player.trains_left_money + player.ticket_points)


@pytest.mark.parametrize("language", languages())
def test_every_card_is_told_in_every_language(language: str) -> None:
    board = load_map("meridian")
    names = [company.name.by(language) for company in board.companies]
    names += [event.name.by(language) for event in board.events]
    assert len(set(names)) == 12
    texts = [news_text(board, event, language) for event in board.events]
    texts += [bonus_text(board, company, language) for company in board.companies]
    assert all(texts)
    assert all(event.text is None for event in board.events)


@pytest.mark.rule("L12")
def test_which_events_last() -> None:
    events = {event.id: event.lightning for event in load_map("meridian").events}
    assert events == {
        "milk-run": False, "coal-famine": False, "county-fair": True, "crossing-guards": False, "payday": True,
        "survey-party": False, "switchyard-fog": True,
    }  # fmt: skip
