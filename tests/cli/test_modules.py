"""Modules in the terminal: every event has a sentence, and every module says what it does and how it stands."""

from __future__ import annotations

import random

import pytest

from editions import MODULE_OF, modules_edition
from trunkline.cli.modules import EVENTS, module_lines
from trunkline.cli.names import Names
from trunkline.cli.words import Teller
from trunkline.game import Game
from trunkline.maps.edition import reference


@pytest.mark.rule("L15", "L27")
def test_every_event_has_a_sentence_and_every_module_stands_on_the_screen() -> None:
    name = reference("meridian", modules_edition(*MODULE_OF, events=("stampede", "milk-run"), trains=30))
    told: dict[str, str] = {}
    for seed in range(8):
        table = Game.new(name, 3, seed=seed)
        names = Names(table.board, ["Ann", "Bo", "Cy"], table.companies)
        words = Teller(names, 0)
        dice = random.Random(seed)
        while not table.over:
            seat = dice.choice(list(table.to_act))
            actions = table.legal(seat)
            claims = [code for code in actions if table.notation(code).startswith("claim")]
            for event in table.play(dice.choice(claims or actions), seat):
                told.setdefault(event.name, words.sentence(event.facts(table.board)))
        lines = dict(module_lines(names, table.view(0)))
        assert len(lines) == 8 and all(text.endswith(".") and "{" not in text for text in lines.values())
    assert set(EVENTS) - {"mail", "excursion"} <= set(told)
    assert all("face-up card" not in told[event] for event in EVENTS if event in told)
    assert told["span"].startswith("Step 2: ") and told["wired"].startswith("Step 8: ")
