"""Broadcast: sends durable changes of a table to its watchers, each redacted for its reader."""

from __future__ import annotations

from typing import Any, Protocol, cast

import msgspec

from trunkline.rules.state import State
from trunkline.server.messages import ChatLine, Gone, Premoves, PublicPart, SeatPlans, Snapshot
from trunkline.server.store.rows import ChatRow, EntryRow, TableRow
from trunkline.server.store.store import Store
from trunkline.server.tables.client_view import own_part, public_part, turns_of
from trunkline.server.tables.entry_messages import EntryMessages
from trunkline.server.tables.live_table import Client, LiveTable
from trunkline.server.tables.presence import Presence
from trunkline.server.tables.seated_table import CLOSED, PLAYING
from trunkline.server.tables.undo_hold import hold_seconds

encode = msgspec.json.Encoder().encode
NOTHING_YET = cast(PublicPart, msgspec.Raw(b"{}"))
"""The public part before the game has begun."""


class Readable(Protocol):
    """What chat belongs to: a table or a campaign."""

    @property
    def id(self) -> str: ...

    def may_read(self, person: str | None) -> bool: ...


class WithChat(Protocol):
    """A table or campaign in memory, as its chat needs it."""

    watchers: set[Client]
    last_line: int | None

    @property
    def table(self) -> Readable: ...


class Broadcast:
    """Queues messages; never blocks on a client."""

    def __init__(self, store: Store, presence: Presence, has_hold: bool = False) -> None:
        self.store = store
        self.presence = presence
        self.has_hold = has_hold
        """Whether bots wait after a person's move that can be undone."""

    def publish(
        self, live: LiveTable, entry: EntryRow, state: State, events: list[dict[str, Any]] | None = None
    ) -> None:
        """Send a durable entry to every watcher, redacted for its seats."""
        self.dismiss_strangers(live)
        if live.watchers:
            messages = EntryMessages(entry, state, live.table.row.deadline, live.facts, events)
            if self.has_hold:
                messages.hold = hold_seconds(live.table, entry, messages.undo)
            for client in list(live.watchers):
                client.push(messages.to(live.table.seats_of(client.person)))

    def publish_info(self, live: LiveTable, but: Client | None = None) -> None:
        self.dismiss_strangers(live)
        encoded: dict[bool, bytes] = {}
        for client in list(live.watchers):
            if client is not but:
                reads = live.table.may_read(client.person)
                if reads not in encoded:
                    encoded[reads] = encode(live.table.info_for(client.person, live.present))
                client.push(encoded[reads])

    def publish_premoves(self, live: LiveTable, had: TableRow) -> None:
        """Send changed premoves to the owner of a seat, on every device, and to nobody else."""
        for number, (old, new) in enumerate(zip(had.data.seats, live.table.row.data.seats, strict=True)):
            if old.premoves != new.premoves and old.person == new.person:
                message = encode(Premoves(live.table.id, number, new.premove_texts))
                for client in list(live.watchers):
                    if client.person == new.person:
                        client.push(message)

    def tell_premoves(self, live: LiveTable, client: Client) -> None:
        """Send a reconnected client the premoves of its seats; a snapshot contains them already."""
        for seat in sorted(live.table.seats_of(client.person)):
            client.push(encode(Premoves(live.table.id, seat, live.table.row.data.seats[seat].premove_texts)))

    def dismiss_strangers(self, live: LiveTable) -> None:
        """Unsubscribe watchers who may no longer see a table without spectators."""
        if live.table.row.data.spectators:
            return
        for client in list(live.watchers):
            if not live.table.may_watch(client.person):
                self.let_go(live, client)
                client.push(encode(Gone(live.table.id, "no_spectators")))

    async def tell_chat(self, live: LiveTable, people: set[str]) -> None:
        """Tell people who have just joined a private table what was said before."""
        clients = [client for client in live.watchers if client.person in people]
        for line in await self.store.chat(live.table.id) if clients else []:
            for client in clients:
                if client.hears(line.person):
                    client.push(encode(chat_line(line)))

    def let_go(self, live: LiveTable, client: Client) -> None:
        live.discard(client)
        self.presence.go(live.table.id, client.person)


async def publish_chat(store: Store, live: WithChat) -> None:
    """Send the chat lines that the watchers do not have yet, whichever process stored them. The lock is held."""
    if not live.watchers:
        live.last_line = None
    if live.last_line is None:
        return
    for line in await store.chat(live.table.id, after=live.last_line):
        live.last_line = line.number
        message = encode(chat_line(line))
        for client in list(live.watchers):
            if client.hears(line.person) and live.table.may_read(client.person):
                client.push(message)


def chat_line(row: ChatRow) -> ChatLine:
    return ChatLine(row.table, row.number, row.person, row.name, row.text, row.at)


def snapshot_of(
    live: LiveTable, person: str | None, state: State | None, seq: int, seats: frozenset[int], chat: list[ChatLine]
) -> Snapshot:
    """A snapshot of a table at a position, as a person sees it from these seats."""
    info = live.table.info_for(person, live.present)
    if state is None:
        return Snapshot(info, seq, NOTHING_YET, [], [], chat)
    own = [own_part(state, seat) for seat in sorted(seats)]
    stored = live.table.row.data.seats if live.table.status == PLAYING else []
    plans = [
        SeatPlans(number, seat.premove_texts) for number, seat in enumerate(stored) if number in seats and seat.premoves
    ]
    turns = [] if live.table.status == CLOSED else turns_of(state, seats)
    return Snapshot(info, seq, public_part(state), own, turns, chat, plans)
