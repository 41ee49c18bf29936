"""The database: its URL, engines, migrations, integrity check and backup."""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, inspect, text
from sqlalchemy.exc import DBAPIError

from trunkline.program import program
from trunkline.server.store.schema import REVISION

# asyncpg and sqlalchemy.ext.asyncio are imported where they are used: a server on SQLite starts without them.
if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")

TOUCH = "UPDATE alembic_version SET version_num = version_num"
"""A write that changes nothing: it fails if writes fail."""
UPGRADE_LOCK = 0x7472756E6B  # an arbitrary number, unique in the database: "trunk"
BUSY_SECONDS = 30.0
CONNECT_SECONDS = 5.0
COMMAND_SECONDS = 20.0
"""Seconds without an answer after which a connection to PostgreSQL counts as lost."""


class DatabaseProblem(Exception):
    """Why a database cannot be used, in words for the operator."""


class NotUpToDate(DatabaseProblem):
    """The tables are not those of this version of Trunkline."""


class InUse(DatabaseProblem):
    """Another process works with this SQLite file."""


@dataclass(frozen=True, slots=True)
class Address:
    """A database: a `path` for SQLite, or the `dsn` of a PostgreSQL."""

    path: Path | None
    dsn: str | None

    def __str__(self) -> str:
        """The address without its password, for messages."""
        if self.dsn is None:
            return str(self.path)
        # Up to the last @: an unescaped password may contain one.
        hidden = re.sub(r"(?<=://)([^/@:]*):.*@", r"\1:…@", self.dsn)
        return re.sub(r"(?<=[?&]password=)[^&]*", "…", hidden)


def address(url: str) -> Address:
    """Read an address: `sqlite:///path`, a plain path, or `postgresql://…`.

    >>> address("sqlite:////var/games.db").path == address("/var/games.db").path
    True
    >>> str(address("postgres://me:secret@db/games")), str(address("postgres://me:p@ss/word@db/games"))
    ('postgresql://me:…@db/games', 'postgresql://me:…@db/games')
    >>> str(address("postgres://me@db/games?password=secret&sslmode=require"))
    'postgresql://me@db/games?password=…&sslmode=require'
    """
    scheme, separator, rest = url.partition("://")
    if not separator:
        return _file(url)
    kind = scheme.partition("+")[0]  # a driver may be named; we know which one we use
    if kind == "sqlite":
        return _file(rest.partition("?")[0].removeprefix("/"))
    if kind in ("postgresql", "postgres"):
        return Address(None, f"postgresql://{rest}")
    raise DatabaseProblem(f"{scheme}://… is not a supported database: give a path or postgresql://…")


def _file(path: str) -> Address:
    if path in ("", ":memory:"):
        raise DatabaseProblem("a database in memory would lose every game: give the path of a file")
    return Address(Path(path).expanduser().resolve(), None)


def in_words(error: BaseException) -> str:
    """What the database said, without what SQLAlchemy adds to it."""
    bare = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    bare = bare.__cause__ if isinstance(error, DBAPIError) and bare.__cause__ is not None else bare
    return str(bare) or type(bare).__name__


def sqlite_code(error: BaseException) -> int:
    """The primary result code of SQLite inside an error; 0 if it is none of SQLite's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF


# --- engines --------------------------------------------------------------------------------------------------------


def sqlite_engine(path: Path, *, reading: bool = False) -> Engine:
    """SQLite with WAL, synchronous=FULL, and explicit BEGIN."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=2,
        connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        connection.isolation_level = None
        for pragma in (
            "journal_mode = WAL",
            "synchronous = FULL",  # in WAL mode: an fsync at each commit
            "fullfsync = ON",  # and on macOS one that reaches the disk
            "foreign_keys = ON",
            "temp_store = MEMORY",  # a statement for many rows may need a statement journal; not in a file
            *(["query_only = ON"] if reading else []),
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


async def connect_to_postgres(dsn: str) -> Any:
    """A bare connection by asyncpg, which reads the address itself (and so knows sslmode, PGPASSWORD and sockets)."""
    import asyncpg  # type: ignore[import-untyped]

    connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS)
    # synchronous_commit may be off on the server; for us a commit must be durable when it returns.
    await connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    )
    return connection


def postgres_engine(dsn: str, *, connections: int = 0) -> AsyncEngine:
    """PostgreSQL through asyncpg."""
    from sqlalchemy.ext.asyncio import create_async_engine

    async def connect(*_: object, **__: object) -> Any:
        return await connect_to_postgres(dsn)

    if connections:
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=connect,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=BUSY_SECONDS,
        )
    return create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)


