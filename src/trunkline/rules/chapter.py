"""The base class of a chapter of the rulebook: its state in a game, its actions, phases and events, and their effects.

A chapter is one module (`ports.py`, `tunnels.py`, …) with a subclass of `Chapter` and, if it keeps something in a
game, a subclass of `Part`. `rulebook.py` lists all chapters; CONTRIBUTING.md says how to add one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

if TYPE_CHECKING:
    from trunkline.rules.actions import ActionList
    from trunkline.rules.board import Board
    from trunkline.rules.claim import ClaimStep
    from trunkline.rules.dice import Stream
    from trunkline.rules.events import Event, EventKind
    from trunkline.rules.reading import JsonObject
    from trunkline.rules.scoring import Sheet
    from trunkline.rules.state import Position, State
    from trunkline.rules.view import View

# What follows an action.
GOES_ON: Final = 0
"""The same turn or set-up phase continues."""
TURN_ENDS: Final = 1
IDLE_TURN_ENDS: Final = 2
"""The turn ends and was idle: it changed nothing that counts for C2."""
PASSED_TURN_ENDS: Final = 3
SET_UP_ENDS: Final = 4
"""All have chosen: the next phase of the set-up begins, or the first turn."""

NO_SLOT: Final = -1


@final
class Refusal:
    """Why an action is refused: a word for programs, and the parameters of a sentence for people."""

    def __init__(self, code: str, params: dict[str, object]) -> None:
        self.code: Final = code
        self.params: Final = params


@final
class ActionKind:
    """A kind of action: the number in its codes, the first words of its notation, and when it may be taken."""

    def __init__(self, number: i64, verb: str, phases: list[int]) -> None:
        self.number: Final = number
        self.verb: Final = verb
        self.phases: Final = phases


@final
class Phase:
    """A phase of the game: what kind of choice it waits for."""

    def __init__(self, number: i64, name: str, all_choose: bool = False) -> None:
        self.number: Final = number
        self.name: Final = name
        self.all_choose: Final = all_choose
        """All seats choose at once and in secret (C20)."""


class Fields:
    """A visitor of the fields of a part: one subclass writes them, another reads them."""

    def number(self, value: i64) -> i64:
        raise NotImplementedError

    def small(self, values: vec[u8], below: i64) -> vec[u8]:
        """A list of numbers below a bound, or 255 for none."""
        raise NotImplementedError

    def numbers(self, values: vec[i64]) -> vec[i64]:
        """A list of numbers: one for each seat, for example."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """The state of one chapter in one game. A chapter without state has no part."""

    def copy(self) -> Part:
        """An independent copy. A part that is never changed in place may return itself."""
        return self

    def fields(self, fields: Fields) -> None:
        """Visit every field: `self.left = fields.numbers(self.left)`. Packing and comparing use it."""

    def seen_by(self, seat: i64) -> Part:
        """The part without what the seat may not know (C15)."""
        return self.copy()

    def between_turns(self) -> Part:
        """The part without what belongs to the turn that is being played."""
        return self

    def deal_hidden(self, view: View, seat: i64, stream: Stream) -> None:
        """For search: fill in random content for what `seen_by` hid of a seat."""

    def deal_table(self, view: View, stream: Stream) -> None:
        """For search: fill in what is hidden from all seats, such as the order of a deck."""

    def cards_held(self, board: Board, card: i64) -> i64:
        """How many of a card are in this part, and so in no hand, row or pile."""
        return 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Chapter:
    """One chapter of the rulebook. Methods that are not overridden do nothing."""

    def __init__(self, name: str, kinds: list[ActionKind], phases: list[Phase], events: list[EventKind]) -> None:
        self.name: Final = name
        self.kinds: Final = kinds
        self.phases: Final = phases
        self.events: Final = events
        self.slot: i64 = NO_SLOT
        """The index of its part in `State.parts`, unique among chapters; NO_SLOT if it has no part."""
        self.version: i64 = 1
        """The first version of packed states that holds all of its fields (packing.py)."""

    def is_on(self, board: Board) -> bool:
        """Whether a board plays by this chapter."""
        return True

    # A game

    def new_part(self, board: Board, players: i64) -> Part:
        """Its part in a new game."""
        return Part()

    def set_up(self, state: State, log: list[Event] | None) -> None:
        """Prepare a new game whose cards and tickets have been dealt."""

    def before_play(self, state: State, log: list[Event] | None) -> bool:
        """Begin a phase of its own between the choices of the set-up and the first turn; False if it needs none."""
        return False

    def restore(self, state: State) -> None:
        """Compute derived values that are not stored, after a game was read or sampled."""

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        """Its steps at the end of every claim."""
        return []

    # Play

    def lists_on_turn(self, board: Board) -> bool:
        """Whether `list_turn` may list anything on this board."""
        return False

    def may_be_declined(self) -> bool:
        """Whether a seat that has no action but those of this chapter may pass instead."""
        return False

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        """List its actions with which the seat may start its turn."""

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        """Add the actions of the seat in a phase of this chapter."""

    def has_chosen(self, state: State, seat: i64) -> bool:
        """In a phase of this chapter in which all choose at once: whether the seat has chosen."""
        return False

    def can_go_on(self, state: State) -> bool:
        """Whether a sampled game is possible in a phase of this chapter, with the hidden cards that others got."""
        return True

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        """Carry out an action of this chapter that `legal` lists. Returns what follows."""
        raise NotImplementedError

    def claim(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        """Carry out a claim of a route that is paid by the rules of this chapter. Returns what follows."""
        raise NotImplementedError

    def pays_for(self, board: Board, route: i64) -> bool:
        """Whether a route is paid by the rules of this chapter. If several return True, the last one is used."""
        return False

    def price(self, board: Board, route: i64) -> i64:
        """The price of such a route (or of its first step) in locomotives alone."""
        return i64(board.length[route])

    def refuse_price(self, state: State, seat: i64, code: i64) -> Refusal:
        """Why the payment of a claim is refused, if the claim is legal otherwise."""
        raise NotImplementedError

    def spaces_covered(self, state: State, seat: i64, route: i64) -> i64:
        """How many spaces of such a route the seat's cards cover, in its colour or the best one."""
        raise NotImplementedError

    def starts_turns(self) -> bool:
        """Whether `start_turn` does anything."""
        return False

    def start_turn(self, state: State, log: list[Event] | None) -> None:
        """The turn of `state.seat` begins."""

    def has_turn_end(self) -> bool:
        """Whether `end_turn` does anything."""
        return False

    def end_turn(self, state: State, log: list[Event] | None) -> None:
        """Clean up at the end of a turn."""

    def end_game(self, state: State, log: list[Event] | None) -> None:
        """The last turn is over."""

    def reacts(self) -> bool:
        """Whether `cards_moved`, `cards_drawn` and `tickets_kept` do anything."""
        return False

    def cards_moved(self, state: State, log: list[Event] | None) -> None:
        """React to a drawn card or a filled row, before the next pick."""

    def cards_drawn(self, state: State, seat: i64, log: list[Event] | None) -> None:
        """The seat's action of drawing cards has ended."""

    def tickets_kept(self, state: State, seat: i64, number: i64, log: list[Event] | None) -> None:
        """React to drawn tickets of which the seat kept `number`."""

    # The language

    def is_code(self, board: Board, code: i64) -> bool:
        """Whether the board could ever list this code (of one of its kinds)."""
        return False

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        """Why the seat may not take an action of this chapter, in a phase in which there are such actions."""
        raise NotImplementedError

    def already_chosen(self) -> str:
        """The code of the refusal for a seat that has chosen while others still choose."""
        return "already_chosen"

    def to_text(self, board: Board, code: i64) -> str:
        """The notation of a code of one of its kinds; IndexError if it names nothing on the board."""
        raise NotImplementedError

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        """The code of a notation that begins with one of its verbs; raises `Unreadable`."""
        raise NotImplementedError

    # The score sheet

    def join_cities(self, state: State, seat: i64, label: vec[u8], sheet: Sheet) -> vec[u8]:
        """Connect further cities for the tickets of a seat, beyond its own routes."""
        return label

    def running_points(self, position: Position, seat: i64) -> i64:
        """Public points during the game, beyond those of claimed routes."""
        return 0

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        """Add its line to the score sheet of a seat."""

    # Positions

    def check(self, state: State) -> list[str]:
        """Every reason why its part of a state is impossible, as sentences."""
        return []

    def write(self, position: Position) -> dict[str, object]:
        """Write its public fields of a position as JSON."""
        return {}

    def tell(self, position: Position) -> dict[str, object]:
        """Write the same for clients, with derived values, so that they need no rules."""
        return self.write(position)

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        """Write its public fields of one player as JSON."""
        return {}

    def write_secrets(self, position: Position, seat: i64) -> dict[str, object]:
        """Write its secret fields of one player as JSON."""
        return {}

    def field_names(self) -> list[str]:
        """The fields of a position that `read` understands."""
        return []

    def seat_field_names(self) -> list[str]:
        """The fields of a player that `read_seat` understands."""
        return []

    def read(self, state: State, data: JsonObject) -> None:
        """Read what `write` wrote. On a board without the chapter, refuse every value except empty ones."""

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        """Read what `write_seat` and `write_secrets` wrote. Missing fields get the defaults of the board."""


@final
class ChapterRef:
    """A chapter in a list that every turn iterates over.

    mypyc checks each item of a list: for a final class by one comparison, for a subclass by a search of its bases.
    """

    def __init__(self, chapter: Chapter) -> None:
        self.chapter: Final = chapter
