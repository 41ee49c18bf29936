"""A pool of worker processes for bots, so that no bot blocks the event loop or crashes the server."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from operator import index
from typing import Any, TypeVar

from trunkline.bots.bot import Bot
from trunkline.bots.hints import hint
from trunkline.bots.random_bot import RandomBot
from trunkline.bots.registry import entries, make_bot
from trunkline.bots.search_bot import SearchBot
from trunkline.maps.pack import load_board
from trunkline.rules.actions import LARGEST_CODE, ActionList, to_text
from trunkline.rules.packing import from_bytes
from trunkline.rules.turn import legal
from trunkline.rules.view import View
from trunkline.server.tables.bot_pace import budget, fair_time

log = logging.getLogger("trunkline.bots")
T = TypeVar("T")

TRIES = 3
"""Attempts of a request whose worker died; a crash also fails the other requests of the pool."""

MOST_KEPT = 256
"""Bots that each worker keeps from move to move; the largest take a tenth of a megabyte."""


class BadChoice(ValueError):
    """A bot's answer was not a legal action, or the bot exited without an answer."""


class TooLate(Exception):
    """A worker did not answer in time."""


# --- in the worker ---------------------------------------------------------------------------------------------------


def begin() -> None:
    """Initialise a worker: ignore Ctrl-C, which the server handles, and exit when the server dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def follow() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=follow, daemon=True, name="follows the server").start()


_kept: dict[tuple[str, int, str], Bot] = {}
"""The bots of this worker by table, seat and name, least recently used first."""


def think(
    bot: str, map_id: str, variant: str, packed: bytes, seat: int, seed: int, seconds: float = 0.0, table: str = ""
) -> str:
    """One choice. The bot is shown its seat's view, and nothing else of the game.

    At a table it is kept for its next move, which may find it in this worker again: a planner is better with the plan
    that it had. It knows nothing by that but what its own seat was shown. One that failed is made anew.
    """
    state = from_bytes(load_board(map_id, variant), packed)
    actions = ActionList()
    legal(state, seat, actions)
    try:
        player = _kept.pop((table, seat, bot), None) or make_bot(bot, seed)
        if seconds > 0 and isinstance(player, SearchBot):
            player.seconds = seconds
        choice = index(player.choose(View(state, seat), actions))
    except Exception:
        raise
    except BaseException as error:
        # For example SystemExit: raised again in the server, it would stop the server.
        raise BadChoice(type(error).__name__) from None
    # List again: the bot may have modified the list that it was shown.
    legal(state, seat, actions)
    if not 0 <= choice <= LARGEST_CODE or not actions.has(choice):
        raise BadChoice("no legal action")
    if table:
        _kept[table, seat, bot] = player
        if len(_kept) > MOST_KEPT:
            del _kept[next(iter(_kept))]
    return to_text(state.board, choice)


def advise(map_id: str, variant: str, packed: bytes, seat: int) -> tuple[str, str, dict[str, Any]]:
    """What the planner would do in a seat's place, and why: an action in words, a code, and what fills its sentence."""
    state = from_bytes(load_board(map_id, variant), packed)
    actions = ActionList()
    legal(state, seat, actions)
    found = hint(View(state, seat), actions)
    return to_text(state.board, found.action), found.code, found.params


def any_move(map_id: str, variant: str, packed: bytes, seat: int, seed: int) -> str:
    """What the random bot would do: cheap enough to be done anywhere."""
    state = from_bytes(load_board(map_id, variant), packed)
    actions = ActionList()
    legal(state, seat, actions)
    return to_text(state.board, RandomBot(seed).choose(View(state, seat), actions))


def nothing() -> None:
    """Does nothing: starts a worker before it is needed."""


# --- in the server ---------------------------------------------------------------------------------------------------


class BotPool:
    """The worker processes. One that dies or hangs is replaced, and its request is retried."""

    def __init__(
        self,
        workers: int = 2,
        *,
        seconds: float = 20.0,
        on_thought: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.names = frozenset(entries())
        self.workers = workers
        self.seconds = seconds
        self.on_thought = on_thought
        # At most one request a worker: the others wait here, so that their time limit has not begun.
        self._free = asyncio.Semaphore(workers)
        self._waiting: deque[float] = deque()
        """When those came who wait for a worker."""
        self._pool = self._new_pool()
        self._is_closed = False

    def _new_pool(self) -> ProcessPoolExecutor:
        # Spawned, not forked: forking a process with threads and a running loop can deadlock.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=begin)

    async def warm_up(self) -> None:
        """Start all workers, so that no bot's move need wait for one."""
        await asyncio.gather(*(self.run(nothing) for _ in range(self.workers)))

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
    ) -> str:
        """The bot's action in words. If the bot fails, cheats or times out, the random bot makes this move.

        `together`: among how many bots the time to think is shared. `table`: where the bot plays on, if it does.
        """
        began = time.monotonic()
        try:
            async with self._a_worker():
                seconds = fair_time(began, self._waiting, self.workers, time.monotonic())
                seconds = budget(bot, together, seconds)
                return await self._run(think, bot, map_id, variant, packed, seat, seed, seconds, table)
        except Exception as error:
            # Only the type of the error: its text may disclose the bot's hand.
            log.warning("bot failed, a random move is made instead: bot=%s error=%s", bot, type(error).__name__)
            return any_move(map_id, variant, packed, seat, seed)
        finally:
            self.on_thought(time.monotonic() - began)

    async def run(self, work: Callable[..., T], *words: Any) -> T:
        """Do work in a worker, within the time there is; what it raises is raised here."""
        async with self._a_worker():
            return await self._run(work, *words)

    @asynccontextmanager
    async def _a_worker(self) -> AsyncIterator[None]:
        """One of the workers, first come, first served."""
        came = time.monotonic()
        self._waiting.append(came)
        try:
            await self._free.acquire()
        finally:
            self._waiting.remove(came)
        try:
            yield
        finally:
            self._free.release()

    async def _run(self, work: Callable[..., T], *words: Any) -> T:
        for attempt in range(1, TRIES + 1):
            pool = self._pool
            try:
                future = asyncio.wrap_future(pool.submit(work, *words))
                return await asyncio.wait_for(future, self.seconds)
            except TimeoutError:
                self._replace(pool)
                raise TooLate from None
            except BrokenProcessPool:
                if self._is_closed:
                    raise
                log.warning("a bot worker died; attempt %d of %d", attempt, TRIES)
                self._replace(pool)
                if attempt == TRIES:
                    raise
        raise AssertionError("the last try returns or raises")

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        """Replace a broken pool, once, however many callers notice it."""
        if self._pool is broken:
            self._pool = self._new_pool()
            end(broken)

    async def close(self) -> None:
        """End the workers, and wait until the pool has released its semaphores.

        The server may be ended by a signal right after this. Python then warns of semaphores that are still held.
        """
        self._is_closed = True
        await asyncio.get_running_loop().run_in_executor(None, end, self._pool, True)


def end(pool: ProcessPoolExecutor, wait: bool = False) -> None:
    """Terminate a pool and its processes: a bot that hangs would never finish."""
    for process in list((pool._processes or {}).values()):
        process.kill()
    # Only once: a second call would find nothing to wait for.
    pool.shutdown(wait=wait, cancel_futures=True)
