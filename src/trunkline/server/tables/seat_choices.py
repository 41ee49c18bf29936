"""What each seat of a table has alone, a company or a player colour: given out at first, chosen and swapped later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import TableSeat

Choice = TypeVar("Choice", bound=str)
Taken = Callable[[Choice, int | None], RequestRefused]
"""Makes the refusal of a choice that two seats wish for, or that the given seat has."""


def assign(known: Sequence[Choice], wished: Sequence[Choice | None], taken: Taken[Choice]) -> list[Choice]:
    """The choice of each seat: the one that is wished, else the first that is free."""
    chosen = [choice for choice in wished if choice is not None]
    for number, choice in enumerate(chosen):
        if choice in chosen[:number]:
            raise taken(choice, None)
    free = [choice for choice in known if choice not in chosen]
    return [choice or free.pop(0) for choice in wished]


def swap(
    held: Sequence[Choice], seats: Sequence[TableSeat], person: str, seat: int, wanted: Choice, taken: Taken[Choice]
) -> list[Choice]:
    """What each seat has after a seat chose anew. A seat without another person that had it gets the old one."""
    after = list(held)
    if wanted in after:
        other = after.index(wanted)
        if seats[other].person not in (None, person):
            raise taken(wanted, other)
        after[other] = after[seat]
    after[seat] = wanted
    return after
