"""Some thinkers with one queue before them."""

from __future__ import annotations

import asyncio
import time
import zlib
from typing import TYPE_CHECKING, Any, Final

from tobean.server.workers.thinker import BUSY, BotFailed
from tobean.server.workers.turns import Turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.server.metrics import Metrics
    from tobean.server.workers.thinker import Thinker
    from tobean.server.workers.turns import Most, Whose

MARGIN: Final = 5.0
"""Seconds that a bot gets on top of its own time."""


class Lane:
    """The queue is shared fairly (`turns.py`); whoever is first in it gets the thinker that is free."""

    def __init__(
        self, thinkers: Sequence[Thinker], name: str = "", metrics: Metrics | None = None, most: Most | None = None
    ) -> None:
        self.name = name
        self.metrics = metrics
        self.thinkers = list(thinkers)
        self.idle = list(thinkers)
        self.turns: Turns[asyncio.Future[Thinker]] = Turns(most)
        self.thoughts: set[asyncio.Task[dict[str, Any]]] = set()

    async def ask(
        self, whose: Whose, request: dict[str, Any], seconds: float, patience: float | None = None
    ) -> dict[str, Any]:
        """Wait for a thinker, at most so long, then let it think; the time in the queue counts for nobody's fault.

        If nobody waits for the answer any more, a thought that has begun goes on and its answer is dropped: to begin
        a process anew would cost more.
        """
        asked = time.monotonic()
        turn: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self.turns.add(whose, turn, seconds)
        self.go_on()
        try:
            async with asyncio.timeout(patience):
                await asyncio.shield(turn)
        except TimeoutError as error:
            self.give_up(whose, turn)
            raise BotFailed(BUSY, "too many questions wait for the bots") from error
        except asyncio.CancelledError:
            self.give_up(whose, turn)
            raise
        if self.metrics is not None:
            self.metrics.observe("wait_seconds", time.monotonic() - asked, self.name)
        thought = asyncio.create_task(self.think(turn.result(), whose, request, seconds))
        self.thoughts.add(thought)
        thought.add_done_callback(self.forget)
        return await asyncio.shield(thought)

    async def think(self, thinker: Thinker, whose: Whose, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            return await thinker.ask(request, seconds + MARGIN)
        finally:
            if self.metrics is not None:
                self.metrics.observe("think_seconds", thinker.took, self.name, bot_in(request, self.name))
            self.free(thinker, whose, thinker.took - seconds)

    def forget(self, thought: asyncio.Task[dict[str, Any]]) -> None:
        self.thoughts.discard(thought)
        if not thought.cancelled():
            thought.exception()  # whoever waits for it hears of it; if nobody does, it does not matter

    def free(self, thinker: Thinker, whose: Whose, seconds: float) -> None:
        self.turns.over(whose, seconds)
        self.idle.append(thinker)
        self.go_on()

    def go_on(self) -> None:
        """Give the thinkers that are free to those whose turn it is."""
        while self.idle:
            found = self.turns.next()
            if found is None:
                return
            whose, turn = found
            turn.set_result(self.idle.pop(self.favourite(whose.table)))

    def favourite(self, table: str) -> int:
        """Which of the free thinkers is to think: if it can be, the one that thought for this table before.

        Bots keep nothing in mind, but what they have worked out of a table they need not work out again.
        """
        wanted = self.thinkers[zlib.crc32(table.encode()) % len(self.thinkers)]
        return self.idle.index(wanted) if wanted in self.idle else 0

    def give_up(self, whose: Whose, turn: asyncio.Future[Thinker]) -> None:
        """Nobody waits for this turn any more."""
        if turn.done():
            self.free(turn.result(), whose, 0.0)
        else:
            self.turns.drop(whose, turn)
            turn.cancel()

    async def stop(self) -> None:
        """End the thinkers; whoever waits for a thought hears that there is none."""
        await asyncio.gather(*[thinker.end() for thinker in self.thinkers])


def bot_in(request: dict[str, Any], lane: str) -> str:
    """Who is asked, for the figures: a bot without its time budget, else the lane."""
    return str(request.get("bot", lane)).partition("@")[0]
