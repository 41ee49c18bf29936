"""The bench as a command: figures beside their bars, or one flat JSON object."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from cli.person import Run
from trunkline.cli import bench as room
from trunkline.lab.bench import BARS, run_bench

FIGURES = {bar.key: float(bar.bar or 1) for bar in BARS}


def measured(progress: Callable[[str], None]) -> dict[str, float]:
    for key in FIGURES:
        progress(key)
    return FIGURES


def test_the_table_has_every_bar(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "run_bench", measured)
    outcome = run("bench")
    assert outcome.code == 0
    assert outcome.out.count("reached") == sum(bar.bar is not None for bar in BARS)
    assert outcome.err.count("measuring: ") == len(BARS)
    assert max(map(len, outcome.out.splitlines())) <= 80


def test_a_bar_that_is_missed_is_called_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    key = BARS[0].key
    monkeypatch.setattr(room, "run_bench", lambda progress: {key: 0.5})
    outcome = run("bench")
    assert "missed" in outcome.out
    assert "0.5" in outcome.out


def test_json_is_all_there_is_on_standard_output(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    # The real thing, as short as can be.
    monkeypatch.setattr(room, "run_bench", lambda progress: run_bench(progress, scale=0, rounds=1))
    outcome = run("bench", "--json")
    assert outcome.code == 0
    figures = json.loads(outcome.out)
    assert set(figures) == {bar.key for bar in BARS}
    assert all(isinstance(figure, float | int) for figure in figures.values())
