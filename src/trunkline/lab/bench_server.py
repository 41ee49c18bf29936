"""The bench of the server: many tables at once over real sockets, and how long it takes until every seat has heard.

The server runs in processes of its own; this process is the clients. Each table has three people, each with a socket.
The seat to move thinks and sends a legal action; the time from sending it until the last of the three sockets has its
entry is one measurement. The offered rate does not wait for the server: a table whose answer is late is late itself.
Then, on a fresh server, what a table costs that nobody watches, and how many sockets are held that say nothing.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from trunkline.lab.bench import AT_LEAST, AT_MOST, Bar, Clock, calibration_time
from trunkline.lab.servers import Person, Server, upgrade

SEATS = 3
DRAWS = 0.6
"""How many of all actions are draws of cards: more make larger hands, and longer lists of what can be done."""
WARM_UP = 3.0
"""Seconds at the start that are not measured: all tables open at once there, and all seats choose their tickets."""


SERVER_BARS = (
    Bar("server_tables", "tables, each of three people with a socket", None, AT_LEAST),
    Bar("server_offered_moves_per_s", "moves offered a second", None, AT_LEAST),
    Bar("server_moves_per_s", "moves a second that every seat heard of", None, AT_LEAST),
    Bar("server_sent", "moves sent", None, AT_LEAST),
    Bar("server_acknowledged", "moves stored and acknowledged", None, AT_LEAST),
    Bar("server_heard_by_all", "moves heard by all three seats", None, AT_LEAST),
    Bar("server_refused", "moves refused", None, AT_MOST),
    Bar("server_p50_ms", "from sending to the last seat's event, half of them, in milliseconds", None, AT_MOST),
    Bar("server_p99_ms", "99 of 100 of them, in milliseconds", 50, AT_MOST),
    Bar("server_max_ms", "the slowest, in milliseconds", None, AT_MOST),
    Bar("server_cpu_us_per_move", "processor time of the servers for a move, in microseconds", None, AT_MOST),
    Bar("server_megabytes", "memory of the server process, in megabytes", None, AT_MOST),
    Bar("server_load", "processes that wanted to run, by the system, when it was over", None, AT_MOST),
    Bar("calibration_ns", "one step of a fixed compiled loop, in nanoseconds", None, AT_MOST),
    Bar("server_idle_table_kilobytes", "memory of a table that nobody watches, in kilobytes", 20, AT_MOST),
    Bar("server_idle_sockets", "idle sockets held at once", 5000, AT_LEAST),
)


@dataclass
class ServerFigures:
    """What was offered and what came back."""

    tables: int
    offered_per_s: float
    sent: int = 0
    acknowledged: int = 0
    heard_by_all: int = 0
    refused: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    server_megabytes: float = 0.0
    server_cpu_seconds: float = 0.0

    def flat(self) -> dict[str, float]:
        """The figures as one flat object, like those of the engine's bench."""
        ordered = sorted(self.latencies) or [0.0]

        def share(part: float) -> float:
            return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000, 2)

        return {
            "server_tables": self.tables,
            "server_offered_moves_per_s": round(self.offered_per_s, 1),
            "server_moves_per_s": round(self.heard_by_all / self.seconds, 1) if self.seconds else 0.0,
            "server_sent": self.sent,
            "server_acknowledged": self.acknowledged,
            "server_heard_by_all": self.heard_by_all,
            "server_refused": self.refused,
            "server_p50_ms": share(0.50),
            "server_p99_ms": share(0.99),
            "server_max_ms": round(ordered[-1] * 1000, 2),
            "server_cpu_us_per_move": round(self.server_cpu_seconds * 1e6 / max(1, self.heard_by_all), 1),
            "server_megabytes": self.server_megabytes,
        }


class Heard(msgspec.Struct):
    """What the bench reads of a message; the rest is passed over."""

    type: str
    seq: int = 0
    action_id: str | None = None
    turns: list[dict[str, Any]] = []


