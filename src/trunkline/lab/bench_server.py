"""The bench of the server: load on many tables over real sockets, and the latency until every seat has a move.

The server runs in its own processes; this process has the clients. Each table has three players, each with a socket.
The player to move waits and sends a legal action. The latency is the time until the last of the three sockets has
received the entry. The load is open-loop: the rate of moves does not depend on how fast the server answers. Then a new
server is measured: the memory of a table that nobody watches, and the number of idle sockets it can hold.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec

from trunkline.lab.bench import AT_LEAST, AT_MOST, Bar, RoundTimer, calibration_time
from trunkline.lab.own_postgres import OwnPostgres
from trunkline.lab.servers import Person, Server, upgrade
from trunkline.lab.websocket_client import Link

T = TypeVar("T")

SEATS = 3
DRAWS = 0.6
"""The share of actions that draw cards: more draws make larger hands and longer lists of legal moves."""
WARM_UP = 3.0
"""Warm-up, in seconds: all tables open at once, and all seats choose their tickets."""


SERVER_BARS = (
    Bar("server_tables", "tables, each of three people with a socket", None, AT_LEAST),
    Bar("server_offered_moves_per_s", "moves offered a second", None, AT_LEAST),
    Bar("server_moves_per_s", "moves a second that every seat received", None, AT_LEAST),
    Bar("server_sent", "moves sent", None, AT_LEAST),
    Bar("server_acknowledged", "moves stored and acknowledged", None, AT_LEAST),
    Bar("server_heard_by_all", "moves received by all three seats", None, AT_LEAST),
    Bar("server_refused", "moves refused", None, AT_MOST),
    Bar("server_p50_ms", "median latency from sending to the last seat, in milliseconds", None, AT_MOST),
    Bar("server_p99_ms", "99th percentile of the latency, in milliseconds", 50, AT_MOST),
    Bar("server_max_ms", "largest latency, in milliseconds", None, AT_MOST),
    Bar("server_cpu_us_per_move", "processor time of the servers for a move, in microseconds", None, AT_MOST),
    Bar("database_cpu_us_per_move", "processor time of the database for a move, in microseconds", None, AT_MOST),
    Bar("clients_cpu_us_per_move", "processor time of the clients for a move, in microseconds", None, AT_MOST),
    Bar("server_megabytes", "memory of the server process, in megabytes", None, AT_MOST),
    Bar("server_load", "load average of the system at the end", None, AT_MOST),
    Bar("calibration_ns", "one step of a fixed compiled loop, in nanoseconds", None, AT_MOST),
    Bar("server_idle_table_kilobytes", "memory of a table that nobody watches, in kilobytes", 20, AT_MOST),
    Bar("server_idle_sockets", "idle sockets held at once", 5000, AT_LEAST),
)


@dataclass
class ServerFigures:
    """What was sent, and what was received."""

    tables: int
    offered_per_s: float
    sent: int = 0
    acknowledged: int = 0
    heard_by_all: int = 0
    refused: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    server_megabytes: float = 0.0
    cpu_seconds: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """Processor time of servers, database and clients."""

    def flat(self) -> dict[str, float]:
        """The figures as one flat object, like those of the engine's bench."""
        ordered = sorted(self.latencies) or [0.0]

        def share(part: float) -> float:
            return round(ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000, 2)

        for_a_move = [round(seconds * 1e6 / max(1, self.heard_by_all), 1) for seconds in self.cpu_seconds]
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
            "server_cpu_us_per_move": for_a_move[0],
            "database_cpu_us_per_move": for_a_move[1],
            "clients_cpu_us_per_move": for_a_move[2],
            "server_megabytes": self.server_megabytes,
        }


class Turn(msgspec.Struct):
    """What a seat may do."""

    seat: int
    actions: list[str]


class Heard(msgspec.Struct):
    """The fields of a message that the bench reads."""

    type: str
    seq: int = 0
    action_id: str | None = None
    turns: list[Turn] = []


decode = msgspec.json.Decoder(Heard).decode
encode = msgspec.json.Encoder().encode


