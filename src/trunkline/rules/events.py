"""What happened: each event with its outcome, and the part of it that only its own seat may see (C15)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.board import GRAY, Board

DEALT: Final = 0
ROW_DEALT: Final = 1
OFFERED: Final = 2
CHOSE: Final = 3
KEPT: Final = 4
STARTED: Final = 5
DREW: Final = 6
DREW_BLIND: Final = 7
REFILLED: Final = 8
RESHUFFLED: Final = 9
CLAIMED: Final = 10
LAID: Final = 11
TURNED: Final = 12
WITHDREW: Final = 13
STATION_BUILT: Final = 14
PASSED: Final = 15
LAST_TURNS: Final = 16
ENDED: Final = 17
CHOSE_SPLIT: Final = 18
SPLIT_UP: Final = 19
SPACE_PAID: Final = 20
PORT_BUILT: Final = 21
EXCHANGED: Final = 22

# For each kind: its name, the names of its values, and what its items are. A value's name says what it numbers:
# `route`, `card`, `city`, `deck`. A `*` before the items' name marks them secret: only the event's own seat sees them.
# A `?` says that they are left out where there are none: `paid` lists the cards of a payment where colour and numbers
# do not tell them all, which is on boards with two decks.
SHAPES: Final[list[tuple[str, list[str], str]]] = [
    ("dealt", ["count"], "*cards"),
    ("row-dealt", [], "row"),
    ("offered", ["count"], "*tickets"),
    ("chose", [], "*tickets"),
    ("kept", ["count", "refused"], "*tickets"),
    ("started", [], ""),
    ("drew", ["slot", "card"], ""),
    ("drew-blind", ["deck"], "*cards"),
    ("refilled", ["slot", "card"], ""),
    ("reshuffled", ["deck", "count"], ""),
    ("claimed", ["route", "colour", "cards", "locomotives", "points"], "?paid"),
    ("laid", ["route", "colour", "cards", "locomotives"], ""),
    ("turned", ["asked"], "cards"),
    ("withdrew", ["route"], ""),
    ("station", ["city", "colour", "cards", "locomotives"], ""),
    ("passed", [], ""),
    ("last-turns", ["turns"], ""),
    ("ended", [], ""),
    ("chose-split", [], "*pieces"),
    ("split", ["trains", "ships"], ""),
    ("space-paid", ["route", "colour", "cards", "locomotives"], "paid"),
    ("port", ["city", "colour", "cards", "locomotives"], "paid"),
    ("exchanged", ["trains", "ships"], ""),
]

NO_ITEMS: Final[vec[i16]] = vec[i16]()
TABLE: Final = 255
"""The seat of an event that is nobody's, such as a reshuffle."""


@final
class Event:
    """One thing that happened. `values` are public; `items` are cards or tickets, public or secret by its kind."""

    def __init__(self, kind: i64, seat: i64, values: vec[i16], items: vec[i16]) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.values: Final = values
        self.items: Final = items

    @property
    def name(self) -> str:
        return SHAPES[self.kind][0]

    @property
    def is_secret(self) -> bool:
        """Whether its items are for its own seat only."""
        return SHAPES[self.kind][2].startswith("*")

    def seen_by(self, seat: i64) -> Event:
        """The event as a seat may know it; a spectator is any number that is no seat."""
        if seat == self.seat or not self.is_secret:
            return self
        return Event(self.kind, self.seat, self.values, NO_ITEMS)

    def facts(self, board: Board) -> dict[str, object]:
        """The event in names, ready for JSON. Cards and tickets that were hidden from the reader are left out."""
        name, fields, items = SHAPES[self.kind]
        told: dict[str, object] = {"event": name}
        if self.seat != TABLE:
            told["seat"] = int(self.seat)
        for field, value in zip(fields, self.values, strict=True):
            told[field] = name_value(board, field, value)
        if items and (len(self.items) or items[0] not in "*?"):
            told[items.lstrip("*?")] = [name_item(board, items.lstrip("*?"), item) for item in self.items]
        return told

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (
            self.kind == other.kind
            and self.seat == other.seat
            and list(self.values) == list(other.values)
            and list(self.items) == list(other.items)
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, tuple(self.values), tuple(self.items)))

    def __repr__(self) -> str:
        return f"Event({self.name!r}, seat={self.seat}, values={list(self.values)}, items={list(self.items)})"


def name_value(board: Board, field: str, value: i16) -> object:
    if field == "route":
        return board.route_names[value]
    if field == "card":
        return board.card_names[value]
    if field == "colour":
        return None if value == GRAY else board.colour_name(i64(value))
    if field == "city":
        return board.city_names[value]
    if field == "deck":
        return board.deck_names[value]
    if field == "slot":
        return int(value) + 1
    return int(value)


def name_item(board: Board, items: str, item: i16) -> object:
    if items == "tickets":
        return board.ticket_names[item]
    if items == "pieces":
        return int(item)
    if item == 255:
        return None
    return board.card_names[item]


def from_facts(board: Board, told: dict[str, object]) -> Event:
    """The event that `facts` wrote. Raises KeyError or ValueError for what no event wrote."""
    kind = [shape[0] for shape in SHAPES].index(str(told["event"]))
    _, fields, items = SHAPES[kind]
    seat = told.get("seat", TABLE)
    items = items.lstrip("*?")
    listed = told.get(items, []) if items else []
    if not isinstance(seat, int) or not isinstance(listed, list):
        raise ValueError("a seat is a number, and items are a list")
    values = vec[i16]([value_number(board, field, told[field]) for field in fields])
    return Event(kind, seat, values, vec[i16]([item_number(board, items, item) for item in listed]))


def value_number(board: Board, field: str, value: object) -> int:
    if isinstance(value, int):
        return value - 1 if field == "slot" else value
    if value is None and field == "colour":
        return GRAY
    name = str(value)
    if field == "route":
        return board.route_number[name]
    if field == "card":
        return board.card_number[name]
    if field == "colour":
        return board.colour_number[name]
    if field == "city":
        return board.city_number[name]
    return board.deck_names.index(name)


def item_number(board: Board, items: str, item: object) -> int:
    if item is None:
        return 255
    if items == "pieces" and isinstance(item, int):
        return item
    return board.ticket_number[str(item)] if items == "tickets" else board.card_number[str(item)]
