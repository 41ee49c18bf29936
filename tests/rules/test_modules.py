"""The eight modules (L15, L26, L27): each at its number of the claim sequence, in set-up and on the slip."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from editions import MODULE_OF, modules_edition
from tools import game, hand_of, notations, played, player, refused, size
from trunkline.campaign.games import result_of_state
from trunkline.game import Game
from trunkline.maps.edition import Span, reference
from trunkline.rules.actions import subject_of
from trunkline.rules.payouts import all_payouts
from trunkline.rules.state import OVER

ROW = ["black", "blue", "white", "green", "yellow"]


def table_of(*codes: str, seats: list[dict[str, Any]] | None = None, edition: Any = None, **fields: Any) -> Game:
    """A game with the modules of these territories; red begins with what the seats say."""
    usual = [{"company": "red", "money": 5, "hand": {}}, {"company": "blue", "money": 5}]
    given = [{**one, **other} for one, other in zip(usual, seats or [{}, {}], strict=True)]
    return game(reference("meridian", edition or modules_edition(*codes)), given, **{"row": ROW, **fields})


def facts(table: Game) -> list[dict[str, object]]:
    return [event.facts(table.board) for event in table.moves[-1].events]


def ended(table: Game) -> Game:
    table.state.phase = OVER
    return table


def slip_line(table: Game, seat: int, name: str) -> int:
    return {each.line: each.money for each in table.score_sheet().players[seat].modules}[name]


# Steamers, number 4


@pytest.mark.card("steamers")
@pytest.mark.rule("L15", "L27")
def test_steamers_sail_by_themselves_and_two_cards_come_back() -> None:
    table = table_of("LK", seats=[{"hand": {"blue": 3}}, {}])
    assert player(table, 0)["steamers"] == 2
    table.play("claim detroit-sault-ste-marie blue")
    assert {"event": "sailed", "seat": 0, "step": 4, "source": "steamers", "left": 1} in facts(table)
    assert {"event": "refunded", "seat": 0, "step": 4, "source": "steamers", "cards": ["blue", "blue"]} in facts(table)
    assert hand_of(table, 0)["blue"] == 2
    assert player(table, 0)["steamers"] == 1
    assert (slip_line(table, 0, "steamers"), slip_line(table, 1, "steamers")) == (1, 2)
    assert [
        slip.counted["steamers"] for slip in result_of_state(ended(table).state).slips if slip.company == "red"
    ] == [1]


@pytest.mark.rule("L15")
def test_steamers_need_two_harbours_length_two_and_a_steamer() -> None:
    table = table_of("LK", seats=[{"hand": {"red": 1, "blue": 3}}, {}])
    table.play("claim chicago-milwaukee:1 red")
    assert player(table, 0)["steamers"] == 2
    table = table_of("LK", seats=[{"hand": {"red": 2}}, {}])
    table.play("claim sudbury-sault-ste-marie red")
    assert player(table, 0)["steamers"] == 2
    table = table_of(
        "LK",
        seats=[{"hand": {"blue": 3}, "steamers": 0}, {}],
        routes={"milwaukee-sault-ste-marie": 0, "detroit-toronto:1": 0},
    )
    table.play("claim detroit-sault-ste-marie blue")
    assert "sailed" not in [each["event"] for each in facts(table)]


# Excursions, number 6

SHOWN = {"savannah-key-west": None, "new-orleans-miami": None, "pittsburgh-miami": None}


@pytest.mark.card("excursions")
@pytest.mark.rule("L15", "L27")
def test_an_excursion_goes_to_the_first_who_connects_its_cities() -> None:
    routes = {"savannah-jacksonville:1": 0, "jacksonville-miami:1": 0}
    table = table_of("PM", seats=[{"hand": {"white": 1}}, {}], routes=routes, excursions=SHOWN)
    table.play("claim miami-key-west:1 white")
    assert {"event": "excursion", "seat": 0, "step": 6, "source": "excursions", "excursion": 1} in facts(table)
    assert player(table, 0)["money"] == 5 + 5
    assert table.position()["excursions"] == {**SHOWN, "savannah-key-west": 0}
    assert {slip.company: slip.counted["excursions"] for slip in result_of_state(ended(table).state).slips} == {
        "red": 1,
        "blue": 0,
    }


@pytest.mark.rule("L27")
def test_three_of_eight_excursions_lie_face_up_by_lot() -> None:
    name = reference("meridian", modules_edition("PM"))
    shown: list[tuple[str, ...]] = []
    for seed in range(12):
        face_up = Game.new(name, 2, seed=seed).position()["excursions"]
        assert isinstance(face_up, dict)
        shown.append(tuple(face_up))
    assert all(len(each) == 3 for each in shown) and len(set(shown)) > 3


@pytest.mark.card("hurricane-watch")
@pytest.mark.rule("L12", "L15")
def test_no_excursion_is_won_in_a_hurricane_watch() -> None:
    routes = {"savannah-jacksonville:1": 0, "jacksonville-miami:1": 0}
    edition = modules_edition("PM", events=("hurricane-watch", "milk-run"))
    fields: dict[str, Any] = {"routes": routes, "excursions": SHOWN, "news": {"current": "hurricane-watch"}}
    table = table_of(edition=edition, seats=[{"hand": {"yellow": 2, "white": 1}}, {}], **fields)
    table.play("claim miami-key-west:1 white")
    assert "excursion" not in [each["event"] for each in facts(table)]
    # Once it is over, the next claim wins what is connected, wherever it is.
    fields |= {
        "news": {"current": "milk-run", "deck": ["hurricane-watch"]},
        "routes": {**routes, "miami-key-west:1": 0},
    }
    table = table_of(edition=edition, seats=[{"hand": {"yellow": 2}}, {}], **fields)
    table.play("claim tampa-miami yellow")
    assert "excursion" in [each["event"] for each in facts(table)]


# River bridges, number 2


@pytest.mark.card("river-bridges")
@pytest.mark.rule("L15", "L24")
def test_a_bridge_without_a_span_costs_a_fee_and_gets_one() -> None:
    table = table_of("BR", seats=[{"hand": {"blue": 2}}, {}])
    table.play("claim chicago-davenport blue")
    assert {"event": "span", "seat": 0, "step": 2, "source": "river-bridges", "route": "chicago-davenport"} in facts(
        table
    )
    assert player(table, 0)["money"] == 3
    assert result_of_state(ended(table).state).spans == (("chicago-davenport", "red"),)


@pytest.mark.rule("L15", "L24")
def test_a_span_pays_its_owner_and_a_company_has_two_in_the_campaign() -> None:
    edition = modules_edition("BR", spans=(Span("chicago-davenport", "blue"), Span("memphis-springfield", "black")))
    table = table_of(edition=edition, seats=[{"hand": {"blue": 2}}, {}])
    table.play("claim chicago-davenport blue")
    assert (player(table, 0)["money"], player(table, 1)["money"]) == (5, 7)
    # The owner is not at the table: nobody is paid, and there is no fee.
    table = table_of(edition=edition, seats=[{"hand": {"white": 3}}, {}])
    table.play("claim memphis-springfield white")
    assert (player(table, 0)["money"], player(table, 1)["money"]) == (5, 5)
    own = modules_edition("BR", spans=(Span("chicago-davenport", "red"), Span("memphis-springfield", "red")))
    table = table_of(edition=own, seats=[{"hand": {"green": 2, "blue": 2}, "money": 1}, {}])
    table.play("claim st-louis-memphis green")
    assert player(table, 0)["money"] == 0
    assert result_of_state(ended(table).state).spans == ()
    table = table_of(edition=own, seats=[{"hand": {"blue": 2}}, {}])
    table.play("claim chicago-davenport blue")
    assert player(table, 0)["money"] == 5


@pytest.mark.rule("L15", "L24")
def test_a_fee_that_nobody_can_pay_is_told_all_the_same() -> None:
    table = table_of("BR", seats=[{"hand": {"blue": 2}, "money": 0}, {}])
    table.play("claim chicago-davenport blue")
    told = {"event": "money", "seat": 0, "amount": 0, "balance": 0, "step": 2, "source": "river-bridges"}
    assert told in facts(table)
    assert result_of_state(ended(table).state).spans == (("chicago-davenport", "red"),)


# Cattle drives, number 5


TO_PITTSBURGH = ("nashville-new-orleans:1", "cincinnati-nashville:1", "cincinnati-pittsburgh:1")


def herds(*cities: str) -> list[dict[str, object]]:
    return [{"city": city} for city in cities]


@pytest.mark.card("cattle-drives")
@pytest.mark.rule("L15", "L27")
def test_a_claim_takes_a_herd_along_and_delivers_it() -> None:
    standing = herds("dallas", "laredo", "abilene")
    table = table_of("LS", seats=[{"hand": {"white": 2, "red": 3}}, {}], herds=standing)
    table.play("claim shreveport-dallas white")
    assert {"event": "herd", "seat": 0, "step": 5, "source": "cattle-drives", "city": "dallas"} in facts(table)
    assert table.position()["herds"][0] == {"city": "dallas", "seat": 0, "delivered": False}  # type: ignore[index]
    assert slip_line(table, 0, "herds") == -2
    table.play("draw 1")
    table.play("draw 2")
    table.play("claim new-orleans-shreveport:1 red")
    assert {"event": "delivered", "seat": 0, "step": 5, "source": "cattle-drives", "city": "dallas"} in facts(table)
    paid = [each["amount"] for each in facts(table) if each["event"] == "money" and each["source"] == "cattle-drives"]
    assert paid == [4]
    assert slip_line(table, 0, "herds") == 0
    counted = {slip.company: slip.counted["cattle-drives"] for slip in result_of_state(ended(table).state).slips}
    assert counted == {"red": 1, "blue": 0}


@pytest.mark.rule("L15")
def test_a_delivery_to_the_old_large_cities_pays_more_and_houston_pays_nothing() -> None:
    held = [{"city": "dallas", "seat": 1, "delivered": False}, *herds("laredo", "abilene")]
    table = table_of(
        "LS", seats=[{}, {"hand": {"black": 2}}], herds=held, routes={"dallas-oklahoma-city": 1}, seat=1, turn=1
    )
    table.play("claim dallas-houston:1 black")
    assert "delivered" not in [each["event"] for each in facts(table)]
    best = table_of(
        "LS", seats=[{}, {"hand": {"white": 3}}], herds=held, seat=1, turn=1, routes={"new-orleans-shreveport:1": 1}
    )
    best.play("claim shreveport-dallas white")
    assert player(best, 1)["money"] == 5 + 4
    # A large city of the East other than New Orleans.
    east = {"new-orleans-shreveport:1": 1, **dict.fromkeys(TO_PITTSBURGH, 1)}
    best = table_of("LS", seats=[{}, {"hand": {"white": 3}}], herds=held, seat=1, turn=1, routes=east)
    best.play("claim shreveport-dallas white")
    assert player(best, 1)["money"] == 5 + 7


@pytest.mark.rule("L15")
def test_a_company_holds_two_herds_that_of_the_first_city_first() -> None:
    held = [{"city": "laredo", "seat": 0, "delivered": False}, *herds("abilene", "dallas")]
    table = table_of("LS", seats=[{"hand": {"yellow": 2}}, {}], herds=held)
    table.play("claim dallas-abilene yellow")
    assert [each.get("seat") for each in table.position()["herds"]] == [0, None, 0]  # type: ignore[attr-defined]


@pytest.mark.rule("L27")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_herds_stand_in_different_cities_one_more_than_players(players: int) -> None:
    table = Game.new(reference("meridian", modules_edition("LS")), players, seed=players)
    cities = [each["city"] for each in table.position()["herds"]]  # type: ignore[attr-defined]
    assert len(cities) == len(set(cities)) == players + 1


@pytest.mark.card("stampede")
@pytest.mark.rule("L12")
def test_a_stampede_moves_the_herds_on_the_map_and_pays_who_holds_one() -> None:
    held = [{"city": "dallas", "seat": 1, "delivered": False}, *herds("laredo", "abilene")]
    edition = modules_edition("LS", events=("stampede", "milk-run"))
    news = {"current": "milk-run", "deck": ["stampede"]}
    table = table_of(edition=edition, herds=held, news=news, deck=["newspaper", "red", "red", "red"])
    table.play("draw deck")
    moved = [each["city"] for each in table.position()["herds"]]  # type: ignore[attr-defined]
    assert moved[0] == "dallas" and moved[1] != "laredo" and moved[2] != "abilene" and len(set(moved[1:])) == 2
    assert (player(table, 0)["money"], player(table, 1)["money"]) == (5, 7)


# Grain elevators, number 7


@pytest.mark.card("grain-elevators")
@pytest.mark.rule("L15", "L27")
def test_an_elevator_is_offered_for_a_long_route() -> None:
    table = table_of("NS", seats=[{"hand": {"red": 3}}, {}])
    table.play("claim duluth-winnipeg red")
    assert {"event": "asked", "seat": 0, "step": 7, "source": "grain-elevators"} in facts(table)
    assert notations(table) == {"elevator duluth", "elevator winnipeg", "elevator none"}
    assert refused(table, "elevator fargo") == "no_elevator_there"
    table.play("elevator winnipeg")
    assert {"event": "elevator", "seat": 0, "step": 7, "source": "grain-elevators", "city": "winnipeg"} in facts(table)
    assert table.position()["elevators"] == {"winnipeg": [0]}
    assert player(table, 0)["elevators"] == 2
    assert slip_line(table, 0, "elevators") == 2


@pytest.mark.rule("L15")
def test_no_elevator_in_large_or_full_cities_nor_twice() -> None:
    table = table_of("NS", seats=[{"hand": {"yellow": 3}}, {}])
    table.play("claim chicago-st-paul:1 yellow")
    assert notations(table) == {"elevator chicago", "elevator none"}
    table.play("elevator none")
    assert player(table, 0)["elevators"] == 3
    full = {"duluth": [0], "winnipeg": [0, 1]}
    table = table_of("NS", seats=[{"hand": {"red": 3}}, {}], elevators=full)
    table.play("claim duluth-winnipeg red")
    assert "asked" not in [each["event"] for each in facts(table)]
    assert (slip_line(table, 0, "elevators"), slip_line(table, 1, "elevators")) == (2 + 3, 3)
    assert result_of_state(ended(table).state).growth == ("winnipeg",)


# Grade check, number 1


@pytest.mark.card("grade-check")
@pytest.mark.rule("L15", "E4", "E5", "E6")
def test_a_grade_check_turns_up_two_cards_and_dollars_may_pay() -> None:
    deck = ["red", "locomotive", "black"]
    table = table_of("HD", seats=[{"hand": {"red": 3}}, {}], deck=deck)
    table.play("claim pueblo-santa-fe red")
    assert {"event": "turned", "seat": 0, "asked": 2, "cards": ["red", "locomotive"]} in facts(table)
    assert notations(table) == {"pay dollars", "withdraw"}
    table.play("pay dollars")
    paid = [each for each in facts(table) if each["event"] == "money" and each["source"] == "grade-check"]
    assert [each["amount"] for each in paid] == [-4, 2]
    assert all(each["step"] == 1 for each in paid)
    assert table.position()["routes"] == {"pueblo-santa-fe": 0}
    assert hand_of(table, 0)["red"] == 1
    assert result_of_state(ended(table).state).checked == ("pueblo-santa-fe",)


@pytest.mark.rule("L15", "E4")
def test_a_grade_check_is_paid_in_cards_or_dollars_whole() -> None:
    table = table_of("HD", seats=[{"hand": {"red": 3}, "money": 1}, {}], deck=["red", "black", "black"])
    table.play("claim pueblo-santa-fe red")
    assert notations(table) == {"pay red", "withdraw"}
    assert refused(table, "pay dollars") == "too_little_money"
    table.play("pay red")
    assert player(table, 0)["money"] >= 1 + 2
    table = table_of("HD", seats=[{"hand": {"red": 2}}, {}], deck=["red", "black", "black"])
    table.play("claim pueblo-santa-fe red")
    table.play("withdraw")
    assert table.position()["routes"] == {} and hand_of(table, 0)["red"] == 2 and player(table, 0)["money"] == 5


@pytest.mark.rule("L11", "L15")
def test_a_grade_check_passes_over_newspapers_and_bored_routes_have_none() -> None:
    table = table_of("HD", seats=[{"hand": {"red": 2}}, {}], deck=["newspaper", "black", "blue", "black"])
    table.play("claim pueblo-santa-fe red")
    names = [each["event"] for each in facts(table)]
    assert "newspapers-passed" in names and "news" not in names
    bored = modules_edition("HD", bored=("pueblo-santa-fe",))
    table = table_of(edition=bored, seats=[{"hand": {"red": 2}}, {}])
    table.play("claim pueblo-santa-fe red")
    assert "turned" not in [each["event"] for each in facts(table)]
    assert "grade-check" not in [each.get("source") for each in facts(table)]


# Telegraph, number 8


@pytest.mark.card("telegraph")
@pytest.mark.rule("L15", "L19")
def test_a_route_paid_with_a_locomotive_is_wired_and_the_largest_set_pays() -> None:
    wired = ["el-paso-chihuahua"]
    routes = {"el-paso-chihuahua": 0, "tucson-phoenix:1": 0, "el-paso-flagstaff": 0}
    table = table_of("SD", seats=[{"hand": {"white": 2, "locomotive": 1}}, {}], routes=routes, wired=wired)
    assert slip_line(table, 0, "telegraph") == 2
    table.play("claim el-paso-tucson:1 white+1")
    assert {"event": "wired", "seat": 0, "step": 8, "source": "telegraph", "route": "el-paso-tucson:1"} in facts(table)
    assert slip_line(table, 0, "telegraph") == 5
    long = {"el-paso-flagstaff": 0, "chihuahua-monterrey": 0, "el-paso-chihuahua": 0, "el-paso-tucson:1": 0}
    table = table_of("SD", seats=[{}, {}], routes=long, wired=list(long))
    assert slip_line(table, 0, "telegraph") == 10


@pytest.mark.rule("L15")
def test_a_refunded_locomotive_was_paid_all_the_same() -> None:
    table = table_of("LK", "SD", seats=[{"hand": {"blue": 2, "locomotive": 1}}, {}])
    table.play("claim detroit-sault-ste-marie blue+1")
    assert hand_of(table, 0)["locomotive"] == 1
    assert "wired" in [each["event"] for each in facts(table)]


# Ocean mail, number 9

TO_THE_SEA = (
    "albany-new-york", "albany-buffalo", "buffalo-detroit:1", "chicago-detroit:1", "chicago-davenport",
    "davenport-des-moines:1", "des-moines-omaha", "omaha-cheyenne:1", "cheyenne-salt-lake-city",
    "salt-lake-city-reno:1",
)  # fmt: skip


@pytest.mark.card("ocean-mail")
@pytest.mark.rule("L15", "L27")
def test_who_connects_the_oceans_takes_the_next_contract_once() -> None:
    routes = dict.fromkeys(TO_THE_SEA, 0)
    table = table_of("PS", seats=[{"hand": {"white": 2}}, {}], routes=routes)
    table.play("claim san-francisco-reno:1 white")
    assert {"event": "mail", "seat": 0, "step": 9, "source": "ocean-mail", "contract": 1} in facts(table)
    assert player(table, 0)["money"] == 5 + 14
    assert table.position()["mail"] == [0]
    counted = {slip.company: slip.counted["ocean-mail"] for slip in result_of_state(ended(table).state).slips}
    assert counted == {"red": 1, "blue": 0}
    again = table_of("PS", seats=[{"hand": {"yellow": 3}}, {}], routes=routes | {"san-francisco-reno:1": 0}, mail=[0])
    again.play("claim los-angeles-san-francisco:1 yellow")
    assert player(again, 0)["money"] == 5


@pytest.mark.rule("L15")
def test_with_three_companies_there_are_other_contracts() -> None:
    seats: list[dict[str, Any]] = [{"company": "red", "money": 5, "hand": {"white": 2}}]
    seats += [{"company": "blue"}, {"company": "black"}]
    name = reference("meridian", modules_edition("PS"))
    table = game(name, seats, row=ROW, routes=dict.fromkeys(TO_THE_SEA, 0))
    table.play("claim san-francisco-reno:1 white")
    assert player(table, 0)["money"] == 5 + 18


@pytest.mark.rule("L15")
def test_the_modules_act_in_the_order_of_their_numbers() -> None:
    table = table_of(*MODULE_OF, seats=[{}, {}])
    numbers = [int(step.number) for step in table.board.claim_steps]
    assert numbers == sorted(numbers)
    assert {10, 20, 40, 50, 60, 70, 80, 90} <= set(numbers)


@pytest.mark.rule("L15")
def test_what_a_claim_would_pay_names_the_modules() -> None:
    table = table_of("LK", "BR", "HD")
    assert (1, "grade-check", 2, 0) in would_pay(table, "pueblo-santa-fe")
    assert (2, "river-bridges", -2, 0) in would_pay(table, "chicago-davenport")
    assert (4, "steamers", 0, 2) in would_pay(table, "detroit-sault-ste-marie")
    sources = [source for _, source, _, _ in would_pay(table, "chicago-milwaukee:2")]
    assert not set(sources) & {"steamers", "river-bridges", "grade-check"}


def would_pay(table: Game, route: str) -> list[tuple[int, str, int, int]]:
    """What the steps of a claim by red would pay: step, source, dollars, cards."""
    sources = table.board.companies.sources
    found = all_payouts(table.view(0), 0, table.board.route_number[route])
    return [(int(each.step), sources[int(each.source)], int(each.money), int(each.cards)) for each in found]


@pytest.mark.rule("L15")
def test_what_a_claim_would_pay_counts_what_it_connects() -> None:
    routes = {"savannah-jacksonville:1": 0, "jacksonville-miami:1": 0}
    table = table_of("PM", routes=routes, excursions=SHOWN)
    assert (6, "excursions", 5, 0) in would_pay(table, "miami-key-west:1")
    assert "excursions" not in [source for _, source, _, _ in would_pay(table, "tampa-key-west")]
    barred = modules_edition("PM", events=("hurricane-watch", "milk-run"))
    table = table_of(edition=barred, routes=routes, excursions=SHOWN, news={"current": "hurricane-watch"})
    assert "excursions" not in [source for _, source, _, _ in would_pay(table, "miami-key-west:1")]
    # A herd that the claim takes along, and one that is held.
    held = [*herds("dallas", "abilene"), {"city": "laredo", "seat": 0, "delivered": False}]
    joined = {"new-orleans-shreveport:1": 0, "laredo-monterrey:1": 0}
    table = table_of("LS", herds=held, routes=joined)
    assert (5, "cattle-drives", 4, 0) in would_pay(table, "shreveport-dallas")
    table = table_of("LS", herds=held, routes=joined | {"san-antonio-laredo": 0, "dallas-san-antonio:1": 0})
    assert (5, "cattle-drives", 8, 0) in would_pay(table, "shreveport-dallas")
    table = table_of("PS", routes=dict.fromkeys(TO_THE_SEA, 0))
    assert (9, "ocean-mail", 14, 0) in would_pay(table, "san-francisco-reno:1")
    table = table_of("PS", routes=dict.fromkeys(TO_THE_SEA, 0) | {"san-francisco-reno:1": 0}, mail=[0])
    assert "ocean-mail" not in [source for _, source, _, _ in would_pay(table, "los-angeles-san-francisco:1")]


@pytest.mark.rule("L15")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_claims_pay_for_what_they_connect_as_was_said_before(players: int) -> None:
    compared = 0
    for seed in range(max(3, size(20, 100))):
        name = reference("meridian", modules_edition("PM", "LS", "PS"))
        for table, seat, action in played(name, players, seed, bot="greedy"):
            if seat < 0 or not table.notation(action).startswith("claim"):
                continue
            said = all_payouts(table.view(seat), seat, int(subject_of(action)))
            expected = {int(each.step): int(each.money) for each in said if int(each.step) in (5, 6, 9)}
            after = table.copy()
            told = [event.facts(after.board) for event in after.play(action, seat)]
            if after.position()["phase"] == "claim-asks" or any(each["event"] == "news" for each in told):
                continue
            paid: Counter[int] = Counter()
            for each in told:
                if each["event"] == "money" and each["seat"] == seat and each["step"] in (5, 6, 9):
                    paid[int(str(each["step"]))] += int(str(each["amount"]))
            assert paid == expected
            compared += len(expected)
    assert compared


@pytest.mark.rule("L15")
def test_a_herd_for_which_there_is_no_room_is_not_delivered() -> None:
    routes = {"new-orleans-shreveport:1": 0, "shreveport-dallas": 0}
    held = [{"city": city, "seat": 0, "delivered": False} for city in ("laredo", "san-antonio")]
    for herds_held, dollars in ((held[:1], [4]), (held, [])):
        standing = [*herds_held, *herds("abilene", "oklahoma-city")][:3]
        table = table_of("LS", herds=standing, routes=routes)
        found = all_payouts(table.view(0), 0, table.board.route_number["dallas-abilene"])
        assert [int(each.money) for each in found] == dollars
