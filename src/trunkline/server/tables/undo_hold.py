"""The hold after a person's move: bots wait, so that the person can undo a slip of the mouse."""

from __future__ import annotations

from trunkline.server.store.rows import EntryRow
from trunkline.server.tables.bot_pace import AT_ONCE
from trunkline.server.tables.table import Table

HOLD_SECONDS = 3.0


def hold_seconds(table: Table, entry: EntryRow, may_undo: bool) -> float:
    """How long bots wait after the last entry of a table; 0 if it cannot be undone or no bot is next.

    Where all choose at once nobody waits for anybody. The clock of the person goes on during the hold if the move is
    taken back: `undo` restores the old deadline.
    """
    if not may_undo or entry.seq != table.row.seq - 1 or table.state is None or table.state.phase in AT_ONCE:
        return 0.0
    seats = table.row.data.seats
    acting = table.to_act()
    return HOLD_SECONDS if acting and all(seats[seat].is_played_by_bot for seat in acting) else 0.0
