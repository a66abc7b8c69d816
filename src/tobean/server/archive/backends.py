"""Storage backends of the archive: a folder, or a bucket of object storage.

A name is written once only: changed data gets another name, and the database is updated to refer to it.
"""

import contextlib
import os
import re
import secrets
import tempfile
from pathlib import Path
from typing import Final, Protocol

from tobean.kernel.errors import BadInput

BUCKET: Final = re.compile(r"[a-z][a-z0-9+.-]+://.+")
ALMOST_BUCKET: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
"""URL with a single slash or a scheme in capitals. The drive of a Windows path has only one letter, so it does not
match."""
SUFFIX: Final = ".zst"
TOKEN_BYTES: Final = 6


class Backend(Protocol):
    """Stores bytes by name. Methods raise `OSError` if the storage cannot be reached."""

    def put(self, name: str, data: bytes) -> None:
        """Store data; it is durable when this returns, even if this machine fails."""

    def get(self, name: str) -> bytes:
        """Read data; raises `FileNotFoundError`."""

    def delete(self, name: str) -> None:
        """Delete data, which may not exist."""

    def check(self) -> None:
        """Raise `BadInput` if the storage is known, without network access, not to be writable."""


def fresh_name(table: str) -> str:
    """Create a unique name for the log of a table."""
    return f"{table[:2]}/{table}.{secrets.token_hex(TOKEN_BYTES)}{SUFFIX}"


class Folder:
    """Files in subfolders by the first two characters of the name, readable by their owner only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    def put(self, name: str, data: bytes) -> None:
        path = self.folder / name
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            sync_folder(self.folder.parent)
            sync_folder(self.folder)
        unfinished = path.with_suffix(".new")
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        sync_folder(path.parent)

    def get(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()

    def delete(self, name: str) -> None:
        path = self.folder / name
        path.with_suffix(".new").unlink(missing_ok=True)
        path.unlink(missing_ok=True)

    def check(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.TemporaryFile(dir=self.folder):
                pass
        except OSError as error:
            raise BadInput(
                "{folder}: no games can be kept there: {reason}", folder=self.folder, reason=error.strerror
            ) from error


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable; on Windows they already are."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Bucket:
    """Object storage: `s3://bucket/path`, with keys and endpoint from the environment, as `AWS_*`."""

    def __init__(self, url: str) -> None:
        try:
            import obstore
            from obstore.exceptions import BaseError
        except ImportError as error:
            raise BadInput("to keep games in object storage install tobean[objects]") from error
        self.url, self.library, self.error_type = url, obstore, BaseError
        try:
            self.store = obstore.store.from_url(url)
        except (BaseError, ValueError) as error:
            raise BadInput("{url}: no games can be kept there: {reason}", url=url, reason=error) from error

    def __str__(self) -> str:
        return self.url

    def fault(self, error: Exception, name: str) -> OSError:
        """Convert an error. The name is removed because it contains the id of a table, and the text may be logged."""
        return OSError(str(error).replace(name, "…"))

    def put(self, name: str, data: bytes) -> None:
        try:
            self.library.put(self.store, name, data)
        except self.error_type as error:
            raise self.fault(error, name) from error

    def check(self) -> None:
        """Accept the bucket: its URL was parsed, and if it cannot be reached now, it may be later."""

    def get(self, name: str) -> bytes:
        try:
            return bytes(self.library.get(self.store, name).bytes())
        except self.error_type as error:
            raise self.fault(error, name) from error

    def delete(self, name: str) -> None:
        try:
            with contextlib.suppress(FileNotFoundError):
                self.library.delete(self.store, name)
        except self.error_type as error:
            raise self.fault(error, name) from error


def backend_at(address: str) -> Folder | Bucket:
    """Open the folder or bucket at this address; raises `BadInput`."""
    if BUCKET.fullmatch(address):
        return Bucket(address)
    if ALMOST_BUCKET.match(address):
        raise BadInput("{address!r} is neither a folder nor a bucket; write s3://bucket/path", address=address)
    return Folder(Path(address))