def require_writable(path: Path) -> None:
    """Refuse a read-only database. SQLite itself would open it and fail at the first write."""
    for each in (path.parent, path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        effective = os.access in os.supports_effective_ids
        if each.exists() and not os.access(each, os.W_OK, effective_ids=effective):
            raise DatabaseProblem(
                f"{each} is read-only for this user, so no game could be stored: make it writable for the user "
                "that runs the server"
            )


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, if there is none.

    The database holds what every seat has in hand. SQLite gives the files beside it (-wal, -shm) the same mode.
    """
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


class FileLock:
    """An exclusive lock on a SQLite file, held by one process.

    It is a lock that SQLite itself holds on a file beside the database, so that it is the same on every system
    and is gone with the process that held it, however that ended.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            require_writable(path)
            for file in (path, beside):
                make_private(file)
            self._held = sqlite3.connect(beside, timeout=0.2, isolation_level=None, check_same_thread=False)
        except (OSError, sqlite3.Error) as error:
            raise DatabaseProblem(f"{path} cannot be opened: {error}") from error
        try:
            self._held.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._held.close()
            if "locked" not in str(error):
                raise DatabaseProblem(f"{beside} cannot be locked: {error}") from error
            raise InUse(
                f"{path} is in use by another Trunkline process. Stop that one first, or give this one another "
                "file; several processes can share a PostgreSQL."
            ) from None

    def release(self) -> None:
        self._held.close()


# --- up to date -----------------------------------------------------------------------------------------------------


def revision_of(connection: Connection) -> str | None:
    """The migration that a database is at; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def require_up_to_date(found: str | None, where: Address) -> None:
    """Raise NotUpToDate if a database is not at the revision that this version of Trunkline works with."""
    if found is not None and found > REVISION:
        raise NotUpToDate(
            f"the database {where} was upgraded by a newer Trunkline (revision {found}, this one knows {REVISION}): "
            "install that version"
        )
    if found != REVISION:
        raise NotUpToDate(
            f"the database {where} is not up to date (revision {found or 'none'}, needed {REVISION}): "
            f"run `{program()} db upgrade`"
        )


def migrate(connection: Connection, where: Address) -> bool:
    """Migrate a database in the open transaction; True if anything was done."""
    found = revision_of(connection)
    if found == REVISION:
        return False
    if found is not None and found > REVISION:
        require_up_to_date(found, where)
    # Imported here: a start on an up-to-date database should not pay for the import.
    from alembic import command

    configuration = migrations_config()
    configuration.attributes["connection"] = connection
    command.upgrade(configuration, "head")
    return True


def migrations_config() -> Any:
    """Alembic's configuration, without a file: the migrations lie in the package."""
    from alembic.config import Config

    configuration = Config()
    here = str(Path(__file__).with_name("migrations")).replace("%", "%%")
    configuration.set_main_option("script_location", here)
    return configuration


def upgrade(url: str) -> bool:
    """Migrate a database to the newest revision, or create it; True if anything was done."""
    where = address(url)
    if where.path is not None:
        lock = FileLock(where.path)
        try:
            return upgrade_file(where.path)
        finally:
            lock.release()

    def locked(connection: Connection) -> bool:
        # A second process that migrates at the same time waits here, and then finds nothing to do.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
        return migrate(connection, where)

    return _on_postgres(where, locked)


def upgrade_file(path: Path) -> bool:
    """Migrate a SQLite file; the caller holds its lock."""
    engine = sqlite_engine(path)
    try:
        with engine.begin() as connection:
            done = migrate(connection, Address(path, None))
            connection.exec_driver_sql(TOUCH)
            return done
    except (sqlite3.Error, DBAPIError) as error:
        raise DatabaseProblem(f"{path} cannot be opened: {in_words(error)}") from error
    finally:
        engine.dispose()


def _on_postgres(where: Address, work: Callable[[Connection], T]) -> T:
    """Run a function in a transaction on a new connection; must not be called from an event loop."""
    import asyncpg

    async def run() -> T:
        engine = postgres_engine(str(where.dsn))
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError) as error:
            raise DatabaseProblem(f"{where} cannot be used: {in_words(error)}") from error
        finally:
            await engine.dispose()

    return asyncio.run(run())


# --- checks and backups ---------------------------------------------------------------------------------------------


def check(url: str) -> list[str]:
    """The problems of a database, in words; empty if it is sound and up to date. The server may be running."""
    where = address(url)
    try:
        return _check_file(where) if where.path is not None else _on_postgres(where, lambda c: _check_server(c, where))
    except (DatabaseProblem, sqlite3.Error) as error:
        return [str(error)]


def _check_file(where: Address) -> list[str]:
    if where.path is None or not where.path.exists():
        return [f"{where} does not exist"]
    problems = []
    with closing(sqlite3.connect(f"{where.path.as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as connection:
        problems += [line for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check"):
            problems.append(f"row {row} of {table} belongs to something that is not in {parent}")
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    try:
        require_up_to_date(found[0] if found else None, where)
    except NotUpToDate as problem:
        problems.append(str(problem))
    return problems


def _check_server(connection: Connection, where: Address) -> list[str]:
    problems = []
    if connection.execute(text("SHOW fsync")).scalar() != "on":
        problems.append("the server runs with fsync = off: a power failure can lose games")
    try:
        require_up_to_date(revision_of(connection), where)
    except NotUpToDate as problem:
        problems.append(str(problem))
    return problems


def backup(url: str, target: str | Path) -> Path:
    """Copy a SQLite database, even one in use, to one file. The file appears atomically."""
    where = address(url)
    if where.path is None:
        raise DatabaseProblem("use pg_dump to back up PostgreSQL")
    if not where.path.exists():
        raise DatabaseProblem(f"{where} does not exist")
    end = Path(target).expanduser().resolve()
    if end == where.path:
        raise DatabaseProblem("the backup cannot be the database itself")
    end.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=end.parent, prefix=f".{end.name}.")
    os.close(handle)
    half = Path(name)
    try:
        with (
            closing(sqlite3.connect(f"{where.path.as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as source,
            closing(sqlite3.connect(half)) as copy,
        ):
            # In one step, so that the copy is one snapshot although the server keeps writing.
            source.backup(copy, pages=-1)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a WAL beside it
            problems = [line for (line,) in copy.execute("PRAGMA quick_check") if line != "ok"]
        if problems:
            raise DatabaseProblem(f"{where} is damaged: {problems[0]}")
        _to_disk(half)
        os.replace(half, end)
        _to_disk(end.parent)
    except sqlite3.Error as error:
        raise DatabaseProblem(f"the backup of {where} failed: {error}") from error
    finally:
        half.unlink(missing_ok=True)
    return end


def _to_disk(path: Path) -> None:
    # Not every system can fsync a folder.
    with suppress(PermissionError):
        handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
