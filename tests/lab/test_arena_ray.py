"""On a Ray cluster the same games come out as on processes of this machine. It needs the extra `trunkline[ray]`."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable, Generator, Iterable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from lab.arenas import without_times
from trunkline.cli import app
from trunkline.lab.arena.arena import run_arena
from trunkline.lab.arena.cluster import LOCAL, play_on_ray
from trunkline.lab.arena.game import Job, Row, play_job
from trunkline.lab.arena.match import BadMatch, Match, new_match


@pytest.mark.skipif(find_spec("ray") is None, reason="needs trunkline[ray]")
def test_a_cluster_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A home of its own: this Ray must leave nothing there.
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    match = new_match(["greedy", "random", "lab.own_bots:Ending"], players=3, limit=5.0)
    here = run_arena(match, 12, workers=2)
    there = run_arena(match, 12, player=play_on_ray(LOCAL, 2), path=tmp_path / "games.jsonl")
    assert without_times(here.rows) == without_times(there.rows)
    assert sum(one.faults.get("died", 0) for one in there.standings) > 0
    assert not (home / ".ray").exists()


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_nobody_listens_is_refused_at_once(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Ray itself asks there again and again, so it must not be asked.
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace())
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{bound.getsockname()[1]}"
        with pytest.raises(BadMatch, match="no Ray cluster at"):
            next(play_on_ray(address)(new_match(["random", "path"]), []))


def test_a_cluster_is_told_how_many_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int | None]] = []

    def on_ray(address: str, workers: int | None) -> Callable[[Match, Iterable[Job]], Generator[Row]]:
        asked.append((address, workers))
        return lambda match, jobs: (play_job(match, job) for job in jobs)

    monkeypatch.setattr("trunkline.cli.arena.play_on_ray", on_ray)
    words = [
        "arena",
        "--bots",
        "random,path",
        "--games",
        "2",
        "--out",
        str(tmp_path / "games"),
        "--fresh",
        "--ray",
        "x",
    ]
    for more in ([], ["--workers", "3"]):
        assert CliRunner().invoke(app, [*words, *more]).exit_code == 0
    assert asked == [("x", None), ("x", 3)]
