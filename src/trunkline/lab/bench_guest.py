"""What one hostile guest costs the others: the latency of their moves with and without it, in turn, in one run.

All limits of the server are in force. Each table has an address of its own (127.1.x.y), so that the limits by address
meet the guest and not the players.
"""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import httpx

from trunkline.lab.bench import AT_LEAST, AT_MOST, Bar
from trunkline.lab.bench_server import (
    SEATS,
    WARM_UP,
    BenchTable,
    ServerFigures,
    allow_files,
    open_table,
    run_fast,
)
from trunkline.lab.servers import Person, Server

WINDOW = 4.0
"""Seconds with the guest, then as many without."""
SETTLE = 0.5
"""Seconds at the beginning of a window that do not count: answers of the window before are still on their way."""

GUEST_BARS = (
    Bar("guest_tables", "tables, each of three people with a socket and an address of its own", None, AT_LEAST),
    Bar("guest_moves", "moves that were measured", None, AT_LEAST),
    Bar("guest_refused", "moves of the players that were refused", 0, AT_MOST),
    Bar("guest_p50_ms_alone", "median latency of a move without the guest, in milliseconds", None, AT_MOST),
    Bar("guest_p50_ms", "median latency while the guest asks for all it can, in milliseconds", None, AT_MOST),
    Bar("guest_p50_times", "the second median divided by the first", 1.2, AT_MOST),
)


async def drive(
    server: Server, tables: int, rate: float, seconds: float, say: Callable[[str], None], history: int
) -> dict[str, float]:
    figures = ServerFigures(tables, rate)
    windows = 2 * max(1, round(seconds / WINDOW / 2))
    playing: list[BenchTable] = []
    for number in range(tables):
        address = f"127.1.{number // 250}.{number % 250 + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with httpx.AsyncClient(timeout=60, transport=transport) as client:
            people = [Person(client, server.url, address) for _ in range(SEATS)]
            name = await open_table(people, number)
        table = BenchTable(name, people, tables / rate, figures, random.Random(number))
        await table.connect()
        playing.append(table)
    say(f"{tables} tables are open; the guest plays its own game first")
    # The guest may not take processor time from the players' clients: only its work for the server counts.
    command = [sys.executable, "-m", "trunkline.lab.hostile_guest", server.url, str(history)]
    guest = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=lambda: os.nice(15))
    try:
        assert guest.stdout is not None
        if not await asyncio.to_thread(guest.stdout.readline):
            raise RuntimeError("the guest could not begin")
        guest.send_signal(signal.SIGSTOP)
        say(f"playing for {windows * WINDOW:g} s at {rate:g} moves a second, half of the time with the guest")
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        for table in playing:
            table.play(start, start + WARM_UP + windows * WINDOW)
        await asyncio.sleep(WARM_UP)
        latencies: dict[bool, list[float]] = {False: [], True: []}
        for window in range(windows):
            with_guest = window % 2 == 1
            guest.send_signal(signal.SIGCONT if with_guest else signal.SIGSTOP)
            await asyncio.sleep(SETTLE)
            first = len(figures.latencies)
            await asyncio.sleep(WINDOW - SETTLE)
            latencies[with_guest] += figures.latencies[first:]
        gc.enable()
        await asyncio.sleep(1.0)  # the last moves may still be on their way
    finally:
        guest.kill()
        guest.wait()
    for table in playing:
        table.hang_up()
    alone, beside = (statistics.median(latencies[with_guest]) * 1000 for with_guest in (False, True))
    return {
        "guest_tables": tables,
        "guest_moves": sum(map(len, latencies.values())),
        "guest_refused": figures.refused,
        "guest_p50_ms_alone": round(alone, 2),
        "guest_p50_ms": round(beside, 2),
        "guest_p50_times": round(beside / alone, 3),
    }


def run_guest_bench(
    tables: int, rate: float, seconds: float, say: Callable[[str], None], history: int = 120
) -> dict[str, float]:
    """Measure with a guest whose own game has `history` entries: they make its requests expensive."""
    allow_files(10 * tables + 1000)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/bench.sqlite", Path(folder), {"TRUNKLINE_LIMITS": "1"})
        try:
            return run_fast(drive(server, tables, rate, seconds, say, history))
        finally:
            server.stop()
