"""The bench of the server gives every figure it documents. What the figures are is for people to judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from trunkline.lab.bench_server import SERVER_BARS, run_server_bench

pytest.importorskip("litestar", reason="the packages of the server are not installed")

KEYS = [bar.key for bar in SERVER_BARS]
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


def test_every_figure_is_in_the_documentation() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "bench.md").read_text()
    assert [key for key in KEYS if f"- `{key}`: " not in page] == []
