"""Bots answer people's questions beside the game: no move has to wait for that, and no answer for a move."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from tobean.play.bots.reply_scheduler import reply_request
from tobean.server.logs import log, log_error, short_id
from tobean.server.store.writer import Conflict, WriteFailed
from tobean.server.tables.live_table import fresh_seed
from tobean.server.workers.worker import BotFailed

if TYPE_CHECKING:
    from tobean.play.bots.reply_scheduler import ReplyRequest
    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.tables.live_table import LiveTable, Registry

MOST_TRIES: Final = 5
"""So often a bot thinks about one question while the table moves on under its answer."""


class BotReplies:
    """One task for each bot that has a question before it."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        """By table, entry and seat."""

    def schedule(self, live_table: LiveTable) -> None:
        """Something was said: who has to answer?"""
        if live_table.closed:
            return
        for reply in live_table.bot_scheduler.reply_scheduler.due(time.time()):
            key = (live_table.id, reply.spoken.number, reply.seat)
            if key not in self.tasks:
                task = asyncio.create_task(self.answer(live_table, reply))
                self.tasks[key] = task
                task.add_done_callback(lambda done, key=key: self.tasks.pop(key, None))  # type: ignore[misc]

    def forget(self, live_table: LiveTable) -> None:
        for key, task in list(self.tasks.items()):
            if key[0] == live_table.id:
                task.cancel()

    async def answer(self, live_table: LiveTable, reply: ReplyRequest) -> None:
        """Let the bot think and speak; what goes wrong costs its answer and nothing else."""
        try:
            for _ in range(MOST_TRIES):
                if await self.reply_once(live_table, reply):
                    return
        except (Conflict, WriteFailed):
            pass  # the table is taken from the log anew, and then looked at again
        except BotFailed as error:
            self.registry.metrics.count("bot_faults")
            log("bot failed", table=short_id(live_table.id), bot=reply.bot, fault=error.fault)
        except Exception as error:  # a fault of ours must not end the server
            self.registry.metrics.count("errors")
            log_error("a bot could not answer", error)

    async def reply_once(self, live_table: LiveTable, asked: ReplyRequest) -> bool:
        """Is the question off the table, answered or not? False: the table has moved on, think again."""
        session = live_table.session
        replies = live_table.bot_scheduler.reply_scheduler.due(time.time())
        key = (asked.spoken.number, asked.seat)
        reply = next((each for each in replies if (each.spoken.number, each.seat) == key), None)
        if live_table.closed or reply is None:
            return True
        question = reply_request(session, reply, fresh_seed())
        found = await self.registry.worker_pool.ask(live_table.requester, {**question, "table": live_table.id}, None)
        await asyncio.sleep(max(0.0, reply.at - time.time()))

        def spoken(current: Session, now: float) -> list[Entry]:
            return live_table.bot_scheduler.reply(reply, found, now, fresh_seed()) if current is session else []

        return bool(await live_table.change(spoken))
