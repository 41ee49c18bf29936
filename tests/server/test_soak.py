"""Comings and goings for as long as there is patience: the server keeps nothing of what is past."""

from __future__ import annotations

import gc
import random
import re
import signal
import socket
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from conftest import FULL
from server.guests import Guest, Refused, Running, Talk, choose
from server.processes import Process
from trunkline.maps.pack import load_board
from trunkline.rules.setup import BY_LOT, new_game
from trunkline.server.http.websocket import SocketClient
from trunkline.server.http.websocket_protocol import WebSocketProtocol
from trunkline.server.tables.client_view import own_part, public_part

SECONDS = 600.0 if FULL else 5.0
LEAST_ROUNDS = 3
"""How often each visitor comes, whatever the time."""
WORKERS = 4
GROWTH_MEGABYTES = 12.0
"""What a heap may grow by without a leak; ten minutes of leaking a kilobyte with each connection are far more."""

# A server that writes down how many tasks its loop has when it is asked by a signal.
COUNTING = """
import asyncio, os, signal
from pathlib import Path

def count(*_):
    Path(os.environ["TASKS"]).write_text(f"{len(asyncio.all_tasks())} tasks")

signal.signal(signal.SIGUSR1, count)
from trunkline.cli import main
main()
"""


class Soaked(Process):
    """A server whose memory, files and tasks can be counted."""

    def __init__(self, database: str, folder: Path) -> None:
        self.tasks_file = folder / "tasks"
        super().__init__(
            database, folder, COUNTING, TRUNKLINE_IDLE_SECONDS="1", TRUNKLINE_LIMITS="1", TASKS=str(self.tasks_file)
        )

    def tasks(self) -> int:
        self.tasks_file.unlink(missing_ok=True)
        self.child.process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            with suppress(FileNotFoundError):
                if (said := self.tasks_file.read_text()).endswith("tasks"):
                    return int(said.split()[0])
            time.sleep(0.02)
        raise TimeoutError

    def files(self) -> int:
        return len(list(Path(f"/proc/{self.child.process.pid}/fd").iterdir()))

    def figure(self, name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", httpx.get(f"{self.url}/metrics").text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def until_quiet(self) -> None:
        """Wait until nobody is there any more and all tables sleep."""
        end = time.monotonic() + 60
        while self.figure("trunkline_sockets") or self.figure("trunkline_tables_awake"):
            assert time.monotonic() < end, "tables or sockets are kept"
            time.sleep(0.1)


class Visitors:
    """Two persons with a few tables, who come and go and rarely move."""

    def __init__(self, server: Soaked, seed: int) -> None:
        self.chance = random.Random(seed)
        self.seed = seed
        self.guests = [Guest(server) for _ in range(2)]
        for guest in self.guests:
            guest.http.headers["X-Forwarded-For"] = self.address()
            guest.id = guest.post("/api/me", name="Guest")["person"]["id"]
        self.tables = [self.open(clock=clock) for clock in (False, True, True)]
        self.rounds = 0

    def address(self) -> str:
        """Limits are on, as in production: people come from many places, and a proxy says from which."""
        return f"203.{self.seed}.113.{self.chance.randrange(200)}"

    def open(self, clock: bool) -> str:
        options: dict[str, Any] = {"clock": {"kind": "move", "seconds": 5}} if clock else {}
        table = self.guests[0].open(seats=["me", "open"], substitute="random", **options)
        self.guests[1].post(f"/api/tables/{table}/join")
        self.guests[0].post(f"/api/tables/{table}/start")
        return table

    def come_and_go(self, seconds: float) -> None:
        """Visit until the time is over, but often enough also where the machine is slow."""
        end = time.monotonic() + seconds
        while time.monotonic() < end or self.rounds < LEAST_ROUNDS:
            number = self.chance.randrange(len(self.tables))
            visits = [guest for guest in self.guests for _ in range(self.chance.randrange(1, 3))]
            talks = [Talk(guest, {"X-Forwarded-For": self.address()}) for guest in visits]
            try:
                self.visit(talks, self.tables[number])
                if talks[0].info["status"] == "over":
                    # Not more often than one may.
                    with suppress(Refused):
                        self.tables[number] = self.open(clock=number > 0)
            finally:
                for talk in talks:
                    if self.chance.random() < 0.3:
                        # Gone without a word.
                        talk.socket.socket.close()
                    talk.close()
            self.rounds += 1
            # People are no quicker, and the limits hold them to it.
            time.sleep(0.5)

    def visit(self, talks: list[Talk], table: str) -> None:
        for talk in talks:
            told = talk.watch(table)
            assert told["type"] == "snapshot", told
            for _ in range(self.chance.randrange(3)):
                talk.send("unwatch", table=table)
                talk.watch(table, since=self.chance.randrange(talk.seq + 1))
            talk.send("watch", table=f"none-{self.chance.getrandbits(40)}")
            talk.until(lambda told: told.get("code") == "no_such_table")
        for talk in talks:
            if talk.turns and self.chance.random() < 0.5:
                turn = talk.turns[0]
                # Another may have moved already: a refusal is an answer too.
                talk.act(turn["seat"], choose(self.chance, turn["actions"]))
        if self.chance.random() < 0.3:
            with suppress(Refused):
                self.chance.choice(self.guests).post(f"/api/tables/{table}/leave")
        talks[-1].send("say", table=table, text="Here again")

    def leave(self) -> None:
        """Leave all games to bots, which bring them to an end, and go."""
        for table in self.tables:
            for guest in self.guests:
                with suppress(Refused):
                    guest.post(f"/api/tables/{table}/leave")
        for guest in self.guests:
            guest.http.close()


@pytest.mark.parametrize("with_a_word", [True, False])
def test_a_connection_leaves_nothing_to_the_collector(sqlite_url: str, with_a_word: bool) -> None:
    """The collector comes by seldom: what only it can free would pile up until then."""

    def kept() -> list[str]:
        return [type(each).__name__ for each in gc.get_objects() if isinstance(each, (WebSocketProtocol, SocketClient))]

    with Running(sqlite_url) as server:
        guest = Guest(server, "Ann")
        table = guest.open(seats=["me", "open"])
        gc.collect()
        gc.disable()
        try:
            talks = [Talk(guest) for _ in range(30)]
            for talk in talks:
                talk.watch(table)
            assert len(kept()) == 60
            for talk in talks:
                if not with_a_word:
                    talk.socket.socket.shutdown(socket.SHUT_RDWR)
                talk.close()
            # The loop may still hold the last errors that it passed on, and these a connection or two.
            end = time.monotonic() + 60
            while len(kept()) > 4 and time.monotonic() < end:
                time.sleep(0.05)
            assert len(kept()) <= 4
        finally:
            gc.enable()


def test_what_is_told_is_freed() -> None:
    """Compiled code frees what plain code hands it: a buffer kept for each move told is a leak no collector sees."""
    state = new_game(load_board("world"), 3, bytes(32), BY_LOT, None)
    public_part(state)
    tracemalloc.start()
    try:
        for _ in range(500):
            public_part(state)
            own_part(state, 0)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 20_000


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell of its processes by files")
def test_nothing_grows(sqlite_url: str, tmp_path: Path) -> None:
    server = Soaked(sqlite_url, tmp_path)
    try:
        middle = soaked(server, SECONDS / 2, 0)
        rounds, *then = middle
        more, *end = soaked(server, SECONDS / 2, 1)
        told = f"rounds {rounds} and {more}; megabytes, files, tasks: {then}, then {end}"
        print(told)
        for kind in ("substitute", "return", "move"):
            assert server.figure(f'trunkline_entries_total{{kind="{kind}"}}') > 0
        assert end[0] - then[0] < GROWTH_MEGABYTES, told
        assert end[1] - then[1] <= 3, told
        assert end[2] - then[2] <= 3, told
        assert server.figure('trunkline_refusals_total{code="internal"}') == 0
    finally:
        server.stop()
    assert "Traceback" not in Path(server.child.log.name).read_text()


def soaked(server: Soaked, seconds: float, seed: int) -> tuple[int, float, int, int]:
    """Let visitors come and go, wait until they are gone; rounds, megabytes, files and tasks."""
    visitors = [Visitors(server, 10 * seed + number) for number in range(WORKERS)]
    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(each.come_and_go, seconds) for each in visitors]:
            done.result()
    for each in visitors:
        each.leave()
    server.until_quiet()
    rounds = sum(each.rounds for each in visitors)
    return rounds, server.child.megabytes(), server.files(), server.tasks()
