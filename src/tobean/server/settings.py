"""How a server is set up, and the secret it signs cookies with."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.server.database.permissions import PRIVATE_FILE, PRIVATE_FOLDER, restrict

SECRET_FILE: Final = "secret.key"
SECRET_BYTES: Final = 32
ADDRESS: Final = re.compile(r"([^/]*//[^/]*)((?:/[A-Za-z0-9._~-]+)*)/?")
"""An address and perhaps a path below which the pages are."""
LOCAL: Final = "local"
THIS_MACHINE: Final = ("127.0.0.1", "::1")


@dataclass(frozen=True)
class Settings:
    """What `tobean serve` is told."""

    folder: Path
    host: str = "localhost"
    port: int = 8765
    database: str | None = None
    public_url: str = ""
    """The address people use, if it is not that of the server: `https://beans.example`, perhaps with a path."""
    log_level: str = "info"
    workers: int = 2
    """How many bots think at a time."""
    thinkers: str = LOCAL
    """Where they think: on this machine, or on a cluster, `ray` or `ray://host:port`."""
    limits: float = 1.0
    """Makes all limits of rate larger; 0: none, for load tests."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names and addresses under which people find the server."""
    trusted_proxies: tuple[str, ...] = THIS_MACHINE
    """Addresses and networks of proxies whose word about where somebody comes from is believed."""
    keep_abandoned: float = 7.0
    """Days after which a table goes at which nothing happens; 0: never."""
    keep_finished: float = 365.0
    """Days after which a game goes that is over and was not public; 0: never."""
    archive: str = ""
    """Where finished games are kept, a folder or `s3://bucket/path`; by default, on SQLite, in the data folder."""
    archive_after: float = 1.0
    """Days after which a game that is over moves there; 0: never."""
    metrics_from: tuple[str, ...] = ()
    """Addresses and networks, besides this machine, that may read `/metrics`."""
    contact: str = ""
    """Whom people can write to about this server."""
    key_file: Path | None = None
    """The key that cookies are signed with, if it is not in the folder: several machines need the same one."""
    model_seconds: int = 120
    """So long a language model may take for a decision; then a bot plays for it until it is back."""
    processes: int = 1
    """In so many processes tables are served; with several, this is how the first one is told, which serves none."""
    internal: str = ""
    """`host:port` where servers on other machines reach this one."""
    drain: float = 0.0
    """So many seconds this server says that it is about to end before it hands its tables on: a router has to hear."""
    lease: float = 3.0
    """Seconds for which other servers count this one as alive after its last heartbeat."""
    database_timeout: float = 5.0
    """Seconds that PostgreSQL may take for a connection or a statement of the server."""
    door: str = ""
    """Where the first process hands connections in, if this is one of several."""
    office: str = ""
    """Where such a one asks for what bots think."""

    @property
    def starts_processes(self) -> bool:
        """Is this how the first process is told, which starts others that serve the tables?"""
        return not self.door and (self.processes > 1 or self.thinkers != LOCAL)

    @property
    def is_member(self) -> bool:
        """Is this one of several processes of one server?"""
        return bool(self.door)

    @property
    def url(self) -> str:
        """Where people find the server."""
        host = "localhost" if self.is_local else f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The public URL without its path, "" if there is none; raises `BadInput`."""
        return self.public_parts[0]

    @property
    def prefix(self) -> str:
        """The path below which all pages are: "" or `/beans`; raises `BadInput`."""
        return self.public_parts[1]

    @property
    def public_parts(self) -> tuple[str, str]:
        if not self.public_url:
            return "", ""
        found = ADDRESS.fullmatch(self.public_url)
        if found is None:
            raise BadInput(
                "{url!r} is not a public URL; write https://beans.example or https://club.example/beans",
                url=self.public_url,
            )
        return found[1], found[2]

    @property
    def is_local(self) -> bool:
        return self.host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::")

    @property
    def secure(self) -> bool:
        """Do people come by https only?"""
        return self.public_url.startswith("https://")


def prepare_folder(folder: Path) -> Path:
    """The data folder, made if need be, for its owner only."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        restrict(folder, PRIVATE_FOLDER)
    except OSError as error:
        raise BadInput(
            "{folder}: the data folder cannot be made: {reason}", folder=folder, reason=error.strerror
        ) from error
    return folder


def load_secret(settings: Settings) -> bytes:
    """The key of this server: the file that the settings name, else the one in the folder."""
    if settings.key_file is None:
        return secret_in(settings.folder)
    try:
        key = settings.key_file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            "{path}: the server's key cannot be read: {reason}", path=settings.key_file, reason=error
        ) from error
    if len(key) < 2 * SECRET_BYTES:
        raise BadInput(
            "{path}: the server's key is too short; it needs {count} characters, as `openssl rand -hex 32` makes them",
            path=settings.key_file,
            count=2 * SECRET_BYTES,
        )
    return key.encode()


def secret_in(folder: Path) -> bytes:
    """The key of this server, made at the first start. Several servers on one folder get the same one."""
    path = folder / SECRET_FILE
    fresh = folder / f"{SECRET_FILE}.{os.getpid()}"
    try:
        if not path.exists():
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
            with os.fdopen(descriptor, "w") as stream:
                stream.write(secrets.token_hex(SECRET_BYTES))
            try:
                # A link is made whole or not at all, and never over one that another server has just made.
                os.link(fresh, path)
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        restrict(path, PRIVATE_FILE)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{path}: the server's key cannot be read or made: {reason}", path=path, reason=error) from error
    if len(key) < 2 * SECRET_BYTES:
        raise BadInput("{path}: the server's key is too short; remove the file and a new one is made", path=path)
    return key.encode()
