"""Ocean mail (module, claim step 9): a company that connects the two oceans takes the next contract, once a game."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.connections import Connection
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.module_tables import MailRow
from trunkline.rules.money import change_money, companies_of
from trunkline.rules.network import joined_cities
from trunkline.rules.reading import BadPosition, JsonObject, seat_of
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 16
STEP: Final = 9

CONTRACT: Final = EventKind("mail", ["step", "source", "contract"])


@final
class MailPart(Part):
    def __init__(self, takers: vec[u8]) -> None:
        self.takers = takers
        """By contract: the seat that has taken it, or NOBODY. Contracts are taken in order."""

    def copy(self) -> Part:
        return MailPart(self.takers[:])

    def fields(self, fields: Fields) -> None:
        self.takers = fields.small(self.takers, 5)


def mail_of(position: Position) -> MailPart:
    return cast(MailPart, position.parts[SLOT])


def row_of(board: Board) -> MailRow:
    row = board.modules.mail
    assert row is not None
    return row


def contracts_of(row: MailRow, players: i64) -> vec[u8]:
    """The dollars of the contracts, first to last."""
    return row.with_two if players == 2 else row.contracts


def has_contract(position: Position, seat: i64) -> bool:
    return u8(seat) in mail_of(position).takers


def joins_oceans(board: Board, row: MailRow, owner: vec[u8], seat: i64) -> bool:
    """Whether the routes of a seat connect a harbour of the one ocean with one of the other."""
    label = joined_cities(board, owner, seat)
    for city in range(board.cities):
        if row.one[city]:
            for other in range(board.cities):
                if row.other[other] and label[other] == label[city]:
                    return True
    return False


def next_contract(position: Position, seat: i64) -> i64:
    """The contract that a seat takes when it connects the oceans; -1 if it has one or none is left."""
    takers = mail_of(position).takers
    if u8(seat) in takers:
        return -1
    for contract in range(len(takers)):
        if takers[contract] == NOBODY:
            return contract
    return -1


def open_contracts(position: Position, seat: i64) -> list[Connection]:
    """The next contract, if the seat may take it."""
    found: list[Connection] = []
    board = position.board
    if board.modules.mail is None:
        return found
    contract = next_contract(position, seat)
    if contract >= 0:
        row = row_of(board)
        mail = Connection(board, STEP, row.source)
        dollars = contracts_of(row, len(companies_of(position).company))[contract]
        for city in range(board.cities):
            mail.start[city] = row.one[city]
            mail.dollars[city] = dollars * row.other[city]
        found.append(mail)
    return found


@final
class TakeContract(ClaimStep):
    def __init__(self, number: i64, row: MailRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        contract = next_contract(state, seat)
        if contract >= 0 and joins_oceans(state.board, self.row, state.owner, seat):
            mail_of(state).takers[contract] = u8(seat)
            if log is not None:
                values = vec[i16]([i16(STEP), i16(self.row.source), i16(contract + 1)])
                log.append(Event(CONTRACT, seat, values, NO_ITEMS))
            dollars = i64(contracts_of(self.row, len(state.players))[contract])
            change_money(state, seat, dollars, STEP, self.row.source, log)
        return True


@final
class Mail(Chapter):
    def __init__(self) -> None:
        super().__init__("mail", [], [], [CONTRACT])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.mail is not None

    def new_part(self, board: Board, players: i64) -> Part:
        return MailPart(vec[u8]([NOBODY] * len(contracts_of(row_of(board), players))))

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [TakeContract(SEQUENCE * STEP, row_of(board))]

    def check(self, state: State) -> list[str]:
        wrong: list[str] = []
        takers = mail_of(state).takers
        row = row_of(state.board)
        if len(takers) != len(contracts_of(row, len(state.players))):
            return ["there are other mail contracts with so many players"]
        seen: set[int] = set()
        for contract in range(len(takers)):
            seat = i64(takers[contract])
            if seat == NOBODY:
                continue
            if seat >= len(state.players):
                wrong.append("a mail contract belongs to a seat that is not there")
            elif int(seat) in seen:
                wrong.append(f"seat {seat} has two mail contracts")
            elif contract > 0 and takers[contract - 1] == NOBODY:
                wrong.append("mail contracts are taken in order")
            elif not joins_oceans(state.board, row, state.owner, seat):
                wrong.append(f"seat {seat} has a mail contract and does not connect the oceans")
            seen.add(int(seat))
        return wrong

    def write(self, position: Position) -> dict[str, object]:
        """The seats that have taken contracts, in order."""
        return {"mail": [int(seat) for seat in mail_of(position).takers if seat != NOBODY]}

    def tell(self, position: Position) -> dict[str, object]:
        """All contracts in order, with their dollars."""
        takers = mail_of(position).takers
        dollars = contracts_of(row_of(position.board), len(companies_of(position).company))
        return {
            "mail": [
                {"dollars": int(dollars[each]), "seat": None if takers[each] == NOBODY else int(takers[each])}
                for each in range(len(takers))
            ]
        }

    def field_names(self) -> list[str]:
        return ["mail"]

    def read(self, state: State, data: JsonObject) -> None:
        seats = data.items("mail", optional=True)
        if not self.is_on(state.board):
            if seats:
                raise BadPosition("mail: this board has no mail contracts")
            return
        takers = mail_of(state).takers
        if len(seats) > len(takers):
            raise BadPosition(f"mail: there are {len(takers)} contracts")
        for contract, seat in enumerate(seats):
            takers[contract] = u8(seat_of(seat, len(state.players), "mail"))
