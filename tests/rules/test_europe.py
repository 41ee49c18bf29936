"""The rules of the Europe board (E1-E11) and of its ticket variants (V4-V6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oracle.scoring import best_tickets as oracle_best
from tools import EMPTY, discards, game, notations, oracle_board, player, position
from trunkline.game import Game, IllegalAction
from trunkline.rules.plans import covered_spaces


@pytest.mark.rule("E1")
@pytest.mark.parametrize("players", [2, 5])
def test_the_deal(players: int) -> None:
    start = Game.new("europe", players=players, seed=players).position()
    for each in start["players"]:  # type: ignore[attr-defined]
        assert sum(each["hand"].values()) == 4
        assert (each["trains"], each["stations"]) == (45, 3)
    board = Game.new("europe", seed=1).board
    assert board.tickets == 46
    assert sum(board.ticket_long) == 6


@pytest.mark.rule("E2")
def test_one_long_and_three_short_tickets_and_refused_ones_leave_the_game() -> None:
    table = Game.new("europe", players=5, seed=3)
    board = table.board
    start = table.position()
    assert len(start["ticket_deck"]) == 40 - 15  # type: ignore[arg-type]
    assert not any(board.ticket_long[board.ticket_number[name]] for name in start["ticket_deck"])  # type: ignore[attr-defined]
    for each in start["players"]:  # type: ignore[attr-defined]
        assert [bool(board.ticket_long[board.ticket_number[name]]) for name in each["offered"]] == [
            True,
            False,
            False,
            False,
        ]
    assert len(table.legal(0)) == 6 + 4 + 1  # at least two of the four, of either kind
    for seat in range(5):
        table.play("keep 2 3", seat=seat)
    assert table.position()["ticket_deck"] == start["ticket_deck"]
    assert all(len(each["tickets"]) == 2 for each in table.position()["players"])  # type: ignore[attr-defined]


@pytest.mark.rule("E3")
def test_every_symbol_of_a_ferry_is_paid_with_a_locomotive() -> None:
    plenty = dict.fromkeys(["pink", "blue", "orange", "white", "green", "yellow", "black", "red", "locomotive"], 8)
    table = game("europe", [{"hand": plenty}, EMPTY])
    ways = {text for text in notations(table) if text.startswith("claim palermo-smyrna ")}
    assert len(ways) == 33
    assert "claim palermo-smyrna red+1" not in ways
    assert "claim palermo-smyrna red+2" in ways
    assert {text for text in notations(table) if text.startswith("claim amsterdam-london ")} == {
        "claim amsterdam-london locomotive"
    }
    with pytest.raises(IllegalAction) as caught:
        table.play("claim palermo-smyrna red+1")
    assert caught.value.code == "too_few_locomotives"
    table.play("claim palermo-smyrna red+3")
    assert discards(table) == {"red": 3, "locomotive": 3}
    assert player(table, 0)["points"] == 15


@pytest.mark.rule("E3")
@pytest.mark.parametrize(
    ("hand", "covered"),
    [({"red": 6}, 4), ({"red": 6, "locomotive": 1}, 5), ({"red": 1, "locomotive": 4}, 5), ({"locomotive": 8}, 6)],
)
def test_symbols_of_a_ferry_are_covered_by_locomotives_alone(hand: dict[str, int], covered: int) -> None:
    table = game("europe", [{"hand": hand}, EMPTY])
    assert covered_spaces(table.state, 0)["ferry"]["palermo-smyrna"] == covered
    assert any(text.startswith("claim palermo-smyrna ") for text in notations(table)) == (covered == 6)


TUNNEL = "marseille-zurich"  # pink, two spaces


@pytest.mark.rule("E4")
@pytest.mark.parametrize(
    ("hand", "claim", "turned", "asked", "answers"),
    [
        ({"red": 4}, "barcelona-pamplona red", ["red", "blue", "green"], 1, {"pay red", "withdraw"}),
        ({"green": 3}, "barcelona-pamplona green", ["locomotive", "blue", "red"], 1, {"pay green", "withdraw"}),
        (
            {"green": 3, "locomotive": 2},
            "barcelona-pamplona green+1",
            ["locomotive", "green", "red"],
            2,
            {"pay green+1", "pay green", "withdraw"},
        ),
        (
            {"pink": 5, "locomotive": 2},
            f"{TUNNEL} pink",
            ["pink", "pink", "locomotive"],
            3,
            {"pay pink", "pay pink+1", "pay pink+2", "withdraw"},
        ),
    ],
)
def test_a_tunnel_asks_for_what_is_turned_up(
    hand: dict[str, int], claim: str, turned: list[str], asked: int, answers: set[str]
) -> None:
    table = game("europe", [{"hand": hand}, EMPTY], top=turned)
    table.play(f"claim {claim}")
    assert table.position()["tunnel"]["asked"] == asked  # type: ignore[index]
    assert table.position()["tunnel"]["turned"] == turned  # type: ignore[index]
    assert table.to_act == [0]
    assert notations(table) == answers


@pytest.mark.rule("E4")
def test_pay_and_the_route_is_yours() -> None:
    table = game("europe", [{"hand": {"red": 2, "locomotive": 1}}, EMPTY], top=["red", "blue", "green"])
    table.play("claim barcelona-pamplona red")
    assert player(table, 0)["hand"] == {"locomotive": 1}
    assert discards(table) == {}  # what was laid down lies in no pile yet
    table.play("pay locomotive")
    assert table.position()["routes"] == {"barcelona-pamplona": 0}
    assert player(table, 0)["trains"] == 43
    assert player(table, 0)["points"] == 2
    assert discards(table) == {"red": 3, "blue": 1, "green": 1, "locomotive": 1}
    assert table.to_act == [1]


@pytest.mark.rule("E4")
def test_withdraw_and_the_cards_come_back_and_the_turn_is_over() -> None:
    table = game("europe", [{"hand": {"red": 3, "locomotive": 1}}, EMPTY], top=["red", "blue", "green"])
    table.play("claim barcelona-pamplona red+1")
    table.play("withdraw")
    assert player(table, 0)["hand"] == {"red": 3, "locomotive": 1}
    assert player(table, 0)["known"] == {"red": 1, "locomotive": 1}  # everybody has seen them
    assert table.position()["routes"] == {}
    assert discards(table) == {"red": 1, "blue": 1, "green": 1}
    assert table.to_act == [1]


@pytest.mark.rule("E4")
def test_if_nothing_more_is_asked_the_route_is_yours_at_once() -> None:
    table = game("europe", [{"hand": {"red": 2}}, EMPTY], top=["pink", "blue", "green"])
    table.play("claim barcelona-pamplona red")
    assert table.position()["routes"] == {"barcelona-pamplona": 0}
    assert table.to_act == [1]


@pytest.mark.rule("E4")
def test_one_who_cannot_pay_is_asked_all_the_same() -> None:
    table = game("europe", [{"hand": {"red": 2}}, EMPTY], top=["red", "blue", "green"])
    events = table.play("claim barcelona-pamplona red")
    assert [event.name for event in events] == ["laid", "turned"]
    assert table.to_act == [0]
    assert notations(table) == {"withdraw"}
    # The same events, seen by another, as of one who could pay.
    rich = game("europe", [{"hand": {"red": 3}}, EMPTY], top=["red", "blue", "green"])
    told = [event.seen_by(1).facts(table.board) for event in events]
    assert [event.seen_by(1).facts(rich.board) for event in rich.play("claim barcelona-pamplona red")] == told


@pytest.mark.rule("E5")
def test_locomotives_alone_are_asked_only_for_locomotives() -> None:
    table = game("europe", [{"hand": {"locomotive": 3, "red": 5}}, EMPTY], top=["locomotive", "red", "green"])
    table.play("claim barcelona-pamplona locomotive")
    assert table.position()["tunnel"]["asked"] == 1  # type: ignore[index]
    assert notations(table) == {"pay locomotive", "withdraw"}
    with pytest.raises(IllegalAction) as caught:
        table.play("pay red")
    assert caught.value.code == "wrong_tunnel_colour"
    table.play("pay locomotive")
    table = game("europe", [{"hand": {"locomotive": 2}}, EMPTY], top=["pink", "red", "green"])
    table.play("claim barcelona-pamplona locomotive")
    assert table.position()["routes"] == {"barcelona-pamplona": 0}


def nearly_all(missing: dict[str, int]) -> dict[str, int]:
    """Every card of the deck but these."""
    full = dict.fromkeys(["pink", "blue", "orange", "white", "green", "yellow", "black", "red"], 12) | {
        "locomotive": 14
    }
    return {card: number - missing.get(card, 0) for card, number in full.items()}


ROW = ["pink", "blue", "orange", "white", "green"]


@pytest.mark.rule("E6")
def test_a_reshuffle_while_the_tunnel_is_turned_up_leaves_out_what_was_laid_and_turned() -> None:
    # One card in the deck, two in the discards: after the first is turned up these two are shuffled and turned up.
    mine = {"red": 2}
    rest = nearly_all({"red": 2 + 1, "blue": 2, "yellow": 1, **{card: 1 for card in ROW if card != "blue"}})
    rest["blue"] = 10
    table = game("europe", [{"hand": mine}, {"hand": rest}], row=ROW, deck=["red"])
    assert discards(table) == {"blue": 1, "yellow": 1}
    table.play("claim barcelona-pamplona red")
    tunnel = table.position()["tunnel"]
    assert sorted(tunnel["turned"]) == ["blue", "red", "yellow"]  # type: ignore[index]
    assert table.position()["decks"]["trains"] == {"cards": [], "discards": {}}  # type: ignore[index]
    table.play("withdraw")
    assert sorted(table.position()["decks"]["trains"]["cards"]) == ["blue", "red", "yellow"]  # type: ignore[index]


@pytest.mark.rule("E6")
def test_with_fewer_than_three_cards_as_many_as_there_are_are_turned() -> None:
    rest = nearly_all({"red": 3, "yellow": 1} | dict.fromkeys(ROW, 1))
    table = game("europe", [{"hand": {"red": 2}}, {"hand": rest}], row=ROW, deck=["red", "yellow"])
    table.play("claim barcelona-pamplona red")
    assert table.position()["tunnel"]["turned"] == ["red", "yellow"]  # type: ignore[index]


@pytest.mark.rule("E6")
def test_with_no_cards_the_tunnel_carries_no_risk() -> None:
    rest = nearly_all({"red": 2} | dict.fromkeys(ROW, 1))
    table = game("europe", [{"hand": {"red": 2}}, {"hand": rest}], row=ROW, deck=[])
    table.play("claim barcelona-pamplona red")
    assert table.position()["routes"] == {"barcelona-pamplona": 0}
    assert table.position()["decks"]["trains"]["cards"] == ["red", "red"]  # type: ignore[index]


@pytest.mark.rule("E7")
def test_tunnels_may_be_double() -> None:
    table = game("europe", [{"hand": {"black": 3, "white": 3}}, EMPTY], routes={"madrid-pamplona:white": 1})
    assert "claim madrid-pamplona:black black" not in notations(table)
    four = [{"hand": {"black": 3, "white": 3}}, EMPTY, EMPTY, EMPTY]
    table = game("europe", four, routes={"madrid-pamplona:white": 1})
    assert "claim madrid-pamplona:black black" in notations(table)
    table = game("europe", four, routes={"madrid-pamplona:white": 0})
    assert "claim madrid-pamplona:black black" not in notations(table)


@pytest.mark.rule("E8")
def test_a_station_in_any_city_without_one_even_without_routes() -> None:
    table = game("europe", [{"hand": {"red": 1, "blue": 1}}, EMPTY], stations={"wien": 1})
    built = {text for text in notations(table) if text.startswith("station ")}
    assert len(built) == 46 * 2
    with pytest.raises(IllegalAction) as caught:
        table.play("station wien red")
    assert caught.value.code == "city_has_station"
    table.play("station erzurum red")
    assert table.position()["stations"] == {"wien": 1, "erzurum": 0}
    assert player(table, 0)["stations"] == 2
    assert discards(table) == {"red": 1}
    assert table.to_act == [1]


@pytest.mark.rule("E8")
@pytest.mark.parametrize(
    ("built", "ways"),
    [
        ([], {"red", "blue", "locomotive"}),
        (["wien"], {"red", "red+1", "blue+1"}),
        (["wien", "roma"], {"red+1"}),
        (["wien", "roma", "kyiv"], set()),
    ],
)
def test_the_price_of_stations(built: list[str], ways: set[str]) -> None:
    hand = {"red": 2, "blue": 1, "locomotive": 1}
    table = game("europe", [{"hand": hand}, EMPTY], stations=dict.fromkeys(built, 0))
    assert {text for text in notations(table) if text.startswith("station paris ")} == {
        f"station paris {way}" for way in ways
    }


@pytest.mark.rule("E9")
def test_a_station_uses_one_route_of_another_for_all_tickets() -> None:
    # Seat 1 owns both ways out of Wien; seat 0 may use one of them.
    routes = {"budapest-wien:red": 1, "munchen-wien": 1, "munchen-zurich": 0, "budapest-sarajevo": 0}
    tickets = ["zurich-budapest"]
    table = game("europe", [{"tickets": tickets}, EMPTY], routes=routes, stations={"wien": 0})
    sheet = table.score_sheet().players[0]
    # One route is not enough: Zürich-München-Wien-Budapest needs both.
    assert not sheet.tickets[0].completed
    table = game("europe", [{"tickets": tickets}, EMPTY], routes=routes, stations={"wien": 0, "munchen": 0})
    sheet = table.score_sheet().players[0]
    assert sheet.tickets[0].completed
    assert set(sheet.borrowed) == {"budapest-wien:red", "munchen-wien"}
    assert set(sheet.tickets[0].way) == {"munchen-zurich", "munchen-wien", "budapest-wien:red"}


@pytest.mark.rule("E9")
def test_the_best_use_of_three_stations_over_all_tickets() -> None:
    # At Paris one route of another may be used: Zürich-Paris completes a ticket of 6, Brest-Paris one of 7 + 8.
    routes = {"paris-zurich": 1, "brest-paris": 1, "marseille-paris": 0, "venezia-zurich": 1, "munchen-venezia": 1}
    tickets = ["brest-marseille", "brest-venezia"]
    table = game("europe", [{"tickets": tickets}, EMPTY], routes=routes, stations={"paris": 0})
    sheet = table.score_sheet().players[0]
    assert [item.completed for item in sheet.tickets] == [True, False]
    assert sheet.borrowed == ("brest-paris",)
    three = game(
        "europe", [{"tickets": tickets}, EMPTY], routes=routes, stations={"paris": 0, "zurich": 0, "venezia": 0}
    )
    sheet = three.score_sheet().players[0]
    assert [item.completed for item in sheet.tickets] == [True, True]
    assert set(sheet.borrowed) == {"brest-paris", "paris-zurich", "venezia-zurich"}


@pytest.mark.rule("E9")
def test_a_station_uses_no_unclaimed_and_no_own_route_twice() -> None:
    table = game("europe", [{"tickets": ["zurich-budapest"]}, EMPTY], stations={"zurich": 0, "budapest": 0, "wien": 0})
    sheet = table.score_sheet().players[0]
    assert not sheet.tickets[0].completed
    assert sheet.borrowed == ()


TINY = Path(__file__).parents[1] / "maps" / "tiny.toml"


@pytest.mark.rule("E9")
@pytest.mark.parametrize(
    ("cheap", "dear", "done"),
    [
        ("points = 1, penalty = 30", "points = 3", [True, False]),
        ("points = 1, penalty = 2", "points = 3", [False, True]),
        ("points = 9, penalty = 0", "points = 3, penalty = 7", [False, True]),
        # A tour that needs a borrowed route is worth its lower value.
        ("points = 9, out_of_order = 2, penalty = 1", "points = 3", [False, True]),
        ("points = 9, out_of_order = 6, penalty = 1", "points = 3", [True, False]),
    ],
)
def test_the_best_use_of_a_station_counts_points_and_penalties(
    tmp_path: Path, cheap: str, dear: str, done: list[bool]
) -> None:
    # At Elm one route of another may be used: to Cedar and on to Gorse, or to Dogwood.
    tour = "out_of_order" in cheap
    cities = 'cities = ["elm", "cedar", "gorse"]' if tour else 'from = "elm", to = "cedar"'
    tickets = f"""[tickets]
