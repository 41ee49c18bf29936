"""Games of a campaign's editions: engine against oracle, move by move, with every card, spike and rule in force."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from properties.test_companies import check_round_trips, compare_moves, compare_slips, compare_step
from tools import FULL, played, size
from trunkline.maps.edition import Edition, from_plain, reference

FILE = Path(__file__).parent.parent / "fixtures" / "editions.json"
"""Editions of games 1, 4, 7, 10 and 12 of a simulated campaign."""
EDITIONS: dict[str, Edition] = {
    game: from_plain(plain) for game, plain in json.loads(FILE.read_text(encoding="utf-8")).items()
}

EVERY = 1 if FULL else 5
"""Of so many steps one is compared."""


def test_the_editions_hold_what_campaigns_bring() -> None:
    assert list(EDITIONS) == ["1", "4", "7", "10", "12"]
    events = {event for edition in EDITIONS.values() for event in edition.events}
    assert {"engine-sale", "inspectors", "bond-drive"} <= events
    last = EDITIONS["12"]
    assert len(last.territories) == 8 and last.bonus == 2
    assert "exposition" in last.story_rules
    assert any(edition.spikes for edition in EDITIONS.values())
    assert any(edition.repaints for edition in EDITIONS.values())


@pytest.mark.rule("L6")
@pytest.mark.rule("L8")
@pytest.mark.rule("L12")
@pytest.mark.rule("L13")
@pytest.mark.rule("L15")
@pytest.mark.rule("L19")
@pytest.mark.parametrize("game_number", list(EDITIONS))
@pytest.mark.parametrize("bot", ["varied", "greedy"])
def test_editions_are_played_as_the_oracle_plays_them(game_number: str, bot: str) -> None:
    """Steps of whole games; at full size every one of many games."""
    name = reference("meridian", EDITIONS[game_number])
    seen: Counter[str] = Counter()
    for seed in range(size(1, 40)):
        before: dict[str, Any] = {}
        step: tuple[int, str] = (-1, "")
        for number, (game, seat, action) in enumerate(played(name, 2 + seed % 3, seed, bot=bot)):
            if step[0] >= 0:
                compare_step(before, *step, game, game.moves[-1].events)
                seen.update(event.name for event in game.moves[-1].events)
            step = (-1, "")
            if seat >= 0 and number % EVERY == seed % EVERY:
                before, step = compare_moves(game), (seat, game.notation(action))
            if game.over:
                check_round_trips(game)
        compare_slips(game)
    assert seen
