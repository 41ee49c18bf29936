"""The rules common to all games (C1-C20), each on positions made by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tools import game, notations, position
from trunkline.game import BadPosition, Game, IllegalAction

EMPTY: dict[str, Any] = {}
TWO: list[dict[str, Any]] = [EMPTY, EMPTY]
ROW = ["pink", "blue", "orange", "white", "green"]


def refused(game: Game, action: str, seat: int | None = None) -> str:
    """The code of the refusal; the game must be as it was."""
    before = game.packed()
    with pytest.raises(IllegalAction) as caught:
        game.play(action, seat=seat)
    assert game.packed() == before
    assert str(caught.value)
    return caught.value.code


def row_of(game: Game) -> list[str | None]:
    return game.position()["row"]  # type: ignore[return-value]


def hand_of(game: Game, seat: int) -> dict[str, int]:
    return game.position()["players"][seat]["hand"]  # type: ignore[index, no-any-return]


@pytest.mark.rule("C1")
def test_two_to_five_players_and_a_first_player_by_lot() -> None:
    for players in (0, 1, 6):
        with pytest.raises(ValueError, match="2 to 5 players"):
            Game.new("usa", players=players, seed=1)
    starters = Counter(Game.new("usa", players=5, seed=seed).seat for seed in range(200))
    assert set(starters) == {0, 1, 2, 3, 4}
    assert Game.new("usa", players=3, seed=1, first=2).seat == 2
    with pytest.raises(ValueError, match="no seat 3"):
        Game.new("usa", players=3, seed=1, first=3)


@pytest.mark.rule("C1")
def test_seats_play_clockwise() -> None:
    table = game("usa", [EMPTY] * 4, seat=3)
    order = []
    for _ in range(5):
        order.append(table.seat)
        table.play("draw deck")
        table.play("draw deck")
    assert order == [3, 0, 1, 2, 3]


@pytest.mark.rule("C2")
def test_one_action_a_turn_and_a_pass_only_when_nothing_else_is_possible() -> None:
    table = game("usa", [{"hand": {"red": 4}}, EMPTY])
    assert refused(table, "pass") == "must_not_pass"
    table.play("claim dallas-el-paso red")
    assert table.to_act == [1]
    assert refused(table, "draw deck", seat=0) == "not_your_turn"


ALL_CARDS = dict.fromkeys(["pink", "blue", "orange", "white", "green", "yellow", "black", "red"], 12) | {
    "locomotive": 14
}


@pytest.mark.rule("C2")
def test_if_every_player_passes_in_a_row_the_game_ends() -> None:
    # All cards are in the hand of one who has no trains left for them; there is nothing to draw.
    spent = long_routes_of(2)
    seats: list[dict[str, Any]] = [EMPTY, EMPTY, {"hand": ALL_CARDS}]
    nothing: dict[str, Any] = {"row": [None] * 5, "deck": [], "ticket_deck": []}
    table = game("usa", seats, routes=spent, **nothing)
    for _ in range(3):
        assert not table.over
        assert notations(table) == {"pass"}
        table.play("pass")
    assert table.over
    assert table.position()["turn"] == 3  # a pass is a turn

    # A claim in between, and the count starts again.
    table = game("usa", seats, **nothing)
    table.play("pass")
    table.play("pass")
    table.play("claim duluth-winnipeg black")
    assert not table.over
    assert table.position()["passes"] == 0


def long_routes_of(seat: int) -> dict[str, int]:
    """Routes of exactly 45 spaces."""
    names = [
        "calgary-winnipeg",
        "dallas-el-paso",
        "duluth-helena",
        "duluth-toronto",
        "el-paso-houston",
        "el-paso-los-angeles",
        "helena-seattle",
        "helena-winnipeg",
    ]
    board = Game.new("usa", seed=1).board
    owned: dict[str, int] = {}
    spaces = 0
    for name in [*names, *board.route_names]:
        length = board.length[board.route_number[name]]
        if name not in owned and ":" not in name and spaces + length <= 45:
            owned[name] = seat
            spaces += length
    assert spaces == 45
    return owned


def points_of(routes: dict[str, int]) -> int:
    board = Game.new("usa", seed=1).board
    return sum(board.points[board.route_number[name]] for name in routes)


@pytest.mark.rule("C3")
def test_two_cards_one_after_the_other_and_the_row_is_refilled_between() -> None:
    table = game("usa", TWO, row=ROW, top=["black", "yellow", "red"])
    assert notations(table) >= {"draw 1", "draw 5", "draw deck", "draw tickets"}
    table.play("draw 2")
    assert row_of(table) == ["pink", "black", "orange", "white", "green"]
    assert table.to_act == [0]
    # Compulsory: nothing but a second pick is possible.
    assert notations(table) == {"draw 1", "draw 2", "draw 3", "draw 4", "draw 5", "draw deck"}
    assert refused(table, "claim duluth-winnipeg black") == "not_now"
    table.play("draw 2")
    assert hand_of(table, 0) == {"blue": 1, "black": 1}
    assert table.to_act == [1]


@pytest.mark.rule("C4")
def test_a_face_up_locomotive_is_the_only_pick() -> None:
    table = game("usa", TWO, row=["locomotive", *ROW[1:]])
    table.play("draw 1")
    assert hand_of(table, 0) == {"locomotive": 1}
    assert table.to_act == [1]


@pytest.mark.rule("C4")
def test_a_face_up_locomotive_is_never_the_second_pick_not_even_a_replacement() -> None:
    table = game("usa", TWO, row=["red", "locomotive", *ROW[2:]], top=["locomotive"])
    table.play("draw 1")
    assert row_of(table)[:2] == ["locomotive", "locomotive"]
    assert refused(table, "draw 1") == "locomotive_second"
    assert notations(table) == {"draw 3", "draw 4", "draw 5", "draw deck"}


@pytest.mark.rule("C5")
def test_a_locomotive_drawn_blind_is_an_ordinary_card() -> None:
    table = game("usa", TWO, row=ROW, top=["locomotive", "locomotive"])
    table.play("draw deck")
    assert table.to_act == [0]
    table.play("draw deck")
    assert hand_of(table, 0) == {"locomotive": 2}
    assert table.to_act == [1]


@pytest.mark.rule("C6")
def test_three_locomotives_in_the_row_are_dealt_anew() -> None:
    row = ["locomotive", "locomotive", "red", "blue", "green"]
    table = game("usa", TWO, row=row, top=["locomotive", "pink", "white", "black", "red", "red", "yellow"])
    table.play("draw 3")
    assert row_of(table) == ["pink", "white", "black", "red", "red"]
    discards = table.position()["decks"]["trains"]["discards"]  # type: ignore[index]
    assert discards == {"locomotive": 3, "blue": 1, "green": 1}


@pytest.mark.rule("C6")
def test_the_row_is_dealt_again_until_it_holds() -> None:
    row = ["locomotive", "locomotive", "red", "blue", "green"]
    again = ["locomotive", "locomotive", "locomotive", "red", "red"]
    table = game("usa", TWO, row=row, top=["locomotive", *again, "pink", "white", "black", "red", "yellow"])
    table.play("draw 3")
    assert row_of(table) == ["pink", "white", "black", "red", "yellow"]


@pytest.mark.rule("C6")
def test_the_row_is_checked_at_the_start_of_a_turn() -> None:
    row = ["locomotive", "locomotive", "locomotive", "red", "blue"]
    table = game("usa", TWO, row=row, top=["green", "black", "pink", "white", "yellow", "red", "red"])
    table.play("draw deck")
    assert row_of(table) == row  # the row has not changed
    table.play("draw deck")
    assert row_of(table) == ["pink", "white", "yellow", "red", "red"]


@pytest.mark.rule("C6")
def test_a_new_deal_is_made_only_if_it_can_help() -> None:
    # 14 locomotives and two other cards are left: the row of five can hold at least three locomotives at best.
    hands = {card: number for card, number in ALL_CARDS.items() if card != "locomotive"} | {"pink": 10}
    row = ["locomotive", "locomotive", "locomotive", "pink", "locomotive"]
    table = game("usa", [EMPTY, {"hand": hands}], row=row, deck=["pink"] + ["locomotive"] * 10)
    table.play("draw deck")
    table.play("draw deck")
    assert row_of(table) == row
    # One more card of another colour, and it is dealt anew (and then holds, or twenty deals were tried).
    hands = hands | {"pink": 9}
    deck = ["locomotive"] * 2 + ["pink", "pink"] + ["locomotive"] * 8
    table = game("usa", [EMPTY, {"hand": hands}], row=row, deck=deck)
    table.play("draw deck")
    table.play("draw deck")
    deals = [event for event in table.events if event.name == "row-dealt"]
    assert 1 <= len(deals) <= 20
    assert row_of(table).count("locomotive") <= 2 or len(deals) == 20


@pytest.mark.rule("C6")
def test_after_twenty_deals_the_row_stays_until_the_next_check() -> None:
    # Three other cards among seventeen: nearly every deal fails, so that some seed shows twenty failures in a row.
    hands = {card: number for card, number in ALL_CARDS.items() if card != "locomotive"} | {"pink": 9}
    row = ["locomotive"] * 5
    stayed = 0
    for seed in range(12):
        deck = ["pink", *["locomotive"] * 9, "pink", "pink"]
        start = position("usa", [EMPTY, {"hand": hands}], row=row, deck=deck, key=f"{seed:064x}")
        table = Game.from_position(start)
        table.play("draw deck")
        table.play("draw deck")
        deals = [event for event in table.events if event.name == "row-dealt"]
        if row_of(table).count("locomotive") >= 3:
            stayed += 1
            others = 3 - hand_of(table, 0).get("pink", 0)
            assert len(deals) == 20 if others >= 3 else not deals
    assert stayed


@pytest.mark.rule("C7")
def test_discards_become_the_deck_at_once() -> None:
    table = game("usa", TWO, row=ROW, deck=["red", "yellow"])
    table.play("draw deck")
    assert table.position()["decks"]["trains"]["discards"]  # type: ignore[index]
    table.play("draw deck")
    after = table.position()["decks"]["trains"]  # type: ignore[index]
    assert after["discards"] == {}
    assert len(after["cards"]) == 110 - 5 - 2
    assert [event.name for event in table.events].count("reshuffled") == 1


@pytest.mark.rule("C7")
def test_holes_of_the_row_are_filled_as_soon_as_there_are_cards() -> None:
    mine = {"black": 4, "locomotive": 1}
    rest = {card: number - mine.get(card, 0) for card, number in ALL_CARDS.items()} | {"pink": 10}
    table = game("usa", [{"hand": mine}, {"hand": rest}], row=["pink", None, None, "pink", None], deck=[])
    table.play("claim duluth-winnipeg black")
    assert sorted(filter(None, row_of(table))) == ["black", "black", "black", "pink", "pink"]
    assert table.position()["decks"]["trains"]["cards"] == ["black"]  # type: ignore[index]


@pytest.mark.rule("C7")
def test_a_hand_has_no_limit() -> None:
    table = game("usa", TWO)
    for _ in range(26):
        for _ in range(2):
            table.play("draw deck")
    assert sum(hand_of(table, 0).values()) == 26


@pytest.mark.rule("C8")
def test_face_up_cards_stay_takable_when_the_deck_is_empty() -> None:
    rest = dict(ALL_CARDS) | {"pink": 11, "red": 11}
    table = game("usa", [EMPTY, {"hand": rest}], row=["pink", None, "red", None, None], deck=[], ticket_deck=[])
    assert notations(table) == {"draw 1", "draw 3"}
    assert refused(table, "draw deck") == "deck_empty"
    assert refused(table, "draw 2") == "slot_empty"
    table.play("draw 1")
    table.play("draw 3")
    assert table.to_act == [1]


@pytest.mark.rule("C8")
def test_a_draw_that_finds_nothing_for_its_second_pick_ends_there() -> None:
    rest = dict(ALL_CARDS) | {"pink": 11, "locomotive": 13}
    row = ["pink", None, "locomotive", None, None]
    table = game("usa", [EMPTY, {"hand": rest}], row=row, deck=[], ticket_deck=[])
    table.play("draw 1")
    assert table.to_act == [1]


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
    assert [(item.points, item.completed) for item in sheet.players[0].tickets] == [(11, True), (-12, False)]
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


def length_of(route: str) -> int:
    board = Game.new("usa", seed=1).board
    return int(board.length[board.route_number[route]])


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
