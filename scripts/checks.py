"""The checks: `run.py check` in seconds, `run.py test` all of them, `run.py fix` what can be corrected by itself."""

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from scripts.environment import PROGRAMS, PYTHON, ROOT, set_up
from scripts.start import compile_engine, install_and_build_page, start_page, wait_for

PLAIN_TESTS = ("tests/rules", "tests/properties", "src/trunkline")
"""What is tested on the plain sources as well: only there does an integer that leaves its range raise an error, and
only there do docstrings with examples exist."""

BYTECODE = ROOT / ".build" / "bytecode"
"""Where the tests keep Python's bytecode. They start hundreds of processes: without bytecode each of them would compile
the server and its packages again, which takes longer than most of the tests."""


@dataclass(frozen=True)
class Check:
    """A command that fails if something is wrong."""

    name: str
    command: list[str]
    variables: dict[str, str] = field(default_factory=dict)
    allowed: tuple[int, ...] = (0,)
    """Exit codes that are no failure."""


@dataclass(frozen=True)
class Result:
    """How a check ended, and what it printed if that was kept."""

    check: Check
    code: int
    seconds: float
    output: str = ""

    @property
    def is_good(self) -> bool:
        return self.code in self.check.allowed


def python(name: str, *words: str) -> Check:
    return Check(name, [str(PYTHON), *words])


def page(name: str, script: str) -> Check:
    return python(name, "web/build.py", "--run", script)


def static_checks() -> list[Check]:
    """List the checks that only read the sources."""
    return [*python_checks(), page("page: types", "check"), page("page: lint", "lint")]


def python_checks() -> list[Check]:
    return [
        python("ruff check", "-m", "ruff", "check", "."),
        python("ruff format", "-m", "ruff", "format", "--check", "."),
        python("mypy", "-m", "mypy"),
        Check("lint-imports", [str(PROGRAMS / "lint-imports")]),
    ]


def check() -> int:
    """Run the static checks side by side and show the output of those that fail."""
    set_up("test")
    # Installs the packages of the page, once for all checks of the page.
    if subprocess.run([str(PYTHON), "web/build.py", "--run"], cwd=ROOT, check=False).returncode:
        return 1
    started = time.monotonic()
    running = [(each, start(each)) for each in static_checks()]
    results = []
    for each, process in running:
        output, _ = process.communicate()
        results.append(Result(each, process.returncode, time.monotonic() - started, output))
        if not results[-1].is_good:
            tell(f"=== {each.name}\n{output}")
    return summarize(results)


def start(check: Check) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        check.command,
        cwd=ROOT,
        env={**os.environ, **check.variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )


def fix() -> int:
    """Format everything, and let the linters fix what they can."""
    set_up("test")
    steps = [
        python("ruff check", "-m", "ruff", "check", "--fix", "."),
        python("ruff format", "-m", "ruff", "format", "."),
        page("page: lint", "fix"),
    ]
    return summarize([run(each) for each in steps])


def test(words: list[str]) -> int:
    """Run every check and every test, all of them even if one fails; further words go to pytest.

    One check has its output on the screen: the compiler, then the tests on the compiled build. The other checks run
    beside it, one after another, so that two cores always have work. With TRUNKLINE_COMPILED=0 nothing is compiled,
    and every test runs on the plain sources.
    """
    page_build = install_and_build_page()
    set_up("test")
    wait_for(page_build)
    size = "full" if "--full" in words else os.environ.get("TRUNKLINE_TEST_SIZE", "ci")
    words = [word for word in words if word != "--full"]
    # The page first: its tests need it.
    page_checks = [page("page: types", "check"), page("page: lint", "lint"), page("page: logic", "test")]
    before = [python("page", "web/build.py"), *page_checks, *python_checks()]
    if not words:
        before.append(collection())
    beside = ThreadPoolExecutor(1)
    try:
        started = [beside.submit(run_beside, each) for each in before]
        if os.environ.get("TRUNKLINE_COMPILED") == "0":
            shown = []
            last = plain_run(words, size)
        else:
            started.append(beside.submit(run_beside, part_on_plain(words, size)))
            shown = [run(python("compile", "hatch_build.py"))]
            last = compiled_run(words, size)
        wait(started[: len(before)])
        shown.append(run(last))
        results = [*(each.result() for each in started), *shown]
    finally:
        beside.shutdown(cancel_futures=True)
    for result in results:
        if result.output and not result.is_good:
            tell(f"\n=== {result.check.name}\n{result.output}")
    code = summarize(results)
    used = os.times()
    # On a machine that does other things as well, this figure can be compared between runs; the time cannot.
    tell(f"processor time: {used.children_user + used.children_system:.0f} s")
    return code


