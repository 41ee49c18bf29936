"""A person at the terminal, played by the tests: types numbers, notation and nonsense at the prompts."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rich.console import Console

from trunkline.bots.registry import make_bot
from trunkline.cli.choices import Menu
from trunkline.cli.terminal import TerminalGame
from trunkline.game import Game
from trunkline.rules.actions import kind_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.pieces import EXCHANGE
from trunkline.rules.ports import PORT
from trunkline.rules.stations import STATION

NONSENSE = (
    "", "   ", "xyzzy", "99999", "0", "claim", "claim a b", "draw", "draw 17", "station", "keep 9", "pay", "-1",
    "claim denver nowhere red", "draw purple", "keep", "¿qué?", "1 2 3 4 5 6 7 8 9", "[bold]", "back",
)  # fmt: skip
LOOKS = ("help", "board", "tickets", "players", "hand", "routes", "routes p", "log", "menu", "claims", "row", "save")


class Outcome(NamedTuple):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Outcome]
"""Runs a command line."""


def seat_down(
    game: Game,
    read: Callable[[str], str],
    *,
    seat: int = 0,
    bot: str = "random",
    files: Sequence[Path] = (),
    width: int = 80,
    colour: bool = False,
) -> tuple[TerminalGame, io.StringIO]:
    """A table with bots at the other seats, and what is shown on it."""
    shown = io.StringIO()
    colours: Literal["truecolor"] | None = "truecolor" if colour else None
    console = Console(file=shown, width=width, height=24, force_terminal=colour, color_system=colours)
    others = {number: make_bot(bot, 100 + number) for number in range(game.players) if number != seat}
    people = ["You" if number == seat else f"{bot} {number}" for number in range(game.players)]
    return TerminalGame(game, seat, others, people, read, console, files), shown


def typist(lines: Sequence[str]) -> Callable[[str], str]:
    """Types these lines, and then there are no more."""
    left = list(lines)

    def read(prompt: str) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    return read


class Person:
    """Chooses among the legal actions by lot, with a liking for claims, and types the choice in one of several ways."""

    def __init__(self, seed: int, mischief: float = 0.0) -> None:
        self.dice = random.Random(seed)
        self.mischief = mischief
        self.table: TerminalGame | None = None
        self.typed: list[str] = []
        self.prompts: list[str] = []
        self.drafts_left = 0

    def read(self, prompt: str) -> str:
        line = self.answer(prompt)
        self.prompts.append(prompt)
        self.typed.append(line)
        assert len(self.typed) < 5000, "the game does not end"
        return line

    def answer(self, prompt: str) -> str:
        assert self.table is not None
        dice = self.dice
        if prompt == "fill from> ":
            return dice.choice(["trains", "ships", "t", "s"])
        if dice.random() < self.mischief and prompt not in ("leave> ", "in which city> ", "take from the box> "):
            line = dice.choice(LOOKS if dice.random() < 0.3 else NONSENSE)
            # An empty line confirms a draft, which is no mischief.
            return line if line.strip() else "xyzzy"
        if prompt == "leave> ":
            return "back"
        if prompt == "draft> ":
            if dice.random() < self.mischief:
                self.drafts_left += 1
                return dice.choice(["undo", "back", "no"])
            return dice.choice(["", "y", "1"]) if dice.random() < 0.7 else ""
        game, seat = self.table.game, self.table.seat
        actions = game.legal(seat)
        claims = [code for code in actions if kind_of(code) == CLAIM]
        stations = [code for code in actions if kind_of(code) in (STATION, PORT, EXCHANGE)]
        pool = claims if claims and dice.random() < 0.6 else [a for a in actions if a not in stations] or actions
        if stations and dice.random() < 0.1:
            pool = stations
        action = dice.choice(pool)
        words = game.notation(action)
        if prompt == "take from the box> ":
            swaps = [game.notation(code) for code in actions if kind_of(code) == EXCHANGE]
            return dice.choice(swaps).removeprefix("exchange ")
        if prompt == "trains> " and dice.random() < 0.5:
            return dice.choice(["", words.split()[1]])
        if prompt == "in which city> " and any(kind_of(code) == PORT for code in actions):
            return dice.choice([game.notation(code).split(" ", 1)[1] for code in actions if kind_of(code) == PORT])
        if prompt == "in which city> ":
            return game.board.city_names[dice.randrange(game.board.cities)]
        menu = self.table.talk.menu
        if menu is not None and dice.random() < 0.5:
            return numbered(menu, action) or words
        return words.upper() if dice.random() < 0.2 else words


def numbered(menu: Menu, action: int) -> str:
    """The number of the menu that leads to an action."""
    for number, item in menu.items.items():
        if action in item.ways:
            return str(number)
    return ""


def play_through(game: Game, seed: int, mischief: float = 0.0, **more: Any) -> tuple[Person, str]:
    """Play a whole game by a person; what was shown."""
    person = Person(seed, mischief)
    person.table, shown = seat_down(game, person.read, **more)
    assert person.table.run()
    return person, shown.getvalue()
