"""Records the result of a finished game and rates its accounts, exactly once, also after a crash."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Collection

from sqlalchemy import Connection, exists, select

from trunkline.game.sheet import ScoreSheet, score_sheet
from trunkline.maps.edition import MARK
from trunkline.server.people.ratings import FinishedGame, FinishedPlayer, record_result
from trunkline.server.store import schema
from trunkline.server.store.store import Store
from trunkline.server.tables.consent import Played, counts, forfeits, played
from trunkline.server.tables.seated_table import ENDED, PLAYING
from trunkline.server.tables.table import Table

log = logging.getLogger("trunkline.finish")

AT_ONCE = 100
STUCK_SECONDS = 20.0
"""Seconds without a move after which a game that waits for bots alone counts as abandoned by its process."""


def places(sheet: ScoreSheet, lost: Collection[int] = ()) -> list[int]:
    """The place of each seat, from 1. Who has won is first; among the others points alone count, or a total ranking.

    The seats in `lost` come after all others, whatever their points.
    """
    ranks = [-sheet.ranking.index(player.seat) if sheet.ranking else player.total for player in sheet.players]
    strengths = [
        (player.seat not in lost, player.seat in sheet.winners, rank)
        for player, rank in zip(sheet.players, ranks, strict=True)
    ]
    return [1 + sum(other > strength for other in strengths) for strength in strengths]


def finished_game(table: Table, at: float, who: Played) -> FinishedGame:
    """The fields of a finished table that results and ratings need; `who` is derived from its entries."""
    if table.state is None:
        raise ValueError("a table without a game has no result")
    sheet = score_sheet(table.state)
    lost = forfeits(table.row)
    players = [
        FinishedPlayer(
            seat=player.seat,
            person=seat.person,
            # Who is an account is looked up when it is recorded.
            is_account=seat.person is not None,
            score=player.total,
            place=place,
            won=place == 1 if lost else player.seat in sheet.winners,
            completed=player.completed,
            failed=len(player.tickets) - player.completed,
            longest=player.longest_trail,
            routes=[item.route for item in player.routes],
            played=player.seat in who.own_moves,
        )
        for player, seat, place in zip(sheet.players, table.seats, places(sheet, lost), strict=True)
    ]
    map_name = table.row.map.partition(MARK)[0]
    return FinishedGame(table.row.id, map_name, table.row.variant, at, players, counts(table.row, who))


class Finish:
    """Records results. `sweep` finds games whose recording failed or was interrupted."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.on_campaign_game: Callable[[Table], Awaitable[None]] = self.record

    async def record(self, table: Table) -> None:
        """Record a game that has just ended. An error here is logged and must not fail the move that ended the game."""
        try:
            await self._record(table, time.time())
        except Exception:
            log.exception("the result of a game was not recorded and will be later: table=%s", table.id)

    async def _record(self, table: Table, at: float) -> None:
        who = await self._store.read(lambda connection: played(connection, table.id))
        game = finished_game(table, at, who)
        await self._store.write(lambda connection: record_result(connection, game))

    async def sweep(self) -> int:
        """Record the games that ended without it; how many there were."""
        found = await self._store.read(unrecorded)
        for table_id in found:
            row = await self._store.table(table_id)
            last = None if row is None else await self._store.entry(table_id, row.seq - 1)
            if row is None or last is None:
                continue
            table = Table(row, last.packed)
            if table.state is not None and row.status == ENDED:
                if row.data.counts_for_campaign:
                    # Its campaign gets the result first, and records the game then.
                    await self.on_campaign_game(table)
                else:
                    await self._record(table, last.at)
        return len(found)

    async def stuck(self, now: float) -> list[str]:
        """Games that wait for bots alone and are stuck, because their process has died."""
        return await self._store.read(lambda connection: not_going_on(connection, now - STUCK_SECONDS))


def unrecorded(connection: Connection) -> list[str]:
    """Tables that are over, had people or belong to a campaign, and have no result."""
    tables, seated, results = schema.tables, schema.table_people, schema.results
    query = (
        select(tables.c.id)
        .where(
            tables.c.status == ENDED,
            exists().where(seated.c.table == tables.c.id) | tables.c.map.contains(MARK, autoescape=True),
            ~exists().where(results.c.table == tables.c.id),
        )
        .limit(AT_ONCE)
    )
    return list(connection.execute(query).scalars())


def not_going_on(connection: Connection, since: float) -> list[str]:
    tables, seated, entries = schema.tables, schema.table_people, schema.entries
    query = (
        select(tables.c.id)
        .join(entries, (entries.c.table == tables.c.id) & (entries.c.seq == tables.c.seq - 1))
        .where(
            tables.c.status == PLAYING,
            entries.c.at < since,
            ~exists().where(seated.c.table == tables.c.id, seated.c.waiting),
        )
        .limit(AT_ONCE)
    )
    return list(connection.execute(query).scalars())
