"""Archive of compressed logs. Each has a name, to which the database refers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from tobean.kernel.errors import BadInput, TobeanError
from tobean.server.archive.archive_format import BadArchive, pack, unpack
from tobean.server.archive.backends import Folder, backend_at
from tobean.server.database.database import reading
from tobean.server.database.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tobean.server.archive.backends import Backend
    from tobean.server.database.database import Database
    from tobean.server.settings import Settings

FOLDER: Final = "archive"
SAMPLE_SIZE: Final = 5
"""Number of games checked at start. One may be lost; if all are missing, the archive is somewhere else."""


class ArchiveUnavailable(TobeanError):
    """The archive cannot be reached, or lacks an object."""


class Archive:
    """Writes and reads compressed logs. It has no backend if nothing was ever archived from this database."""

    def __init__(self, backend: Backend | None) -> None:
        self.backend = backend

    def store_log(self, name: str, table: str, lines: Sequence[str]) -> None:
        """Store a log under this name; on return it is durable and has been verified by reading it.

        Raises `BadArchive` if it does not read back identically, and `OSError`.
        """
        backend = self.required_backend()
        backend.put(name, pack(table, lines))
        if unpack(backend.get(name)) != list(lines):
            raise BadArchive("what was packed does not come back as it was")

    def lines(self, name: str) -> list[str]:
        """Read a stored log; raises `BadArchive`, `OSError`."""
        return unpack(self.required_backend().get(name))

    def delete_log(self, name: str) -> None:
        self.required_backend().delete(name)

    def required_backend(self) -> Backend:
        if self.backend is None:
            raise FileNotFoundError("there is no archive")
        return self.backend


def archive_at(address: str, folder: Path, database: Database) -> Archive:
    """Open the archive at this address.

    The default is a folder beside the data, if the database is there, too. On several machines each has its own data
    folder, so an archive that all of them reach has to be configured.
    """
    if address:
        return Archive(backend_at(address))
    return Archive(Folder(folder / FOLDER) if database.is_sqlite else None)


def archive_for(settings: Settings, database: Database) -> Archive:
    """Open the archive of a starting server; raises `BadInput` if it lacks archived games or is not writable."""
    archive = archive_at(settings.archive, settings.folder, database)
    check_available(archive, database)
    if archive.backend is not None:
        archive.backend.check()
    return archive


def check_available(archive: Archive, database: Database) -> None:
    """Raise `BadInput` if the database refers to archived games that are missing."""
    engine = database.engine()
    try:
        with reading(engine) as connection:
            query = select(TABLES.c.archive).where(TABLES.c.archive != "").limit(SAMPLE_SIZE)
            names = list(connection.scalars(query))
    finally:
        engine.dispose()
    if names and archive.backend is None:
        raise BadInput("games of this database have been archived; say where with --archive")
    errors = [error for name in names if (error := error_text_of(archive.required_backend(), name))]
    if names and len(errors) == len(names):
        raise BadInput(
            "{place}: the archived games of this database are not there; say where with --archive ({reason})",
            place=archive.backend,
            reason=errors[0],
        )


def error_text_of(backend: Backend, name: str) -> str:
    """Return why an object cannot be read; "" if it can."""
    try:
        backend.get(name)
    except OSError as error:
        return str(error.strerror or error)
    return ""
