"""A group of workers with one fair queue."""

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
"""Seconds that a bot gets beyond its own time budget."""


class WorkerQueue:
    """Assigns free workers to the requests in a fair queue (`fair_queue.py`)."""

    def __init__(
        self,
        workers: Sequence[Worker],
        name: str = "",
        metrics: Metrics | None = None,
        limits: ConcurrencyLimits | None = None,
    ) -> None:
        self.name = name
        self.metrics = metrics
        self.workers = list(workers)
        self.idle = list(workers)
        self.fair_queue: FairQueue[asyncio.Future[Worker]] = FairQueue(limits)
        self.tasks: set[asyncio.Task[dict[str, Any]]] = set()

    async def ask(
        self, requester: Requester, request: dict[str, Any], seconds: float, queue_timeout: float | None = None
    ) -> dict[str, Any]:
        """Wait for a worker, at most `queue_timeout` seconds, then ask it.

        The time in the queue does not count for the bot.
        If the caller is cancelled, a request in progress continues and its answer is dropped: restarting the process
        would cost more.
        """
        queued_at = time.monotonic()
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.fair_queue.add(requester, turn, seconds)
        self.assign()
        try:
            async with asyncio.timeout(queue_timeout):
                await asyncio.shield(turn)
        except TimeoutError as error:
            self.abandon(requester, turn)
            raise BotFailed(BUSY, "too many questions wait for the bots") from error
        except asyncio.CancelledError:
            self.abandon(requester, turn)
            raise
        if self.metrics is not None:
            self.metrics.observe("wait_seconds", time.monotonic() - queued_at, self.name)
        task = asyncio.create_task(self.think(turn.result(), requester, request, seconds))
        self.tasks.add(task)
        task.add_done_callback(self.forget)
        return await asyncio.shield(task)

    async def think(
        self, worker: Worker, requester: Requester, request: dict[str, Any], seconds: float
    ) -> dict[str, Any]:
        try:
            return await worker.ask(request, seconds + MARGIN)
        finally:
            if self.metrics is not None:
                self.metrics.observe("think_seconds", worker.seconds_taken, self.name, bot_label(request, self.name))
            self.release(worker, requester, worker.seconds_taken - seconds)

    def forget(self, task: asyncio.Task[dict[str, Any]]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved so that asyncio does not log it when no caller is left

    def release(self, worker: Worker, requester: Requester, seconds: float) -> None:
        self.fair_queue.over(requester, seconds)
        self.idle.append(worker)
        self.assign()

    def assign(self) -> None:
        while self.idle:
            entry = self.fair_queue.next()
            if entry is None:
                return
            requester, turn = entry
            turn.set_result(self.idle.pop(self.preferred_worker(requester.table)))

    def preferred_worker(self, table: str) -> int:
        """Return the index of the free worker to use: the one that worked for this table before, if it is free.

        Bots are stateless, but they cache what they have computed for a table.
        """
        preferred = self.workers[zlib.crc32(table.encode()) % len(self.workers)]
        return self.idle.index(preferred) if preferred in self.idle else 0

    def abandon(self, requester: Requester, turn: asyncio.Future[Worker]) -> None:
        if turn.done():
            self.release(turn.result(), requester, 0.0)
        else:
            self.fair_queue.drop(requester, turn)
            turn.cancel()

    async def stop(self) -> None:
        """End the workers; pending requests fail."""
        await asyncio.gather(*[worker.end() for worker in self.workers])


def bot_label(request: dict[str, Any], queue_name: str) -> str:
    """Label for metrics: the bot without its time budget, else the queue."""
    return str(request.get("bot", queue_name)).partition("@")[0]
