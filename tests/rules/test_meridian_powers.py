"""Powers of news events (L10, L12, L19, L24): used before the action, once by each company, paid in full."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from editions import FIRST
from tools import game, notations, player, refused
from trunkline.game import Game
from trunkline.maps.edition import reference
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.sampling import sample
from trunkline.rules.view import SPECTATOR, View

EVENTS = ("engine-sale", "inspectors", "bond-drive", "milk-run")
BONDS = reference("meridian", msgspec.structs.replace(FIRST, events=("bond-drive", "milk-run")))
MAP = reference("meridian", msgspec.structs.replace(FIRST, events=EVENTS))
ROW = ["black", "blue", "white", "green", "yellow"]
DONE, OPEN, FAR = "new-york-boston", "detroit-new-york", "new-orleans-new-york"
"""Tickets: the first is completed by one claim."""


def table_of(event: str | None, *players: dict[str, Any], **fields: Any) -> Game:
    """A game in which this news event is the current one."""
    seats = [{"money": 5, **each} for each in players] + [{"money": 5}] * (2 - len(players))
    fields.setdefault("row", ROW)
    fields.setdefault("deck", ["red"] * 4 + ["newspaper"] * 6)
    fields.setdefault("routes", {"boston-new-york:1": 0})
    fields.setdefault("news", {"current": event, "deck": [name for name in EVENTS if name != event]})
    return game(fields.pop("map_name", MAP), seats, **fields)


def powers(table: Game) -> set[str]:
    return {text for text in notations(table) if text.split()[0] in ("buy", "return", "bond")}


def told(table: Game) -> list[tuple[str, object]]:
    return [(event.name, event.facts(table.board).get("amount")) for event in table.moves[-1].events]


@pytest.mark.card("engine-sale")
@pytest.mark.rule("L12")
@pytest.mark.rule("L24")
def test_a_locomotive_is_bought_from_the_discards_and_the_turn_goes_on() -> None:
    table = table_of("engine-sale", {"tickets": [OPEN]})
    lying = table.position()["decks"]["trains"]["discards"]["locomotive"]  # type: ignore[index]
    assert powers(table) == {"buy locomotive"}
    table.play("buy locomotive")
    assert told(table) == [("money", -3), ("bought", None)]
    assert player(table, 0)["money"] == 2
    assert player(table, 0)["hand"] == player(table, 0)["known"] == {"locomotive": 1}
    assert table.position()["decks"]["trains"]["discards"]["locomotive"] == lying - 1  # type: ignore[index]
    assert table.to_act == [0] and table.state.turn == 0
    assert refused(table, "buy locomotive") == "power_used"
    table.play("draw deck")
    assert refused(table, "buy locomotive") == "not_now"


@pytest.mark.rule("L24")
def test_a_price_is_paid_in_full_or_not_at_all() -> None:
    for event, action, price in (("engine-sale", "buy locomotive", 3), ("inspectors", f"return {OPEN}", 2)):
        poor = table_of(event, {"money": price - 1, "tickets": [OPEN, FAR]})
        assert powers(poor) == set()
        assert refused(poor, action) == "too_little_money"
        exact = table_of(event, {"money": price, "tickets": [OPEN, FAR]})
        exact.play(action)
        assert player(exact, 0)["money"] == 0


@pytest.mark.rule("L12")
def test_there_is_nothing_to_buy_without_a_locomotive_among_the_discards() -> None:
    table = table_of("engine-sale", deck=["red"] * 4 + ["locomotive"] * 12 + ["newspaper"] * 6)
    assert powers(table) == set()
    assert refused(table, "buy locomotive") == "no_locomotive_discarded"
    assert player(table, 0)["powers_used"] == []


@pytest.mark.rule("L12")
@pytest.mark.rule("L24")
@pytest.mark.card("inspectors")
def test_a_ticket_that_is_not_completed_goes_under_the_deck() -> None:
    table = table_of("inspectors", {"tickets": [DONE, OPEN, FAR]})
    assert powers(table) == {f"return {OPEN}", f"return {FAR}"}
    assert refused(table, f"return {DONE}") == "ticket_completed"
    assert refused(table, "return quebec-savannah") == "ticket_not_held"
    table.play(f"return {FAR}")
    assert player(table, 0)["tickets"] == [DONE, OPEN]
    assert table.position()["ticket_deck"][-1] == FAR  # type: ignore[index]
    assert player(table, 0)["money"] == 3
    assert refused(table, f"return {OPEN}") == "power_used"
    # Everybody sees that a ticket was returned; which one, only its owner.
    (event,) = [each for each in table.moves[-1].events if each.name == "ticket-returned"]
    assert event.facts(table.board)["tickets"] == [FAR]
    for other in (1, SPECTATOR):
        assert "tickets" not in event.seen_by(other).facts(table.board)


@pytest.mark.rule("L12")
def test_one_ticket_must_remain() -> None:
    table = table_of("inspectors", {"tickets": [OPEN]})
    assert powers(table) == set()
    assert refused(table, f"return {OPEN}") == "last_ticket"


@pytest.mark.rule("L12")
@pytest.mark.rule("L19")
@pytest.mark.card("bond-drive")
def test_a_bond_pays_now_and_costs_more_on_the_slip() -> None:
    table = table_of("bond-drive", {"money": 0, "tickets": [DONE]})
    without = table.score_sheet().players[0].total
    table.play("bond")
    assert player(table, 0) == {**player(table, 0), "money": 6, "owed": 9, "powers_used": ["bond"]}
    line = table.score_sheet().players[0]
    assert (line.money, line.bond_money, line.total) == (6, -9, max(0, without - 3))
    assert refused(table, "bond") == "power_used"


@pytest.mark.rule("L12")
def test_each_company_uses_a_power_once_while_its_event_is_current() -> None:
    table = table_of("bond-drive", deck=["red"] * 12 + ["newspaper"] * 6)
    for seat in (0, 1):
        assert table.to_act == [seat] and powers(table) == {"bond"}
        table.play("bond")
        table.play("draw deck")
        table.play("draw deck")
    assert table.to_act == [0] and powers(table) == set()


@pytest.mark.rule("L12")
def test_an_event_that_comes_again_may_be_used_again() -> None:
    # The first draw turns up another event, and with it the event deck is made anew from the discards.
    deck = ["newspaper", "red", "newspaper", "red", *["blue"] * 8, *["newspaper"] * 4]
    table = table_of(
        "bond-drive", deck=deck, news={"current": "bond-drive", "deck": ["milk-run"], "discards": []}, map_name=BONDS
    )
    table.play("bond")
    table.play("draw deck")
    assert player(table, 0)["powers_used"] == [] and player(table, 0)["owed"] == 9
    assert table.position()["news"]["current"] == "milk-run"  # type: ignore[index]
    table.play("draw deck")
    assert table.position()["news"]["current"] == "bond-drive"  # type: ignore[index]
    table.play("draw 1")
    table.play("draw 2")
    table.play("bond")
    assert player(table, 0)["owed"] == 18


@pytest.mark.rule("L10")
def test_a_card_bought_since_the_turn_began_does_not_bar_drawing() -> None:
    held = {"black": 11, "blue": 11, "white": 11, "green": 11, "yellow": 11, "red": 10, "locomotive": 11}
    table = table_of("engine-sale", {"hand": held}, deck=["red", "red", *["newspaper"] * 6])
    assert "draw deck" in notations(table)  # nine cards in deck and discards
    table.play("buy locomotive")
    assert "draw deck" in notations(table)
    assert Game.from_position(table.position()).legal_actions == table.legal_actions
    table.play("draw tickets")
    table.play("keep 1")
    assert refused(table, "draw deck") == "cards_scarce"


@pytest.mark.rule("C2")
def test_a_company_with_nothing_but_a_power_may_pass() -> None:
    held = {"black": 12, "blue": 12, "white": 12, "green": 12, "yellow": 12, "red": 12, "locomotive": 12}
    table = table_of("bond-drive", {}, {"hand": held}, row=[None] * 5, deck=["newspaper"] * 6, ticket_deck=[])
    assert notations(table) == {"pass", "bond"}
    table.play("bond")
    assert notations(table) == {"pass"}


@pytest.mark.parametrize("event", EVENTS)
def test_a_game_with_used_powers_survives_bytes_positions_and_sampling(event: str) -> None:
    table = table_of(event, {"tickets": [DONE, OPEN, FAR]})
    for text in sorted(powers(table))[:1]:
        table.play(text)
    packed = table.packed()
    assert to_bytes(from_bytes(table.board, packed)) == packed
    assert Game.from_position(table.position()).packed() == packed
    for seat in (0, 1):
        view = View(table.state, seat)
        assert View(sample(view, bytes(32)), seat).to_bytes() == view.to_bytes()


def test_a_power_that_the_event_does_not_give_is_refused() -> None:
    table = table_of("milk-run", {"tickets": [OPEN, FAR]})
    for action in ("buy locomotive", "bond", f"return {OPEN}"):
        assert refused(table, action) == "no_such_power"
    assert refused(table, "return nowhere") == "no_such_ticket_name"
    assert refused(table, "return") == refused(table, "buy all") == "not_understood"
