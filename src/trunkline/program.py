"""The command that the user types to start Trunkline, for messages that say what to run next."""

from __future__ import annotations

import os

VARIABLE = "TRUNKLINE_PROGRAM"
"""Set by `run.py`: its users have no command `trunkline` on their path."""


def program() -> str:
    """Return what stands before a command: `trunkline`, or `python3 run.py`."""
    return os.environ.get(VARIABLE) or "trunkline"
