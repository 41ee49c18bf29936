"""Compiled equals uncompiled: the same games, move for move, in two processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import trunkline
from boards import EVERY_BOARD
from tools import FULL


def chain(compiled: str, games: int, editions: int) -> list[str]:
    """The lines of the hash chain that one build makes."""
    environment = os.environ | {"TRUNKLINE_COMPILED": compiled, "PYTHONPATH": str(Path(__file__).parent.parent)}
    program = [sys.executable, str(Path(__file__).with_name("chain.py")), str(games), str(editions)]
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.skipif(not trunkline.compiled, reason="there is no compiled build to compare with")
def test_the_compiled_build_plays_as_the_sources_do() -> None:
    games = 400 if FULL else 4 * len(EVERY_BOARD)
    editions = 110 if FULL else 4
    compiled, plain = chain("1", games, editions), chain("0", games, editions)
    assert compiled[0] == "compiled"
    assert plain[0] == "plain"
    assert len(compiled) == games + editions + 1
    assert compiled[1:] == plain[1:]
