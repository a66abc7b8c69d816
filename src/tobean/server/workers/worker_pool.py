"""Worker pool with queues by speed: a slow or broken bot costs its own move and never blocks the event loop.

A request over which a worker died or hung is sent once more; after that a fast bot decides.
"""

from __future__ import annotations

import asyncio
import logging
from base64 import b64decode
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from tobean.bots.coach.review_data import ReviewText
from tobean.server.logs import log, log_error
from tobean.server.protection.rate_limits import PEOPLE_PER_ADDRESS
from tobean.server.workers.fair_queue import ConcurrencyLimits, Requester
from tobean.server.workers.worker import (
    BUSY,
    CRASH,
    DIED,
    MAX_THOUGHT,
    MODEST,
    OVERRUN,
    QUICK,
    BotFailed,
    ProcessWorker,
)
from tobean.server.workers.worker_queue import WorkerQueue
from tobean.study.daily.bot_games import BotGame
from tobean.study.position_picture import PNG

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.server.metrics import Metrics
    from tobean.server.workers.worker import Worker

    WorkerFactory = Callable[[int, int], Worker]
    """Creates a worker from its number and niceness."""

REVIEW_SECONDS: Final = 60.0
"""Seconds that the coach or a picture as PNG may take, and that a request may wait for them."""
USUAL_SECONDS: Final = 2.0
"""Expected seconds for a bot without a time budget of its own."""
MAX_WAIT: Final = 20.0
"""Seconds that a request for a slow bot waits; then a fast one is asked instead."""
STAND_IN: Final = "merchant"
MAX_WAITING: Final = 8
"""Requests of one address that may wait for the coach, and pictures that may wait to be drawn."""


