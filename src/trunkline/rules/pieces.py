"""Pieces (W2, W12): the secret split into trains and ships before the first turn, and the exchange with the box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from trunkline.rules.actions import (
    ActionList,
    Unreadable,
    deck_from,
    deck_of,
    encode,
    kind_of,
    not_understood,
    number_from,
    subject_of,
)
from trunkline.rules.board import Board
from trunkline.rules.chapter import (
    GOES_ON,
    IDLE_TURN_ENDS,
    SET_UP_ENDS,
    ActionKind,
    Chapter,
    Fields,
    Part,
    Phase,
    Refusal,
)
from trunkline.rules.dice import Stream
from trunkline.rules.events import NO_ITEMS, Event, EventKind
from trunkline.rules.reading import BadPosition, JsonObject
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import OPENING, TURN, UNDECIDED, Position, State

if TYPE_CHECKING:
    from trunkline.rules.view import View

SLOT: Final = 3
SPLIT: Final = 9
EXCHANGE: Final = 11
SPLITTING: Final = 6

CHOSE_SPLIT: Final = EventKind("chose-split", [], "pieces", secret=True)
SPLIT_UP: Final = EventKind("split", ["trains", "ships"], reveals=True)
EXCHANGED: Final = EventKind("exchanged", ["trains", "ships"])

HIDDEN: Final = -2
"""Hidden: another seat has chosen its split and not yet shown it."""


@final
class PiecesPart(Part):
    def __init__(self, box_trains: vec[i64], box_ships: vec[i64], chosen: vec[i64], exchanged: vec[i64]) -> None:
        self.box_trains = box_trains
        self.box_ships = box_ships
        """Pieces in the box of each seat: set aside at the split or exchanged since (W12)."""
        self.chosen = chosen
        """During the split: the trains that each seat has chosen, or UNDECIDED (W2)."""
        self.exchanged = exchanged
        """Pieces exchanged so far by each seat: each costs points (W12)."""

    def copy(self) -> Part:
        return PiecesPart(self.box_trains[:], self.box_ships[:], self.chosen[:], self.exchanged[:])

    def fields(self, fields: Fields) -> None:
        self.box_trains = fields.numbers(self.box_trains)
        self.box_ships = fields.numbers(self.box_ships)
        self.chosen = fields.numbers(self.chosen)
        self.exchanged = fields.numbers(self.exchanged)

    def seen_by(self, seat: i64) -> Part:
        chosen = self.chosen[:]
        for other in range(len(chosen)):
            if other != seat and chosen[other] != UNDECIDED:
                chosen[other] = HIDDEN
        return PiecesPart(self.box_trains[:], self.box_ships[:], chosen, self.exchanged[:])

    def deal_hidden(self, view: View, seat: i64, stream: Stream) -> None:
        if self.chosen[seat] == HIDDEN:
            fewest = fewest_trains(view.board)
            self.chosen[seat] = fewest + stream.below(most_trains(view.board) + 1 - fewest)


NO_BOX: Final = PiecesPart(vec[i64](), vec[i64](), vec[i64](), vec[i64]())


def pieces_of(position: Position) -> PiecesPart:
    """The part with the boxes of a game or view; empty on a board without ships."""
    return cast(PiecesPart, position.parts[SLOT]) if position.board.numbers.pieces > 0 else NO_BOX


def box_trains(position: Position, seat: i64) -> i64:
    """Trains in a seat's box; none on a board without ships."""
    box = pieces_of(position).box_trains
    return box[seat] if len(box) > 0 else 0


def box_ships(position: Position, seat: i64) -> i64:
    """Ships in a seat's box; none on a board without ships."""
    box = pieces_of(position).box_ships
    return box[seat] if len(box) > 0 else 0


def fewest_trains(board: Board) -> i64:
    numbers = board.numbers
    return max(0, numbers.pieces - numbers.ships)


def most_trains(board: Board) -> i64:
    numbers = board.numbers
    return min(numbers.trains, numbers.pieces)


def choose_split(state: State, seat: i64, code: i64, log: list[Event] | None) -> bool:
    """Note one seat's secret choice; True once all have chosen and the pieces are shown (W2)."""
    part = pieces_of(state)
    trains = subject_of(code)
    part.chosen[seat] = trains
    if log is not None:
        ships = state.board.numbers.pieces - trains
        log.append(Event(CHOSE_SPLIT, seat, vec[i16](), vec[i16]([i16(trains), i16(ships)])))
    for chosen in part.chosen:
        if chosen == UNDECIDED:
            return False
    for each in range(len(state.players)):
        take_pieces(state, each, log)
    return True