def run_beside(check: Check) -> Result:
    """Run a check in parallel with another one; show only its result, and keep its output."""
    started = time.monotonic()
    output, _ = (process := start(check)).communicate()
    result = Result(check, process.returncode, time.monotonic() - started, output)
    tell(ending(result))
    return result


def collection() -> Check:
    """Import every test on plain sources. One process then makes the bytecode that several would make at once."""
    return pytest("collect tests", "plain", ["--collect-only", "-q"], "ci")


def compiled_run(words: list[str], size: str) -> Check:
    """Run all tests, or those chosen, on the compiled build."""
    return pytest("pytest, compiled", "compiled", [*many_processes(), *words], size, allowed=allowed(words))


def plain_run(words: list[str], size: str) -> Check:
    """Run all tests, or those chosen, on plain sources."""
    return pytest("pytest, plain", "plain", [*many_processes(), *words], size, allowed=allowed(words))


def part_on_plain(words: list[str], size: str) -> Check:
    """Run tests on plain sources while the compiler runs: the chosen ones, or those whose result can differ there."""
    chosen = any((ROOT / word.split("::")[0]).exists() for word in words if not word.startswith("-"))
    paths = [] if chosen else [name for name in PLAIN_TESTS if (ROOT / name).exists()]
    return pytest("pytest, plain", "plain", ["-n", "1", *paths, *words], size, allowed=allowed(words))


def many_processes() -> list[str]:
    """Use two processes for each core: half of the time is waiting, for browsers and databases above all.

    Tests that share something costly are in a group, and a group runs in one process. The order is that of
    tests/conftest.py: xdist would start with the groups that have the most tests, which are not the longest.
    """
    return ["-n", str(2 * min(os.cpu_count() or 1, 4)), "--dist", "loadgroup", "--no-loadscope-reorder"]


def allowed(words: list[str]) -> tuple[int, ...]:
    # pytest exits with 5 if no test was selected, which is possible in one of the two runs.
    return (0, 5) if words else (0,)


def pytest(name: str, build: str, words: list[str], size: str, allowed: tuple[int, ...] = (0,)) -> Check:
    """Run pytest on one of the two builds, and show its twenty slowest tests."""
    variables = {
        "TRUNKLINE_TEST_SIZE": size,
        "TRUNKLINE_COMPILED": "1" if build == "compiled" else "0",
        "PYTHONPYCACHEPREFIX": str(BYTECODE),
        # Some systems set this to keep folders clean; ours is out of the way.
        "PYTHONDONTWRITEBYTECODE": "",
    }
    options = ["--durations=20", "--durations-min=1", "-o", f"cache_dir=.build/pytest-{build}"]
    return Check(name, [str(PYTHON), "-m", "pytest", *options, *words], variables, allowed)


def run(check: Check) -> Result:
    """Run a check with its output on the screen."""
    tell(f"\n=== {check.name}")
    started = time.monotonic()
    environment = {**os.environ, **check.variables}
    code = subprocess.run(check.command, cwd=ROOT, env=environment, check=False).returncode
    result = Result(check, code, time.monotonic() - started)
    tell(ending(result))
    return result


def ending(result: Result) -> str:
    return f"=== {result.check.name}: {'passed' if result.is_good else 'FAILED'} in {result.seconds:.1f} s"


def summarize(results: list[Result]) -> int:
    """Print a table of the results; return the exit code."""
    tell(f"\n{'check':<20}{'result':<10}{'seconds':>8}")
    for result in results:
        tell(f"{result.check.name:<20}{'passed' if result.is_good else 'FAILED':<10}{result.seconds:>8.1f}")
    return 0 if all(result.is_good for result in results) else 1


def take_screenshots(words: list[str]) -> int:
    """Take pictures of every screen."""
    set_up("test")
    compile_engine()
    wait_for(start_page(str(PYTHON)))
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    return subprocess.run(
        [str(PYTHON), "-m", "page.screenshots", *words], cwd=ROOT, env=environment, check=False
    ).returncode


def tell(text: str) -> None:
    # To the same stream as the checks, so that the order is kept.
    print(text, flush=True)
