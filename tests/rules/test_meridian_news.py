"""Newspapers and news events (L10-L12): when they are met, what the seven events do, and decks that run out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tools import game, hand_of, notations, refused, row_of
from trunkline.game import Game
from trunkline.rules.turn import apply

EMPTY: dict[str, Any] = {}
ROW = ["black", "blue", "white", "green", "yellow"]
EVENTS = ["milk-run", "coal-famine", "county-fair", "crossing-guards", "payday", "survey-party", "switchyard-fog"]


def table_of(next_events: list[str], seats: list[dict[str, Any]] | None = None, **fields: Any) -> Game:
    """A game in which these news events come next."""
    current = fields.pop("current", None)
    deck = next_events + [event for event in EVENTS if event not in next_events and event != current]
    news = {"deck": deck, "current": current}
    return game("meridian", [EMPTY, EMPTY] if seats is None else seats, news=news, **{"row": ROW, **fields})


def names(table: Game) -> list[str]:
    """The events of the last move."""
    return [event.name for event in table.moves[-1].events]


def current(table: Game) -> str | None:
    return table.position()["news"]["current"]  # type: ignore[index, no-any-return]


def money(table: Game) -> list[int]:
    return [player["money"] for player in table.position()["players"]]  # type: ignore[attr-defined]


def all_in_hands(*left: str, players: int = 2) -> list[dict[str, Any]]:
    """Seats that hold every card but the row and these; newspapers are in no hand."""
    cards = Counter(dict.fromkeys((*ROW, "red", "locomotive"), 12))
    cards.subtract(ROW)
    cards.subtract(card for card in left if card != "newspaper")
    return [{"hand": {card: number for card, number in cards.items() if number}}, *[EMPTY] * (players - 1)]


# Scarce cards


@pytest.mark.rule("L10")
def test_with_eight_cards_in_the_piles_no_card_is_drawn_face_up_ones_included() -> None:
    newspapers = ["newspaper"] * 6
    for cards, barred in ((["red", "blue", *newspapers], True), (["red", "blue", "green", *newspapers], False)):
        table = table_of([], all_in_hands(*cards), deck=cards, seat=1)
        draws = {text for text in notations(table) if text in ("draw deck", *(f"draw {slot}" for slot in range(1, 6)))}
        assert (draws == set()) is barred
        if barred:
            assert refused(table, "draw deck") == refused(table, "draw 1") == "cards_scarce"
            assert "draw tickets" in notations(table)


@pytest.mark.rule("L10")
def test_discards_count_among_the_eight_and_the_second_pick_is_not_barred() -> None:
    deck = ["red", "blue", *["newspaper"] * 3]
    hands = all_in_hands(*deck, "green", "green", "green", "white")
    table = table_of([], hands, deck=deck, seat=1)
    assert sum(table.position()["decks"]["trains"]["discards"].values()) == 3 + 4  # type: ignore[index]
    table.play("draw deck")
    table.play("draw deck")
    assert table.seat == 0


@pytest.mark.rule("L10")
def test_rules_other_than_the_action_still_give_cards() -> None:
    """A large city gives its card with few cards in the piles."""
    deck = ["red", *["newspaper"] * 6]
    hands = all_in_hands(*deck)
    table = table_of([], hands, deck=deck)
    assert refused(table, "draw deck") == "cards_scarce"
    table.play("claim boston-new-york:1 white")
    assert "cards-gained" in names(table)


# Newspapers


@pytest.mark.rule("L11")
def test_a_newspaper_drawn_blind_is_replaced_and_turns_up_an_event_before_the_next_pick() -> None:
    table = table_of(["milk-run"], top=["newspaper", "red", "blue"])
    table.play("draw deck")
    assert hand_of(table, 0) == {"red": 1}
    assert current(table) == "milk-run"
    assert names(table) == ["drew-blind", "newspaper", "news"]
    assert table.position()["phase"] == "second-pick"
    assert table.position()["decks"]["trains"]["discards"] == {"newspaper": 1}  # type: ignore[index]
    table.play("draw deck")
    assert hand_of(table, 0) == {"red": 1, "blue": 1}


@pytest.mark.rule("L11")
def test_several_newspapers_turn_up_events_in_the_order_met() -> None:
    table = table_of(["payday", "coal-famine"], top=["newspaper", "newspaper", "red"])
    table.play("draw deck")
    assert hand_of(table, 0) == {"red": 1}
    news = table.position()["news"]
    assert (news["current"], news["discards"]) == ("coal-famine", ["payday"])  # type: ignore[index]
    told = [event.facts(table.board) for event in table.moves[-1].events if event.name in ("newspaper", "news")]
    assert [fact.get("count", fact.get("news")) for fact in told] == [2, "payday", "coal-famine"]
    assert money(table) == [8, 8]


@pytest.mark.rule("L11")
def test_a_newspaper_met_while_the_row_is_filled() -> None:
    table = table_of(["milk-run"], top=["newspaper", "red", "blue"])
    table.play("draw 2")
    assert row_of(table) == ["black", "red", "white", "green", "yellow"]
    assert names(table) == ["drew", "refilled", "newspaper", "news"]
    assert current(table) == "milk-run"


@pytest.mark.rule("L11")
def test_filling_and_new_deals_are_finished_before_the_event() -> None:
    """The refill makes three locomotives; the new deal meets a newspaper too; only then both events come."""
    row = ["black", "locomotive", "locomotive", "green", "yellow"]
    top = ["newspaper", "locomotive", "red", "newspaper", "blue", "green", "white", "black"]
    table = table_of(["payday", "milk-run"], row=row, top=top)
    table.play("draw 1")
    assert names(table) == ["drew", "refilled", "row-dealt", "newspaper", "news", "money", "money", "news"]
    assert row_of(table) == ["red", "blue", "green", "white", "black"]
    assert current(table) == "milk-run"


@pytest.mark.rule("L11")
def test_the_check_of_the_row_at_the_start_of_a_turn_may_meet_a_newspaper() -> None:
    """The last turn's claim leaves a row with three locomotives that could not be helped before."""
    row = ["black", "locomotive", "locomotive", "locomotive", "yellow"]
    table = table_of(["payday"], [{"hand": {"red": 2}}, EMPTY], row=row, top=["newspaper"], phase="turn")
    table.play("draw tickets")
    table.play("keep 1 2 3")
    assert names(table) == ["kept", "started", "row-dealt", "newspaper", "news", "money", "money"]
    told = next(event for event in table.moves[-1].events if event.name == "newspaper")
    assert told.seat == 1 == table.seat


