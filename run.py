"""The front door of a fresh machine: makes `.venv`, installs and compiles Trunkline there, and starts it.

    python3 run.py                     starts the server and opens the game in the browser
    python3 run.py play --text         a game in the terminal against two bots
    python3 run.py simulate …          any other command of trunkline
    python3 run.py test [--full] […]   every check there is; more words go to pytest
    python3 run.py screenshots [DIR]   pictures of every screen, for a designer's eyes

Standard library only. Everything up to the version check must run on Python 3.6, so that an old Python gets a
sentence instead of a syntax error; hence also no newer syntax anywhere below.
"""

import sys


def check_python(version: "tuple[int, ...]") -> str:
    """Return what to tell the owner of a Python that is too old, or nothing."""
    if version >= (3, 11):
        return ""
    return (
        "Trunkline needs Python 3.11 or newer, and this is Python {}.{} ({}).\n"
        "Install a newer one (python.org, your package manager, or uv) and start again with it, for example:\n"
        "    python3.12 run.py"
    ).format(version[0], version[1], sys.executable)


if __name__ == "__main__" and check_python(sys.version_info[:2]):
    sys.exit(check_python(sys.version_info[:2]))

import hashlib
import json
import os
import subprocess
import sysconfig
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
STAMP = ENVIRONMENT / "trunkline.json"
LOG = ROOT / ".build" / "setup.log"


class SetupError(Exception):
    """Says in its text what went wrong and what to do about it."""


def main(words: list[str]) -> int:
    try:
        if words[:1] == ["test"]:
            set_up(testing=True)
            return test(words[1:])
        if words[:1] == ["screenshots"]:
            set_up(testing=True)
            compile_in_place()
            return build_page().wait() or take_pictures(words[1:])
        set_up(testing=False)
        # Only what shows the page waits for it; with nothing to build it costs no time.
        page = build_page() if words[:1] in ([], ["serve"]) else None
        compile_in_place()
        if page is not None and page.wait():
            step("no page (the reason stands above); the server starts without it")
        return start(words or ["serve", "--open"])
    except SetupError as error:
        say(f"\n{error}")
        return 1
    except KeyboardInterrupt:
        say("\nstopped; the next start goes on from here")
        return 130


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Set-up: an environment of our own, which is made once and then only looked at.


def set_up(testing: bool) -> None:
    """Make `.venv` and install into it, unless that is already done for this pyproject.toml and this Python."""
    wanted = {
        "pyproject": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "python": sys.version,
        "platform": sysconfig.get_platform(),
        "root": str(ROOT),
    }
    stamp = read_stamp()
    if {key: stamp.get(key) for key in wanted} == wanted and (stamp.get("testing") or not testing) and PYTHON.exists():
        return
    testing = testing or bool(stamp.get("testing"))
    # Gone first and back last: whatever interrupts us in between, the next start does it again.
    STAMP.unlink(missing_ok=True)
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_text("")
    make_environment()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    requirements = [*project["build-system"]["requires"], *project["project"]["dependencies"], *extras["server"]]
    if testing:
        requirements += extras["test"]
    step("installing what Trunkline needs")
    pip("install", *requirements)
    step("installing Trunkline itself, as it stands in this folder")
    # Not compiled here, as pip would hide the progress of it: that is the next step, on its own.
    pip("install", "--no-build-isolation", "--no-deps", "--editable", ".", TRUNKLINE_COMPILED="0")
    wanted_tools = [
        ("hatch_build.py", "C compiler", "the rules then run uncompiled, which is slower"),
        ("web/build.py", "Node", "there is then no page, only the terminal and the server"),
    ]
    for program, tool, without in wanted_tools:
        extra = output_of(str(PYTHON), program, "--needs").split()
        if extra:
            step(f"no {tool} on this machine: installing one into .venv")
            try:
                pip("install", *extra)
            except SetupError as error:
                say(f"{error}\nGoing on without; {without}.")
    STAMP.write_text(json.dumps({**wanted, "testing": testing}, indent=1) + "\n")


def read_stamp() -> dict[str, object]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def make_environment() -> None:
    """Make `.venv`; one that works with this Python is kept, anything else (half made, moved) is made anew."""
    tell = "import pip, sys; print(sys.version, sys.prefix)"
    settings = ENVIRONMENT / "pyvenv.cfg"
    if (
        PYTHON.exists()
        and output_of(str(PYTHON), "-c", tell).strip() == f"{sys.version} {ENVIRONMENT}"
        # The commands in an environment name its place: in a folder that was moved or copied they lead elsewhere.
        and str(ENVIRONMENT) in settings.read_text(encoding="utf-8")
    ):
        return
    step("making an environment in .venv")
    missing = missing_modules()
    if missing:
        raise SetupError(
            f"This Python ({sys.executable}) cannot make environments: its module {missing[0]} is missing.\n"
            "Debian and Ubuntu keep it in a package of its own:\n"
            f"    sudo apt install python3-venv     (or python{sys.version_info[0]}.{sys.version_info[1]}-venv)"
        )
    run_logged([sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)], "making .venv failed", os.environ)


def missing_modules() -> list[str]:
    """Name the modules for making environments that this Python lacks."""
    missing = []
    for name in ("venv", "ensurepip"):
        try:
            __import__(name)
        except ImportError:
            missing.append(name)
    return missing


def pip(*words: str, **variables: str) -> None:
    command = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", *words, "--progress-bar=off"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **variables}
    # An environment's pip installs into that environment, whatever the user's own settings for other cases are.
    environment.pop("PIP_USER", None)
    run_logged(command, "pip could not install everything", environment)


