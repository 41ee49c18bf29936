"""A database that cannot be written: /health says so, the log names the reason, and players are told to try again."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.databases import PostgresServer
from server.guests import PATIENCE, Guest, Refused, Running, sqlite_at
from trunkline.server.store import sqlite
from trunkline.server.store import store as store_module
from trunkline.server.store.database import DatabaseProblem, backup, upgrade
from trunkline.server.store.store import Store


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that succeeded a moment ago proves nothing here."""
    monkeypatch.setattr(store_module, "CHECK_SECONDS", -1.0)


def unwell(guest: Guest) -> bool:
    answer = guest.http.get("/health")
    assert answer.status_code in (200, 503), answer.text
    return answer.status_code == 503


def on_the_writer(running: Running, statement: str) -> None:
    """Run a statement on the connection that writes, between its transactions."""
    database: Any = running.services.store._database
    database._writer.submit(lambda: database._raw.execute(statement).fetchall()).result(PATIENCE)


# --- SQLite ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def on_file(tmp_path: Path) -> Iterator[Running]:
    with Running(sqlite_at(tmp_path)) as server:
        yield server


def test_a_file_that_becomes_read_only(on_file: Running, caplog: pytest.LogCaptureFixture) -> None:
    guest = Guest(on_file, "Ann")
    assert not unwell(guest)
    on_the_writer(on_file, "PRAGMA query_only = ON")
    assert unwell(guest)
    with pytest.raises(Refused, match="503 unavailable"):
        guest.open()
    reasons = [record.getMessage() for record in caplog.records if record.name == "trunkline.store"]
    assert len(reasons) == 1 and "attempt to write a readonly database" in reasons[0]
    assert "no database for POST /api/tables: the database file cannot be written: attempt to write" in caplog.text
    assert "Traceback" not in caplog.text
    # It is well again as soon as a write succeeds, though nobody but /health tries.
    on_the_writer(on_file, "PRAGMA query_only = OFF")
    assert not unwell(guest)
    assert "writing to the database succeeds again" in caplog.text
    guest.open()


def test_a_file_that_cannot_grow(on_file: Running, caplog: pytest.LogCaptureFixture) -> None:
    guests = [Guest(on_file, f"Guest {number}") for number in range(3)]
    on_the_writer(on_file, "PRAGMA max_page_count = 1")

    def fill() -> None:
        for guest in guests * 30:
            guest.open()

    with pytest.raises(Refused, match="503 unavailable"):
        fill()
    assert "writing to the database fails: the database file cannot be written: database or disk is full" in caplog.text
    assert "Traceback" not in caplog.text
    on_the_writer(on_file, "PRAGMA max_page_count = 100000")
    guests[0].open()


def test_a_disk_without_room(on_file: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = Guest(on_file)
    assert not unwell(guest)
    used = shutil.disk_usage(".")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: used._replace(free=sqlite.LEAST_FREE - 1))
    assert unwell(guest)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Files are opened as by a user who is not root, for whom modes mean nothing."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that somebody else may use too."""
    found = Path(tempfile.mkdtemp())
    found.chmod(0o777)
    yield found
    shutil.rmtree(found, ignore_errors=True)


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
@pytest.mark.parametrize("opening", [lambda url: asyncio.run(Store.open(url)), upgrade], ids=["serve", "upgrade"])
def test_a_read_only_file_is_refused_at_the_start(folder: Path, opening: Callable[[str], object]) -> None:
    path = folder / "games.sqlite"
    with somebody_else():
        upgrade(str(path))
        path.chmod(0o400)
        with pytest.raises(DatabaseProblem, match=r"games\.sqlite is read-only for this user"):
            opening(str(path))
        path.chmod(0o600)
        upgrade(str(path))


# --- who may read it -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_nobody_else_may_read_the_games(tmp_path: Path) -> None:
    place = tmp_path / "new" / "games.sqlite"
    before = os.umask(0)
    try:
        with Running(f"sqlite:///{place}") as running:
            Guest(running, "Ann").open()
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in place.parent.iterdir()}
            backup(str(place), tmp_path / "copy.sqlite")
    finally:
        os.umask(before)
    assert {"games.sqlite", "games.sqlite-wal", "games.sqlite-shm", "games.sqlite.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "copy.sqlite").stat().st_mode) == 0o600


# --- PostgreSQL ------------------------------------------------------------------------------------------------------

FULL_DISK = """
CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON tables EXECUTE FUNCTION no_room();
CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON alembic_version EXECUTE FUNCTION no_room();
"""
ROOM_AGAIN = "DROP TRIGGER full_disk ON tables; DROP TRIGGER full_disk ON alembic_version; DROP FUNCTION no_room()"


def test_a_postgresql_without_room(
    postgres: PostgresServer, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(postgres_url) as running:
        guest = Guest(running, "Ann")
        assert not unwell(guest)
        postgres.execute(FULL_DISK, str(postgres.clean))
        try:
            assert unwell(guest)
            with pytest.raises(Refused, match="503 unavailable"):
                guest.open()
        finally:
            postgres.execute(ROOM_AGAIN, str(postgres.clean))
        assert "No space left on device" in caplog.text and "Traceback" not in caplog.text
        assert not unwell(guest)
        guest.open()


def test_a_postgresql_that_only_reads(
    postgres: PostgresServer, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    def set_and_connect_again(setting: str) -> None:
        postgres.execute(f"ALTER DATABASE {postgres.clean} SET default_transaction_read_only = {setting}")
        postgres.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{postgres.clean}'")

    caplog.set_level(logging.WARNING)
    with Running(postgres_url) as running:
        guest = Guest(running, "Ann")
        set_and_connect_again("on")
        assert unwell(guest)
        set_and_connect_again("off")
        while unwell(guest):
            # The connection that writes is looked for at ever longer intervals.
            pass
        guest.open()
