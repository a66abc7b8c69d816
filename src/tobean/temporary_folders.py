"""Temporary folders that a later process removes if their own was killed.

Each folder contains a file that its process keeps locked. The lock ends with the process, even if it is killed, so a
folder whose file can be locked has no owner any more. Process ids would not do: they are reused, and containers that
share a temporary directory count them separately.
"""

import os
import shutil
import stat
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

if sys.platform == "win32":
    import msvcrt

    def lock(file: IO[str]) -> None:
        """Lock a file for this process; raises `OSError` if another holds it."""
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: IO[str]) -> None:
        """Lock a file for this process; raises `OSError` if another holds it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


PREFIX: Final = "tobean-"
OWNER: Final = ".owner"


class TemporaryFolder:
    """A folder that only this user can read. Its path is short, because the address of a Unix socket is limited."""

    def __init__(self) -> None:
        remove_abandoned()
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.owner = (self.path / OWNER).open("x", encoding="ascii")
        lock(self.owner)
        # `remove_abandoned` considers the folder only from here on: an empty file may not be locked yet.
        self.owner.write(str(os.getpid()))
        self.owner.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.remove()

    def remove(self) -> None:
        self.owner.close()
        shutil.rmtree(self.path, ignore_errors=True)


def remove_abandoned() -> None:
    """Remove the folders of this user whose processes have ended without removing them."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            if is_abandoned(path):
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            continue  # another process has just removed it, or it belongs to another user


def is_abandoned(path: Path) -> bool:
    """Whether this is a `TemporaryFolder` without a process; raises `OSError` if it cannot be inspected."""
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or (hasattr(os, "getuid") and status.st_uid != os.getuid()):
        return False
    owner = path / OWNER
    if not owner.exists() or not owner.stat().st_size:
        return False
    with owner.open("r+", encoding="ascii") as file:
        try:
            lock(file)
        except OSError:
            return False
    return True
