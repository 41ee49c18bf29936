"""What can be chosen now: the legal actions in the order of a menu, and what a typed line means among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from trunkline.cli.atlas import Atlas, Unclear
from trunkline.cli.names import Names
from trunkline.cli.paths import progress
from trunkline.rules.actions import (
    CLAIM,
    DRAW_DECK,
    DRAW_ROW,
    DRAW_TICKETS,
    PASS,
    PAY,
    STATION,
    colour_of,
    encode,
    kind_of,
    subject_of,
    wilds_of,
)
from trunkline.rules.board import GRAY
from trunkline.rules.view import View


@dataclass(frozen=True)
class Item:
    """One number of the menu: the actions it may lead to, the best first."""

    number: int
    kind: int
    ways: list[int]
    wanted: bool = False
    """A claim that lies on the cheapest way of one of the player's tickets."""

    @property
    def route(self) -> int:
        return int(subject_of(self.ways[0]))


@dataclass
class Menu:
    """The menu of one turn. Slots of the row come first, so that 3 is always the third card."""

    view: View
    names: Names
    actions: Sequence[int]
    items: dict[int, Item] = field(default_factory=dict)
    claims: list[Item] = field(default_factory=list)
    deck: Item | None = None
    tickets: Item | None = None
    station: Item | None = None
    passing: Item | None = None

    def __post_init__(self) -> None:
        row = len(self.view.row)
        for code in self.actions:
            if kind_of(code) == DRAW_ROW:
                self.add(Item(int(subject_of(code)) + 1, DRAW_ROW, [code]))
        self.deck = self.single(DRAW_DECK, row + 1)
        self.tickets = self.single(DRAW_TICKETS, row + 2)
        self.passing = self.single(PASS, row + 3)
        number = row + 3
        wanted = {route for ticket in progress(self.view) if not ticket.done for route in ticket.missing}
        for route, ways in self.claims_by_route(wanted):
            self.claims.append(Item(number, CLAIM, ways, route in wanted))
            self.add(self.claims[-1])
            number += 1
        stations = [code for code in self.actions if kind_of(code) == STATION]
        if stations:
            self.station = Item(number, STATION, best_first(self.view, stations))
            self.add(self.station)

    def add(self, item: Item) -> None:
        self.items[item.number] = item

    def single(self, kind: int, number: int) -> Item | None:
        for code in self.actions:
            if kind_of(code) == kind:
                self.add(Item(number, kind, [code]))
                return self.items[number]
        return None

    def claims_by_route(self, wanted: set[int]) -> list[tuple[int, list[int]]]:
        """The claims grouped by route: those that help a ticket first, then by points."""
        board = self.view.board
        ways: dict[int, list[int]] = {}
        for code in self.actions:
            if kind_of(code) == CLAIM:
                ways.setdefault(int(subject_of(code)), []).append(code)
        # Two lanes of the same colour between the same cities are the same to a player: the first one serves.
        alike: dict[tuple[int, int, int], int] = {}
        for route in sorted(ways):
            key = (int(board.route_a[route]), int(board.route_b[route]), int(board.colour[route]))
            alike.setdefault(key, route)
        shown = sorted(alike.values(), key=lambda r: (r not in wanted, -int(board.points[r]), self.names.route(r)))
        return [(route, best_first(self.view, ways[route])) for route in shown]


def best_first(view: View, ways: Sequence[int]) -> list[int]:
    """Ways to pay, the fewest locomotives first, then the colour of which most is held."""

    def cost(code: int) -> tuple[int, int]:
        return int(wilds_of(code)), -int(view.hand[colour_of(code)])

    return sorted(ways, key=cost)


