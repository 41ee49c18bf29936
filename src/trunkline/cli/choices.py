"""The menu: the legal actions in menu order, and the actions that a typed line may mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from trunkline.cli.atlas import Atlas, Payment, Unclear, small
from trunkline.cli.names import Names
from trunkline.rules.actions import colour_of, doubles_of, encode, kind_of, subject_of, wilds_of
from trunkline.rules.board import GRAY
from trunkline.rules.cards import DRAW_DECK, DRAW_ROW
from trunkline.rules.claim import CLAIM
from trunkline.rules.pairs import PAIR_CARDS
from trunkline.rules.payment import PAY
from trunkline.rules.payouts import all_payouts
from trunkline.rules.pieces import EXCHANGE
from trunkline.rules.ports import PORT, port_trains_of
from trunkline.rules.powers import BUY, RETURN, TAKE_BOND
from trunkline.rules.progress import ticket_progress
from trunkline.rules.state import NOBODY
from trunkline.rules.stations import STATION, stations_left
from trunkline.rules.tickets import DRAW_TICKETS
from trunkline.rules.tunnels import PAY_DOLLARS
from trunkline.rules.turn import PASS
from trunkline.rules.view import View


@dataclass(frozen=True)
class Item:
    """One number of the menu: the actions it may lead to, the best first."""

    number: int
    kind: int
    ways: list[int]
    wanted: bool = False
    """A claim on the cheapest path for one of the player's tickets."""

    @property
    def route(self) -> int:
        return int(subject_of(self.ways[0]))


SHOWN = (PASS, DRAW_ROW, DRAW_DECK, DRAW_TICKETS, CLAIM, STATION, PORT, EXCHANGE)
"""The kinds of action that have a place of their own in the menu."""


@dataclass
class Menu:
    """The menu of one turn. Slots of the row come first, so that 3 is always the third card."""

    view: View
    names: Names
    actions: Sequence[int]
    items: dict[int, Item] = field(default_factory=dict)
    claims: list[Item] = field(default_factory=list)
    decks: list[Item] = field(default_factory=list)
    tickets: Item | None = None
    station: Item | None = None
    port: Item | None = None
    exchange: Item | None = None
    passing: Item | None = None
    others: list[Item] = field(default_factory=list)
    """Actions that have no place of their own in the menu: one item each, shown in their notation."""

    def __post_init__(self) -> None:
        row, decks = len(self.view.row), len(self.view.board.deck_names)
        for slot in range(row):
            taking = [code for code in self.actions if kind_of(code) == DRAW_ROW and subject_of(code) == slot]
            if taking:  # with two decks there are two actions: one for each deck that can refill the slot (W4)
                self.add(Item(slot + 1, DRAW_ROW, taking))
        for code in self.actions:
            if kind_of(code) == DRAW_DECK:
                self.decks.append(Item(row + 1 + int(subject_of(code)), DRAW_DECK, [code]))
                self.add(self.decks[-1])
        self.tickets = self.single(DRAW_TICKETS, row + decks + 1)
        self.passing = self.single(PASS, row + decks + 2)
        number = row + decks + 2
        wanted = {route for ticket in ticket_progress(self.view) if not ticket.done for route in ticket.missing}
        for route, ways in self.claims_by_route(wanted):
            self.claims.append(Item(number, CLAIM, ways, route in wanted))
            self.add(self.claims[-1])
            number += 1
        self.station = self.several(STATION, number)
        self.port = self.several(PORT, number)
        self.exchange = self.several(EXCHANGE, number + 1)
        number += 2
        for code in self.actions:
            if kind_of(code) not in SHOWN:
                self.others.append(Item(number, int(kind_of(code)), [code]))
                self.add(self.others[-1])
                number += 1

    def several(self, kind: int, number: int) -> Item | None:
        """All actions of a kind under one number; the city or the number of pieces is asked for afterwards."""
        codes = [code for code in self.actions if kind_of(code) == kind]
        if not codes:
            return None
        item = Item(number, kind, codes if kind == EXCHANGE else best_first(self.view, codes))
        self.add(item)
        return item

    def add(self, item: Item) -> None:
        self.items[item.number] = item

    def single(self, kind: int, number: int) -> Item | None:
        for code in self.actions:
            if kind_of(code) == kind:
                self.add(Item(number, kind, [code]))
                return self.items[number]
        return None

    def claims_by_route(self, wanted: set[int]) -> list[tuple[int, list[int]]]:
        """The claims grouped by route: those that help a ticket first, then by value."""
        board = self.view.board
        ways: dict[int, list[int]] = {}
        for code in self.actions:
            if kind_of(code) == CLAIM:
                ways.setdefault(int(subject_of(code)), []).append(code)
        # Two lanes of one colour between the same cities are equivalent: the first one is enough.
        alike: dict[tuple[int, int, int, int], int] = {}
        for route in sorted(ways):
            ends = int(board.route_a[route]), int(board.route_b[route])
            key = (*ends, int(board.colour[route]), int(board.sea[route]))
            alike.setdefault(key, route)
        shown = sorted(alike.values(), key=lambda r: (r not in wanted, *self.rank(r), self.names.route(r)))
        return [(route, best_first(self.view, ways[route])) for route in shown]

    def rank(self, route: int) -> tuple[int, int, int]:
        """The sort key of claims: points; with companies the dollars and cards they pay now, then length."""
        board = self.view.board
        found = all_payouts(self.view, self.view.seat, route)
        money, cards = sum(int(each.money) for each in found), sum(int(each.cards) for each in found)
        return -int(board.points[route]) - money, -cards, -int(board.length[route])


