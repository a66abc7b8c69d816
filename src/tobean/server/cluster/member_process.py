"""Member process of a server with several processes. Reads its settings from standard input, as a line of JSON."""

from __future__ import annotations

import os
import signal
import sys
import threading

import msgspec

from tobean.server.runner import serve
from tobean.server.settings import Settings


def exit_with_parent() -> None:
    """End this process when standard input ends, because then the supervisor is gone.

    Reads past Python's buffer: an interpreter that exits meanwhile would fail over the buffer's lock.
    """
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    line = sys.stdin.buffer.readline()
    settings = msgspec.json.decode(line, type=Settings, dec_hook=lambda kind, value: kind(value))
    threading.Thread(target=exit_with_parent, name="lifeline", daemon=True).start()
    serve(settings, None, lambda path: None)


if __name__ == "__main__":
    main()
