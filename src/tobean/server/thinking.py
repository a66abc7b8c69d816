"""Bots think in processes of their own: a slow or broken one costs its move, never the event loop.

A request is a line of JSON, and so is the answer. A process that takes too long or dies is replaced.
"""

from __future__ import annotations

import zlib
from typing import Any, Final

from tobean.kernel.errors import TobeanError
from tobean.server.logs import trouble
from tobean.server.process import Died, Overran, Process

REVIEW_SECONDS: Final = 60.0
MARGIN: Final = 5.0
"""Seconds that a bot gets on top of its own time."""


class BotFailed(TobeanError):
    """A bot has no answer; `fault` says why: `crash` or `overrun`."""

    def __init__(self, fault: str, text: str) -> None:
        super().__init__(text)
        self.fault = fault


class Thinker(Process):
    """One process, which answers one request after the other."""

    def __init__(self, number: int) -> None:
        super().__init__("tobean.server.worker", "bot", number)

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            answer = await super().ask(request, seconds)
        except Overran as error:
            raise BotFailed("overrun", f"a bot took more than {seconds:.1f} seconds") from error
        except Died as error:
            raise BotFailed("crash", f"the process of a bot died: {error}") from error
        if "fault" in answer:
            raise BotFailed("crash", str(answer["fault"]))
        return answer


class Thinkers:
    """Some processes; each table has its own, so that what a bot remembers stays together."""

    def __init__(self, count: int) -> None:
        self.thinkers = [Thinker(number) for number in range(max(1, count))]
        self.coach = Thinker(len(self.thinkers))
        """Looks through games that are over, so that no table waits for that. Started when first asked."""

    async def ask(self, table: str, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; raises `BotFailed`."""
        number = zlib.crc32(table.encode()) % len(self.thinkers)
        return await self.thinkers[number].ask(request, seconds + MARGIN)

    async def review(self, record: str, language: str) -> list[tuple[str, list[str]]]:
        """What the coach says of a game, in chapters; raises `BotFailed`."""
        found = await self.coach.ask({"record": record, "language": language}, REVIEW_SECONDS)
        return [(str(heading), list(sentences)) for heading, sentences in found["chapters"]]

    async def stop(self) -> None:
        for thinker in (*self.thinkers, self.coach):
            try:
                await thinker.end()
            except OSError as error:
                trouble("a bot process would not end", error)