def best_first(view: View, ways: Sequence[int]) -> list[int]:
    """Payments sorted: fewest locomotives, then fewest unused ships, then the colour with the most cards in hand."""
    board = view.board

    def cost(code: int) -> tuple[int, int, int]:
        unused = 0
        if kind_of(code) == CLAIM and board.sea[subject_of(code)]:
            unused = max(0, 2 * int(doubles_of(code)) + int(wilds_of(code)) - int(board.length[subject_of(code)]))
        return int(wilds_of(code)), unused, -held(view, int(colour_of(code)))

    return sorted(ways, key=cost)


def held(view: View, colour: int) -> int:
    """How many cards of a colour the viewer holds, of any face; or locomotives."""
    board = view.board
    if colour == board.wild:
        return int(view.hand[colour])
    return sum(int(view.hand[card]) for card in range(colour, int(board.wild), int(board.colours)))


class NotUnderstood(Unclear):
    """The line begins with no word that a turn knows."""


class Reader:
    """Turns a typed line of a turn into the actions it may mean."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self.names = atlas.names
        self.board = atlas.board

    def ways(self, menu: Menu, line: str) -> list[int]:
        """The actions that a line may mean, the best first. They may be illegal; the game then explains why."""
        words = line.lower().split()
        if len(words) == 1 and words[0].isdigit():
            return self.numbered(menu, words[0])
        if words[0] in ("draw", "d"):
            return self.draw(menu, words[1:])
        if words[0] == "take":
            raise Unclear(
                f"`take` answers a bonus. To draw a card on your turn, type `draw {' '.join(words[1:]) or '3'}`."
            )
        if words[0] in ("deck", "blind"):
            return self.draw(menu, ["deck"])
        if words[0] in ("claim", "c"):
            return self.claim(menu, line.split(None, 1)[1] if len(words) > 1 else "")
        if words[0] == "pass":
            return [int(encode(PASS))]
        if words[0] == "use":
            for code in menu.actions:
                if menu.view.notation(code) == " ".join(words):
                    return [code]
            raise Unclear(f"`{line.strip()}` cannot be done now: the menu shows what you can use.")
        if words[0] in ("buy", "return", "bond"):
            return [self.power(words)]
        raise NotUnderstood(
            f"`{line.strip()}` was not understood. Type a number of the menu, an action in words, or `help`."
        )

    def power(self, words: list[str]) -> int:
        """`buy locomotive`, `bond`, `return boston-miami`: a power of the current news event."""
        if words[0] != "return":
            return int(encode(BUY if words[0] == "buy" else TAKE_BOND))
        ticket = self.board.ticket_number.get("-".join(words[1:]))
        if ticket is None:
            raise Unclear("Say which of your tickets you return, or type its number in the menu.")
        return int(encode(RETURN, ticket))

    def numbered(self, menu: Menu, word: str) -> list[int]:
        number = int(word) if len(word) < 6 else 0
        item = menu.items.get(number)
        if item is not None:
            return item.ways
        if 1 <= number <= len(menu.view.row):
            return [int(encode(DRAW_ROW, number - 1))]
        raise Unclear(f"There is no number {word} in the menu: `menu` shows it again.")

    def draw(self, menu: Menu, words: list[str]) -> list[int]:
        """`draw 3`, `draw deck`, `draw tickets`; also `draw red`, if red lies face up.

        With two decks `draw trains` or `draw ships` is blind, and `draw 3 ships` names the deck that refills the slot.
        """
        board, slots = self.board, len(menu.view.row)
        decks = board.deck_names
        what = words[0] if words else ""
        if what in ("tickets", "ticket"):
            return [int(encode(DRAW_TICKETS))]
        if board.numbers.ships == 0 and words == ["deck"]:
            return [int(encode(DRAW_DECK))]
        if board.numbers.ships > 0 and len(words) == 1 and what in decks:
            return [int(encode(DRAW_DECK, decks.index(what)))]
        refill = words[-1] if board.numbers.ships > 0 and len(words) > 1 and words[-1] in decks else ""
        named = words[:-1] if refill else words
        slot = self.slot(menu.view, named)
        if slot is None:
            blind = "`draw trains`, `draw ships`" if board.numbers.ships > 0 else "`draw deck`"
            raise Unclear(f"Say `draw 1` to `draw {slots}`, {blind} or `draw tickets`.")
        if refill:
            return [int(encode(DRAW_ROW, slot, decks.index(refill)))]
        item = menu.items.get(slot + 1)
        return item.ways if item else [int(encode(DRAW_ROW, slot))]

    def slot(self, view: View, words: list[str]) -> int | None:
        """The row slot that words mean: its number, or the card in it."""
        slots = len(view.row)
        if len(words) == 1 and small(words[0]):
            if 1 <= int(words[0]) <= slots:
                return int(words[0]) - 1
            raise Unclear(f"There is no slot {words[0]}: the row has slots 1 to {slots}.")
        card = self.atlas.card("-".join(words)) if words else None
        if card is None:
            return None
        for slot, lying in enumerate(view.row):
            if lying == card:
                return slot
        raise Unclear(f"There is no {self.names.card(card)} card face up.")

    def claim(self, menu: Menu, text: str) -> list[int]:
        """`claim denver omaha pink+1`; the payment and the lane may be left out."""
        lanes, payment = self.route_and_payment(text)
        legal = [code for code in menu.actions if kind_of(code) == CLAIM and subject_of(code) in lanes]
        fitting = among(legal, payment)
        if fitting:
            ways = best_first(menu.view, fitting)
            first = subject_of(ways[0])
            look = self.board.colour[first], self.board.sea[first]
            # A payment in one colour may fit several lanes; of equivalent lanes one is enough.
            return [w for w in ways if subject_of(w) == first or self.look(subject_of(w)) != look]
        return self.attempts(menu.view, lanes, payment)

    def look(self, route: int) -> tuple[int, int]:
        return int(self.board.colour[route]), int(self.board.sea[route])

    def route_and_payment(self, text: str) -> tuple[list[int], Payment | None]:
        """The last word is a payment if possible; an ambiguous one (`or`) only if the rest names a route without it."""
        body = text.replace(" +", "+").replace("+ ", "+")
        head, _, last = body.strip().rpartition(" ")
        payment = self.atlas.payment(last, loose="+" in last or "/" in last) if head else None
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

    def attempts(self, view: View, lanes: list[int], payment: Payment | None) -> list[int]:
        """The claims that were probably meant, so that the game can explain why they are illegal.

        A colour that fits no free lane is tried on each of them: the game then names the colours of all.
        """
        free = [route for route in lanes if view.owner[route] == NOBODY] or lanes
        if payment is None:
            colour, wilds = int(self.board.colour[free[0]]), int(self.board.locomotives[free[0]])
            return [self.claimed(free[0], Payment(self.most_held(view) if colour == GRAY else colour, wilds))]
        fitting = [route for route in free if self.board.colour[route] in (payment.colour, GRAY)]
        if fitting or payment.colour == self.board.wild:
            return [self.claimed((fitting or free)[0], payment)]
        return [self.claimed(route, payment) for route in free]

    def claimed(self, route: int, payment: Payment) -> int:
        code = int(encode(CLAIM, route))
        return self.paid(code, payment, self.names.price(code))

    def most_held(self, view: View) -> int:
        return max(range(int(self.board.colours)), key=lambda colour: held(view, colour))

    def paid(self, code: int, payment: Payment, price: int) -> int:
        """A code with a payment; the whole price in locomotives is `locomotive`, never a colour."""
        wild = int(self.board.wild)
        if payment.colour == wild or payment.wilds == price:
            return int(code | encode(0, 0, wild, price))
        return int(code | encode(0, 0, payment.colour, min(payment.wilds or 0, 255), min(payment.doubles or 0, 255)))

    def station(self, menu: Menu, text: str) -> list[int]:
        """`station wien blue`, `station wien`: the ways to build there."""
        body = text.replace(" +", "+").replace("+ ", "+").strip()
        head, _, last = body.rpartition(" ")
        payment = self.atlas.payment(last, loose="+" in last or "/" in last) if head else None
        city = self.atlas.city(head if payment is not None else body)
        legal = [code for code in menu.actions if kind_of(code) == STATION and subject_of(code) == city]
        fitting = among(legal, payment)
        if fitting:
            return best_first(menu.view, fitting)
        left = int(stations_left(menu.view, menu.view.seat))
        built = int(self.board.numbers.stations) - left
        price = int(self.board.station_cost[built]) if left else 1
        return [self.paid(encode(STATION, city), payment or Payment(self.most_held(menu.view)), price)]

    def port(self, menu: Menu, text: str) -> list[int]:
        """`port lima yellow 2 1`, `port lima yellow`, `port lima`: the ways to build there."""
        words = text.split()
        numbers: list[int] = []
        while words and small(words[-1]) and len(numbers) < 2:
            numbers.insert(0, int(words.pop()))
        colour = self.atlas.colour(words[-1]) if len(words) > 1 else None
        city = self.atlas.city(" ".join(words if colour is None else words[:-1]))
        legal = [code for code in menu.actions if kind_of(code) == PORT and subject_of(code) == city]
        fitting = [code for code in legal if colour is None or colour_of(code) == colour]
        if len(numbers) == 2:
            fitting = [code for code in fitting if self.mix(code) == tuple(numbers)]
        if fitting:
            return best_first(menu.view, fitting)
        rules, wild = self.board.numbers, int(self.board.wild)
        if colour == wild:
            return [int(encode(PORT, city, wild, rules.port_price))]
        trains, ships = numbers if len(numbers) == 2 else (int(rules.port_trains), int(rules.port_ships))
        wilds = int(rules.port_price) - trains - ships
        if wilds < 0 or trains + ships == 0:
            raise Unclear(f"A port costs {rules.port_trains} trains and {rules.port_ships} ships, all of one colour.")
        return [int(encode(PORT, city, self.most_held(menu.view) if colour is None else colour, wilds, trains))]

    def mix(self, code: int) -> tuple[int, int]:
        """The trains and ships of the payment for a port, without locomotives."""
        trains = int(port_trains_of(code))
        return trains, int(self.board.numbers.port_price) - int(wilds_of(code)) - trains

    def exchange(self, text: str) -> list[int]:
        """`exchange 3 trains`, or the other way round; `3 ships` answers the question."""
        words = text.lower().split()
        decks = self.board.deck_names
        named = [word for word in words if word in decks or f"{word}s" in decks]
        numbers = [int(word) for word in words if small(word)]
        if self.board.numbers.ships == 0 or len(words) != 2 or len(named) != 1 or len(numbers) != 1:
            raise Unclear("Say what you take from the box, for example `exchange 3 trains`.")
        deck = named[0] if named[0] in decks else f"{named[0]}s"
        return [int(encode(EXCHANGE, numbers[0], decks.index(deck)))]

    def answer(self, line: str, answers: Sequence[int], asked: int) -> int | None:
        """The answer to a tunnel: `pay red+1`, `pay` (the best payment) or `withdraw`; None if it is neither."""
        words = line.lower().split()
        if words in (["withdraw"], ["w"]):
            return answers[-1]
        if words[:1] != ["pay"]:
            return None
        if len(words) == 1:
            return answers[0] if len(answers) > 1 else None
        if words[1:] == ["dollars"]:
            return int(encode(PAY_DOLLARS))
        payment = self.atlas.payment("".join(words[1:]))
        if payment is None:
            return None
        fitting = among(answers[:-1], payment)
        return fitting[0] if fitting else self.paid(encode(PAY), payment, asked)

    def pair_answer(self, line: str, answers: Sequence[int]) -> int | None:
        """The payment for the next space of a pair route (W7): `pay red+1`, `red`, `pay` (the best payment)."""
        words = line.lower().split()
        words = words[1:] if words[:1] == ["pay"] else words
        if not words:
            return answers[0]
        payment = self.atlas.payment("".join(words))
        if payment is None:
            return None
        fitting = among(answers, payment)
        return fitting[0] if fitting else self.paid(encode(PAY), payment, PAIR_CARDS)


def among(codes: Sequence[int], payment: Payment | None) -> list[int]:
    """The codes with this payment. Without numbers, those without locomotives and double ships are preferred."""
    if payment is None:
        return list(codes)
    found = [code for code in codes if colour_of(code) == payment.colour]
    for number, wanted in ((wilds_of, payment.wilds), (doubles_of, payment.doubles)):
        if wanted is None:
            found = [code for code in found if number(code) == 0] or found
        else:
            found = [code for code in found if number(code) == wanted]
    return found
