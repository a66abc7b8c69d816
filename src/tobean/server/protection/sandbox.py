"""Strangers' files are read in a process of its own first: before, nothing of them is parsed or replayed in the server.

This is the second wall. The first one is the library itself, which refuses what is too large before it builds anything.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tobean.i18n.catalogues import N_, SOURCE
from tobean.kernel import errors
from tobean.kernel.errors import BadInput
from tobean.server.logs import log
from tobean.server.workers.line_process import Process, ProcessDied, TimedOut

SECONDS: Final = 20.0
"""So long the answer may take by the clock, once it is the file's turn."""
MOST_WAITING: Final = 8
"""So many files may be in hand at once."""
MOST_PER_ADDRESS: Final = 2
"""So many of one address, so that others have their turn."""


BUSY: Final = N_("Others have just brought files, too; please try again in a moment.")
TOO_MUCH: Final = N_("This file is too much to read; something must be wrong with it.")


class SandboxBusy(BadInput):
    """There are too many files at once."""


class Sandbox:
    """Has files looked through, one after the other."""

    def __init__(self) -> None:
        self.process = Process("tobean.server.protection.sandbox_process", "inspection")
        self.waiting: Counter[str] = Counter()
        """How many files of each address are in hand."""

    async def card_set(self, address: str, text: str, game: str, language: str = SOURCE) -> str:
        """A card set in TOML as the text that a setup takes; raises `BadInput`."""
        return await self.read(address, {"kind": "cards", "text": text, "game": game, "language": language})

    async def record(self, address: str, text: str, language: str = SOURCE) -> str:
        """A record, or a position as one, as we would have written it; raises `BadInput` at the line that is wrong."""
        return await self.read(address, {"kind": "record", "text": text, "language": language})

    async def read(self, address: str, request: dict[str, Any]) -> str:
        if self.waiting[address] >= MOST_PER_ADDRESS or self.waiting.total() >= MOST_WAITING:
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
    """The error that the other process met: of the same kind if it is one of ours, in the visitor's words."""
    kind = getattr(errors, name, BadInput)
    if not isinstance(kind, type) or not issubclass(kind, BadInput) or kind is errors.GameNotInstalled:
        return BadInput(text)  # a missing game has a sentence of its own, which is this text already
    return kind(text)
