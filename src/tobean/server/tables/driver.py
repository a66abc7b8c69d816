"""Driving tables: requests bot moves from the worker pool, plays them when they are due, and enforces the clocks."""

import asyncio
import random
import time
from dataclasses import dataclass, replace
from typing import Any, Final

from tobean.bots import builtin_bot
from tobean.kernel.errors import BadInput, TobeanError
from tobean.server.logs import log, log_error, short_id
from tobean.server.store.write_errors import Conflict, WriteFailed
from tobean.server.tables.bot_replies import BotReplies
from tobean.server.tables.live_table import LiveTable, Registry, fresh_seed
from tobean.server.workers.worker import CRASH, BotFailed
from tobean.session.bots.bot_scheduler import BotRequest
from tobean.session.log.entries import Entry
from tobean.session.session import Session

RETRY_SECONDS: Final = 3.0
"""Seconds until a table is driven again after the log could not be written."""
CONFLICT_DELAY: Final = 0.1
"""Longest delay, in seconds, before a table is driven again after another server has driven it."""
UNLOAD_GAP: Final = 60.0
"""A table whose next request is further away than this, in seconds, may be unloaded until then."""


@dataclass(frozen=True)
class PendingRequest:
    """A request to a bot with a time budget, while it is being computed."""

    session: Session
    bot_request: BotRequest
    task: asyncio.Task[dict[str, Any]]

    def is_current(self, session: Session, bot_request: BotRequest | None) -> bool:
        """Whether the table still needs the answer to this request."""
        return bot_request is not None and session is self.session and is_same_request(bot_request, self.bot_request)


def is_same_request(bot_request: BotRequest, other: BotRequest) -> bool:
    """Whether two requests differ at most in their times."""
    return replace(bot_request, at=other.at, open_until=other.open_until) == other


