"""Classifies errors of PostgreSQL: lost connection, transaction worth a retry, or a bug."""

from __future__ import annotations

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout


def bare(error: BaseException) -> BaseException:
    """The error of asyncpg inside the one of SQLAlchemy."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        return error.orig.__cause__ or error.orig
    return error


def is_lost(error: Exception) -> bool:
    """Whether the connection, not the request, is at fault."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    cause = bare(error)
    if isinstance(cause, asyncpg.InterfaceError):
        return not isinstance(cause, ValueError)  # with one of these asyncpg refuses a value
    return is_stopping(error) or isinstance(
        cause,
        (
            OSError,
            TimeoutError,
            PoolTimeout,
            asyncpg.PostgresConnectionError,
            asyncpg.InternalClientError,
            asyncpg.TooManyConnectionsError,
        ),
    )


def is_stopping(error: Exception) -> bool:
    """Whether the server is stopping or starting."""
    cause = bare(error)
    return isinstance(cause, asyncpg.OperatorInterventionError) and not isinstance(cause, asyncpg.QueryCanceledError)


def is_standby(error: Exception) -> bool:
    """Whether the server is read-only: a standby, or a former primary."""
    return isinstance(bare(error), asyncpg.ReadOnlySQLTransactionError)


def is_unwritable(error: Exception) -> bool:
    """Whether the server is out of disk space or memory, so that no write can succeed."""
    return isinstance(bare(error), asyncpg.InsufficientResourcesError)


def is_worth_repeating(error: Exception) -> bool:
    """Whether a retry of the same transaction may succeed (deadlock, serialization failure)."""
    return isinstance(bare(error), (asyncpg.DeadlockDetectedError, asyncpg.SerializationError))
