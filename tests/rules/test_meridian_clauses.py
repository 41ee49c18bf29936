"""Clauses (L11, L12, L15, L16): every operation, filter and condition, on cards made for the test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tools import notations, position
from trunkline.game import Game
from trunkline.game.position import read_position
from trunkline.maps import pack as packing
from trunkline.maps.clauses import (
    ACTIVE,
    CLAIM,
    DIFFERENCE,
    DOUBLES_OPEN,
    DRAW,
    EACH,
    FEE,
    HAND,
    HARBOUR,
    KEPT,
    LARGE,
    LIST,
    LOSE,
    MONEY,
    MONEY_PER,
    MOST_TRAINS,
    NOT_MOST_TRAINS,
    PER_KEPT,
    PER_LENGTH,
    SHARED,
    TAKE,
    TERRITORY,
    TICKETS_OFFERED,
    TURNED,
    UNION,
    WASH,
    CitySet,
    Clause,
    Condition,
    Effect,
    Lines,
    NewsEvent,
    Standing,
    Words,
)
from trunkline.maps.load import load_map
from trunkline.maps.pack import pack
from trunkline.rules.board import Board
from trunkline.rules.clauses import acts
from trunkline.rules.company_tables import AT_CLAIM

EMPTY: dict[str, Any] = {}
ROW = ["black", "blue", "white", "green", "yellow"]
HAND_OF_ALL = {"blue": 4, "red": 4, "green": 4, "yellow": 4, "black": 4, "white": 4}
WORDS = Words("Test", "Test", "Test")


def board_with(
    clauses: list[Clause], rules: tuple[Standing, ...] = (), bonus: dict[str, list[Clause]] | None = None
) -> Board:
    """Meridian with these clauses in place of Milk Run's, and perhaps with other bonuses."""
    map_ = load_map("meridian")
    events = [
        NewsEvent(event.id, WORDS, tuple(clauses), rules) if event.id == "milk-run" else event for event in map_.events
    ]
    companies = [
        replace(company, bonus=tuple(bonus[company.id])) if bonus and company.id in bonus else company
        for company in map_.companies
    ]
    return pack(replace(map_, events=tuple(events), companies=tuple(companies)))


def table_on(
    monkeypatch: pytest.MonkeyPatch, board: Board, seats: list[dict[str, Any]], current: bool = True, **fields: Any
) -> Game:
    """A game on a board of the test; its event is the current one, or the next."""
    others = [event for event in board.companies.events if event != "milk-run"]
    news = {"current": "milk-run", "deck": others} if current else {"deck": ["milk-run", *others]}
    made = position("meridian", seats, **{"row": ROW, "news": news, **fields})
    monkeypatch.setattr("trunkline.game.position.load_board", lambda *_: board)
    return Game(read_position(made), None, [], -1)


def money(table: Game) -> list[int]:
    return [player["money"] for player in table.position()["players"]]  # type: ignore[attr-defined]


def asked(table: Game) -> tuple[str, int]:
    """The card whose clause asks, and how many of its clauses were gone through before."""
    asks: dict[str, Any] = table.position()["asks"]  # type: ignore[assignment]
    return asks["source"], asks["clauses_done"]


def claiming(effect: Effect, **further: Any) -> Clause:
    return Clause(CLAIM, effect, **further)


