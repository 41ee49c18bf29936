"""Proves the start: stages of the environment, and a server that is replaced by the compiled one without a loss."""

from __future__ import annotations

import ast
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import trunkline
from scripts import environment, start
from server.guests import PATIENCE, Guest, Running
from trunkline import program

ROOT = Path(__file__).resolve().parents[2]

# Runs a handover with a compiler that waits for a file and exits with the number in it.
HANDOVER = """
import subprocess, sys
from pathlib import Path
from scripts import start

folder = Path(sys.argv[1])
compiler = '''
import os, sys, time
from pathlib import Path
folder = Path(sys.argv[1])
(folder / "compiler").write_text(f"{os.getpid()} {os.getpriority(os.PRIO_PROCESS, 0)}")
while not (folder / "compiled").exists():
    time.sleep(0.02)
sys.exit(int((folder / "compiled").read_text()))
'''
server = '''
import signal, sys, time
from pathlib import Path
print("serving", *sys.argv[1:], flush=True)
def stop(*_):
    print("stopping", flush=True)
    if "--stubborn" not in sys.argv:
        sys.exit(0)
signal.signal(signal.SIGTERM, stop)
if "--fail" in sys.argv:
    sys.exit(7)
if "--port-file" in sys.argv:
    Path(sys.argv[sys.argv.index("--port-file") + 1]).write_text("4711")
print("ready", flush=True)
while True:
    time.sleep(0.02)
'''
start.PYTHON = sys.executable
start.compile_command = lambda: [sys.executable, "-c", compiler, str(folder)]
if "--fake" in sys.argv:
    start.trunkline_command = lambda words: [sys.executable, "-c", server, *words]
page = subprocess.Popen([sys.executable, "-c", ""])
sys.exit(start.Handover(sys.argv[2:], page).run())
"""


