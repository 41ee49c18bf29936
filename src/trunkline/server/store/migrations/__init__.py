"""Database migrations: one Alembic revision in `versions` for each change of schema.py."""
