"""Bots think outside of the server, in queues by level: a slow or broken one costs its move, never the event loop.

A thinker that dies or hangs costs its thought: what it died of is asked once more, and then a quick bot stands in.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from tobean.bots.coach.review_data import ReviewText
from tobean.server.logs import log, log_error
from tobean.server.pages.game_list import LONGEST_THOUGHT
from tobean.server.protection.rate_limits import PEOPLE_PER_ADDRESS
from tobean.server.workers.fair_queue import ConcurrencyLimits, Requester
from tobean.server.workers.worker import BUSY, CRASH, DIED, MODEST, OVERRUN, QUICK, BotFailed, ProcessWorker
from tobean.server.workers.worker_queue import WorkerQueue

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.server.metrics import Metrics
    from tobean.server.workers.worker import Worker

    WorkerFactory = Callable[[int, int], Worker]
    """Makes a thinker of this number that is so nice."""

REVIEW_SECONDS: Final = 60.0
USUAL_SECONDS: Final = 2.0
"""What a bot without a time budget of its own should need."""
LONGEST_WAIT: Final = 20.0
"""So long a slow bot waits for its turn; then a quick one is asked in its place."""
STAND_IN: Final = "merchant"
MOST_WAITING: Final = 8
"""So many reviews of one address may wait for the coach."""


class WorkerPool(Protocol):
    """Whom a server asks: thinkers of its own, or those of its office (`office.py`)."""

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """The answer of a bot, with its own time budget if it has one; raises `BotFailed`."""
        ...

    async def hint(self, requester: Requester, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """What the coach says of a position, as quickly as a bot; raises `BotFailed`."""
        ...

    async def review(self, requester: Requester, record: str, language: str) -> ReviewText:
        """Review of a game; raises `BotFailed`."""
        ...

    async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        """A part of a replay; raises `BotFailed`."""
        ...

    async def clear_replays(self) -> None:
        """Let nobody see what was worked out of a record before it was changed."""
        ...

    async def metrics_text(self) -> tuple[str, bytes] | None:
        """What is counted elsewhere, and the name of the process that does; None: here."""
        ...

    async def stop(self) -> None: ...


class QueuedWorkerPool:
    """Those for quick bots, for bots that take their time, for the coach, and for replays.

    So a slow bot never keeps a quick one waiting, and who looks at a game that is over keeps no table waiting. Each is
    started when it is first asked. Bots may think elsewhere (`bots` makes those who do); coach and replays stay here.
    """

    def __init__(self, count: int, metrics: Metrics | None = None, bots: WorkerFactory = ProcessWorker) -> None:
        slow = max(1, count // 2)
        quick = max(1, count - slow)
        # Nobody who comes finds only the thoughts of one person before them; a table has one slow thought at a time.
        fair = ConcurrencyLimits(person=max(1, slow // 2), table=1)
        self.quick = WorkerQueue([bots(number, QUICK) for number in range(quick)], "quick", metrics)
        self.slow = WorkerQueue([bots(quick + number, MODEST) for number in range(slow)], "slow", metrics, fair)
        number, some = quick + slow, max(1, count // 8)
        self.coach = WorkerQueue([ProcessWorker(number + each) for each in range(some)], "coach", metrics)
        self.replays = WorkerQueue([ProcessWorker(number + some + each) for each in range(some)], "screen", metrics)
        self.spare = (
            self.quick if bots is ProcessWorker else WorkerQueue([ProcessWorker(number + 2 * some)], "spare", metrics)
        )
        """Stands in for bots that think elsewhere when nobody answers there."""
        self.queues = tuple(dict.fromkeys((self.quick, self.slow, self.coach, self.replays, self.spare)))
        self.ending = False
        if metrics is not None:
            metrics.gauge("questions", self.waiting)

    def waiting(self) -> dict[str, float]:
        """How many questions wait for their turn in each lane."""
        return {queue.name: len(queue.fair_queue) for queue in self.queues}

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        if seconds is None:
            return await self.ask_with_retry(self.quick, requester, request, USUAL_SECONDS)
        try:
            return await self.ask_with_retry(self.slow, requester, request, min(seconds, LONGEST_THOUGHT), LONGEST_WAIT)
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
        patience: float | None = None,
    ) -> dict[str, Any]:
        """Ask in this lane; if the thinker dies over it, once more, a quick bot then among the spare ones.

        These are asked, too, if nobody answers elsewhere; who has taken too long here would do so again.
        """
        second = self.spare if queue is self.quick else queue
        retryable_faults = (DIED,) if second is queue else (DIED, OVERRUN)
        try:
            return await queue.ask(requester, request, seconds, patience)
        except BotFailed as error:
            if error.fault not in retryable_faults or self.ending:
                raise
            # Its process has ended, or was ended because it hung; another one takes its place.
            log(
                "a question to a bot is asked again",
                logging.WARNING,
                bot=request.get("bot"),
                fault=error.fault,
                reason=str(error),
            )
        return await second.ask(requester, request, seconds, patience)

    async def hint(self, requester: Requester, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self.quick.fair_queue.of(requester.address_block) >= PEOPLE_PER_ADDRESS:
            raise BotFailed(BUSY, "too many questions of this address wait for the coach")
        return await self.ask_with_retry(self.quick, requester, request, seconds, LONGEST_WAIT)

    async def review(self, requester: Requester, record: str, language: str) -> ReviewText:
        if self.coach.fair_queue.of(requester.address_block) >= MOST_WAITING:
            raise BotFailed(BUSY, "too many reviews of this address wait for the coach")
        request = {"record": record, "language": language}
        found = await self.coach.ask(requester, request, REVIEW_SECONDS, REVIEW_SECONDS)
        return msgspec.convert(found["review"], ReviewText)

    async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        if self.replays.fair_queue.of(requester.address_block) >= PEOPLE_PER_ADDRESS:
            raise BotFailed(BUSY, "too many questions of this address wait for a replay")
        return await self.replays.ask(requester, request, USUAL_SECONDS, LONGEST_WAIT)

    async def clear_replays(self) -> None:
        """The next one begins anew, in another process."""
        for worker in self.replays.workers:
            assert isinstance(worker, ProcessWorker)
            async with worker.lock:
                await worker.end()

    async def metrics_text(self) -> None:
        return None

    async def stop(self) -> None:
        self.ending = True
        for queue in self.queues:
            try:
                await queue.stop()
            except OSError as error:
                log_error("a bot process would not end", error)
