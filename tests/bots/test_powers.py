"""Bots and the powers of news events: used when they are worth their price, and only as the engine allows."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from editions import FIRST
from tools import game
from trunkline.bots.registry import make_bot
from trunkline.game import Game
from trunkline.maps.edition import reference
from trunkline.rules.actions import ActionList
from trunkline.rules.turn import legal

EVENTS = ("engine-sale", "inspectors", "bond-drive")
MAP = reference("meridian", msgspec.structs.replace(FIRST, events=EVENTS))
ROW = ["black", "blue", "white", "green", "yellow"]
BOTS = ["greedy", "planner"]


def choice(bot: str, event: str, own: dict[str, Any], **fields: Any) -> str:
    news = {"current": event, "deck": [other for other in EVENTS if other != event]}
    fields = {"row": ROW, "deck": ["red"] * 9 + ["newspaper"] * 6, **fields}
    table: Game = game(MAP, [{"money": 9, **own}, {}], news=news, **fields)
    actions = ActionList()
    legal(table.state, 0, actions)
    return table.notation(make_bot(bot, 1).choose(table.view(0), actions))


@pytest.mark.parametrize("bot", BOTS)
def test_a_locomotive_is_bought_for_a_route_that_lacks_one_card(bot: str) -> None:
    ticket = {"tickets": ["philadelphia-new-york"]}
    assert choice(bot, "engine-sale", ticket) == "buy locomotive"
    assert choice(bot, "engine-sale", {**ticket, "hand": {"red": 1}}) != "buy locomotive"


@pytest.mark.parametrize("bot", BOTS)
def test_a_ticket_that_is_cut_off_is_returned_the_dearest_first(bot: str) -> None:
    routes = {"bangor-boston:1": 1, "bangor-montreal": 1, "bangor-quebec:1": 1}
    tickets = ["albany-bangor", "pittsburgh-bangor", "philadelphia-new-york"]
    assert choice(bot, "inspectors", {"tickets": tickets}, routes=routes) == "return pittsburgh-bangor"
    assert not choice(bot, "inspectors", {"tickets": tickets}).startswith("return")


@pytest.mark.parametrize("bot", BOTS)
def test_a_bond_that_costs_more_than_it_pays_is_left_alone(bot: str) -> None:
    assert choice(bot, "bond-drive", {"tickets": ["philadelphia-new-york"]}) != "bond"
