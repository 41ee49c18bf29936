"""The rules of the USA board (U1-U3) and of its ticket variants (V1-V3)."""

from __future__ import annotations

from typing import Any

import pytest

from tools import game
from trunkline.game import Game

EMPTY: dict[str, Any] = {}


@pytest.mark.rule("U1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_deal(players: int) -> None:
    table = Game.new("usa", players=players, seed=players)
    start = table.position()
    assert len(start["row"]) == 5  # type: ignore[arg-type]
    assert start["row"].count("locomotive") < 3  # type: ignore[attr-defined]
    for player in start["players"]:  # type: ignore[attr-defined]
        assert sum(player["hand"].values()) == 4
        assert (player["trains"], player["stations"], player["points"]) == (45, 0, 0)
    pile = start["decks"]["trains"]  # type: ignore[index]
    assert len(pile["cards"]) + sum(pile["discards"].values()) == 110 - 5 - 4 * players


@pytest.mark.rule("U2")
def test_three_tickets_are_dealt_two_kept_and_refused_ones_go_under_in_seat_order() -> None:
    table = Game.new("usa", players=3, seed=4)
    start = table.position()
    offered = [player["offered"] for player in start["players"]]  # type: ignore[attr-defined]
    assert [len(tickets) for tickets in offered] == [3, 3, 3]
    assert len(start["ticket_deck"]) == 30 - 9  # type: ignore[arg-type]
    assert len(table.legal(1)) == 4  # three pairs, or all
    table.play("keep 1 2", seat=2)
    table.play("keep 2 3", seat=1)
    table.play("keep 1 3", seat=0)
    deck = table.position()["ticket_deck"]
    assert deck[-3:] == [offered[0][1], offered[1][0], offered[2][2]]  # type: ignore[index]


@pytest.mark.rule("U3")
def test_a_tie_is_broken_by_completed_tickets() -> None:
    # 2 + 2 and a ticket of 4 against 7 + 1; four spaces in one path each, so that both have the longest path.
    players: list[dict[str, Any]] = [{"tickets": ["denver-el-paso"]}, EMPTY]
    routes = {"denver-santa-fe": 0, "el-paso-santa-fe": 0, "duluth-winnipeg": 1, "atlanta-nashville": 1}
    sheet = game("usa", players, routes=routes).score_sheet()
    assert sheet.totals == (18, 18)
    assert sheet.winners == (0,)
    assert sheet.tie_break == "tickets"


@pytest.mark.rule("U3")
def test_then_by_the_longest_path() -> None:
    # Four routes of 4 apart (28) against a path of 6, a 2 and a 1 (18) with the longest path (10).
    apart = ["chicago-toronto", "dallas-el-paso", "duluth-winnipeg", "charleston-miami"]
    path = ["calgary-winnipeg", "atlanta-charleston", "atlanta-nashville"]
    sheet = game("usa", [EMPTY, EMPTY], routes=dict.fromkeys(apart, 0) | dict.fromkeys(path, 1)).score_sheet()
    assert sheet.totals == (28, 28)
    assert sheet.winners == (1,)
    assert sheet.tie_break == "longest-path"


@pytest.mark.rule("V1")
def test_1910_has_the_globetrotter_in_place_of_the_longest_path() -> None:
    board = Game.new("usa", variant="1910", seed=1).board
    assert board.tickets == 35
    routes = {"chicago-pittsburgh:black": 0, "new-york-pittsburgh:white": 0, "duluth-helena": 1}
    players: list[dict[str, Any]] = [{"tickets": ["chicago-new-york"]}, {"tickets": []}]
    sheet = game("usa", players, variant="1910", routes=routes).score_sheet()
    assert [player.globetrotter_points for player in sheet.players] == [15, 0]
    assert [player.longest_path_points for player in sheet.players] == [0, 0]
    # All who tie for it score; none completed, none scored.
    sheet = game("usa", [EMPTY, EMPTY], variant="1910").score_sheet()
    assert [player.globetrotter_points for player in sheet.players] == [0, 0]
    both = [{"tickets": ["chicago-new-york"]}, {"tickets": ["washington-atlanta"]}]
    owned = routes | {"raleigh-washington:1": 1, "atlanta-raleigh:1": 1}
    sheet = game("usa", both, variant="1910", routes=owned).score_sheet()
    assert [player.globetrotter_points for player in sheet.players] == [15, 15]


@pytest.mark.rule("V1")
def test_1910_ties_are_broken_by_tickets_alone() -> None:
    # 4 + 2 + 2 and a ticket of 5 with the globetrotter of 15, against four routes of 4; the longer path counts nothing.
    routes = {"chicago-pittsburgh:black": 0, "new-york-pittsburgh:white": 0, "atlanta-charleston": 0}
    routes |= dict.fromkeys(["chicago-toronto", "dallas-el-paso", "duluth-winnipeg", "charleston-miami"], 1)
    players: list[dict[str, Any]] = [{"tickets": ["chicago-new-york"]}, EMPTY]
    sheet = game("usa", players, variant="1910", routes=routes).score_sheet()
    assert sheet.totals == (28, 28)
    assert sheet.winners == (0,)
    assert sheet.tie_break == "tickets"


@pytest.mark.rule("V2")
def test_mega_has_69_tickets_and_both_bonuses() -> None:
    table = Game.new("usa", players=5, variant="mega", seed=1)
    assert table.board.tickets == 69
    assert [len(player["offered"]) for player in table.position()["players"]] == [5] * 5  # type: ignore[attr-defined]
    assert len(table.legal(0)) == 10 + 5 + 1  # at least three of five
    routes = {"chicago-pittsburgh:black": 0, "new-york-pittsburgh:white": 0}
    sheet = game("usa", [{"tickets": ["chicago-new-york"]}, EMPTY], variant="mega", routes=routes).score_sheet()
    assert sheet.players[0].globetrotter_points == 15
    assert sheet.players[0].longest_path_points == 10
    table = game("usa", [EMPTY, EMPTY], variant="mega")
    table.play("draw tickets")
    assert len(table.legal_actions) == 15  # at least one of four


@pytest.mark.rule("V3")
def test_big_cities_has_35_tickets_and_neither_bonus() -> None:
    table = Game.new("usa", players=4, variant="big-cities", seed=1)
    assert table.board.tickets == 35
    assert [len(player["offered"]) for player in table.position()["players"]] == [4] * 4  # type: ignore[attr-defined]
    assert len(table.legal(0)) == 6 + 4 + 1  # at least two of four
    routes = {"chicago-pittsburgh:black": 0, "new-york-pittsburgh:white": 0}
    table = game("usa", [{"tickets": ["chicago-new-york"]}, EMPTY], variant="big-cities", routes=routes)
    sheet = table.score_sheet()
    assert sheet.players[0].total == 4 + 2 + 5
    table.play("draw tickets")
    assert len(table.legal_actions) == 15
