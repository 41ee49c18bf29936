"""Claims of companies (L14-L17): the numbered steps, the five bonuses, black's question, and large cities."""

from __future__ import annotations

from typing import Any

import pytest

from tools import game, hand_of, notations, refused, row_of
from trunkline.game import Game
from trunkline.rules.payouts import payouts
from trunkline.rules.sampling import sample
from trunkline.rules.soundness import unsound

EMPTY: dict[str, Any] = {}
ROW = ["black", "blue", "white", "green", "yellow"]
HAND = {"blue": 4, "red": 4, "green": 4, "yellow": 4, "black": 4, "white": 4}


def table_of(company: str, **fields: Any) -> Game:
    """A game in which the seat to move plays this company and holds cards for everything."""
    other = "blue" if company != "blue" else "red"
    return game("meridian", [{"hand": HAND, "company": company}, {"company": other}], **{"row": ROW, **fields})


def told(table: Game) -> list[tuple[object, ...]]:
    """What the steps of the last claim told: the event, the step, its source, and the dollars."""
    found: list[tuple[object, ...]] = []
    for event in table.moves[-1].events:
        fact = event.facts(table.board)
        if "step" in fact:
            found.append((event.name, fact["step"], fact["source"], fact.get("amount", fact.get("card"))))
    return found


def money(table: Game) -> list[int]:
    return [player["money"] for player in table.position()["players"]]  # type: ignore[attr-defined]


def promised(table: Game, route: str) -> list[tuple[int, str, int, int]]:
    """What `payouts` says of a route, for the seat's own view."""
    found = payouts(table.view(table.seat), table.seat, table.board.route_number[route])
    return [
        (int(each.step), table.board.companies.sources[each.source], int(each.money), int(each.cards)) for each in found
    ]


# Lanes


@pytest.mark.rule("L14")
@pytest.mark.rule("C11")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_lanes_of_a_triple_stay_open_one_for_each_player(players: int) -> None:
    seats: list[dict[str, Any]] = [{"hand": HAND}, *[EMPTY] * (players - 1)]
    table = game("meridian", seats, routes={"boston-new-york:1": 1, "buffalo-montreal:1": 1}, row=ROW)
    claims = {text.split()[1] for text in notations(table) if text.startswith("claim")}
    assert {"boston-new-york:2", "boston-new-york:3"} <= claims
    assert ("buffalo-montreal:2" in claims) == (players >= 4)
    mine = game("meridian", seats, routes={"boston-new-york:1": 0}, row=ROW)
    assert refused(mine, "claim boston-new-york:2 green") == "twin_is_yours"


# Number 3


@pytest.mark.rule("L16")
def test_a_route_of_another_colour_pays_nothing() -> None:
    table = table_of("blue")
    table.play("claim albany-montreal red")
    assert told(table) == []
    assert money(table) == [5, 5]


@pytest.mark.rule("L16")
@pytest.mark.parametrize("company", ["blue", "red", "green", "yellow", "black"])
def test_a_gray_route_has_no_colour_whatever_it_is_paid_with(company: str) -> None:
    table = table_of(company)
    table.play(f"claim cincinnati-lewisburg {company}")
    assert told(table) == []


@pytest.mark.rule("L16")
def test_the_bonus_is_paid_however_the_route_is_paid() -> None:
    table = game("meridian", [{"hand": {"locomotive": 4}}, EMPTY], row=ROW)
    table.play("claim atlanta-charleston locomotive")
    assert told(table) == [("money", 3, "blue", 2)]


@pytest.mark.rule("L16")
@pytest.mark.rule("L15")
def test_blue_gets_two_dollars() -> None:
    for route in ("atlanta-charleston", "cincinnati-knoxville"):
        table = table_of("blue")
        assert promised(table, route) == [(3, "blue", 2, 0)]
        table.play(f"claim {route} blue")
        assert told(table) == [("money", 3, "blue", 2)]
        assert money(table) == [7, 5]


@pytest.mark.rule("L16")
def test_red_draws_a_card_and_gets_a_dollar() -> None:
    table = table_of("red", top=["white", "blue"])
    assert promised(table, "albany-montreal") == [(3, "red", 1, 1)]
    table.play("claim albany-montreal red")
    assert told(table) == [("cards-gained", 3, "red", None), ("money", 3, "red", 1)]
    assert hand_of(table, 0)["white"] == 5
    (gained,) = [event for event in table.moves[-1].events if event.name == "cards-gained"]
    assert "cards" not in gained.seen_by(1).facts(table.board)
    assert gained.facts(table.board)["cards"] == ["white"]


