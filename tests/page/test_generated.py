"""web/src/lib/generated.ts is what the Python declarations say now, and the declarations are what games tell."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from boards import EVERY_BOARD
from tools import played

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "web" / "tools" / "generate_types.py"


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_types", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_types_are_fresh(generator: ModuleType) -> None:
    assert generator.TARGET.read_text(encoding="utf-8") == generator.generate(), f"stale: run python {SCRIPT}"


def test_a_stale_file_is_noticed(
    generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = tmp_path / "generated.ts"
    monkeypatch.setattr(generator, "ROOT", tmp_path)
    monkeypatch.setattr(generator, "TARGET", stale)
    assert generator.main(["--check"]) == 1, "there is none"
    assert generator.main([]) == 0 and generator.main(["--check"]) == 0
    stale.write_text(stale.read_text(encoding="utf-8").replace("'chose'", "'choose'"), encoding="utf-8")
    assert generator.main(["--check"]) == 1 and "is stale" in capsys.readouterr().err


def test_the_script_runs_by_itself() -> None:
    environment = {**os.environ, "TRUNKLINE_COMPILED": "0"}
    done = subprocess.run([sys.executable, str(SCRIPT), "--check"], env=environment, check=False)
    assert done.returncode == 0


@pytest.mark.parametrize(("map_name", "variant"), EVERY_BOARD)
def test_events_have_the_fields_that_are_declared(generator: ModuleType, map_name: str, variant: str) -> None:
    declared = {event.name: event for event in generator.event_declarations()}
    told: list[dict[str, Any]] = []
    for game, _, _ in played(map_name, 3, seed=5, variant=variant, bot="varied"):
        last = game.moves[-1].events if game.moves else game.opening
        told += [event.facts(game.board) for event in last]
    assert len({facts["event"] for facts in told}) > 8
    for facts in told:
        event = declared[facts["event"]]
        fields = {"event", *event.values} | (set() if event.name in generator.TABLE_EVENTS else {"seat"})
        assert fields <= set(facts) <= fields | {event.items}, facts
        for name in event.values:
            kinds = (str, type(None)) if "null" in generator.VALUES.get(name, "") else (str,)
            assert isinstance(facts[name], kinds if name in generator.VALUES else int), facts
        if event.items and not (event.secret or event.optional):
            assert event.items in facts
