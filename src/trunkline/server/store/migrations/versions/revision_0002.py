"""Games of Europe Mega that were dealt by its older numbers say so: they go on by these (V5)."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A table that waits for players has no game yet: it is dealt by the new numbers.
    op.execute("UPDATE tables SET variant = 'mega-1' WHERE map = 'europe' AND variant = 'mega' AND seq > 0")


def downgrade() -> None:
    op.execute("UPDATE tables SET variant = 'mega' WHERE map = 'europe' AND variant = 'mega-1'")
