"""The set-up of a game with companies (L1, L3-L6, L8, L9, L13): deck, newspapers, dollars, tickets and who starts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from boards import some_companies
from tools import game, notations, played
from trunkline.game import Game
from trunkline.maps.load import load_map
from trunkline.maps.pack import load_board, pack
from trunkline.rules.sampling import sample
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.soundness import unsound

EMPTY: dict[str, Any] = {}


def position_of(table: Game) -> dict[str, Any]:
    return table.position()


@pytest.mark.rule("L3")
@pytest.mark.parametrize(("players", "newspapers"), [(2, 6), (3, 4), (4, 3), (5, 3)])
def test_the_deck_has_newspapers_by_the_number_of_players(players: int, newspapers: int) -> None:
    start = position_of(Game.new("meridian", players, seed=players))
    pile = start["decks"]["trains"]
    assert pile["cards"].count("newspaper") == newspapers
    everything = len(pile["cards"]) + sum(pile["discards"].values()) + 5 + 4 * players
    assert everything == 7 * 12 + newspapers
    assert len(start["ticket_deck"]) == 33 - 4 * players
    assert len(start["news"]["deck"]) == 7


@pytest.mark.rule("L4")
@pytest.mark.rule("L6")
def test_hands_row_dollars_and_trains_at_the_start() -> None:
    for seed in range(60):
        table = Game.new("meridian", 4, seed=seed)
        start = position_of(table)
        assert "newspaper" not in start["row"] and None not in start["row"]
        assert start["row"].count("locomotive") < 3
        for player in start["players"]:
            assert sum(player["hand"].values()) == 4 and "newspaper" not in player["hand"]
            assert (player["money"], player["trains"], player["points"]) == (5, 20, 0)
        paid = [event.facts(table.board) for event in table.opening if event.name == "money"]
        assert paid == [
            {"event": "money", "seat": seat, "amount": 5, "balance": 5, "step": 0, "source": "start"}
            for seat in range(4)
        ]


@pytest.mark.rule("L4")
def test_newspapers_are_shuffled_into_the_whole_deck_after_the_deal() -> None:
    """The cards under them lie in another order than at the deal, and the next shuffle is another stream."""
    table = Game.new("meridian", 2, seed=3)
    assert position_of(table)["shuffles"]["trains"] == 2
    tops = {position_of(Game.new("meridian", 2, seed=seed))["decks"]["trains"]["cards"][0] for seed in range(60)}
    assert tops == {"black", "blue", "white", "green", "yellow", "red", "locomotive", "newspaper"}


@pytest.mark.rule("L5")
@pytest.mark.parametrize("players", [2, 5])
def test_four_tickets_are_dealt_and_two_kept(players: int) -> None:
    table = Game.new("meridian", players, seed=1)
    offered = [player["offered"] for player in position_of(table)["players"]]
    assert [len(tickets) for tickets in offered] == [4] * players
    assert len(table.legal(0)) == 6 + 4 + 1
    for seat in range(players):
        table.play("keep 1 2", seat=seat)
    under = position_of(table)["ticket_deck"][-2 * players :]
    assert {*under[:2]} == {*offered[0][2:]}


@pytest.mark.rule("L5")
@pytest.mark.parametrize(("tickets", "each"), [(19, 3), (15, 3), (14, 2), (10, 2)])
def test_too_few_tickets_are_dealt_evenly_and_one_is_kept(tickets: int, each: int) -> None:
    map_ = load_map("meridian")
    base = map_.variants["base"]
    board = pack(replace(map_, variants={"base": replace(base, tickets=base.tickets[:tickets])}))
    table = Game(new_game(board, 5, bytes(32), BY_LOT, None), None, [], BY_LOT)
    dealt = position_of(table)["players"]
    assert [len(player["offered"]) for player in dealt] == [each] * 5
    assert len(position_of(table)["ticket_deck"]) == tickets - 5 * each
    assert len(table.legal(2)) == 2**each - 1
    table.play("keep 1", seat=2)
    # A game that fits the view of another seat is one in which this choice was possible.
    assert unsound(sample(table.view(0), bytes(32))) == []


@pytest.mark.rule("L8")
def test_there_is_no_current_event_at_the_start_and_any_may_be_the_first() -> None:
    first: set[str] = set()
    starting: set[int] = set()
    for seed in range(80):
        start = position_of(Game.new("meridian", 3, seed=seed))
        assert (start["news"]["current"], start["news"]["discards"]) == (None, [])
        assert sorted(start["news"]["deck"]) == sorted(load_board("meridian").companies.events)
        assert start["first"] == start["seat"]
        first.add(start["news"]["deck"][0])
        starting.add(start["first"])
    assert len(first) == 7 and starting == {0, 1, 2}


@pytest.mark.rule("L1")
def test_each_seat_plays_a_company_of_its_own() -> None:
    assert Game.new("meridian", 3, seed=1).companies == ["blue", "red", "green"]
    chosen = ["black", "yellow", "blue"]
    table = Game.new("meridian", 3, seed=1, companies=chosen)
    assert table.companies == chosen
    assert [player["company"] for player in position_of(table)["players"]] == chosen
    assert [player.company for player in table.score_sheet().players] == chosen
    assert Game.new("usa", 2, seed=1).companies == []
    for wrong, why in (
        (["blue"], "2 players play 2 companies"),
        (["blue", "blue"], "one seat"),
        (["blue", "pink"], "no company 'pink'"),
    ):
        with pytest.raises(ValueError, match=why):
            Game.new("meridian", 2, companies=wrong)
    with pytest.raises(ValueError, match="has no companies"):
        Game.new("usa", 2, companies=["blue", "red"])


@pytest.mark.rule("L1")
@pytest.mark.rule("L9")
def test_a_claim_scores_no_points() -> None:
    for table, seat, _ in played("meridian", 3, seed=5, bot="greedy"):
        assert [player["points"] for player in position_of(table)["players"]] == [0, 0, 0]
        if seat >= 0 and position_of(table)["phase"] == "turn":
            kinds = {text.split()[0] for text in notations(table)}
            assert kinds <= {"draw", "claim", "pass"}
    for player in table.score_sheet().players:
        assert (player.route_points, player.longest_path_points, player.globetrotter_points) == (0, 0, 0)


@pytest.mark.rule("L13")
def test_an_unfinished_track_is_no_route() -> None:
    map_ = load_map("meridian")
    assert len(map_.edges) == 25
    board = load_board("meridian")
    assert board.routes == 72 == len(map_.routes)
    table = game("meridian", [{"hand": {"red": 8, "locomotive": 8}}, EMPTY])
    claimed = {text.split()[1].partition(":")[0] for text in notations(table) if text.startswith("claim")}
    assert claimed <= {f"{route.a}-{route.b}" for route in map_.routes}


def test_companies_for_tests_are_all_played() -> None:
    seen = {company for seed in range(20) for company in some_companies("meridian", 2, seed) or []}
    assert seen == set(load_board("meridian").companies.companies)
