"""Action codes: what a player may do as one integer, and the notation that people read and write (docs/notation.md).

A code holds a kind in its low 8 bits, a subject (slot, route, city, set of tickets, number of pieces) in the next 16,
and a payment above them, 8 bits each: the colour, the number of locomotives, and the number of double ships (of trains,
for a port). Where nothing is paid the colour's place says which deck or pieces are meant. Every code is below 2**48, so
that it stays exact in JSON and in JavaScript.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from trunkline.rules.board import Board

PASS: Final = 0
DRAW_ROW: Final = 1
DRAW_DECK: Final = 2
DRAW_TICKETS: Final = 3
KEEP: Final = 4
CLAIM: Final = 5
PAY: Final = 6
WITHDRAW: Final = 7
STATION: Final = 8
SPLIT: Final = 9
PORT: Final = 10
EXCHANGE: Final = 11
KINDS: Final = 12

LARGEST_CODE: Final = (1 << 48) - 1

PAIR_CARDS: Final = 2
"""Cards for each space of a pair route (W7)."""

ROOM: Final[vec[i64]] = vec[i64]([0] * 256)
"""Room for as many actions as are nearly always enough, to be copied."""


def encode(kind: i64, subject: i64 = 0, colour: i64 = 0, wilds: i64 = 0, part: i64 = 0) -> i64:
    return kind | subject << 8 | colour << 24 | wilds << 32 | part << 40


def kind_of(code: i64) -> i64:
    return code & 0xFF


def subject_of(code: i64) -> i64:
    return (code >> 8) & 0xFFFF


def colour_of(code: i64) -> i64:
    """The colour a payment is made in; the locomotive if it is made in locomotives alone."""
    return (code >> 24) & 0xFF


def deck_of(code: i64) -> i64:
    """The deck that gives the next card of the row (W4), or that is drawn from; of an exchange, what is taken."""
    return (code >> 24) & 0xFF


def wilds_of(code: i64) -> i64:
    """The locomotives among the cards of a payment."""
    return (code >> 32) & 0xFF


def doubles_of(code: i64) -> i64:
    """The double ships among the cards of a sea route (W6)."""
    return (code >> 40) & 0xFF


def port_trains_of(code: i64) -> i64:
    """The trains among the cards of a port (W10)."""
    return (code >> 40) & 0xFF


@final
class ActionList:
    """A list of codes that is filled again and again without being made anew."""

    def __init__(self) -> None:
        self.codes: vec[i64] = ROOM[:]
        self.size: i64 = 0

    def add(self, code: i64) -> None:
        size = self.size
        if size == len(self.codes):
            self.grow()
        self.codes[size] = code
        self.size = size + 1

    def repeat(self, first: i64, end: i64, shift: i64) -> None:
        """Add the codes from `first` to `end` once more, each greater by `shift`."""
        size = self.size
        while size + end - first > len(self.codes):
            self.grow()
        codes = self.codes
        for i in range(first, end):
            codes[size] = codes[i] + shift
            size += 1
        self.size = size

    def grow(self) -> None:
        """Make room for twice as many; rarely needed, and never given back."""
        codes = self.codes
        for _ in range(len(codes)):
            codes = append(codes, i64(0))
        self.codes = codes

    def has(self, code: i64) -> bool:
        codes = self.codes
        return any(codes[i] == code for i in range(self.size))

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: int) -> int:
        if index < 0:
            index += self.size
        if not 0 <= index < self.size:
            raise IndexError("no action of that number")
        return self.codes[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.to_list())

    def to_list(self) -> list[int]:
        codes = self.codes
        return [codes[i] for i in range(self.size)]


def payment_text(board: Board, code: i64) -> str:
    """`red`, `red+1`, `red/2+1` or `locomotive`."""
    text = board.colour_name(colour_of(code))
    if colour_of(code) == board.wild:
        return text
    if doubles_of(code):
        text += f"/{doubles_of(code)}"
    return f"{text}+{wilds_of(code)}" if wilds_of(code) else text


def port_text(board: Board, code: i64) -> str:
    """`yellow 2 1`, two trains and one ship, or `locomotive`."""
    name = board.colour_name(colour_of(code))
    if colour_of(code) == board.wild:
        return name
    ships = board.numbers.port_price - wilds_of(code) - port_trains_of(code)
    return f"{name} {port_trains_of(code)} {ships}"


def to_text(board: Board, code: i64) -> str:
    """The notation of a code; a code that means nothing on this board raises ValueError."""
    kind = kind_of(code)
    subject = subject_of(code)
    one_deck = len(board.deck_names) == 1
    try:
        if kind == PASS:
            return "pass"
        if kind == DRAW_ROW:
            return f"draw {subject + 1}" if one_deck else f"draw {subject + 1} {board.deck_names[deck_of(code)]}"
        if kind == DRAW_DECK:
            return "draw deck" if one_deck else f"draw {board.deck_names[subject]}"
        if kind == DRAW_TICKETS:
            return "draw tickets"
        if kind == KEEP:
            return " ".join(["keep"] + [str(i + 1) for i in range(16) if subject >> i & 1])
        if kind == CLAIM:
            return f"claim {board.route_names[subject]} {payment_text(board, code)}"
        if kind == PAY:
            return f"pay {payment_text(board, code)}"
        if kind == WITHDRAW:
            return "withdraw"
        if kind == STATION:
            return f"station {board.city_names[subject]} {payment_text(board, code)}"
        if kind == SPLIT:
            return f"split {subject} {board.numbers.pieces - subject}"
        if kind == PORT:
            return f"port {board.city_names[subject]} {port_text(board, code)}"
        if kind == EXCHANGE:
            return f"exchange {subject} {board.deck_names[deck_of(code)]}"
    except IndexError:
        pass
    raise ValueError(f"{code} is no action code of this board")


class Unreadable(ValueError):
    """A notation that names nothing: `code` is a word for programs, `params` fill the sentence shown to a person."""

    def __init__(self, code: str, params: dict[str, object]) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def from_text(board: Board, text: str, price: i64) -> i64:
    """The code of a notation. `price` is what a `pay` or `station` costs now: locomotives alone are that many.

    Raises `Unreadable` for what is not in the language or names nothing on the board. Whether the action is legal is
    another question.
    """
    words = text.lower().split()
    if not words:
        raise Unreadable("empty", {})
    verb, rest = words[0], words[1:]
    if verb == "pass" and not rest:
        return encode(PASS)
    if verb == "withdraw" and not rest:
        return encode(WITHDRAW)
    if verb == "draw" and rest:
        return draw_from(board, rest)
    if verb == "keep":
        mask: i64 = 0
        for word in rest:
            which = number_from(word)
            if not 1 <= which <= 16:
                raise Unreadable("no_such_ticket", {"ticket": which})
            mask |= i64(1) << i64(which - 1)
        return encode(KEEP, mask)
    if verb == "claim" and len(rest) == 2:
        route = route_from(board, rest[0])
        price = PAIR_CARDS if board.pair[route] else i64(board.length[route])
        return with_payment(board, encode(CLAIM, route), rest[1], price)
    if verb == "pay" and len(rest) == 1:
        return with_payment(board, encode(PAY), rest[0], price)
    if verb == "station" and len(rest) == 2:
        return with_payment(board, encode(STATION, city_from(board, rest[0])), rest[1], price)
    if verb == "split" and len(rest) == 2:
        trains, ships = number_from(rest[0]), number_from(rest[1])
        if trains + ships != board.numbers.pieces:
            raise Unreadable("split_does_not_add_up", {"pieces": int(board.numbers.pieces)})
        return encode(SPLIT, trains)
    if verb == "port" and len(rest) in (2, 4):
        return port_from(board, city_from(board, rest[0]), rest[1], rest[2:])
    if verb == "exchange" and len(rest) == 2:
        return encode(EXCHANGE, number_from(rest[0]), deck_from(board, rest[1]))
    raise Unreadable("not_understood", {"text": text})


def draw_from(board: Board, words: list[str]) -> i64:
    """What follows `draw`: a deck, tickets, or a slot of the row and (with two decks) the deck that refills it."""
    one_deck = len(board.deck_names) == 1
    if words == ["tickets"]:
        return encode(DRAW_TICKETS)
    if words == ["deck"] and one_deck:
        return encode(DRAW_DECK)
    if len(words) == 1 and not one_deck and not words[0].isdigit():
        return encode(DRAW_DECK, deck_from(board, words[0]))
    slot = number_from(words[0])
    if not 1 <= slot <= board.numbers.row:
        raise Unreadable("no_such_slot", {"slot": slot, "slots": int(board.numbers.row)})
    if len(words) > (1 if one_deck else 2):
        raise Unreadable("not_understood", {"text": " ".join(["draw", *words])})
    if not one_deck and len(words) == 1:
        names: list[object] = list(board.deck_names)
        raise Unreadable("which_deck", {"decks": names})
    return encode(DRAW_ROW, slot - 1, 0 if one_deck else deck_from(board, words[1]))


def deck_from(board: Board, name: str) -> i64:
    if name not in board.deck_names or len(board.deck_names) == 1:
        raise Unreadable("no_such_deck", {"deck": name})
    return board.deck_names.index(name)


def city_from(board: Board, name: str) -> i64:
    if name not in board.city_number:
        raise Unreadable("no_such_city", {"city": name})
    return board.city_number[name]


def port_from(board: Board, city: i64, colour: str, numbers: list[str]) -> i64:
    """What follows `port lima`: a colour with the trains and the ships, or `locomotive`."""
    if colour not in board.colour_number:
        raise Unreadable("no_such_card", {"card": colour})
    price = board.numbers.port_price
    if (board.colour_number[colour] == board.wild) == (len(numbers) > 0):
        raise Unreadable("not_understood", {"text": " ".join([colour, *numbers])})
    if not numbers:
        return encode(PORT, city, board.wild, price)
    trains, ships = number_from(numbers[0]), number_from(numbers[1])
    if not 0 < trains + ships <= price:
        raise Unreadable("payment_does_not_add_up", {"price": int(price)})
    return encode(PORT, city, board.colour_number[colour], price - trains - ships, trains)


def number_from(word: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 3:
        raise Unreadable("not_a_number", {"word": word})
    return int(word)


def route_from(board: Board, name: str) -> i64:
    """A route by its name, with its cities in either order."""
    if name in board.route_number:
        return board.route_number[name]
    base, _, lane = name.partition(":")
    for route, other in enumerate(board.route_names):
        other_base, _, other_lane = other.partition(":")
        a = board.city_names[board.route_a[route]]
        b = board.city_names[board.route_b[route]]
        if lane == other_lane and base == f"{b}-{a}" and other_base == f"{a}-{b}":
            return route
    lanes: list[object] = [other for other in board.route_names if other.partition(":")[0] == base]
    if lanes:
        raise Unreadable("which_lane", {"route": name, "lanes": lanes})
    raise Unreadable("no_such_route", {"route": name})


def with_payment(board: Board, code: i64, text: str, price: i64) -> i64:
    paid, plus, number = text.partition("+")
    name, slash, ships = paid.partition("/") if board.numbers.ships > 0 else (paid, "", "")
    if name not in board.colour_number:
        raise Unreadable("no_such_card", {"card": name})
    colour: i64 = board.colour_number[name]
    wilds: i64 = number_from(number) if plus else 0
    doubles: i64 = number_from(ships) if slash else 0
    if colour == board.wild:
        if plus or slash:
            raise Unreadable("not_understood", {"text": text})
        wilds = price
    if wilds > 255 or doubles > 255:
        raise Unreadable("not_a_number", {"word": number})
    return code | colour << 24 | wilds << 32 | doubles << 40
