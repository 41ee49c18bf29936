"""`trunkline campaign simulate`: tables that fit a terminal, JSON, the same by the seed, and clear refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from cli.person import Run

CHEAT = """
from trunkline.bots.bot import Bot

class Cheat(Bot):
    def choose(self, view, actions):
        return 12345678
"""
QUICK = ("campaign", "simulate", "--bots", "random", "--companies", "3", "--campaigns", "2", "--workers", "1")


def test_the_tables(run: Run) -> None:
    done = run(*QUICK)
    assert done.code == 0
    assert "2 campaigns of 3 companies" in done.out
    assert len([line for line in done.out.splitlines() if line.split()[:1] and line.split()[0].isdigit()]) >= 12
    assert "…" not in done.out, "nothing is cut off at 80 columns"
    assert "founded as number 3" in done.out
    assert "Territories chartered: BR 100 %" in done.out
    assert "Never seen: " in done.out


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo terminal")
def test_progress_is_shown_on_a_terminal() -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "trunkline", *QUICK, "--json"]
    shown = b""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, env=os.environ | {"TERM": "xterm"}) as run:
        os.close(theirs)
        with suppress(OSError):  # the terminal is closed at the end
            while piece := os.read(ours, 4096):
                shown += piece
    os.close(ours)
    assert run.returncode == 0 and b"campaigns" in shown and b"2/2" in shown


def test_plots(run: Run, home: Path) -> None:
    done = run(*QUICK, "--plots", "plots")
    assert done.code == 0 and "plots are in plots" in done.err
    assert (home / "plots" / "winners.svg").read_text("utf-8").startswith("<svg")
    (home / "file").write_text("mine")
    refused = run(*QUICK, "--plots", "file")
    assert refused.code == 1 and "file" in refused.err and (home / "file").read_text() == "mine"


def test_json_repeats_by_the_seed(run: Run) -> None:
    first, again, other = (run(*QUICK, "--json", "--seed", seed).out for seed in ("a", "a", "b"))
    assert first == again != other
    report = json.loads(first)
    assert (report["companies"], report["campaigns"], len(report["games"])) == (3, 2, 12)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "nobody"), "nobody"),
        (("--bots", "random,greedy"), "3 players need one bot for all or one each"),
        (("--companies", "6"), "less than or equal to 5"),
    ],
)
def test_bad_wishes_are_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run(*QUICK, *words)
    assert done.code != 0
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_bot_that_fails_is_named(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "cheating_bots.py").write_text(CHEAT)
    monkeypatch.syspath_prepend(str(home))
    done = run(*QUICK, "--bots", "cheating_bots:Cheat")
    assert done.code != 0
    assert "failed in game 1 of campaign 1/0" in " ".join(done.err.split())
    assert "12345678" in done.err
