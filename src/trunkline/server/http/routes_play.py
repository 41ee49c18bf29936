"""REST routes of a game: actions, chat, premoves, positions, and the event stream for bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

from litestar import get, post, put
from litestar.params import JSONBody, QueryParameter
from litestar.response import Stream
from msgspec import Meta, Struct

from trunkline.rules.packing import to_bytes
from trunkline.server.http.card_texts import postcard_backs
from trunkline.server.http.guard import PROBLEMS, Language, PathId, TheAsker
from trunkline.server.http.outbox import Outbox
from trunkline.server.messages import (
    Act,
    ActionText,
    Done,
    EntryLine,
    Id,
    Line,
    PlanList,
    Seat,
    Seq,
    Snapshot,
    TableInfo,
    Undo,
)
from trunkline.server.refusal import RequestRefused
from trunkline.server.services import Services, TheServices
from trunkline.server.tables.bot_pool import TooLate, advise
from trunkline.server.tables.seated_table import ENDED
from trunkline.server.tables.statistics import statistics_of

KEEP_ALIVE = 15.0
"""Keep-alive: seconds without a message until an empty line is sent."""


class ActBody(Struct, forbid_unknown_fields=True):
    """`Act` of the socket, without the table."""

    seat: Seat
    base_seq: Seq
    action_id: Id
    action: ActionText


class UndoBody(Struct, forbid_unknown_fields=True):
    """`Undo` of the socket, without the table."""

    seat: Seat
    base_seq: Seq
    action_id: Id


class SayBody(Struct, forbid_unknown_fields=True):
    text: Line


class PremoveBody(Struct, forbid_unknown_fields=True):
    seat: Seat
    actions: Annotated[list[Annotated[str, Meta(min_length=1, max_length=300)]], Meta(max_length=5)]
    """Plans for the next turn, best first; the steps of one turn are joined by ` then `. None clears them."""


class HintBody(Struct, forbid_unknown_fields=True):
    seat: Seat


class Reason(Struct):
    """The reason, as a code and the parameters of its sentence; the page has the sentences."""

    code: str
    params: dict[str, Any]


class Hint(Struct):
    seat: int
    seq: int
    """The position of the hint: the `base_seq` for the action."""
    action: str
    reason: Reason
    bot: str


class Story(Struct):
    """A game in figures. Every list is by entry from seq 0, and in it by seat."""

    table: str
    status: str
    names: list[str]
    turns: list[int]
    """The number of the turn after each entry."""
    points: list[list[int]]
    totals: list[list[int]]
    """Scores with tickets and bonuses if the game had ended at that entry; empty while the game is in progress."""
    trains: list[list[int]]
    ships: list[list[int]]
    cards: list[list[int]]
    tickets: list[list[int]]
    sheet: dict[str, Any] | None


@post("/api/tables/{table_id:str}/act", status_code=200, tags=["play"], responses=PROBLEMS)
async def act(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[ActBody]) -> Done:
    """Take an action. It is durable when this answers. Idempotent: the same `action_id` is not applied again."""
    wish = Act(table_id, data.seat, data.base_seq, data.action_id, data.action)
    return await services.act(asker.person, wish)


@post("/api/tables/{table_id:str}/undo", status_code=200, tags=["play"], responses=PROBLEMS)
async def undo(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[UndoBody]) -> Done:
    """Undo one's own last action, if it revealed nothing hidden and nobody has acted since."""
    return await services.act(asker.person, Undo(table_id, data.seat, data.base_seq, data.action_id))


@post("/api/tables/{table_id:str}/say", status_code=204, tags=["play"], responses=PROBLEMS)
async def say(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[SayBody]) -> None:
    """Say something at the table."""
    await services.say(asker.person, table_id, data.text)


@put("/api/tables/{table_id:str}/premove", tags=["play"], responses=PROBLEMS)
async def premove(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[PremoveBody]) -> TableInfo:
    """Set premoves for the next turn: the first that is legal then is played."""
    services.limit(asker.person.id, "move_person")
    return await services.hall.premove(asker.person, table_id, data.seat, data.actions)


@get("/api/tables/{table_id:str}/plans", tags=["play"], responses=PROBLEMS)
async def plans(
    services: TheServices, asker: TheAsker, table_id: PathId, seat: Annotated[int, QueryParameter(ge=0, le=4)]
) -> PlanList:
    """What a seat of one's own may plan for its next turn, with the cards that each plan takes: blind cards, claims and
    ports that would be possible if its turn began now."""
    services.limit(asker.person.id, "move_person")
    return await services.hall.history.plans(asker.person, table_id, seat)


@get("/api/tables/{table_id:str}/postcards", tags=["play"], responses=PROBLEMS)
async def postcards(
    services: TheServices, asker: TheAsker, table_id: PathId, lang: Language = "en"
) -> dict[str, list[str]]:
    """The backs of the postcards that the asker knows, by id: those of one's own seats, and those met by anybody."""
    services.charge(asker.address, "tables")
    board, known = await services.hall.history.postcards_known(asker.id, table_id)
    return postcard_backs(board, lang, known)


@post("/api/tables/{table_id:str}/hint", status_code=200, tags=["play"], responses=PROBLEMS)
async def hint(services: TheServices, asker: TheAsker, table_id: PathId, data: JSONBody[HintBody]) -> Hint:
    """The action that the planner would take in one's own seat, with its reason. It uses only the view of that seat."""
    services.limit(asker.person.id, "hint")
    table = await services.hall.asked_by(asker.person, table_id, data.seat)
    row = table.row
    try:
        advice = await services.pool.run(advise, row.map, row.variant, to_bytes(table.playing()), data.seat)
    except TooLate:
        raise RequestRefused("unavailable", {"retry": 2}, 503) from None
    action, code, params = advice
    return Hint(data.seat, row.seq, action, Reason(code, params), "planner")


