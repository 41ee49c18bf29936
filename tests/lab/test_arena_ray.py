"""On a Ray cluster the same games come out as on processes of this machine. It needs the extra `trunkline[ray]`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from lab.arenas import without_times
from trunkline.lab.arena.arena import run_arena
from trunkline.lab.arena.cluster import LOCAL, play_on_ray
from trunkline.lab.arena.match import new_match


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
