"""The names of cities, routes, tickets, cards and players of one game, with their letters and colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from trunkline.maps import load_map
from trunkline.maps.colours import inks, lettering, player_fill
from trunkline.maps.model import GRAY as GRAY_NAME
from trunkline.maps.model import Map, Route
from trunkline.maps.modules import STEAMERS
from trunkline.rules.actions import colour_of, doubles_of, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY, Board
from trunkline.rules.claim import CLAIM
from trunkline.rules.pairs import PAIR_CARDS
from trunkline.rules.payment import PAY
from trunkline.rules.ports import PORT, port_trains_of

LOCOMOTIVE_STYLE = "bold #ffffff on #6d4aa8"
FACE_LETTERS = ("", "a", "s", "d")
"""The letter of the face, after that of the colour: none for a train; train with anchor, ship, double ship."""
GREY = "grey"
"""The colour of a route that takes cards of any one colour, as people read it; files and code say `gray`."""


class Names:
    """The names of one board and of the people at it. `people[seat]` begins a sentence: `You`, `greedy 1`.

    With companies, `companies[seat]` is the one that the seat plays.
    """

    def __init__(self, board: Board, people: Sequence[str], companies: Sequence[str] = ()) -> None:
        self.board = board
        self.people = list(people)
        self.companies = list(companies)
        self.christened: dict[str, str] = {}
        """Names that routes got in a campaign."""
        self.registered: set[str] = set()
        """Tickets of a campaign that bring a postcard."""
        self.map = load_map(board.map_id)
        self.map_name = self.map.name
        self.variant_name = self.map.variants[board.variant].name
        self.cities = [city.name for city in self.map.cities]
        self.marks = marks_of(self.map)
        self.unit = "dollar" if board.has_companies else "point"
        """The unit of the score."""
        self.inks = inks(board.colour_names)
        letters = {ink.letter for ink in self.inks.values()}
        self.locomotive_letter = "*" if "L" in letters else "L"

    def person(self, seat: int) -> str:
        return self.people[seat]

    # Places

    def city(self, city: int) -> str:
        return self.cities[city]

    def ends(self, route: int) -> str:
        """The cities of a route: `Dieppe – London`."""
        return f"{self.cities[self.board.route_a[route]]} – {self.cities[self.board.route_b[route]]}"

    def route(self, route: int) -> str:
        """`Dieppe – London (lane 2)`: with the lane, or with rail or sea, if there are several routes.

        With its own name, if a president gave it one: `Albany – Boston “Low Road”`.
        """
        name = self.ends(route)
        lane = self.board.route_names[route].split(":")[1:]
        given = self.christened.get(self.board.route_names[route])
        called = f" “{given}”" if given else ""
        if not lane:
            return name + called
        return f"{name} ({', '.join(f'lane {word}' if word.isdigit() else word for word in lane)}){called}"

    def ticket(self, ticket: int) -> str:
        """The cities of a ticket; for a tour, all in their order (W9)."""
        board = self.board
        cities = board.ticket_cities[int(board.ticket_start[ticket]) : int(board.ticket_start[ticket + 1])]
        return " – ".join(self.cities[city] for city in cities)

    def worth(self, ticket: int) -> str:
        """`17`, or for a tour its values in order and out of order: `9 or 6`."""
        points = f"{self.board.ticket_points[ticket]}"
        return f"{points} or {self.board.ticket_out_of_order[ticket]}" if self.board.is_tour(ticket) else points

    def route_called(self, name: object) -> str:
        return self.route(self.board.route_number[str(name)])

    def city_called(self, name: object) -> str:
        return self.city(self.board.city_number[str(name)])

    def ticket_called(self, name: object) -> str:
        """With its points: `Kyiv – Petrograd (6)`."""
        number = self.board.ticket_number[str(name)]
        return f"{self.ticket(number)} ({self.worth(number)})"

    # Cards

    def letter(self, card: int) -> str:
        """`R`; with two decks also the face: `Ra`, `Rs`, `Rd`."""
        board = self.board
        if card == board.wild:
            return self.locomotive_letter
        face, colour = divmod(card, int(board.colours))
        return self.inks[board.colour_names[colour]].letter + FACE_LETTERS[face]

    def card(self, card: int) -> str:
        """A card in words: `red`, `red double ship`, `locomotive`."""
        return said(self.board, self.board.card_names[card])

    def box(self, console: Console, card: int) -> Text:
        """A small card: its letter on its colour, or in brackets on a terminal without colours."""
        style = self.box_style(console, card)
        return styled(f" {self.letter(card)} ", style) if style else Text(f"[{self.letter(card)}]")

    def box_style(self, console: Console, card: int) -> str:
        """The style of a card; empty on a terminal without colours."""
        if console.color_system is None or console.no_color:
            return ""
        if card == self.board.wild:
            return LOCOMOTIVE_STYLE
        ink = self.inks[self.board.colour_names[card % int(self.board.colours)]]
        return f"bold {ink.lettering} on {ink.fill}"

    def colour(self, route: int) -> str:
        """The colour of a route by name."""
        colour = int(self.board.colour[route])
        return GREY if colour == GRAY else self.board.colour_names[colour]

    def colour_box(self, console: Console, route: int) -> Text:
        """The colour of a route: a small card and its name."""
        colour = int(self.board.colour[route])
        if colour != GRAY:
            return self.box(console, colour) + Text(f" {self.board.colour_names[colour]}")
        if console.color_system is None or console.no_color:
            return Text(f"[ ] {GREY}")
        ink = self.inks[GRAY_NAME]
        return styled("   ", f"on {ink.fill}") + Text(f" {GREY}")

    def kind(self, route: int) -> str:
        """What is special about a route: `tunnel`, `ferry 2`, `sea`, `pairs`, `bridge`, or nothing."""
        if self.board.sea[route] or self.board.pair[route]:
            return "sea" if self.board.sea[route] else "pairs"
        symbols, marks = self.board.locomotives[route], ", ".join(self.marks[self.board.route_names[route]])
        if self.board.tunnel[route]:
            return marks or "tunnel"
        return f"ferry {symbols}" if symbols else marks

    # Payments

    def price(self, code: int, asked: int = 0, station: int = 0) -> int:
        """The number of cards of a payment. The caller gives `asked` for a tunnel and `station` for a station."""
        if kind_of(code) == CLAIM:
            route = subject_of(code)
            return PAIR_CARDS if self.board.pair[route] else int(self.board.length[route])
        if kind_of(code) == PORT:
            return int(self.board.numbers.port_price)
        return asked if kind_of(code) == PAY else station

    def payment(self, code: int, price: int) -> str:
        """`3 pink and 1 locomotive`, `1 red ship and 2 red double ships`."""
        return cards_in_words(self.board, self.payment_cards(code, price))

    def payment_cards(self, code: int, price: int) -> list[int]:
        """The cards of a payment one by one, the colour first. Trains are named without their anchor (W5)."""
        board, colour, wilds = self.board, int(colour_of(code)), int(wilds_of(code))
        if kind_of(code) == PORT:
            trains = int(port_trains_of(code))
            paid = [int(board.anchor_train) + colour] * trains + [int(board.ship) + colour] * (price - trains - wilds)
        elif kind_of(code) == CLAIM and board.sea[subject_of(code)]:
            doubles = int(doubles_of(code))
            singles = max(0, price - 2 * doubles - wilds)
            paid = [int(board.ship) + colour] * singles + [int(board.double_ship) + colour] * doubles
        else:
            paid = [colour] * (price - wilds)
        return paid + [int(board.wild)] * wilds

    def payment_boxes(self, console: Console, code: int, price: int) -> Text:
        """A payment as small cards."""
        return Text("").join(self.box(console, card) for card in self.payment_cards(code, price))

    def payment_letters(self, console: Console, code: int, price: int) -> Text:
        """A payment in single letters on their colours: `PPPL`."""
        parts = [(self.letter(card), self.box_style(console, card)) for card in self.payment_cards(code, price)]
        return Text(" " if self.board.numbers.ships > 0 else "").join(Text.assemble(part) for part in parts)

    def person_style(self, seat: int) -> str:
        """The name of a player in the player's colour, readable on dark and on light terminals."""
        ink = self.inks[self.companies[seat]].fill if self.companies else player_fill(seat)
        return f"bold {lettering(ink)} on {ink}"


