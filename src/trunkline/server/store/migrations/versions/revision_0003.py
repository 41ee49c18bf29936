"""More letters count as look-alikes: the keys of the names of all accounts are made anew."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from trunkline.server.people.names import name_key, shared_key

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

people = sa.table(
    "people",
    sa.column("id", sa.Text()),
    sa.column("name", sa.Text()),
    sa.column("name_key", sa.Text()),
    sa.column("created", sa.Double()),
)


def upgrade() -> None:
    connection = op.get_bind()
    accounts = connection.execute(
        sa.select(people).where(people.c.name_key.is_not(None)).order_by(people.c.created, people.c.id)
    ).all()
    keys: dict[str, str] = {}
    for account in accounts:
        # Of two that look alike now, the older has the key; the other is still found by its exact name.
        key = name_key(account.name)
        keys[key if key not in keys else shared_key(account.name)] = account.id
    changed = {account.id: account.name_key for account in accounts}
    changed = {person: key for key, person in keys.items() if changed[person] != key}
    # A new key may still be the old key of another.
    for person in changed:
        connection.execute(sa.update(people).where(people.c.id == person).values(name_key=None))
    for person, key in changed.items():
        connection.execute(sa.update(people).where(people.c.id == person).values(name_key=key))


def downgrade() -> None:
    """The keys stay: older ones are not kept, and accounts are found by either."""
