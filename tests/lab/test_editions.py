"""Simulation and arena on an edition, also in processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from editions import LATE_MAP
from trunkline.lab.arena.arena import run_arena
from trunkline.lab.arena.match import BadMatch, new_match
from trunkline.lab.arena.report import report
from trunkline.lab.simulate import BadSimulation, simulate


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_an_edition_is_simulated_in_worker_processes() -> None:
    one, two = (simulate(LATE_MAP, ["random"], players=3, games=4, workers=workers, seed=1) for workers in (1, 2))
    assert one.games == two.games == 4
    assert [seat.score for seat in one.seats] == [seat.score for seat in two.seats]
    with pytest.raises(BadSimulation, match=r"^meridian 1888 is for 2 to 5 players, not 6$"):
        simulate(LATE_MAP, ["random"] * 6)


def test_an_arena_is_held_on_an_edition(tmp_path: Path) -> None:
    match = new_match(["random"], LATE_MAP, players=2)
    path = tmp_path / "arena.jsonl"
    result = run_arena(match, 2, workers=2, path=path)
    assert "on meridian 1888" in report(result)
    # A file of games goes on where it ended.
    assert len(run_arena(match, 3, path=path).rows) == 3
    with pytest.raises(BadMatch, match=r"^meridian 1888 is for 2 to 5 players, not 6$"):
        new_match(["random"], LATE_MAP, players=6)
