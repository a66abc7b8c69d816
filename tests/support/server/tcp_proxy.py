"""A TCP proxy in front of PostgreSQL that can drop traffic: it keeps accepting connections and forwards nothing."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

CHUNK = 65_536


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
