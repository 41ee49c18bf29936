"""The tables of the database, the same on SQLite and PostgreSQL; times are seconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

REVISION = "0004"
"""The newest migration: a store opens a database only at this revision."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    }
)

Json = JSON().with_variant(JSONB(), "postgresql")

# --- tables and games -----------------------------------------------------------------------------------------------

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("map", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("host", Text, nullable=False),
    Column("people", Json, nullable=False),
    Column("waiting", Json, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("deadline", Double),
    Column("version", Integer, nullable=False),
    Column("data", Json, nullable=False),
    # Partial indexes on public tables and running clocks: a move at any other table does not touch them.
    Index("ix_tables_public", "status", "created", sqlite_where=text("public = 1"), postgresql_where=text("public")),
    Index(
        "ix_tables_deadline",
        "deadline",
        sqlite_where=text("deadline IS NOT NULL"),
        postgresql_where=text("deadline IS NOT NULL"),
    ),
)

# Index of the people in `tables`, one row a person. The store keeps both in step.
table_people = Table(
    "table_people",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("created", Double, nullable=False),
    Column("waiting", Boolean, nullable=False),
    Index("ix_table_people_person", "person", "created", "table"),
    Index(
        "ix_table_people_waiting",
        "person",
        "created",
        "table",
        sqlite_where=text("waiting = 1"),
        postgresql_where=text("waiting"),
    ),
)

# Six letters that stand for the link of a table, until its game begins.
invitations = Table(
    "invitations",
    metadata,
    Column("code", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Index("ix_invitations_table", "table", unique=True),
)

entries = Table(
    "entries",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("by_bot", Boolean, nullable=False),
    Column("action", Text),
    Column("action_id", Text),
    Column("events", LargeBinary, nullable=False),
    Column("packed", LargeBinary, nullable=False),
    Column("at", Double, nullable=False),
    Index(
        "ix_entries_action",
        "table",
        "action_id",
        unique=True,
        sqlite_where=text("action_id IS NOT NULL"),
        postgresql_where=text("action_id IS NOT NULL"),
    ),
)

chat = Table(
    "chat",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

# --- people ---------------------------------------------------------------------------------------------------------

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    # Only accounts have one; several guests may have the same name.
    Column("name_key", Text),
    Column("password_hash", Text),
    Column("recovery_hash", Text),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    CheckConstraint("kind IN ('guest', 'account', 'bot', 'deleted')", name="kind"),
    Index("ix_people_name_key", "name_key", unique=True),
)


def _owner(*, key: bool = False) -> Column[str]:
    """Foreign key to the owner of a row; the row is deleted with the person."""
    return Column("person", Text, ForeignKey("people.id", ondelete="CASCADE"), primary_key=key, nullable=False)


sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    _owner(),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index("ix_sessions_person", "person"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    _owner(),
    Column("label", Text, nullable=False),
    Column("token_hash", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("seen", Double),
    Index("ix_tokens_person", "person"),
    Index("ix_tokens_token_hash", "token_hash", unique=True),
)

mutes = Table(
    "mutes",
    metadata,
    _owner(key=True),
    Column("muted", Text, primary_key=True),
    Index("ix_mutes_muted", "muted"),
)

# --- notices of turns that wait -------------------------------------------------------------------------------------

notices = Table(
    "notices",
    metadata,
    _owner(key=True),
    Column("webhook", Text),
    Column("push", Json),
)

pending_notices = Table(
    "pending_notices",
    metadata,
    Column("table", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("due", Double, nullable=False),
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Index("ix_pending_notices_due", "due"),
    Index("ix_pending_notices_person", "person"),
)

# --- what remains of finished games ---------------------------------------------------------------------------------

# No foreign keys: a result outlives its table, and a bot has no row in `people`.
results = Table(
    "results",
    metadata,
    Column("table", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", Text),
    Column("map", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("tickets", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Column("finished", Double, nullable=False),
    Column("detail", Json, nullable=False),
    Index("ix_results_person", "person", "finished"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("family", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ix_ratings_family", "family", "mu"),
)

# --- the store's own ------------------------------------------------------------------------------------------------

# On PostgreSQL each transaction records here the number of its process's batch. A process that lost its connection
# during a commit reads here whether the commit succeeded.
writers = Table(
    "writers",
    metadata,
    Column("process", Text, primary_key=True),
    Column("batch", BigInteger, nullable=False),
    Column("seen", Double, nullable=False),
)
