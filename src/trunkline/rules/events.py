"""Events: what an action did, with its outcome and the part that only its own seat may see (C15)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.board import GRAY, Board

NO_ITEMS: Final[vec[i16]] = vec[i16]()
TABLE: Final = 255
"""The seat of an event that is nobody's, such as a reshuffle."""


@final
class EventKind:
    """A kind of event, declared by the chapter in which it happens.

    The name of a value says what its number refers to: `route`, `card`, `city`, `deck`. `items` is the name of the
    list after the values, if there is one.
    """

    def __init__(
        self,
        name: str,
        fields: list[str],
        items: str = "",
        secret: bool = False,
        optional: bool = False,
        reveals: bool = False,
        stays_secret: bool = False,
    ) -> None:
        self.name: Final = name
        self.fields: Final = fields
        self.items: Final = items
        self.secret: Final = secret
        """Only the event's own seat sees the items."""
        self.optional: Final = optional
        """The items are left out if there are none."""
        self.reveals: Final = reveals
        """It reveals something hidden, so a move with it cannot be undone."""
        self.stays_secret: Final = stays_secret
        """Only the event's own seat sees the items, also when the game is over."""

    def __repr__(self) -> str:
        return f"EventKind({self.name!r})"


@final
class Event:
    """One thing that happened. `values` are public; `items` are cards or tickets, public or secret by its kind."""

    def __init__(self, kind: EventKind, seat: i64, values: vec[i16], items: vec[i16]) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.values: Final = values
        self.items: Final = items

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def is_secret(self) -> bool:
        """Whether only its own seat may see its items."""
        return self.kind.secret

    def seen_by(self, seat: i64) -> Event:
        """The event as a seat may know it; a spectator is any number that is no seat."""
        if seat == self.seat or not self.is_secret:
            return self
        return Event(self.kind, self.seat, self.values, NO_ITEMS)

    def facts(self, board: Board) -> dict[str, object]:
        """The event with names, ready for JSON. Cards and tickets that are hidden from the reader are left out."""
        kind = self.kind
        facts: dict[str, object] = {"event": kind.name}
        if self.seat != TABLE:
            facts["seat"] = int(self.seat)
        for field, value in zip(kind.fields, self.values, strict=True):
            facts[field] = name_value(board, field, value)
        if kind.items and (len(self.items) or not (kind.secret or kind.optional)):
            facts[kind.items] = [name_item(board, kind.items, item) for item in self.items]
        return facts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return (
            self.kind is other.kind
            and self.seat == other.seat
            and list(self.values) == list(other.values)
            and list(self.items) == list(other.items)
        )

    def __hash__(self) -> int:
        return hash((self.kind.name, self.seat, tuple(self.values), tuple(self.items)))

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
    if field == "source":
        return board.companies.sources[value]
    if field == "news":
        return board.companies.events[value]
    return int(value)


def name_item(board: Board, items: str, item: i16) -> object:
    if items == "tickets":
        return board.ticket_names[item]
    if items == "pieces":
        return int(item)
    if items == "source":
        return board.companies.sources[item]
    if item == 255:
        return None
    return board.card_names[item]


def from_facts(board: Board, facts: dict[str, object]) -> Event:
    """The event from its `facts`. Raises KeyError or ValueError if they are not of an event."""
    kind = board.event_kinds[str(facts["event"])]
    seat = facts.get("seat", TABLE)
    listed = facts.get(kind.items, []) if kind.items else []
    if not isinstance(seat, int) or not isinstance(listed, list):
        raise ValueError("a seat is a number, and items are a list")
    values = vec[i16]([value_number(board, field, facts[field]) for field in kind.fields])
    return Event(kind, seat, values, vec[i16]([item_number(board, kind.items, item) for item in listed]))


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
    if field == "source":
        return board.companies.sources.index(name)
    if field == "news":
        return board.companies.event_number[name]
    return board.deck_names.index(name)


def item_number(board: Board, items: str, item: object) -> int:
    if item is None:
        return 255
    if items == "pieces" and isinstance(item, int):
        return item
    if items == "source":
        return board.companies.sources.index(str(item))
    return board.ticket_number[str(item)] if items == "tickets" else board.card_number[str(item)]
