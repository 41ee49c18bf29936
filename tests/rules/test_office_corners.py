"""Corners of modules, crew and postcards where two rules meet: refunds, second claims, removed events, positions."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import u8

from content_cards import crew, events, postcards
from editions import modules_edition
from office_positions import holding, legal_codes, part, play, turn_up
from tools import game, notations, player
from trunkline.game import Game
from trunkline.maps.edition import HeldPostcard, Office, reference
from trunkline.rules.actions import to_text
from trunkline.rules.newspapers import NO_EVENT, lines_closed, news_of
from trunkline.rules.soundness import unsound

ROW = ["black", "blue", "white", "green", "yellow"]
EVENTS = ("milk-run", "payday", "blizzard", "wire-boom", "engine-sale")


def table_of(
    *codes: str,
    crew: str | None = None,
    card: str | None = None,
    seats: list[dict[str, Any]] | None = None,
    **fields: Any,
) -> Game:
    """A game in which red, whose turn it is, has hired this crew card and holds this postcard."""
    held = (HeldPostcard("red", card),) if card else ()
    office = Office(game=9, hiring=("red", "blue"), postcards=held)
    edition = modules_edition(*codes, office=office, events=EVENTS)
    mine, other = seats or [{}, {}]
    own: dict[str, Any] = {"crew": crew or "paymaster", "crew_uses": 0, "postcards": {card: 0} if card else {}}
    first = {"company": "red", "money": 5, "hand": {}, "office": own, **mine}
    second = {"company": "blue", "money": 5, "office": {"crew": "adjuster"}, **other}
    return game(reference("meridian", edition), [first, second], **{"row": ROW, **fields})


def events_of(table: Game) -> list[str]:
    return [event.name for event in table.moves[-1].events]


def sources(table: Game) -> list[object]:
    return [event.facts(table.board).get("source") for event in table.moves[-1].events]


# What was paid counts, also if a steamer brings some of it back


@pytest.mark.rule("L15", "L21")
@pytest.mark.parametrize("met", [True, False])
def test_locomotives_that_a_steamer_brings_back_were_paid(met: bool) -> None:
    (condition,) = postcards()["p03"]["clauses"][0]["if"]
    paid = condition["locomotives"][0] - (not met)
    hand = {"blue": 3 - paid, "locomotive": paid}
    words = "locomotive" if paid == 3 else f"blue+{paid}"
    table = table_of("LK", card="p03", seats=[{"hand": hand}, {}])
    table.play(f"claim detroit-sault-ste-marie {words}")
    assert "refunded" in events_of(table)
    assert ("postcard" in events_of(table)) == met
    table = table_of("LK", seats=[{"hand": hand}, {}], news={"current": "wire-boom"})
    table.play(f"claim detroit-sault-ste-marie {words}")
    assert "wire-boom" in sources(table)


@pytest.mark.rule("L15", "L18")
def test_a_position_in_the_midst_of_a_claim_keeps_what_was_paid() -> None:
    """Also while a postcard asks in secret: the current news event comes after it."""
    for card, hand, words in (
        ("p06", {"blue": 2, "locomotive": 2}, "blue+1"),
        ("p06", {"locomotive": 4}, "locomotive"),
    ):
        table = table_of("LK", card=card, seats=[{"hand": hand}, {}], news={"current": "wire-boom"})
        table.play(f"claim detroit-sault-ste-marie {words}")
        assert table.position()["phase"] == "claim-asks"
        again = Game.from_position(table.position())
        assert again.packed() == table.packed()
        for each in (table, again):
            each.play("decline")
            assert "wire-boom" in sources(each)
        assert again.packed() == table.packed()


# The second claim of a turn

MOUNTAIN, SECOND = "pueblo-santa-fe", "billings-helena"


@pytest.mark.rule("L15", "E4", "E6")
@pytest.mark.parametrize("answer", ["pay green", "withdraw"])
def test_two_grade_checks_on_one_turn_lose_no_card(answer: str) -> None:
    deck = ["black", "blue", "green", "white", "black", "black"]
    table = table_of(
        "HD", crew="dispatcher", seats=[{"company": "black", "hand": {"red": 2, "green": 3}}, {}], deck=deck
    )
    table.play("use dispatcher")
    table.play(f"claim {MOUNTAIN} red")
    position: dict[str, Any] = table.position()
    assert (position["phase"], position["turned"]) == ("second-claim", ["black", "blue"])
    assert Game.from_position(position).packed() == table.packed()
    table.play(f"claim {SECOND} green")
    assert table.position()["phase"] == "tunnel"
    assert Game.from_position(table.position()).packed() == table.packed()
    table.play(answer)
    assert unsound(table.state) == []
    assert list(table.position()["routes"]) == ([MOUNTAIN, SECOND] if answer != "withdraw" else [MOUNTAIN])  # type: ignore[call-overload]


@pytest.mark.rule("C2", "L15")
def test_who_withdraws_from_a_second_claim_keeps_the_use_and_has_not_idled() -> None:
    deck = ["black", "blue", "green", "white", "black", "black"]
    table = table_of(
        "HD", crew="dispatcher", seats=[{"company": "black", "hand": {"red": 2, "green": 2}}, {}], deck=deck
    )
    for action in ("use dispatcher", f"claim {MOUNTAIN} red", f"claim {SECOND} green", "withdraw"):
        table.play(action)
    assert table.to_act == [1]
    assert player(table, 0)["office"]["crew_uses"] == 0
    assert table.state.idle_turns == 0


@pytest.mark.rule("L12")
def test_a_postcard_may_be_used_after_the_dispatcher() -> None:
    table = table_of(crew="dispatcher", card="p40", news={"current": "blizzard"})
    table.play("use dispatcher")
    assert "use p40" in notations(table) and "use dispatcher" not in notations(table)
    table.play("use p40")
    assert table.position()["armed"] == "second_claim"
    assert player(table, 0)["money"] == 5 + postcards()["p40"]["powers"][0]["remove_event"]


@pytest.mark.rule("L10")
def test_the_brakeman_may_be_used_after_a_locomotive_was_bought() -> None:
    """L10 looks at the cards that lay there when the turn began."""
    row = ["locomotive", "blue", "white", "green", "yellow"]
    price = events()["engine-sale"]["powers"][0]["sale"]
    fields: dict[str, Any] = {"row": row, "news": {"current": "engine-sale"}}
    hands = table_of("LK", **fields).position()["decks"]["trains"]["cards"]  # type: ignore[index]
    rest = [card for card in hands if card not in ("newspaper", "locomotive")]
    held = {card: rest.count(card) for card in set(rest)}
    left = {"locomotive": 11 - 9}
    table = table_of(
        "LK", crew="brakeman", seats=[{"hand": held | left, "money": price}, {}], deck=["newspaper"] * 6, **fields
    )
    piles = table.position()["decks"]["trains"]  # type: ignore[index]
    assert len(piles["cards"]) + sum(piles["discards"].values()) > 8
    assert "use brakeman" in notations(table)
    while "buy locomotive" in notations(table):
        table.play("buy locomotive")
    assert "draw 1" in notations(table) and "use brakeman" in notations(table)


# Events removed for good


@pytest.mark.rule("L12", "L25")
def test_a_position_without_an_event_that_was_removed() -> None:
    table = table_of(card="p40", news={"current": "blizzard"})
    table.play("use p40")
    position = table.position()
    assert position["removed_events"] == ["blizzard"]
    assert unsound(table.state) == []
    assert Game.from_position(position).packed() == table.packed()


@pytest.mark.rule("L12", "L25")
def test_a_removed_event_holds_no_longer_also_if_no_other_follows() -> None:
    state = holding("p40")
    turn_up(state, "blizzard")
    news = news_of(state)
    part(state).removed = vec[u8]([*list(news.deck), *list(news.discards)])
    news.deck = vec[u8]()
    news.discards = vec[u8]()
    closed = lines_closed(state)
    play(state, next(code for code in legal_codes(state) if to_text(state.board, code) == "use p40"))
    assert news.current == NO_EVENT
    assert lines_closed(state) != closed
    assert not any(state.closed)


@pytest.mark.rule("L21")
def test_positions_know_the_postcards_of_companies_in_any_order() -> None:
    edition = modules_edition("LK", office=Office(game=5, postcards=(HeldPostcard("black", "p06", 1),)))
    table = Game.new(reference("meridian", edition), 3, seed=4, companies=["green", "black", "red"])
    again = Game.from_position(table.position())
    assert again.packed() == table.packed()
    assert player(again, 1)["office"]["postcards"] == {"p06": 1}


@pytest.mark.rule("L19", "L21")
def test_a_finished_game_knows_the_last_place_from_its_position() -> None:
    table = table_of(card="p10", turns_left=1, turn=1)
    table.play("draw 1")
    table.play("draw 2")
    assert table.over
    assert Game.from_position(table.position()).packed() == table.packed()


def test_the_numbers_above_are_those_of_the_data() -> None:
    assert crew()["dispatcher"]["powers"] == [{"second_claim": 2}]
