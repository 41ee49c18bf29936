"""Cattle drives (module, claim step 5): a claim picks up herds at its ends, and delivers them in large cities."""

from __future__ import annotations

from typing import Final, cast, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64, u8

from trunkline.rules.board import Board
from trunkline.rules.chapter import Chapter, Fields, Part
from trunkline.rules.claim import SEQUENCE, ClaimStep
from trunkline.rules.connections import Connection
from trunkline.rules.dice import HERDS, Stream, shuffle_cards
from trunkline.rules.events import NO_ITEMS, TABLE, Event, EventKind
from trunkline.rules.module_tables import CattleRow
from trunkline.rules.money import change_money
from trunkline.rules.network import joined_cities
from trunkline.rules.reading import BadPosition, JsonObject, number_of, seat_of
from trunkline.rules.scoring import Sheet
from trunkline.rules.state import NOBODY, Position, State

SLOT: Final = 13
STEP: Final = 5
NOWHERE: Final = 255

TAKEN: Final = EventKind("herd", ["step", "source", "city"])
DELIVERED: Final = EventKind("delivered", ["step", "source", "city"])
STAMPEDED: Final = EventKind("stampede", ["city", "count"], reveals=True)
"""A herd ran from `city` to the city with the number `count`."""


@final
class CattlePart(Part):
    def __init__(self, city: vec[u8], holder: vec[u8], delivered: vec[u8]) -> None:
        self.city = city
        """By herd: the city where it stands, or where it was taken."""
        self.holder = holder
        """By herd: who has taken it; NOBODY while it is on the map."""
        self.delivered = delivered
        """By herd: 1 once it is delivered."""
        self.lots: i64 = 0
        """Times that herds were placed by lot: the number of the next stream."""

    def copy(self) -> Part:
        other = CattlePart(self.city[:], self.holder[:], self.delivered[:])
        other.lots = self.lots
        return other

    def fields(self, fields: Fields) -> None:
        self.city = fields.small(self.city, 255)
        self.holder = fields.small(self.holder, 5)
        self.delivered = fields.small(self.delivered, 2)
        self.lots = fields.number(self.lots)


def cattle_of(position: Position) -> CattlePart:
    return cast(CattlePart, position.parts[SLOT])


def row_of(board: Board) -> CattleRow:
    row = board.modules.cattle
    assert row is not None
    return row


def herds_held(position: Position, seat: i64) -> i64:
    """The herds that a seat holds and has not delivered."""
    part = cattle_of(position)
    found: i64 = 0
    for herd in range(len(part.city)):
        if i64(part.holder[herd]) == seat and not part.delivered[herd]:
            found += 1
    return found


def holds_herd(position: Position, seat: i64) -> bool:
    """Whether a seat holds a herd; nobody does on a board without them."""
    return position.board.modules.cattle is not None and herds_held(position, seat) > 0


def deliveries(position: Position, seat: i64) -> i64:
    part = cattle_of(position)
    found: i64 = 0
    for herd in range(len(part.city)):
        if i64(part.holder[herd]) == seat and part.delivered[herd]:
            found += 1
    return found


def free_homes(row: CattleRow, part: CattlePart) -> vec[u8]:
    """The cities for herds in which none stands."""
    found = vec[u8]()
    for city in row.homes:
        free = True
        for herd in range(len(part.city)):
            if part.city[herd] == city and part.holder[herd] == NOBODY:
                free = False
        if free:
            found = append(found, city)
    return found


def stampede(state: State, log: list[Event] | None) -> None:
    """Every herd on the map moves to a city for herds without one, by lot."""
    if state.board.modules.cattle is None:
        return
    row = row_of(state.board)
    part = cattle_of(state)
    stream = Stream(state.key, HERDS, part.lots)
    part.lots += 1
    for herd in range(len(part.city)):
        if part.holder[herd] == NOBODY:
            free = free_homes(row, part)
            if len(free) > 0:
                there = free[stream.below(len(free))]
                if log is not None:
                    log.append(Event(STAMPEDED, TABLE, vec[i16]([i16(part.city[herd]), i16(there)]), NO_ITEMS))
                part.city[herd] = there


def herds_taken(position: Position, seat: i64, route: i64) -> vec[u8]:
    """The herds that a claim takes along: those at the first city of the route first, while there is room."""
    board = position.board
    part = cattle_of(position)
    room = row_of(board).most - herds_held(position, seat)
    found = vec[u8]()
    for city in (board.route_a[route], board.route_b[route]):
        for herd in range(len(part.city)):
            if len(found) < room and part.city[herd] == city and part.holder[herd] == NOBODY:
                found = append(found, u8(herd))
    return found


@final
class Drive(Connection):
    """The delivery of a herd: one that the seat holds, or one that a claim takes along."""

    def __init__(self, board: Board, herd: i64, is_held: bool) -> None:
        row = row_of(board)
        super().__init__(board, STEP, row.source)
        self.herd: Final = herd
        self.is_own = is_held
        for city in range(board.cities):
            if row.goals[city]:
                self.dollars[city] = u8(row.far if row.goals[city] == 2 else row.near)

    def counts(self, position: Position, seat: i64, route: i64) -> bool:
        return self.is_own or u8(self.herd) in herds_taken(position, seat, route)


def open_drives(position: Position, seat: i64) -> list[Connection]:
    """The deliveries that the seat can make: of the herds that it holds and, if it has room, of those on the map."""
    found: list[Connection] = []
    if position.board.modules.cattle is None:
        return found
    part = cattle_of(position)
    has_room = herds_held(position, seat) < row_of(position.board).most
    for herd in range(len(part.city)):
        is_held = i64(part.holder[herd]) == seat and not part.delivered[herd]
        if is_held or (has_room and part.holder[herd] == NOBODY):
            drive = Drive(position.board, herd, is_held)
            drive.start[i64(part.city[herd])] = 1
            found.append(drive)
    return found


