"""Entries on their way to a log, and the errors of writing them."""

import asyncio
from collections.abc import Iterable
from typing import Any

from tobean.kernel.errors import TobeanError


class Conflict(TobeanError):
    """The log does not end with the entry that these were decided after. The session has to be reloaded."""


class WriteFailed(TobeanError):
    """The log could not be written, for example because the disk is full. Nothing was written."""


class WriteUnknown(WriteFailed):
    """The database did not answer, so it is unknown whether the entries were written."""


class NotStored(WriteFailed):
    """A browser without a server has refused to store a change; the text says why."""


class ConditionalEntries(list[str]):
    """Entries with the entry they were decided after: they are appended directly after it or not at all.

    `fence` is the fencing token of the server's lease on the table; None if there is only one server.
    """

    def __init__(self, after: str, entries: Iterable[str], fence: int | None = None) -> None:
        super().__init__(entries)
        self.after = after
        self.fence = fence


class WriteFuture(asyncio.Future[None]):
    """Done when entries are on the disk or have failed. It cannot be cancelled: they may already be on their way.

    A task that is cancelled while awaiting it sees the cancellation only when it is done, and then knows the outcome.
    """

    def cancel(self, msg: Any | None = None) -> bool:
        return False
