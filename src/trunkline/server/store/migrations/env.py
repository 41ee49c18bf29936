"""What Alembic runs for every command: it works on the connection that database.py hands it."""

from __future__ import annotations

from alembic import context

from trunkline.server.store.schema import metadata


def run() -> None:
    """Run the command's revisions in the transaction that is open on the connection."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        transactional_ddl=True,
        render_as_batch=True,  # SQLite can change a column only by copying the table
    )
    with context.begin_transaction():
        context.run_migrations()


# Alembic runs this file under the name env_py. A mere import (pytest's collection) must do nothing.
if __name__ == "env_py":
    run()
