"""Upgrade of an existing database to the schema version of this tobean, announced, and with a copy of the old database.

Only a starting server, `tobean admin migrate` and `tobean admin restore` upgrade. All other commands refuse a database
of another version.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy.exc import DBAPIError

from tobean.kernel.errors import BadInput
from tobean.server.database.database import migrate, newer, schema_version, scripts
from tobean.server.database.errors import cause_of
from tobean.server.database.permissions import PRIVATE_FILE
from tobean.server.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL

    from tobean.server.database.database import Database

    Announce = Callable[[str, str, Path | None], None]
    """Takes the old version, the new one and the path of the copy, if one was made."""

PG_DUMP: Final = "pg_dump"


def required_schema_version() -> str:
    return str(scripts().get_current_head())


def require_schema_version(database: Database) -> None:
    """Raise `BadInput` unless the database has the required schema version."""
    engine = database.engine()
    try:
        current = schema_version(engine)
    except DBAPIError as error:
        raise BadInput("the database cannot be used: {reason}", reason=cause_of(error)) from error
    finally:
        engine.dispose()
    if current is None:
        raise BadInput("{path}: there is no database", path=database.location)
    if current != required_schema_version():
        if current not in {script.revision for script in scripts().walk_revisions()}:
            raise newer(current)
        raise BadInput(
            "{path}: this database has schema version {found}, and this tobean needs {needed}; start the server, or "
            "run `tobean admin migrate`, to upgrade it",
            path=database.location,
            found=current,
            needed=required_schema_version(),
        )


def upgrade(database: Database, folder: Path, announce: Announce, *, keep_copy: bool = True) -> None:
    """Migrate a database to the required version; an existing one is copied first, into its own folder or this one."""

    def before(found: str, needed: str) -> None:
        announce(found, needed, copy_of(database, folder, found) if keep_copy else None)

    migrate(database, before=before)


def announce_in_log(current: str, needed: str, copy: Path | None) -> None:
    log("the database is upgraded", logging.WARNING, found=current, needed=needed, copy=str(copy))


def copy_of(database: Database, folder: Path, version: str) -> Path:
    """Copy a database to a new private file; raises `BadInput` if that fails."""
    stamp = f"{version}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = Path(f"{database.url.database}.{stamp}.bak") if database.is_sqlite else folder / f"tobean.{stamp}.dump"
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
        if database.is_sqlite:
            copy_sqlite(Path(str(database.url.database)), path)
        else:
            copy_postgresql(database.url, path)
    except BaseException as error:
        path.unlink(missing_ok=True)
        if isinstance(error, (OSError, sqlite3.Error)):
            raise not_copied(str(getattr(error, "strerror", None) or error)) from error
        raise
    return path


def not_copied(reason: str) -> BadInput:
    return BadInput(
        "the database must be upgraded, and no copy of the old one can be kept: {reason}; "
        "make a backup yourself, then run `tobean admin migrate --no-backup`",
        reason=reason,
    )


def copy_sqlite(path: Path, target: Path) -> None:
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)


def copy_postgresql(url: URL, target: Path) -> None:
    from psycopg.conninfo import make_conninfo

    program = shutil.which(PG_DUMP)
    if program is None:
        raise not_copied(f"{PG_DUMP} is not installed")
    parts = {"host": url.host, "port": url.port, "user": url.username, "dbname": url.database}
    options = {name: value if isinstance(value, str) else ",".join(value) for name, value in url.query.items()}
    address: dict[str, Any] = {**options, **{name: value for name, value in parts.items() if value is not None}}
    secret = address.pop("password", None) or url.password
    command = [program, "--format=custom", f"--file={target}", f"--dbname={make_conninfo('', **address)}"]
    # In the environment: everyone on the machine can read the command line.
    environment = {**os.environ, **({"PGPASSWORD": str(secret)} if secret else {})}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        raise not_copied(" ".join(result.stderr.split()) or f"{PG_DUMP} failed")