def marks_of(map_: Map) -> dict[str, list[str]]:
    """By route the marks that a module or a news event of the game names: `bridge`, `mountain`, `harbours`."""
    harbours = {city.id for city in map_.cities if city.harbour}
    steamers = any(module.id == STEAMERS for module in map_.modules)
    lines = [clause.lines for event in map_.events for clause in event.clauses]
    lines += [rule.lines for event in map_.events for rule in event.rules]
    named = {each.tag for each in lines if each is not None} | {each.numbers.get("tag") for each in map_.modules}

    def marks(route: Route) -> list[str]:
        tags = [tag for tag in route.tags if tag in named]
        return [*tags, *(["harbours"] if steamers and {route.a, route.b} <= harbours else [])]

    return {route.name: marks(route) for route in map_.routes}


def said(board: Board, card: str) -> str:
    """The name of a card as people say it: `red double ship`."""
    return card.replace("-", " ") if board.numbers.ships > 0 else card


def cards_in_words(board: Board, cards: Sequence[int]) -> str:
    """Cards of a payment: `2 red`, `2 red and 1 locomotive`, `3 locomotives`, `2 red trains`, `1 red double ship`."""
    parts = []
    for card in dict.fromkeys(cards):
        name, number = said(board, board.card_names[card]), cards.count(card)
        parts.append(count(number, name) if card == board.wild or board.numbers.ships > 0 else f"{number} {name}")
    return listing(parts)


def styled(text: str, style: str) -> Text:
    """A text whose style does not extend to what is appended to it."""
    return Text.assemble((text, style))


def count(number: int, what: str) -> str:
    """`1 train`, `2 trains`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listing(parts: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
