"""The process in which strangers' files are read before the server touches them.

Files come on standard input, what they say goes to standard output. It has little time and little memory, and may
neither write files nor leave a core behind. Whatever happens here, the worst is that it ends; the server goes on and
starts another one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any, Final

import msgspec

from tobean.games import game_named
from tobean.games.card_set import parse_card_file, with_cards
from tobean.i18n import told
from tobean.kernel.errors import BadRecord, TobeanError
from tobean.play.replay import Replay
from tobean.play.session.viewer import Viewer
from tobean.play.wire.messages import encode
from tobean.record.any_format import as_record
from tobean.record.record import parse_record
from tobean.server.workers.line_process import READY, lower_priority

if sys.platform != "win32":  # which has no such limits: there the clock of the server is the only one
    import resource

MOST_SECONDS: Final = 10
"""Processor time for one file."""
MOST_MEMORY: Final = 512 * 1024 * 1024
"""Bytes of memory, the program itself included."""
LARGEST_REPLAY: Final = 30_000_000
"""Bytes of all positions of a record as a page asks for them."""
EVERYTHING: Final = Viewer(None, open=True)


def card_set(request: dict[str, Any]) -> str:
    """A card set in TOML as the JSON that a setup holds."""
    return with_cards(game_named(request["game"]), parse_card_file(request["text"])).card_set


def record(request: dict[str, Any]) -> str:
    """A record that can be played from beginning to end, or begins with a position, as we would have written it."""
    found = as_record(request["text"])
    size = 0
    for frame in Replay(found).frames(EVERYTHING):
        size += len(encode(frame))
        if size > LARGEST_REPLAY:
            raise BadRecord("line {line}: this record would make too large a replay", line=found.deal_line)
    text = found.text()
    parse_record(text)  # what a table text or a scenario has become can be read again
    return text


READERS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {"cards": card_set, "record": record}


def read_untrusted(line: bytes) -> dict[str, str]:
    """What a file says, or what is wrong with it."""
    request = msgspec.json.decode(line, type=dict[str, Any])
    try:
        return {"text": READERS[request["kind"]](request)}
    except TobeanError as error:
        return {"error": type(error).__name__, "text": told(error, (), request["language"])}


def limit_memory() -> None:
    """Bounds on everything but time; they hold for good."""
    if sys.platform == "win32":
        return
    for name, most in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_AS", MOST_MEMORY),
        ("RLIMIT_DATA", MOST_MEMORY),
        ("RLIMIT_FSIZE", 0),  # the last one: what is said about the others may go to a file
    ):
        which = getattr(resource, name, None)
        if which is not None:
            _, hard = resource.getrlimit(which)
            within = most if hard == resource.RLIM_INFINITY else min(most, hard)
            try:
                resource.setrlimit(which, (within, within))
            except (OSError, ValueError) as error:  # macOS knows some of these limits by name only
                print(f"{name} cannot be set: {error}", file=sys.stderr)


def limit_time() -> None:
    """From now on so much processor time; a process that takes more is ended by the system."""
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = math.ceil(used.ru_utime + used.ru_stime) + MOST_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def main() -> None:
    lower_priority()
    output = sys.stdout.buffer
    # Nothing else may write between the answers.
    sys.stdout = sys.stderr
    limit_memory()
    output.write(READY)
    output.flush()
    for line in sys.stdin.buffer:
        limit_time()
        output.write(msgspec.json.encode(read_untrusted(line)) + b"\n")
        output.flush()


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, MemoryError, BrokenPipeError):
        # The server notices that nobody answers any more.
        sys.exit(1)
