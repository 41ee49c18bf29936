"""The planner on boards with companies: it claims the lane that pays its company, and knows what a lane pays."""

from __future__ import annotations

from typing import Any

import pytest

from tools import game
from trunkline.bots.needs import Needs
from trunkline.bots.observation import Observation
from trunkline.bots.planner import PlannerBot
from trunkline.bots.weights import company_weights
from trunkline.game import Game
from trunkline.rules.actions import ActionList, subject_of
from trunkline.rules.turn import legal

BUILT = ["nashville-new-orleans:1", "mobile-savannah:1", "cincinnati-nashville:1", "atlanta-mobile"]
"""Routes of the opponent, who has few trains left, so that the player no longer collects cards."""


def table_of(company: str, hand: dict[str, int], other: str) -> Game:
    """A player who still needs Baltimore-Pittsburgh (blue and yellow) for its ticket."""
    ticket = {"company": company, "tickets": ["chicago-baltimore"], "hand": hand}
    players: list[dict[str, Any]] = [ticket, {"company": other}]
    routes = {"detroit-pittsburgh": 0, "chicago-detroit:1": 0} | dict.fromkeys(BUILT, 1)
    return game("meridian", players, routes=routes)


def choice_of(table: Game) -> str:
    actions = ActionList()
    legal(table.state, 0, actions)
    return table.notation(PlannerBot(1).choose(table.view(0), actions))


@pytest.mark.rule("L16")
@pytest.mark.parametrize(
    ("company", "lane"), [("blue", "baltimore-pittsburgh:1 blue"), ("yellow", "baltimore-pittsburgh:2 yellow")]
)
def test_a_company_claims_the_lane_of_its_colour(company: str, lane: str) -> None:
    table = table_of(company, {"blue": 2, "yellow": 2}, "red")
    assert choice_of(table) == f"claim {lane}"


@pytest.mark.rule("L16")
def test_a_lane_costs_what_it_pays_less_than_its_twin() -> None:
    table = table_of("blue", {"blue": 0, "yellow": 2}, "red")
    board = table.state.board
    observation = Observation(board)
    observation.look_at_view(table.view(0))
    needs = Needs(board, company_weights())
    blue, yellow = (board.route_names.index(f"baltimore-pittsburgh:{lane}") for lane in (1, 2))
    code, cost = needs.payment_for(observation, blue)
    other_code, other_cost = needs.payment_for(observation, yellow)
    assert code == other_code and subject_of(code) == yellow
    assert cost - other_cost == observation.gain[blue] - observation.gain[yellow] > 0
