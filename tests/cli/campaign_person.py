"""Campaigns at the keyboard, played by the tests: lots, bots and the person's answers follow from the position alone.

So a campaign that is left at some prompt and continued is the same as one that is played in one go.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from rich.console import Console

from trunkline.bots.bot import Bot
from trunkline.campaign.logfile import CampaignFile
from trunkline.cli.campaign_new import new_campaign
from trunkline.cli.campaign_play import CampaignTable
from trunkline.cli.campaign_screen import CampaignScreen
from trunkline.rules.actions import ActionList, kind_of
from trunkline.rules.claim import CLAIM
from trunkline.rules.view import View

STEADY = "cli.campaign_person:Steady"


class Stopped(Exception):
    """The test has seen enough."""


class Steady(Bot):
    """Claims what it can, and otherwise takes an action that follows from the turn."""

    def choose(self, view: View, actions: ActionList) -> int:
        codes = [actions[at] for at in range(len(actions))]
        claims = [code for code in codes if kind_of(code) == CLAIM]
        return int((claims or codes)[int(view.turn) % len(claims or codes)])


def console_of(width: int = 80, terminal: bool = False) -> tuple[Console, io.StringIO]:
    shown = io.StringIO()
    return Console(file=shown, width=width, height=24, force_terminal=terminal, color_system=None), shown


def found_campaign(path: Path, *companies: str) -> CampaignFile:
    console, _ = console_of()
    return new_campaign(path, "Test", companies, no_keyboard, CampaignScreen(console), lambda: "ab" * 32)


def no_keyboard(prompt: str) -> str:
    raise AssertionError(f"nobody should be asked: {prompt}")


class Keyboard:
    """Answers every prompt of a campaign with something sensible; `before` may leave or type something else first."""

    def __init__(self, stop: str = "", before: Callable[[str, int], str | None] | None = None) -> None:
        self.stop = stop
        """The prompt at which the test ends."""
        self.before = before
        self.prompts: list[str] = []
        self.table: CampaignTable | None = None

    def read(self, prompt: str) -> str:
        assert len(self.prompts) < 20_000, "the campaign does not end"
        if prompt == self.stop:
            raise Stopped
        self.prompts.append(prompt)
        if self.before is not None:
            line = self.before(prompt, len(self.prompts))
            if line is not None:
                return line
        return self.answer(prompt)

    def answer(self, prompt: str) -> str:
        if "Enter" in prompt or prompt == "draft> ":
            return ""
        assert self.table is not None
        if prompt.startswith("game "):
            return ""
        if prompt in ("remove> ", "pick> ", "vote> ", "repaint> "):
            return "1"
        if prompt == "name two> ":
            return "1 2"
        if prompt == "christen> ":
            return "1 The Long Way"
        hot_seat = self.table.table
        assert hot_seat is not None, prompt
        game, seat = hot_seat.game, hot_seat.shown
        assert seat is not None
        actions = game.legal(seat)
        claims = [code for code in actions if kind_of(code) == CLAIM]
        pool = claims or actions
        return game.notation(pool[len(game.moves) % len(pool)])


def play(path: Path, keyboard: Keyboard, *, width: int = 80, terminal: bool = False) -> str:
    """One sitting at the keyboard, as `trunkline campaign play` has it; what was shown."""
    console, shown = console_of(width, terminal)
    with CampaignFile.take(path) as file:
        keyboard.table = CampaignTable(file, keyboard.read, console, lots_of(file))
        with suppress(Stopped):
            keyboard.table.run()
    return shown.getvalue()


def lots_of(file: CampaignFile) -> Callable[[], str]:
    return lambda: sha256(f"lots/{len(file.entries)}".encode()).hexdigest()
