"""Invitation codes of tables that wait for players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_invitations_table"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_table", "invitations", ["table"], unique=True)


def downgrade() -> None:
    op.drop_table("invitations")
