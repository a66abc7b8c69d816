"""Errors of the database, and how they are logged."""

import logging
from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import TobeanError
from tobean.server.logs import log, log_error

if TYPE_CHECKING:
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.exc import TimeoutError as NoFreeConnection
else:
    try:
        from sqlalchemy.exc import DBAPIError
        from sqlalchemy.exc import TimeoutError as NoFreeConnection
    except ModuleNotFoundError:  # in a browser, where tables are stored without a database

        class DBAPIError(Exception):
            """Never raised."""

            orig = None

        class NoFreeConnection(Exception):
            """Never raised."""


DATABASE_ERRORS: Final = (DBAPIError, NoFreeConnection)
"""Exceptions raised when the database cannot be used."""
TIMEOUT_ERRORS: Final = ("NoAnswer", "ConnectionTimeout")
"""Names of driver errors for a database that does not answer at all."""


class LeaseExpired(TobeanError):
    """The lease of this server has expired, and no heartbeat could be written since."""


def log_database_error(message: str, error: BaseException) -> None:
    """Log a survived error: database errors by name only, others with a traceback."""
    if isinstance(error, DBAPIError):
        log(message, logging.ERROR, error=cause_of(error))
    elif isinstance(error, LeaseExpired):
        log(message, logging.ERROR, error=name_of(error))
    else:
        log_error(message, error)


def is_timeout(error: BaseException | None) -> bool:
    """Whether no answer came at all, so that it is unknown whether the statement was executed."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return type(cause).__name__ in TIMEOUT_ERRORS


def cause_of(error: DBAPIError) -> str:
    """Return the name of a database error, without its text."""
    return name_of(error.orig)


def name_of(error: BaseException | None) -> str:
    """Return the name of a driver error. Its text may quote stored values, which are secret (I3)."""
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return f"{type(error).__name__} {code}" if code else type(error).__name__
