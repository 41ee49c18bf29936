"""What the tests of the arena share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from trunkline.lab.arena.game import Row


def without_times(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """What must be the same in another run: everything but the seconds."""
    return [{name: value for name, value in row.items() if name != "seconds"} for row in rows]
