"""Where packed games lie: in a folder, or in a bucket of object storage. Three acts are all that is asked of a place.

A name is written once and never again: what changes is written under another name, and the database points there.
"""

from __future__ import annotations

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
"""A URL with too few slashes or capital letters. The drive of a Windows path has one letter only."""
SUFFIX: Final = ".zst"
TOKEN_BYTES: Final = 6


class Backend(Protocol):
    """Keeps bytes by name. Raises `OSError` where it cannot be reached."""

    def put(self, name: str, data: bytes) -> None:
        """When this returns, the data is there to stay, whatever happens to this machine."""

    def get(self, name: str) -> bytes:
        """What was put there; raises `FileNotFoundError`."""

    def delete(self, name: str) -> None:
        """Nothing is left of it; it may have been gone before."""

    def check(self) -> None:
        """Raise `BadInput` if nothing can be written there, as far as that is known without a network."""


def fresh_name(table: str) -> str:
    """A name for the log of a table that nothing else has or had."""
    return f"{table[:2]}/{table}.{secrets.token_hex(TOKEN_BYTES)}{SUFFIX}"


class Folder:
    """Files, in folders by the first two characters, for their owner only."""

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
    """The names in this folder are on the disk from now on; on Windows they are anyway."""
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
        """What went wrong, without the name: it has the id of a table, and this may come into our logs."""
        return OSError(str(error).replace(name, "…"))

    def put(self, name: str, data: bytes) -> None:
        try:
            self.library.put(self.store, name, data)
        except self.error_type as error:
            raise self.fault(error, name) from error

    def check(self) -> None:
        """Nothing: the URL has been read, and a bucket that cannot be reached now may be there later."""

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
    """The folder or bucket of this address; raises `BadInput`."""
    if BUCKET.fullmatch(address):
        return Bucket(address)
    if ALMOST_BUCKET.match(address):
        raise BadInput("{address!r} is neither a folder nor a bucket; write s3://bucket/path", address=address)
    return Folder(Path(address))
