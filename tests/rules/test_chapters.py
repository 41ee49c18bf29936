"""Chapters: what a new one takes, numbers that must not clash, claims that ask, and the general layout of states."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from boards import EVERY_BOARD
from tools import game, notations, refused
from toy_chapter import TOLL, WELCOME, TollPart, Tolls
from trunkline.game import Game
from trunkline.game.position import write_position
from trunkline.maps.load import load_map
from trunkline.maps.pack import load_board, pack
from trunkline.rules.board import Board
from trunkline.rules.chapter import NO_SLOT
from trunkline.rules.packing import GENERAL, from_bytes, general_bytes, to_bytes
from trunkline.rules.refusals import explain
from trunkline.rules.rulebook import CHAPTERS
from trunkline.rules.sampling import sample
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.rules.soundness import unsound
from trunkline.rules.view import View

TINY = Path(__file__).parents[1] / "maps" / "tiny.toml"
KEY = bytes(range(32))
EMPTY: dict[str, Any] = {}


def toll_board() -> Board:
    """The small map with one more chapter."""
    board = pack(load_map(TINY))
    board.use([*CHAPTERS, Tolls()])
    return board


def toll_game() -> Game:
    return Game(new_game(toll_board(), 2, KEY, BY_LOT, None), None, [], BY_LOT)


def test_numbers_and_names_of_chapters_do_not_clash() -> None:
    slots = Counter(chapter.slot for chapter in CHAPTERS if chapter.slot != NO_SLOT)
    assert set(slots.values()) == {1}
    names = Counter(chapter.name for chapter in CHAPTERS)
    assert set(names.values()) == {1}
    kinds: dict[int, set[str]] = {}
    phases: dict[int, set[str]] = {}
    events: dict[str, set[int]] = {}
    for chapter in CHAPTERS:
        for kind in chapter.kinds:
            kinds.setdefault(int(kind.number), set()).add(kind.verb)
        for phase in chapter.phases:
            phases.setdefault(int(phase.number), set()).add(phase.name)
        for event in chapter.events:
            events.setdefault(event.name, set()).add(id(event))
    # Two chapters may share a kind, such as `pay`, but then they mean the same word.
    assert all(len(verbs) == 1 for verbs in kinds.values())
    assert all(len(names) == 1 for names in phases.values())
    assert all(len(same) == 1 for same in events.values())


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_a_board_lists_its_chapters(map_name: str, variant: str) -> None:
    names = [chapter.name for chapter in load_board(map_name, variant).chapters]
    expected = {
        "usa": ["turns", "cards", "tickets", "rails"],
        "europe": ["turns", "cards", "tickets", "rails", "tunnels", "stations"],
        "world": ["turns", "cards", "tickets", "sails", "pairs", "ports", "pieces"],
        "great_lakes": ["turns", "cards", "tickets", "sails", "pairs", "ports", "pieces"],
        "meridian": ["turns", "cards", "tickets", "rails", "news", "companies"],
    }
    assert names == expected[map_name]


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_the_general_layout_holds_every_state(map_name: str, variant: str) -> None:
    dice = random.Random(f"{map_name} {variant}")
    table = Game.new(map_name, 3, seed=5, variant=variant)
    while not table.over:
        seat = dice.choice(table.to_act)
        table.play(dice.choice(table.legal(seat)), seat=seat)
        packed = general_bytes(table.state)
        again = from_bytes(table.board, packed)
        assert packed[0] == GENERAL
        assert to_bytes(again) == table.packed()
        assert unsound(again) == []


def test_a_damaged_general_state_is_refused() -> None:
    table = toll_game()
    packed = table.packed()
    for cut in range(0, len(packed), 7):
        with pytest.raises(ValueError, match="packed state"):
            from_bytes(table.board, packed[:cut] if cut else b"\x09")
    with pytest.raises(ValueError, match="packed state"):
        from_bytes(table.board, packed + b"\0")


def test_a_new_chapter_plays_with_the_others() -> None:
    """A step of a claim asks, the game goes on where it stopped, and its part is copied, packed, viewed and scored."""
    dice = random.Random(3)
    table = toll_game()
    asked = 0
    while not table.over:
        seat = dice.choice(table.to_act)
        actions = table.legal(seat)
        claims = [code for code in actions if table.notation(code).startswith("claim")]
        before = table.state.copy()
        table.play(dice.choice(claims or actions), seat=seat)
        assert to_bytes(before) != table.packed()
        assert from_bytes(table.board, table.packed()).claim_step == table.state.claim_step
        assert to_bytes(from_bytes(table.board, table.packed())) == table.packed()
        assert unsound(table.state) == []
        if table.board.phase_names[table.state.phase] == "claim-asks":
            asked += 1
            assert table.to_act == [seat]
            assert notations(table) == {"toll 0", "toll 1", "toll 2"}
            assert refused(table, "draw deck") == "not_now"
            refusal = explain(table.state, seat, table.code("toll 3"))
            assert refusal is not None and refusal.code == "toll_too_high"
            written = write_position(table.state)
            assert written["claim"] == {"route": table.board.route_names[table.state.claim_route], "step": 5}
            view = View(table.state, 1 - seat)
            assert sample(view, KEY).claim_step == table.state.claim_step
    assert asked > 3
    assert table.packed()[0] == GENERAL
    part = table.state.parts[Tolls().slot]
    assert isinstance(part, TollPart) and sum(part.paid) > 0
    sheet = table.score_sheet()
    events = [event for event in table.events if event.kind in (TOLL, WELCOME)]
    assert {event.name for event in events} == {"toll", "welcome"}
    paid = [sum(int(event.values[0]) for event in events if event.kind is TOLL and event.seat == s) for s in (0, 1)]
    assert paid == [int(number) for number in part.paid]
    for seat in (0, 1):
        items = sheet.players[seat]
        others = items.route_points + items.ticket_points + items.station_points + items.longest_path_points
        assert items.total == others - paid[seat]


@pytest.mark.rule("C12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_lanes_of_a_triple_stay_open_where_the_map_says_so(players: int, tmp_path: Path) -> None:
    """L14: a map may keep all lanes of a triple open, with any number of players."""
    text = TINY.read_text(encoding="utf-8")
    path = tmp_path / "triples.toml"
    path.write_text(text.replace("doubles_open_from = 3", "doubles_open_from = 4\ntriples_open_from = 2"))
    hand = {"red": 3, "blue": 3, "green": 3, "yellow": 2}
    routes = {"cedar-gorse:red": 1, "alder-dogwood:blue": 1}
    seats: list[dict[str, Any]] = [{"hand": hand}, *[EMPTY] * (players - 1)]
    row = ["red", "blue", "green", "locomotive"]
    table = game(str(path), seats, routes=routes, row=row)
    claims = {words.split()[1] for words in notations(table) if words.startswith("claim")}
    assert {"cedar-gorse:blue", "cedar-gorse:green"} <= claims
    assert ("alder-dogwood:yellow" in claims) == (players >= 4)
    # One for each player (C11).
    mine = game(str(path), seats, routes={"cedar-gorse:red": 0}, row=row)
    assert refused(mine, "claim cedar-gorse:blue blue") == "twin_is_yours"
