"""Games that older code stored open, replay, verify and go on to their end (tests/fixtures)."""

from __future__ import annotations

import json
import lzma
import random
from pathlib import Path
from typing import Any

import pytest

from tools import varied_choice
from trunkline.game import Game
from trunkline.game.record import find_board, verify
from trunkline.maps import load_map
from trunkline.rules.board import Board
from trunkline.rules.packing import from_bytes, general_bytes, to_bytes
from trunkline.rules.soundness import unsound

STORED = Path(__file__).parents[1] / "fixtures" / "before-reshape"
FILES = sorted(STORED.glob("*.jsonl*"))
PHASES = {"opening", "turn", "second-pick", "tickets", "tunnel", "over", "split", "pair"}
STATES: list[dict[str, Any]] = [
    *json.loads(lzma.decompress((STORED / "states.json.xz").read_bytes())),
    *json.loads((STORED.parent / "idle-turns" / "states.json").read_text(encoding="utf-8")),
]


def board_of(stored: dict[str, Any]) -> Board:
    board = find_board(stored["map"], stored["variant"], stored["board"])
    assert board is not None
    return board


def play_to_the_end(game: Game) -> None:
    dice = random.Random(len(game.moves))
    while not game.over:
        seat = dice.choice(game.to_act)
        game.play(varied_choice(game, game.legal(seat), dice), seat=seat)
        assert unsound(game.state) == []
    assert game.winners


def name_of(stored: dict[str, Any]) -> str:
    return f"{stored['map']}-{stored['variant']}-{stored['phase']}-version-{stored['version']}"


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
    assert game.board.phase_names[game.state.phase] == phase
    # Past positions are read, and lead by the rules to those after them.
    for number, move in enumerate(game.moves):
        before = game.at(number)
        assert before.packed() == (game.moves[number - 1].packed if number else game.beginning)
        before.play(move.action, seat=move.seat)
        assert before.state.idle_turns in (0, 1)
        before.state.idle_turns = 0
        assert before.packed() == move.packed
    play_to_the_end(game)
    game.save(tmp_path / "finished.jsonl")
    assert verify(Game.load(tmp_path / "finished.jsonl")) == []


@pytest.mark.rule("V5")
def test_a_game_of_the_older_mega_goes_on_by_the_numbers_it_began_with() -> None:
    game = Game.load(STORED / "europe-mega-tickets.jsonl")
    assert (game.board.variant, game.board.numbers.opening_long, game.board.numbers.draw_tickets) == ("mega-1", 1, 4)
    offered = len(game.state.players[game.seat].offered)
    game.play("keep 1")
    while "draw tickets" not in {game.notation(code) for code in game.legal_actions}:
        game.play(game.legal_actions[0])
    game.play("draw tickets")
    assert offered == len(game.state.players[game.seat].offered) == 4
    again = Game.from_position(game.position())
    assert again.board.numbers.draw_tickets == 4
    assert "mega-1" not in {variant.id for variant in load_map("europe").offered}


def test_the_golden_states_are_of_every_version_and_phase() -> None:
    assert {stored["version"] for stored in STATES} == {1, 2, 3, 4}
    assert {stored["phase"] for stored in STATES} == PHASES
    assert all(bytes.fromhex(stored["packed"])[0] == stored["version"] for stored in STATES)


@pytest.mark.parametrize("stored", STATES, ids=name_of)
def test_a_stored_state_is_read_for_ever(stored: dict[str, Any]) -> None:
    packed = bytes.fromhex(stored["packed"])
    state = from_bytes(board_of(stored), packed)
    assert unsound(state) == []
    assert to_bytes(state) == packed
    game = Game(state, None, [], -1)
    assert game.position() == {"idle_turns": 0} | stored["position"] | {"variant": state.board.variant}
    play_to_the_end(game)


GENERAL: list[dict[str, Any]] = json.loads(
    lzma.decompress((STORED.parent / "general-layout" / "states.json.xz").read_bytes())
)


@pytest.mark.parametrize("stored", GENERAL, ids=name_of)
def test_a_state_of_the_general_layout_is_read_for_ever(stored: dict[str, Any]) -> None:
    packed = bytes.fromhex(stored["packed"])
    state = from_bytes(board_of(stored), packed)
    assert packed[0] == 5
    assert unsound(state) == []
    assert general_bytes(state) == packed
    assert to_bytes(state).hex() == stored["before"]


COMPANIES: list[dict[str, Any]] = json.loads(
    lzma.decompress((STORED.parent / "companies" / "states.json.xz").read_bytes())
)


def test_the_golden_states_of_companies_are_of_every_phase() -> None:
    phases = {"opening", "turn", "second-pick", "tickets", "claim-asks", "over"}
    assert {stored["phase"] for stored in COMPANIES} == phases
    current = {stored["position"]["news"]["current"] for stored in COMPANIES}
    assert {None, "crossing-guards"} < current


@pytest.mark.rule("L12")
@pytest.mark.parametrize("stored", COMPANIES, ids=name_of)
def test_a_state_with_companies_is_read_for_ever(stored: dict[str, Any]) -> None:
    packed = bytes.fromhex(stored["packed"])
    state = from_bytes(board_of(stored), packed)
    assert packed[0] == 5
    assert unsound(state) == []
    assert to_bytes(state) == packed
    game = Game(state, None, [], -1)
    assert game.position() == stored["position"]
    assert Game.from_position(stored["position"]).packed() == packed
    play_to_the_end(game)


@pytest.mark.rule("C2")
@pytest.mark.parametrize(("map_name", "plain"), [("usa", 1), ("world", 2)])
def test_the_counter_of_idle_turns_is_packed_where_it_is_not_zero(map_name: str, plain: int) -> None:
    game = Game.new(map_name, 2, seed=1)
    before = game.packed()
    assert before[0] == plain
    game.state.idle_turns = 7
    packed = game.packed()
    assert packed[0] == plain + 2
    assert packed[1:] == before[1:] + bytes([7, 0, 0, 0])
    assert from_bytes(game.board, packed).idle_turns == 7
    assert from_bytes(game.board, before).idle_turns == 0
    for damaged in (packed[:-1], packed + b"\0", packed[:-4] + bytes(4), bytes([packed[0] + 1]) + packed[1:]):
        with pytest.raises(ValueError, match="packed state"):
            from_bytes(game.board, damaged)


@pytest.mark.rule("C2")
def test_a_game_of_code_that_counted_no_idle_turns_verifies_and_counts_from_zero(tmp_path: Path) -> None:
    game = Game.new("world", 2, seed=3)
    for seat in (0, 1):
        game.play("keep 1 2 3", seat=seat)
    for seat in (0, 1):
        game.play("split 20 40", seat=seat)
    for turn in range(30):
        game.play("exchange 1 ships" if turn // 2 % 2 else "exchange 1 trains")
        game.state.idle_turns = 0
        game.moves[-1].packed = game.packed()
    game.save(tmp_path / "old.jsonl")
    old = Game.load(tmp_path / "old.jsonl")
    assert verify(old) == []
    for turn in range(20):
        assert old.state.idle_turns == turn
        old.play("exchange 1 trains" if turn // 2 % 2 else "exchange 1 ships")
    assert old.over
    old.save(tmp_path / "new.jsonl")
    new = Game.load(tmp_path / "new.jsonl")
    assert verify(new) == [] and new.over


@pytest.mark.parametrize("stored", STATES, ids=name_of)
def test_a_stored_position_is_read_for_ever(stored: dict[str, Any]) -> None:
    game = Game.from_position(stored["position"])
    assert game.packed().hex() == stored["packed"]
    play_to_the_end(game)
