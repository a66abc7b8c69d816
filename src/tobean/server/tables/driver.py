"""Keeps tables moving: lets bots think and play their answers when it is time, and watches the clocks."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tobean.bots import builtin_bot
from tobean.kernel.errors import TobeanError
from tobean.play.bots.bot_scheduler import BotRequest
from tobean.server.logs import log, log_error, short_id
from tobean.server.store.writer import Conflict, WriteFailed
from tobean.server.tables.bot_replies import BotReplies
from tobean.server.tables.live_table import fresh_seed
from tobean.server.workers.worker import BotFailed

if TYPE_CHECKING:
    from typing import Any

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.tables.live_table import LiveTable, Registry

RETRY: Final = 3.0
"""Seconds until a table is driven again after the log could not be written."""
AFTER_CONFLICT: Final = 0.1
"""So long at the most after another server has driven it."""
LONG: Final = 60.0
"""Who has to wait longer than this can wait on disk."""


@dataclass(frozen=True)
class PendingRequest:
    """What a bot thinks about that takes its time."""

    session: Session
    ask: BotRequest
    task: asyncio.Task[dict[str, Any]]

    def is_current(self, session: Session, ask: BotRequest | None) -> bool:
        """Is it still what the table wants to know?"""
        return ask is not None and session is self.session and is_same_request(ask, self.ask)


def is_same_request(ask: BotRequest, other: BotRequest) -> bool:
    """Whether two asks differ only in how long they wait."""
    return replace(ask, at=other.at, open_until=other.open_until) == other


class Driver:
    """One task for each table where a bot has something to do or a clock runs."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.until: dict[str, float] = {}
        """Until when each of these tasks waits."""
        self.pending_requests: dict[str, PendingRequest] = {}
        """What bots that take their time think about, by table."""
        self.answers = BotReplies(registry)

    # --- which tables ------------------------------------------------------------------------------------------------

    def schedule(self, live_table: LiveTable) -> None:
        """Something has changed: is there anything to do? A table that is not in memory any more has no driver."""
        pending_request = self.pending_requests.get(live_table.id)
        if (
            pending_request is not None
            and not live_table.closed
            and pending_request.is_current(live_table.session, self.next(live_table))
        ):
            self.schedule_replies(live_table)
            return  # somebody has come or gone: what the bot thinks about is the same
        live_table.changed_event.set()
        if pending_request is not None:
            pending_request.task.cancel()  # its answer would come too late
        if live_table.closed or live_table.bot_scheduler.needs_no_scheduling:
            return
        self.schedule_replies(live_table)
        task = self.tasks.get(live_table.id)
        if task is None and self.next(live_table) is not None:
            task = asyncio.create_task(self.run(live_table))
            self.tasks[live_table.id] = task
            task.add_done_callback(lambda done: self.ended(live_table, done))

    def schedule_replies(self, live_table: LiveTable) -> None:
        """Somebody has said something: no move hangs on that, but bots may have to answer."""
        self.answers.schedule(live_table)

    def ended(self, live_table: LiveTable, task: asyncio.Task[None]) -> None:
        if self.tasks.get(live_table.id) is task:
            del self.tasks[live_table.id]
            self.until.pop(live_table.id, None)

    def next(self, live_table: LiveTable) -> BotRequest | None:
        return live_table.bot_scheduler.next(time.time(), live_table.present_seats())

    def due(self, live_table: LiveTable) -> float | None:
        """When somebody has to look after the table, even if nobody comes."""
        ask = self.next(live_table)
        return None if ask is None else ask.at

    def idle(self, live_table: LiveTable) -> bool:
        """Would nothing be missed if the table were taken from memory now?"""
        return live_table.id not in self.tasks or self.until.get(live_table.id, 0.0) - time.time() > LONG

    def forget(self, live_table: LiveTable) -> None:
        self.until.pop(live_table.id, None)
        task = self.tasks.pop(live_table.id, None)
        if task is not None:
            task.cancel()
        self.answers.forget(live_table)

    # --- driving one -------------------------------------------------------------------------------------------------

    async def run(self, live_table: LiveTable) -> None:
        while not live_table.closed:
            try:
                live_table.changed_event.clear()
                ask = self.next(live_table)
                if ask is None:
                    return
                await self.play(live_table, ask)
            except Conflict:
                # Another server was faster. Not in step with it, so that the two do not meet again and again.
                await asyncio.sleep(random.uniform(0.0, AFTER_CONFLICT))
            except WriteFailed:
                await asyncio.sleep(RETRY)
            except TobeanError as error:
                self.registry.metrics.count("errors")
                log_error("a bot could not move", error)
                await asyncio.sleep(RETRY)
            except Exception as error:  # a fault of ours must not leave the table without bots
                self.registry.metrics.count("errors")
                log_error("a table could not be driven", error)
                await asyncio.sleep(RETRY)

    async def play(self, live_table: LiveTable, ask: BotRequest) -> None:
        """Let the bot think, wait until its time has come, and play its answer. If the table moves on, begin anew."""
        session = live_table.session
        arranged = tuple(session.answers)
        if ask.at - time.time() > LONG and not await self.wait(live_table, ask.at - LONG):
            return
        fault = ""
        answer: dict[str, Any] | None = {}
        if ask.bot:
            try:
                answer = await self.think(live_table, ask)
            except BotFailed as error:
                self.registry.metrics.count("bot_faults")
                log("bot failed", table=short_id(live_table.id), bot=ask.bot, fault=error.fault)
                fault = error.fault
        if answer is None:
            return
        while True:
            current = self.next(live_table)
            if current is None or not is_same_request(current, ask) or live_table.session is not session:
                return
            if tuple(session.answers) != arranged:
                return  # it may want what a person has just said they keep
            if current.at <= time.time():
                break
            await self.wait(live_table, current.at)
            live_table.changed_event.clear()  # people have spoken or passed meanwhile: the same answer is due later or sooner
        await self.reply(live_table, session, current, answer, fault)

    async def reply(
        self, live_table: LiveTable, session: Session, ask: BotRequest, answer: dict[str, Any], fault: str = ""
    ) -> None:
        """Play what a bot has found out about this session, and let it talk about it."""
        do, remark = answer.get("do"), answer.get("remark")

        def played(current: Session, now: float) -> list[Entry]:
            # While this waited for its turn the session may have been taken from the log anew: another table then.
            return live_table.bot_scheduler.play(ask, do, now, fresh_seed(), fault) if current is session else []

        def said(current: Session, now: float) -> list[Entry]:
            return (
                live_table.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, remark, now)
                if current is session and remark
                else []
            )

        if await live_table.change(played) and remark and not fault:
            await live_table.change(said)

    async def think(self, live_table: LiveTable, ask: BotRequest) -> dict[str, Any] | None:
        """What the bot answers; None if the table has moved on while it thought about it."""
        asked = live_table.bot_scheduler.question(ask, fresh_seed())
        seconds = getattr(builtin_bot(ask.bot), "seconds", None) or None  # with a budget of 0, it does not search
        thinking = self.registry.worker_pool.ask(live_table.requester, {**asked, "table": live_table.id}, seconds)
        if seconds is None:
            return await thinking
        pending_request = self.pending_requests[live_table.id] = PendingRequest(
            live_table.session, ask, asyncio.create_task(thinking)
        )
        try:
            await asyncio.wait([pending_request.task])
            return None if pending_request.task.cancelled() else pending_request.task.result()
        finally:
            pending_request.task.cancel()
            if self.pending_requests.get(live_table.id) is pending_request:
                del self.pending_requests[live_table.id]

    async def wait(self, live_table: LiveTable, at: float) -> bool:
        """Wait for this moment; False if the table has moved on before."""
        self.until[live_table.id] = at
        while not live_table.changed_event.is_set():
            left = at - time.time()
            if left <= 0:
                return True
            try:
                async with asyncio.timeout(left):
                    await live_table.changed_event.wait()
            except TimeoutError:
                return True
        return False
