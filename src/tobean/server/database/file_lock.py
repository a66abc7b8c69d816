"""File locks for SQLite: one server per database file, and fair turns for several writing processes.

The locks are the operating system's, on files beside the database: they end with the process, even if it is killed.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tobean.kernel.errors import BadInput
from tobean.server.database.permissions import private_opener
from tobean.temporary_folders import lock

if TYPE_CHECKING:
    from typing import IO

    from tobean.server.database.database import Database

if sys.platform == "win32":

    class WriteLock(contextlib.nullcontext[None]):
        """No-op: on this system a server has one process only."""

        def __init__(self, path: Path) -> None:
            super().__init__()
else:
    import fcntl

    class WriteLock:
        """Lock for several processes that write to one file: the system wakes the one that has waited longest.

        SQLite itself polls, at growing intervals.
        """

        def __init__(self, path: Path) -> None:
            self.file = open(path, "a", encoding="ascii", opener=private_opener)  # noqa: SIM115 (held open)

        def __enter__(self) -> None:
            fcntl.flock(self.file, fcntl.LOCK_EX)

        def __exit__(self, *error: object) -> None:
            fcntl.flock(self.file, fcntl.LOCK_UN)


SUFFIX: Final = ".lock"
TURN: Final = ".turn"


def write_lock_for(database: Database) -> WriteLock:
    """Create the lock for one of several processes that write to a SQLite file."""
    return WriteLock(Path(f"{database.url.database}{TURN}"))


class ServerLock:
    """Lock of the only server on a SQLite database; raises `BadInput` if there is another."""

    def __init__(self, database: Database) -> None:
        assert database.is_sqlite
        path = Path(f"{database.url.database}{SUFFIX}")
        try:
            self.file: IO[str] = open(path, "a+", encoding="ascii", opener=private_opener)  # noqa: SIM115 (held open)
        except OSError as error:
            raise BadInput("{path}: cannot be written: {reason}", path=path, reason=error.strerror) from error
        try:
            lock(self.file)
        except OSError as error:
            self.file.seek(0)
            process = self.file.read(20).strip() or "?"
            self.file.close()
            raise BadInput(
                "another server (process {process}) runs on {database}; on SQLite there can be only one. "
                "Open its page, or give this one another folder with --data; to use several processors start it with "
                "--processes, for several servers use PostgreSQL",
                process=process,
                database=database.url.database,
            ) from error
        self.file.truncate(0)
        self.file.write(str(os.getpid()))
        self.file.flush()

    def end(self) -> None:
        self.file.close()
