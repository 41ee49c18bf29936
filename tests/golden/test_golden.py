"""Golden games: recorded games of every map, variant and player count, replayed move by move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boards import EVERY_BOARD
from golden.record import editions, fingerprint, later_editions
from trunkline.game import Game

FILES = sorted(Path(__file__).parent.glob("*.json"))


def test_every_board_has_its_games() -> None:
    assert len(FILES) == len(EVERY_BOARD) * 4 + len(editions()) + len(later_editions())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_replay(file: Path) -> None:
    golden = json.loads(file.read_text(encoding="utf-8"))
    game = Game.new(
        golden["map"],
        golden["players"],
        seed=golden["seed"],
        variant=golden["variant"],
        companies=golden.get("companies"),
    )
    for number, line in enumerate(golden["moves"], start=1):
        move, _, expected = line.partition(" | ")
        seat, _, action = move.partition(" ")
        game.play(action, seat=int(seat))
        assert fingerprint(game) == expected, f"move {number}: {move}"
    assert game.over
    sheet = game.score_sheet()
    assert list(sheet.totals) == golden["totals"]
    assert list(sheet.winners) == golden["winners"]
