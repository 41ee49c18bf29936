"""Commands that only show something. They work at every prompt and never change the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.table import Table

from trunkline.cli.atlas import Atlas, Unclear
from trunkline.cli.choices import Menu
from trunkline.cli.company_screen import show_companies, show_news
from trunkline.cli.files import RECORD, check_kind
from trunkline.cli.rules_help import commands, short_rules
from trunkline.cli.screen import LABEL, Screen
from trunkline.cli.words import Teller
from trunkline.game import Game
from trunkline.program import program
from trunkline.rules.state import NOBODY


class Talk:
    """Answers a line if it is such a command; `menu` is the current menu, if there is one."""

    def __init__(self, game: Game, seat: int, screen: Screen, atlas: Atlas, teller: Teller) -> None:
        self.game = game
        self.seat = seat
        self.screen = screen
        self.atlas = atlas
        self.teller = teller
        self.menu: Menu | None = None
        self.draw_map: Callable[[], None] = self.say_how_to_draw
        """Answers `map`. A campaign sets it: its map is its own."""

    def answers(self, line: str) -> bool:
        """Answer the line if it is such a command; return whether it was."""
        word, _, rest = line.strip().partition(" ")
        view = self.game.view(self.seat)
        match word.lower(), rest.strip():
            case ("help" | "h" | "?" | "rules", ""):
                self.help()
            case ("hand", ""):
                self.screen.sections([("Hand", self.screen.hand(view))])
            case ("tickets" | "ticket", ""):
                self.screen.sections([("Tickets", self.screen.tickets(view, every=True))])
            case ("players", ""):
                self.screen.say(self.screen.players(view, known=True))
            case ("board", ""):
                self.screen.holdings(view)
            case ("map", ""):
                self.draw_map()
            case ("news", "") if self.game.board.has_companies:
                show_news(self.screen, view)
            case ("companies" | "company", "") if self.game.board.has_companies:
                show_companies(self.screen, view)
            case ("row" | "table", ""):
                self.screen.position(view)
            case ("routes" | "route", city):
                self.routes(city)
            case ("log", ""):
                events = [*self.game.opening, *(event for move in self.game.moves for event in move.events)]
                self.screen.news(self.teller.tell(events))
            case ("menu" | "claims", "") if self.menu is not None:
                self.screen.menu(self.menu, None if word.lower() == "claims" else 12)
            case ("save", name):
                self.save(name)
            case _:
                return False
        return True

    def help(self) -> None:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        for words, meaning in commands(self.game.board):
            grid.add_row(words, meaning)
        self.screen.say("You can type", style=LABEL)
        self.screen.say(grid)
        self.screen.say(f"The rules of {self.screen.names.map_name} in short", style=LABEL)
        modules = [f"{module.name.en}: {module.text.en}" for module in self.screen.names.map.modules]
        self.screen.news([*short_rules(self.game.board), *modules])

    def say_how_to_draw(self) -> None:
        name = self.game.board.map_id
        self.screen.say(f"`{program()} map draw {name} -o map.svg` draws the map; open it in a browser.")

    def routes(self, city_name: str) -> None:
        """The free routes, or all routes of a city."""
        view = self.game.view(self.seat)
        board = self.game.board
        if not city_name:
            self.screen.routes(view, [route for route in range(board.routes) if view.owner[route] == NOBODY])
            return
        try:
            city = self.atlas.city(city_name)
        except Unclear as unclear:
            self.screen.sorry(str(unclear))
            return
        self.screen.routes(view, [r for r in range(board.routes) if city in (board.route_a[r], board.route_b[r])])

    def save(self, name: str) -> bool:
        """Save the game to a file; print the reason and return False if that fails."""
        if not name:
            self.screen.sorry("Name a file, for example `save evening.jsonl`.")
            return False
        path = Path(name).expanduser()
        try:
            check_kind(path, RECORD)
            self.game.save(path)
        except OSError as error:
            self.screen.sorry(f"The game could not be saved as {path}: {error.strerror or error}.")
            return False
        seat = f" --seat {self.seat}" if self.seat else ""
        self.screen.say(f"Saved as {path}. To continue later: {program()} play --load {path}{seat}")
        return True
