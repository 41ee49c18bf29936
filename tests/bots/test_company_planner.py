"""The planner on boards with companies: it claims the lane that pays its company, and knows what a lane pays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from oracle.board import MAPS
from tools import game
from trunkline.bots.needs import Needs
from trunkline.bots.observation import Observation
from trunkline.bots.planner import PlannerBot
from trunkline.bots.play import play_game
from trunkline.bots.registry import make_bot
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


@pytest.mark.rule("L12")
@pytest.mark.parametrize(
    "bot", ["planner", "traveller", "greedy", "hungry", "path", "one-step", "long-route", "expert@40"]
)
def test_no_bot_takes_a_locomotive_that_an_event_bars(bot: str, tmp_path: Path) -> None:
    """The only news event bars face-up locomotives. Every choice of a whole game with many of them is legal."""
    text = (MAPS / "meridian.toml").read_text(encoding="utf-8")
    text = (
        text[: text.index("[events.")]
        + '[events.strike]\nname = "Strike"\nrules = [{ no_face_up_locomotive = true }]\n'
    )
    path = tmp_path / "strike.toml"
    path.write_text(text, encoding="utf-8")
    row = ["locomotive", "locomotive", "red", "red", "red"]
    table = game(str(path), [{}, {}], row=row, news={"current": "strike"})
    play_game(table.state, [make_bot(bot, seat) for seat in range(2)])
    assert table.over
