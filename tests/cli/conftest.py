"""What the tests of the command line share: a home of their own, and commands run in this process."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.person import Outcome, Run
from trunkline.cli import app


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing of the user's is touched, and the screen is eighty columns wide."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run() -> Run:
    """Run a command line, with what is typed; an error that escapes a command fails the test."""

    def command(*words: object, typed: str = "") -> Outcome:
        result = CliRunner().invoke(app, [str(word) for word in words], input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.output
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return command
