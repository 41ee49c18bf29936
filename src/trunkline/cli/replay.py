"""`trunkline replay`: shows a record in words or one of its positions, or verifies it."""

from __future__ import annotations

import json
from pathlib import Path

from rich.text import Text

from trunkline.cli.names import Names, count
from trunkline.cli.play import make_console
from trunkline.cli.scores import print_scores
from trunkline.cli.screen import Screen
from trunkline.cli.trouble import WENT_WRONG, WRONG_USE, fail
from trunkline.cli.words import Teller
from trunkline.game import Game
from trunkline.game.record import verify
from trunkline.rules.view import SPECTATOR


class Replay:
    """One record, shown with everything or as one seat saw it."""

    def __init__(self, file: Path, seat: int | None) -> None:
        self.file = file
        self.game = Game.load(file)
        self.seat = seat
        if seat is not None and not 0 <= seat < self.game.players:
            fail(f"there is no seat {seat}: seats are counted from 0 to {self.game.players - 1}", WRONG_USE)
        people = [f"Seat {number}" for number in range(self.game.players)]
        self.names = Names(self.game.board, people, self.game.companies)
        self.screen = Screen(make_console(), self.names)

    def log(self) -> None:
        """Every move in words, and the scores."""
        teller = Teller(self.names, SPECTATOR if self.seat is None else self.seat, everything=self.seat is None)
        game, screen = self.game, self.screen
        moves = count(len(game.moves), "move")
        screen.say(Text(f"{self.names.map_name}, {game.players} players, {moves}", style="bold"))
        for sentence in teller.tell(game.opening):
            screen.say(f"      {sentence}")
        for number, move in enumerate(game.moves, start=1):
            for line, sentence in enumerate(teller.tell(move.events)):
                screen.say(f"{number if line == 0 else '':>4}  {sentence}")
        if game.over:
            screen.say()
            print_scores(screen.console, self.names, game.score_sheet())
        else:
            screen.say(f"The game is not over: {self.waiting()}.")

    def waiting(self) -> str:
        seats = ", ".join(str(seat) for seat in self.game.to_act)
        return f"it waits for seat {seats}" if len(self.game.to_act) == 1 else f"it waits for seats {seats}"

    def position(self, moves: int) -> None:
        """Show the position after `number` moves: all of it, or what a seat knew."""
        if not 0 <= moves <= len(self.game.moves):
            fail(f"{self.file} has {count(len(self.game.moves), 'move')}: there is no position {moves}", WRONG_USE)
        then = self.game.at(moves)
        if self.seat is None:
            self.screen.say(str(then))
            return
        view = then.view(self.seat)
        self.screen.heading(view)
        self.screen.position(view)
        if len(view.offered):
            offered = ", ".join(self.names.ticket(int(ticket)) for ticket in view.offered)
            self.screen.sections([("Offered", offered)])
        self.screen.holdings(view)

    def check(self, commitment: str | None) -> bool:
        """Report what was checked and whether it holds."""
        shown = commitment if commitment is not None else self.own_commitment()
        try:
            wrong = verify(self.game, shown)
        except ValueError as error:
            wrong = [f"the file holds a move that no seat could make: {error}"]
        if wrong:
            for reason in wrong:
                self.screen.say(f"{self.file} does not hold: {reason}.", style="red")
            return False
        seal = self.game.seal
        assert seal is not None
        if commitment is None:
            source = "the one written in the file itself; compare it with what was shown before the game"
        else:
            source = "the one you gave"
        moves = count(len(self.game.moves), "move")
        for line in (
            f"{self.file} holds:",
            f"• the secret fits the commitment {seal.commitment} ({source});",
            f"• the deal follows from the secret and {count(len(seal.contributions), 'contribution')} of the seats;",
            f"• all {moves} were legal, and each led to the events and the position that were recorded.",
        ):
            self.screen.say(line)
        return True

    def own_commitment(self) -> str | None:
        """The commitment in the file, which the host says was shown before the game."""
        with self.file.open(encoding="utf-8") as lines:
            commitment = json.loads(next(lines)).get("commitment")
        return None if commitment is None else str(commitment)


def replay(file: Path, checking: bool, commitment: str | None, at: int | None, seat: int | None) -> int:
    """Show or verify a record; returns the exit code."""
    shown = Replay(file, seat)
    if checking or commitment is not None:
        return 0 if shown.check(commitment) else WENT_WRONG
    if at is not None:
        shown.position(at)
    else:
        shown.log()
    return 0
