"""What all tests share: their size, and the maps and variants they run over."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import pytest

import trunkline
from trunkline._compiled import compiled_sources, module_name

# For its doctests pytest would load a module that nobody has imported yet in a way of its own, and the classes of a
# compiled module then exist twice.
PACKAGE = Path(trunkline.__file__).parent
for source in compiled_sources(PACKAGE):
    import_module(module_name(PACKAGE, source))

FULL = os.environ.get("TRUNKLINE_TEST_SIZE") == "full"
LONG = (
    "tests/page/test_whole_games",
    "tests/page/test_for_everyone",
    "tests/page/test_touch",
    "tests/page",
    "tests/setup",
    "tests/server/test_crash",
    "tests/lab",
    "tests/server",
)
"""Files and folders with long tests, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip slow tests unless the size is full, and keep tests together that share a server or a browser.

    Long tests come first: short ones at the end keep all processes busy until the last test.
    """
    items.sort(key=how_short)
    for item in items:
        if "slow" in item.keywords and not FULL:
            item.add_marker(pytest.mark.skip(reason="runs with python3 run.py test --full"))
        if item.get_closest_marker("xdist_group") is None and (group := group_of(item)):
            item.add_marker(pytest.mark.xdist_group(group))


def how_short(item: pytest.Item) -> int:
    return next((number for number, start in enumerate(LONG) if item.nodeid.startswith(start)), len(LONG))


def group_of(item: pytest.Item) -> str:
    """Name the group of a test that uses something made once for its module, or once for the run. Otherwise each worker
    would make its own.

    What a fixture with parameters makes is shared by the tests with the same parameter.
    """
    if not isinstance(item, pytest.Function):
        return ""
    if "servers" in item.fixturenames:
        return "two servers"
    module = item.nodeid.split("::")[0]
    found = [each[-1] for each in item._fixtureinfo.name2fixturedefs.values() if each[-1].scope == "module"]
    if any(not fixture.params for fixture in found):
        return module
    return (
        " ".join([module, *(f"{each.argname}={item.callspec.params[each.argname]}" for each in found)]) if found else ""
    )