class Started:
    """A handover in a process of its own, and every line it prints."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        variables = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", HANDOVER, str(folder), *words],
            env={**variables, "TRUNKLINE_BOT_PAUSE": "0", "TRUNKLINE_BOT_WORKERS": "1", "DATABASE_URL": ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self.unread: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            self.unread.put(line)

    def until(self, text: str) -> str:
        """The next line with this text."""
        while True:
            try:
                line = self.unread.get(timeout=PATIENCE)
            except queue.Empty:
                raise AssertionError(f"no line with {text!r} in {self.lines}") from None
            if text in line:
                return line

    def compiler(self) -> tuple[int, int]:
        """The process id and the priority of the compiler."""
        wait_for((self.folder / "compiler").exists)
        wait_for(lambda: bool((self.folder / "compiler").read_text()))
        number, priority = (self.folder / "compiler").read_text().split()
        return int(number), int(priority)

    def compiled(self, code: int) -> None:
        """Let the compiler end."""
        (self.folder / "compiling").write_text(str(code))
        (self.folder / "compiling").replace(self.folder / "compiled")

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return code


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[Callable[..., Started]]:
    begun: list[Started] = []

    def begin(*words: str) -> Started:
        begun.append(Started(tmp_path, *words))
        return begun[-1]

    yield begin
    for each in begun:
        each.process.terminate()
        each.end()


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def runs(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")


def test_a_game_survives_the_change_to_the_compiled_server(starting: Callable[..., Started]) -> None:
    started = starting("serve", "--port", "0")
    assert "compiled=False" in started.until("compiled=")
    found = re.search(r"http://[\d.]+:\d+", started.until("Trunkline is at"))
    assert found is not None
    running = cast(Running, SimpleNamespace(url=found.group()))
    guest = Guest(running, "Guest")
    table = guest.open("usa", ["me", "random"])
    guest.post(f"/api/tables/{table}/start")
    talk = guest.talk()
    talk.watch(table)
    while not talk.turns:
        talk.hear()
    first = talk.turns[0]["actions"][0]
    base = talk.seq
    assert talk.act(0, first, base, "first-move")["type"] == "done"
    while not talk.turns or talk.seq == base:
        talk.hear()
    before = (talk.seq, talk.public, talk.own, talk.turns)

    started.compiled(0)
    assert talk.closed_with() == 1012  # "service restart": a page that hears it connects again
    assert f"compiled={trunkline.compiled}" in started.until("compiled=")
    started.until(f"Trunkline is at {running.url}")
    talk = guest.talk()
    assert talk.watch(table)["type"] == "snapshot"
    assert (talk.seq, talk.public, talk.own, talk.turns) == before
    # A move whose answer was lost in the restart is sent again, and taken once.
    assert talk.act(0, first, base, "first-move")["type"] == "done"
    assert talk.seq == before[0]
    assert talk.act(0, talk.turns[0]["actions"][0])["type"] == "done"
    talk.close()
    started.process.terminate()
    started.end()
    assert not any("Traceback" in line for line in started.lines), started.lines


def test_the_compiled_server_gets_the_same_port_and_opens_no_second_window(starting: Callable[..., Started]) -> None:
    started = starting("serve", "--open", "--fake")
    assert "--open" in started.until("serving")
    number, priority = started.compiler()
    assert priority > os.getpriority(os.PRIO_PROCESS, 0)
    started.compiled(0)
    started.until("stopping")
    assert started.until("serving") == "serving serve --fake --port 4711\n"
    assert not runs(number)
    # The process is now the server itself.
    started.until("ready")
    started.process.terminate()
    assert started.end() == 0


def test_a_compiler_that_fails_leaves_the_server_running(starting: Callable[..., Started]) -> None:
    started = starting("serve", "--fake")
    started.until("ready")
    started.compiled(3)
    started.until("compiling failed")
    started.process.send_signal(signal.SIGINT)
    started.until("stopping")
    assert started.end() == 130
    assert sum("compiling failed" in line for line in started.lines) == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_server_and_compiler(starting: Callable[..., Started], how: signal.Signals) -> None:
    started = starting("serve", "--fake")
    started.until("ready")
    number, _ = started.compiler()
    started.process.send_signal(how)
    assert started.end() == 130
    assert not runs(number)
    assert not any("Traceback" in line for line in started.lines)


def test_a_second_signal_does_not_wait_for_the_server(starting: Callable[..., Started]) -> None:
    started = starting("serve", "--fake", "--stubborn")
    started.until("ready")
    started.process.send_signal(signal.SIGINT)
    started.until("stopping")
    started.process.send_signal(signal.SIGINT)
    assert started.end() == 130


def test_a_server_that_ends_by_itself_ends_the_compiler(starting: Callable[..., Started]) -> None:
    started = starting("serve", "--fake", "--fail")
    assert started.end() == 7
    number, _ = started.compiler() if (started.folder / "compiler").exists() else (0, 0)
    assert not number or not runs(number)


# The environment. pip is replaced by a list of what it was asked for.


@pytest.fixture
def pip_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    calls: list[tuple[str, ...]] = []
    (tmp_path / "python").write_text("")
    monkeypatch.setattr(environment, "STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(environment, "LOG", tmp_path / "log" / "setup.log")
    monkeypatch.setattr(environment, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(environment, "make_environment", lambda: None)
    monkeypatch.setattr(environment, "install_tool", lambda *words: None)
    monkeypatch.setattr(environment, "pip", lambda *words, **variables: calls.append(words))
    return calls


def test_the_server_starts_without_the_tools_to_compile(pip_calls: list[tuple[str, ...]]) -> None:
    environment.set_up("serve")
    asked = " ".join(word for call in pip_calls for word in call)
    assert "litestar" in asked and "librt==" in asked
    assert "mypy==" not in asked and "setuptools" not in asked and "pytest" not in asked
    # What the page is built with comes first, and alone.
    assert len(pip_calls[0]) == 1 + len(environment.ENGINE_PACKAGES)
    pip_calls.clear()
    environment.set_up("build")
    assert [call[1] for call in pip_calls] == ["hatchling==1.33.0", "--no-build-isolation"]
    pip_calls.clear()
    environment.set_up("build")
    environment.set_up("engine")
    assert not pip_calls


def test_an_interrupted_stage_is_installed_again_and_earlier_ones_are_not(
    pip_calls: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.set_up("serve")
    pip_calls.clear()

    def interrupted(*words: str, **variables: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(environment, "pip", interrupted)
        with pytest.raises(KeyboardInterrupt):
            environment.set_up("build")
    assert environment.is_installed("serve") and not environment.is_installed("build")
    environment.set_up("build")
    assert len(pip_calls) == 2


@pytest.mark.parametrize("changed", ["pyproject", "python", "platform", "root"])
def test_everything_is_installed_again_for_another_project_or_python(
    changed: str, pip_calls: list[tuple[str, ...]]
) -> None:
    environment.set_up("serve")
    stamp = json.loads(environment.STAMP.read_text())
    environment.STAMP.write_text(json.dumps({**stamp, changed: "another"}))
    assert not environment.is_installed("engine")
    pip_calls.clear()
    environment.set_up("engine")
    assert len(pip_calls) == 1 and not environment.is_installed("serve")


@pytest.mark.parametrize("text", ["", "[]", "{", '{"stages": 3}'])
def test_a_damaged_stamp_counts_as_none(text: str, pip_calls: list[tuple[str, ...]]) -> None:
    environment.STAMP.write_text(text)
    assert not environment.is_installed("engine")


def test_run_explains_itself_to_an_old_python() -> None:
    import run

    text = (ROOT / "run.py").read_text()
    ast.parse(text, feature_version=(3, 6))
    assert "needs Python 3.11 or newer. This is Python 3.8" in run.check_python((3, 8))
    assert run.check_python((3, 11)) == ""
    # Nothing newer may be imported before the version is checked.
    assert text.index("from scripts import") > text.index("sys.exit(check_python")


def test_run_says_which_package_has_the_missing_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "PYTHON", tmp_path / "none")
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(environment.SetupError, match="apt install python3-venv"):
        environment.make_environment()


def test_run_shows_the_end_of_what_failed_and_where_the_rest_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "LOG", tmp_path / "setup.log")
    code = "print('first line'); print('x\\n' * 50); print('OSError: No space left on device'); raise SystemExit(7)"
    with pytest.raises(environment.SetupError) as failure:
        environment.run_logged([sys.executable, "-c", code], "it failed", os.environ)
    text = str(failure.value)
    assert "exit code 7" in text and "The disk is full." in text and str(tmp_path / "setup.log") in text
    assert "first line" not in text and "first line" in (tmp_path / "setup.log").read_text()


@pytest.mark.parametrize(
    ("wish", "is_built", "wanted"), [("0", False, False), ("", True, False), ("", False, True), ("1", False, True)]
)
def test_it_compiles_only_if_there_is_something_to_compile(
    wish: str, is_built: bool, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module: Any = environment.compiled_module()
    monkeypatch.setattr(module, "is_complete", lambda library: is_built)
    monkeypatch.setattr(start, "compiled_module", lambda: module)
    monkeypatch.setenv("TRUNKLINE_COMPILED", wish)
    assert start.build_is_wanted() == wanted


@pytest.mark.parametrize("words", [["--help"], ["help"], ["campaign", "new", "-h"], ["serve", "--help"]])
def test_help_installs_no_compiler_and_compiles_nothing(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import run

    stages: list[str] = []
    ran: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(start, "set_up", stages.append)

    def replace_process(words: list[str], **variables: str) -> int:
        ran.append((words, variables))
        return 0

    monkeypatch.setattr(start, "replace_process", replace_process)
    monkeypatch.setattr(start, "build_is_wanted", lambda: pytest.fail("it compiles"))
    assert run.main(words) == 0
    assert stages == ["serve"]
    assert ran == [(["--help"] if words == ["help"] else words, {"TRUNKLINE_COMPILED": "0"})]
    assert ("python3 run.py test" in capsys.readouterr().out) == (len(words) == 1)


def test_trunkline_is_told_how_it_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3.11")
    monkeypatch.setattr(sys, "argv", ["run.py", "campaign", "new"])
    assert start.trunkline_environment()[program.VARIABLE] == "python3.11 run.py"