@pytest.mark.rule("L11")
def test_what_an_event_draws_passes_over_newspapers() -> None:
    top = ["newspaper", "red", "newspaper", "blue", "newspaper", "green"]
    table = table_of(["county-fair", "milk-run"], top=top)
    table.play("draw deck")
    assert current(table) == "county-fair"
    assert hand_of(table, 0) == {"red": 1, "blue": 1}
    assert hand_of(table, 1) == {"green": 1}
    passed = ["newspapers-passed", "cards-gained"]
    assert names(table) == ["drew-blind", "newspaper", "news", *passed, *passed]
    assert table.position()["decks"]["trains"]["discards"] == {"newspaper": 3}  # type: ignore[index]


@pytest.mark.rule("L11")
def test_an_event_that_washes_the_row_while_it_is_filled() -> None:
    """The replacement lies in the row first; then the whole row goes, and what is dealt meets no further event."""
    top = ["newspaper", "red", "newspaper", "red", "red", "red", "red", "red"]
    table = table_of(["switchyard-fog", "milk-run"], top=top)
    table.play("draw 1")
    assert row_of(table) == ["red"] * 5
    assert current(table) == "switchyard-fog"
    assert names(table) == ["drew", "refilled", "newspaper", "news", "row-washed", "newspapers-passed", "row-dealt"]
    discards = {"red": 1, "blue": 1, "white": 1, "green": 1, "yellow": 1, "newspaper": 2}
    assert table.position()["decks"]["trains"]["discards"] == discards  # type: ignore[index]
    assert table.position()["phase"] == "second-pick"