class BenchTable:
    """One table with three sockets, and the schedule of its moves."""

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
        self.links: list[Link] = []
        self.sent_at: dict[int, float] = {}
        self.heard: dict[int, int] = {}
        self.snapshots = 0
        self.measured: set[str | None] = set()
        """The actions that count: those sent after the warm-up."""
        self.planned: tuple[int, int, Turn] = (-1, 0, Turn(0, []))
        """The seq of the next move, the socket it is sent by, and what it may be."""
        self.next_at = 0.0
        self.measured_from = 0.0
        self.until = 0.0

    async def connect(self) -> None:
        for number, person in enumerate(self.people):
            link = await person.connect(partial(self.hear, number))
            link.send(encode({"type": "watch", "table": self.name}))
            self.links.append(link)

    def play(self, start: float, until: float) -> None:
        """Move for each seat when it is its turn, until the time is over."""
        self.next_at = start + self.dice.random() * self.interval
        self.measured_from = start + WARM_UP
        self.until = until
        if self.planned[0] >= 0:
            self.think()

    def hear(self, number: int, text: bytes) -> None:
        message = decode(text)
        now = time.perf_counter()
        self.snapshots += message.type == "snapshot"
        if message.type == "entry" and message.seq in self.sent_at:
            self.note(message.seq, now)
        elif message.type == "done" and message.action_id in self.measured:
            self.figures.acknowledged += 1
        elif message.type == "refused" and message.action_id in self.measured:
            self.figures.refused += 1
        if message.turns:
            seq = message.seq if message.type == "snapshot" else message.seq + 1
            # While tickets are chosen several seats may act. Only one does: of two, one would be refused as stale.
            if seq > self.planned[0]:
                self.planned = (seq, number, message.turns[0])
                if self.until:
                    self.think()

    def note(self, seq: int, now: float) -> None:
        self.heard[seq] = self.heard.get(seq, 0) + 1
        if self.heard[seq] == SEATS:
            self.figures.heard_by_all += 1
            self.figures.latencies.append(now - self.sent_at[seq])

    def think(self) -> None:
        """Schedule the planned move."""
        now = time.perf_counter()
        self.next_at = max(self.next_at, now - 1.0)
        wait = self.next_at - now
        self.next_at += self.dice.expovariate(1 / self.interval)
        asyncio.get_running_loop().call_later(max(0.0, wait), self.move)

    def move(self) -> None:
        if time.perf_counter() > self.until:
            return
        seq, number, turn = self.planned
        # A realistic mixture of draws and claims: a game lasts longer than the bench, and hands have the usual size.
        draws = [action for action in turn.actions if action.startswith("draw ") and action != "draw tickets"]
        action = self.dice.choice(draws if draws and self.dice.random() < self.draws else turn.actions)
        action_id = f"s{turn.seat}a{seq}"
        wish = {"type": "act", "table": self.name, "seat": turn.seat, "base_seq": seq,
                "action_id": action_id, "action": action}  # fmt: skip
        if time.perf_counter() > self.measured_from:
            self.sent_at[seq] = time.perf_counter()
            self.measured.add(action_id)
            self.figures.sent += 1
        self.links[number].send(encode(wish))

    def hang_up(self) -> None:
        for link in self.links:
            link.transport.abort()


async def open_table(people: list[Person], number: int) -> str:
    """Open a table for new guests and start its game."""
    for seat, person in enumerate(people):
        await person.post("/api/me", {"name": f"Guest {number}-{seat}"})
    wish = {"map": "usa", "seats": [{"kind": "me"}] + [{"kind": "open"}] * (SEATS - 1)}
    name = str((await people[0].post("/api/tables", wish))["table"])
    for person in people[1:]:
        await person.post(f"/api/tables/{name}/join", {})
    await people[0].post(f"/api/tables/{name}/start", {})
    return name


async def open_tables(servers: list[Server], tables: int, say: Callable[[str], None]) -> list[tuple[str, list[Person]]]:
    limits = httpx.Limits(max_connections=32)
    gate = asyncio.Semaphore(32)
    opened: list[tuple[str, list[Person]]] = []

    async with httpx.AsyncClient(limits=limits, timeout=60) as client:

        async def one(number: int) -> None:
            async with gate:
                # The people of one table are on different servers, if there are several.
                people = [Person(client, servers[(number + seat) % len(servers)].url) for seat in range(SEATS)]
                opened.append((await open_table(people, number), people))
                if len(opened) % 100 == 0:
                    say(f"{len(opened)} of {tables} tables are open")

        await asyncio.gather(*(one(number) for number in range(tables)))
    return opened


