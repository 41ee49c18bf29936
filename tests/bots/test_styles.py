"""Styles differ in what they do, as the arena counts it: the collector takes more tickets, the hoarder's routes are
longer, the blocker blocks more often. The margins are a fraction of what docs/bots.md shows, so that chance does not
decide.
"""

from __future__ import annotations

import pytest

import trunkline
from tools import size
from trunkline.lab.arena.game import COLUMNS, Job, play_job
from trunkline.lab.arena.match import Match

BOTS = ("planner", "collector", "hoarder", "blocker")


@pytest.mark.skipif(not trunkline.compiled, reason="the sources are slow, and a few games tell nothing")
@pytest.mark.parametrize("map_name", ["usa", "europe", "world", "great_lakes"])
def test_styles_can_be_told_apart(map_name: str) -> None:
    match = Match(BOTS, map_name, players=4)
    games = size(40, 400)
    found = {bot: dict.fromkeys(COLUMNS, 0) for bot in BOTS}
    for game in range(games):
        for bot, values in zip(match.seats(game), play_job(match, Job(game))["seats"], strict=True):
            for column, value in zip(COLUMNS, values, strict=True):
                found[bot][column] += value
    taken = {bot: counts["taken"] / games for bot, counts in found.items()}
    length = {bot: counts["spaces"] / counts["claims"] for bot, counts in found.items()}
    blocks = {bot: counts["blocks"] / games for bot, counts in found.items()}
    assert taken["collector"] > taken["planner"] + 1
    assert length["hoarder"] > length["planner"] + 0.1
    assert blocks["blocker"] > blocks["planner"] + 0.5