class Driver:
    """Runs one task for each table where a bot has to act or a clock runs."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.until: dict[str, float] = {}
        """Time until which each of these tasks waits."""
        self.pending_requests: dict[str, PendingRequest] = {}
        """Requests to bots with a time budget, by table."""
        self.bot_replies = BotReplies(registry)

    # --- which tables ------------------------------------------------------------------------------------------------

    def schedule(self, live_table: LiveTable) -> None:
        """Start, keep or restart the table's task after a change. A table that has been unloaded gets none."""
        pending_request = self.pending_requests.get(live_table.id)
        if (
            pending_request is not None
            and not live_table.closed
            and pending_request.is_current(live_table.session, self.next_request(live_table))
        ):
            self.schedule_replies(live_table)
            return  # a viewer has come or gone: the bot's request is the same
        live_table.changed_event.set()
        if pending_request is not None:
            pending_request.task.cancel()  # its answer would be outdated
        if live_table.closed or live_table.bot_scheduler.needs_no_scheduling:
            return
        self.schedule_replies(live_table)
        task = self.tasks.get(live_table.id)
        if task is None and self.next_request(live_table) is not None:
            task = asyncio.create_task(self.run(live_table))
            self.tasks[live_table.id] = task
            task.add_done_callback(lambda done: self.remove_task(live_table, done))

    def schedule_replies(self, live_table: LiveTable) -> None:
        """Schedule replies of bots to the chat; the table's own task is not affected."""
        self.bot_replies.schedule(live_table)

    def remove_task(self, live_table: LiveTable, task: asyncio.Task[None]) -> None:
        if self.tasks.get(live_table.id) is task:
            del self.tasks[live_table.id]
            self.until.pop(live_table.id, None)

    def next_request(self, live_table: LiveTable) -> BotRequest | None:
        return live_table.bot_scheduler.next(time.time(), live_table.present_seats())

    def due_time(self, live_table: LiveTable) -> float | None:
        """Time at which the table has to be in memory even without viewers, because a bot or a clock is due."""
        bot_request = self.next_request(live_table)
        return None if bot_request is None else bot_request.at

    def is_idle(self, live_table: LiveTable) -> bool:
        """Whether the table could be unloaded now without missing anything."""
        return live_table.id not in self.tasks or self.until.get(live_table.id, 0.0) - time.time() > UNLOAD_GAP

    def forget(self, live_table: LiveTable) -> None:
        self.until.pop(live_table.id, None)
        task = self.tasks.pop(live_table.id, None)
        if task is not None:
            task.cancel()
        self.bot_replies.forget(live_table)

    # --- driving one -------------------------------------------------------------------------------------------------

    async def run(self, live_table: LiveTable) -> None:
        while not live_table.closed:
            try:
                live_table.changed_event.clear()
                bot_request = self.next_request(live_table)
                if bot_request is None:
                    return
                await self.play(live_table, bot_request)
            except Conflict:
                # Another server was faster. A random delay keeps the two from colliding again and again.
                await asyncio.sleep(random.uniform(0.0, CONFLICT_DELAY))
            except WriteFailed:
                await asyncio.sleep(RETRY_SECONDS)
            except TobeanError as error:
                self.registry.metrics.count("errors")
                log_error("a bot could not move", error)
                await asyncio.sleep(RETRY_SECONDS)
            except Exception as error:  # a bug here must not leave the table without bots
                self.registry.metrics.count("errors")
                log_error("a table could not be driven", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def play(self, live_table: LiveTable, bot_request: BotRequest) -> None:
        """Get the bot's answer, wait until it is due, and play it. Returns early if the table changes before that."""
        session = live_table.session
        preferences = tuple(session.preferences)
        if bot_request.at - time.time() > UNLOAD_GAP and not await self.wait(live_table, bot_request.at - UNLOAD_GAP):
            return
        fault = ""
        answer: dict[str, Any] | None = {}
        if bot_request.bot:
            try:
                answer = await self.think(live_table, bot_request)
            except BotFailed as error:
                self.registry.metrics.count("bot_faults")
                log("bot failed", table=short_id(live_table.id), bot=bot_request.bot, fault=error.fault)
                fault = error.fault
        if answer is None:
            return
        while True:
            current = self.next_request(live_table)
            if current is None or not is_same_request(current, bot_request) or live_table.session is not session:
                return
            if tuple(session.preferences) != preferences:
                return  # the answer may ask for cards that a person has just marked as not for trade
            if current.at <= time.time():
                break
            await self.wait(live_table, current.at)
            # People have spoken or passed since: the same answer is due at another time.
            live_table.changed_event.clear()
        await self.reply(live_table, session, current, answer, fault)

    async def reply(
        self, live_table: LiveTable, session: Session, bot_request: BotRequest, answer: dict[str, Any], fault: str = ""
    ) -> None:
        """Play a bot's answer, then write its remark, unless the session has been replaced since it was asked."""
        do, remark = answer.get("do"), answer.get("remark")

        def play(current: Session, now: float) -> list[Entry]:
            # While this change waited for the lock, the session may have been reloaded from the log.
            return (
                live_table.bot_scheduler.play(bot_request, do, now, fresh_seed(), fault) if current is session else []
            )

        def comment(current: Session, now: float) -> list[Entry]:
            return (
                live_table.bot_scheduler.bot_chat.remark(bot_request.seat, bot_request.bot, remark, now)
                if current is session and remark
                else []
            )

        if await live_table.change(play) and remark and not fault:
            await live_table.change(comment)

    async def think(self, live_table: LiveTable, bot_request: BotRequest) -> dict[str, Any] | None:
        """Return the bot's answer, or None if the table has changed in the meantime."""
        payload = live_table.bot_scheduler.build_request(bot_request, fresh_seed())
        try:
            bot = builtin_bot(bot_request.bot)
        except BadInput as error:  # a bot that the operator has removed since
            raise BotFailed(CRASH, "{reason}", reason=error) from error
        seconds = getattr(bot, "seconds", None) or None  # with a budget of 0, it does not search
        answering = self.registry.worker_pool.ask(live_table.requester, {**payload, "table": live_table.id}, seconds)
        if seconds is None:
            return await answering
        pending_request = self.pending_requests[live_table.id] = PendingRequest(
            live_table.session, bot_request, asyncio.create_task(answering)
        )
        try:
            await asyncio.wait([pending_request.task])
            return None if pending_request.task.cancelled() else pending_request.task.result()
        finally:
            pending_request.task.cancel()
            if self.pending_requests.get(live_table.id) is pending_request:
                del self.pending_requests[live_table.id]

    async def wait(self, live_table: LiveTable, at: float) -> bool:
        """Wait until this time; returns False as soon as the table changes."""
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
