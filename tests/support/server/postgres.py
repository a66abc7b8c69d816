"""A PostgreSQL for the tests only, in a temporary folder, listening on a socket in it; and a TCP proxy in front of it
that can drop traffic: it keeps accepting connections and forwards nothing."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHUNK = 65_536
DEBIAN = Path("/usr/lib/postgresql")
HOW_TO_GET_IT = (
    "These tests need PostgreSQL: install it (on Debian: apt-get install postgresql), "
    "or name the folder of its programs in TOBEAN_POSTGRES."
)


def programs() -> Path:
    """Folder of `initdb` and `postgres`."""
    named = os.environ.get("TOBEAN_POSTGRES", "")
    found = shutil.which("initdb", path=named or None)
    if found is not None:
        return Path(found).resolve().parent
    installed = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if named or not installed:
        raise RuntimeError(HOW_TO_GET_IT)
    return installed[-1].parent


class Cluster:
    """A database server that can be stopped and started."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tobean-postgres-"))
        self.programs = programs()
        self.process: subprocess.Popen[bytes] | None = None
        self.databases = 0
        # PostgreSQL refuses to run as root.
        self.person: dict[str, Any] = {"cwd": self.folder}
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self.person |= {"user": "postgres", "group": "postgres", "extra_groups": []}
        options = ["-D", str(self.folder / "data"), "-U", "tobean", "--auth=trust", "-E", "UTF8", "--no-locale"]
        command = [str(self.programs / "initdb"), *options, "--no-sync"]
        made = subprocess.run(command, capture_output=True, text=True, check=False, **self.person)
        if made.returncode != 0:
            raise RuntimeError(f"initdb failed: {made.stderr}")
        self.start()

    def start(self) -> None:
        # The machine itself never crashes here. With fsync, a start after `kill` would first sync every file of every
        # database, which takes minutes on a busy disk.
        options = ["-D", str(self.folder / "data"), "-k", str(self.folder), "-c", "listen_addresses="]
        with (self.folder / "log").open("ab") as log:
            command = [str(self.programs / "postgres"), *options, "-c", "fsync=off"]
            self.process = process = subprocess.Popen(command, stdout=log, stderr=log, **self.person)
        asking = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder), "-U", "tobean", "-d", "postgres"]
        for _ in range(600):
            if subprocess.run(asking, check=False).returncode == 0:
                return
            if process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"PostgreSQL did not start: {(self.folder / 'log').read_text()}")

    def kill(self) -> None:
        """Stops it without a shutdown: unwritten data is lost, and every connection breaks."""
        assert self.process is not None
        # SIGKILL would leave its children behind; SIGQUIT ends them immediately, too, and writes nothing.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(60)

    def new_database(self) -> str:
        """Creates an empty database; returns its address."""
        self.databases += 1
        name = f"tobean{self.databases}"
        create = [str(self.programs / "createdb"), "-h", str(self.folder), "-U", "tobean", name]
        subprocess.run(create, check=True, capture_output=True)
        return f"postgresql://tobean@/{name}?host={self.folder}"

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder)


class Proxy:
    """Forwards connections on a port of 127.0.0.1 to the socket of a PostgreSQL."""

    def __init__(self, target: Path, *, late: bool = False) -> None:
        """`late`: dropped bytes arrive when the network heals, like TCP retransmissions."""
        self.target = target
        self.late = late
        self.works = threading.Event()
        self.works.set()
        self.ended = False
        self.sockets: list[socket.socket] = []
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listening.getsockname()[1]
        self.start(self.accept)

    def start(self, work: object, *args: object) -> None:
        threading.Thread(target=work, args=args, daemon=True).start()  # type: ignore[arg-type]

    def drop_traffic(self) -> None:
        self.works.clear()

    def heal(self) -> None:
        self.works.set()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                far = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                self.sockets += [near, far]
                far.connect(str(self.target))
                self.start(self.pump, near, far)
                self.start(self.pump, far, near)

    def pump(self, source: socket.socket, target: socket.socket) -> None:
        """Forwards in one direction. A connection that lost bytes never forwards anything again."""
        lost = False
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if not self.works.is_set():
                    lost = not self.late
                    self.works.wait()
                if not lost:
                    target.sendall(data)
        self.works.wait()
        if not lost or self.ended:
            with contextlib.suppress(OSError):
                target.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        self.ended = True
        self.works.set()
        for each in (self.listening, *self.sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextlib.contextmanager
def proxy_before(folder: Path, *, late: bool = False) -> Iterator[Proxy]:
    """A proxy in front of the PostgreSQL with its socket in this folder."""
    found = Proxy(folder / ".s.PGSQL.5432", late=late)
    try:
        yield found
    finally:
        found.end()