class WorkerPool(Protocol):
    """Pool of a server: its own workers, or a client of the pool process (`pool_client.py`)."""

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """Ask a bot, within its own time budget if it has one; raises `BotFailed`."""
        ...

    async def hint(self, requester: Requester, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Ask the coach about a position, with the priority of a fast bot; raises `BotFailed`."""
        ...

    async def review(self, requester: Requester, record: str, language: str) -> ReviewText:
        """Review a game; raises `BotFailed`."""
        ...

    async def examine(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        """Examine the log of a table, with the priority of a review; raises `BotFailed`."""
        ...

    async def play_deal(self, requester: Requester, deal: str, bot: str) -> BotGame:
        """Play a deal of the day with a reference bot; raises `BotFailed`."""
        ...

    async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        """Compute a part of a replay; raises `BotFailed`."""
        ...

    async def draw(self, requester: Requester, svg: str) -> bytes:
        """Draw a picture as PNG in the size of a preview; raises `BotFailed`."""
        ...

    async def study(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        """Let the coach compute a part of the study of a replay; raises `BotFailed`."""
        ...

    async def clear_replays(self) -> None:
        """Discard cached replays, because a record was changed."""
        ...

    async def metrics_text(self) -> tuple[str, bytes] | None:
        """Return the metrics and the name of the process that has the pool; None if that is this one."""
        ...

    async def stop(self) -> None: ...


class QueuedWorkerPool:
    """Workers in separate queues for fast bots, slow bots, the coach, replays and PNG pictures.

    A slow bot never delays a fast one, replays of finished games delay no table, and pictures delay no replay. Each
    worker is started at its first request. Bots may run elsewhere (`bots` creates their workers); all others run here.
    """

    def __init__(self, count: int, metrics: Metrics | None = None, bots: WorkerFactory = ProcessWorker) -> None:
        slow = max(1, count // 2)
        quick = max(1, count - slow)
        # One person gets at most half of several slow workers; a table has one slow request at a time.
        limits = ConcurrencyLimits(person=max(1, slow // 2), table=1)
        self.quick = WorkerQueue([bots(index, QUICK) for index in range(quick)], "quick", metrics)
        self.slow = WorkerQueue([bots(quick + index, MODEST) for index in range(slow)], "slow", metrics, limits)
        first, others = quick + slow, max(1, count // 8)
        self.clearing: set[asyncio.Task[None]] = set()
        """Tasks that wait to end a worker of the coach."""
        self.coach = WorkerQueue([ProcessWorker(first + index) for index in range(others)], "coach", metrics)
        self.replays = WorkerQueue(
            [ProcessWorker(first + others + index) for index in range(others)], "screen", metrics
        )
        last = first + 2 * others
        self.pictures = WorkerQueue([ProcessWorker(last, MODEST)], "pictures", metrics)
        self.spare = self.quick if bots is ProcessWorker else WorkerQueue([ProcessWorker(last + 1)], "spare", metrics)
        """Replaces the workers of a cluster that do not answer."""
        self.queues = tuple(dict.fromkeys((self.quick, self.slow, self.coach, self.replays, self.pictures, self.spare)))
        self.ending = False
        if metrics is not None:
            metrics.gauge("questions", self.waiting)

    def waiting(self) -> dict[str, float]:
        """Return the number of waiting requests in each queue."""
        return {queue.name: len(queue.fair_queue) for queue in self.queues}

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        if seconds is None:
            return await self.ask_with_retry(self.quick, requester, request, USUAL_SECONDS)
        try:
            return await self.ask_with_retry(self.slow, requester, request, min(seconds, MAX_THOUGHT), MAX_WAIT)
        except BotFailed as error:
            if error.fault == CRASH or self.ending:
                raise
            log("a quick bot stands in", bot=request.get("bot"), fault=error.fault)
        return await self.ask_with_retry(self.quick, requester, {**request, "bot": STAND_IN}, USUAL_SECONDS)

    async def ask_with_retry(
        self,
        queue: WorkerQueue,
        requester: Requester,
        request: dict[str, Any],
        seconds: float,
        queue_timeout: float | None = None,
    ) -> dict[str, Any]:
        """Ask in this queue, and once more if the worker dies; for a fast bot the second time in the spare queue.

        With a cluster, the spare queue is also asked after a timeout; without one, the bot would time out again.
        """
        retry_queue = self.spare if queue is self.quick else queue
        retryable_faults = (DIED,) if retry_queue is queue else (DIED, OVERRUN)
        try:
            return await queue.ask(requester, request, seconds, queue_timeout)
        except BotFailed as error:
            if error.fault not in retryable_faults or self.ending:
                raise
            # The process has ended, or was killed because it hung; a new one replaces it.
            log(
                "a request to a bot is sent again",
                logging.WARNING,
                bot=request.get("bot"),
                fault=error.fault,
                reason=str(error),
            )
        return await retry_queue.ask(requester, request, seconds, queue_timeout)

    async def hint(self, requester: Requester, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self.quick.fair_queue.of(requester.address_block) >= PEOPLE_PER_ADDRESS:
            raise BotFailed(BUSY, "too many questions of this address wait for the coach")
        return await self.ask_with_retry(self.quick, requester, request, seconds, MAX_WAIT)

    async def review(self, requester: Requester, record: str, language: str) -> ReviewText:
        answer = await self.ask_coach(requester, {"record": record, "language": language})
        return msgspec.convert(answer["review"], ReviewText)

    async def examine(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        return await self.ask_coach(requester, request)

    async def play_deal(self, requester: Requester, deal: str, bot: str) -> BotGame:
        return msgspec.convert(await self.ask_coach(requester, {"deal": deal, "bot": bot}), BotGame)

    async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        if self.replays.fair_queue.of(requester.address_block) >= PEOPLE_PER_ADDRESS:
            raise BotFailed(BUSY, "too many questions of this address wait for a replay")
        return await self.replays.ask(requester, request, USUAL_SECONDS, MAX_WAIT)

    async def draw(self, requester: Requester, svg: str) -> bytes:
        if self.pictures.fair_queue.of(requester.address_block) >= MAX_WAITING:
            raise BotFailed(BUSY, "too many pictures of this address wait to be drawn")
        answer = await self.pictures.ask(requester, {"picture": svg}, REVIEW_SECONDS, REVIEW_SECONDS)
        return b64decode(answer[PNG])

    async def study(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        return await self.ask_coach(requester, request)

    async def ask_coach(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        """Ask in the queue of the coach; raises `BotFailed` if too much of this address waits there."""
        if self.coach.fair_queue.of(requester.address_block) >= MAX_WAITING:
            raise BotFailed(BUSY, "too many requests of this address wait for the coach")
        return await self.coach.ask(requester, request, REVIEW_SECONDS, REVIEW_SECONDS)

    async def clear_replays(self) -> None:
        """End the workers that cache replays; the next request starts new ones.

        The coach may be busy for a minute, and commands to this server do not wait for it.
        """
        for worker in self.coach.workers:
            task = asyncio.create_task(end_when_free(worker))
            self.clearing.add(task)
            task.add_done_callback(self.clearing.discard)
        for worker in self.replays.workers:
            await end_when_free(worker)

    async def metrics_text(self) -> None:
        return None

    async def stop(self) -> None:
        self.ending = True
        for queue in self.queues:
            try:
                await queue.stop()
            except OSError as error:
                log_error("a bot process would not end", error)


async def end_when_free(worker: Worker) -> None:
    """End a worker after its present request."""
    assert isinstance(worker, ProcessWorker)
    async with worker.lock:
        await worker.end()
