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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked slow run only at full size."""
    for item in items:
        if "slow" in item.keywords and not FULL:
            item.add_marker(pytest.mark.skip(reason="runs with python3 run.py test --full"))
