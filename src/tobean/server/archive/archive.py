"""The logs of finished games, packed, each under a name that the database points to."""

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
"""One game may be lost; if so many are, it is not where they were."""


class ArchiveUnavailable(TobeanError):
    """The archive cannot be reached, or what should be there is not."""


class Archive:
    """Writes and reads packed logs. Without a place, for a database of which nothing was ever archived, neither."""

    def __init__(self, place: Backend | None) -> None:
        self.place = place

    def store_log(self, name: str, table: str, lines: Sequence[str]) -> None:
        """Pack a log away under this name; when this returns it is there, and has been read again.

        Raises `BadArchive` if it would not come back as it was, `OSError`.
        """
        place = self.found()
        place.put(name, pack(table, lines))
        if unpack(place.get(name)) != list(lines):
            raise BadArchive("what was packed does not come back as it was")

    def lines(self, name: str) -> list[str]:
        """A log that was packed away; raises `BadArchive`, `OSError`."""
        return unpack(self.found().get(name))

    def delete_log(self, name: str) -> None:
        self.found().delete(name)

    def found(self) -> Backend:
        if self.place is None:
            raise FileNotFoundError("there is no archive")
        return self.place


def archive_at(address: str, folder: Path, database: Database) -> Archive:
    """The archive of this address.

    Without one: a folder beside the data, if the database is there, too. Of several machines each has its own data
    folder; there somebody has to say what all of them reach.
    """
    if address:
        return Archive(backend_at(address))
    return Archive(Folder(folder / FOLDER) if database.is_sqlite else None)


def archive_for(settings: Settings, database: Database) -> Archive:
    """The archive of a server that starts; raises `BadInput` if it lacks archived games or cannot be written to."""
    archive = archive_at(settings.archive, settings.folder, database)
    check_available(archive, database)
    if archive.place is not None:
        archive.place.check()
    return archive


def check_available(archive: Archive, database: Database) -> None:
    """Raise `BadInput` if the database points to archived games that are not there."""
    engine = database.engine()
    try:
        with reading(engine) as connection:
            question = select(TABLES.c.archive).where(TABLES.c.archive != "").limit(SAMPLE_SIZE)
            names = list(connection.scalars(question))
    finally:
        engine.dispose()
    if names and archive.place is None:
        raise BadInput("games of this database have been archived; say where with --archive")
    faults = [fault for name in names if (fault := fault_of(archive.found(), name))]
    if names and len(faults) == len(names):
        raise BadInput(
            "{place}: the archived games of this database are not there; say where with --archive ({reason})",
            place=archive.place,
            reason=faults[0],
        )


def fault_of(place: Backend, name: str) -> str:
    """Why this cannot be read; "" if it can."""
    try:
        place.get(name)
    except OSError as error:
        return str(error.strerror or error)
    return ""
