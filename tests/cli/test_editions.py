"""Commands with an edition: a reference for the name of a map, and files of its games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cli.person import Run
from editions import LATE_MAP
from trunkline.game import Game


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    game = Game.new(LATE_MAP, 2, seed=1)
    dice = random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        game.play(dice.choice(game.legal(seat)), seat=seat)
    path = tmp_path_factory.mktemp("edition") / "game.jsonl"
    game.save(path)
    return path


def test_replay_tells_a_game_of_an_edition(run: Run, saved: Path) -> None:
    outcome = run("replay", saved)
    assert outcome.code == 0 and "Keystone Union" in outcome.out and "@{" not in outcome.out
    shown = run("replay", saved, "--at", 30, "--seat", 1)
    assert shown.code == 0 and "@{" not in shown.out


def test_an_edition_is_simulated(run: Run) -> None:
    outcome = run("simulate", "--map", LATE_MAP, "--bots", "random", "--players", 3, "--games", 2, "--seed", 1)
    assert outcome.code == 0 and outcome.out.startswith("meridian 1888: 2 games of 3 players")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        (LATE_MAP[:-1], "this is no edition of a map"),
        (LATE_MAP.replace('"PS"', '"SD"', 1), 'a golden spike of "PS"'),
        ("usa" + LATE_MAP.removeprefix("meridian"), "USA has no editions"),
    ],
)
def test_a_wrong_edition_is_refused_in_a_sentence(run: Run, name: str, what: str) -> None:
    for command in (
        ["play", "--map", name],
        ["simulate", "--map", name, "--games", 1],
        ["map", "draw", name, "-o", "x.svg"],
    ):
        outcome = run(*command)
        assert outcome.code == 1 and what in outcome.err and "Traceback" not in outcome.err, command
