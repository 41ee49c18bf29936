"""The README keeps its word: its Python runs, its files are there, and what it says is refused is refused."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from trunkline import Bot
from trunkline.bots.play import play_game
from trunkline.bots.registry import make_bot
from trunkline.game import Game, IllegalAction

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def run(source: str, names: dict[str, Any]) -> None:
    """Run a block statement by statement; a line with `# raises` must be refused with the sentence that follows."""
    for statement in ast.parse(source).body:
        text = "\n".join(source.splitlines()[statement.lineno - 1 : statement.end_lineno])
        program = compile(ast.Module([statement], []), "README.md", "exec")
        promise = re.search(r"# raises IllegalAction: (.*)", text)
        if promise:
            with pytest.raises(IllegalAction, match=re.escape(promise[1])):
                exec(program, names)
        else:
            exec(program, names)


def test_the_python_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in BLOCKS:
        run(block, names)
    assert (tmp_path / "game.jsonl").is_file()
    bot = names["LongLines"]
    assert issubclass(bot, Bot)
    won = 0
    for seed in range(20):
        game = Game.new("usa", 2, seed=seed)
        play_game(game.state, [bot(), make_bot("random", seed)])
        won += 0 in game.winners
    assert won > 12


def test_the_files_it_names_are_there() -> None:
    for name in re.findall(r"`((?:docs|src|tests)/[\w/.-]+)`", README) + re.findall(r"\]\(([\w/.-]+)\)", README):
        assert (ROOT / name).exists(), name
