"""Two clones are compared in one run: ratios of neighbouring rounds, and clear errors for a folder that is no clone."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.person import Run
from trunkline.cli import bench as room
from trunkline.lab.bench_compare import ROWS, CloneError, compare, compared

HERE = Path(__file__).resolve().parents[2]


def test_a_ratio_is_taken_within_a_pair_of_rounds() -> None:
    # The machine is twice as slow in the second half; this clone is always 10 % faster.
    pairs = [(100.0, 110.0)] * 3 + [(50.0, 55.0)] * 3
    row = compared("moves", pairs)
    assert row.ratio == pytest.approx(1.1)
    assert (row.low, row.high) == pytest.approx((1.1, 1.1))


@pytest.mark.skipif(not (HERE / ".venv").exists(), reason="the tests run outside of a clone that run.py has set up")
def test_a_clone_is_compared_with_itself() -> None:
    told: list[str] = []
    rows = compare(HERE, told.append, pairs=1, seconds=0)
    assert [row.key for row in rows] == list(ROWS) == told
    assert all(row.before > 0 and row.now > 0 and row.ratio > 0 for row in rows)


def test_a_folder_without_trunkline_is_refused(run: Run, tmp_path: Path) -> None:
    with pytest.raises(CloneError, match="is not set up"):
        compare(tmp_path, lambda _: None)
    outcome = run("bench", "--against", str(tmp_path))
    assert outcome.code == 2
    assert "run.py compile" in outcome.err.replace("\n", " ")
    assert run("bench", "server", "--against", str(tmp_path)).code == 2


def test_the_table_shows_the_change(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    row = compared("moves", [(100.0, 95.0)])
    monkeypatch.setattr(room, "compare", lambda other, progress: [row])
    assert "-5.0 %" in run("bench", "--against", ".").out
    assert run("bench", "--against", ".", "--json").out.strip() == '{"moves": 0.95}'
