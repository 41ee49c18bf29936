"""The value of a claim counts every module: a planner that ignores one values the same claim less."""

from __future__ import annotations

from typing import Any

import pytest
from mypy_extensions import i64

from editions import modules_edition
from tools import game
from trunkline.bots.needs import NOTHING, Needs
from trunkline.bots.observation import Observation
from trunkline.bots.plan_maker import Plan, PlanMaker
from trunkline.bots.planner import PlannerBot
from trunkline.bots.weights import CARD, DOLLAR, company_weights
from trunkline.game import Game
from trunkline.maps.edition import reference
from trunkline.rules.actions import ActionList, wilds_of
from trunkline.rules.network import joined_cities
from trunkline.rules.turn import legal

TO_THE_SEA = (
    "albany-new-york", "albany-buffalo", "buffalo-detroit:1", "chicago-detroit:1", "chicago-davenport",
    "davenport-des-moines:1", "des-moines-omaha", "omaha-cheyenne:1", "cheyenne-salt-lake-city",
    "salt-lake-city-reno:1",
)  # fmt: skip
EXCURSIONS = dict.fromkeys(["charleston-tampa", "savannah-key-west", "new-orleans-miami"])
HELD = [{"city": "dallas", "seat": 0, "delivered": False}, {"city": "laredo"}, {"city": "abilene"}]


def table_of(code: str, **fields: Any) -> Game:
    """A game with the module of one territory; the deck of tickets and the hands do not matter."""
    given = [{"company": "red", "money": 5, "hand": fields.pop("hand", {})}, {"company": "blue", "money": 5}]
    return game(reference("meridian", modules_edition(code)), given, **fields)


def observed(table: Game, ignores: str = "") -> Observation:
    observation = Observation(table.state.board)
    observation.gains.ignore(ignores)
    observation.look_at_view(table.view(0))
    return observation


# The module, its territory, a route, what a claim of it brings more, and the position.
CASES: list[tuple[str, str, str, int, dict[str, Any]]] = [
    ("grade-check", "HD", "pueblo-santa-fe", 2 * DOLLAR, {}),
    ("river-bridges", "BR", "chicago-davenport", (8 - 2) * DOLLAR, {}),
    ("steamers", "LK", "detroit-sault-ste-marie", 2 * CARD - DOLLAR, {}),
    (
        "cattle-drives",
        "LS",
        "shreveport-dallas",
        4 * DOLLAR,
        {"herds": HELD, "routes": {"new-orleans-shreveport:1": 0}},
    ),
    (
        "excursions",
        "PM",
        "miami-key-west:1",
        5 * DOLLAR,
        {"excursions": EXCURSIONS, "routes": {"savannah-jacksonville:1": 0, "jacksonville-miami:1": 0}},
    ),
    ("grain-elevators", "NS", "duluth-winnipeg", 3 * DOLLAR, {"elevators": {"winnipeg": [1]}}),
    ("ocean-mail", "PS", "san-francisco-reno:1", 14 * DOLLAR, {"routes": dict.fromkeys(TO_THE_SEA, 0)}),
]


@pytest.mark.card(*[case[0] for case in CASES])
@pytest.mark.rule("L15")
@pytest.mark.parametrize(("module", "code", "route", "more", "fields"), CASES, ids=[case[0] for case in CASES])
def test_the_gain_of_a_claim_has_what_the_module_pays(
    module: str, code: str, route: str, more: int, fields: dict[str, Any]
) -> None:
    table = table_of(code, **fields)
    number = table.board.route_number[route]
    uses, ignores = observed(table), observed(table, module)
    assert uses.gain[number] - ignores.gain[number] == more


@pytest.mark.card("grade-check")
@pytest.mark.rule("L15", "E4")
def test_no_card_is_held_back_for_a_check_that_dollars_can_pay() -> None:
    table = table_of("HD", hand={"red": 2})
    route = table.board.route_number["pueblo-santa-fe"]
    found = []
    for ignored in ("", "grade-check"):
        needs = Needs(table.board, company_weights())
        found.append(needs.payment_for(observed(table, ignored), route)[0] != NOTHING)
    assert found == [True, False]


@pytest.mark.card("telegraph")
@pytest.mark.rule("L15")
def test_a_locomotive_pays_for_a_wire() -> None:
    """El Paso-Tucson is paid with a locomotive, although the hand has three white cards."""
    fields: dict[str, Any] = {"wired": ["el-paso-chihuahua"], "routes": {"el-paso-chihuahua": 0}}
    table = table_of("SD", hand={"white": 3, "locomotive": 1}, **fields)
    route = table.board.route_number["el-paso-tucson:1"]
    paid = []
    for ignored in ("", "telegraph"):
        observation = observed(table, ignored)
        needs = Needs(table.board, company_weights())
        paid.append(wilds_of(needs.payment_for(observation, route)[0]))
    assert paid == [1, 0]


@pytest.mark.card("cattle-drives", "excursions")
@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("module", "code", "fields"),
    [
        (
            "excursions",
            "PM",
            {
                "excursions": EXCURSIONS,
                "routes": {"savannah-jacksonville:1": 0, "jacksonville-miami:1": 0},
                "hand": {"white": 1},
            },
        ),
        (
            "cattle-drives",
            "LS",
            {"herds": HELD, "routes": {"dallas-abilene": 0}, "hand": {"red": 3, "white": 2}},
        ),
    ],
)
def test_a_plan_makes_a_connection_that_a_module_pays_for(module: str, code: str, fields: dict[str, Any]) -> None:
    """The plan of a hand without tickets connects what the module pays for; without the module it is empty."""
    table = table_of(code, **fields)
    empty = Plan(table.board)
    PlanMaker(table.board, company_weights()).make(observed(table, module), table.view(0).tickets, empty)
    assert empty.size == 0
    uses = observed(table)
    plan = Plan(table.board)
    PlanMaker(table.board, company_weights()).make(uses, table.view(0).tickets, plan)
    owner = table.state.owner[:]
    for i in range(plan.size):
        owner[i64(plan.routes[i])] = 0
    label = joined_cities(table.board, owner, 0)
    for link in uses.gains.links:
        link.measure(label)
    assert plan.size and any(link.joined for link in uses.gains.links)


def test_a_planner_can_be_told_to_ignore_a_module() -> None:
    """It takes Winnipeg's route with its elevator only if it does not ignore elevators."""
    table = table_of("NS", elevators={"winnipeg": [1]}, hand={"red": 3, "green": 3})
    actions = ActionList()
    legal(table.state, 0, actions)
    for module in ("", "grain-elevators"):
        bot = PlannerBot(1)
        bot.ignores = module
        bot.choose(table.view(0), actions)
        assert bot.seat_planner is not None
        route = table.board.route_number["duluth-winnipeg"]
        assert (bot.seat_planner.observation.gain[route] == observed(table).gain[route]) == (module == "")


@pytest.mark.card("grain-elevators")
def test_a_planner_that_ignores_elevators_builds_none() -> None:
    table = table_of("NS", hand={"red": 3})
    table.play("claim duluth-winnipeg red")
    actions = ActionList()
    legal(table.state, 0, actions)
    found = []
    for module in ("", "grain-elevators"):
        bot = PlannerBot(1)
        bot.ignores = module
        found.append(table.notation(bot.choose(table.view(0), actions)))
    assert found[0] in ("elevator duluth", "elevator winnipeg") and found[1] == "elevator none"
