"""Game files and positions of an edition: they hold it, and are read anywhere."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from editions import FIRST, LATE, LATE_MAP
from trunkline.game import Game
from trunkline.game.record import BadRecord, verify
from trunkline.maps import MapError
from trunkline.maps.edition import from_plain, reference, to_plain
from trunkline.rules.reading import BadPosition


def played(map_name: str = LATE_MAP, moves: int = 60) -> Game:
    dice = random.Random(2)
    game = Game.new(map_name, 3, seed="edition", companies=["red", "blue", "black"], first=1)
    while not game.over and len(game.moves) < moves:
        seat = game.to_act[0]
        game.play(dice.choice(game.legal(seat)), seat=seat)
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    played().save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def head_of(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    return found


def with_head(path: Path, head: dict[str, Any]) -> Path:
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n", encoding="utf-8")
    return path


def test_a_file_holds_the_edition_as_an_object(saved: Path) -> None:
    head = head_of(saved)
    assert head["map"] == "meridian"
    assert from_plain(head["edition"]) == LATE
    assert list(head)[:5] == ["trunkline", "map", "variant", "edition", "board"]


def test_a_file_of_an_edition_comes_back_as_it_was(saved: Path, tmp_path: Path) -> None:
    game = played()
    again = Game.load(saved)
    assert again.packed() == game.packed() and again.board.map_id == LATE_MAP
    assert verify(again) == []
    again.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == saved.read_bytes()


def test_a_whole_game_of_an_edition_is_verified(tmp_path: Path) -> None:
    played(moves=10_000).save(tmp_path / "game.jsonl")
    game = Game.load(tmp_path / "game.jsonl")
    assert game.over and verify(game) == []


def test_files_of_maps_have_no_edition(tmp_path: Path) -> None:
    played("meridian").save(tmp_path / "game.jsonl")
    assert "edition" not in head_of(tmp_path / "game.jsonl")
    assert "edition" not in played("meridian").position()


@pytest.mark.parametrize(
    "change",
    [
        {"edition": to_plain(LATE) | {"trains": 37}},
        {"edition": to_plain(LATE) | {"territories": ["LK", "LS", "NS", "HD", "BR", "PS"]}},
        {"edition": to_plain(LATE) | {"bonus": 1}},
        {"edition": to_plain(FIRST)},
        {"edition": None},
        {"edition": []},
        {"edition": to_plain(LATE) | {"events": ["no-such-event"]}},
        {"map": "usa"},
        {"map": LATE_MAP},
    ],
)
def test_a_changed_edition_is_refused(saved: Path, change: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        Game.load(with_head(saved, head_of(saved) | change))


def test_a_file_without_its_edition_is_refused(saved: Path) -> None:
    head = head_of(saved)
    del head["edition"]
    with pytest.raises(BadRecord):
        Game.load(with_head(saved, head))


def test_a_position_of_an_edition_goes_both_ways() -> None:
    game = played()
    position = json.loads(json.dumps(game.position()))
    assert position["map"] == "meridian" and from_plain(position["edition"]) == LATE
    again = Game.from_position(position)
    assert again.packed() == game.packed() and again.board.map_id == LATE_MAP


@pytest.mark.parametrize("edition", [{}, [], 1, "x", to_plain(LATE) | {"year": 0}, to_plain(FIRST)])
def test_a_position_with_another_edition_is_refused(edition: object) -> None:
    with pytest.raises((MapError, BadPosition)):
        Game.from_position(played().position() | {"edition": edition})


def test_a_game_of_an_edition_is_told_by_its_year() -> None:
    game = played()
    assert repr(game).startswith("<Game meridian 1888/base, 3 players")
    assert str(game).startswith("meridian 1888, turn ")
    with pytest.raises(ValueError, match=r"^meridian 1888 is for 2 to 5 players$"):
        Game.new(LATE_MAP, 6)
    with pytest.raises(ValueError, match=r"^meridian 1888 has no company 'pink'"):
        Game.new(reference("meridian", LATE), 2, companies=["pink", "red"])
