"""LISTEN/NOTIFY: one connection that hears what other processes have committed, and reconnects by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from trunkline.server.store.database import CONNECT_SECONDS

log = logging.getLogger("trunkline.store")

LARGEST_PAYLOAD = 7900
"""PostgreSQL takes less than 8,000 bytes."""
PULSE_SECONDS = 15.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 5.0


def payloads(process: str, changes: Iterable[tuple[str, int]]) -> list[str]:
    """Packs the changes of a transaction into as few notifications as possible.

    >>> payloads("p1", [("a", 3), ("b", -1)])
    ['p1 a:3 b:-1']
    """
    said = []
    words, size = [process], len(process)
    for table, seq in changes:
        word = f"{table}:{seq}"
        width = len(word.encode()) + 1
        if size + width > LARGEST_PAYLOAD:
            said.append(" ".join(words))
            words, size = [process], len(process)
        words.append(word)
        size += width
    said.append(" ".join(words))
    return said


class Listening:
    """Calls its listeners with the (table, seq) of every change by another process; ("", -1): some were missed."""

    def __init__(self, dsn: str, process: str) -> None:
        self.listeners: list[Callable[[list[tuple[str, int]]], None]] = []
        self._dsn = dsn
        self._process = process
        self._connection: Any = None
        self._speaking = asyncio.Lock()
        self.hearers: list[Callable[[str, str], None]] = []
        """Called with the sender and the text of every message of another process."""
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Return once it listens; from then on a gap is always reported."""
        await self._connect()
        self._task = asyncio.create_task(self._run(), name="store listens")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._connection is not None:
            self._connection.terminate()

    async def _connect(self) -> None:
        self._lost.clear()
        connection = await asyncpg.connect(self._dsn, timeout=CONNECT_SECONDS, command_timeout=CONNECT_SECONDS)
        try:
            connection.add_termination_listener(lambda _: self._lost.set())
            await connection.add_listener("trunkline", self._hear)
            await connection.add_listener("trunkline_words", self._hear_word)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    async def _run(self) -> None:
        while True:
            await self._until_lost()
            log.warning("the connection that listens for other processes is lost")
            await self._come_back()
            log.warning("listening again")
            # Notifications that were sent while the connection was lost were missed.
            self._tell([("", -1)])

    async def _until_lost(self) -> None:
        """Wait until the connection ends; a periodic query detects one that died silently."""
        while not self._lost.is_set():
            try:
                async with asyncio.timeout(PULSE_SECONDS):
                    await self._lost.wait()
            except TimeoutError:
                try:
                    async with self._speaking:
                        await self._connection.execute("SELECT 1")
                except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    self._lost.set()
        self._connection.terminate()

    async def _come_back(self) -> None:
        pause = SHORTEST_PAUSE
        while True:
            try:
                return await self._connect()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    def _hear(self, connection: object, pid: int, channel: str, payload: str) -> None:
        process, *words = payload.split(" ")
        if process == self._process:
            return
        parts = [word.rpartition(":") for word in words]
        self._tell([(table, int(seq)) for table, _, seq in parts])

    async def say(self, words: list[str]) -> None:
        """Send messages to the other processes. Delivery is not guaranteed."""
        async with self._speaking:
            await self._connection.execute(
                "SELECT pg_notify('trunkline_words', said) FROM unnest($1::text[]) AS said",
                [f"{self._process} {word}" for word in words],
            )

    def _hear_word(self, connection: object, pid: int, channel: str, payload: str) -> None:
        process, _, text = payload.partition(" ")
        if process != self._process:
            for hearer in self.hearers:
                try:
                    hearer(process, text)
                except Exception:
                    log.exception("a word of another process was not understood")

    def _tell(self, changes: list[tuple[str, int]]) -> None:
        for listener in self.listeners:
            try:
                listener(changes)
            except Exception:
                log.exception("a listener of the store failed")