def run_logged(command: list[str], failure: str, environment: "os._Environ[str] | dict[str, str]") -> None:
    """Run a command with its output in the log, and what it is busy with on the screen."""
    tail: list[str] = []
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n")
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        assert process.stdout is not None
        for line in process.stdout:
            log.write(line)
            tail = [*tail[-11:], line.rstrip()]
            if line.startswith(("Collecting ", "Installing collected")):
                say(f"    {line.split(' (from ')[0].strip()[:110]}")
        code = process.wait()
    if code:
        shown = "\n".join(f"    {line}" for line in tail)
        raise SetupError(f"{failure} (exit code {code}). It said at the end:\n{shown}\n{advice(LOG.read_text())}")


def advice(text: str) -> str:
    """Say what a failure looks like and where all of its output is."""
    lower = text.lower()
    hints = {
        "No space is left on the disk.": ("no space left", "disk quota"),
        "The network did not answer; the first start needs it, later ones do not.": (
            "failed to establish a new connection",
            "temporary failure in name resolution",
            "newconnectionerror",
            "nameresolutionerror",
            "connection timed out",
            "read timed out",
            "connecttimeout",
            "network is unreachable",
            "(from versions: none)",
        ),
        "This folder may not be written to.": ("permission denied",),
    }
    found = [hint for hint, signs in hints.items() if any(sign in lower for sign in signs)]
    return "\n".join([*found, f"All of it is in {LOG}; `python3 run.py` tries again."])


def output_of(*command: str) -> str:
    """Return what a command prints, or nothing if it fails."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def step(text: str) -> None:
    say(f"run.py: {text}")


# Start: compile what changed, then hand over.


def compile_in_place() -> bool:
    """Compile what has changed since the last time, with its progress on the screen."""
    if os.environ.get("TRUNKLINE_COMPILED") == "0":
        return True
    code = subprocess.run([str(PYTHON), "hatch_build.py"], cwd=ROOT, check=False).returncode
    if code:
        step("no compiled build (the reason stands above); the plain sources do the same, only slower")
    return code == 0


def build_page() -> "subprocess.Popen[bytes]":
    """Build the page if it has changed, beside the compiling: fetching its tools is mostly waiting."""
    return subprocess.Popen([str(PYTHON), str(ROOT / "web" / "build.py")], cwd=ROOT)


def start(words: list[str]) -> int:
    command = [str(PROGRAMS / "trunkline"), *words]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


# Test: every check, each with its name and its time, all of them even if one fails.


def test(words: list[str]) -> int:
    size = "full" if "--full" in words else os.environ.get("TRUNKLINE_TEST_SIZE", "ci")
    words = [word for word in words if word != "--full"]
    tool = str(PYTHON)
    # Tests that share something costly name a group and then run in one process.
    # Three on two cores: half of the time is waiting, for browsers and databases above all.
    pytest = [tool, "-m", "pytest", "-n", "3", "--dist", "loadgroup"]
    chosen = any((ROOT / word.split("::")[0]).exists() for word in words if not word.startswith("-"))
    # Plain sources again: only there does an integer that leaves its range raise, and only there are docstrings kept.
    plain = [] if chosen else [name for name in ("tests/rules", "tests/properties", "src/trunkline") if exists(name)]
    steps: list[tuple[str, list[str], dict[str, str]]] = [
        ("compile", [tool, "hatch_build.py"], {}),
        ("ruff check", [tool, "-m", "ruff", "check", "."], {}),
        ("ruff format", [tool, "-m", "ruff", "format", "--check", "."], {}),
        ("mypy", [tool, "-m", "mypy"], {}),
        ("lint-imports", [str(PROGRAMS / "lint-imports")], {}),
        ("page", [tool, "web/build.py"], {}),
        ("page: types", [tool, "web/build.py", "--run", "check"], {}),
        ("page: logic", [tool, "web/build.py", "--run", "test"], {}),
        ("pytest, compiled", [*pytest, *words], {"TRUNKLINE_COMPILED": "1"}),
        ("pytest, plain", [*pytest, *plain, *words], {"TRUNKLINE_COMPILED": "0"}),
    ]
    results: list[tuple[str, bool, float]] = []
    for name, command, variables in steps:
        tell(f"\n=== {name}")
        started = time.monotonic()
        environment = {**os.environ, "TRUNKLINE_TEST_SIZE": size, **variables}
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        # pytest's 5 means that nothing was chosen, which a choice of the caller may well do in one of the two runs.
        good = code == 0 or (code == 5 and bool(words) and name.startswith("pytest"))
        results.append((name, good, time.monotonic() - started))
        tell(f"=== {name}: {'passed' if good else 'FAILED'} in {results[-1][2]:.1f} s")
    tell(f"\n{'check':<20}{'result':<10}{'seconds':>8}")
    for name, good, seconds in results:
        tell(f"{name:<20}{'passed' if good else 'FAILED':<10}{seconds:>8.1f}")
    return 0 if all(good for _, good, _ in results) else 1


def take_pictures(words: list[str]) -> int:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    return subprocess.run(
        [str(PYTHON), "-m", "page.screenshots", *words], cwd=ROOT, env=environment, check=False
    ).returncode


def tell(text: str) -> None:
    # Where the checks themselves write, so that the order is kept.
    print(text, flush=True)


def exists(name: str) -> bool:
    return (ROOT / name).exists()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
