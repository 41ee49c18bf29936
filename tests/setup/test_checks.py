"""Proves the checks of `run.py test`: what they run, how they share the processes, and what a failure does."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import checks


def test_a_choice_of_tests_applies_to_both_builds() -> None:
    compiled, part, plain = (run(["-k", "tunnel"], "ci") for run in RUNS)
    assert compiled.command[-2:] == part.command[-2:] == plain.command[-2:] == ["-k", "tunnel"]
    assert "tests/rules" in part.command
    assert "tests/rules" not in compiled.command and "tests/rules" not in plain.command
    # A choice of files replaces the usual choice for plain sources, and no test may be left in one of the two.
    part = checks.part_on_plain(["tests/lab", "--last-failed"], "ci")
    assert "tests/rules" not in part.command and part.allowed == (0, 5)
    assert [run([], "ci").allowed for run in RUNS] == [(0,)] * 3
    assert [run([], "ci").variables["TRUNKLINE_COMPILED"] for run in RUNS] == ["1", "0", "0"]


RUNS = (checks.compiled_run, checks.part_on_plain, checks.plain_run)


def test_the_tests_keep_bytecode_whatever_the_user_has_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(checks, "BYTECODE", tmp_path)
    question = "import sys; print(sys.dont_write_bytecode, sys.pycache_prefix)"
    for run in RUNS:
        asked = checks.Check("question", [sys.executable, "-c", question], run([], "ci").variables)
        assert checks.run(asked).is_good
        assert f"False {tmp_path}" in capfd.readouterr().out


def test_a_failing_check_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    good = checks.run(checks.Check("good", [sys.executable, "-c", ""]))
    bad = checks.run(checks.Check("bad", [sys.executable, "-c", "raise SystemExit(3)"]))
    assert checks.summarize([good]) == 0
    assert checks.summarize([good, bad]) == 1
    assert "bad                 FAILED" in capsys.readouterr().out


def test_checks_beside_the_tests_are_reported_and_can_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_checks(monkeypatch)
    assert checks.test([]) == 0
    assert re.search(r"\nprocessor time: \d+ s\n$", capsys.readouterr().out)
    failing = [check("types", "print('the reason'); raise SystemExit(1)")]
    monkeypatch.setattr(checks, "python_checks", lambda: failing)
    assert checks.test([]) == 1
    shown = capsys.readouterr().out
    assert "the reason" in shown and "types               FAILED" in shown
    # Every other check has run all the same.
    others = ["compile", "types", "lint", "logic", "page", "collect", "plain", "compiled"]
    assert shown.count("passed in") == len(others)


def test_without_a_compiled_build_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_checks(monkeypatch)
    monkeypatch.setenv("TRUNKLINE_COMPILED", "0")
    assert checks.test([]) == 0
    shown = capsys.readouterr().out
    assert "compile" not in shown and shown.count("=== pytest, plain: passed") == 1


def check(name: str, code: str = "") -> checks.Check:
    return checks.Check(name, [sys.executable, "-c", code])


def fake_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every check be a program that does nothing."""
    monkeypatch.setattr(checks, "set_up", lambda stage: None)
    monkeypatch.setattr(checks, "install_and_build_page", lambda: None)
    monkeypatch.setattr(checks, "wait_for", lambda page: None)
    monkeypatch.setattr(checks, "python", lambda name, *words: check(name))
    monkeypatch.setattr(checks, "page", lambda name, script: check(name))
    monkeypatch.setattr(checks, "pytest", lambda name, *words, **named: check(name))
    monkeypatch.delenv("TRUNKLINE_COMPILED", raising=False)


GROUPS = """import os, pathlib
import pytest


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize(
    "group", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ("even", "odd", "prime")]
)
def test_group(group, number):
    with pathlib.Path(__file__).with_name(group).open("a") as file:
        file.write(f"{os.getpid()}\\n")
"""


def test_the_tests_of_a_group_run_in_one_process(tmp_path: Path) -> None:
    # What is shared is otherwise made once in each process: servers, browsers, a compiled checkout.
    (tmp_path / "test_groups.py").write_text(GROUPS)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", *checks.many_processes()]
    variables = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert "9 passed" in done.stdout, done.stdout + done.stderr
    for group in ("even", "odd", "prime"):
        processes = (tmp_path / group).read_text().split()
        assert len(processes) == 3 and len(set(processes)) == 1
