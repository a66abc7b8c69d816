"""Replies of bots to people's questions in the chat.

They run beside the game: no move waits for a reply, and no reply for a move.
"""

import asyncio
import time
from typing import Final

from tobean.server.logs import log, log_error, short_id
from tobean.server.store.write_errors import Conflict, WriteFailed
from tobean.server.tables.live_table import LiveTable, Registry, fresh_seed
from tobean.server.workers.worker import BotFailed
from tobean.session.bots.reply_scheduler import ReplyRequest, reply_request
from tobean.session.log.entries import Entry
from tobean.session.session import Session

MAX_TRIES: Final = 5
"""Attempts at one reply before it is given up, if the table changes during each of them."""


class BotReplies:
    """Runs one task for each bot that has a question to answer."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        """Running tasks by table, number of the entry with the question, and seat."""

    def schedule(self, live_table: LiveTable) -> None:
        """Start a task for each reply that is due and not under way."""
        if live_table.closed:
            return
        for request in live_table.bot_scheduler.reply_scheduler.due(time.time()):
            key = (live_table.id, request.utterance.number, request.seat)
            if key not in self.tasks:
                task = asyncio.create_task(self.answer(live_table, request))
                self.tasks[key] = task
                task.add_done_callback(lambda done, key=key: self.tasks.pop(key, None))  # type: ignore[misc]

    def forget(self, live_table: LiveTable) -> None:
        for key, task in list(self.tasks.items()):
            if key[0] == live_table.id:
                task.cancel()

    async def answer(self, live_table: LiveTable, request: ReplyRequest) -> None:
        """Compute and write a reply. A failure costs this reply and nothing else."""
        try:
            for _ in range(MAX_TRIES):
                if await self.reply_once(live_table, request):
                    return
        except (Conflict, WriteFailed):
            pass  # the table is reloaded from the log, which schedules replies again
        except BotFailed as error:
            self.registry.metrics.count("bot_faults")
            log("bot failed", table=short_id(live_table.id), bot=request.bot, fault=error.fault)
        except Exception as error:  # a bug here must not end the server
            self.registry.metrics.count("errors")
            log_error("a bot could not answer", error)

    async def reply_once(self, live_table: LiveTable, request: ReplyRequest) -> bool:
        """Try to reply once. Returns whether the question is settled, or no longer needs a reply.

        False means that the table changed during the computation, which has to be repeated.
        """
        session = live_table.session
        due = live_table.bot_scheduler.reply_scheduler.due(time.time())
        key = (request.utterance.number, request.seat)
        current = next((other for other in due if (other.utterance.number, other.seat) == key), None)
        if live_table.closed or current is None:
            return True
        payload = reply_request(session, current, fresh_seed())
        answer = await self.registry.worker_pool.ask(live_table.requester, {**payload, "table": live_table.id}, None)
        await asyncio.sleep(max(0.0, current.at - time.time()))

        def reply(changed: Session, now: float) -> list[Entry]:
            return live_table.bot_scheduler.reply(current, answer, now, fresh_seed()) if changed is session else []

        return bool(await live_table.change(reply))