@pytest.mark.rule("L16")
@pytest.mark.parametrize(
    ("route", "dollars"), [("lewisburg-pittsburgh", 2), ("atlanta-savannah", 2), ("charleston-norfolk:1", 3)]
)
def test_green_gets_a_dollar_a_car_at_least_two_and_at_most_four(route: str, dollars: int) -> None:
    table = table_of("green")
    assert promised(table, route)[0] == (3, "green", dollars, 0)
    table.play(f"claim {route} green")
    assert told(table)[0] == ("money", 3, "green", dollars)


@pytest.mark.rule("L16")
def test_yellow_gets_a_dollar_and_three_more_at_a_large_city() -> None:
    table = table_of("yellow")
    assert promised(table, "albany-buffalo") == [(3, "yellow", 1, 0)]
    table.play("claim albany-buffalo yellow")
    assert told(table) == [("money", 3, "yellow", 1)]
    table = table_of("yellow")
    assert promised(table, "buffalo-pittsburgh") == [(3, "yellow", 4, 0), (12, "large-city", 0, 1)]
    table.play("claim buffalo-pittsburgh yellow")
    assert told(table)[:2] == [("money", 3, "yellow", 1), ("money", 3, "yellow", 3)]
    assert money(table) == [9, 5]


@pytest.mark.rule("L16")
@pytest.mark.rule("L15")
def test_black_is_asked_which_face_up_card_to_take() -> None:
    table = table_of("black", top=["red", "red"])
    assert promised(table, "atlanta-mobile") == [(3, "black", 1, 1)]
    table.play("claim atlanta-mobile black")
    assert told(table) == [("asked", 3, "black", None)]
    assert table.position()["phase"] == "claim-asks"
    assert table.position()["claim"] == {"route": "atlanta-mobile", "step": 3}
    assert notations(table) == {f"take {slot}" for slot in range(1, 6)}
    assert money(table) == [5, 5]
    table.play("take 2")
    assert told(table) == [("took", 3, "black", "blue"), ("money", 3, "black", 1)]
    assert row_of(table) == ["black", "red", "white", "green", "yellow"]
    assert table.position()["players"][0]["known"] == {"blue": 1}  # type: ignore[index]
    assert (table.seat, table.position()["phase"]) == (1, "turn")


@pytest.mark.rule("L16")
def test_a_locomotive_or_a_hole_cannot_be_taken() -> None:
    table = table_of("black", row=["locomotive", "blue", "locomotive", "green", "yellow"])
    table.play("claim atlanta-mobile black")
    assert notations(table) == {"take 2", "take 4", "take 5"}
    assert refused(table, "take 1") == "not_to_be_taken"
    assert refused(table, "take 6") == "no_such_slot"
    assert refused(table, "take") == "not_understood"
    assert refused(table, "take two") == "not_a_number"
    assert refused(table, "draw deck") == refused(table, "pass") == "not_now"
    assert refused(table, "take 2", seat=1) == "not_your_turn"
    other = table_of("black")
    assert refused(other, "take 2") == "not_now"


@pytest.mark.rule("L16")
def test_where_there_is_no_choice_nothing_is_asked() -> None:
    """General ruling: asked only where public information leaves two different answers."""
    row = ["locomotive", "green", "locomotive", "green", "green"]
    table = table_of("black", row=row, top=["red"])
    table.play("claim atlanta-mobile black")
    assert told(table) == [("took", 3, "black", "green"), ("money", 3, "black", 1)]
    assert row_of(table)[1] == "red"


@pytest.mark.rule("L16")
def test_with_nothing_to_take_the_clause_is_passed_over() -> None:
    """All other cards are in a hand, so that the row stays full of locomotives (C6)."""
    cards = {"black": 12, "blue": 12, "white": 12, "green": 12, "yellow": 12, "red": 12, "locomotive": 6}
    seats: list[dict[str, Any]] = [{"hand": cards, "company": "black"}, {"company": "blue"}]
    table = game("meridian", seats, row=["locomotive"] * 5, deck=["locomotive", *["newspaper"] * 6])
    assert promised(table, "knoxville-lewisburg") == [(3, "black", 1, 0)]
    table.play("claim knoxville-lewisburg black")
    assert told(table)[0] == ("money", 3, "black", 1)


FILLERS = ["milk-run", "coal-famine", "crossing-guards", "payday", "survey-party", "county-fair", "switchyard-fog"]


@pytest.mark.rule("L16")
@pytest.mark.rule("L11")
@pytest.mark.rule("L12")
def test_the_claim_goes_on_where_it_stopped_also_when_the_refill_meets_a_newspaper() -> None:
    news = {"deck": ["milk-run", *[event for event in FILLERS if event != "milk-run"]]}
    table = table_of("black", top=["newspaper", "red", "white"], news=news)
    table.play("claim albany-new-york black")
    table.play("take 3")
    assert [event.name for event in table.moves[-1].events][:4] == ["took", "refilled", "newspaper", "news"]
    assert told(table) == [
        ("took", 3, "black", "white"),
        ("money", 3, "black", 1),
        ("money", 11, "milk-run", 1),
        ("cards-gained", 12, "large-city", None),
    ]
    assert money(table) == [7, 5]


