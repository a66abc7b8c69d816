"""File permissions: only their owner can access the data folder and the files in it."""

import logging
import os
import stat
from pathlib import Path
from typing import Final

from tobean.server.logs import log

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700


def private_opener(path: str, flags: int) -> int:
    """Opener for `open` that creates files for their owner only."""
    return os.open(path, flags, PRIVATE_FILE)


def restrict(path: Path, mode: int) -> None:
    """Remove permissions beyond this mode, unless the path is another user's or shared like /tmp."""
    if os.name == "nt":
        return  # Windows uses access lists, which new files inherit
    try:
        status = path.stat()
    except FileNotFoundError:
        return
    if status.st_uid != os.geteuid() or status.st_mode & stat.S_ISVTX or not stat.S_IMODE(status.st_mode) & ~mode:
        return
    try:
        path.chmod(mode)
    except OSError as error:  # some file systems have no permissions
        log("permissions cannot be restricted", logging.WARNING, reason=error.strerror)
