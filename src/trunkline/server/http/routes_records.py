"""REST routes for finished games as files, and for a person's ratings and statistics."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from litestar import Response, get, post
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import RawBody
from msgspec import Struct
from sqlalchemy import Connection, exists, or_, select, true

from trunkline.server.http.guard import PROBLEMS, PathId, TheAsker
from trunkline.server.http.rate_limits import RECORD
from trunkline.server.http.routes_me import PersonInfo
from trunkline.server.http.routes_me import shown as shown_person
from trunkline.server.http.routes_tables import shown
from trunkline.server.messages import TableInfo
from trunkline.server.people.ratings import history, ratings_of, statistics
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import TheServices
from trunkline.server.store import schema
from trunkline.server.tables import records
from trunkline.server.tables.bot_pool import TooLate
from trunkline.server.tables.seated_table import ENDED

NDJSON = "application/x-ndjson"


@dataclass
class WithFile(Operation):
    """Documents a request whose body is a file; Litestar leaves raw bodies out of the schema."""

    def __post_init__(self) -> None:
        file = OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING))
        self.request_body = RequestBody(
            content={"application/octet-stream": file}, required=True, description="The file of a game."
        )


class RatingInfo(Struct):
    family: str
    """The map, or the campaign."""
    mu: float
    sigma: float
    games: int
    sure: float
    """A conservative estimate of the strength (mean minus three standard deviations); lists are sorted by it."""


class PersonPage(Struct):
    """A person's ratings, statistics and last finished games."""

    person: PersonInfo
    ratings: list[RatingInfo]
    statistics: dict[str, Any]
    games: list[dict[str, Any]]


@get("/api/tables/{table_id:str}/record", media_type=NDJSON, tags=["records"], responses=PROBLEMS)
async def get_record(services: TheServices, asker: TheAsker, table_id: PathId) -> Response[bytes]:
    """A finished game as a file that `trunkline replay` reads, with the secret of its shuffles."""
    live = await services.hall.live(table_id)
    if not live.table.may_watch(asker.id):
        raise RequestRefused("no_spectators", {}, 403)
    live.table.need_reader(asker.id)
    row = live.table.row
    if row.status != ENDED:
        raise RequestRefused("game_in_progress", {}, 403)
    body = services.records.get(table_id)
    services.charge(asker.address, "log" if body is not None else "record", row.seq)
    if body is None:
        entries = await services.store.entries(table_id, 0, row.seq)
        try:
            body = await services.pool.run(records.export, row, entries)
        except TooLate:
            raise RequestRefused("unavailable", {"retry": 2}, 503) from None
        services.records.put(table_id, body, len(body))
    named = f'attachment; filename="trunkline-{table_id}.jsonl"'
    return Response(body, media_type=NDJSON, headers={"Content-Disposition": named})


@post("/api/records", tags=["records"], responses=PROBLEMS, request_max_body_size=RECORD, operation_class=WithFile)
async def post_record(services: TheServices, asker: TheAsker, body: RawBody) -> TableInfo:
    """Import a finished game; the body is its file. It is replayed to verify it, and stored as a table to view."""
    person = asker.person
    services.limit(person.id, "record_imported")
    if not body:
        raise RequestRefused("bad_record", {"reason": "form"}, 400)
    try:
        checked = await services.pool.run(records.check, body)
    except TooLate:
        raise RequestRefused("bad_record", {"reason": "time"}, 400) from None
    row, entries = records.as_rows(checked, person.id, time.time())
    await services.store.write(lambda connection: records.keep(connection, row, entries))
    return shown(services, row)


@get("/api/people/{person_id:str}", tags=["people"], responses=PROBLEMS)
async def get_person(services: TheServices, asker: TheAsker, person_id: PathId) -> PersonPage:
    """Ratings, statistics and finished games of a person. A game at a private table counts, but its `table` is told to
    its players only."""
    services.charge(asker.address, "person")
    person = await services.people.by_id(person_id)
    if person is None:
        raise RequestRefused("no_such_person", {}, 404)
    known = shown_person(person)

    def look(connection: Connection) -> PersonPage:
        page = PersonPage(
            known,
            [RatingInfo(r.family, r.mu, r.sigma, r.games, r.sure) for r in ratings_of(connection, person_id)],
            statistics(connection, person_id),
            history(connection, person_id),
        )
        hide_private_tables(connection, [*page.statistics["series"], *page.games], asker.id)
        return page

    return await services.store.read(look)


def hide_private_tables(connection: Connection, games: list[dict[str, Any]], reader: str | None) -> None:
    """Remove the ids of private tables at which the reader did not play: whoever has an id can view the table."""
    tables, seated = schema.tables, schema.table_people
    played = exists().where(seated.c.table == tables.c.id, seated.c.person == reader)
    found = {game["table"] for game in games}
    query = select(tables.c.id).where(tables.c.id.in_(found), or_(tables.c.public == true(), played))
    shown = set(connection.execute(query).scalars())
    for game in games:
        if game["table"] not in shown:
            game["table"] = None


ROUTES = [get_record, post_record, get_person]
