"""What was acknowledged is on the disk: processes killed at any instant, and the system calls of a commit."""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from server.databases import PostgresServer, entry_row, in_loop, table_row
from tools import FULL
from trunkline.server.store.database import InUse, address, check
from trunkline.server.store.store import Store

TESTS = Path(__file__).parent.parent
CHILD = [sys.executable, "-m", "server.appending"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(TESTS)}


def acknowledgements(process: subprocess.Popen[bytes], number: int) -> bytes:
    """What a process says until it has acknowledged so many entries."""
    assert process.stdout is not None
    said = b""
    while said.count(b"stored ") < number:
        piece = os.read(process.stdout.fileno(), 65536)
        assert piece, "the process ended by itself"
        said += piece
    return said


def test_killed_at_any_instant(database_url: str) -> None:
    """Every entry that a killed process acknowledged is there, and the next process goes on from it."""
    chance = random.Random(7)
    acknowledged: dict[str, int] = {}
    for _ in range(20 if FULL else 4):
        process = subprocess.Popen(
            [*CHILD, database_url, "20", "100000"], stdout=subprocess.PIPE, env=ENVIRONMENT, cwd=TESTS
        )
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"open\n", "a lock left behind by a killed process is no lock"
            said = acknowledgements(process, chance.randrange(20, 300))
            time.sleep(chance.uniform(0, 0.02))
        finally:
            process.kill()
            process.wait()
        said += process.stdout.read()
        process.stdout.close()
        for _, name, seq in re.findall(r"^(stored) (\S+) (\d+)$", said.decode(), re.MULTILINE):
            acknowledged[name] = max(acknowledged.get(name, -1), int(seq))
        assert check(database_url) == []
        asyncio.run(compare(database_url, acknowledged))
    assert sum(acknowledged.values()) > 0, "some tables got further than their first entry"


def test_a_second_process_is_refused(sqlite_url: str) -> None:
    process = subprocess.Popen([*CHILD, sqlite_url, "1", "100000"], stdout=subprocess.PIPE, env=ENVIRONMENT, cwd=TESTS)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"open\n"
        with pytest.raises(InUse, match=r"games\.db is in use by another Trunkline process"):
            asyncio.run(Store.open(sqlite_url))
        assert check(sqlite_url) == [], "but it can be checked meanwhile"
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
    asyncio.run(compare(sqlite_url, {"table-0": 0}))


async def compare(url: str, acknowledged: dict[str, int]) -> None:
    store = await Store.open(url)
    for name, last in acknowledged.items():
        entries = await store.entries(name, 0)
        assert len(entries) > last
        assert entries == [entry_row(name, seq) for seq in range(len(entries))]
        row = await store.table(name)
        assert row == table_row(name, seq=len(entries), version=len(entries)), "an entry never comes without its row"
    await store.close()


def _can_trace() -> bool:
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True).returncode == 0


@pytest.mark.skipif(not _can_trace(), reason="strace is not installed or may not trace")
def test_each_commit_reaches_the_disk_before_it_is_acknowledged(sqlite_url: str, tmp_path: Path) -> None:
    """Between "asked" and "stored" the kernel was told to bring the WAL to the disk, and said that it is there."""
    trace = tmp_path / "trace"
    calls = "trace=fsync,fdatasync,write"
    subprocess.run(
        ["strace", "-f", "-y", "-s", "80", "-e", calls, "-o", str(trace), *CHILD, sqlite_url, "1", "20"],
        check=True,
        stdout=subprocess.DEVNULL,
        env=ENVIRONMENT,
        cwd=TESTS,
    )
    synced = unfinished = False
    stored = 0
    for line in trace.read_text().splitlines():
        if '"asked ' in line:
            synced = False
        elif '"stored ' in line:
            assert synced, line
            stored += 1
        elif re.search(r"\bf(data)?sync\(\d+<[^>]*-wal>", line):
            synced |= line.endswith("= 0")
            unfinished = line.endswith("<unfinished ...>")
        elif re.search(r"<\.\.\. f(data)?sync resumed>.*= 0$", line) and unfinished:
            synced, unfinished = True, False
    assert stored == 20


@in_loop
async def test_sqlite_is_set_to_survive_a_power_failure(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)

    def settings(connection: object) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.execute(text(f"PRAGMA {name}")).scalar() for name in names]  # type: ignore[attr-defined]

    full = 2
    assert await store.write(settings) == ["wal", full, 1]
    await store.close()
    path = address(sqlite_url).path
    assert path is not None and not path.with_name(path.name + "-wal").exists(), "closed, it is one file"


@in_loop
async def test_postgresql_flushes_before_it_acknowledges(postgres: PostgresServer, postgres_url: str) -> None:
    """Also where the server is set to acknowledge first: what was written is flushed when the answer comes."""
    await asyncio.to_thread(postgres.execute, f"ALTER DATABASE {_name(postgres_url)} SET synchronous_commit = off")
    store = await Store.open(postgres_url)
    row = table_row("t")
    assert await store.save_table(row)
    inserted = text("SELECT pg_current_wal_insert_lsn() - '0/0'")
    flushed = text("SELECT pg_current_wal_flush_lsn() - '0/0'")
    for seq in range(20):
        before = await store.read(lambda connection: connection.execute(inserted).scalar_one())
        row.seq += 1
        row.version += 1
        assert await store.append(entry_row("t", seq), row)
        after = await store.read(lambda connection: connection.execute(flushed).scalar_one())
        assert after > before
    await store.close()


def _name(url: str) -> str:
    return url.split("@/")[1].split("?")[0]
