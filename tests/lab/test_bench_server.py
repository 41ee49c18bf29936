"""The bench of the server gives every figure it documents. What the figures are is for people to judge."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from trunkline.lab import bench_guest
from trunkline.lab.bench_guest import GUEST_BARS, run_guest_bench
from trunkline.lab.bench_server import SERVER_BARS, run_server_bench

pytest.importorskip("litestar", reason="the packages of the server are not installed")

KEYS = [bar.key for bar in SERVER_BARS]
GUEST_KEYS = [bar.key for bar in GUEST_BARS]
MAY_BE_NONE = {"server_refused", "server_idle_table_kilobytes", "database_cpu_us_per_move"}
"""A few tables may fit into memory that the process had already, and SQLite works within the server."""


def test_every_figure_is_there() -> None:
    said: list[str] = []
    figures = run_server_bench(tables=2, rate=20, seconds=1, say=said.append)
    assert list(figures) == KEYS
    assert said
    assert all(figures[key] > 0 for key in KEYS if key not in MAY_BE_NONE)
    assert figures["server_refused"] == 0
    assert figures["server_sent"] == figures["server_acknowledged"] == figures["server_heard_by_all"]
    assert figures["server_idle_sockets"] == 20


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.1.0.1 is no address of the machine")
def test_a_hostile_guest_is_compared_with_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_guest, "WINDOW", 1.0)
    figures = run_guest_bench(tables=2, rate=20, seconds=2, say=lambda text: None, history=5)
    assert list(figures) == GUEST_KEYS
    assert all(figures[key] > 0 for key in GUEST_KEYS if key != "guest_refused")
    assert figures["guest_refused"] == 0


def test_every_figure_is_in_the_documentation() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "bench.md").read_text()
    assert [key for key in [*KEYS, *GUEST_KEYS] if f"- `{key}`: " not in page] == []
