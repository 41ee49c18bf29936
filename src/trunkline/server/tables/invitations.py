"""Invitation codes: six letters that stand for the link of a table, until its game begins."""

from __future__ import annotations

import secrets
import unicodedata
from functools import partial

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from trunkline.server.refusal import RequestRefused
from trunkline.server.store import schema
from trunkline.server.store.store import Store
from trunkline.server.tables.seating import FOUNDING, OPEN

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: a code is no word, and no letter looks like a digit or like another letter."""
LENGTH = 6
WAITING = (OPEN, FOUNDING)
"""Tables and campaigns that wait for players."""
# Somebody may type with a Ukrainian or Greek keyboard.
_ALIKE = str.maketrans("ВКМНРСТХ" + "ΒΖΗΚΜΝΡΤΧ", "BKMHPCTX" + "BZHKMNPTX")


def read_code(text: str) -> str:
    """A code as somebody typed it: small letters, spaces, hyphens and look-alike letters do not matter.

    >>> read_code(" bcd-fgh"), read_code("ВСD FGН")
    ('BCDFGH', 'BCDFGH')
    """
    folded = unicodedata.normalize("NFKC", text).upper().translate(_ALIKE)
    return "".join(letter for letter in folded if letter not in " -")


async def make_code(store: Store, table: str) -> str:
    """The code of a table that waits for players; made when it is asked for first."""
    try:
        return await store.write(partial(code_of, table=table))
    except IntegrityError:
        # Another process has just made a code for this table, or the same code for another.
        return await store.write(partial(code_of, table=table))


def code_of(connection: Connection, table: str) -> str:
    codes = schema.invitations
    found: str | None = connection.execute(select(codes.c.code).where(codes.c.table == table)).scalar()
    while found is None:
        fresh = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if table_of(connection, fresh) is None:
            connection.execute(delete(codes).where(codes.c.code == fresh))
            connection.execute(insert(codes).values(code=fresh, table=table))
            found = fresh
    return found


def table_of(connection: Connection, code: str) -> str | None:
    """The table that a code stands for, if its game has not begun."""
    codes, tables = schema.invitations, schema.tables
    query = select(tables.c.id).join(codes, codes.c.table == tables.c.id)
    found: str | None = connection.execute(query.where(codes.c.code == code, tables.c.status.in_(WAITING))).scalar()
    return found


def need_table(connection: Connection, code: str) -> str:
    table = table_of(connection, read_code(code))
    if table is None:
        raise RequestRefused("no_such_code", {}, 404)
    return table


def forget(connection: Connection) -> int:
    """Delete the codes of tables that do not wait for players any more; how many there were."""
    codes, tables = schema.invitations, schema.tables
    begun = select(tables.c.id).where(tables.c.id == codes.c.table, tables.c.status.not_in(WAITING))
    return connection.execute(delete(codes).where(begun.exists())).rowcount