class BenchTable:
    """One table with three sockets, and the pace of its moves."""

    def __init__(
        self,
        name: str,
        people: list[Person],
        interval: float,
        figures: ServerFigures,
        dice: random.Random,
        draws: float = DRAWS,
    ) -> None:
        self.name = name
        self.people = people
        self.interval = interval
        self.figures = figures
        self.dice = dice
        self.draws = draws
        self.sockets: list[ClientConnection] = []
        self.sent_at: dict[int, float] = {}
        self.heard: dict[int, int] = {}
        self.measured: set[str | None] = set()
        """The actions that count: those sent after the warm-up."""
        self.next_at = 0.0
        self.measured_from = 0.0
        self.until = 0.0

    async def connect(self) -> None:
        for person in self.people:
            link = await person.connect()
            await link.send(json.dumps({"type": "watch", "table": self.name}))
            self.sockets.append(link)

    async def play(self, start: float, until: float) -> None:
        """Read all sockets until the time is over; each moves for its own seat when it is its turn."""
        self.next_at = start + self.dice.random() * self.interval
        self.measured_from = start + WARM_UP
        self.until = until
        await asyncio.gather(*(self.read(link) for link in self.sockets))

    async def read(self, link: ClientConnection) -> None:
        decode = msgspec.json.Decoder(Heard).decode
        with suppress(asyncio.CancelledError):
            async for text in link:
                message = decode(text)
                now = time.perf_counter()
                if message.type == "entry" and message.seq in self.sent_at:
                    self.note(message.seq, now)
                elif message.type == "done" and message.action_id in self.measured:
                    self.figures.acknowledged += 1
                elif message.type == "refused" and message.action_id in self.measured:
                    self.figures.refused += 1
                if message.turns:
                    seq = message.seq if message.type == "snapshot" else message.seq + 1
                    asyncio.get_running_loop().create_task(self.move(link, seq, message.turns[0]))

    def note(self, seq: int, now: float) -> None:
        self.heard[seq] = self.heard.get(seq, 0) + 1
        if self.heard[seq] == SEATS:
            self.figures.heard_by_all += 1
            self.figures.latencies.append(now - self.sent_at[seq])

    async def move(self, link: ClientConnection, seq: int, turn: dict[str, Any]) -> None:
        now = time.perf_counter()
        self.next_at = max(self.next_at, now - 1.0)
        wait = self.next_at - now
        self.next_at += self.dice.expovariate(1 / self.interval)
        if wait > 0:
            await asyncio.sleep(wait)
        if time.perf_counter() > self.until:
            return
        # Draws and claims mixed as at a table: a game outlasts the bench, and hands stay of the size people have.
        draws = [action for action in turn["actions"] if action.startswith("draw ") and action != "draw tickets"]
        action = self.dice.choice(draws if draws and self.dice.random() < self.draws else turn["actions"])
        action_id = f"s{turn['seat']}a{seq}"
        wish = {"type": "act", "table": self.name, "seat": turn["seat"], "base_seq": seq,
                "action_id": action_id, "action": action}  # fmt: skip
        if time.perf_counter() > self.measured_from:
            self.sent_at[seq] = time.perf_counter()
            self.measured.add(action_id)
            self.figures.sent += 1
        with suppress(ConnectionClosed):
            await link.send(json.dumps(wish))


async def open_tables(servers: list[Server], tables: int, say: Callable[[str], None]) -> list[tuple[str, list[Person]]]:
    limits = httpx.Limits(max_connections=32)
    gate = asyncio.Semaphore(32)
    opened: list[tuple[str, list[Person]]] = []

    async with httpx.AsyncClient(limits=limits, timeout=60) as client:

        async def one(number: int) -> None:
            async with gate:
                # The people of one table are on different servers, if there are several.
                people = [Person(client, servers[(number + seat) % len(servers)].url) for seat in range(SEATS)]
                for seat, person in enumerate(people):
                    await person.post("/api/me", {"name": f"Guest {number}-{seat}"})
                wish = {"map": "usa", "seats": [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1)}
                name = str((await people[0].post("/api/tables", wish))["table"])
                for person in people[1:]:
                    await person.post(f"/api/tables/{name}/join", {})
                await people[0].post(f"/api/tables/{name}/start", {})
                opened.append((name, people))
                if len(opened) % 100 == 0:
                    say(f"{len(opened)} of {tables} tables are open")

        await asyncio.gather(*(one(number) for number in range(tables)))
    return opened


