"""Saving, loading, going back, and verifying a game against its seal."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from trunkline.game import Game, Seal
from trunkline.game.record import BadRecord, board_digest, expand, squeeze, verify
from trunkline.maps import load_map
from trunkline.maps.pack import board_of_map, pack
from trunkline.rules.packing import from_bytes, to_bytes


def finished(map_name: str = "europe", seal: Seal | None = None, moves: int = 10_000) -> Game:
    dice = random.Random(3)
    game = Game.new(map_name, 3, seal=seal) if seal else Game.new(map_name, 3, seed="record")
    while not game.over and len(game.moves) < moves:
        seat = dice.choice(game.to_act)
        game.play(dice.choice(game.legal(seat)), seat=seat)
    return game


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("moves", [0, 1, 40, 10_000])
def test_a_game_comes_back_as_it_was(tmp_path: Path, moves: int) -> None:
    game = finished(moves=moves)
    game.save(tmp_path / "game.jsonl")
    again = Game.load(tmp_path / "game.jsonl")
    assert again.packed() == game.packed()
    assert again.events == game.events
    assert [(move.seat, move.action) for move in again.moves] == [(move.seat, move.action) for move in game.moves]
    assert again.score_sheet() == game.score_sheet()
    assert verify(again) == []
    for number in (0, moves // 2):
        assert again.at(min(number, len(again.moves))).packed() == game.at(min(number, len(game.moves))).packed()
    # What was loaded goes on, and is saved again with what was played since.
    if not again.over:
        again.play(again.legal_actions[0])
        again.save(tmp_path / "game.jsonl")
        assert Game.load(tmp_path / "game.jsonl").packed() == again.packed()
        assert not (tmp_path / "game.jsonl.new").exists()


def test_contributions_of_the_seats_go_into_the_key(tmp_path: Path) -> None:
    seal = Seal.draw([b"first seat", b"second seat", b"third"])
    promise = sha256(seal.secret).hexdigest()
    game = finished("usa", seal)
    game.save(tmp_path / "game.jsonl")
    again = Game.load(tmp_path / "game.jsonl")
    assert verify(again, promise) == []
    assert verify(again, "0" * 64) == ["the secret does not fit the commitment"]
    lines = lines_of(tmp_path / "game.jsonl")
    lines[0]["commitment"] = "0" * 64
    write(tmp_path / "changed.jsonl", lines)
    assert verify(Game.load(tmp_path / "changed.jsonl")) == ["the secret does not fit the commitment"]
    # Without the contributions, or with another secret, the deal does not follow.
    changes: list[dict[str, Any]] = [{"contributions": []}, {"secret": "00" * 32}]
    for change in changes:
        lines = lines_of(tmp_path / "game.jsonl")
        lines[0] |= change
        write(tmp_path / "changed.jsonl", lines)
        assert verify(Game.load(tmp_path / "changed.jsonl"))[-1] == "the deal does not follow from the key"


def test_seals_differ_by_every_part() -> None:
    keys = {
        Seal(b"a" * 32).key,
        Seal(b"b" * 32).key,
        Seal(b"a" * 32, (b"x",)).key,
        Seal(b"a" * 32, (b"x", b"")).key,
        Seal(b"a" * 32, (b"", b"x")).key,
        Seal.from_seed(1).key,
        Seal.from_seed(2).key,
    }
    assert len(keys) == 7
    assert Seal.from_seed(1) == Seal.from_seed("1")
    assert Seal.draw().secret != Seal.draw().secret
    with pytest.raises(TypeError):
        Seal.from_seed(1.5)  # type: ignore[arg-type]


def test_what_was_tampered_with_is_found(tmp_path: Path) -> None:
    finished(moves=60).save(tmp_path / "game.jsonl")
    lines = lines_of(tmp_path / "game.jsonl")

    def verdict(changed: list[dict[str, Any]]) -> list[str]:
        write(tmp_path / "changed.jsonl", changed)
        return verify(Game.load(tmp_path / "changed.jsonl"))

    # A card of a hand exchanged in a stored state.
    changed = json.loads(json.dumps(lines))
    board = Game.new("europe", 3, seed=1).board
    state = from_bytes(board, expand(changed[30]["state"]))
    state.decks[0].cards[0], state.decks[0].cards[1] = state.decks[0].cards[1], state.decks[0].cards[0]
    state.players[0].gain(0, False)
    changed[30]["state"] = squeeze(to_bytes(state))
    assert "move 30" in verdict(changed)[0]
    # A move left out, a move doubled, an outcome changed.
    assert verdict(lines[:20] + lines[21:])
    assert verdict(lines[:20] + lines[19:])
    changed = json.loads(json.dumps(lines))
    drawn = next(line for line in changed[1:] if line["events"][0]["event"] == "drew-blind")
    card = drawn["events"][0]["cards"][0]
    drawn["events"][0]["cards"] = ["red" if card != "red" else "blue"]
    assert "led to something else" in verdict(changed)[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "nonsense",
        "[1, 2]",
        '{"trunkline": 99}',
        '{"trunkline": 1}',
        '{"trunkline": 1, "map": "atlantis"}',
        "\0\1\2",
    ],
)
def test_what_is_no_game_file_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord, match=r"bad\.jsonl"):
        Game.load(path)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    finished(moves=20).save(tmp_path / "game.jsonl")
    changes = ({"state": "AAAA"}, {"seat": None}, {"seat": 9}, {"events": [{"event": "nothing"}]}, {"code": "x"},
               {"code": 255}, {"action": "pass"})  # fmt: skip
    for change in changes:
        lines = lines_of(tmp_path / "game.jsonl")
        lines[5] |= change
        write(tmp_path / "changed.jsonl", lines)
        with pytest.raises(BadRecord, match=":6: this line is damaged"):
            Game.load(tmp_path / "changed.jsonl")
    with pytest.raises(BadRecord, match="cannot be read"):
        Game.load(tmp_path / "missing.jsonl")


def test_a_game_of_a_position_says_that_it_cannot_be_verified(tmp_path: Path) -> None:
    game = Game.from_position(finished(moves=30).position())
    game.play(game.legal_actions[0])
    game.save(tmp_path / "game.jsonl")
    again = Game.load(tmp_path / "game.jsonl")
    assert again.packed() == game.packed()
    assert "not dealt from a seal" in verify(again)[0]


TINY = Path(__file__).parents[1] / "maps" / "tiny.toml"


def digest_with(path: Path, ticket: str) -> str:
    """The digest of the small map of the tests with its first ticket written so."""
    first = '{ from = "alder",      to = "elm",         points =  5 }'
    text = TINY.read_text(encoding="utf-8")
    assert first in text
    path.write_text(text.replace(first, f"{{ {ticket} }}"), encoding="utf-8")
    return board_digest(pack(load_map(path)))


def test_changed_penalties_are_another_board(tmp_path: Path) -> None:
    path = tmp_path / "penalties.toml"
    plain = digest_with(path, 'from = "alder", to = "elm", points = 5')
    assert digest_with(path, 'from = "alder", to = "elm", points = 5, penalty = 5') == plain
    penalties = [digest_with(path, f'from = "alder", to = "elm", points = 5, penalty = {lost}') for lost in (0, 4, 50)]
    tour = 'cities = ["alder", "dogwood", "elm"], points = 5, penalty = 5, out_of_order'
    tours = [digest_with(path, f"{tour} = {least}") for least in (0, 3, 4)]
    assert len({plain, *penalties, *tours}) == 7


def test_a_file_of_a_board_whose_penalties_have_changed_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    digest_with(path, 'from = "alder", to = "elm", points = 5, penalty = 7')
    Game.new(path, 2, seed=1).save(tmp_path / "game.jsonl")
    assert verify(Game.load(tmp_path / "game.jsonl")) == []
    digest_with(path, 'from = "alder", to = "elm", points = 5, penalty = 8')
    board_of_map.cache_clear()
    with pytest.raises(BadRecord, match="another edition"):
        Game.load(tmp_path / "game.jsonl")