base = [
  {{ {cities}, {cheap} }},
  {{ from = "dogwood", to = "elm", {dear} }},
  {{ from = "alder", to = "fir", points = 5 }},
  {{ from = "alder", to = "gorse", points = 5 }},
  {{ from = "birch-hill", to = "fir", points = 5 }},
]
"""
    text = TINY.read_text(encoding="utf-8").replace("players = [2, 4]", "players = [2, 2]")
    file = tmp_path / "penalties.toml"
    file.write_text(text[: text.index("[tickets]")] + tickets, encoding="utf-8")
    held = ["elm-cedar-gorse" if tour else "elm-cedar", "dogwood-elm"]
    routes = {"cedar-elm": 1, "dogwood-elm": 1, "cedar-gorse:red": 0}
    # The row is of another map than the tools suppose.
    table = game(str(file), [{"tickets": held}, EMPTY], routes=routes, stations={"elm": 0}, row=["red"] * 4)
    sheet = table.score_sheet().players[0]
    assert [item.completed for item in sheet.tickets] == done
    assert oracle_best(table.position(), 0, oracle_board(str(file))) == [tuple(done)]


@pytest.mark.rule("E10")
def test_unbuilt_stations_score_and_borrowed_routes_count_nothing_for_the_longest_path() -> None:
    routes = {"munchen-wien": 1, "munchen-zurich": 0, "budapest-wien:red": 0}
    table = game("europe", [{"tickets": ["zurich-budapest"]}, EMPTY], routes=routes, stations={"wien": 0})
    first, second = table.score_sheet().players
    assert first.tickets[0].completed
    assert (first.station_points, second.station_points) == (8, 12)
    assert (first.longest_trail, second.longest_trail) == (2, 3)
    assert (first.longest_path_points, second.longest_path_points) == (0, 10)


@pytest.mark.rule("E11")
def test_a_tie_is_broken_by_completed_tickets() -> None:
    # A path of 7 (10 points) for 2 + 4 + 2 and a ticket of 7, against three routes of 4 and one of 3.
    players: list[dict[str, Any]] = [{"tickets": ["london-berlin"]}, EMPTY]
    routes = {"amsterdam-london": 0, "amsterdam-essen": 0, "berlin-essen": 0}
    routes |= dict.fromkeys(["kyiv-warszawa", "brest-pamplona", "athina-sarajevo", "danzig-riga"], 1)
    sheet = game("europe", players, routes=routes).score_sheet()
    assert sheet.totals == (2 + 4 + 2 + 7 + 10 + 12, 7 + 7 + 7 + 4 + 12)
    assert sheet.winners == (0,)
    assert sheet.tie_break == "tickets"


@pytest.mark.rule("E11")
def test_then_by_fewer_stations() -> None:
    # A route of 3 more makes up for the station built; both have the longest path.
    routes = {"danzig-riga": 0, "kyiv-smolensk": 0, "budapest-sarajevo": 1}
    sheet = game("europe", [EMPTY, EMPTY], stations={"wien": 0}, routes=routes).score_sheet()
    assert sheet.totals == (8 + 8 + 10, 4 + 12 + 10)
    assert sheet.winners == (1,)
    assert sheet.tie_break == "stations"


@pytest.mark.rule("E11")
def test_then_by_the_longest_path() -> None:
    # Two routes of 4 and a 3 apart, against a 2, a 4 and a 2 in one path of 7 with the longest path.
    routes = {"kyiv-warszawa": 0, "brest-pamplona": 0, "danzig-riga": 0}
    routes |= {"amsterdam-london": 1, "amsterdam-essen": 1, "berlin-essen": 1}
    sheet = game("europe", [EMPTY, EMPTY], routes=routes).score_sheet()
    assert sheet.totals == (7 + 7 + 4 + 12, 2 + 4 + 2 + 10 + 12)
    assert sheet.winners == (1,)
    assert sheet.tie_break == "longest-path"


@pytest.mark.rule("V4")
def test_expanded() -> None:
    table = Game.new("europe", players=5, variant="expanded", seed=1)
    assert table.board.tickets == 46 + 19
    assert sum(table.board.ticket_long) == 6
    assert len(player(table, 0)["offered"]) == 4


@pytest.mark.rule("V5")
def test_mega() -> None:
    table = Game.new("europe", players=5, variant="mega", seed=1)
    board = table.board
    assert (board.tickets, sum(board.ticket_long)) == (101, 12)
    offered = player(table, 3)["offered"]
    assert [bool(board.ticket_long[board.ticket_number[name]]) for name in offered] == [True] * 2 + [False] * 5
    assert len(table.legal(3)) == 35 + 35 + 21 + 7 + 1  # at least three of seven
    table = game("europe", [EMPTY, EMPTY], variant="mega")
    table.play("draw tickets")
    assert len(table.legal_actions) == 7  # at least one of three


@pytest.mark.rule("V6")
def test_big_cities() -> None:
    table = Game.new("europe", players=5, variant="big-cities", seed=1)
    board = table.board
    assert (board.tickets, sum(board.ticket_long)) == (45, 0)
    assert len(player(table, 0)["offered"]) == 5
    assert len(table.legal(0)) == 10 + 10 + 5 + 1  # at least two of five
    start = position("europe", [EMPTY, EMPTY], variant="big-cities")
    table = Game.from_position(start)
    table.play("draw tickets")
    assert len(table.legal_actions) == 15
    # Refused opening tickets leave the game; longest path and tie-break are as in Europe.
    table = Game.new("europe", players=2, variant="big-cities", seed=1)
    for seat in (0, 1):
        table.play("keep 1 2", seat=seat)
    assert len(table.position()["ticket_deck"]) == 45 - 10  # type: ignore[arg-type]
    base = Game.new("europe", seed=1).board
    assert table.board.numbers.longest_path == base.numbers.longest_path == 10
    assert list(table.board.tie_break) == list(base.tie_break)
