"""Export of everything stored about one person, for `GET /api/me/data`."""

from __future__ import annotations

from typing import Any

from msgspec import convert
from sqlalchemy import Connection, Table, select

from trunkline.server.store import schema
from trunkline.server.store.rows import TableData
from trunkline.server.tables.seated_table import ENDED


def own_data(connection: Connection, person: str) -> dict[str, Any]:
    """What is kept about a person. Secrets are kept as digests only, and are not in it; nor are other people's data."""
    people, tables = schema.people, schema.tables
    who = connection.execute(select(people).where(people.c.id == person)).one()
    mutes = select(people.c.id, people.c.name).join(schema.mutes, schema.mutes.c.muted == people.c.id)
    seated = select(tables).join(schema.table_people, schema.table_people.c.table == tables.c.id)
    places = connection.execute(select(schema.notices).where(schema.notices.c.person == person)).first()
    return {
        "person": {name: getattr(who, name) for name in ("id", "kind", "name", "created", "seen")},
        "sessions": _rows(connection, schema.sessions, person, "created", "seen"),
        "tokens": _rows(connection, schema.tokens, person, "id", "label", "created", "seen"),
        "muted": [
            {"id": row.id, "name": row.name}
            for row in connection.execute(mutes.where(schema.mutes.c.person == person).order_by(people.c.id))
        ],
        "notices": {
            "webhook": None if places is None else places.webhook,
            "push": [] if places is None else [device["endpoint"] for device in places.push or []],
        },
        "ratings": _rows(connection, schema.ratings, person, "family", "mu", "sigma", "games"),
        "results": _rows(
            connection,
            schema.results,
            person,
            *("table", "seat", "map", "variant", "players", "score", "won", "tickets", "longest", "finished", "detail"),
        ),
        "tables": [
            _table(row, person)
            for row in connection.execute(
                seated.where(schema.table_people.c.person == person).order_by(tables.c.created, tables.c.id)
            )
        ],
        "chat": _rows(connection, schema.chat, person, "table", "number", "name", "text", "at"),
    }


def _rows(connection: Connection, table: Table, person: str, *columns: str) -> list[dict[str, Any]]:
    query = select(*(table.c[name] for name in columns)).where(table.c.person == person)
    return [dict(row._mapping) for row in connection.execute(query.order_by(*table.primary_key.columns))]


def _table(row: Any, person: str) -> dict[str, Any]:
    """A table of the person: their seats and premoves, and the address of the record of a finished game."""
    seats = [
        {"seat": number, "name": seat.name, "premoves": seat.premove_texts}
        for number, seat in enumerate(convert(row.data, TableData).seats)
        if seat.person == person
    ]
    return {
        "table": row.id,
        "created": row.created,
        "status": row.status,
        "map": row.map,
        "variant": row.variant,
        "is_host": row.host == person,
        "seats": seats,
        "record": f"/api/tables/{row.id}/record" if row.status == ENDED else None,
    }
