"""The questions of a game at the terminal that are not a turn: tickets, pieces, tunnels, the spaces of a pair route."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console

from trunkline.bots.bot import Bot
from trunkline.cli.atlas import Atlas, Unclear, small
from trunkline.cli.choices import Reader, best_first
from trunkline.cli.companies import Companies
from trunkline.cli.company_screen import show_taking
from trunkline.cli.names import Names
from trunkline.cli.screen import Screen
from trunkline.cli.talk import Talk
from trunkline.cli.words import Teller
from trunkline.game import Game, IllegalAction
from trunkline.rules.actions import encode, kind_of, subject_of
from trunkline.rules.clause_steps import TAKE_CARD
from trunkline.rules.pieces import SPLIT
from trunkline.rules.state import OPENING
from trunkline.rules.tickets import KEEP
from trunkline.rules.tunnels import PAY_DOLLARS, WITHDRAW, tunnel_of

YES = ("", "y", "yes", "ok", "confirm", "done")
BACK = ("undo", "back", "b", "n", "no", "cancel")


class Left(Exception):
    """The person leaves the table before the end."""


class Questions:
    """One person at `seat`, asked through `read` and shown on a console.

    After every move the game is written to each of the `files`.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        bots: Mapping[int, Bot],
        people: Sequence[str],
        read: Callable[[str], str],
        console: Console,
        files: Sequence[Path] = (),
    ) -> None:
        self.game = game
        self.seat = seat
        self.bots = bots
        self.read = read
        self.files = list(files)
        self.names = Names(game.board, people, game.companies)
        self.screen = Screen(console, self.names)
        self.teller = Teller(self.names, seat)
        atlas = Atlas(self.names)
        self.reader = Reader(atlas)
        self.talk = Talk(game, seat, self.screen, atlas, self.teller)
        self.reported_moves = 0
        """How many moves the person has been shown."""

    # Moves and news

    def play(self, action: int) -> bool:
        """Take an action and show its events. If it is refused, show the reason and return False."""
        try:
            events = self.game.play(action, seat=self.seat)
        except IllegalAction as refusal:
            self.screen.sorry(self.by_name(str(refusal)))
            return False
        self.keep_files()
        self.reported_moves = len(self.game.moves)
        self.screen.news(self.teller.tell(events))
        return True

    def news(self) -> list[str]:
        """Show what happened since the last time."""
        events = [event for move in self.game.moves[self.reported_moves :] for event in move.events]
        self.reported_moves = len(self.game.moves)
        return self.teller.tell(events)

    def keep_files(self) -> None:
        """Save the game. A file that cannot be written is reported and dropped; the game continues."""
        for file in list(self.files):
            try:
                self.game.save(file)
            except OSError as error:
                self.files.remove(file)
                self.screen.sorry(f"The game can no longer be kept in {file}: {error.strerror or error}.")

    def by_name(self, text: str) -> str:
        """A sentence of the engine with people in place of seats."""

        def person(found: re.Match[str]) -> str:
            seat = int(found[1])
            return "you" if seat == self.seat else self.names.person(seat)

        return re.sub(r"\bseat (\d+)", person, text)

    # Asking

    def ask(self, prompt: str) -> str:
        """The next line that is not a show command (talk.py), stripped."""
        while True:
            line = self.read(f"{prompt}> ").strip()
            if line.lower() in ("quit", "exit", "q"):
                self.leave()
            elif not self.talk.answers(line):
                return line

    def leave(self) -> None:
        """Ask whether to save the game to a file, then leave; `back` returns to the game."""
        kept = f"The game is kept in {self.files[0]}." if self.files else "The game is not kept in any file."
        self.screen.say(f"{kept} Enter leaves, a file name saves it there too, `back` goes on.")
        answer = self.read("leave> ").strip()
        if answer.lower() in BACK:
            return
        if answer and answer.lower() not in YES and not self.talk.save(answer):
            return
        raise Left

    def number_in(self, line: str, most: int) -> int | None:
        """A number from 1 to `most`, minus one; None, with a message, for any other text."""
        if len(line) < 6 and 1 <= int(line) <= most:
            return int(line) - 1
        self.screen.sorry(f"There is no number {line} here: choose 1 to {most}.")
        return None

    # Tickets and tunnels

    def choose_tickets(self) -> None:
        """Compose the set of tickets to keep: numbers mark and unmark, `keep` keeps, `undo` takes a step back."""
        view = self.game.view(self.seat)
        numbers = self.game.board.numbers
        offered = len(view.offered)
        opening = view.phase == OPENING
        least = min(int(numbers.opening_keep if opening else numbers.draw_keep), offered)
        if opening:
            self.screen.say()
            self.screen.heading(view)
            self.news()
            self.screen.sections([("Row", self.screen.row(view)), ("Hand", self.screen.hand(view))])
        past: list[frozenset[int]] = []
        marked: frozenset[int] = frozenset()
        while True:
            self.screen.offer(view, marked, least)
            self.screen.say("Numbers mark and unmark, `keep` keeps what is marked, `undo` steps back.", style="dim")
            line = self.ask("tickets").lower()
            words = line.replace(",", " ").split()
            if words and all(word.isascii() and word.isdigit() for word in words):
                chosen = [self.number_in(word, offered) for word in words]
                if None not in chosen:
                    past.append(marked)
                    marked = marked.symmetric_difference(number for number in chosen if number is not None)
            elif line in BACK:
                marked = past.pop() if past else frozenset()
            elif words[:1] == ["keep"] and len(words) > 1:
                try:
                    action = self.game.code(" ".join(words), self.seat)
                except IllegalAction as refusal:
                    self.screen.sorry(str(refusal))
                    continue
                if self.play(action):
                    return
            elif line == "keep" or line in YES:
                if self.play(int(encode(KEEP, sum(1 << number for number in marked)))):
                    return
            else:
                self.screen.sorry(f"`{line}` does not fit here: type numbers such as `1 3`, then `keep`.")

    def choose_pieces(self) -> None:
        """Ask how many of the pieces are to be trains (W2)."""
        view = self.game.view(self.seat)
        numbers = self.game.board.numbers
        actions = self.game.legal(self.seat)
        fewest, most = int(subject_of(actions[0])), int(subject_of(actions[-1]))
        proposed, pieces = int(numbers.suggested_trains), int(numbers.pieces)
        self.screen.say()
        self.screen.heading(view)
        self.screen.news(self.news())
        self.screen.sections([("Hand", self.screen.hand(view)), ("Tickets", self.screen.tickets(view))])
        self.screen.say(f"You have {pieces} pieces: {fewest} to {most} of them trains, the others ships.")
        self.screen.say(f"Enter takes {proposed} trains and {pieces - proposed} ships.", style="dim")
        while True:
            line = self.ask("trains").lower()
            words = line.removeprefix("split").split()
            if line in YES:
                words = [str(proposed)]
            if not 1 <= len(words) <= 2 or not all(small(word) for word in words):
                self.screen.sorry(f"`{line}` does not fit here: type the number of trains, {fewest} to {most}.")
            elif len(words) == 2 and int(words[0]) + int(words[1]) != pieces:
                self.screen.sorry(f"Trains and ships must be {pieces} in all.")
            elif self.play(int(encode(SPLIT, int(words[0])))):
                return

    def pay_pair(self) -> None:
        """Ask for the cards of the next space of a pair route until it is paid (W7)."""
        view = self.game.view(self.seat)
        answers = best_first(view, self.game.legal(self.seat))
        self.screen.pair(view, answers)
        while True:
            line = self.ask("pair")
            if line.isascii() and line.isdigit():
                number = self.number_in(line, len(answers))
                if number is not None and self.play(answers[number]):
                    return
                continue
            if line.lower() in BACK:
                self.screen.sorry("The route is begun and must be paid to its end: choose the cards of this space.")
                continue
            action = self.reader.pair_answer(line, answers) if line else answers[0]
            if action is None:
                self.screen.sorry(f"`{line}` does not fit here: type a number, or `pay` with a colour.")
            elif self.play(action):
                return

    def take_face_up(self) -> None:
        """Ask which face-up card a bonus takes (L16): its place in the row, or its name."""
        view = self.game.view(self.seat)
        answers = self.game.legal(self.seat)
        self.screen.news(self.news())
        show_taking(self.screen, view, answers)
        while True:
            line = self.ask("take").lower()
            words = line.removeprefix("take").split()
            if line in BACK:
                self.screen.sorry("The route is claimed, and this is its bonus: choose a card.")
                continue
            try:
                slot = self.reader.slot(view, words)
            except Unclear as unclear:
                self.screen.sorry(str(unclear))
                continue
            if slot is None:
                self.screen.sorry(f"`{line}` does not fit here: type the number or the name of a face-up card.")
            elif self.play(int(encode(TAKE_CARD, slot))):
                return

    def answer_question(self) -> None:
        """Ask any other question: list the answers in notation, and ask until one is given."""
        answers = self.game.legal(self.seat)
        for number, code in enumerate(answers, start=1):
            words = self.game.notation(code)
            self.screen.say(f"  {number} {self.companies_words(words)}")
        while True:
            line = self.ask("answer")
            if line.isascii() and line.isdigit():
                chosen = self.number_in(line, len(answers))
                if chosen is not None and self.play(answers[chosen]):
                    return
                continue
            try:
                action = self.game.code(line, self.seat)
            except IllegalAction as refused:
                self.screen.sorry(str(refused))
                continue
            if self.play(action):
                return

    def companies_words(self, words: str) -> str:
        """An answer with what the card says that it names, on a map with companies."""
        return Companies(self.names).answer(words) if self.game.board.has_companies else words

    def answer_tunnel(self) -> None:
        """Show what the tunnel asks for, and ask until the person pays or withdraws (E4)."""
        view = self.game.view(self.seat)
        actions = self.game.legal(self.seat)
        withdraw = int(encode(WITHDRAW))
        dollars = [code for code in actions if kind_of(code) == PAY_DOLLARS]
        cards = [code for code in actions if code != withdraw and code not in dollars]
        answers = [*best_first(view, cards), *dollars, withdraw]
        self.screen.tunnel(view, answers)
        while True:
            line = self.ask("tunnel")
            if line.isascii() and line.isdigit():
                number = self.number_in(line, len(answers))
                if number is not None and self.play(answers[number]):
                    return
                continue
            if line.lower() in BACK:
                self.screen.sorry("The cards are laid and turned up: pay, or `withdraw`, which ends your turn.")
                continue
            action = self.reader.answer(line, answers, int(tunnel_of(view).asked))
            if action is None:
                self.screen.sorry(f"`{line}` does not fit here: type a number, `pay` with a colour, or `withdraw`.")
            elif self.play(action):
                return
