"""Who sits at a table, as it is stored, and the row of a table that is opened."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from trunkline.maps.load import load_map, map_names
from trunkline.maps.pack import load_board
from trunkline.maps.problems import MapError
from trunkline.server.messages import OpenTable
from trunkline.server.refusal import RequestRefused
from trunkline.server.store.rows import CampaignLink, TableData, TableRow, TableSeat
from trunkline.server.tables import companies, player_colours

OPEN = "open"
FOUNDING = "founding"
"""A campaign whose companies gather; later statuses are in `campaigns/`."""
LUCK_BYTES = 32


@dataclass(frozen=True, slots=True)
class FinishedBoard:
    """The board of a campaign that is over, for a table outside the campaign."""

    reference: str
    link: CampaignLink


def people_at(row: TableRow) -> list[str]:
    return sorted({seat.person for seat in row.data.seats if seat.person})


def current_variant(map_name: str, variant: str) -> str:
    """The variant that new games use in place of this one."""
    return load_map(map_name).variants[variant].replaced_by or variant


def open_row(
    wish: OpenTable, person: str, name: str, bots: frozenset[str], now: float, on: FinishedBoard | None = None
) -> TableRow:
    """The row of a new table; on the finished board of a campaign instead of the map itself, if one is given."""
    # Only the maps that come with Trunkline: nobody opens a local file, or an edition with what is sealed.
    if wish.map not in map_names():
        raise RequestRefused("no_such_map", {"map": wish.map, "variant": wish.variant}, 400)
    try:
        board = load_board(wish.map if on is None else on.reference, wish.variant)
    except MapError:
        raise RequestRefused("no_such_map", {"map": wish.map, "variant": wish.variant}, 400) from None
    if current_variant(wish.map, wish.variant) != wish.variant:
        raise RequestRefused("no_such_map", {"map": wish.map, "variant": wish.variant}, 400)
    players = len(wish.seats)
    if not board.numbers.least_players <= players <= board.numbers.most_players:
        raise RequestRefused("players_out_of_range", {"players": players}, 400)
    if wish.first is not None and wish.first >= players:
        raise RequestRefused("no_such_seat", {"seat": wish.first}, 400)
    for bot in [wish.substitute, *(seat.bot or "" for seat in wish.seats if seat.kind == "bot")]:
        if bot not in bots:
            raise RequestRefused("no_such_bot", {"bot": bot}, 400)
    if not any(seat.kind != "bot" for seat in wish.seats):
        raise RequestRefused("nobody_to_play", {}, 400)
    company_of = companies.assign(wish.map, [seat.company for seat in wish.seats])
    several = sum(seat.kind == "me" for seat in wish.seats) > 1
    seats = []
    for number, seat in enumerate(wish.seats):
        if seat.kind == "me":
            mine = wish.luck or secrets.token_hex(LUCK_BYTES)
            shown = (seat.name or f"{name} {number + 1}") if several else name
            seats.append(TableSeat("person", shown, person, luck=mine))
        elif seat.kind == "bot":
            seats.append(TableSeat("bot", seat.bot or "", bot=seat.bot, luck=secrets.token_hex(LUCK_BYTES)))
        else:
            seats.append(TableSeat())
    data = TableData(
        seats=seats,
        spectators=wish.spectators,
        chat=wish.chat,
        clock=wish.clock,
        first=wish.first,
        substitute=wish.substitute,
        secret=secrets.token_hex(32),
        rated=wish.rated,
        companies=company_of,
        colours=[] if company_of else player_colours.assign([seat.colour for seat in wish.seats]),
        link=None if on is None else on.link,
    )
    row = TableRow(
        id=secrets.token_urlsafe(12),
        created=now,
        status=OPEN,
        public=wish.public,
        map=wish.map if on is None else on.reference,
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
