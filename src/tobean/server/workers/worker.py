"""Somebody who thinks about one question after the other: a process of this machine, or an actor of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from tobean.kernel.errors import TobeanError
from tobean.server.workers.line_process import Process, ProcessDied, TimedOut

if TYPE_CHECKING:
    from collections.abc import Awaitable

QUICK, MODEST = 5, 19
"""How nice quick bots are, and those that take their time. Where both want the processor, twenty times as much goes to
quick ones: what is left for the others makes them think less, not longer."""

BUSY: Final = "busy"
CRASH: Final = "crash"
DIED: Final = "died"
OVERRUN: Final = "overrun"


class BotFailed(TobeanError):
    """A bot has no answer; `fault` says why.

    `crash`: it broke down; `overrun`: it took too long; `died`: its process has gone, which need not be its fault;
    `busy`: it was not even asked.
    """

    def __init__(self, fault: str, template: str, /, **arguments: object) -> None:
        super().__init__(template, **arguments)
        self.fault = fault


class Worker(Protocol):
    """One who thinks."""

    seconds_taken: float
    """Seconds that the last thought took, without those until it could begin."""

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer; raises `BotFailed`. Whoever has failed begins anew with the next question."""
        ...

    async def end(self) -> None: ...


class ProcessWorker(Process):
    """A process of this machine."""

    def __init__(self, number: int, niceness: int = QUICK) -> None:
        super().__init__("tobean.server.workers.worker_process", "bot", number, niceness)

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        return await checked(super().ask(request, seconds), seconds)


async def checked(answer: Awaitable[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """The answer, or what is wrong with it."""
    try:
        found = await answer
    except TimedOut as error:
        raise BotFailed(OVERRUN, "a bot took more than {seconds:.1f} seconds", seconds=seconds) from error
    except ProcessDied as error:
        raise BotFailed(DIED, "the process of a bot died: {reason}", reason=error) from error
    if "fault" in found:
        raise BotFailed(CRASH, str(found["fault"]))
    return found
