"""Settings of a server, and the secret key that signs its cookies."""

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
"""URL origin with an optional path prefix."""
LOCAL: Final = "local"
SITE_MARKER: Final = "tobean-site.json"
"""File by which a folder is known to be a static site."""
THIS_MACHINE: Final = ("127.0.0.1", "::1")


@dataclass(frozen=True)
class Settings:
    """Options of `tobean serve`."""

    folder: Path
    host: str = "localhost"
    port: int = 8765
    database: str | None = None
    public_url: str = ""
    """Address that people use, if it differs from the server's own: `https://beans.example`, optionally with a path."""
    log_level: str = "info"
    workers: int = 2
    """Number of worker processes for bots."""
    bot_pool: str = LOCAL
    """Location of the workers: `local`, or a Ray cluster, `ray` or `ray://host:port`."""
    bots: tuple[str, ...] = ()
    """Bots of the operator, `NAME=FILE`, that can be chosen at tables in addition to the built-in ones."""
    limits: float = 1.0
    """Factor for all rate limits; 0 disables them for load tests."""
    allowed_hosts: tuple[str, ...] = ()
    """Additional host names and addresses of the server."""
    trusted_proxies: tuple[str, ...] = THIS_MACHINE
    """Addresses and networks of proxies whose forwarding headers are trusted."""
    keep_abandoned: float = 7.0
    """Days after which a table without activity is deleted; 0: never."""
    keep_finished: float = 365.0
    """Days after which a finished game that was not public is deleted; 0: never."""
    archive: str = ""
    """Storage for finished games, a folder or `s3://bucket/path`; on SQLite the default is in the data folder."""
    archive_after: float = 1.0
    """Days after which a finished game is archived; 0: never."""
    metrics_from: tuple[str, ...] = ()
    """Addresses and networks other than this machine that may read `/metrics`."""
    contact: str = ""
    key_file: Path | None = None
    """Key file for signing cookies, if it is not in the folder: several machines need the same key."""
    model_seconds: int = 120
    """Seconds a language model has for a decision; then a bot plays for it until it returns."""
    processes: int = 1
    """Number of processes that serve tables. With several, the first one is a supervisor and serves none."""
    internal: str = ""
    """`host:port` where servers on other machines reach this one."""
    drain: float = 0.0
    """Seconds between reporting shutdown and handing over tables, so that a router can notice."""
    lease: float = 3.0
    """Seconds for which other servers count this one as alive after its last heartbeat."""
    database_timeout: float = 5.0
    """Seconds that PostgreSQL may take for a connection or a statement of the server."""
    site: Path | None = None
    """Folder with a static site (`tobean site`), for playing alone while this server cannot be reached."""
    socket_path: str = ""
    """Unix socket of a member process, where the supervisor passes connections to it."""
    pool_socket: str = ""
    """Unix socket of the worker pool, for a member process."""

    @property
    def starts_processes(self) -> bool:
        """Whether this process is a supervisor, which starts member processes that serve the tables."""
        return not self.socket_path and (self.processes > 1 or self.bot_pool != LOCAL)

    @property
    def is_member(self) -> bool:
        """Whether this is a member process of a supervisor."""
        return bool(self.socket_path)

    @property
    def url(self) -> str:
        host = "localhost" if self.is_local else f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Public URL without its path, "" if there is none; raises `BadInput`."""
        return self.public_parts[0]

    @property
    def prefix(self) -> str:
        """Path prefix of all pages: "" or `/beans`; raises `BadInput`."""
        return self.public_parts[1]

    @property
    def public_parts(self) -> tuple[str, str]:
        if not self.public_url:
            return "", ""
        match = ADDRESS.fullmatch(self.public_url)
        if match is None:
            raise BadInput(
                "{url!r} is not a public URL; write https://beans.example or https://club.example/beans",
                url=self.public_url,
            )
        return match[1], match[2]

    @property
    def is_local(self) -> bool:
        return self.host in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::")

    @property
    def secure(self) -> bool:
        """Whether people use https only."""
        return self.public_url.startswith("https://")


def prepare_folder(folder: Path) -> Path:
    """Create the data folder if needed, with access for its owner only."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        restrict(folder, PRIVATE_FOLDER)
    except OSError as error:
        raise BadInput(
            "{folder}: the data folder cannot be made: {reason}", folder=folder, reason=error.strerror
        ) from error
    return folder


def load_secret(settings: Settings) -> bytes:
    """Load the signing key from the configured file, else from the folder."""
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
    """Load the signing key, created at the first start. Several servers on one folder get the same one."""
    path = folder / SECRET_FILE
    temporary = folder / f"{SECRET_FILE}.{os.getpid()}"
    try:
        if not path.exists():
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE)
            with os.fdopen(descriptor, "w") as stream:
                stream.write(secrets.token_hex(SECRET_BYTES))
            try:
                # Linking is atomic and never overwrites a key that another server has just created.
                os.link(temporary, path)
            except FileExistsError:
                pass
            finally:
                temporary.unlink()
        restrict(path, PRIVATE_FILE)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput("{path}: the server's key cannot be read or made: {reason}", path=path, reason=error) from error
    if len(key) < 2 * SECRET_BYTES:
        raise BadInput("{path}: the server's key is too short; remove the file and a new one is made", path=path)
    return key.encode()