def take_pieces(state: State, seat: i64, log: list[Event] | None) -> None:
    """Take the chosen pieces out of the box and reveal the choices."""
    part = pieces_of(state)
    player = state.players[seat]
    player.trains = part.chosen[seat]
    player.ships = state.board.numbers.pieces - player.trains
    part.box_trains[seat] -= player.trains
    part.box_ships[seat] -= player.ships
    part.chosen[seat] = UNDECIDED
    if log is not None:
        log.append(Event(SPLIT_UP, seat, vec[i16]([i16(player.trains), i16(player.ships)]), NO_ITEMS))


def exchange(state: State, seat: i64, code: i64, log: list[Event] | None) -> None:
    """Swap pieces with the box, one for one; each costs points."""
    part = pieces_of(state)
    player = state.players[seat]
    number = subject_of(code)
    trains = number if deck_of(code) == 0 else -number
    player.trains += trains
    part.box_trains[seat] -= trains
    player.ships -= trains
    part.box_ships[seat] += trains
    part.exchanged[seat] += number
    if log is not None:
        log.append(Event(EXCHANGED, seat, vec[i16]([i16(trains), i16(-trains)]), NO_ITEMS))


@final
class Pieces(Chapter):
    def __init__(self) -> None:
        super().__init__(
            "pieces",
            [ActionKind(SPLIT, "split", [SPLITTING]), ActionKind(EXCHANGE, "exchange", [TURN])],
            [Phase(SPLITTING, "split", all_choose=True)],
            [CHOSE_SPLIT, SPLIT_UP, EXCHANGED],
        )
        self.slot = SLOT
        self.version = 2

    def is_on(self, board: Board) -> bool:
        return board.numbers.pieces > 0

    def new_part(self, board: Board, players: i64) -> Part:
        """All pieces lie in the box until the players split (W2)."""
        each = range(players)
        return PiecesPart(
            vec[i64]([board.numbers.trains for _ in each]),
            vec[i64]([board.numbers.ships for _ in each]),
            vec[i64]([i64(UNDECIDED) for _ in each]),
            vec[i64]([i64(0) for _ in each]),
        )

    def set_up(self, state: State, log: list[Event] | None) -> None:
        for player in state.players:
            player.trains = 0

    def lists_on_turn(self, board: Board) -> bool:
        return True

    def may_be_declined(self) -> bool:
        """An exchange is never forced: a seat that can only exchange may pass (W12)."""
        return True

    def list_turn(self, state: State, seat: i64, out: ActionList) -> None:
        """List every number of pieces that the box has of one kind and the supply of the other."""
        part = pieces_of(state)
        player = state.players[seat]
        for number in range(1, min(part.box_trains[seat], player.ships) + 1):
            out.add(encode(EXCHANGE, number, 0))
        for number in range(1, min(part.box_ships[seat], player.trains) + 1):
            out.add(encode(EXCHANGE, number, 1))

    def list_phase(self, state: State, seat: i64, out: ActionList) -> None:
        """List every number of trains that does not need more ships than there are."""
        for trains in range(fewest_trains(state.board), most_trains(state.board) + 1):
            out.add(encode(SPLIT, trains))

    def has_chosen(self, state: State, seat: i64) -> bool:
        return pieces_of(state).chosen[seat] != UNDECIDED

    def apply(self, state: State, seat: i64, code: i64, log: list[Event] | None) -> i64:
        if kind_of(code) == SPLIT:
            return SET_UP_ENDS if choose_split(state, seat, code, log) else GOES_ON
        exchange(state, seat, code, log)
        return IDLE_TURN_ENDS

    def is_code(self, board: Board, code: i64) -> bool:
        if board.numbers.pieces == 0:
            return False
        if kind_of(code) == SPLIT:
            return subject_of(code) <= board.numbers.pieces and not code >> 24
        return deck_of(code) < len(board.deck_names) and not code >> 32

    def already_chosen(self) -> str:
        return "already_split"

    def refuse(self, state: State, seat: i64, code: i64) -> Refusal:
        if kind_of(code) == SPLIT:
            fewest, most = fewest_trains(state.board), most_trains(state.board)
            return Refusal("split_out_of_range", {"fewest": int(fewest), "most": int(most)})
        player = state.players[seat]
        number = subject_of(code)
        names = state.board.deck_names
        taken, given = names[deck_of(code)], names[1 - deck_of(code)]
        in_box = box_trains(state, seat) if deck_of(code) == 0 else box_ships(state, seat)
        if number == 0:
            return Refusal("exchange_nothing", {})
        if number > in_box:
            return Refusal("box_too_small", {"pieces": taken, "left": int(in_box)})
        left = player.ships if deck_of(code) == 0 else player.trains
        return Refusal("supply_too_small", {"pieces": given, "left": int(left)})

    def to_text(self, board: Board, code: i64) -> str:
        number = subject_of(code)
        if kind_of(code) == SPLIT:
            return f"split {number} {board.numbers.pieces - number}"
        return f"exchange {number} {board.deck_names[deck_of(code)]}"

    def from_text(self, state: State, seat: i64, words: list[str]) -> i64:
        if len(words) != 3:
            raise not_understood(words)
        board = state.board
        number = number_from(words[1])
        if words[0] == "exchange":
            return encode(EXCHANGE, number, deck_from(board, words[2]))
        if number + number_from(words[2]) != board.numbers.pieces:
            raise Unreadable("split_does_not_add_up", {"pieces": int(board.numbers.pieces)})
        return encode(SPLIT, number)

    def running_points(self, position: Position, seat: i64) -> i64:
        """The points lost by exchanges, as a number that is never above 0 (W12)."""
        return -pieces_of(position).exchanged[seat] * position.board.numbers.exchange_cost

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        sheet.add("exchange", self.running_points(state, seat))

    def check(self, state: State) -> list[str]:
        """Check that every piece is in the supply, in the box or on the board (W2)."""
        wrong: list[str] = []
        for seat in range(len(state.players)):
            wrong += check_box(state, seat)
        return wrong

    def write_seat(self, position: Position, seat: i64) -> dict[str, object]:
        part = pieces_of(position)
        return {
            "box": {"trains": int(part.box_trains[seat]), "ships": int(part.box_ships[seat])},
            "exchanged": int(part.exchanged[seat]),
        }

    def write_secrets(self, position: Position, seat: i64) -> dict[str, object]:
        chosen = pieces_of(position).chosen[seat]
        return {"split": None if chosen == UNDECIDED else int(chosen)}

    def seat_field_names(self) -> list[str]:
        return ["box", "exchanged", "split"]

    def read_seat(self, state: State, seat: i64, data: JsonObject) -> None:
        """Read the box. Default: the pieces that are neither in the supply nor on the board."""
        part = pieces_of(state)
        player = state.players[seat]
        trains, ships = unplaced(state, seat)
        box = data.part("box", ["trains", "ships"], optional=True)
        part.box_trains[seat] = box.whole("trains", int(trains - player.trains))
        part.box_ships[seat] = box.whole("ships", int(ships - player.ships))
        part.exchanged[seat] = data.whole("exchanged", 0)
        if data.get("split") is not None:
            if state.phase != SPLITTING:
                raise BadPosition(f"{data.where}.split: it is chosen in the phase `split`")
            part.chosen[seat] = data.whole("split")


