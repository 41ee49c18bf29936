"""Reading a position from JSON (docs/position.md): what every chapter needs for its own fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from trunkline.rules.board import Board


@mypyc_attr(native_class=False)
class BadPosition(ValueError):
    """An impossible position; the text says where and why."""


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A sentence that suggests the nearest of the known words, or lists some of them."""
    from difflib import get_close_matches  # imported here, because it is needed only for mistakes

    known = sorted(set(words))
    near = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    if near:
        return f'Did you mean "{near[0]}"?'
    if not known:
        return ""
    some = ", ".join(f'"{each}"' for each in known[:12])
    return f"There {'is' if len(known) == 1 else 'are'} {some}{' …' if len(known) > 12 else ''}."


def number_of(numbers: dict[str, int], name: object, what: str) -> int:
    """The number of a city, route, card or ticket by its name."""
    if not isinstance(name, str) or name not in numbers:
        raise BadPosition(f"there is no {what} {name!r} on this board. {did_you_mean(str(name), numbers)}".rstrip())
    return numbers[name]


def seat_of(owner: object, players: int, where: str) -> int:
    if isinstance(owner, bool) or not isinstance(owner, int) or not 0 <= owner < players:
        raise BadPosition(f"{where}: an owner is a seat from 0 to {players - 1}")
    return owner


def read_counts(board: Board, part: JsonObject, field: str) -> vec[u8]:
    """The number of each card, by name."""
    found = [0] * board.cards
    for name, number in part.mapping(field).items():
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 255:
            raise BadPosition(f"{part.where}.{field}.{name}: a number of cards is a whole number from 0 to 254")
        found[number_of(board.card_number, name, "card")] = number
    return vec[u8](found)


def read_tickets(board: Board, names: Iterable[object]) -> vec[i16]:
    return vec[i16]([number_of(board.ticket_number, name, "ticket") for name in names])


def read_owners(data: JsonObject, field: str, numbers: dict[str, int], owner: vec[u8], players: int) -> None:
    """Read owners by city; an empty `owner` means that the board has no such buildings."""
    for name, seat in data.mapping(field).items():
        if not len(owner):
            raise BadPosition(f"{field}: this board has none")
        owner[i64(number_of(numbers, name, "city"))] = u8(seat_of(seat, players, f"{field}.{name}"))


@final
class JsonObject:
    """A JSON object with its place, for errors about missing, misnamed or mistyped fields."""

    def __init__(self, data: object, where: str, fields: list[str]) -> None:
        if not isinstance(data, Mapping):
            raise BadPosition(f"{where} is not a JSON object")
        for name in data:
            if name not in fields:
                raise BadPosition(f"{where}: there is no field {name!r}. {did_you_mean(str(name), fields)}".rstrip())
        self.data: Mapping[str, object] = data
        self.where = where

    def get(self, field: str) -> object:
        return self.data.get(field)

    def need(self, field: str) -> object:
        if field not in self.data:
            raise BadPosition(f"{self.where}: the field {field!r} is missing")
        return self.data[field]

    def text(self, field: str, default: str | None = None) -> str:
        value = self.need(field) if default is None else self.data.get(field, default)
        if not isinstance(value, str):
            raise BadPosition(f"{self.where}: {field!r} is a text")
        return value

    def whole(self, field: str, default: int | None = None) -> int:
        value = self.need(field) if default is None else self.data.get(field, default)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1 << 30:
            raise BadPosition(f"{self.where}: {field!r} is a whole number")
        return value

    def items(self, field: str, optional: bool = False) -> list[object]:
        value = self.data.get(field, []) if optional else self.need(field)
        if not isinstance(value, list | tuple):
            raise BadPosition(f"{self.where}: {field!r} is a list")
        return list(value)

    def mapping(self, field: str) -> Mapping[str, object]:
        value = self.data.get(field, {})
        if not isinstance(value, Mapping):
            raise BadPosition(f"{self.where}: {field!r} is a JSON object")
        return value

    def part(self, field: str, fields: list[str], optional: bool = False) -> JsonObject:
        value = self.data.get(field, {}) if optional else self.need(field)
        return JsonObject(value, f"{self.where}.{field}", fields)

    def parts(self, field: str, fields: list[str]) -> list[JsonObject]:
        return [JsonObject(item, f"{self.where}.{field}[{i}]", fields) for i, item in enumerate(self.items(field))]
