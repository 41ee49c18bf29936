"""The friendly face: what a person types and reads, and errors that explain."""

from __future__ import annotations

from typing import Any

import pytest

from tools import game, position
from trunkline.game import BadPosition, Game, IllegalAction
from trunkline.game.words import SENTENCES
from trunkline.rules.rulebook import CHAPTERS

EMPTY: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("fly to paris", "not_understood"),
        ("claim", "not_understood"),
        ("claim denver-omaha", "not_understood"),
        ("claim denver-omaha pink extra", "not_understood"),
        ("claim atlantis-denver pink", "no_such_route"),
        ("claim denver-omaha silver", "no_such_card"),
        ("claim denver-omaha pink+x", "not_a_number"),
        ("claim denver-omaha pink+9", "payment_does_not_add_up"),
        ("claim denver-omaha pink+1234", "not_a_number"),
        ("claim denver-omaha locomotive+1", "not_understood"),
        ("claim atlanta-raleigh red", "which_lane"),
        ("draw 0", "no_such_slot"),
        ("draw 6", "no_such_slot"),
        ("draw ²", "not_a_number"),
        ("draw -1", "not_a_number"),
        ("draw all", "not_a_number"),
        ("keep 17", "no_such_ticket"),
        ("keep 1", "not_now"),
        ("pay red", "not_now"),
        ("withdraw", "not_now"),
        ("station denver red", "no_stations_here"),
        ("station atlantis red", "no_such_city"),
    ],
)
def test_what_cannot_be_read_or_done_is_refused_with_a_sentence(text: str, code: str) -> None:
    table = game("usa", [{"hand": {"red": 3}}, EMPTY])
    before = table.packed()
    with pytest.raises(IllegalAction) as caught:
        table.play(text)
    assert caught.value.code == code
    assert "{" not in str(caught.value)
    assert table.packed() == before


def test_the_cities_of_a_route_may_be_named_in_either_order_and_case_does_not_matter() -> None:
    table = game("usa", [{"hand": {"red": 4, "locomotive": 1}}, EMPTY])
    table.play("Claim El-Paso-Dallas RED+1")
    assert table.position()["routes"] == {"dallas-el-paso": 0}


def test_seats_that_are_not_there() -> None:
    table = Game.new("usa", 2, seed=1)
    with pytest.raises(IllegalAction, match="no seat -1"):
        table.play("keep 1 2", seat=-1)
    for seat in (-1, 2, 99):
        for act in (lambda s: table.legal(s), lambda s: table.view(s), lambda s: table.play("keep 1 2", seat=s)):
            with pytest.raises(IllegalAction) as caught:
                act(seat)
            assert caught.value.code == "no_such_seat"


def test_every_refusal_has_its_sentence() -> None:
    """Every code that the rules refuse with is in words.py, and none there is dead."""
    import re
    from pathlib import Path

    import trunkline

    root = Path(trunkline.__file__).parent
    text = "".join(file.read_text(encoding="utf-8") for file in [*root.glob("rules/*.py"), root / "game/game.py"])
    used = set(re.findall(r'(?:Refusal|Unreadable|IllegalAction)\("(\w+)"', text))
    assert used | {chapter.already_chosen() for chapter in CHAPTERS} == set(SENTENCES)


def test_a_game_can_be_read_in_a_terminal() -> None:
    table = game(
        "europe",
        [{"hand": {"red": 2}, "tickets": ["kyiv-petrograd"]}, EMPTY],
        routes={"kyiv-warszawa": 0},
        stations={"wien": 1},
        turns_left=2,
    )
    text = str(table)
    for part in (
        "europe",
        "seat 0",
        "2 red",
        "kyiv-petrograd (6)",
        "kyiv-warszawa",
        "wien",
        "2 turns left",
        "7 points",
    ):
        assert part in text
    tunnel = game("europe", [{"hand": {"red": 2}}, EMPTY], top=["red", "blue", "green"])
    tunnel.play("claim barcelona-pamplona red")
    assert "asks for 1 more" in str(tunnel)
    assert "europe/base, 2 players, 1 moves" in repr(tunnel)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"phase": "lunch"}, "no phase"),
        ({"map": "atlantis"}, "atlantis"),
        ({"seat": 2}, "no seat 2"),
        ({"row": ["red"]}, "5 slots"),
        ({"row": ["red"] * 5}, "13 red cards|red cards in all"),
        ({"routes": {"denver-omahaa": 0}}, 'Did you mean "denver-omaha"'),
        ({"routes": {"denver-omaha": 7}}, "seat from 0 to 1"),
        ({"stations": {"denver": 0}}, "has none"),
        ({"key": "zz"}, "64 hexadecimal"),
        ({"colour": 1}, "no field 'colour'"),
        ({"tunnel": {}}, "phase `tunnel`"),
        ({"format": 2}, "format 1"),
        ({"players": []}, "2 to 5 players"),
        ({"ticket_deck": ["boston-miami", "boston-miami"]}, "2 places"),
        ({"turns_left": -4}, "turns_left"),
        ({"phase": "tickets"}, "offered tickets"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    start = position("usa", [EMPTY, EMPTY]) | change
    with pytest.raises(ValueError, match=sentence) as caught:
        Game.from_position(start)
    if "map" not in change:
        assert isinstance(caught.value, BadPosition)


def test_a_seed_and_a_seal_exclude_each_other() -> None:
    from trunkline.game import Seal

    with pytest.raises(ValueError, match="not both"):
        Game.new("usa", seed=1, seal=Seal.draw())
    with pytest.raises(TypeError):
        Game.new("usa", seed=1.5)  # type: ignore[arg-type]
    assert Game.new("usa").packed() != Game.new("usa").packed()


def test_a_map_of_ones_own_by_its_file() -> None:
    from pathlib import Path

    file = Path(__file__).parent.parent / "maps" / "tiny.toml"
    for name in (file, str(file)):
        table = Game.new(name, 2, seed=1)
        while not table.over:
            table.play(table.legal_actions[-1])
        assert len(table.winners) >= 1