@final
class DriveCattle(ClaimStep):
    def __init__(self, number: i64, row: CattleRow) -> None:
        super().__init__(number)
        self.row: Final = row

    def run(self, state: State, seat: i64, route: i64, log: list[Event] | None) -> bool:
        """Take the herds at the ends of the route, the first city first; then deliver what can be delivered."""
        part = cattle_of(state)
        for herd in herds_taken(state, seat, route):
            part.holder[i64(herd)] = u8(seat)
            if log is not None:
                values = vec[i16]([i16(STEP), i16(self.row.source), i16(part.city[i64(herd)])])
                log.append(Event(TAKEN, seat, values, NO_ITEMS))
        if herds_held(state, seat) > 0:
            self.deliver(state, seat, log)
        return True

    def deliver(self, state: State, seat: i64, log: list[Event] | None) -> None:
        part = cattle_of(state)
        row = self.row
        label = joined_cities(state.board, state.owner, seat)
        for herd in range(len(part.city)):
            if i64(part.holder[herd]) != seat or part.delivered[herd]:
                continue
            best: i64 = 0
            for city in range(state.board.cities):
                if label[city] == label[i64(part.city[herd])] and i64(row.goals[city]) > best:
                    best = i64(row.goals[city])
            if best > 0:
                part.delivered[herd] = 1
                if log is not None:
                    values = vec[i16]([i16(STEP), i16(row.source), i16(part.city[herd])])
                    log.append(Event(DELIVERED, seat, values, NO_ITEMS))
                change_money(state, seat, row.far if best == 2 else row.near, STEP, row.source, log)


@final
class Cattle(Chapter):
    def __init__(self) -> None:
        super().__init__("cattle", [], [], [TAKEN, DELIVERED, STAMPEDED])
        self.slot = SLOT
        self.version = 5

    def is_on(self, board: Board) -> bool:
        return board.modules.cattle is not None

    def new_part(self, board: Board, players: i64) -> Part:
        row = row_of(board)
        herds = min(players + row.more, len(row.homes))
        return CattlePart(vec[u8]([NOWHERE] * herds), vec[u8]([NOBODY] * herds), vec[u8]([0] * herds))

    def set_up(self, state: State, log: list[Event] | None) -> None:
        """Place the herds in different cities, by lot."""
        part = cattle_of(state)
        homes = row_of(state.board).homes[:]
        shuffle_cards(homes, len(homes), Stream(state.key, HERDS, part.lots))
        part.lots += 1
        for herd in range(len(part.city)):
            part.city[herd] = homes[herd]

    def claim_steps(self, board: Board) -> list[ClaimStep]:
        return [DriveCattle(SEQUENCE * STEP, row_of(board))]

    def score(self, state: State, seat: i64, sheet: Sheet) -> None:
        sheet.add("herds", -herds_held(state, seat) * row_of(state.board).lost)

    def check(self, state: State) -> list[str]:
        """Check that free herds stand in different cities for herds, and that no seat holds too many."""
        wrong: list[str] = []
        board = state.board
        row = row_of(board)
        part = cattle_of(state)
        herds = len(part.city)
        if herds != min(len(state.players) + row.more, len(row.homes)):
            return [f"there are {herds} herds"]
        standing: set[int] = set()
        for herd in range(herds):
            city, holder = int(part.city[herd]), i64(part.holder[herd])
            if u8(city) not in row.homes:
                wrong.append("a herd is in a city that has none")
            elif holder == NOBODY:
                if city in standing:
                    wrong.append(f"two herds stand in {board.city_names[city]}")
                standing.add(city)
                if part.delivered[herd]:
                    wrong.append("a herd on the map is delivered")
            elif holder >= len(state.players):
                wrong.append("a herd is held by a seat that is not there")
        for seat in range(len(state.players)):
            if herds_held(state, seat) > row.most:
                wrong.append(f"seat {seat} holds more than {row.most} herds")
        return wrong

    def tell(self, position: Position) -> dict[str, object]:
        """The herds, without what only a position needs."""
        return {"herds": self.write(position)["herds"]}

    def write(self, position: Position) -> dict[str, object]:
        board = position.board
        part = cattle_of(position)
        herds: list[object] = []
        for herd in range(len(part.city)):
            fields: dict[str, object] = {"city": board.city_names[part.city[herd]]}
            if part.holder[herd] != NOBODY:
                fields["seat"] = int(part.holder[herd])
                fields["delivered"] = bool(part.delivered[herd])
            herds.append(fields)
        return {"herds": herds, "herd_lots": int(part.lots)}

    def field_names(self) -> list[str]:
        return ["herds", "herd_lots"]

    def read(self, state: State, data: JsonObject) -> None:
        """Default if the field is missing: herds are placed by lot."""
        if not self.is_on(state.board):
            if data.get("herds"):
                raise BadPosition("herds: this board has none")
            return
        part = cattle_of(state)
        if data.get("herds") is None:
            self.set_up(state, None)
            return
        herds = data.parts("herds", ["city", "seat", "delivered"])
        if len(herds) != len(part.city):
            raise BadPosition(f"herds: with {len(state.players)} players there are {len(part.city)}")
        for herd, written in enumerate(herds):
            part.city[herd] = u8(number_of(state.board.city_number, written.text("city"), "city"))
            if written.get("seat") is not None:
                part.holder[herd] = u8(seat_of(written.get("seat"), len(state.players), "herds.seat"))
            part.delivered[herd] = u8(1 if written.get("delivered") else 0)
        part.lots = data.whole("herd_lots", 1)
