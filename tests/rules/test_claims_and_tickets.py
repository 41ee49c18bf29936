"""Claims, tickets, the end and the score (C9-C20), each rule on positions made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tools import ALL_CARDS, game, hand_of, length_of, long_routes_of, notations, position, refused
from trunkline.game import BadPosition, Game

EMPTY: dict[str, Any] = {}
TWO: list[dict[str, Any]] = [EMPTY, EMPTY]
ROW = ["pink", "blue", "orange", "white", "green"]


@pytest.mark.rule("C9")
def test_payments_of_a_coloured_route() -> None:
    plenty = {"yellow": 6, "locomotive": 6, "red": 6}
    table = game("europe", [{"hand": plenty}, EMPTY])
    ways = {text for text in notations(table) if text.startswith("claim amsterdam-essen ")}
    assert ways == {f"claim amsterdam-essen {way}" for way in ("yellow", "yellow+1", "yellow+2", "locomotive")}
    table.play("claim amsterdam-essen yellow+2")
    assert hand_of(table, 0) == {"yellow": 5, "locomotive": 4, "red": 6}
    assert table.position()["decks"]["trains"]["discards"] == {"yellow": 1, "locomotive": 2}  # type: ignore[index]


@pytest.mark.rule("C9")
def test_payments_of_a_gray_route() -> None:
    plenty = dict.fromkeys(ALL_CARDS, 8)
    table = game("usa", [{"hand": plenty}, EMPTY])
    ways = {text for text in notations(table) if text.startswith("claim atlanta-charleston ")}
    assert len(ways) == 17


@pytest.mark.rule("C9")
def test_a_wrong_payment_is_refused_with_its_reason() -> None:
    table = game("usa", [{"hand": {"red": 3, "locomotive": 1}}, EMPTY])
    assert refused(table, "claim dallas-el-paso blue") == "wrong_colour"
    assert refused(table, "claim dallas-el-paso red") == "cards_missing"
    assert refused(table, "claim dallas-el-paso red+5") == "payment_does_not_add_up"
    assert refused(table, "claim dallas-el-paso red+4") == "payment_does_not_add_up"
    assert refused(table, "claim dallas-el-paso locomotive") == "cards_missing"
    table.play("claim dallas-el-paso red+1")


@pytest.mark.rule("C10")
def test_a_route_may_lie_anywhere_and_needs_a_piece_for_every_space() -> None:
    mine = dict.fromkeys(
        (
            "calgary-winnipeg",
            "duluth-helena",
            "duluth-toronto",
            "el-paso-houston",
            "el-paso-los-angeles",
            "helena-seattle",
            "chicago-toronto",
        ),
        0,
    )
    table = game("usa", [{"hand": {"locomotive": 6}}, EMPTY], routes=mine)
    left = table.position()["players"][0]["trains"]  # type: ignore[index]
    assert left == 45 - 6 - 6 - 6 - 6 - 6 - 6 - 4
    assert "claim charleston-miami locomotive" in notations(table)
    assert refused(table, "claim los-angeles-miami locomotive") == "no_such_route"
    assert refused(table, "claim portland-salt-lake-city locomotive") == "too_few_trains"


@pytest.mark.rule("C11")
@pytest.mark.parametrize("players", [2, 4])
def test_nobody_owns_two_routes_of_a_double(players: int) -> None:
    seats: list[dict[str, Any]] = [{"hand": {"locomotive": 8}}] + [EMPTY] * (players - 1)
    table = game("usa", seats, routes={"atlanta-new-orleans:yellow": 0})
    assert refused(table, "claim atlanta-new-orleans:orange locomotive") == "twin_is_yours"
    with pytest.raises(BadPosition, match="two lanes"):
        game("usa", seats, routes={"atlanta-new-orleans:yellow": 0, "atlanta-new-orleans:orange": 0})


@pytest.mark.rule("C12")
@pytest.mark.parametrize(("players", "open_"), [(2, False), (3, False), (4, True), (5, True)])
def test_with_few_players_the_other_route_of_a_double_is_closed(players: int, open_: bool) -> None:
    seats: list[dict[str, Any]] = [{"hand": {"locomotive": 8}}] + [EMPTY] * (players - 1)
    table = game("usa", seats, routes={"atlanta-new-orleans:yellow": 1})
    assert ("claim atlanta-new-orleans:orange locomotive" in notations(table)) == open_
    if not open_:
        assert refused(table, "claim atlanta-new-orleans:orange locomotive") == "double_closed"
    assert refused(table, "claim atlanta-new-orleans:yellow locomotive") == "route_taken"


@pytest.mark.rule("C13")
@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("atlanta-nashville", 1),
        ("duluth-winnipeg", 7),
        ("atlanta-miami", 10),
        ("calgary-winnipeg", 15),
        ("chicago-duluth", 4),
        ("atlanta-charleston", 2),
    ],
)
def test_a_claimed_route_scores_at_once(route: str, points: int) -> None:
    table = game("usa", [{"hand": {"locomotive": 8}}, EMPTY])
    events = table.play(f"claim {route} locomotive")
    assert table.position()["players"][0]["points"] == points  # type: ignore[index]
    assert events[0].facts(table.board)["points"] == points


@pytest.mark.rule("C13")
def test_eight_spaces_score_21() -> None:
    table = game("europe", [{"hand": {"red": 8}}, EMPTY], top=["blue", "blue", "blue"])
    table.play("claim petrograd-stockholm red")
    assert table.position()["players"][0]["points"] == 21  # type: ignore[index]


@pytest.mark.rule("C14")
def test_three_tickets_are_drawn_and_the_rest_go_under() -> None:
    table = game("usa", TWO)
    deck = table.position()["ticket_deck"]
    assert isinstance(deck, list)
    table.play("draw tickets")
    offered = table.position()["players"][0]["offered"]  # type: ignore[index]
    assert offered == deck[:3]
    assert notations(table) == {"keep 1", "keep 2", "keep 3", "keep 1 2", "keep 1 3", "keep 2 3", "keep 1 2 3"}
    assert refused(table, "keep") == "too_few_kept"
    assert refused(table, "keep 4") == "not_offered"
    table.play("keep 2")
    after = table.position()
    assert after["players"][0]["tickets"] == [deck[1]]  # type: ignore[index]
    assert after["ticket_deck"][:-2] == deck[3:]  # type: ignore[index]
    assert sorted(after["ticket_deck"][-2:]) == sorted([deck[0], deck[2]])  # type: ignore[index]


@pytest.mark.rule("C14")
def test_with_few_tickets_left_all_are_drawn_and_with_none_the_action_is_gone() -> None:
    table = game("usa", TWO, ticket_deck=["boston-miami", "calgary-phoenix"])
    table.play("draw tickets")
    assert notations(table) == {"keep 1", "keep 2", "keep 1 2"}
    table.play("keep 1 2")
    assert refused(table, "draw tickets") == "no_tickets_left"


@pytest.mark.rule("C14")
def test_returned_tickets_are_shuffled_among_themselves() -> None:
    orders = set()
    for seed in range(20):
        start = position("usa", TWO, key=f"{seed:064x}")
        table = Game.from_position(start)
        table.play("draw tickets")
        table.play("keep 1")
        orders.add(tuple(table.position()["ticket_deck"][-2:]))  # type: ignore[index]
    assert len(orders) == 2


@pytest.mark.rule("C15")
def test_what_others_may_know() -> None:
    table = game(
        "usa", [{"hand": {"red": 1}, "tickets": ["boston-miami"]}, EMPTY], row=ROW, top=["black", "yellow", "red"]
    )
    table.play("draw 1")
    table.play("draw deck")
    mine, other, crowd = table.view(0), table.view(1), table.view()
    assert sum(mine.hand) == 3
    assert list(mine.tickets) == [table.board.ticket_number["boston-miami"]]
    assert not any(other.hand)
    assert not len(other.tickets)
    assert not len(crowd.hand)
    for view in (mine, other, crowd):
        seen = view.players[0]
        assert (seen.hand_size, seen.ticket_count, seen.trains, seen.points) == (3, 1, 45, 0)
        known = {table.board.card_names[card]: number for card, number in enumerate(seen.known) if number}
        assert known == {"pink": 1}  # taken face up
        assert not len(seen.tickets)
    blind = next(event for event in table.events if event.name == "drew-blind")
    assert blind.seen_by(0).facts(table.board)["cards"] == ["yellow"]
    assert "cards" not in blind.seen_by(1).facts(table.board)


@pytest.mark.rule("C15")
def test_tickets_are_revealed_at_the_end() -> None:
    table = game("usa", [{"tickets": ["boston-miami"]}, EMPTY], turns_left=1)
    table.play("draw deck")
    table.play("draw deck")
    assert table.over
    assert list(table.view(1).players[0].tickets) == [table.board.ticket_number["boston-miami"]]


@pytest.mark.rule("C16")
def test_a_ticket_counts_for_or_against() -> None:
    players = [{"tickets": ["portland-phoenix", "boston-miami"]}, {"tickets": ["new-york-atlanta"]}]
    routes = {
        "portland-salt-lake-city": 0,
        "las-vegas-salt-lake-city": 0,
        "las-vegas-los-angeles": 0,
        "los-angeles-phoenix": 0,
    }
    table = game("usa", players, routes=routes)
    sheet = table.score_sheet()
    done, failed = sheet.players[0].tickets
    assert (done.points, done.completed, set(done.way)) == (11, True, set(routes))
    assert (failed.points, failed.completed, failed.way) == (-12, False, ())
    assert sheet.players[1].total == -6  # totals may go below zero


@pytest.mark.rule("C17")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_two_trains_or_fewer_trigger_one_more_turn_each(players: int) -> None:
    owned = long_routes_of(0)
    last = next(name for name in owned if length_of(name) <= 6)
    del owned[last]
    table = game("usa", [{"hand": {"locomotive": 8}}] + [EMPTY] * (players - 1), routes=owned)
    events = table.play(f"claim {last} locomotive")
    assert "last-turns" in [event.name for event in events]
    assert table.position()["turns_left"] == players
    turns = 0
    order = []
    while not table.over:
        order.append(table.seat)
        table.play("draw deck")
        table.play("draw deck")
        turns += 1
    assert turns == players
    assert order[-1] == 0  # the one who triggered it has the last turn


@pytest.mark.rule("C17")
def test_three_trains_left_trigger_nothing() -> None:
    owned = [name for name in Game.new("usa", seed=1).board.route_names if length_of(name) == 6 and ":" not in name]
    table = game("usa", TWO, routes=dict.fromkeys(owned[:7], 0))
    assert table.position()["players"][0]["trains"] == 3  # type: ignore[index]
    table.play("draw deck")
    table.play("draw deck")
    assert table.position()["turns_left"] is None


@pytest.mark.rule("C17")
def test_exactly_two_trains_left_trigger_it() -> None:
    owned = [name for name in Game.new("usa", seed=1).board.route_names if length_of(name) == 6 and ":" not in name]
    one = next(name for name in Game.new("usa", seed=1).board.route_names if length_of(name) == 1)
    table = game("usa", TWO, routes=dict.fromkeys([*owned[:7], one], 0))
    assert table.position()["players"][0]["trains"] == 2  # type: ignore[index]
    table.play("draw deck")
    table.play("draw deck")
    assert table.position()["turns_left"] == 2


@pytest.mark.rule("C17")
def test_it_is_triggered_once() -> None:
    owned = long_routes_of(0)
    table = game("usa", [EMPTY, EMPTY], routes=owned, turns_left=2)
    table.play("draw deck")
    table.play("draw deck")
    assert table.position()["turns_left"] == 1


@pytest.mark.rule("C18")
def test_the_longest_path_of_the_rulebook_example() -> None:
    routes = dict.fromkeys(
        (
            "portland-seattle:1",
            "portland-san-francisco:green",
            "los-angeles-san-francisco:pink",
            "el-paso-los-angeles",
            "el-paso-houston",
        ),
        0,
    )
    sheet = game("usa", TWO, routes=routes).score_sheet()
    assert sheet.players[0].longest_trail == 1 + 5 + 3 + 6 + 6 == 21
    assert sheet.players[0].longest_path_points == 10
    assert sheet.players[1].longest_path_points == 0


@pytest.mark.rule("C18")
def test_the_longest_path_may_loop_and_pass_a_city_again_but_uses_no_route_twice() -> None:
    # A figure of eight through Kansas City with a tail, and a fork that cannot be taken as well.
    routes = dict.fromkeys(
        (
            "kansas-city-omaha:1",
            "denver-omaha",
            "denver-kansas-city:black",
            "kansas-city-saint-louis:blue",
            "chicago-saint-louis:green",
            "chicago-omaha",
            "duluth-omaha:1",
            "duluth-winnipeg",
        ),
        0,
    )
    sheet = game("usa", TWO, routes=routes).score_sheet()
    total = sum(length_of(name) for name in routes)
    assert sheet.players[0].longest_trail == total  # all of it can be drawn in one stroke
    fork = routes | {"helena-winnipeg": 0, "calgary-winnipeg": 0}
    sheet = game("usa", TWO, routes=fork).score_sheet()
    assert sheet.players[0].longest_trail == total + 6


@pytest.mark.rule("C18")
def test_the_longest_path_may_begin_at_any_end() -> None:
    # Three arms from Duluth (3, 6 and 4 spaces): the best path leaves out the shortest, which comes first by name.
    routes = dict.fromkeys(("chicago-duluth", "duluth-helena", "duluth-winnipeg"), 0)
    assert game("usa", TWO, routes=routes).score_sheet().players[0].longest_trail == 10


@pytest.mark.rule("C18")
def test_all_who_tie_for_the_longest_path_score_and_nobody_for_none() -> None:
    sheet = game("usa", [EMPTY] * 3, routes={"duluth-winnipeg": 0, "helena-winnipeg": 1}).score_sheet()
    assert [player.longest_path_points for player in sheet.players] == [10, 10, 0]
    assert [player.longest_path_points for player in game("usa", TWO).score_sheet().players] == [0, 0]


@pytest.mark.rule("C19")
def test_a_tie_that_nothing_breaks_is_shared() -> None:
    sheet = game("usa", TWO).score_sheet()
    assert sheet.winners == (0, 1)
    assert sheet.tie_break == "shared"
    sheet = game("usa", TWO, routes={"duluth-winnipeg": 1}).score_sheet()
    assert sheet.winners == (1,)
    assert sheet.tie_break is None


@pytest.mark.rule("C20")
def test_opening_tickets_are_chosen_by_all_at_once_in_any_order_and_in_secret() -> None:
    table = Game.new("usa", players=3, seed=9, first=1)
    assert table.to_act == [0, 1, 2]
    views = [table.view(seat).to_bytes() for seat in range(3)]
    events = table.play("keep 1 2", seat=2)
    assert table.to_act == [0, 1]
    # The others learn that seat 2 has chosen, and nothing else.
    assert [event.seen_by(0).facts(table.board) for event in events] == [{"event": "chose", "seat": 2}]
    all_three = Game.new("usa", players=3, seed=9, first=1)
    all_three.play("keep 1 2 3", seat=2)
    assert all_three.view(0).to_bytes() == table.view(0).to_bytes() != views[0]
    assert refused(table, "keep 1 2 3", seat=2) == "already_chosen"
    table.play("keep 1 2 3", seat=0)
    events = table.play("keep 2 3", seat=1)
    assert table.to_act == [1]
    assert [event.name for event in events] == ["chose", "kept", "kept", "kept", "started"]
    assert [len(player["tickets"]) for player in table.position()["players"]] == [3, 2, 2]  # type: ignore[attr-defined]
