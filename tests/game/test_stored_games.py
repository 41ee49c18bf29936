"""Games that older code stored open, replay, verify and go on to their end (tests/fixtures/before-reshape)."""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path
from typing import Any

import pytest

from tools import varied_choice
from trunkline.game import Game
from trunkline.game.record import board_digest, verify
from trunkline.maps.pack import load_board
from trunkline.rules.board import Board
from trunkline.rules.packing import from_bytes, to_bytes
from trunkline.rules.soundness import unsound
from trunkline.rules.state import PHASE_NAMES

STORED = Path(__file__).parents[1] / "fixtures" / "before-reshape"
FILES = sorted(STORED.glob("*.jsonl*"))
STATES: list[dict[str, Any]] = json.loads(lzma.decompress((STORED / "states.json.xz").read_bytes()))


def board_of(stored: dict[str, Any]) -> Board:
    board = load_board(stored["map"], stored["variant"])
    assert board_digest(board) == stored["board"]
    return board


def play_to_the_end(game: Game) -> None:
    dice = random.Random(len(game.moves))
    while not game.over:
        seat = dice.choice(game.to_act)
        game.play(varied_choice(game, game.legal(seat), dice), seat=seat)
        assert unsound(game.state) == []
    assert game.winners


def name_of(stored: dict[str, Any]) -> str:
    return f"{stored['map']}-{stored['variant']}-{stored['phase']}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_stored_file_opens_verifies_and_goes_on(file: Path, tmp_path: Path) -> None:
    if file.suffix == ".xz":
        path = tmp_path / file.stem
        path.write_bytes(lzma.decompress(file.read_bytes()))
    else:
        path = file
    game = Game.load(path)
    assert verify(game) == []
    phase = path.stem.split("-", 2)[2]
    assert PHASE_NAMES[game.state.phase] == phase
    # Past positions are read, and lead by the rules to those after them.
    for number, move in enumerate(game.moves):
        before = game.at(number)
        assert before.packed() == (game.moves[number - 1].packed if number else game.beginning)
        before.play(move.action, seat=move.seat)
        assert before.packed() == move.packed
    play_to_the_end(game)
    game.save(tmp_path / "finished.jsonl")
    assert verify(Game.load(tmp_path / "finished.jsonl")) == []


def test_the_golden_states_are_of_both_versions_and_every_phase() -> None:
    assert {stored["version"] for stored in STATES} == {1, 2}
    assert {stored["phase"] for stored in STATES} == set(PHASE_NAMES)
    assert all(bytes.fromhex(stored["packed"])[0] == stored["version"] for stored in STATES)


@pytest.mark.parametrize("stored", STATES, ids=name_of)
def test_a_stored_state_is_read_for_ever(stored: dict[str, Any]) -> None:
    packed = bytes.fromhex(stored["packed"])
    state = from_bytes(board_of(stored), packed)
    assert unsound(state) == []
    assert to_bytes(state) == packed
    game = Game(state, None, [], -1)
    assert game.position() == stored["position"]
    play_to_the_end(game)


@pytest.mark.parametrize("stored", STATES, ids=name_of)
def test_a_stored_position_is_read_for_ever(stored: dict[str, Any]) -> None:
    game = Game.from_position(stored["position"])
    assert game.packed().hex() == stored["packed"]
    play_to_the_end(game)
