"""How the tables of the database came to be: one Alembic revision in `versions` for each change of schema.py."""