async def drive(
    servers: list[Server],
    database: OwnPostgres | None,
    tables: int,
    rate: float,
    seconds: float,
    draws: float,
    say: Callable[[str], None],
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
    # A pause of the garbage collector in the clients would count as latency of the server.
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    until = start + WARM_UP + seconds
    for table in playing:
        table.play(start, until)
    await asyncio.sleep(WARM_UP)
    before = processor_seconds(servers, database)
    await asyncio.sleep(seconds)
    figures.cpu_seconds = [now - then for now, then in zip(processor_seconds(servers, database), before, strict=True)]
    figures.seconds = seconds
    await asyncio.sleep(2.0)  # the last messages may still be on their way
    figures.server_megabytes = max(server.megabytes() for server in servers)
    for table in playing:
        table.hang_up()
    gc.enable()
    return figures


def processor_seconds(servers: list[Server], database: OwnPostgres | None) -> list[float]:
    """Processor time so far: of the servers, of the database where it is a process of its own, and of the clients."""
    own = time.process_time()
    return [sum(server.cpu_seconds() for server in servers), database.cpu_seconds() if database else 0.0, own]


async def idle_table_kilobytes(server: Server, tables: int, say: Callable[[str], None]) -> float:
    """Memory of a table with a game after its three sockets were closed."""

    async def open_and_leave(count: int) -> None:
        for name, people in await open_tables([server], count, say):
            table = BenchTable(name, people, 1, ServerFigures(count, 1), random.Random(0))
            await table.connect()
            while table.snapshots < SEATS:
                await asyncio.sleep(0.001)
            table.hang_up()

    # The first tables also load the map, buffers and caches; they are not counted.
    await open_and_leave(max(1, tables // 10))
    before = server.kilobytes()
    await open_and_leave(tables)
    await asyncio.sleep(1.0)  # the last sockets are just being closed
    return round((server.kilobytes() - before) / tables, 2)


async def idle_sockets(server: Server, sockets: int, say: Callable[[str], None]) -> int:
    """The number of sockets that were open at once and all answered in the end."""
    links: list[Link] = []
    answered = 0

    def hear(text: bytes) -> None:
        nonlocal answered
        answered += decode(text).type == "pong"

    async with httpx.AsyncClient(timeout=60) as client:
        person = Person(client, server.url)
        await person.post("/api/me", {"name": "Guest"})
    with suppress(OSError):
        while len(links) < sockets:
            some = min(100, sockets - len(links))
            links += await asyncio.gather(*(person.connect(hear) for _ in range(some)))
            if len(links) % 1000 == 0:
                say(f"{len(links)} idle sockets are open")
    for link in links:
        link.send(b'{"type": "ping"}')
    with suppress(TimeoutError):
        async with asyncio.timeout(60):
            while answered < len(links):
                await asyncio.sleep(0.05)
    for link in links:
        link.transport.abort()
    return answered


def run_fast(work: Coroutine[Any, Any, T]) -> T:
    """Run in uvloop if it is installed: the clients share the processors with the servers."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    return uvloop.run(work)


def allow_files(count: int) -> None:
    """Raise the limit of open files for this process and the servers it starts, as far as the system allows."""
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
    database: str | OwnPostgres | None = None,
    processes: int = 1,
    say: Callable[[str], None] = lambda text: None,
    idle: bool = True,
    draws: float = DRAWS,
) -> dict[str, float]:
    """Measure a server on SQLite (or the database given, with several processes) under an offered rate of moves.

    The CPU time of a PostgreSQL that the bench started is reported too. With `idle`, also the memory of tables that
    nobody watches, and the number of idle sockets.
    """
    allow_files(10 * tables + 1000)
    with tempfile.TemporaryDirectory() as folder:
        own = database if isinstance(database, OwnPostgres) else None
        where = own.url() if own else str(database or f"sqlite:///{folder}/bench.sqlite")
        servers: list[Server] = []
        try:
            if where.startswith("postgres"):
                upgrade(where)
            for _ in range(processes):
                servers.append(Server(where, Path(folder)))
            figures = run_fast(drive(servers, own, tables, rate, seconds, draws, say)).flat()
            figures["server_load"] = round(os.getloadavg()[0], 2)
            figures["calibration_ns"] = round(calibration_time(RoundTimer(0.2, 3)), 2)
            while servers:
                servers.pop().stop()
            if idle:
                servers.append(Server(where, Path(folder)))
                figures["server_idle_table_kilobytes"] = run_fast(idle_table_kilobytes(servers[0], 2 * tables, say))
                figures["server_idle_sockets"] = run_fast(idle_sockets(servers[0], 10 * tables, say))
            return figures
        finally:
            for server in servers:
                server.stop()
