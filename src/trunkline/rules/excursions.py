"""Excursions (module, claim step 6): the first company to connect the two cities of a card wins it and its dollars."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.connections import Connection
from trunkline.rules.dice import EXCURSIONS, Stream, shuffle_cards
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.module_tables import ExcursionRow
from trunkline.rules.money import change_money, companies_of
from trunkline.rules.network import joined_cities
from trunkline.rules.newspapers import news_of
from trunkline.rules.reading import BadPosition, JsonObject, number_of, seat_of
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 11
STEP: Final = 6
IN_BOX: Final = 254
"""The card is not face up in this game."""

WON: Final = EventKind("excursion", ["step", "source", "excursion"])


@final
class ExcursionsPart(Part):
    def __init__(self, owner: vec[u8]) -> None:
        self.owner = owner
        """By card: who has won it, NOBODY while it lies face up, or IN_BOX."""

    def copy(self) -> Part:
        return ExcursionsPart(self.owner[:])

    def fields(self, fields: Fields) -> None:
        self.owner = fields.small(self.owner, 255)


def excursions_of(position: Position) -> ExcursionsPart:
    return cast(ExcursionsPart, position.parts[SLOT])


def row_of(board: Board) -> ExcursionRow:
    row = board.modules.excursions
    assert row is not None
    return row


def excursions_barred(position: Position) -> bool:
    """Whether the current news event lets nobody win an excursion."""
    news = news_of(position)
    return position.board.companies.bars_excursions(news.current, len(companies_of(position).company))


def open_excursions(position: Position) -> list[Connection]:
    """The excursions that a claim can win now."""
    found: list[Connection] = []
    if position.board.modules.excursions is None or excursions_barred(position):
        return found
    row = row_of(position.board)
    owner = excursions_of(position).owner
    for card in range(len(owner)):
        if owner[card] == NOBODY:
            excursion = Connection(position.board, STEP, row.source)
            excursion.start[i64(row.a[card])] = 1
            excursion.dollars[i64(row.b[card])] = row.dollars[card]
            found.append(excursion)
    return found


@final
class WinExcursions(ClaimStep):
    def __init__(self, number: i64, row: ExcursionRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        owner = excursions_of(state).owner
        if NOBODY not in owner or excursions_barred(state):
            return True
        label = joined_cities(state.board, state.owner, seat)
        row = self.row
        for card in range(len(owner)):
            if owner[card] == NOBODY and label[i64(row.a[card])] == label[i64(row.b[card])]:
                owner[card] = u8(seat)
                if log is not None:
                    log.append(Event(WON, seat, vec[i16]([i16(STEP), i16(row.source), i16(card)]), NO_ITEMS))
                change_money(state, seat, i64(row.dollars[card]), STEP, row.source, log)
        return True


@final
class Excursions(Chapter):
    def __init__(self) -> None:
        super().__init__("excursions", [], [], [WON])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.excursions is not None

    def new_part(self, board: Board, players: i64) -> Part:
        return ExcursionsPart(vec[u8]([IN_BOX] * len(row_of(board).names)))

    def set_up(self, state: State, log: list[Event] | None) -> None:
        """Draw by lot which cards lie face up."""
        row = row_of(state.board)
        cards = vec[u8](list(range(len(row.names))))
        shuffle_cards(cards, len(cards), Stream(state.key, EXCURSIONS, 0))
        part = excursions_of(state)
        for i in range(min(row.shown, len(cards))):
            part.owner[i64(cards[i])] = u8(NOBODY)

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [WinExcursions(SEQUENCE * STEP, row_of(board))]

    def check(self, state: State) -> list[str]:
        """Check that the right number of cards is face up, and that the winner of each card connects its cities."""
        wrong: list[str] = []
        row = row_of(state.board)
        owner = excursions_of(state).owner
        shown: i64 = 0
        for card in range(len(owner)):
            if owner[card] == IN_BOX:
                continue
            shown += 1
            seat = i64(owner[card])
            if seat == NOBODY:
                continue
            if seat >= len(state.players):
                wrong.append(f"the excursion {row.names[card]} was won by a seat that is not there")
                continue
            label = joined_cities(state.board, state.owner, seat)
            if label[i64(row.a[card])] != label[i64(row.b[card])]:
                wrong.append(f"seat {seat} cannot have won the excursion {row.names[card]}")
        if len(owner) != len(row.names) or shown != min(row.shown, len(row.names)):
            wrong.append(f"{shown} excursions are face up or won, not {min(row.shown, len(row.names))}")
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        """The cards face up, with the seat that has won each."""
        row = row_of(position.board)
        found: dict[str, object] = {}
        owner = excursions_of(position).owner
        for card in range(len(owner)):
            if owner[card] != IN_BOX:
                found[row.names[card]] = None if owner[card] == NOBODY else int(owner[card])
        return {"excursions": found}

    def tell(self, position: Position) -> dict[str, object]:
        """The same with cities and dollars."""
        row = row_of(position.board)
        names = position.board.city_names
        owner = excursions_of(position).owner
        found: list[object] = []
        for card in range(len(owner)):
            if owner[card] != IN_BOX:
                cities = [names[i64(row.a[card])], names[i64(row.b[card])]]
                seat = None if owner[card] == NOBODY else int(owner[card])
                found.append({"cities": cities, "dollars": int(row.dollars[card]), "seat": seat})
        return {"excursions": found}

    def field_names(self) -> list[str]:
        return ["excursions"]

    def read(self, state: State, data: JsonObject) -> None:
        """Default if the field is missing: the first cards of the map are face up."""
        if not self.is_on(state.board):
            if data.get("excursions"):
                raise BadPosition("excursions: this board has none")
            return
        row = row_of(state.board)
        part = excursions_of(state)
        numbers = {name: number for number, name in enumerate(row.names)}
        if data.get("excursions") is None:
            for card in range(min(row.shown, len(row.names))):
                part.owner[card] = u8(NOBODY)
            return
        for name, seat in data.mapping("excursions").items():
            card = number_of(numbers, name, "excursion")
            won = NOBODY if seat is None else seat_of(seat, len(state.players), f"excursions.{name}")
            part.owner[i64(card)] = u8(won)
