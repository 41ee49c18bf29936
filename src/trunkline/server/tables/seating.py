"""Who sits at a table, as it is stored, and the row of a table that is opened."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Any

import msgspec

from trunkline.maps.load import load_map
from trunkline.maps.pack import load_board
from trunkline.maps.problems import MapError
from trunkline.server.messages import OpenTable
from trunkline.server.refusal import Refusal
from trunkline.server.store.rows import TableRow
from trunkline.server.tables.companies import assign

OPEN = "open"
LUCK_BYTES = 32


@dataclass(slots=True)
class TableSeat:
    """Who sits there. `kind` is open, person or bot; a person's seat may be played by a bot for a while."""

    kind: str
    name: str = ""
    person: str | None = None
    bot: str | None = None
    substituted: bool = False
    luck: str = ""
    premoves: list[list[str]] = field(default_factory=list)
    """Plans for the next turn, best first; each is the steps of one turn."""
    plan: list[str] = field(default_factory=list)
    """What remains of the plan that is being carried out."""
    accepted: bool = True
    """False while a rematch keeps this seat for a person who has not answered."""
    left: bool = False
    """The person left a rated game: a bot plays the seat to the end, and the person has lost."""
    abort: bool = False
    """The person agrees to abort the game."""
    deadline: float | None = None
    """When the move that this seat is waited for runs out."""
    undo_deadline: float | None = None
    """The deadline of the last move, for when it is taken back."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.substituted


def as_data(seat: TableSeat) -> dict[str, Any]:
    return {name: getattr(seat, name) for name in TableSeat.__slots__}


def people_at(row: TableRow) -> list[str]:
    return sorted({seat["person"] for seat in row.data["seats"] if seat["person"]})


def current_variant(map_name: str, variant: str) -> str:
    """The variant that new games are dealt by where older ones were dealt by this one."""
    return load_map(map_name).variants[variant].replaced_by or variant


def open_row(wish: OpenTable, person: str, name: str, bots: frozenset[str], now: float) -> TableRow:
    """The row of a new table."""
    try:
        board = load_board(wish.map, wish.variant)
    except MapError:
        raise Refusal("no_such_map", {"map": wish.map, "variant": wish.variant}, 400) from None
    if current_variant(wish.map, wish.variant) != wish.variant:
        raise Refusal("no_such_map", {"map": wish.map, "variant": wish.variant}, 400)
    players = len(wish.seats)
    if not board.numbers.least_players <= players <= board.numbers.most_players:
        raise Refusal("players_out_of_range", {"players": players}, 400)
    if wish.first is not None and wish.first >= players:
        raise Refusal("no_such_seat", {"seat": wish.first}, 400)
    for bot in [wish.substitute, *(seat.bot or "" for seat in wish.seats if seat.kind == "bot")]:
        if bot not in bots:
            raise Refusal("no_such_bot", {"bot": bot}, 400)
    if not any(seat.kind != "bot" for seat in wish.seats):
        raise Refusal("nobody_to_play", {}, 400)
    companies = assign(wish.map, [seat.company for seat in wish.seats])
    seats = []
    for number, seat in enumerate(wish.seats):
        if seat.kind == "me":
            mine = wish.luck or secrets.token_hex(LUCK_BYTES)
            several = sum(other.kind == "me" for other in wish.seats) > 1
            shown = f"{name} {number + 1}" if several else name
            seats.append(as_data(TableSeat("person", shown, person, luck=mine)))
        elif seat.kind == "bot":
            seats.append(as_data(TableSeat("bot", seat.bot or "", bot=seat.bot, luck=secrets.token_hex(LUCK_BYTES))))
        else:
            seats.append(as_data(TableSeat("open")))
    data: dict[str, Any] = {
        "seats": seats,
        "spectators": wish.spectators,
        "chat": wish.chat,
        "clock": msgspec.to_builtins(wish.clock),
        "first": wish.first,
        "substitute": wish.substitute,
        "secret": secrets.token_hex(32),
        "rematch": None,
        "rated": wish.rated,
    }
    if companies:
        data["companies"] = companies
    row = TableRow(
        id=secrets.token_urlsafe(12),
        created=now,
        status=OPEN,
        public=wish.public,
        map=wish.map,
        variant=wish.variant,
        host=person,
        people=[],
        waiting=[],
        seq=0,
        deadline=None,
        version=0,
        data=data,
    )
    row.people = people_at(row)
    return row