# Filters of routes


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("lines", "fits"),
    [
        (Lines(colour="red"), lambda route, _: route.colour == "red"),
        (Lines(gray=True), lambda route, _: route.colour == "gray"),
        (Lines(length=(2, 3)), lambda route, _: route.length in (2, 3)),
        (Lines(tag="mountain"), lambda route, _: {route.a, route.b} & {"knoxville", "lewisburg"}),
        (Lines(harbours=True), lambda route, marks: {route.a, route.b} <= marks["harbour"]),
        (Lines(touches=CitySet(LARGE)), lambda route, marks: {route.a, route.b} & marks["large"]),
        (Lines(touches=CitySet(TERRITORY, territory="EA")), lambda route, _: True),
        (Lines(touches=CitySet(LIST, cities=("boston",))), lambda route, _: "boston" in (route.a, route.b)),
        (
            Lines(touches=CitySet(UNION, parts=(CitySet(LIST, cities=("atlanta",)), CitySet(LARGE)))),
            lambda route, marks: {route.a, route.b} & (marks["large"] | {"atlanta"}),
        ),
        (
            Lines(touches=CitySet(DIFFERENCE, parts=(CitySet(HARBOUR), CitySet(LARGE)))),
            lambda route, marks: {route.a, route.b} & (marks["harbour"] - marks["large"]),
        ),
        (Lines(own_colour=True), lambda route, _: route.colour == "blue"),
        (Lines(own_colour=True, length=(3, 9)), lambda route, _: route.colour == "blue" and route.length > 2),
    ],
)
def test_sets_of_routes(lines: Lines, fits: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([claiming(Effect(MONEY, 1), lines=lines)])
    table = table_on(monkeypatch, board, [{"company": "blue"}, {"company": "red"}])
    map_ = load_map("meridian")
    marks = {
        "large": {city.id for city in map_.cities if city.large},
        "harbour": {city.id for city in map_.cities if city.harbour},
    }
    row = int(board.companies.first_row[board.companies.sources.index("milk-run")])
    found = [acts(table.state, row, AT_CLAIM, 0, number, 0) for number in range(board.routes)]
    assert found == [bool(fits(route, marks)) for route in map_.routes]
    assert any(found)


@pytest.mark.rule("L15")
def test_equal_sets_of_routes_are_packed_once() -> None:
    lines = Lines(length=(1, 1))
    board = board_with([claiming(Effect(MONEY, 1), lines=lines), claiming(Effect(FEE, 1), lines=lines)])
    sets = [list(members) for members in board.companies.line_sets]
    assert len({tuple(members) for members in sets}) == len(sets)


# Who, if, for how many players


@pytest.mark.rule("L12")
def test_groups_are_settled_before_the_first_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    clauses = [
        Clause(TURNED, Effect(MONEY, 3), who=MOST_TRAINS),
        Clause(TURNED, Effect(MONEY, 1), who=NOT_MOST_TRAINS),
        Clause(TURNED, Effect(FEE, 2), who=EACH),
        Clause(TURNED, Effect(MONEY, 10), who=ACTIVE),
    ]
    table = table_on(
        monkeypatch,
        board_with(clauses),
        [EMPTY, EMPTY, EMPTY],
        current=False,
        routes={"albany-boston": 1},
        top=["newspaper", "red"],
        seat=2,
    )
    table.play("draw deck")
    assert money(table) == [5 + 3 - 2, 5 + 1 - 2, 5 + 3 - 2 + 10]


@pytest.mark.rule("L12")
@pytest.mark.parametrize(("players", "paid"), [(2, 0), (3, 4), (4, 4), (5, 0)])
def test_a_clause_may_be_for_some_numbers_of_players(players: int, paid: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([claiming(Effect(MONEY, 4), players=(3, 4))])
    seats: list[dict[str, Any]] = [{"hand": HAND_OF_ALL}, *[EMPTY] * (players - 1)]
    table = table_on(monkeypatch, board, seats)
    table.play("claim albany-montreal red")
    assert money(table)[0] == 5 + paid


@pytest.mark.rule("L12")
@pytest.mark.parametrize(("cards", "shared", "paid"), [(3, True, 7), (4, True, 0), (3, False, 0), (2, True, 0)])
def test_both_conditions_must_hold(cards: int, shared: bool, paid: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the claim the hand is two cards smaller."""
    board = board_with([claiming(Effect(MONEY, 7), conditions=(Condition(SHARED), Condition(HAND, 3, 3)))])
    seats: list[dict[str, Any]] = [{"hand": {"red": 2 + cards}, "company": "green"}, *[EMPTY] * 3]
    for seat, company in enumerate(("blue", "red", "yellow"), start=1):
        seats[seat] = {"company": company}
    table = table_on(monkeypatch, board, seats, routes={"buffalo-montreal:2": 1} if shared else {})
    table.play("claim buffalo-montreal:1 red")
    assert money(table)[0] == 5 + paid


# Effects


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("route", "dollars"), [("albany-montreal", 4), ("atlanta-nashville", 4), ("mobile-savannah:2", 7)]
)
def test_money_per_length_has_a_least_and_a_most(route: str, dollars: int, monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([claiming(Effect(MONEY_PER, 2, PER_LENGTH, 4, 7))])
    table = table_on(monkeypatch, board, [{"hand": HAND_OF_ALL, "company": "green"}, EMPTY | {"company": "black"}])
    colour = board.colour_name(int(board.colour[board.route_number[route]]))
    table.play(f"claim {route} {colour}")
    assert money(table)[0] == 5 + dollars


@pytest.mark.rule("L12")
def test_money_for_tickets_kept_has_a_least_and_a_most(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([Clause(KEPT, Effect(MONEY_PER, 3, PER_KEPT, 1, 5))])
    for kept, dollars in (("keep 1", 1), ("keep 1 2", 3), ("keep 1 2 3", 5)):
        table = table_on(monkeypatch, board, [EMPTY, EMPTY])
        table.play("draw tickets")
        table.play(kept)
        assert money(table)[0] == 5 + dollars


@pytest.mark.rule("L11")
def test_a_news_event_that_draws_at_a_claim_passes_over_newspapers(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([claiming(Effect(DRAW, 2))])
    table = table_on(monkeypatch, board, [{"hand": {"red": 1}}, EMPTY], top=["newspaper", "blue", "newspaper", "white"])
    table.play("claim albany-montreal red")
    assert table.position()["news"]["current"] == "milk-run"  # type: ignore[index]
    assert table.position()["players"][0]["hand"] == {"blue": 1, "white": 1}  # type: ignore[index]
    names = [event.name for event in table.moves[-1].events]
    assert names[1:5] == ["newspapers-passed", "cards-gained"] * 2


@pytest.mark.rule("L12")
def test_more_cards_cannot_be_lost_than_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([Clause(TURNED, Effect(LOSE, 3), who=EACH), Clause(TURNED, Effect(WASH))])
    seats: list[dict[str, Any]] = [{"hand": {"red": 1}}, EMPTY]
    table = table_on(monkeypatch, board, seats, current=False, top=["newspaper", "red"])
    table.play("draw deck")
    lost = [event for event in table.moves[-1].events if event.name == "cards-lost"]
    assert [event.facts(board)["cards"] for event in lost] == [["red", "red"], []]


@pytest.mark.rule("L16")
def test_several_cards_are_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bonus of a later year: each card is chosen by itself, and the row is refilled in between."""
    bonus = {"black": [claiming(Effect(TAKE, 2)), claiming(Effect(MONEY, 1))]}
    seats: list[dict[str, Any]] = [{"hand": HAND_OF_ALL, "company": "black"}, {"company": "blue"}]
    table = table_on(monkeypatch, board_with([], bonus=bonus), seats, top=["red", "red"])
    table.play("claim atlanta-mobile black")
    assert asked(table) == ("black", 0)
    table.play("take 1")
    assert asked(table) == ("black", 1)
    assert table.position()["phase"] == "claim-asks"
    assert [event.name for event in table.moves[-1].events] == ["took", "refilled", "asked"]
    assert "take 1" in notations(table)
    table.play("take 1")
    assert money(table)[0] == 6
    assert table.seat == 1
    assert table.position()["players"][0]["known"] == {"black": 1, "red": 1}  # type: ignore[index]


@pytest.mark.rule("L15")
@pytest.mark.rule("L11")
def test_a_news_event_may_ask_too(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_with([claiming(Effect(MONEY, 1)), claiming(Effect(TAKE, 1)), claiming(Effect(MONEY, 2))])
    seats: list[dict[str, Any]] = [{"hand": HAND_OF_ALL, "company": "black"}, {"company": "blue"}]
    table = table_on(monkeypatch, board, seats, top=["red", "newspaper", "red", "white"])
    table.play("claim albany-new-york black")
    table.play("take 1")  # The company's own, number 3.
    assert table.position()["claim"] == {"route": "albany-new-york", "step": 11}
    assert asked(table) == ("milk-run", 1)
    assert money(table)[0] == 5 + 1 + 1
    table.play("take 2")
    assert table.position()["news"]["current"] == "milk-run"  # type: ignore[index]
    assert money(table)[0] == 5 + 1 + 1 + 2
    assert [event.name for event in table.moves[-1].events][:3] == ["took", "newspapers-passed", "refilled"]


# Standing rules


@pytest.mark.rule("L12")
@pytest.mark.parametrize(("players", "offered"), [(2, 5), (3, 5), (4, 3)])
def test_a_standing_number_is_in_force_while_its_event_is_current(
    players: int, offered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = (Standing(TICKETS_OFFERED, 5, (2, 3)), Standing(DOUBLES_OPEN, 1, (3, 3)))
    board = board_with([], rules)
    seats: list[dict[str, Any]] = [{"hand": HAND_OF_ALL}, *[EMPTY] * (players - 1)]
    table = table_on(monkeypatch, board, seats, routes={"buffalo-montreal:1": 1})
    assert ("claim buffalo-montreal:2 blue" in notations(table)) == (players >= 3)
    table.play("draw tickets")
    assert len(table.legal_actions) == 2**offered - 1


def test_packing_knows_every_word_of_clauses() -> None:
    """Each word of a clause has its number; `load_board` packs the board that comes with Trunkline."""
    board = packing.load_board("meridian")
    assert board.companies.companies == ["blue", "red", "green", "yellow", "black"]
    assert len(board.companies.sources) == len(set(board.companies.sources)) == 2 + 5 + 7
