"""REST routes of tables: open, join, leave, start, and the host's actions."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from trunkline.server.http.guard import PROBLEMS, PathId, TheAsker
from trunkline.server.messages import Hex, Id, OpenTable, PlayerColour, Seat, TableInfo
from trunkline.server.people.sessions import Person
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services, TheServices
from trunkline.server.store.rows import TableRow
from trunkline.server.tables import invitations
from trunkline.server.tables.seated_table import PLAYING
from trunkline.server.tables.seating import OPEN, FinishedBoard
from trunkline.server.tables.table import Table

MOST_LISTED = 100


class JoinBody(Struct, forbid_unknown_fields=True):
    seat: Seat | None = None
    """The wanted seat; by default the first free one."""
    luck: Hex = ""
    """Random bytes that this seat contributes to the key of the game; by default the server draws them."""
    colour: PlayerColour | None = None
    """The preferred colour; the seat gets it if nobody else has it."""


class LuckBody(Struct, forbid_unknown_fields=True):
    luck: Hex = ""
    """Random bytes that the caller contributes to the key of the new game; by default the server draws them."""


class AbortBody(Struct, forbid_unknown_fields=True):
    agreed: bool = True
    """False withdraws it."""


class SeatBody(Struct, forbid_unknown_fields=True):
    seat: Seat


class ReplaceBody(Struct, forbid_unknown_fields=True):
    seat: Seat
    bot: Id


class CompanyBody(Struct, forbid_unknown_fields=True):
    seat: Seat
    company: Id


class ColourBody(Struct, forbid_unknown_fields=True):
    seat: Seat
    colour: PlayerColour


class InvitationCode(Struct):
    code: str


class TableLink(Struct):
    table: str


TypedCode = Annotated[str, PathParameter(min_length=1, max_length=20)]


class GameInfo(Struct):
    """One of my games."""

    table: TableInfo
    your_turn: bool


def shown(services: Services, row: TableRow) -> TableInfo:
    """A stored table for its readers, with the people whose presence this process knows."""
    live = services.hall.awake.get(row.id)
    return Table(row).info(live.present if live is not None else frozenset())


@get("/api/tables", tags=["tables"], responses=PROBLEMS)
async def list_tables(
    services: TheServices, asker: TheAsker, status: Annotated[str, QueryParameter(pattern="^(open|playing)$")] = OPEN
) -> list[TableInfo]:
    """Public tables that wait for players, or with `status=playing` those that can be watched; newest first."""
    services.charge(asker.address, "tables")
    rows = await services.store.public_tables(MOST_LISTED, status)
    return [shown(services, row) for row in rows if status == OPEN or row.data.spectators]


@post("/api/tables", tags=["tables"], responses=PROBLEMS)
async def open_table(services: TheServices, asker: TheAsker, data: JSONBody[OpenTable]) -> TableInfo:
    """Open a table and be its host. Its id is the link by which others join."""
    return await opened(services, asker.person, data)


async def opened(services: Services, asker: Person, wish: OpenTable, on: FinishedBoard | None = None) -> TableInfo:
    """A new table; on the finished board of a campaign, if one is given."""
    services.limit(asker.id, "table_opened")
    person = await services.people.named(asker)
    alone = not any(seat.kind == "open" for seat in wish.seats)
    await services.need_room(person, opening=True, alone=alone)
    for seat in wish.seats:
        if seat.name is not None:
            seat.name = await services.people.name_for(person, seat.name)
    return await services.hall.open_table(person, wish, on)


@get("/api/tables/{table_id:str}", tags=["tables"], responses=PROBLEMS)
async def get_table(services: TheServices, asker: TheAsker, table_id: PathId) -> TableInfo:
    """A table: who sits where, its options and state; for those who may join it or look on."""
    live = await services.hall.live(table_id)
    if live.table.status != OPEN and not live.table.may_watch(asker.id):
        raise RequestRefused("no_spectators", {}, 403)
    return live.table.info_for(asker.id, live.present)


@post("/api/tables/{table_id:str}/join", status_code=200, tags=["tables"], responses=PROBLEMS)
async def join(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[JoinBody]) -> TableInfo:
    """Take a seat, or accept the seat reserved by a rematch. A person who names a seat may take several (hot-seat)."""
    services.limit(asker.person.id, "table_joined")
    person = await services.people.named(asker.person)
    await services.need_room(person)
    return await services.hall.join(person, table_id, data.seat, data.luck, data.colour)


@post("/api/tables/{table_id:str}/leave", status_code=200, tags=["tables"], responses=PROBLEMS)
async def leave(services: TheServices, asker: TheAsker, table_id: PathId) -> TableInfo:
    """Stand up: before the game the seat is open again (a host's leaving closes the table); in a casual game the
    table's bot plays on until one is back; in a rated game it plays to the end, and the leaver has lost."""
    return await services.hall.leave(asker.person, table_id)


@post("/api/tables/{table_id:str}/start", status_code=200, tags=["tables"], responses=PROBLEMS)
async def start(services: TheServices, asker: TheAsker, table_id: PathId) -> TableInfo:
    """Deal the game; for the host, once every seat is taken."""
    return await services.hall.start(asker.person, table_id)


@post("/api/tables/{table_id:str}/rematch", status_code=200, tags=["tables"], responses=PROBLEMS)
async def rematch(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[LuckBody]) -> TableInfo:
    """The same table once more, for a player of a finished one. Whoever asks first opens it and keeps a seat for each
    of the others; whoever asks later accepts theirs (`join` and `leave` at the new table accept and decline, too)."""
    services.limit(asker.person.id, "rematch")
    person = await services.people.named(asker.person)
    await services.need_room(person, opening=True)
    return await services.hall.agreements.rematch(person, table_id, data.luck)


@post("/api/tables/{table_id:str}/abort", status_code=200, tags=["tables"], responses=PROBLEMS)
async def abort(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[AbortBody]) -> TableInfo:
    """Agree to abort a game, or withdraw that. Once everybody who has not left agrees, the game ends without result."""
    services.limit(asker.person.id, "abort")
    return await services.hall.agreements.abort(asker.person, table_id, data.agreed)


@post("/api/tables/{table_id:str}/kick", status_code=200, tags=["tables"], responses=PROBLEMS)
async def kick(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[SeatBody]) -> TableInfo:
    """Open a seat again, for the host before the game; whoever sat there cannot join again."""
    return await services.hall.remove(asker.person, table_id, data.seat)


@post("/api/tables/{table_id:str}/company", status_code=200, tags=["tables"], responses=PROBLEMS)
async def choose_company(
    services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[CompanyBody]
) -> TableInfo:
    """Choose the company of one's own seat before the game; for the host also of a bot's or an open one. The seat that
    had the company takes the other in exchange, unless it is somebody else's."""
    return await services.hall.choose_company(asker.person, table_id, data.seat, data.company)


@post("/api/tables/{table_id:str}/colour", status_code=200, tags=["tables"], responses=PROBLEMS)
async def choose_colour(
    services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[ColourBody]
) -> TableInfo:
    """Choose the colour of one's own seat before the game. A bot's or an open seat that had it takes the other in
    exchange; one that somebody else has is refused."""
    return await services.hall.choose_colour(asker.person, table_id, data.seat, data.colour)


@post("/api/tables/{table_id:str}/code", status_code=200, tags=["tables"], responses=PROBLEMS)
async def make_code(services: TheServices, asker: TheAsker, table_id: PathId) -> InvitationCode:
    """An invitation code: six letters that replace the link until the game begins; for the host and seated players."""
    live = await services.hall.live(table_id)
    live.table.need(OPEN)
    if asker.person.id != live.table.row.host and not live.table.seats_of(asker.person.id):
        raise RequestRefused("not_seated", {}, 403)
    services.limit(asker.person.id, "code_made")
    return InvitationCode(await invitations.make_code(services.store, table_id))


@get("/api/codes/{code:str}", tags=["tables"], responses=PROBLEMS)
async def table_by_code(services: TheServices, asker: TheAsker, code: TypedCode) -> TableLink:
    """Look up the id of the table behind an invitation code."""
    services.limit(asker.address, "code_tried")
    return TableLink(await services.store.read(partial(invitations.need_table, code=code)))


@post("/api/tables/{table_id:str}/replace", status_code=200, tags=["tables"], responses=PROBLEMS)
async def replace(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[ReplaceBody]) -> TableInfo:
    """Give an open seat to a bot before the game, or a player's seat for good during a casual game; for the host."""
    return await services.hall.replace(asker.person, table_id, data.seat, data.bot)


@post("/api/tables/{table_id:str}/close", status_code=200, tags=["tables"], responses=PROBLEMS)
async def close(services: TheServices, asker: TheAsker, table_id: PathId) -> TableInfo:
    """Close a table before the game, for the host."""
    return await services.hall.close_table(asker.person, table_id)


@get("/api/games", tags=["tables"], responses=PROBLEMS)
async def my_games(
    services: TheServices,
    asker: TheAsker,
    person: Annotated[str, QueryParameter(pattern="^me$")] = "me",
    waiting: FromQuery[bool] = False,
) -> list[GameInfo]:
    """My tables, the newest first; with `waiting=true` those that wait for my move."""
    me = asker.person
    rows = await services.store.tables_of(me.id, waiting, MOST_LISTED)
    return [
        GameInfo(shown(services, row), row.status == PLAYING and me.id in row.waiting)
        for row in rows
        if row.data.campaign is None
    ]


ROUTES = [
    list_tables, open_table, get_table, join, leave, start, rematch, abort, kick, choose_company,
    choose_colour, make_code, table_by_code, replace, close, my_games,
]  # fmt: skip