@pytest.mark.rule("L11")
def test_discarded_newspapers_return_with_the_reshuffle() -> None:
    table = table_of(["milk-run"], deck=["newspaper", "red"], seat=1)
    before = sum(table.position()["decks"]["trains"]["discards"].values())  # type: ignore[index]
    assert before > 20
    table.play("draw deck")
    assert hand_of(table, 1) == {"red": 1}
    pile = table.position()["decks"]["trains"]  # type: ignore[index]
    assert pile["discards"] == {}
    assert pile["cards"].count("newspaper") == 6
    assert len(pile["cards"]) == before + 1


@pytest.mark.rule("L11")
def test_a_newspaper_that_is_the_last_card_is_shuffled_in_before_the_next_is_drawn() -> None:
    discards = {"white": 3, "newspaper": 5}
    table = table_of([], all_in_hands("white", "white", "white"), deck=["newspaper"], seat=1)
    assert table.position()["decks"]["trains"]["discards"] == discards  # type: ignore[index]
    table.play("draw deck")
    first = table.moves[-1].events[0]
    assert first.facts(table.board) == {"event": "reshuffled", "deck": "trains", "count": 3 + 5 + 1}
    assert next(event for event in table.moves[-1].events if event.name == "newspaper").values[0] >= 1


@pytest.mark.rule("L11")
@pytest.mark.rule("C8")
def test_if_only_newspapers_are_left_nothing_is_drawn() -> None:
    deck = ["newspaper"] * 6
    table = table_of([], all_in_hands(), deck=deck, phase="second-pick")
    assert notations(table) == {f"draw {slot}" for slot in range(1, 6)}
    assert refused(table, "draw deck") == "deck_empty"
    table.play("draw 3")
    assert row_of(table) == ["black", "blue", None, "green", "yellow"]
    assert current(table) is None
    assert Counter(table.position()["decks"]["trains"]["cards"]) == {"newspaper": 6}  # type: ignore[index]


@pytest.mark.rule("L11")
def test_an_illegal_draw_of_newspapers_raises_instead_of_going_round_for_ever() -> None:
    table = table_of([], all_in_hands(), deck=["newspaper"] * 6, phase="second-pick")
    with pytest.raises(ValueError, match="only newspapers"):
        apply(table.state, table.seat, table.code("draw deck"), None)


@pytest.mark.rule("L11")
@pytest.mark.rule("C7")
def test_holes_are_filled_once_a_deck_of_newspapers_gets_other_cards() -> None:
    row = ["black", None, "white", None, "yellow"]
    hands = all_in_hands()
    hands[0]["hand"] |= {"blue": 12, "green": 12}
    # With this key the card paid is the next behind one newspaper.
    key = (2).to_bytes(32, "little").hex()
    table = table_of(["milk-run"], hands, row=row, deck=["newspaper"], key=key)
    table.play("claim albany-new-york black")
    # The card paid fills the first hole; nothing is left for the other, nor for the large city.
    assert row_of(table) == ["black", "black", "white", None, "yellow"]
    assert "cards-gained" not in names(table)
    assert names(table).index("news") < names(table).index("started")
    assert money(table)[0] == 6  # Milk Run came up before number 11.


@pytest.mark.rule("L11")
@pytest.mark.rule("C6")
def test_a_new_deal_is_made_only_if_it_can_help_without_newspapers() -> None:
    """Two other cards besides the locomotives: no deal can help, though newspapers lie in the deck."""
    row = ["locomotive", "locomotive", "locomotive", "green", "yellow"]
    hands = all_in_hands()
    hands[0]["hand"] |= {"locomotive": 9, "black": 12, "blue": 12, "white": 12}
    table = table_of([], hands, row=row, deck=["newspaper"] * 6)
    table.play("draw tickets")
    table.play("keep 1")
    assert row_of(table) == row