async def drive(
    servers: list[Server], tables: int, rate: float, seconds: float, draws: float, say: Callable[[str], None]
) -> ServerFigures:
    figures = ServerFigures(tables, rate)
    interval = tables / rate
    opened = await open_tables(servers, tables, say)
    playing = [
        BenchTable(name, people, interval, figures, random.Random(number), draws)
        for number, (name, people) in enumerate(opened)
    ]
    for number, table in enumerate(playing):
        await table.connect()
        if number % 100 == 99:
            say(f"{(number + 1) * SEATS} sockets are connected")
    say(f"playing for {seconds:g} s at {rate:g} moves a second")
    # A pause of the clients' collector would count as the server's.
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    until = start + WARM_UP + seconds
    tasks = [asyncio.create_task(table.play(start, until)) for table in playing]
    await asyncio.sleep(WARM_UP)
    before = sum(server.cpu_seconds() for server in servers)
    await asyncio.sleep(seconds)
    figures.server_cpu_seconds = sum(server.cpu_seconds() for server in servers) - before
    figures.seconds = seconds
    await asyncio.sleep(2.0)  # what was sent last may still be under way
    figures.server_megabytes = max(server.megabytes() for server in servers)
    for table in playing:
        for link in table.sockets:
            link.transport.abort()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    gc.enable()
    return figures


async def idle_table_kilobytes(server: Server, tables: int, say: Callable[[str], None]) -> float:
    """What a table with a game costs when its three sockets are closed again."""

    async def open_and_leave(count: int) -> None:
        for name, people in await open_tables([server], count, say):
            table = BenchTable(name, people, 1, ServerFigures(count, 1), random.Random(0))
            await table.connect()
            await asyncio.gather(*(link.recv() for link in table.sockets))
            await asyncio.gather(*(link.close() for link in table.sockets))

    # What the first tables bring with them (the map, buffers, caches) no further table does.
    await open_and_leave(max(1, tables // 10))
    before = server.kilobytes()
    await open_and_leave(tables)
    await asyncio.sleep(1.0)  # the last sockets are just being closed
    return round((server.kilobytes() - before) / tables, 2)


async def idle_sockets(server: Server, sockets: int, say: Callable[[str], None]) -> int:
    """How many sockets are open at once and all answer in the end."""
    links: list[ClientConnection] = []
    async with httpx.AsyncClient(timeout=60) as client:
        person = Person(client, server.url)
        await person.post("/api/me", {"name": "Guest"})
    with suppress(OSError, WebSocketException):
        while len(links) < sockets:
            some = min(100, sockets - len(links))
            links += await asyncio.gather(*(person.connect() for _ in range(some)))
            if len(links) % 1000 == 0:
                say(f"{len(links)} idle sockets are open")

    async def answers(link: ClientConnection) -> bool:
        with suppress(TimeoutError, WebSocketException):
            await link.send('{"type": "ping"}')
            return "pong" in str(await asyncio.wait_for(link.recv(), 60))
        return False

    answered = await asyncio.gather(*(answers(link) for link in links))
    for link in links:
        link.transport.abort()
    return sum(answered)


def allow_files(count: int) -> None:
    """Let this process, and the servers it starts, have so many files open, if the system lets us."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = count if hard == resource.RLIM_INFINITY else min(count, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def run_server_bench(
    tables: int = 500,
    rate: float = 1500,
    seconds: float = 60,
    database: str | None = None,
    processes: int = 1,
    say: Callable[[str], None] = lambda text: None,
    idle: bool = True,
    draws: float = DRAWS,
) -> dict[str, float]:
    """Measure a server on SQLite (or the database given, with several processes) under an offered rate of moves.

    With `idle` also what twice as many tables cost when nobody watches, and whether ten times as many sockets are held.
    """
    allow_files(10 * tables + 1000)
    with tempfile.TemporaryDirectory() as folder:
        where = database or f"sqlite:///{folder}/bench.sqlite"
        servers: list[Server] = []
        try:
            if where.startswith("postgres"):
                upgrade(where)
            for _ in range(processes):
                servers.append(Server(where, Path(folder)))
            figures = asyncio.run(drive(servers, tables, rate, seconds, draws, say)).flat()
            figures["server_load"] = round(os.getloadavg()[0], 2)
            figures["calibration_ns"] = round(calibration_time(Clock(0.2, 3)), 2)
            while servers:
                servers.pop().stop()
            if idle:
                servers.append(Server(where, Path(folder)))
                figures["server_idle_table_kilobytes"] = asyncio.run(idle_table_kilobytes(servers[0], 2 * tables, say))
                figures["server_idle_sockets"] = asyncio.run(idle_sockets(servers[0], 10 * tables, say))
            return figures
        finally:
            for server in servers:
                server.stop()
