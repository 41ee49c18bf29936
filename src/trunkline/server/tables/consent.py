"""Consent: whether a game is rated, who has accepted a seat, who agrees to abort, and what then counts for ratings.

All functions work on plain rows, so that a table, the hall and the recording of results ask the same questions.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, select

from trunkline.server.messages import OpenTable
from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.rows import TableRow, TableSeat
from trunkline.server.tables.seating import LUCK_BYTES, OPEN

# --- rated or casual -------------------------------------------------------------------------------------------------


def is_rated(row: TableRow) -> bool:
    """Whether the game of a table counts for ratings.

    Rows without the field are older than it. Then every game was rated, so one that has begun stays rated. At a table
    that is still open nobody was told, so its game is casual. An imported game was never rated.
    """
    if row.data.rated is None:
        return row.status != OPEN and not row.data.imported
    return row.data.rated


def need_rateable(wish: OpenTable) -> None:
    """Refuse a rated table whose game could not be rated, or never ends."""
    if not wish.rated:
        return
    if sum(seat.kind == "me" for seat in wish.seats) > 1 or sum(seat.kind != "bot" for seat in wish.seats) < 2:
        raise RequestRefused("rated_needs_opponents", {}, 400)
    # Without a clock whoever is about to lose could stop playing, and the game would never be rated.
    if wish.clock.kind == "none":
        raise RequestRefused("rated_needs_clock", {}, 400)


# --- accepting a seat ------------------------------------------------------------------------------------------------


def unaccepted(row: TableRow) -> list[int]:
    """The seats that a rematch keeps for people who have not accepted it yet."""
    return [number for number, seat in enumerate(row.data.seats) if not seat.accepted]


def holds_seat(row: TableRow, person: str) -> bool:
    """Whether a person plays, or waits to play, with other people at a table: not as one who is only invited to a
    rematch, has left the game to a bot, or plays against bots alone."""
    seats = row.data.seats
    mine = [seat for seat in seats if seat.person == person and seat.accepted]
    alone = all(seat.kind == "bot" or seat.person == person for seat in seats)
    return not alone and any(not seat.substituted for seat in mine)


def accept(row: TableRow, person: str, luck: str) -> bool:
    """Accept the seats that are kept for a person, with random bytes of theirs; whether there were any."""
    found = [seat for seat in row.data.seats if not seat.accepted and seat.person == person]
    for seat in found:
        seat.accepted, seat.luck = True, luck or secrets.token_hex(LUCK_BYTES)
    return bool(found)


def invite_again(row: TableRow, person: str, gone: Collection[str], luck: str) -> None:
    """Keep the seats of a finished game for a rematch: bots and the caller accept at once, everybody else is asked.

    The seats of those who are gone are open.
    """
    for number, seat in enumerate(row.data.seats):
        if seat.kind != "person" or seat.person in gone:
            fresh = TableSeat("open") if seat.kind == "person" else TableSeat("bot", seat.name, bot=seat.bot)
            fresh.luck = "" if fresh.kind == "open" else secrets.token_hex(LUCK_BYTES)
        else:
            fresh = TableSeat("person", seat.name, seat.person, accepted=False)
        row.data.seats[number] = fresh
    accept(row, person, luck)


# --- aborting by agreement -------------------------------------------------------------------------------------------


def remaining(row: TableRow) -> list[TableSeat]:
    """The seats of the people who have not left the game."""
    return [seat for seat in row.data.seats if seat.kind == "person" and not seat.left]


def agree_to_abort(row: TableRow, person: str, agreed: bool) -> bool:
    """Note whether a person agrees to abort the game; whether everybody who remains agrees now."""
    mine = [seat for seat in remaining(row) if seat.person == person]
    if not mine:
        raise RequestRefused("not_seated", {}, 403)
    for seat in mine:
        seat.abort = agreed
    return all(seat.abort for seat in remaining(row))


# --- what counts -----------------------------------------------------------------------------------------------------


def forfeits(row: TableRow) -> frozenset[int]:
    """The seats that lose a rated game whatever their points: the owner left, or ran out of time and stayed away."""
    if not is_rated(row):
        return frozenset()
    return frozenset(number for number, seat in enumerate(row.data.seats) if seat.left or seat.substituted)


@dataclass(frozen=True, slots=True)
class Played:
    """What the entries of a game say about who played it."""

    own_moves: frozenset[int]
    """The seats whose owner made a move."""
    taken_over: frozenset[int]
    """The seats that a bot took over, for a while or for good."""


def played(connection: Connection, table: str) -> Played:
    entries = schema.entries
    query = (
        select(entries.c.kind, entries.c.seat)
        .where(entries.c.table == table, (entries.c.kind == "substitute") | (entries.c.by_bot.is_(False)))
        .distinct()
    )
    found = [(kind, seat) for kind, seat in connection.execute(query) if seat is not None]
    return Played(
        frozenset(seat for kind, seat in found if kind == "move"),
        frozenset(seat for kind, seat in found if kind == "substitute"),
    )


def counts(row: TableRow, who: Played) -> bool:
    """Whether a finished game is rated: it was opened so, everybody at it accepted, and nobody was removed from it."""
    removed = any(row.data.seats[seat].kind == "bot" for seat in who.taken_over)
    return is_rated(row) and not unaccepted(row) and not removed
