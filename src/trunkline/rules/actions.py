"""Action codes: what a player may do as one integer, and the notation that people read and write (docs/notation.md).

A code holds a kind in its low 8 bits, a subject (slot, route, city, set of tickets, number of pieces) in the next 16,
and a payment above them, 8 bits each: the colour, the number of locomotives, and the number of double ships (of trains,
for a port). If nothing is paid, the field of the colour holds the deck or the kind of pieces. Every code is below
2**48, so it is exact in JSON and in JavaScript.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from trunkline.rules.board import Board

if TYPE_CHECKING:
    from trunkline.rules.state import State

LARGEST_CODE: Final = (1 << 48) - 1

ROOM: Final[vec[i64]] = vec[i64]([0] * 256)
"""A buffer that is nearly always large enough; lists start with a copy of it."""


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
    """The deck that refills the row (W4) or that is drawn from; in an exchange, the pieces that are taken."""
    return (code >> 24) & 0xFF


def wilds_of(code: i64) -> i64:
    """The locomotives among the cards of a payment."""
    return (code >> 32) & 0xFF


def third_of(code: i64) -> i64:
    """The third number of a payment, after colour and locomotives. Its meaning depends on the chapter."""
    return (code >> 40) & 0xFF


def doubles_of(code: i64) -> i64:
    """The double ships among the cards of a sea route (W6)."""
    return third_of(code)


@final
class ActionList:
    """A reusable list of codes."""

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
        """Append the codes from `first` to `end` again, each increased by `shift`."""
        size = self.size
        while size + end - first > len(self.codes):
            self.grow()
        codes = self.codes
        for i in range(first, end):
            codes[size] = codes[i] + shift
            size += 1
        self.size = size

    def grow(self) -> None:
        """Double the capacity. This is rare, and the capacity never shrinks."""
        codes = self.codes
        for _i in range(len(codes)):
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


def to_text(board: Board, code: i64) -> str:
    """The notation of a code. Raises ValueError if the code means nothing on this board."""
    kind = kind_of(code)
    if kind < len(board.of_kind):
        try:
            return board.of_kind[kind].chapter.to_text(board, code)
        except IndexError:
            pass
    raise ValueError(f"{code} is no action code of this board")


class Unreadable(ValueError):
    """A notation that cannot be read. `code` is for programs; `params` are the parameters of its sentence."""

    def __init__(self, code: str, params: dict[str, object]) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def from_text(state: State, seat: i64, text: str) -> i64:
    """The code of a notation. For a payment with locomotives alone, their number is the present price for the seat.

    Raises `Unreadable` if it is no notation or names nothing on the board. It does not check whether the action is
    legal.
    """
    words = text.lower().split()
    if not words:
        raise Unreadable("empty", {})
    verbs = state.board.verbs
    chapter = verbs.get(" ".join(words[:2])) or verbs.get(words[0])
    if chapter is None:
        raise Unreadable("not_understood", {"text": text})
    return chapter.from_text(state, seat, words)


def not_understood(words: list[str]) -> Unreadable:
    return Unreadable("not_understood", {"text": " ".join(words)})


def deck_from(board: Board, name: str) -> i64:
    if name not in board.deck_names or len(board.deck_names) == 1:
        raise Unreadable("no_such_deck", {"deck": name})
    return board.deck_names.index(name)


def city_from(board: Board, name: str) -> i64:
    if name not in board.city_number:
        raise Unreadable("no_such_city", {"city": name})
    return board.city_number[name]


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
