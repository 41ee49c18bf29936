"""A game in the terminal: one person against bots, asked through `read` and shown on a console.

The loop knows nothing of keyboards: `read` is given a prompt and returns a line, or raises EOFError or
KeyboardInterrupt when there will be no more. Whatever is typed, the game changes only by `Game.play`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from rich.console import Console

from trunkline.bots.bot import Bot
from trunkline.cli.atlas import Atlas, Unclear
from trunkline.cli.choices import Menu, Reader, best_first
from trunkline.cli.names import Names, count
from trunkline.cli.scores import print_scores
from trunkline.cli.screen import Screen
from trunkline.cli.talk import Talk
from trunkline.cli.words import Teller
from trunkline.game import Game, IllegalAction
from trunkline.lab.simulate import BotFailed
from trunkline.rules.actions import CLAIM, DRAW_TICKETS, KEEP, STATION, WITHDRAW, ActionList, encode, kind_of
from trunkline.rules.state import OPENING, SECOND_PICK, TICKETS, TUNNEL
from trunkline.rules.turn import legal

YES = ("", "y", "yes", "ok", "confirm", "done")
BACK = ("undo", "back", "b", "n", "no", "cancel")


class Left(Exception):
    """The person leaves the table before the end."""


class TerminalGame:
    """One person at `seat`, a bot at each other one. After every move the game is written to each of the `files`."""

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
        self.names = Names(game.board, people)
        self.screen = Screen(console, self.names)
        self.teller = Teller(self.names, seat)
        atlas = Atlas(self.names)
        self.reader = Reader(atlas)
        self.talk = Talk(game, seat, self.screen, atlas, self.teller)
        self.told = 0
        """How many of the moves the person has been told of."""

    # The course of the game

    def run(self) -> bool:
        """Play to the end; False if the person left before it."""
        try:
            self.welcome()
            while not self.game.over:
                if not self.let_bot_move():
                    self.ask_for_move()
        except Left:
            return False
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            return False
        self.screen.news(self.news())
        self.screen.say()
        self.screen.heading(self.game.view(self.seat))
        print_scores(self.screen.console, self.names, self.game.score_sheet())
        return True

    def welcome(self) -> None:
        self.keep_files()
        if self.game.over:
            self.told = len(self.game.moves)
            return
        # Of a game that goes on, the last round is told again and the rest is in the log.
        self.told = max(0, len(self.game.moves) - 2 * self.game.players)
        self.screen.say("Type a number, an action in words, or `help`; `quit` leaves, and nothing is lost.")

    def let_bot_move(self) -> bool:
        """Let one bot move, if the game waits for one."""
        for seat in self.game.to_act:
            if seat in self.bots:
                actions = ActionList()
                legal(self.game.state, seat, actions)
                try:
                    self.game.play(self.bots[seat].choose(self.game.view(seat), actions), seat=seat)
                except Exception as error:
                    # A bot of one's own may fail in every way there is; the game so far is kept.
                    what = f"{type(error).__name__}: {error}"
                    raise BotFailed(f"the bot {self.names.person(seat)} failed at its move ({what})") from error
                self.keep_files()
                return True
        return False

    def ask_for_move(self) -> None:
        phase = self.game.state.phase
        if phase == TUNNEL:
            self.answer_tunnel()
        elif phase in (OPENING, TICKETS):
            self.choose_tickets()
        else:
            self.take_turn(second=phase == SECOND_PICK)

    def play(self, action: int) -> bool:
        """Take an action and tell what came of it; False, with the reason told, if the game refuses it."""
        try:
            events = self.game.play(action, seat=self.seat)
        except IllegalAction as refusal:
            self.screen.sorry(self.by_name(str(refusal)))
            return False
        self.keep_files()
        self.told = len(self.game.moves)
        self.screen.news(self.teller.tell(events))
        return True

    def news(self) -> list[str]:
        """What happened since the person was last told."""
        events = [event for move in self.game.moves[self.told :] for event in move.events]
        self.told = len(self.game.moves)
        return self.teller.tell(events)

    def keep_files(self) -> None:
        """Write the game down; a file that cannot be written is given up with a word, and the game goes on."""
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
        """The next line that is not table talk, without spaces round it."""
        while True:
            line = self.read(f"{prompt}> ").strip()
            if line.lower() in ("quit", "exit", "q"):
                self.leave()
            elif not self.talk.answers(line):
                return line

    def leave(self) -> None:
        """Ask whether to keep the game in a file of its own, then leave; `back` goes on with the game."""
        kept = f"The game is kept in {self.files[0]}." if self.files else "The game is not kept in any file."
        self.screen.say(f"{kept} Enter leaves, a file name saves it there too, `back` goes on.")
        answer = self.read("leave> ").strip()
        if answer.lower() in BACK:
            return
        if answer and answer.lower() not in YES and not self.talk.save(answer):
            return
        raise Left

    def number_in(self, line: str, most: int) -> int | None:
        """A number from 1 to `most`, less one; None, with a word about it, for another number."""
        if len(line) < 6 and 1 <= int(line) <= most:
            return int(line) - 1
        self.screen.sorry(f"There is no number {line} here: choose 1 to {most}.")
        return None

    # A turn

    def take_turn(self, second: bool) -> None:
        """Show what is on offer and ask until something is done."""
        view = self.game.view(self.seat)
        menu = Menu(view, self.names, self.game.legal(self.seat))
        self.talk.menu = menu
        news: list[str] = []
        if second:
            self.screen.sections([("Row", self.screen.row(view)), ("Hand", self.screen.hand(view))])
        else:
            self.screen.say()
            self.screen.heading(view)
            news = self.news()
            self.screen.news(news)
            self.screen.position(view)
        self.screen.menu(menu, self.screen.room_for_claims(view, len(news)))
        prompt = "second card" if second else "your move"
        while not self.act_on(menu, self.ask(prompt)):
            pass
        self.talk.menu = None

    def act_on(self, menu: Menu, line: str) -> bool:
        """Do what a line asks for; False if nothing came of it."""
        if not line:
            self.screen.sorry("Type a number of the menu, an action in words, or `help`.")
            return False
        if line.lower() in BACK:
            self.screen.sorry("There is no draft to leave: a move once made stands.")
            return False
        try:
            ways = self.ways(menu, line)
        except Unclear as unclear:
            self.screen.sorry(str(unclear))
            return False
        if not ways:
            return False
        kind = kind_of(ways[0])
        if ways[0] in menu.actions:
            if kind in (CLAIM, STATION):
                return self.draft(menu, ways)
            if kind == DRAW_TICKETS and not self.confirm_tickets():
                return False
        return self.play(ways[0])

    def ways(self, menu: Menu, line: str) -> list[int]:
        """The actions a line may mean; for a station without a city, the city is asked for."""
        word, _, rest = line.partition(" ")
        if word.lower() in ("station", "build"):
            return self.station(menu, rest)
        ways = self.reader.ways(menu, line)
        if menu.station is not None and ways == menu.station.ways:
            return self.station(menu, "")
        return ways

    def station(self, menu: Menu, place: str) -> list[int]:
        """The ways to build a station; none if the person thinks better of it."""
        if not place.strip():
            place = self.ask("in which city")
            if place.lower() in BACK or not place:
                self.screen.say("No station, then.")
                return []
        return self.reader.station(menu, place)

    def draft(self, menu: Menu, ways: Sequence[int]) -> bool:
        """Show a claim or a station before it is made: confirm it, pay another way, or leave it."""
        chosen = 0
        while True:
            self.screen.draft(menu.view, ways, chosen)
            others = ", a number pays another way" if len(ways) > 1 else ""
            self.screen.say(f"Enter confirms{others}, `back` leaves the draft.", style="dim")
            line = self.ask("draft")
            if line.lower() in YES:
                return self.play(ways[chosen])
            if line.lower() in BACK:
                self.screen.say("Left the draft: nothing was done.")
                return False
            if line.isascii() and line.isdigit():
                number = self.number_in(line, len(ways))
                chosen = chosen if number is None else number
            else:
                self.screen.sorry(f"`{line}` does not fit here: confirm with Enter, or `back` to do something else.")

    def confirm_tickets(self) -> bool:
        view = self.game.view(self.seat)
        numbers = self.game.board.numbers
        offered = min(int(numbers.draw_tickets), int(view.ticket_deck_size))
        least = min(int(numbers.draw_keep), offered)
        self.screen.say(f"Draft: draw {count(offered, 'ticket')}, of which you must keep at least {least}.")
        self.screen.say("Enter confirms, `back` leaves the draft.", style="dim")
        while True:
            line = self.ask("draft")
            if line.lower() in YES or line.lower() == "draw tickets":
                return True
            if line.lower() in BACK:
                self.screen.say("Left the draft: nothing was done.")
                return False
            self.screen.sorry(f"`{line}` does not fit here: confirm with Enter, or `back` to do something else.")

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

    def answer_tunnel(self) -> None:
        """Show what the tunnel asks for, and ask until it is paid or left (E4)."""
        view = self.game.view(self.seat)
        actions = self.game.legal(self.seat)
        withdraw = int(encode(WITHDRAW))
        answers = [*best_first(view, [code for code in actions if code != withdraw]), withdraw]
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
            action = self.reader.answer(line, answers, int(view.tunnel_asked))
            if action is None:
                self.screen.sorry(f"`{line}` does not fit here: type a number, `pay` with a colour, or `withdraw`.")
            elif self.play(action):
                return
