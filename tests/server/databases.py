"""Real databases for tests: a PostgreSQL of their own, and rows to put into any."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, ParamSpec

import asyncpg  # type: ignore[import-untyped]

from trunkline.lab.own_postgres import OwnPostgres
from trunkline.server.store.database import upgrade
from trunkline.server.store.rows import EntryRow, TableData, TableRow, TableSeat
from trunkline.server.store.schema import metadata

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
        data=TableData([TableSeat("person", "Ann", "ann"), TableSeat("person", "Боб ✨", "bob")]),
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


class PostgresServer(OwnPostgres):
    """A PostgreSQL server of the tests' own, with databases to try things in."""

    def __init__(self, programs: Path) -> None:
        self.names = 0
        self.clean: str | None = None
        super().__init__(programs)

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
