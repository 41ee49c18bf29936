"""Bots in worker processes: right answers, and a move whatever a bot does wrong."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from trunkline.bots import registry
from trunkline.game import Game
from trunkline.server.tables import bot_pool as pool_module
from trunkline.server.tables.bot_pool import BotPool, any_move, think

BAD_BOTS = """
import os, time
from trunkline.bots.bot import Bot

class Raises(Bot):
    def choose(self, view, actions):
        raise RuntimeError(f"I hold {list(view.hand)}")

class Cheats(Bot):
    def choose(self, view, actions):
        return 1 << 39

class Forges(Bot):
    def choose(self, view, actions):
        code = 5
        assert not actions.has(code)
        actions.codes[0] = code
        return code

class Leaves(Bot):
    def choose(self, view, actions):
        raise SystemExit

class Indexes(Bot):
    def choose(self, view, actions):
        class Whole:
            def __index__(self):
                return actions[2]
        return Whole()

class Dawdles(Bot):
    def choose(self, view, actions):
        time.sleep(60)

class Dies(Bot):
    def choose(self, view, actions):
        os._exit(3)

class Counts(Bot):
    def __init__(self, seed=0):
        super().__init__(seed)
        self.moves = 0
    def choose(self, view, actions):
        self.moves += 1
        if self.moves == 3:
            raise RuntimeError
        return actions[self.moves]
"""


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "bad_bots.py").write_text(BAD_BOTS)
    # Workers are new processes: what they import is found by the path they inherit.
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    monkeypatch.undo()


@asynccontextmanager
async def pool(**options: float) -> AsyncIterator[BotPool]:
    made = BotPool(1, **options)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        await made.close()


def position() -> tuple[Game, bytes, int]:
    game = Game.new("usa", 2, seed=11)
    return game, game.packed(), game.to_act[0]


def test_a_bot_answers_with_a_legal_move_and_the_same_again() -> None:
    game, packed, seat = position()
    legal = [game.notation(action) for action in game.legal(seat)]

    async def run() -> None:
        async with pool() as bots:
            assert bots.names == frozenset(registry.BOTS)
            for bot, entry in registry.ENTRIES.items():
                first = await bots.choose(bot, "usa", "base", packed, seat, 5)
                assert first in legal
                # Who searches for a time may find something else the next time.
                if not entry.seconds:
                    assert first == await bots.choose(bot, "usa", "base", packed, seat, 5)
                    assert first == think(bot, "usa", "base", packed, seat, 5)

    asyncio.run(run())


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_does_wrong_is_played_at_random(caplog: pytest.LogCaptureFixture) -> None:
    _, packed, seat = position()

    async def run() -> None:
        async with pool(seconds=4.0) as bots:
            for bot in ("Raises", "Cheats", "Forges", "Leaves", "Dawdles", "Dies"):
                caplog.clear()
                with caplog.at_level(logging.WARNING, "trunkline.bots"):
                    chosen = await bots.choose(f"bad_bots:{bot}", "usa", "base", packed, seat, 9)
                assert chosen == any_move("usa", "base", packed, seat, 9)
                assert f"bad_bots:{bot}" in caplog.text
                assert "I hold" not in caplog.text, "what it holds is nobody's business"
            # And the pool works on.
            assert await bots.choose("random", "usa", "base", packed, seat, 9) == chosen

    asyncio.run(run())


@pytest.mark.usefixtures("bad_bots")
def test_an_answer_may_be_any_whole_number() -> None:
    """Such as those of numpy, which are no `int`."""
    game, packed, seat = position()
    assert think("bad_bots:Indexes", "usa", "base", packed, seat, 9) == game.notation(game.legal(seat)[2])


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_that_an_installed_package_offers_plays_by_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "offering-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: offering\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[trunkline.bots]\ncounting = bad_bots:Counts\n")
    game, packed, seat = position()
    registry.offered.cache_clear()

    async def run() -> None:
        async with pool() as bots:
            assert bots.names == {*registry.BOTS, "counting"}
            told = await bots.choose("counting", "usa", "base", packed, seat, 1)
            assert told == game.notation(game.legal(seat)[1])

    try:
        assert registry.entries()["counting"].kind == registry.OWN
        asyncio.run(run())
    finally:
        registry.offered.cache_clear()


@pytest.mark.usefixtures("bad_bots")
def test_a_bot_is_kept_for_its_seat_at_a_table_until_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    game, packed, seat = position()
    legal = [game.notation(action) for action in game.legal(seat)]
    monkeypatch.setattr(pool_module, "_kept", {})

    def asked(table: str, seat: int = seat) -> int:
        """The how manieth move of the bot this is."""
        return legal.index(think("bad_bots:Counts", "usa", "base", packed, seat, 0, 0.0, table))

    assert [asked(""), asked("")] == [1, 1], "at no table it is made for one move"
    assert [asked("one"), asked("two"), asked("one", 1 - seat), asked("one")] == [1, 1, 1, 2]
    with pytest.raises(RuntimeError):
        asked("one")
    assert asked("one") == 1
    monkeypatch.setattr(pool_module, "MOST_KEPT", 2)
    assert [asked("three"), asked("one"), asked("two")] == [1, 2, 1], "who played last is kept"


def test_a_worker_that_is_killed_is_replaced_and_the_question_asked_again() -> None:
    _, packed, seat = position()

    async def run() -> None:
        async with pool() as bots:
            await bots.warm_up()
            for process in list((bots._pool._processes or {}).values()):
                os.kill(process.pid or 0, signal.SIGKILL)
            answers = await asyncio.gather(
                *(bots.choose("greedy", "usa", "base", packed, seat, seed) for seed in range(3))
            )
            assert answers == [think("greedy", "usa", "base", packed, seat, seed) for seed in range(3)]

    asyncio.run(run())


def test_workers_end_with_the_server(tmp_path: Path) -> None:
    """Also when the server is killed: a worker that nobody asks any more must not stay for ever."""
    import subprocess
    import sys

    program = tmp_path / "holder.py"
    program.write_text(
        "import asyncio, time\n"
        "from trunkline.server.tables.bot_pool import BotPool\n"
        "async def main():\n"
        "    pool = BotPool(1)\n"
        "    await pool.warm_up()\n"
        "    print(*pool._pool._processes, flush=True)\n"
        "    time.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        os.kill(worker, 0)
        server.kill()
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if "Z" in (Path("/proc") / str(worker) / "stat").read_text().split(")")[-1].split()[0]:
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("the worker is still there")


@pytest.mark.parametrize(
    "warm_up", ["await pool.warm_up()", "task = asyncio.create_task(pool.warm_up()); await asyncio.sleep(0.2)"]
)
def test_a_closed_pool_leaves_no_semaphores_behind(tmp_path: Path, warm_up: str) -> None:
    """A server is ended by a signal as soon as it is closed; Python warns of semaphores that are held then."""
    import subprocess
    import sys

    program = tmp_path / "closing.py"
    program.write_text(
        "import asyncio, gc, os, signal\n"
        "from trunkline.server.tables.bot_pool import BotPool\n"
        "async def main():\n"
        "    pool = BotPool(2)\n"
        "    gc.disable()\n"  # the server's collector runs rarely
        f"    {warm_up}\n"
        "    await pool.close()\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    ended = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (-signal.SIGTERM, "")
