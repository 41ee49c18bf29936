"""What an error of PostgreSQL means: a connection that is lost, a transaction worth repeating, or a real mistake."""

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
    """Whether the server only reads, as one does that is not (or no longer) the primary."""
    return isinstance(bare(error), asyncpg.ReadOnlySQLTransactionError)


def is_unwritable(error: Exception) -> bool:
    """Whether the server has no room for anything, whatever was to be written."""
    return isinstance(bare(error), asyncpg.InsufficientResourcesError)


def is_worth_repeating(error: Exception) -> bool:
    """Whether the same transaction may well succeed when it is run again."""
    return isinstance(bare(error), (asyncpg.DeadlockDetectedError, asyncpg.SerializationError))