class Reader:
    """Turns a typed line of a turn into the actions it may mean."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.names = atlas.names
        self.board = atlas.board

    def ways(self, menu: Menu, line: str) -> list[int]:
        """The actions that a line may mean, the best first. They need not be legal: the game says why not."""
        words = line.lower().split()
        if len(words) == 1 and words[0].isdigit():
            return self.numbered(menu, words[0])
        if words[0] in ("draw", "take", "d"):
            return [self.draw(menu, words[1:])]
        if words[0] in ("deck", "blind"):
            return [int(encode(DRAW_DECK))]
        if words[0] in ("claim", "c"):
            return self.claim(menu, line.split(None, 1)[1] if len(words) > 1 else "")
        if words[0] == "pass":
            return [int(encode(PASS))]
        raise Unclear(f"`{line.strip()}` is not understood. Type a number of the menu, an action in words, or `help`.")

    def numbered(self, menu: Menu, word: str) -> list[int]:
        number = int(word) if len(word) < 6 else 0
        item = menu.items.get(number)
        if item is not None:
            return item.ways
        if 1 <= number <= len(menu.view.row):
            return [int(encode(DRAW_ROW, number - 1))]
        raise Unclear(f"There is no number {word} in the menu: `menu` shows it again.")

    def draw(self, menu: Menu, words: list[str]) -> int:
        """`draw 3`, `draw deck`, `draw tickets`; also `draw red`, if red lies face up."""
        what = words[0] if len(words) == 1 else ""
        if what == "deck":
            return int(encode(DRAW_DECK))
        if what in ("tickets", "ticket"):
            return int(encode(DRAW_TICKETS))
        slots = len(menu.view.row)
        if what.isascii() and what.isdigit() and len(what) < 4:
            if 1 <= int(what) <= slots:
                return int(encode(DRAW_ROW, int(what) - 1))
            raise Unclear(f"There is no slot {what}: the row has slots 1 to {slots}.")
        card = self.atlas.card(what) if what else None
        if card is None:
            raise Unclear(f"Say `draw 1` to `draw {slots}`, `draw deck` or `draw tickets`.")
        for slot, lying in enumerate(menu.view.row):
            if lying == card:
                return int(encode(DRAW_ROW, slot))
        raise Unclear(f"There is no {self.board.card_names[card]} card face up.")

    def claim(self, menu: Menu, text: str) -> list[int]:
        """`claim denver omaha pink+1`; the payment and the lane may be left out."""
        lanes, payment = self.route_and_payment(text)
        legal = [code for code in menu.actions if kind_of(code) == CLAIM and subject_of(code) in lanes]
        fitting = among(legal, payment)
        if fitting:
            ways = best_first(menu.view, fitting)
            first = subject_of(ways[0])
            colour = self.board.colour[first]
            # A payment in one colour may fit several lanes; of lanes that are alike one is enough.
            return [w for w in ways if subject_of(w) == first or self.board.colour[subject_of(w)] != colour]
        return [self.attempt(menu.view, lanes, payment)]

    def route_and_payment(self, text: str) -> tuple[list[int], tuple[int, int | None] | None]:
        """The last word is a payment if it can be one; a vague one (`or`) only if the rest is a route without it."""
        body = text.replace(" +", "+").replace("+ ", "+")
        head, _, last = body.strip().rpartition(" ")
        payment = self.atlas.payment(last, loose="+" in last) if head else None
        if payment is not None:
            return self.atlas.lanes(head), payment
        try:
            return self.atlas.lanes(body), None
        except Unclear:
            payment = self.atlas.payment(last) if head else None
            if payment is None:
                raise
            try:
                return self.atlas.lanes(head), payment
            except Unclear:
                pass
            raise

    def attempt(self, view: View, lanes: list[int], payment: tuple[int, int | None] | None) -> int:
        """The claim that was probably meant, for the game to say why it cannot be."""
        free = [route for route in lanes if view.owner[route] == 255] or lanes
        route = free[0]
        if payment is not None:
            fitting = [r for r in free if self.board.colour[r] in (payment[0], GRAY)]
            route = (fitting or free)[0]
        length = int(self.board.length[route])
        wild = int(self.board.wild)
        if payment is None:
            colour = int(self.board.colour[route])
            if colour == GRAY:
                colour = max(range(wild), key=lambda card: int(view.hand[card]))
            return pay_with(encode(CLAIM, route), colour, wild, length, int(self.board.locomotives[route]))
        return pay_with(encode(CLAIM, route), payment[0], wild, length, payment[1] or 0)

    def station(self, menu: Menu, text: str) -> list[int]:
        """`station wien blue`, `station wien`: the ways to build there."""
        body = text.replace(" +", "+").replace("+ ", "+").strip()
        head, _, last = body.rpartition(" ")
        payment = self.atlas.payment(last, loose="+" in last) if head else None
        city = self.atlas.city(head if payment is not None else body)
        legal = [code for code in menu.actions if kind_of(code) == STATION and subject_of(code) == city]
        fitting = among(legal, payment)
        if fitting:
            return best_first(menu.view, fitting)
        wild = int(self.board.wild)
        left = int(menu.view.players[menu.view.seat].stations)
        built = int(self.board.numbers.stations) - left
        price = int(self.board.station_cost[built]) if left else 1
        colour, wilds = payment or (max(range(wild), key=lambda card: int(menu.view.hand[card])), 0)
        return [pay_with(encode(STATION, city), colour, wild, price, wilds or 0)]

    def answer(self, line: str, answers: Sequence[int], asked: int) -> int | None:
        """What is answered to a tunnel: `pay red+1`, `pay` (the best way) or `withdraw`; None if it is neither."""
        words = line.lower().split()
        if words in (["withdraw"], ["w"]):
            return answers[-1]
        if words[:1] != ["pay"]:
            return None
        if len(words) == 1:
            return answers[0] if len(answers) > 1 else None
        payment = self.atlas.payment("".join(words[1:]))
        if payment is None:
            return None
        fitting = among(answers[:-1], payment)
        return fitting[0] if fitting else pay_with(encode(PAY), payment[0], self.board.wild, asked, payment[1] or 0)


def pay_with(code: int, colour: int, wild: int, price: int, wilds: int) -> int:
    """A code with a payment; the whole price in locomotives is `locomotive`, never a colour."""
    if colour == wild or wilds == price:
        return int(code | wild << 24 | price << 32)
    return int(code | colour << 24 | min(wilds, 255) << 32)


def among(codes: Sequence[int], payment: tuple[int, int | None] | None) -> list[int]:
    """The codes that are paid so; a colour without a number means no locomotives if that is possible."""
    if payment is None:
        return list(codes)
    colour, wilds = payment
    same = [code for code in codes if colour_of(code) == colour]
    if wilds is None:
        return [code for code in same if wilds_of(code) == 0] or same
    return [code for code in same if wilds_of(code) == wilds]
