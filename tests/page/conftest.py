"""What the tests of the page share: a server with the built page, and a browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from page.browsers import launch
from server.processes import Process

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built() -> Path:
    """The page as it stands; building takes no time if nothing has changed."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "web" / "build.py")], capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return ROOT / "src" / "trunkline" / "page"


@pytest.fixture(scope="session")
def house(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server of these tests' own; its bots answer at once."""
    folder = tmp_path_factory.mktemp("house")
    process = Process(f"sqlite:///{folder / 'games.db'}", folder, TRUNKLINE_LIMITS="0")
    yield process
    process.stop()


# Not for the whole session: while it is open a loop runs in this thread, and other tests want one of their own.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = launch(playwright)
    yield found
    found.close()
