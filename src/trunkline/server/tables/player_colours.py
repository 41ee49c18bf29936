"""Which seat of a table has which player colour, on boards without companies; a company has its own colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from trunkline.server.messages import PlayerColour
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import TableData
from trunkline.server.tables import seat_choices

PALETTE = cast("tuple[PlayerColour, ...]", get_args(PlayerColour))
"""In the order in which seats get them."""


def colours_of(data: TableData) -> list[PlayerColour]:
    """The colour of each seat; none on a board with companies. Rows that are older than the field have the first."""
    if data.companies:
        return []
    return list(data.colours or PALETTE[: len(data.seats)])


def assign(wished: Sequence[PlayerColour | None]) -> list[PlayerColour]:
    """The colour of each seat: the one that is wished, else the first that is free."""
    return seat_choices.assign(PALETTE, wished, taken)


def choose(data: TableData, person: str, seat: int, colour: PlayerColour) -> None:
    """Give a seat another colour. If a bot, an open seat or the person's other seat has it, the two are swapped."""
    if data.companies:
        raise RequestRefused("colours_of_companies", {}, 400)
    data.colours = seat_choices.swap(colours_of(data), data.seats, person, seat, colour, taken)


def taken(colour: PlayerColour, seat: int | None) -> RequestRefused:
    if seat is None:
        return RequestRefused("colour_taken", {"colour": colour}, 400)
    return RequestRefused("colour_taken", {"colour": colour, "seat": seat})


def is_free(data: TableData, person: str, colour: PlayerColour) -> bool:
    """Whether a person may choose a colour: nobody else has it."""
    pairs = zip(colours_of(data), data.seats, strict=False)
    return not data.companies and all(each != colour or seat.person in (None, person) for each, seat in pairs)