def unplaced(state: State, seat: i64) -> tuple[i64, i64]:
    """The trains and ships of a seat that are not on the board: in its supply or its box."""
    board = state.board
    trains, ships = board.numbers.trains, board.numbers.ships
    for route in range(board.routes):
        if i64(state.owner[route]) == seat:
            if board.sea[route]:
                ships -= i64(board.length[route])
            else:
                trains -= i64(board.length[route])
    return trains, ships


def check_box(state: State, seat: i64) -> list[str]:
    """What is wrong with the pieces of one seat."""
    wrong: list[str] = []
    board = state.board
    numbers = board.numbers
    part = pieces_of(state)
    player = state.players[seat]
    trains, ships = unplaced(state, seat)
    before = state.phase == OPENING or state.phase == SPLITTING
    placed = numbers.trains - trains + numbers.ships - ships
    if player.trains < 0 or part.box_trains[seat] < 0 or player.trains + part.box_trains[seat] != trains:
        wrong.append(f"seat {seat} has {trains} trains in supply and box by the board")
    if player.ships < 0 or part.box_ships[seat] < 0 or player.ships + part.box_ships[seat] != ships:
        wrong.append(f"seat {seat} has {ships} ships in supply and box by the board")
    if player.trains + player.ships + placed != (0 if before else numbers.pieces):
        wrong.append(f"seat {seat} plays with {numbers.pieces} pieces once all have split, and with none before")
    if part.exchanged[seat] < 0:
        wrong.append(f"seat {seat} has exchanged fewer pieces than none")
    chosen = part.chosen[seat]
    if chosen != UNDECIDED and (state.phase != SPLITTING or not fewest_trains(board) <= chosen <= most_trains(board)):
        wrong.append(f"seat {seat} has split its pieces as the box does not allow")
    return wrong
