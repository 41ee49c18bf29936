"""The bench gives every figure it documents. What the figures are is for people to judge: no time is asserted here."""

from __future__ import annotations

import re
from pathlib import Path

from trunkline.bots.calibration import calibrate
from trunkline.lab.bench import AT_LEAST, AT_MOST, BARS, Bar, mid_play, reaches, run_bench
from trunkline.rules.state import TURN

KEYS = [
    "usa2_random_games_per_s", "usa2_random_moves_per_s", "usa4_random_games_per_s", "europe4_random_moves_per_s",
    "world2_random_moves_per_s", "great_lakes4_random_moves_per_s", "meridian4_random_moves_per_s",
    "meridian4_modules_random_moves_per_s", "copy_ns",
    "python_driven_games_per_s", "greedy_games_per_s", "planner_games_per_s", "rollout_games_per_s",
    "expert_playouts_per_s", "uncompiled_games_per_s", "import_ms", "help_ms", "calibration_ns", "compiled",
]  # fmt: skip


def test_every_figure_is_there() -> None:
    told: list[str] = []
    figures = run_bench(told.append, scale=0, rounds=1)
    assert list(figures) == KEYS == told
    assert all(isinstance(figure, float) for figure in figures.values())
    assert figures.pop("compiled") in (0.0, 1.0)
    assert all(figure > 0 for figure in figures.values())


def test_every_figure_has_a_bar_and_a_line_in_the_documentation() -> None:
    assert [bar.key for bar in BARS] == KEYS
    assert {bar.sense for bar in BARS} == {AT_LEAST, AT_MOST}
    page = Path(__file__, "..", "..", "..", "docs", "bench.md").resolve().read_text()
    assert [key for key in KEYS if f"| `{key}` |" not in page] == []
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(KEYS)


def test_bars() -> None:
    assert reaches(Bar("a", "", 10, AT_LEAST), 10)
    assert not reaches(Bar("a", "", 10, AT_LEAST), 9)
    assert reaches(Bar("a", "", 10, AT_MOST), 10)
    assert not reaches(Bar("a", "", 10, AT_MOST), 11)
    assert reaches(Bar("a", "", None, AT_MOST), 1e9)


def test_the_game_that_is_copied_is_in_mid_play() -> None:
    state = mid_play("europe", 4)
    assert state.phase == TURN
    assert all(player.hand_size > 0 for player in state.players)
    assert any(player.trains < 45 for player in state.players)


def test_the_calibration_does_the_same_work_everywhere() -> None:
    assert calibrate(0) == 0
    assert calibrate(1_000) == calibrate(1_000)
    assert calibrate(1_000) == CHECKSUM


CHECKSUM = 2_488_014_188
"""Of a thousand steps; the loop never changes."""
