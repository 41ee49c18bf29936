"""The server: tables that never lose a move, on one file or many machines (docs/server.md)."""
