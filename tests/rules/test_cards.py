"""Players, turns and cards (C1-C8), each rule on positions made by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tools import ALL_CARDS, game, hand_of, long_routes_of, notations, position, refused, row_of
from trunkline.game import Game

EMPTY: dict[str, Any] = {}
TWO: list[dict[str, Any]] = [EMPTY, EMPTY]
ROW = ["pink", "blue", "orange", "white", "green"]


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


@pytest.mark.rule("C2")
@pytest.mark.parametrize("players", [2, 3])
def test_after_ten_full_rounds_in_which_nothing_changes_the_game_is_over(players: int) -> None:
    table = game("world", [EMPTY] * players)
    for turn in range(10 * players):
        assert not table.over
        assert table.position()["idle_turns"] == turn
        table.play("exchange 1 ships" if turn // players % 2 else "exchange 1 trains")
    assert table.over
    assert [line.exchange_points for line in table.score_sheet().players] == [-10] * players
    assert table.events[-1].name == "ended"


@pytest.mark.rule("C2")
def test_whatever_changes_something_starts_the_ten_rounds_again() -> None:
    table = game("world", [EMPTY, EMPTY], idle_turns=19)
    table.play("draw trains")
    assert table.position()["idle_turns"] == 19  # the turn is not over yet
    table.play("draw trains")
    assert (table.over, table.position()["idle_turns"]) == (False, 0)
    table.play("exchange 1 trains")
    assert table.position()["idle_turns"] == 1
    table = game("world", [EMPTY, EMPTY], idle_turns=19)
    table.play("exchange 1 trains")
    assert table.over


@pytest.mark.rule("C2")
@pytest.mark.parametrize(
    ("idle", "answer", "over"), [(18, "withdraw", False), (19, "withdraw", True), (19, "pay red", False)]
)
def test_a_withdrawal_from_a_tunnel_changes_nothing(idle: int, answer: str, over: bool) -> None:
    asked = {"route": "barcelona-pamplona", "colour": "red", "locomotives": 0, "turned": ["red"], "asked": 1}
    table = game("europe", [{"hand": {"red": 1}}, EMPTY], phase="tunnel", tunnel=asked, idle_turns=idle)
    table.play(answer)
    assert table.over == over
    assert table.position()["idle_turns"] == (idle + 1 if answer == "withdraw" else 0)


@pytest.mark.rule("C2")
def test_passes_count_among_the_ten_rounds() -> None:
    nothing: dict[str, Any] = {"row": [None] * 5, "deck": [], "ticket_deck": []}
    table = game("usa", [EMPTY, EMPTY, {"hand": ALL_CARDS}], **nothing, idle_turns=28)
    table.play("pass")
    assert not table.over
    table.play("pass")
    assert table.over
    with pytest.raises(ValueError, match="nothing has changed for 10 rounds"):
        game("usa", [EMPTY, EMPTY], idle_turns=20)


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
