"""A game at one keyboard: any number of people, each of whom sees only his own hand, and bots at the other seats.

Each person has a `TerminalGame` of his own on the same game, so that everybody is told what happened since his last
turn. Between two people the screen is cleared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rich.console import Console

from trunkline.bots.bot import Bot
from trunkline.cli.names import listing
from trunkline.cli.questions import Left
from trunkline.cli.scores import print_scores
from trunkline.cli.terminal import TerminalGame
from trunkline.game import Game
from trunkline.rules.view import SPECTATOR

KEPT_EVERY = 25
"""Bots alone save their game once in so many moves: a whole file is written each time."""
LEAVE = ("quit", "exit", "q")


class HotSeat:
    """One game; `people` are the names by seat, and seats without a bot are played at the keyboard.

    `when` is added to the name of the map: the year. `christened` are names that routes have got, by route, and
    `registered` the tickets that bring a postcard.
    """

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot],
        people: Sequence[str],
        read: Callable[[str], str],
        console: Console,
        file: Path,
        when: str = "",
        christened: Mapping[str, str] | None = None,
        registered: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.people = list(people)
        self.read = read
        self.console = console
        self.file = file
        self.watcher = TerminalGame(game, SPECTATOR, bots, people, read, console)
        """Moves the bots and shows the end: it knows what all know."""
        self.tables: dict[int, TerminalGame] = {}
        for seat in range(game.players):
            if seat not in bots:
                names = ["You" if number == seat else name for number, name in enumerate(people)]
                self.tables[seat] = TerminalGame(game, seat, bots, names, read, console, [file])
        for table in (self.watcher, *self.tables.values()):
            table.names.map_name += when
            table.names.christened.update(christened or {})
            table.names.registered.update(registered)
        self.shown: int | None = None
        """The seat whose hand is on the screen."""
        self.welcomed: set[int] = set()

    def run(self) -> None:
        """Play to the end. Raises Left, EOFError or KeyboardInterrupt if somebody leaves; the game is kept."""
        try:
            while not self.game.over:
                self.let_bots_move()
                if not self.game.over:
                    self.ask()
        except (Left, EOFError, KeyboardInterrupt):
            if len(self.tables) > 1 and self.shown is not None:
                self.cover()
            raise
        if len(self.tables) > 1 and self.shown is not None:
            self.enter(f"{self.people[self.shown]}: the game is over. Enter shows the bank slips")
        table = next(iter(self.tables.values())) if len(self.tables) == 1 else self.watcher
        table.reported_moves = max(table.reported_moves, len(self.game.moves) - 2 * self.game.players)
        table.screen.news(table.news())
        table.screen.say()
        print_scores(self.console, table.names, self.game.score_sheet())
        if self.tables:
            self.enter("Enter goes on")

    def let_bots_move(self) -> None:
        """Let bots move until a person is to move, and keep the game: nobody has seen what is not kept."""
        kept = len(self.game.moves)
        with self.thinking():
            while self.watcher.let_bot_move():
                if len(self.game.moves) >= kept + KEPT_EVERY:
                    self.keep()
                    kept = len(self.game.moves)
        if len(self.game.moves) > kept:
            self.keep()

    def keep(self) -> None:
        """Save the game. If that fails, the game goes on."""
        try:
            self.game.save(self.file)
        except OSError as error:
            self.watcher.screen.sorry(f"The game cannot be kept in {self.file}: {error.strerror or error}.")

    def thinking(self) -> AbstractContextManager[object]:
        """What a terminal shows while bots move."""
        bots = [self.people[seat] for seat in self.game.to_act if seat not in self.tables]
        if not bots or not self.console.is_terminal:
            return nullcontext()
        names = listing(self.people[seat] for seat in range(self.game.players) if seat not in self.tables)
        return self.console.status(f"Bots are moving: {names} …")

    def ask(self) -> None:
        """Ask one person for a move: the one whose hand is shown, if the game waits for him."""
        waiting = [seat for seat in self.game.to_act if seat in self.tables]
        seat = self.shown if self.shown in waiting else waiting[0]
        self.hand_over(seat)
        self.tables[seat].ask_for_move()

    def hand_over(self, seat: int) -> None:
        """Give the keyboard to a person. Alone at the keyboard nobody is asked to cover anything."""
        if self.shown == seat:
            return
        if len(self.tables) > 1:
            if self.shown is not None:
                self.enter(f"{self.people[self.shown]}: Enter covers your hand")
            self.cover()
            company = f"({self.game.companies[seat]})"
            who = self.people[seat].removesuffix(company).strip()
            self.enter(f"{who} {company}: Enter shows your hand")
        self.shown = seat
        if seat not in self.welcomed:
            self.welcomed.add(seat)
            self.tables[seat].welcome()

    def enter(self, text: str) -> None:
        """Wait for Enter; `quit` leaves."""
        if self.read(f"{text}> ").strip().lower() in LEAVE:
            raise Left

    def cover(self) -> None:
        """Clear the screen, also what a terminal lets one scroll back to."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")
            self.console.file.flush()
        else:
            self.console.print("─" * 20, highlight=False)
        self.shown = None
