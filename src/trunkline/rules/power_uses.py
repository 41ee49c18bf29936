"""The state of powers (L12, L24): which powers of the current news event each company has used."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i64

from trunkline.rules.chapter import Fields, Part
from trunkline.rules.state import Position, State

SLOT: Final = 7


@final
class PowersPart(Part):
    def __init__(self, used: vec[i64], owed: vec[i64]) -> None:
        self.used = used
        """By seat: the powers of the current news event that it has used, one bit each."""
        self.owed = owed
        """By seat: the dollars that its bonds take off the slip."""
        self.bought: i64 = 0
        """Cards bought from the discards on this turn: they were there when the turn began (L10)."""

    def copy(self) -> Part:
        other = PowersPart(self.used[:], self.owed[:])
        other.bought = self.bought
        return other

    def fields(self, fields: Fields) -> None:
        self.used = fields.numbers(self.used)
        self.owed = fields.numbers(self.owed)
        self.bought = fields.number(self.bought)

    def between_turns(self) -> Part:
        other = cast(PowersPart, self.copy())
        other.bought = 0
        return other


def has_powers(position: Position) -> bool:
    """Whether a news event of the board gives powers. Only then a game has this part."""
    return len(position.board.companies.powers) > 0


def powers_of(position: Position) -> PowersPart:
    """The powers used in a game or view of a board that has them."""
    return cast(PowersPart, position.parts[SLOT])


def cards_bought(position: Position) -> i64:
    """The cards that the company whose turn it is has bought from the discards on this turn."""
    return powers_of(position).bought if has_powers(position) else 0


def forget_uses(state: State) -> None:
    """Another news event is the current one: each company may use its powers."""
    if has_powers(state):
        part = powers_of(state)
        for seat in range(len(part.used)):
            part.used[seat] = 0