@get("/api/tables/{table_id:str}/story", tags=["play"], responses=PROBLEMS)
async def story(services: TheServices, asker: TheAsker, table_id: PathId) -> Story:
    """A game in figures for charts: after each entry, for each seat, what everybody could know then. Once the game is
    over also `totals`, what each would have had if it had ended there, and the itemised `sheet`."""
    services.limit(asker.id or asker.address, "hint")
    live = await services.hall.live(table_id)
    row = live.table.row
    if not live.table.may_watch(asker.id):
        raise RequestRefused("no_spectators", {}, 403)
    if row.status == ENDED:
        # The totals depend on tickets that were hidden during the game.
        live.table.need_reader(asker.id)
    course = services.stories.get(table_id)
    if course is None:
        services.charge(asker.address, "story", row.seq)
        entries = await services.store.entries(table_id, 0, row.seq)
        try:
            course = await services.pool.run(statistics_of, row.map, row.variant, [entry.packed for entry in entries])
        except TooLate:
            raise RequestRefused("unavailable", {"retry": 2}, 503) from None
        if row.status == ENDED:
            services.stories.put(table_id, course, len(entries))
    return Story(table_id, row.status, [seat.name for seat in row.data.seats], **asdict(course))


@get("/api/tables/{table_id:str}/view", tags=["play"], responses=PROBLEMS)
async def view(
    services: TheServices,
    asker: TheAsker,
    table_id: PathId,
    at: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
    seat: Annotated[str | None, QueryParameter(pattern="^([0-4]|open)$")] = None,
) -> Snapshot:
    """A position: now, or after entry `at`. A game in progress is seen from one's own seats, a finished one from any
    seat; `seat=open` shows all."""
    number = None if seat is None or seat == "open" else int(seat)
    return await services.hall.history.view(asker.id, table_id, at, number, seat == "open")


@get("/api/tables/{table_id:str}/entries", tags=["play"], responses=PROBLEMS)
async def entries(
    services: TheServices,
    asker: TheAsker,
    table_id: PathId,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)] = 0,
    end: Annotated[int | None, QueryParameter(name="to", ge=0, le=1_000_000)] = None,
    seat: Annotated[str | None, QueryParameter(pattern="^open$")] = None,
) -> list[EntryLine]:
    """What happened, without the positions: at most a thousand entries, from one seq to before another. `seat=open`
    shows all of a finished game."""
    charge = partial(services.charge, asker.address, "log")
    return await services.hall.history.entries(asker.id, table_id, first, end, seat == "open", charge)


@get(
    "/api/tables/{table_id:str}/events",
    media_type="application/x-ndjson",
    tags=["play"],
    responses=PROBLEMS,
    response_description="One message a line, as over the socket; empty lines while nothing happens.",
)
async def events(
    services: TheServices,
    asker: TheAsker,
    table_id: PathId,
    since: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
) -> Stream:
    """A stream of what happens at a table, for bots: first a snapshot, or with `since` every entry from that seq on
    (a client that has the entry n asks for n + 1), and then entries as they come."""
    live = await services.hall.live(table_id)
    if not live.table.may_watch(asker.id):
        raise RequestRefused("no_spectators", {}, 403)
    services.held.check(asker.key, "streams")
    muted = await services.people.muted(asker.id) if asker.id else set()
    client = StreamClient(asker.id, muted, partial(services.affords, asker.address), asker.login)
    return Stream(lines(services, client, asker.key, table_id, since), media_type="application/x-ndjson")


class StreamClient(Outbox):
    """A client that gets the events of one table over HTTP."""

    def __init__(self, person: str | None, muted: set[str], affords: Callable[[int], bool], login: str | None) -> None:
        super().__init__(person, muted, affords, login)
        self.news = asyncio.Event()
        self.is_revoked = False

    def push(self, message: bytes) -> None:
        if not self.is_revoked:
            super().push(message)

    def wake(self) -> None:
        self.news.set()

    def revoke(self) -> None:
        self.is_revoked = True
        self.clear()
        self.wake()


async def lines(
    services: Services, client: StreamClient, key: str, table: str, since: int | None
) -> AsyncIterator[bytes]:
    try:
        services.held.take(key, "streams")
    except RequestRefused:
        # Another request of this client opened the last allowed stream in the meantime.
        return
    services.arrive(client)
    ending = asyncio.create_task(services.stopping.wait())
    ending.add_done_callback(lambda _: client.news.set())
    try:
        await services.revocations.check(client)
        if not client.is_revoked:
            await services.hall.watch(client, table, since)
        while not client.is_full and not client.is_revoked and not services.stopping.is_set():
            while (message := client.take()) is not None:
                yield message + b"\n"
            if len(client) == 0:
                client.news.clear()
                try:
                    async with asyncio.timeout(KEEP_ALIVE):
                        await client.news.wait()
                except TimeoutError:
                    yield b"\n"
    except RequestRefused:
        # Access was revoked since the check: the table is closed to this client.
        return
    finally:
        ending.cancel()
        services.hall.unwatch(client, table)
        services.depart(client)
        services.held.give_back(key, "streams")


ROUTES = [act, undo, say, premove, plans, postcards, hint, story, view, entries, events]
