"""Member process of a server with several processes. Reads its settings from standard input, as a line of JSON."""

import os
import signal
import sys
import threading
from typing import Any, Final

import msgspec

from tobean.server.runner import serve
from tobean.server.settings import Settings

EARLIER_NAMES: Final = {"thinkers": "bot_pool", "door": "socket_path", "office": "pool_socket"}
"""Fields of `Settings` that version 0.1 has under another name."""


def exit_with_parent() -> None:
    """End this process when standard input ends, because then the supervisor is gone.

    Reads past Python's buffer: an interpreter that exits meanwhile would fail over the buffer's lock.
    """
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def settings_from(line: bytes) -> Settings:
    """Decode the settings that a supervisor sends; it may be of the version before and use earlier names."""
    values = msgspec.json.decode(line, type=dict[str, Any])
    for earlier, name in EARLIER_NAMES.items():
        if earlier in values:
            values[name] = values.pop(earlier)
    return msgspec.convert(values, Settings, dec_hook=lambda kind, value: kind(value))


def main() -> None:
    settings = settings_from(sys.stdin.buffer.readline())
    threading.Thread(target=exit_with_parent, name="lifeline", daemon=True).start()
    serve(settings, None, lambda path: None)


if __name__ == "__main__":
    main()
