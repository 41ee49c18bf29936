"""Which seat of a table has which player colour, on boards without companies; a company has its own colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from trunkline.server.messages import PlayerColour
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import TableData

PALETTE = cast("tuple[PlayerColour, ...]", get_args(PlayerColour))
"""In the order in which seats get them."""


def colours_of(data: TableData) -> list[PlayerColour]:
    """The colour of each seat; none on a board with companies. Rows that are older than the field have the first."""
    if data.companies:
        return []
    return list(data.colours or PALETTE[: len(data.seats)])


def assign(wished: Sequence[PlayerColour | None]) -> list[PlayerColour]:
    """The colour of each seat: the one that is wished, else the first that is free."""
    chosen = [colour for colour in wished if colour is not None]
    for number, colour in enumerate(chosen):
        if colour in chosen[:number]:
            raise RequestRefused("colour_taken", {"colour": colour}, 400)
    free = [colour for colour in PALETTE if colour not in chosen]
    return [colour or free.pop(0) for colour in wished]


def choose(data: TableData, person: str, seat: int, colour: PlayerColour) -> None:
    """Give a seat another colour. A bot's, an open or one's own seat that has it takes the other one in exchange."""
    if data.companies:
        raise RequestRefused("colours_of_companies", {}, 400)
    colours = colours_of(data)
    if colour in colours:
        other = colours.index(colour)
        if data.seats[other].person not in (None, person):
            raise RequestRefused("colour_taken", {"colour": colour, "seat": other})
        colours[other] = colours[seat]
    colours[seat] = colour
    data.colours = colours


def is_free(data: TableData, person: str, colour: PlayerColour) -> bool:
    """Whether a person may choose a colour: nobody else has it."""
    pairs = zip(colours_of(data), data.seats, strict=False)
    return not data.companies and all(each != colour or seat.person in (None, person) for each, seat in pairs)
