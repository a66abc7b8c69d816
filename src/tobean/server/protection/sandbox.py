"""Reads uploaded files in a separate process first: the server itself parses nothing before that.

This is the second line of defence. The first is the library itself, which refuses oversized input before it builds
anything.
"""

from collections import Counter
from typing import Any, Final

from tobean.i18n.catalogues import N_, SOURCE
from tobean.kernel import errors
from tobean.kernel.errors import BadInput
from tobean.server.logs import log
from tobean.server.process.line_process import Process, ProcessDied, TimedOut

SECONDS: Final = 20.0
"""Seconds of wall-clock time for one file, once it is its turn."""
MAX_WAITING: Final = 8
"""Files waiting or being read at the same time."""
MAX_PER_ADDRESS: Final = 2
"""Like `MAX_WAITING`, for one address, so that others get their turn."""


BUSY: Final = N_("The server is busy with other uploads; please try again in a moment.")
TOO_MUCH: Final = N_("This file is too much to read; something must be wrong with it.")


class SandboxBusy(BadInput):
    """Too many files at the same time."""


class Sandbox:
    """Client of the sandbox process, which reads one file after the other."""

    def __init__(self) -> None:
        self.process = Process("tobean.server.protection.sandbox_process", "inspection")
        self.waiting: Counter[str] = Counter()
        """Number of files in progress by address."""

    async def card_set(self, address: str, text: str, game: str, language: str = SOURCE) -> str:
        """Convert a card set in TOML to the text that a setup takes; raises `BadInput`."""
        return await self.read(address, {"kind": "cards", "text": text, "game": game, "language": language})

    async def record(self, address: str, text: str, language: str = SOURCE) -> str:
        """Convert a record or a position to a record as we write it; raises `BadInput` with the line of an error."""
        return await self.read(address, {"kind": "record", "text": text, "language": language})

    async def read(self, address: str, request: dict[str, Any]) -> str:
        if self.waiting[address] >= MAX_PER_ADDRESS or self.waiting.total() >= MAX_WAITING:
            raise SandboxBusy(BUSY)
        self.waiting[address] += 1
        try:
            answer = await self.process.ask(request, SECONDS)
        except (TimedOut, ProcessDied) as error:
            log("a file could not be inspected", file=str(request["kind"]), why=str(error))
            raise BadInput(TOO_MUCH) from error
        finally:
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]
        if "error" in answer:
            raise error_from(str(answer["error"]), str(answer["text"]))
        return str(answer["text"])

    async def stop(self) -> None:
        await self.process.end()


def error_from(name: str, text: str) -> BadInput:
    """Recreate an error of the sandbox process: of the same class if it is one of ours, with its translated text."""
    kind = getattr(errors, name, BadInput)
    if not isinstance(kind, type) or not issubclass(kind, BadInput) or kind is errors.GameNotInstalled:
        return BadInput(text)  # the constructor of `GameNotInstalled` would word its own text
    return kind(text)
