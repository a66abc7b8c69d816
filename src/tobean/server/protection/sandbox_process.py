"""Process that reads uploaded files before the server touches them.

Requests arrive on standard input, answers go to standard output. Its time and memory are limited, and it can neither
write files nor leave a core dump. In the worst case it ends, and the server starts another one.
"""

import math
import sys
from collections.abc import Callable
from typing import Any, Final

import msgspec

from tobean.games import game_named
from tobean.games.card_set import parse_card_file, with_cards
from tobean.i18n import error_text
from tobean.kernel.errors import BadRecord, TobeanError
from tobean.record.any_format import as_record
from tobean.record.record import parse_record
from tobean.server.process.line_process import READY, lower_priority
from tobean.session.replay import Replay
from tobean.session.viewer import Viewer
from tobean.session.wire.messages import encode

# Windows has no such limits: there only the server's timeout applies. A browser limits its pages itself.
if sys.platform not in ("win32", "emscripten"):
    import resource

MAX_SECONDS: Final = 10
"""Processor time for one file."""
MAX_MEMORY: Final = 512 * 1024 * 1024
"""Bytes of memory, including the program itself."""
MAX_REPLAY: Final = 30_000_000
"""Bytes of all positions of a record in the format of the replay page."""
EVERYTHING: Final = Viewer(None, open=True)


def card_set(request: dict[str, Any]) -> str:
    """Convert a card set in TOML to the JSON of a setup."""
    return with_cards(game_named(request["game"]), parse_card_file(request["text"])).card_set


def record(request: dict[str, Any]) -> str:
    """Convert a record or position to the text of a record as we write it, after replaying it completely."""
    parsed = as_record(request["text"])
    size = 0
    for frame in Replay(parsed).frames(EVERYTHING):
        size += len(encode(frame))
        if size > MAX_REPLAY:
            raise BadRecord("line {line}: this record would make too large a replay", line=parsed.deal_line)
    text = parsed.text()
    parse_record(text)  # check that a converted table text or scenario can be read
    return text


READERS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {"cards": card_set, "record": record}


def read_untrusted(line: bytes) -> dict[str, str]:
    """Answer with the converted text, or with the error."""
    request = msgspec.json.decode(line, type=dict[str, Any])
    try:
        return {"text": READERS[request["kind"]](request)}
    except TobeanError as error:
        return {"error": type(error).__name__, "text": error_text(error, (), request["language"])}


def limit_resources() -> None:
    """Limit memory, core dumps and file size for the life of the process."""
    if sys.platform == "win32":
        return
    for name, most in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_AS", MAX_MEMORY),
        ("RLIMIT_DATA", MAX_MEMORY),
        ("RLIMIT_FSIZE", 0),  # last: warnings about the others may go to a file
    ):
        resource_id = getattr(resource, name, None)
        if resource_id is not None:
            _, hard = resource.getrlimit(resource_id)
            bounded = most if hard == resource.RLIM_INFINITY else min(most, hard)
            try:
                resource.setrlimit(resource_id, (bounded, bounded))
            except (OSError, ValueError) as error:  # macOS has some of these limits by name only
                print(f"{name} cannot be set: {error}", file=sys.stderr)


def limit_time() -> None:
    """Limit the processor time from now on; the system ends a process that takes more."""
    if sys.platform == "win32":
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = math.ceil(used.ru_utime + used.ru_stime) + MAX_SECONDS
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def main() -> None:
    lower_priority()
    output = sys.stdout.buffer
    # Nothing else may write between the answers.
    sys.stdout = sys.stderr
    limit_resources()
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
        # The server notices that the process no longer answers.
        sys.exit(1)