@pytest.mark.rule("L11")
def test_an_empty_event_deck_is_made_anew_from_the_discards_except_the_current_event() -> None:
    others = [event for event in EVENTS if event != "milk-run"]
    news = {"current": "milk-run", "discards": others, "deck": []}
    table = game("meridian", [EMPTY, EMPTY], news=news, row=ROW, top=["newspaper", "red"])
    table.play("draw deck")
    after = table.position()["news"]
    assert after["current"] in others  # type: ignore[index]
    assert after["discards"] == ["milk-run"]  # type: ignore[index]
    assert sorted([after["current"], *after["deck"]]) == sorted(others)  # type: ignore[index]
    assert names(table)[1:4] == ["newspaper", "news-shuffled", "news"]


# Events


@pytest.mark.rule("L12")
def test_an_event_holds_while_it_is_current_and_no_longer() -> None:
    seats: list[dict[str, Any]] = [{"hand": {"green": 6}, "company": "blue"}, {"company": "red"}]
    table = table_of(["payday"], seats, current="milk-run")
    table.play("claim lewisburg-pittsburgh green")
    assert money(table) == [6, 5]
    table = table_of([], seats, current="payday")
    table.play("claim lewisburg-pittsburgh green")
    assert money(table) == [5, 5]  # A lightning event lies there without effect.


@pytest.mark.rule("L12")
def test_an_event_in_the_middle_of_a_claim_holds_from_then_on() -> None:
    """Met by red's bonus (number 3) it is the current one at number 11; met at number 12 it comes too late."""
    seats: list[dict[str, Any]] = [{"hand": {"red": 2}, "company": "red"}, {"company": "blue"}]
    table = table_of(["milk-run"], seats, top=["newspaper", "blue", "blue"])
    table.play("claim albany-montreal red")
    assert [event.facts(table.board).get("source") for event in table.moves[-1].events if event.name == "money"] == [
        "red",
        "milk-run",
    ]
    table = table_of(["milk-run"], seats, top=["blue", "newspaper", "blue"])
    table.play("claim new-york-philadelphia:2 red")
    assert current(table) == "milk-run"
    assert money(table)[0] == 6


@pytest.mark.rule("L12")
@pytest.mark.parametrize(("route", "paid"), [("albany-montreal", 1), ("atlanta-nashville", 0)])
@pytest.mark.card("milk-run")
def test_milk_run(route: str, paid: int) -> None:
    table = table_of([], [{"hand": {"red": 2}}, EMPTY], current="milk-run")
    table.play(f"claim {route} red")
    assert money(table) == [5 + paid, 5]
    if paid:
        told = next(event for event in table.moves[-1].events if event.name == "money").facts(table.board)
        assert told == {
            "event": "money",
            "seat": 0,
            "amount": 1,
            "balance": 6,
            "step": 11,
            "source": "milk-run",
        }


@pytest.mark.rule("L12")
@pytest.mark.rule("L24")
@pytest.mark.parametrize(("dollars", "left"), [(5, 3), (2, 0), (1, 0), (0, 0)])
@pytest.mark.card("coal-famine")
def test_coal_famine_takes_what_there_is_and_bars_nothing(dollars: int, left: int) -> None:
    table = table_of([], [{"hand": {"green": 6}, "money": dollars}, EMPTY], current="coal-famine")
    table.play("claim charleston-norfolk:1 green")
    assert money(table) == [left, 5]
    paid = [event.facts(table.board)["amount"] for event in table.moves[-1].events if event.name == "money"]
    assert paid == [left - dollars]
    short = table_of([], [{"hand": {"green": 2}, "money": dollars}, EMPTY], current="coal-famine")
    short.play("claim atlanta-savannah green")
    assert money(short) == [dollars, 5]


