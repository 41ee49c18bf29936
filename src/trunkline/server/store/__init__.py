"""The store: everything that outlives the process, on SQLite or PostgreSQL."""
