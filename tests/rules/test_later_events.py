"""News events that join in a campaign, rules of the story, and both bonuses of each company: every card as it is."""

from __future__ import annotations

from typing import Any

import pytest

from content_cards import bonuses, effect, events, story_rules
from editions import COMPANIES, modules_edition
from tools import game, hand_of, notations, oracle_board, player
from trunkline.game import Game
from trunkline.maps.edition import reference

ROW = ["black", "blue", "white", "green", "yellow"]
DECK = ["red"] * 4 + ["newspaper"] * 6
EVENTS = events()


def table_of(event: str | None = None, *seats: dict[str, Any], bonus: int = 1, **fields: Any) -> Game:
    """A game of a late edition in which this news event is the current one; red begins."""
    deck = tuple(dict.fromkeys([*([event] if event else []), "milk-run"]))
    said = {name: fields.pop(name) for name in ("story_rules", "trains", "territories") if name in fields}
    edition = modules_edition(events=deck, bonus=bonus, **said)
    given = [*seats, *[{}] * (2 - len(seats))]
    colours = [
        company for company in ("red", "blue", "black", "green") if company not in {s.get("company") for s in given}
    ]
    players = [{"company": colours[seat], "money": 5, **each} for seat, each in enumerate(given)]
    fields.setdefault("row", ROW)
    fields.setdefault("news", {"current": event, "deck": [name for name in deck if name != event]})
    return game(reference("meridian", edition), players, **fields)


def facts(table: Game) -> list[dict[str, object]]:
    return [event.facts(table.board) for event in table.moves[-1].events]


def paid(table: Game, source: str) -> list[int]:
    """The dollars that a source gave or took in the last move."""
    return [int(str(each["amount"])) for each in facts(table) if each["event"] == "money" and each["source"] == source]


def gained(table: Game, source: str) -> int:
    return sum(each["event"] in ("cards-gained", "took") and each["source"] == source for each in facts(table))


@pytest.mark.rule("L12", "L17")
@pytest.mark.card("gala-week")
def test_in_a_gala_week_a_large_city_gives_more_cards() -> None:
    (rule,) = EVENTS["gala-week"]["rules"]
    table = table_of("gala-week", {"hand": {"white": 1}}, deck=DECK)
    table.play("claim boston-new-york:1 white")
    assert gained(table, "large-city") == rule["large_city_cards"] == 2


@pytest.mark.rule("L12", "L16")
@pytest.mark.card("rate-war")
def test_in_a_rate_war_the_bonus_is_taken_twice() -> None:
    (rule,) = EVENTS["rate-war"]["rules"]
    table = table_of("rate-war", {"company": "blue", "hand": {"blue": 2}})
    table.play(own_claim(table))
    once = [clause["does"]["money"] for clause in with_two(bonuses()["blue-1"])]
    assert paid(table, "blue") == once * rule["company_bonus_times"]


