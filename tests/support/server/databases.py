"""SQLite databases for tests: a new one is a copy of an empty one that each test process upgrades once."""

import os
import tempfile
from functools import cache
from pathlib import Path

from tobean.server.database.database import FILE_NAME, Database, database_at, migrate
from tobean.server.database.permissions import PRIVATE_FILE


@cache
def empty_database() -> bytes:
    """Content of an empty database with the current schema."""
    with tempfile.TemporaryDirectory() as folder:
        migrate(database_at(None, Path(folder)))
        (file,) = Path(folder).iterdir()  # SQLite has merged its write-ahead log
        return file.read_bytes()


def add_database(folder: Path) -> None:
    """Adds a database with the current schema, unless the folder has one."""
    path = folder / FILE_NAME
    if path.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE), "wb") as file:
        file.write(empty_database())


def migrated_database(folder: Path, address: str | None = None) -> Database:
    """A database with the current schema: this one, or a file in the folder."""
    if not address:
        add_database(folder)
    database = database_at(address, folder)
    migrate(database)
    return database
