"""What all tests share: their size, and the maps and variants they run over."""

from __future__ import annotations

import os

import pytest

FULL = os.environ.get("TRUNKLINE_TEST_SIZE") == "full"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked slow run only at full size."""
    for item in items:
        if "slow" in item.keywords and not FULL:
            item.add_marker(pytest.mark.skip(reason="runs with python3 run.py test --full"))