def with_two(clauses: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The clauses that hold with two players, as in these tests."""
    return [each for each in clauses if "players" not in each or each["players"][0] <= 2 <= each["players"][1]]


def own_claim(table: Game) -> str:
    """A claim of a route of blue's colour."""
    blue = [text for text in sorted(notations(table)) if text.startswith("claim") and text.endswith(" blue")]
    colours = table.board.colour
    number = table.board.route_number
    return next(text for text in blue if int(colours[number[text.split()[1]]]) == table.board.colour_number["blue"])


@pytest.mark.rule("L11", "L12")
@pytest.mark.card("night-mail")
@pytest.mark.parametrize(("picks", "cards"), [(("draw deck", "draw deck"), 1), (("draw 1", "draw deck"), 0)])
def test_night_mail_brings_a_third_card_if_both_came_from_the_deck(picks: tuple[str, ...], cards: int) -> None:
    assert effect(EVENTS["night-mail"], "draw") == 1
    table = table_of("night-mail", {}, deck=["red"] * 8 + ["newspaper"] * 6)
    for pick in picks:
        table.play(pick)
    assert gained(table, "night-mail") == cards


@pytest.mark.rule("L12", "L24")
@pytest.mark.card("trust-levy")
def test_a_trust_levy_takes_a_dollar_for_each_full_eight() -> None:
    (clause,) = EVENTS["trust-levy"]["clauses"]
    news = {"current": "milk-run", "deck": ["trust-levy"]}
    for money in (7, 8, 23, 24, 100):
        table = table_of(
            "trust-levy", {"money": money}, {"money": 0}, deck=["newspaper", "red", "red", "red"], news=news
        )
        table.play("draw deck")
        lost = min(money // 8, clause["does"]["most"])
        assert (player(table, 0)["money"], player(table, 1)["money"]) == (money - lost, 0)


@pytest.mark.rule("L12")
@pytest.mark.card("mixed-freight")
@pytest.mark.parametrize(("route", "back"), [("grand-rapids-milwaukee", 1), ("duluth-winnipeg", 0)])
def test_mixed_freight_returns_a_card_of_a_gray_route(route: str, back: int) -> None:
    assert effect(EVENTS["mixed-freight"], "refund") == 1
    table = table_of("mixed-freight", {"hand": {"red": 3}})
    table.play(f"claim {route} red")
    returned = [each["cards"] for each in facts(table) if each.get("source") == "mixed-freight"]
    assert returned == ([["red"]] if back else [])


@pytest.mark.rule("L12")
@pytest.mark.card("engine-strike")
def test_in_an_engine_strike_face_up_locomotives_stay() -> None:
    row = ["locomotive", "blue", "white", "green", "yellow"]
    assert "draw 1" in notations(table_of("milk-run", {}, row=row))
    assert "draw 1" not in notations(table_of("engine-strike", {}, row=row))


@pytest.mark.rule("L12")
@pytest.mark.card("relief-fund")
def test_a_relief_fund_helps_all_with_the_fewest_dollars() -> None:
    news = {"current": "milk-run", "deck": ["relief-fund"]}
    money, cards = effect(EVENTS["relief-fund"], "money"), effect(EVENTS["relief-fund"], "draw")
    seats: list[dict[str, Any]] = [{"money": 3, "hand": {}}, {"money": 2, "hand": {}}, {"money": 2, "hand": {}}]
    table = table_of("relief-fund", *seats, deck=["newspaper"] + ["red"] * 12, news=news)
    table.play("draw deck")
    assert [player(table, seat)["money"] for seat in range(3)] == [3, 2 + money, 2 + money]
    assert [sum(hand_of(table, seat).values()) for seat in range(3)] == [1, cards, cards]


@pytest.mark.rule("L12", "L15")
@pytest.mark.card("through-service")
def test_a_through_service_pays_for_joining_two_networks() -> None:
    apart = {"duluth-winnipeg": 0, "st-paul-sioux-city": 0}
    dollars = effect(EVENTS["through-service"], "money")
    for routes, wanted in ((apart, [dollars]), ({"duluth-winnipeg": 0}, [])):
        table = table_of("through-service", {"hand": {"white": 1}}, routes=routes)
        table.play("claim st-paul-duluth white")
        assert paid(table, "through-service") == wanted


@pytest.mark.rule("L12", "L15")
@pytest.mark.card("exposition-fever")
@pytest.mark.parametrize(
    ("route", "pays"),
    [
        ("grand-rapids-milwaukee red", False),
        ("chicago-davenport blue", True),
        ("st-paul-duluth white", True),
        ("boston-new-york:1 white", False),
    ],
)
def test_exposition_fever_pays_at_chicago_and_at_large_cities_outside_the_east(route: str, pays: bool) -> None:
    table = table_of("exposition-fever", {"hand": {"red": 2, "blue": 2, "white": 1}})
    table.play(f"claim {route}")
    assert paid(table, "exposition-fever") == ([effect(EVENTS["exposition-fever"], "money")] if pays else [])


# Rules of the story


@pytest.mark.rule("L7", "L15", "L24")
@pytest.mark.card("crown-point-toll")
def test_the_crown_point_toll_is_paid_for_white_routes() -> None:
    fee = effect(story_rules()["crown-point-toll"], "fee")
    for route, wanted in (("st-paul-duluth white", [-fee]), ("chicago-davenport blue", [])):
        hand = {"white": 1, "blue": 2}
        table = table_of(None, {"hand": hand}, story_rules=("crown-point-toll",))
        table.play(f"claim {route}")
        assert paid(table, "crown-point-toll") == wanted


def whole_network() -> dict[str, int]:
    """A lane of every pair of cities of the East for seat 0."""
    names = table_of(territories=()).board.route_names
    return {str(name): 0 for name in names if ":" not in name or name.endswith(":1")}


@pytest.mark.rule("L7", "L19")
@pytest.mark.card("dress-rehearsal")
@pytest.mark.parametrize("fewer", [0, 1])
def test_the_dress_rehearsal_pays_for_completed_tickets(fewer: int) -> None:
    (clause,) = story_rules()["dress-rehearsal"]["clauses"]
    number = clause["if"][0]["tickets"][0] - fewer
    tickets = [str(name) for name in table_of(territories=()).board.ticket_names[:number]]
    said: dict[str, Any] = {"story_rules": ("dress-rehearsal",), "trains": 255, "territories": ()}
    line = table_of(None, {"tickets": tickets}, routes=whole_network(), **said).score_sheet().players[0]
    assert (line.completed, line.story_money) == (number, 0 if fewer else clause["does"]["money"])


@pytest.mark.rule("L7", "L19")
@pytest.mark.card("exposition")
@pytest.mark.parametrize(("route", "connected"), [("chicago-davenport", True), ("duluth-winnipeg", False)])
def test_the_exposition_pays_who_is_connected_to_chicago(route: str, connected: bool) -> None:
    table = table_of(None, {}, routes={route: 0}, story_rules=("exposition",))
    assert table.score_sheet().players[0].story_money == effect(story_rules()["exposition"], "money") * connected


# The bonuses of the companies


@pytest.mark.rule("L16")
@pytest.mark.card(
    "blue-1", "red-1", "green-1", "yellow-1", "black-1", "blue-2", "red-2", "green-2", "yellow-2", "black-2"
)
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("company", COMPANIES)
def test_a_route_of_its_colour_pays_a_company_its_bonus(company: str, number: int) -> None:
    """Every route of the colour, with what the data say for its length and its cities."""
    clauses = with_two(bonuses()[f"{company}-{number}"])
    first = table_of(None, {"company": company})
    board = first.board
    colour = board.colour_number[company]
    large = {city for city in board.city_names if oracle_board(board.map_id).marks[city] & {"large"}}
    for name in [str(name) for name in board.route_names if int(board.colour[board.route_number[name]]) == colour][:12]:
        route = oracle_board(board.map_id).routes[name]
        table = table_of(None, {"company": company, "hand": {company: route.length}}, bonus=number, deck=DECK)
        table.play(f"claim {name} {company}")
        dollars = cards = 0
        for clause in clauses:
            does = clause["does"]
            lines = clause.get("lines", {})
            if "touches" in lines and not set(route.ends) & large:
                continue
            if "length" in lines and not lines["length"][0] <= route.length <= lines["length"][1]:
                continue
            if "money_per" in does:
                dollars += max(does["least"], min(does["most"], route.length))
            dollars += does.get("money", 0)
            cards += does.get("draw", 0) + does.get("take", 0)
        taken = gained(table, company)
        paid_now = sum(paid(table, company))
        while table.position()["phase"] == "claim-asks":
            table.play(sorted(notations(table))[0])
            taken += gained(table, company)
            paid_now += sum(paid(table, company))
        assert (paid_now, taken) == (dollars, cards), name


def test_a_bonus_names_lines_by_large_cities_or_by_length() -> None:
    """The test above knows these two conditions."""
    lines = [clause["lines"] for card in bonuses().values() for clause in card if "lines" in clause]
    assert {condition for each in lines for condition in each} == {"touches", "length"}
    assert {each["touches"] for each in lines if "touches" in each} == {"large"}
    assert not any("if" in clause for card in bonuses().values() for clause in card)
