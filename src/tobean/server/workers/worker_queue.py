"""Some thinkers with one queue before them."""

from __future__ import annotations

import asyncio
import time
import zlib
from typing import TYPE_CHECKING, Any, Final

from tobean.server.workers.fair_queue import FairQueue
from tobean.server.workers.worker import BUSY, BotFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.server.metrics import Metrics
    from tobean.server.workers.fair_queue import ConcurrencyLimits, Requester
    from tobean.server.workers.worker import Worker

MARGIN: Final = 5.0
"""Seconds that a bot gets on top of its own time."""


class WorkerQueue:
    """The queue is shared fairly (`fair_queue.py`); whoever is first in it gets the thinker that is free."""

    def __init__(
        self,
        workers: Sequence[Worker],
        name: str = "",
        metrics: Metrics | None = None,
        most: ConcurrencyLimits | None = None,
    ) -> None:
        self.name = name
        self.metrics = metrics
        self.workers = list(workers)
        self.idle = list(workers)
        self.fair_queue: FairQueue[asyncio.Future[Worker]] = FairQueue(most)
        self.thoughts: set[asyncio.Task[dict[str, Any]]] = set()

    async def ask(
        self, requester: Requester, request: dict[str, Any], seconds: float, patience: float | None = None
    ) -> dict[str, Any]:
        """Wait for a thinker, at most so long, then let it think; the time in the queue counts for nobody's fault.

        If nobody waits for the answer any more, a thought that has begun goes on and its answer is dropped: to begin
        a process anew would cost more.
        """
        asked = time.monotonic()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.fair_queue.add(requester, turn, seconds)
        self.assign()
        try:
            async with asyncio.timeout(patience):
                await asyncio.shield(turn)
        except TimeoutError as error:
            self.abandon(requester, turn)
            raise BotFailed(BUSY, "too many questions wait for the bots") from error
        except asyncio.CancelledError:
            self.abandon(requester, turn)
            raise
        if self.metrics is not None:
            self.metrics.observe("wait_seconds", time.monotonic() - asked, self.name)
        thought = asyncio.create_task(self.think(turn.result(), requester, request, seconds))
        self.thoughts.add(thought)
        thought.add_done_callback(self.forget)
        return await asyncio.shield(thought)

    async def think(
        self, worker: Worker, requester: Requester, request: dict[str, Any], seconds: float
    ) -> dict[str, Any]:
        try:
            return await worker.ask(request, seconds + MARGIN)
        finally:
            if self.metrics is not None:
                self.metrics.observe("think_seconds", worker.seconds_taken, self.name, bot_label(request, self.name))
            self.release(worker, requester, worker.seconds_taken - seconds)

    def forget(self, thought: asyncio.Task[dict[str, Any]]) -> None:
        self.thoughts.discard(thought)
        if not thought.cancelled():
            thought.exception()  # whoever waits for it hears of it; if nobody does, it does not matter

    def release(self, worker: Worker, requester: Requester, seconds: float) -> None:
        self.fair_queue.over(requester, seconds)
        self.idle.append(worker)
        self.assign()

    def assign(self) -> None:
        """Give the thinkers that are free to those whose turn it is."""
        while self.idle:
            found = self.fair_queue.next()
            if found is None:
                return
            requester, turn = found
            turn.set_result(self.idle.pop(self.preferred_worker(requester.table)))

    def preferred_worker(self, table: str) -> int:
        """Which of the free thinkers is to think: if it can be, the one that thought for this table before.

        Bots keep nothing in mind, but what they have worked out of a table they need not work out again.
        """
        wanted = self.workers[zlib.crc32(table.encode()) % len(self.workers)]
        return self.idle.index(wanted) if wanted in self.idle else 0

    def abandon(self, requester: Requester, turn: asyncio.Future[Worker]) -> None:
        """Nobody waits for this turn any more."""
        if turn.done():
            self.release(turn.result(), requester, 0.0)
        else:
            self.fair_queue.drop(requester, turn)
            turn.cancel()

    async def stop(self) -> None:
        """End the thinkers; whoever waits for a thought hears that there is none."""
        await asyncio.gather(*[worker.end() for worker in self.workers])


def bot_label(request: dict[str, Any], queue_name: str) -> str:
    """Who is asked, for the figures: a bot without its time budget, else the lane."""
    return str(request.get("bot", queue_name)).partition("@")[0]