@pytest.mark.rule("L12")
@pytest.mark.card("county-fair")
def test_county_fair_gives_each_company_a_card_from_the_active_one_on() -> None:
    top = ["newspaper", "red", "blue", "green", "white"]
    table = table_of(["county-fair"], [EMPTY, EMPTY, EMPTY], top=top, seat=1)
    table.play("draw deck")
    assert [hand_of(table, seat) for seat in (1, 2, 0)] == [{"red": 1, "blue": 1}, {"green": 1}, {"white": 1}]
    gained = [event for event in table.moves[-1].events if event.name == "cards-gained"]
    assert [(event.seat, event.seen_by(1).items) for event in gained][1][1] == gained[1].seen_by(2).items[:0]
    assert [event.facts(table.board)["source"] for event in gained] == ["county-fair"] * 3


@pytest.mark.rule("L12")
def test_county_fair_gives_as_far_as_there_are_cards() -> None:
    deck = ["newspaper", "red", "blue", *["newspaper"] * 5]
    table = table_of(["county-fair"], all_in_hands(*deck), deck=deck, phase="second-pick")
    table.play("draw deck")
    gained = [event.seat for event in table.moves[-1].events if event.name == "cards-gained"]
    assert gained == [0]


@pytest.mark.rule("L12")
@pytest.mark.rule("C12")
@pytest.mark.parametrize("players", [2, 3])
def test_crossing_guards_open_the_second_lane_among_few(players: int) -> None:
    hand = {"blue": 2, "red": 2, "green": 2}
    seats: list[dict[str, Any]] = [{"hand": hand}, *[EMPTY] * (players - 1)]
    routes = {"buffalo-montreal:1": 1}
    closed = table_of([], seats, routes=routes)
    assert refused(closed, "claim buffalo-montreal:2 blue") == "double_closed"
    opened = table_of([], seats, routes=routes, current="crossing-guards")
    opened.play("claim buffalo-montreal:2 blue")
    assert money(opened)[0] == 5 + 2  # Blue's own bonus, and no other.
    own = table_of([], seats, routes={"buffalo-montreal:1": 0}, current="crossing-guards")
    assert refused(own, "claim buffalo-montreal:2 blue") == "twin_is_yours"


@pytest.mark.rule("L12")
def test_crossing_guards_open_and_close_lanes_as_the_event_comes_and_goes() -> None:
    hand = {"blue": 4}
    table = table_of(
        ["crossing-guards", "milk-run"],
        [{"hand": hand}, {"hand": hand}],
        routes={"buffalo-montreal:1": 1, "baltimore-norfolk:2": 0},
        top=["newspaper", "red", "red", "newspaper", "red", "red"],
    )
    assert refused(table, "claim buffalo-montreal:2 blue") == "double_closed"
    table.play("draw deck")
    table.play("draw deck")
    assert current(table) == "crossing-guards"
    assert "claim baltimore-norfolk:1 blue" in notations(table)
    assert table.view(1).is_open(table.board.route_number["baltimore-norfolk:1"], 1)
    table.play("draw deck")
    assert current(table) == "milk-run"
    assert not table.view(1).is_open(table.board.route_number["baltimore-norfolk:1"], 1)
    table.play("draw deck")
    assert refused(table, "claim buffalo-montreal:2 blue") == "double_closed"


@pytest.mark.rule("L12")
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.card("crossing-guards")
def test_crossing_guards_pay_for_a_shared_pair_among_many(players: int) -> None:
    seats: list[dict[str, Any]] = [{"hand": {"red": 2, "white": 2}, "company": "green"}]
    seats += [{"company": company} for company in ("blue", "red", "yellow", "black")[: players - 1]]
    for routes, paid in (({"buffalo-montreal:2": 1}, 2), ({}, 0), ({"buffalo-detroit:2": 1}, 0)):
        table = table_of([], seats, routes=routes, current="crossing-guards")
        table.play("claim buffalo-montreal:1 red")
        assert money(table)[0] == 5 + paid


