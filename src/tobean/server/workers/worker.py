"""A worker answers one request after the other: a process on this machine, or an actor in a cluster."""

from collections.abc import Awaitable
from typing import Any, Final, Protocol

from tobean.bots.registry import bot_entries
from tobean.kernel.errors import TobeanError
from tobean.server.process.line_process import Process, ProcessDied, TimedOut

QUICK, MODEST = 5, 19
"""Niceness of workers for fast and for slow bots. If both want the processor, fast ones get twenty times as much;
slow bots think less then, not longer."""

MAX_THOUGHT: Final = 5.0
"""Longest time budget, in seconds, of a bot at a table of the server."""
BUSY: Final = "busy"
CRASH: Final = "crash"
DIED: Final = "died"
OVERRUN: Final = "overrun"


class BotFailed(TobeanError):
    """A bot has no answer; `fault` is the reason.

    `crash`: it raised an exception; `overrun`: it took too long; `died`: its process has ended, which need not be its
    fault; `busy`: it was not asked because the queue is full.
    """

    def __init__(self, fault: str, template: str, /, **arguments: object) -> None:
        super().__init__(template, **arguments)
        self.fault = fault


class Worker(Protocol):
    """Answers requests one at a time."""

    seconds_taken: float
    """Seconds that the last answer took, without waiting for the start."""

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer; raises `BotFailed`. A failed worker is restarted at the next request."""
        ...

    async def end(self) -> None: ...


class ProcessWorker(Process):
    """Process on this machine."""

    def __init__(self, number: int, niceness: int = QUICK) -> None:
        super().__init__("tobean.server.workers.worker_process", "bot", number, niceness)

    def arguments(self) -> list[str]:
        return bot_entries()

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return await checked(super().ask(request, seconds), seconds)


async def checked(pending: Awaitable[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Return the answer, or raise `BotFailed` for a fault."""
    try:
        answer = await pending
    except TimedOut as error:
        raise BotFailed(OVERRUN, "a bot took more than {seconds:.1f} seconds", seconds=seconds) from error
    except ProcessDied as error:
        raise BotFailed(DIED, "the process of a bot died: {reason}", reason=error) from error
    if "fault" in answer:
        raise BotFailed(CRASH, str(answer["fault"]))
    return answer
