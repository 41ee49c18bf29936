"""The sentences of refusals."""

from __future__ import annotations

import pytest

from trunkline import Game, IllegalAction
from trunkline.game.words import PHASES
from trunkline.maps.pack import load_board


def test_a_refusal_says_in_words_what_the_game_waits_for() -> None:
    game = Game.new("usa", players=2, seed=1)
    with pytest.raises(IllegalAction, match="the game waits for your choice of the first tickets"):
        game.play("draw deck", seat=0)
    game.play("keep 1 2", seat=0)
    game.play("keep 1 2", seat=1)
    game.play("draw deck")
    with pytest.raises(IllegalAction, match="the game waits for your second card"):
        game.play("draw tickets")


def test_every_phase_that_waits_has_words() -> None:
    boards = [load_board(name) for name in ("usa", "europe", "world", "great_lakes", "meridian")]
    assert {name for board in boards for name in board.phase_names} - {"over"} == set(PHASES)
