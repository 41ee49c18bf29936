"""Presence: who is connected to other processes, and to which tables. Sent by NOTIFY; nothing is stored.

A process sends who comes and goes, and periodically its whole list: that repairs lost messages and lets a dead process
be forgotten. With SQLite there is one process, and nothing is sent.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from sqlalchemy import Connection

log = logging.getLogger("trunkline.presence")

Place = tuple[str, str]
"""A table and a person at it; without a table, that the person is connected."""

LIST_SECONDS = 20.0
FORGET_SECONDS = 60.0
GATHER_SECONDS = 0.05
"""Batch delay of messages: when many people connect at once, they share a few notifications."""
LARGEST_WORD = 7000


class Wire(Protocol):
    """The message channel between processes."""

    async def say(self, words: list[str]) -> None: ...

    def announce(self, connection: Connection, word: str) -> None:
        """Send a message when this connection's transaction commits."""
        ...

    def on_word(self, listener: Callable[[str, str], None]) -> None: ...


def chunks(places: Iterable[Place]) -> Iterator[str]:
    """Places as texts that each fit into a notification; at least one text, even if there are no places.

    >>> list(chunks([("t", "ann"), ("", "bo")]))
    ['t:ann :bo']
    """
    words: list[str] = []
    size = 0
    for table, person in places:
        word = f"{table}:{person}"
        if size + len(word) >= LARGEST_WORD:
            yield " ".join(words)
            words, size = [], 0
        words.append(word)
        size += len(word) + 1
    yield " ".join(words)


def places_of(words: str) -> set[Place]:
    parts = (word.partition(":") for word in words.split())
    return {(table, person) for table, _, person in parts}


class Presence:
    """Who is connected, here and elsewhere. `on_change` is called with a table whose remote watchers changed."""

    def __init__(self, wire: Wire | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.on_change: Callable[[str], None] = lambda table: None
        self._wire = wire
        self._clock = clock
        self._here: Counter[Place] = Counter()
        self._others: dict[str, set[Place]] = {}
        self._heard: dict[str, float] = {}
        self._lists: dict[str, set[Place]] = {}
        """Lists of which some parts were heard."""
        self._came: set[Place] = set()
        self._went: set[Place] = set()
        self._saying: asyncio.Task[None] | None = None
        self._answering: asyncio.Task[None] | None = None
        self._at: dict[str, Counter[str]] = {}
        """By table, and without one: who is there by how many other processes."""
        if wire is not None:
            wire.on_word(self.hear)

    # --- here ---------------------------------------------------------------------------------------------------

    def come(self, table: str, person: str | None) -> None:
        if person is not None:
            self._here[table, person] += 1
            if self._here[table, person] == 1:
                self._tell((table, person), self._came, self._went)

    def go(self, table: str, person: str | None) -> None:
        if person is not None:
            self._here[table, person] -= 1
            if self._here[table, person] <= 0:
                del self._here[table, person]
                self._tell((table, person), self._went, self._came)

    def _tell(self, place: Place, said: set[Place], unsaid: set[Place]) -> None:
        if self._wire is None:
            return
        unsaid.discard(place)
        said.add(place)
        if self._saying is None:
            self._saying = asyncio.create_task(self._say_soon())

    async def _say_soon(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        self._saying = None
        came, went, self._came, self._went = self._came, self._went, set(), set()
        words = [f"come {text}" for text in chunks(came) if text] + [f"go {text}" for text in chunks(went) if text]
        await self._say(words)

    async def _say(self, words: list[str]) -> None:
        try:
            if self._wire is not None and words:
                await self._wire.say(words)
        except Exception as error:
            # The next full list repairs it.
            log.info("presence not sent: %s", type(error).__name__)

    async def say_list(self) -> None:
        """Send the full list of who is here, and forget silent processes. Called periodically."""
        parts = list(chunks(self._here))
        await self._say([f"list {number} {len(parts)} {text}" for number, text in enumerate(parts, 1)])
        for process in [each for each, at in self._heard.items() if self._clock() - at > FORGET_SECONDS]:
            self._replace(process, set())
            del self._heard[process], self._others[process]

    async def start(self) -> None:
        await self._say(["who"])
        await self.say_list()

    async def stop(self) -> None:
        """Nobody is here any more."""
        for task in (self._saying, self._answering):
            if task is not None:
                task.cancel()
        self._here.clear()
        await self._say(["list 1 1 "])

    # --- elsewhere ----------------------------------------------------------------------------------------------

    def at(self, table: str) -> frozenset[str]:
        """Who is at a table by another process."""
        return frozenset(self._at.get(table, ()))

    def is_elsewhere(self, person: str) -> bool:
        return person in self._at.get("", ())

    def hear(self, process: str, text: str) -> None:
        """What another process said."""
        kind, _, rest = text.partition(" ")
        if kind == "who":
            if self._wire is not None:
                self._answering = asyncio.create_task(self.say_list())
            return
        self._heard[process] = self._clock()
        known = self._others.setdefault(process, set())
        if kind == "come":
            self._replace(process, known | places_of(rest))
        elif kind == "go":
            self._replace(process, known - places_of(rest))
        elif kind == "list":
            number, count, words = rest.split(" ", 2)
            parts = self._lists.setdefault(process, set())
            if number == "1":
                parts.clear()
            parts |= places_of(words)
            if number == count:
                self._replace(process, self._lists.pop(process))

    def _replace(self, process: str, places: set[Place]) -> None:
        known = self._others.get(process, set())
        self._others[process] = places
        for table, person in places - known:
            self._at.setdefault(table, Counter())[person] += 1
        for table, person in known - places:
            self._at[table] -= Counter([person])
            if not self._at[table]:
                del self._at[table]
        for table in {table for table, _ in known ^ places if table}:
            self.on_change(table)
