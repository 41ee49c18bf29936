"""Read access to a game: positions and log, present and past, as far as a person may see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from trunkline.rules.office_state import without_asking
from trunkline.rules.packing import from_bytes
from trunkline.server.messages import EntryLine, PlanList, Snapshot
from trunkline.server.refusal import RequestRefused
from trunkline.server.tables.broadcast import snapshot_of
from trunkline.server.tables.client_view import plans_of, postcards_known
from trunkline.server.tables.entry_messages import entry_line
from trunkline.server.tables.seated_table import ENDED

if TYPE_CHECKING:
    from trunkline.server.people.sessions import Person
    from trunkline.server.store.store import Store
    from trunkline.server.tables.live_table import Tables

ENTRIES_IN_A_LOG = 1000
"""The most entries in one answer; the rest is paged."""


class History:
    """Read-only."""

    def __init__(self, tables: Tables, store: Store) -> None:
        self.tables = tables
        self.store = store

    async def view(
        self, person: str | None, table_id: str, at: int | None, seat: int | None, all_seats: bool
    ) -> Snapshot:
        """A position, seen from the person's seats during a game, and from any or all seats once it is finished."""
        live = await self.tables.live(table_id)
        table = live.table
        if not table.may_watch(person):
            raise RequestRefused("no_spectators", {}, 403)
        own = mine = table.seats_of(person)
        if seat is not None:
            table.need_seat(seat)
        if all_seats or (seat is not None and seat not in mine):
            if table.status != ENDED:
                raise RequestRefused("game_in_progress", {}, 403)
            table.need_reader(person)
            mine = frozenset(range(len(table.row.data.seats))) if all_seats else frozenset([seat or 0])
        elif seat is not None:
            mine = frozenset([seat])
        if at is None:
            state = None if table.state is None else without_asking(table.state, own)
            return snapshot_of(live, person, state, table.row.seq, mine, [])
        entry = await self.store.entry(table_id, at)
        if entry is None:
            raise RequestRefused("no_such_seq", {"seq": at}, 404)
        state = without_asking(from_bytes(table.board, entry.packed), own)
        return snapshot_of(live, person, state, at + 1, mine, [])

    async def plans(self, person: Person, table_id: str, seat: int) -> PlanList:
        """What a seat of the person may plan for its next turn."""
        table = (await self.tables.live(table_id)).table
        state = table.playing()
        table.need_owner(person.id, seat)
        return PlanList(seat, table.row.seq, plans_of(state, seat))

    async def postcards_known(self, person: str | None, table_id: str) -> tuple[str, frozenset[str]]:
        """The board of a table, and the postcards whose backs a person knows."""
        table = (await self.tables.live(table_id)).table
        if not table.may_watch(person):
            raise RequestRefused("no_spectators", {}, 403)
        known = frozenset() if table.state is None else postcards_known(table.state, table.seats_of(person))
        return table.row.map, known

    async def entries(
        self,
        person: str | None,
        table_id: str,
        first: int,
        end: int | None,
        all_seats: bool,
        charge: Callable[[int], None],
    ) -> list[EntryLine]:
        """The log of a table as a person may see it, without positions.

        `charge` is told how many entries these are before they are read, and may refuse.
        """
        live = await self.tables.live(table_id)
        table = live.table
        if not table.may_watch(person):
            raise RequestRefused("no_spectators", {}, 403)
        over = table.status == ENDED
        if all_seats and not over:
            raise RequestRefused("game_in_progress", {}, 403)
        if all_seats:
            table.need_reader(person)
        seats = table.seats_of(person)
        last = table.row.seq if end is None else min(end, table.row.seq)
        last = max(first, min(last, first + ENTRIES_IN_A_LOG))
        charge(last - first)
        found = await self.store.entries(table_id, first, last)
        actions = None if over and table.may_read(person) else seats
        return [entry_line(entry, seats, all_seats, actions) for entry in found]