@pytest.mark.rule("L12")
@pytest.mark.card("payday")
def test_payday_pays_three_to_all_with_the_most_trains_and_one_to_the_others() -> None:
    routes = {"albany-boston": 0}
    table = table_of(["payday"], [EMPTY, EMPTY, EMPTY], routes=routes, top=["newspaper", "red"])
    table.play("draw deck")
    assert money(table) == [6, 8, 8]
    paid = [event.facts(table.board) for event in table.moves[-1].events if event.name == "money"]
    assert {(fact["step"], fact["source"]) for fact in paid} == {(0, "payday")}


@pytest.mark.rule("L12")
@pytest.mark.rule("C14")
@pytest.mark.card("survey-party")
def test_survey_party_offers_four_tickets_and_pays_for_those_kept_beyond_the_first() -> None:
    for kept, paid in (("keep 2", 0), ("keep 1 3", 1), ("keep 1 2 3 4", 3)):
        table = table_of([], current="survey-party")
        table.play("draw tickets")
        assert len(table.legal_actions) == 15
        table.play(kept)
        assert money(table) == [5 + paid, 5]
    usual = table_of([], current="milk-run")
    usual.play("draw tickets")
    assert len(usual.legal_actions) == 7
    usual.play("keep 1 2 3")
    assert money(usual) == [5, 5]


@pytest.mark.rule("L12")
@pytest.mark.rule("C15")
@pytest.mark.card("switchyard-fog")
def test_switchyard_fog_washes_the_row_and_takes_two_of_large_hands_by_lot_in_sight_of_all() -> None:
    seats: list[dict[str, Any]] = [
        {"hand": {"red": 7, "locomotive": 2}},
        {"hand": {"green": 6, "white": 5}, "known": {"white": 5}},
        {"hand": {"blue": 10}},
    ]
    top = ["newspaper", "red", "red", "yellow", "yellow", "black", "black"]
    table = table_of(["switchyard-fog"], seats, top=top)
    table.play("draw deck")
    assert row_of(table) == ["red", "yellow", "yellow", "black", "black"]
    sizes = [sum(hand_of(table, seat).values()) for seat in range(3)]
    assert sizes == [10, 9, 10]  # Ten cards are not more than ten.
    (lost,) = [event for event in table.moves[-1].events if event.name == "cards-lost"]
    assert lost.seat == 1
    cards: Counter[str] = Counter(table.board.card_names[card] for card in lost.seen_by(0).items)
    assert Counter({"green": 6, "white": 5}) - cards == Counter(hand_of(table, 1))
    assert table.position()["players"][1]["known"] == {"white": 5 - cards["white"]}  # type: ignore[index]


@pytest.mark.rule("L12")
def test_what_is_lost_by_lot_is_any_card() -> None:
    lost: Counter[str] = Counter()
    for number in range(60):
        seats: list[dict[str, Any]] = [EMPTY, {"hand": {"green": 6, "white": 5, "locomotive": 1}}]
        key = number.to_bytes(32, "little").hex()
        table = table_of(["switchyard-fog"], seats, top=["newspaper", "red"], key=key)
        table.play("draw deck")
        (event,) = [event for event in table.moves[-1].events if event.name == "cards-lost"]
        lost.update(table.board.card_names[card] for card in event.items)
    assert set(lost) == {"green", "white", "locomotive"}
    assert lost.total() == 120
    assert lost["green"] > lost["locomotive"]


@pytest.mark.rule("L11")
def test_a_draw_that_ends_the_turn_turns_up_the_event_for_the_seat_that_drew() -> None:
    table = table_of(["payday"], routes={"albany-boston": 1}, top=["red", "newspaper", "blue"])
    table.play("draw deck")
    table.play("draw deck")
    told = [(event.name, event.seat) for event in table.moves[-1].events if event.name in ("newspaper", "news")]
    assert told == [("newspaper", 0), ("news", 0)]
    assert names(table).index("news") < names(table).index("started")
