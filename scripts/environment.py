"""Makes `.venv` and installs into it, in stages, each only when it is needed.

The page is built while the packages of the server are installed. The tools to compile with are installed while people
already play.
"""

import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / ".venv"
PROGRAMS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
STAMP = ENVIRONMENT / "trunkline.json"
"""Says which stages are installed, and for which pyproject.toml, Python and folder."""
LOG = ROOT / ".build" / "setup.log"
STAGES = ("engine", "serve", "build", "test")
"""Each stage includes the ones before it: to read maps, to run the server, to compile, to run the checks and tests."""
ENGINE_PACKAGES = ("librt", "msgspec", "mypy-extensions")
"""What maps and rules import: the page is built with these alone."""


class SetupError(Exception):
    """The text explains what went wrong and what to do."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def step(text: str) -> None:
    say(f"run.py: {text}")


def set_up(stage: str) -> None:
    """Install everything up to this stage, unless it is already there."""
    if is_installed(stage):
        return
    LOG.parent.mkdir(exist_ok=True)
    # A second run.py waits here. It then finds the work done.
    with compiled_module().locked(LOG.parent / "setup.lock"):
        for each in STAGES[: STAGES.index(stage) + 1]:
            if not is_installed(each):
                install_stage(each)


def is_installed(stage: str) -> bool:
    stamp = read_stamp()
    stages = stamp.pop("stages", None)
    return stamp == expected_stamp() and isinstance(stages, list) and stage in stages and PYTHON.exists()


def expected_stamp() -> dict[str, str]:
    return {
        "pyproject": hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest(),
        "python": sys.version,
        "platform": sysconfig.get_platform(),
        "root": str(ROOT),
    }


def read_stamp() -> dict[str, object]:
    try:
        stamp = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def install_stage(stage: str) -> None:
    """Install one stage. The stamp names it only afterwards, so an interrupted installation is repeated."""
    done = [each for each in STAGES if is_installed(each)]
    LOG.write_text("")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    dependencies = project["project"]["dependencies"]
    if stage == "engine":
        STAMP.unlink(missing_ok=True)
        make_environment()
        pip("install", *(each for each in dependencies if each.startswith(ENGINE_PACKAGES)))
        install_tool("web/build.py", "Node", "There is no page then, only the terminal and the server")
    elif stage == "serve":
        step("installing the packages of the server")
        pip("install", *dependencies, *extras["server"])
    elif stage == "build":
        step("installing the tools to compile with")
        pip("install", *project["build-system"]["requires"])
        # `run.py` compiles afterwards: pip would hide the progress.
        pip("install", "--no-build-isolation", "--no-deps", "--editable", ".", TRUNKLINE_COMPILED="0")
        install_tool("hatch_build.py", "C compiler", "The rules then run uncompiled, which is slower")
    else:
        step("installing the tools of the tests")
        pip("install", *extras["test"])
    STAMP.write_text(json.dumps({**expected_stamp(), "stages": [*done, stage]}, indent=1) + "\n")


def install_tool(program: str, tool: str, without: str) -> None:
    """Install a tool that this machine lacks from PyPI, if the program asks for it; continue without it on failure."""
    extra = output_of(str(PYTHON), program, "--needs").split()
    if not extra:
        return
    step(f"no {tool} on this machine: installing one into .venv")
    try:
        pip("install", *extra)
    except SetupError as error:
        say(f"{error}\n{without}.")


def make_environment() -> None:
    """Make `.venv`. One that works with this Python is kept; an incomplete or moved one is made again."""
    question = "import pip, sys; print(sys.version, sys.prefix)"
    settings = ENVIRONMENT / "pyvenv.cfg"
    if (
        PYTHON.exists()
        and output_of(str(PYTHON), "-c", question).strip() == f"{sys.version} {ENVIRONMENT}"
        # The scripts in an environment contain its path: after a move or a copy they start another Python.
        and str(ENVIRONMENT) in settings.read_text(encoding="utf-8")
    ):
        return
    step("making an environment in .venv")
    missing = missing_modules()
    if missing:
        raise SetupError(
            f"This Python ({sys.executable}) cannot make environments: its module {missing[0]} is missing.\n"
            "Debian and Ubuntu have it in a separate package:\n"
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
    if "--editable" not in words:
        # Python compiles a module to bytecode at its first import; pip would compile thousands that are not imported.
        command.append("--no-compile")
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", **variables}
    # The user's setting for other cases would make pip install outside of the environment.
    environment.pop("PIP_USER", None)
    run_logged(command, "pip could not install everything", environment)


def run_logged(command: list[str], failure: str, environment: "os._Environ[str] | dict[str, str]") -> None:
    """Run a command. Its output goes to the log, and what it is working on to the screen."""
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
        raise SetupError(f"{failure} (exit code {code}). Its last lines:\n{shown}\n{advice(LOG.read_text())}")


def advice(text: str) -> str:
    """Name the likely cause of a failure, and the file with the whole output."""
    lower = text.lower()
    hints = {
        "The disk is full.": ("no space left", "disk quota"),
        "The network did not answer. The first start needs it, later ones do not.": (
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
        "This folder is not writable.": ("permission denied",),
    }
    found = [hint for hint, signs in hints.items() if any(sign in lower for sign in signs)]
    return "\n".join([*found, f"The whole output is in {LOG}. `python3 run.py` tries again."])


def output_of(*command: str) -> str:
    """Return what a command prints, or an empty string if it fails."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def compiled_module() -> ModuleType:
    """Load `trunkline/_compiled.py` alone: importing trunkline would choose a build, and need installed packages."""
    spec = spec_from_file_location("_compiled", ROOT / "src" / "trunkline" / "_compiled.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
