"""The database: addresses, migrations that make what schema.py says, checks and backups."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

from server.databases import PostgresServer, entry_row, in_loop, table_row
from trunkline.server.store import database, schema
from trunkline.server.store.database import DatabaseProblem, InUse, NotUpToDate, address, backup, check, upgrade
from trunkline.server.store.store import Store, StoreDown


def on(url: str, work: Any) -> Any:
    """Run something on a connection to either database, in a transaction."""
    where = address(url)
    if where.path is None:
        return database._on_postgres(where, work)
    engine = create_engine(f"sqlite:///{where.path}")
    with engine.begin() as connection:
        answer = work(connection)
    engine.dispose()
    return answer


def test_addresses() -> None:
    assert address("games.db").path == Path("games.db").resolve()
    assert address("sqlite:///games.db").path == Path("games.db").resolve()
    assert address("sqlite+aiosqlite:////var/games.db").path == Path("/var/games.db")
    assert address("postgresql+asyncpg://me@db/games").dsn == "postgresql://me@db/games"
    assert "secret" not in str(address("postgresql://me:secret@db/games"))
    for wrong in ("mysql://db/games", "sqlite://", "sqlite:///:memory:", ":memory:", ""):
        with pytest.raises(DatabaseProblem):
            address(wrong)


def test_migrations_make_what_the_schema_says(empty_database_url: str) -> None:
    assert upgrade(empty_database_url)

    def difference(connection: Connection) -> Any:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True, "target_metadata": schema.metadata}
        )
        return compare_metadata(context, schema.metadata)

    assert on(empty_database_url, difference) == []
    assert check(empty_database_url) == []
    assert not upgrade(empty_database_url), "there is nothing left to do"


def test_the_newest_revision_is_the_one_that_stores_ask_for() -> None:
    scripts = ScriptDirectory.from_config(database.migrations_config())
    assert scripts.get_heads() == [schema.REVISION]


def test_migrations_can_be_undone(empty_database_url: str) -> None:
    upgrade(empty_database_url)

    def down(connection: Connection) -> None:
        from alembic import command

        configuration = database.migrations_config()
        configuration.attributes["connection"] = connection
        command.downgrade(configuration, "base")

    on(empty_database_url, down)
    assert len(check(empty_database_url)) == 1
    assert upgrade(empty_database_url)


def test_two_upgrades_at_once(empty_postgres_url: str) -> None:
    answers: list[bool] = []
    threads = [threading.Thread(target=lambda: answers.append(upgrade(empty_postgres_url))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False, False, True]


def test_a_postgresql_that_is_not_up_to_date_is_not_opened(empty_postgres_url: str) -> None:
    with pytest.raises(NotUpToDate, match="trunkline db upgrade"):
        asyncio.run(Store.open(empty_postgres_url))
    assert "trunkline db upgrade" in check(empty_postgres_url)[0]


def test_a_database_of_a_newer_version_is_not_touched(empty_database_url: str) -> None:
    upgrade(empty_database_url)
    on(
        empty_database_url,
        lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'")),
    )
    with pytest.raises(NotUpToDate, match="newer"):
        asyncio.run(Store.open(empty_database_url))
    with pytest.raises(NotUpToDate, match="newer"):
        upgrade(empty_database_url)


def test_a_server_that_is_not_there(postgres: PostgresServer, tmp_path: Path) -> None:
    nowhere = f"postgresql://trunkline@/games?host={tmp_path}"
    assert "cannot be used" in check(nowhere)[0]
    with pytest.raises(DatabaseProblem, match="cannot be used"):
        upgrade(nowhere)
    with pytest.raises(StoreDown, match="does not answer"):
        asyncio.run(Store.open(nowhere))
    with pytest.raises(DatabaseProblem, match="no_such"):
        upgrade(postgres.url("no_such"))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_text("This is not a database, and it is long enough to be read as one. " * 20)
    with pytest.raises(DatabaseProblem, match="not a database"):
        asyncio.run(Store.open(str(path)))
    assert "not a database" in check(str(path))[0]
    assert "does not exist" in check(str(tmp_path / "none.db"))[0]


@in_loop
async def test_an_open_file_is_neither_upgraded_nor_opened_by_another(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    with pytest.raises(InUse, match="in use by another"):
        await Store.open(sqlite_url)
    with pytest.raises(InUse):
        upgrade(sqlite_url)
    await store.close()
    await (await Store.open(sqlite_url)).close()


@in_loop
async def test_backup_of_a_database_in_use(sqlite_url: str, tmp_path: Path) -> None:
    store = await Store.open(sqlite_url)
    row = table_row("t")
    await store.save_table(row)
    stop = False

    async def play() -> None:
        while not stop:
            row.seq += 1
            row.version += 1
            assert await store.append(entry_row("t", row.seq - 1), row)

    playing = asyncio.create_task(play())
    target = tmp_path / "backups" / "copy.db"
    for _ in range(5):
        await asyncio.sleep(0.05)
        before = row.seq - 1
        assert await asyncio.to_thread(backup, sqlite_url, target) == target
        assert check(str(target)) == []
        copy = sqlite3.connect(target)
        (entries,) = copy.execute("SELECT count(*) FROM entries").fetchone()
        (seq,) = copy.execute("SELECT seq FROM tables").fetchone()
        copy.close()
        assert entries == seq >= before
    stop = True
    await playing
    await store.close()
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"], "nothing half made is left"
    # What was saved can be played on from.
    store = await Store.open(str(target))
    assert await store.entries("t", 0)
    await store.close()


def test_backups_that_cannot_be(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseProblem, match="does not exist"):
        backup(sqlite_url, tmp_path / "copy.db")
    upgrade(sqlite_url)
    with pytest.raises(DatabaseProblem, match="itself"):
        backup(sqlite_url, tmp_path / "games.db")
    with pytest.raises(DatabaseProblem, match="pg_dump"):
        backup("postgresql://db/games", tmp_path / "copy.db")
