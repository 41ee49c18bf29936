"""The first tables: games, people, notices, results, and what the store notes for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Json = sa.JSON().with_variant(JSONB(), "postgresql")


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=True),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("recovery_hash", sa.Text(), nullable=True),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.CheckConstraint("kind IN ('guest', 'account', 'bot', 'deleted')", name=op.f("ck_people_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_index("ix_people_name_key", "people", ["name_key"], unique=True)
    op.create_table(
        "ratings",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("family", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("person", "family", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_family", "ratings", ["family", "mu"], unique=False)
    op.create_table(
        "results",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("map", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("tickets", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("finished", sa.Double(), nullable=False),
        sa.Column("detail", Json, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_results")),
    )
    op.create_index("ix_results_person", "results", ["person", "finished"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("map", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("people", Json, nullable=False),
        sa.Column("waiting", Json, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", Json, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(
        "ix_tables_deadline",
        "tables",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index(
        "ix_tables_public",
        "tables",
        ["status", "created"],
        unique=False,
        sqlite_where=sa.text("public = 1"),
        postgresql_where=sa.text("public"),
    )
    op.create_table(
        "writers",
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("batch", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_writers")),
    )
    op.create_table(
        "chat",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_chat_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "number", name=op.f("pk_chat")),
    )
    op.create_table(
        "entries",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("by_bot", sa.Boolean(), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("action_id", sa.Text(), nullable=True),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_entries_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "seq", name=op.f("pk_entries")),
    )
    op.create_index(
        "ix_entries_action",
        "entries",
        ["table", "action_id"],
        unique=True,
        sqlite_where=sa.text("action_id IS NOT NULL"),
        postgresql_where=sa.text("action_id IS NOT NULL"),
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("muted", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_mutes_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", "muted", name=op.f("pk_mutes")),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"], unique=False)
    op.create_table(
        "notices",
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("webhook", sa.Text(), nullable=True),
        sa.Column("push", Json, nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_notices_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_notices")),
    )
    op.create_table(
        "pending_notices",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_pending_notices_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "person", name=op.f("pk_pending_notices")),
    )
    op.create_index("ix_pending_notices_due", "pending_notices", ["due"], unique=False)
    op.create_index("ix_pending_notices_person", "pending_notices", ["person"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_sessions_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"], unique=False)
    op.create_table(
        "table_people",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("waiting", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_table_people_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table", "person", name=op.f("pk_table_people")),
    )
    op.create_index("ix_table_people_person", "table_people", ["person", "created", "table"], unique=False)
    op.create_index(
        "ix_table_people_waiting",
        "table_people",
        ["person", "created", "table"],
        unique=False,
        sqlite_where=sa.text("waiting = 1"),
        postgresql_where=sa.text("waiting"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name=op.f("fk_tokens_person"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"], unique=False)
    op.create_index("ix_tokens_token_hash", "tokens", ["token_hash"], unique=True)


def downgrade() -> None:
    for table in (
        "tokens",
        "table_people",
        "sessions",
        "pending_notices",
        "notices",
        "mutes",
        "entries",
        "chat",
        "writers",
        "tables",
        "results",
        "ratings",
        "people",
    ):
        op.drop_table(table)
