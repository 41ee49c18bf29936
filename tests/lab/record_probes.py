"""Records the probe games anew, when a rule of their boards was changed on purpose, for all boards or those named:
`PYTHONPATH=tests python -m lab.record_probes [usa-base-2 …]`. All results on those boards become stale.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from trunkline.bots.bot import Bot
from trunkline.bots.registry import make_bot
from trunkline.lab.arena import probes
from trunkline.lab.arena.fingerprint import PLAYOUTS
from trunkline.lab.arena.probes import (
    Position,
    ProbeGame,
    ProbeMove,
    Setting,
    new_probe,
    position_of,
    replay,
    written_games,
)
from trunkline.lab.arena.strength import trials
from trunkline.rules.actions import ActionList, to_text
from trunkline.rules.state import OVER
from trunkline.rules.turn import apply, legal
from trunkline.rules.view import View

FOLDER = Path(probes.__file__).parent / "probe_games"
LINE_UPS: dict[int, list[tuple[str, ...]]] = {
    2: [("planner", "greedy"), ("collector", "beginner")],
    4: [("planner", "traveller", "greedy", "hoarder"), ("planner", "beginner", "blocker", "collector")],
}
SLIP = 0.04
"""How often a random move is played: the bots would leave some kinds of action out."""
SEARCHES = 10
"""Moves of each game that searching bots are asked for."""
SEEDS = (1, 2)
"""An expert with each of these seeds is asked, to find the moves that the search decides."""
ALWAYS = {"keep", "draw", "draw tickets", "claim"}
KINDS = {
    "usa": ALWAYS,
    "europe": ALWAYS | {"pay", "withdraw", "station"},
    "world": ALWAYS | {"split", "port", "exchange", "pay"},
    "great_lakes": ALWAYS | {"split", "port", "exchange"},
    "meridian": ALWAYS,
}
"""The kinds of action that the games of a board must have between them."""


def tables() -> list[Setting]:
    """The boards and numbers of players of the strength matches."""
    matches = [trial.match() for trial in trials()]
    return sorted({Setting(match.map, match.variant, match.players) for match in matches})


def kind_of(text: str) -> str:
    """The kind of an action by its notation."""
    return text if text == "draw tickets" else text.split()[0]


def choice(bot: Bot, position: Position) -> str:
    actions = ActionList()
    legal(position.state, position.seat, actions)
    return to_text(position.state.board, bot.choose(View(position.state, position.seat), actions))


def play(table: Setting, seed: str, line_up: Sequence[str]) -> list[str]:
    """A game of these bots, with a random move now and then."""
    dice = random.Random(f"{table} {seed}")
    bots = [make_bot(name, seat) for seat, name in enumerate(line_up)]
    state = new_probe(table, seed)
    texts = []
    while state.phase != OVER:
        position = position_of(table.board, state, False)
        text = choice(bots[position.seat], position)
        if dice.random() < SLIP:
            kind = dice.choice(sorted({kind_of(text) for text in position.options}))
            text = dice.choice(sorted(text for text in position.options if kind_of(text) == kind))
        texts.append(text)
        apply(state, position.seat, position.options[text], None)
    return texts


def with_searches(table: Setting, seed: str, texts: Sequence[str]) -> ProbeGame:
    """The game with marks at some of the moves that the search decides, found in random order."""
    game = ProbeGame(seed, tuple(ProbeMove(text, False) for text in texts))
    positions = [position._replace(state=position.state.copy()) for position in replay(table, game)]
    numbers = [number for number, position in enumerate(positions) if len(position.options) > 1]
    random.Random(f"{table} {seed}").shuffle(numbers)
    marked: set[int] = set()
    for number in numbers:
        if len(marked) < SEARCHES and is_decided_by_search(positions[number]):
            marked.add(number)
    return ProbeGame(seed, tuple(ProbeMove(text, number in marked) for number, text in enumerate(texts)))


def is_decided_by_search(position: Position) -> bool:
    """Whether experts with different seeds disagree with each other or with the planner."""
    found = {choice(make_bot(f"expert@{PLAYOUTS}", seed), position) for seed in SEEDS}
    return found != {choice(make_bot("planner"), position)}


def record(table: Setting) -> str:
    """Games of a board that have all kinds of action between them."""
    for first in count(step=len(LINE_UPS[table.players])):
        played = {f"probe/{first + at}": line_up for at, line_up in enumerate(LINE_UPS[table.players])}
        games = {seed: play(table, seed, line_up) for seed, line_up in played.items()}
        if {kind_of(text) for texts in games.values() for text in texts} >= KINDS[table.map]:
            return written_games(with_searches(table, seed, texts) for seed, texts in games.items())
    raise AssertionError("there is always another seed")


if __name__ == "__main__":
    for table in tables():
        name = f"{table.map}-{table.variant}-{table.players}"
        if not sys.argv[1:] or name in sys.argv[1:]:
            (FOLDER / f"{name}.txt").write_text(record(table), encoding="utf-8")
            print(name, flush=True)
