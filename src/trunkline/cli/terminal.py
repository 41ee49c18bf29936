"""A game in the terminal: one person against bots, asked through `read` and shown on a console.

The loop does not depend on a keyboard: `read` gets a prompt and returns a line, or raises EOFError or
KeyboardInterrupt at the end of the input. The game changes only through `Game.play`.
"""

from __future__ import annotations

from collections.abc import Sequence

from trunkline.cli.atlas import Unclear
from trunkline.cli.choices import Menu, NotUnderstood
from trunkline.cli.company_screen import show_companies
from trunkline.cli.names import count, listing
from trunkline.cli.questions import BACK, YES, Left, Questions
from trunkline.cli.scores import print_scores
from trunkline.game import IllegalAction
from trunkline.lab.simulate import BotFailed
from trunkline.rules.actions import ActionList, kind_of
from trunkline.rules.cards import DRAW_ROW, SECOND_PICK
from trunkline.rules.claim import CLAIM, CLAIM_ASKS
from trunkline.rules.clause_steps import TAKE_CARD
from trunkline.rules.pairs import PAIR
from trunkline.rules.pieces import EXCHANGE, SPLITTING, box_ships, box_trains
from trunkline.rules.ports import PORT
from trunkline.rules.state import OPENING, TURN
from trunkline.rules.stations import STATION
from trunkline.rules.tickets import DRAW_TICKETS, TICKETS, tickets_shown
from trunkline.rules.tunnels import TUNNEL
from trunkline.rules.turn import legal


class TerminalGame(Questions):
    """A whole game: a person at `seat`, bots at the other seats."""

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
            self.reported_moves = len(self.game.moves)
            return
        # When a game is continued, the last round is shown again; the log has the rest.
        self.reported_moves = max(0, len(self.game.moves) - 2 * self.game.players)
        show_companies(self.screen, self.game.view(self.seat))
        self.screen.say("Type a number, an action in words, or `help`; `quit` leaves the game and saves it.")

    def let_bot_move(self) -> bool:
        """Let one bot move, if the game waits for one."""
        for seat in self.game.to_act:
            if seat in self.bots:
                actions = ActionList()
                legal(self.game.state, seat, actions)
                try:
                    self.game.play(self.bots[seat].choose(self.game.view(seat), actions), seat=seat)
                except Exception as error:
                    # A user's bot may raise anything; the game so far is kept.
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
        elif phase == SPLITTING:
            self.choose_pieces()
        elif phase == PAIR:
            self.pay_pair()
        elif phase == CLAIM_ASKS and all(kind_of(code) == TAKE_CARD for code in self.game.legal(self.seat)):
            self.take_face_up()
        elif phase in (TURN, SECOND_PICK):
            self.take_turn(second=phase == SECOND_PICK)
        else:
            self.answer_question()

    # A turn

    def take_turn(self, second: bool) -> None:
        """Show the menu and ask until an action is taken."""
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
            self.screen.office(view)
        self.screen.menu(menu, self.screen.room_for_claims(view, len(news)))
        prompt = "second card" if second else "your move"
        while not self.act_on(menu, self.ask(prompt)):
            pass
        self.talk.menu = None

    def act_on(self, menu: Menu, line: str) -> bool:
        """Carry out a line; return False if no action was taken."""
        if not line:
            self.screen.sorry("Type a number of the menu, an action in words, or `help`.")
            return False
        if line.lower() in BACK:
            self.screen.sorry("There is no draft to leave: a move that was made cannot be taken back.")
            return False
        try:
            ways = self.ways(menu, line)
        except NotUnderstood as not_understood:
            self.screen.sorry(self.why_not_now(line) or str(not_understood))
            return False
        except Unclear as unclear:
            self.screen.sorry(str(unclear))
            return False
        if not ways:
            return False
        kind = kind_of(ways[0])
        if ways[0] in menu.actions:
            if kind in (CLAIM, STATION, PORT, EXCHANGE):
                return self.draft(menu, ways)
            if kind == DRAW_ROW and len(ways) > 1:
                return self.take_from_row(ways)
            if kind == DRAW_TICKETS and not self.confirm_tickets():
                return False
        elif kind == CLAIM:
            return self.refuse(ways)
        return self.play(ways[0])

    def why_not_now(self, line: str) -> str:
        """Why an action that answers another question of the game is illegal now; empty if the line is no action."""
        try:
            self.game.copy().play(line.lower(), seat=self.seat)
        except IllegalAction as refusal:
            return self.by_name(str(refusal)) if refusal.code == "not_now" else ""
        return ""

    def refuse(self, ways: Sequence[int]) -> bool:
        """Show why a claim is illegal; with several lanes, the reason for each."""
        for way in ways:
            self.play(way)
        return False

    def ways(self, menu: Menu, line: str) -> list[int]:
        """The actions a line may mean; for a station or a port without a city, the city is asked for."""
        word, _, rest = line.partition(" ")
        ports = self.game.board.numbers.ports > 0
        if word.lower() == "exchange" and rest.strip():
            return self.reader.exchange(rest)
        if word.lower() == "exchange" and menu.exchange is not None:
            return self.exchange()
        if word.lower() in ("station", "build", "port"):
            return self.build(menu, rest, "port" if word.lower() == "port" or ports else "station")
        ways = self.reader.ways(menu, line)
        if menu.station is not None and ways == menu.station.ways:
            return self.build(menu, "", "station")
        if menu.port is not None and ways == menu.port.ways:
            return self.build(menu, "", "port")
        if menu.exchange is not None and ways == menu.exchange.ways:
            return self.exchange()
        return ways

    def build(self, menu: Menu, place: str, what: str) -> list[int]:
        """The ways to build a station or a port; none if the person cancels."""
        if not place.strip():
            place = self.ask("in which city")
            if place.lower() in BACK or not place:
                self.screen.say(f"No {what}, then.")
                return []
        return self.reader.station(menu, place) if what == "station" else self.reader.port(menu, place)

    def exchange(self) -> list[int]:
        """How many pieces to exchange with the box; none if the person cancels."""
        view = self.game.view(self.seat)
        trains, ships = int(box_trains(view, self.seat)), int(box_ships(view, self.seat))
        self.screen.say(f"Your box holds {count(trains, 'train')} and {ships} ships.")
        line = self.ask("take from the box")
        if line.lower() in BACK or not line:
            self.screen.say("No exchange, then.")
            return []
        return self.reader.exchange(line.removeprefix("exchange "))

    def take_from_row(self, ways: Sequence[int]) -> bool:
        """Ask which deck refills the slot (W4), then take the card."""
        decks = self.game.board.deck_names
        self.screen.say(
            f"Which deck fills the place? {listing(f'`{deck}`' for deck in decks)}; `back` leaves the card."
        )
        while True:
            line = self.ask("fill from").lower()
            chosen = [way for way, deck in zip(ways, decks, strict=True) if line and deck.startswith(line)]
            if line in BACK:
                return False
            if len(chosen) == 1:
                return self.play(chosen[0])
            self.screen.sorry(f"`{line}` does not fit here: type {listing((f'`{deck}`' for deck in decks), 'or')}.")

    def draft(self, menu: Menu, ways: Sequence[int]) -> bool:
        """Show a claim, a port or the like before it is made: confirm it, pay another way, or leave it."""
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
        offered = min(int(tickets_shown(view)), int(view.ticket_deck_size))
        least = min(int(self.game.board.numbers.draw_keep), offered)
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
