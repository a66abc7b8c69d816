"""How a server is set up, and the secret it signs cookies with."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput

SECRET_FILE: Final = "secret.key"
SECRET_BYTES: Final = 32


@dataclass(frozen=True)
class Settings:
    """What `tobean serve` is told."""

    folder: Path
    host: str = "localhost"
    port: int = 8765
    database: str | None = None
    public_url: str = ""
    """The address people use, if it is not that of the server: `https://beans.example`."""
    log_level: str = "info"
    workers: int = 2
    """Processes in which bots think."""
    limits: float = 1.0
    """Makes all limits of rate larger; 0: none, for load tests."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names and addresses under which people find the server."""

    @property
    def url(self) -> str:
        """Where people find the server."""
        host = "localhost" if self.is_local else f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def is_local(self) -> bool:
        return self.host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::")

    @property
    def secure(self) -> bool:
        """Do people come by https only?"""
        return self.public_url.startswith("https://")


def prepared(folder: Path) -> Path:
    """The data folder, made if need be, for its owner only."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadInput(
            "{folder}: the data folder cannot be made: {reason}", folder=folder, reason=error.strerror
        ) from error
    return folder


def secret_in(folder: Path) -> bytes:
    """The key of this server, made at the first start. Several servers on one folder get the same one."""
    path = folder / SECRET_FILE
    fresh = folder / f"{SECRET_FILE}.{os.getpid()}"
    try:
        if not path.exists():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as stream:
                stream.write(secrets.token_hex(SECRET_BYTES))
            try:
                # A link is made whole or not at all, and never over one that another server has just made.
                os.link(fresh, path)
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{path}: the server's key cannot be read or made: {reason}", path=path, reason=error) from error
    if len(key) < 2 * SECRET_BYTES:
        raise BadInput("{path}: the server's key is too short; remove the file and a new one is made", path=path)
    return key.encode()
