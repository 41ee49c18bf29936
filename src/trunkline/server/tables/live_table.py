"""A table in memory with its lock and watchers, and the interfaces of clients and of bots."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

from trunkline.server.messages import TableInfo
from trunkline.server.store.rows import TableRow
from trunkline.server.tables.client_view import TableFacts
from trunkline.server.tables.table import Step, Table


class Client(Protocol):
    """One connection. `push` queues a message and never waits."""

    @property
    def person(self) -> str | None: ...

    def push(self, message: bytes) -> None: ...

    @property
    def affords(self) -> Callable[[int], bool]:
        """Charges the client's rate limit for so many missed entries; False if it is exhausted."""
        ...

    def hears(self, person: str) -> bool:
        """Whether the client wants the chat lines of that person."""
        ...


class Thinker(Protocol):
    """Computes the moves of bots, outside the event loop."""

    names: frozenset[str]

    async def choose(
        self,
        bot: str,
        map_id: str,
        variant: str,
        packed: bytes,
        seat: int,
        seed: int,
        *,
        together: int = 1,
        table: str = "",
    ) -> str: ...


class Tables(Protocol):
    """What the collaborators of the hall (automation, replication, history, agreements) use of it."""

    awake: dict[str, LiveTable]

    async def live(self, table_id: str) -> LiveTable:
        """The table, loaded if it is not in memory."""
        ...

    async def perform(self, live: LiveTable, step: Step) -> None:
        """Store a step, then publish it. The lock is held."""
        ...

    async def save(self, live: LiveTable, row: TableRow) -> bool:
        """Store a row without an entry, then publish it; False if another process was first. The lock is held."""
        ...

    async def change(self, table_id: str, make: Callable[[Table], TableRow]) -> TableInfo:
        """Change a table without an entry, with retries if another process changes it too."""
        ...

    def run(self, work: Awaitable[None]) -> asyncio.Task[None]:
        """Run a background task."""
        ...


class Watched:
    """Something in memory that people watch, a table or a campaign: its lock, and who watches it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.watchers: set[Client] = set()
        """The connections that watch; changed by `add` and `discard` only."""
        self.remote_people: frozenset[str] = frozenset()
        """The persons who watch by other processes."""
        self._local_people: frozenset[str] = frozenset()
        self.heard = 0
        """Other processes have stored the entries below this seq; they may not be read here yet."""
        self.used = time.monotonic()
        self.last_line: int | None = None
        """The number of the last chat line that was sent to the watchers; None if none was sent."""

    @property
    def present(self) -> frozenset[str]:
        """The persons who watch."""
        return self.remote_people | self._local_people if self.remote_people else self._local_people

    def add(self, client: Client) -> None:
        self.watchers.add(client)
        self._local_people = frozenset(client.person for client in self.watchers if client.person)

    def discard(self, client: Client) -> None:
        self.watchers.discard(client)
        self._local_people = frozenset(client.person for client in self.watchers if client.person)


class LiveTable(Watched):
    """A table in memory: its lock, and who watches it."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.facts = TableFacts()
        self.playing_on: asyncio.Task[None] | None = None

    def discard(self, client: Client) -> None:
        super().discard(client)
        if not self.watchers:
            self.facts = TableFacts()