@pytest.mark.rule("L16")
@pytest.mark.rule("L11")
def test_an_event_that_washes_the_row_after_the_answer_asks_nothing_more() -> None:
    news = {"deck": ["switchyard-fog", *[event for event in FILLERS if event != "switchyard-fog"]]}
    top = ["newspaper", "red", "white", "white", "white", "white", "white", "blue"]
    table = table_of("black", top=top, news=news)
    table.play("claim atlanta-mobile black")
    table.play("take 5")
    assert row_of(table) == ["white"] * 5
    assert money(table) == [6, 5]
    assert table.seat == 1


@pytest.mark.rule("L16")
def test_a_game_that_asks_is_copied_packed_viewed_sampled_and_written() -> None:
    table = table_of("black")
    table.play("claim albany-new-york black")
    position = table.position()
    paid = {"colour": "black", "cards": 1, "locomotives": 0}
    assert position["asks"] == {"source": "black", "clauses_done": 0, "paid": paid}
    again = Game.from_position(position)
    short = Game.from_position({key: value for key, value in position.items() if key != "asks"})
    for other in (table.copy(), again, short, Game(table.state.copy(), None, [], -1)):
        assert other.packed() == table.packed()
        other.play("take 4")
        assert money(other) == [6, 5]
    for seat in (0, 1):
        view = table.view(seat)
        drawn = sample(view, bytes(32))
        assert unsound(drawn) == []
        assert Game(drawn, None, [], -1).view(seat).to_bytes() == view.to_bytes()


# Number 12


@pytest.mark.rule("L17")
@pytest.mark.parametrize(
    ("route", "colour", "cards"),
    [("boston-new-york:1", "white", 1), ("albany-boston", "green", 1), ("atlanta-savannah", "green", 0)],
)
def test_a_large_city_gives_one_card_even_with_one_at_both_ends(route: str, colour: str, cards: int) -> None:
    table = table_of("blue", top=["red", "blue"])
    assert promised(table, route) == [(12, "large-city", 0, 1)] * cards
    table.play(f"claim {route} {colour}")
    assert told(table) == [("cards-gained", 12, "large-city", None)] * cards
    assert hand_of(table, 0)["red"] == 4 + cards


@pytest.mark.rule("L17")
def test_every_claim_to_a_large_city_gives_a_card_anew() -> None:
    table = table_of("blue", top=["red", "yellow", "yellow", "yellow", "yellow", "white"], routes={"albany-boston": 0})
    for _ in range(2):
        table.play("claim boston-new-york:2 green" if table.seat == 0 and not table.moves else "draw deck")
        if table.seat == 1:
            table.play("draw deck")
            table.play("draw deck")
    assert hand_of(table, 0)["red"] == 5


@pytest.mark.rule("L15")
@pytest.mark.rule("L16")
@pytest.mark.rule("L17")
def test_the_steps_come_in_the_order_of_their_numbers() -> None:
    table = table_of("red", news={"current": "milk-run"}, top=["white", "green", "green"])
    route = "new-york-philadelphia:2"
    assert promised(table, route) == [(3, "red", 1, 1), (11, "milk-run", 1, 0), (12, "large-city", 0, 1)]
    table.play(f"claim {route} red")
    assert told(table) == [
        ("cards-gained", 3, "red", None),
        ("money", 3, "red", 1),
        ("money", 11, "milk-run", 1),
        ("cards-gained", 12, "large-city", None),
    ]
    assert table.moves[-1].events[0].name == "claimed"


@pytest.mark.rule("L15")
@pytest.mark.rule("L24")
def test_a_fee_comes_after_the_bonus_and_takes_of_it() -> None:
    seats: list[dict[str, Any]] = [{"hand": HAND, "company": "blue", "money": 0}, {"company": "red"}]
    table = game("meridian", seats, row=ROW, news={"current": "coal-famine"})
    assert promised(table, "atlanta-charleston") == [(3, "blue", 2, 0), (11, "coal-famine", -2, 0)]
    table.play("claim atlanta-charleston blue")
    assert told(table) == [("money", 3, "blue", 2), ("money", 11, "coal-famine", -2)]
    assert money(table) == [0, 5]


def test_payouts_are_nothing_on_other_boards() -> None:
    assert payouts(Game.new("usa", 2, seed=1).view(0), 0, 0) == []
