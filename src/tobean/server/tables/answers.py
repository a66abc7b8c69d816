"""Bots answer people's questions beside the game: no move has to wait for that, and no answer for a move."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from tobean.play.bots.answering import request
from tobean.server.logs import log, short, trouble
from tobean.server.store.writer import Conflict, NotWritten
from tobean.server.tables.room import fresh_seed
from tobean.server.workers.thinker import BotFailed

if TYPE_CHECKING:
    from tobean.play.bots.answering import Reply
    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.tables.room import Keeper, Room

MOST_TRIES: Final = 5
"""So often a bot thinks about one question while the table moves on under its answer."""


class Answers:
    """One task for each bot that has a question before it."""

    def __init__(self, hall: Keeper) -> None:
        self.hall = hall
        self.tasks: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        """By table, entry and seat."""

    def look(self, room: Room) -> None:
        """Something was said: who has to answer?"""
        if room.closed:
            return
        for reply in room.manners.answering.due(time.time()):
            key = (room.id, reply.spoken.number, reply.seat)
            if key not in self.tasks:
                task = asyncio.create_task(self.answer(room, reply))
                self.tasks[key] = task
                task.add_done_callback(lambda done, key=key: self.tasks.pop(key, None))  # type: ignore[misc]

    def forget(self, room: Room) -> None:
        for key, task in list(self.tasks.items()):
            if key[0] == room.id:
                task.cancel()

    async def answer(self, room: Room, reply: Reply) -> None:
        """Let the bot think and speak; what goes wrong costs its answer and nothing else."""
        try:
            for _ in range(MOST_TRIES):
                if await self.said(room, reply):
                    return
        except (Conflict, NotWritten):
            pass  # the table is taken from the log anew, and then looked at again
        except BotFailed as error:
            self.hall.metrics.count("bot_faults")
            log("bot failed", table=short(room.id), bot=reply.bot, fault=error.fault)
        except Exception as error:  # a fault of ours must not end the server
            self.hall.metrics.count("errors")
            trouble("a bot could not answer", error)

    async def said(self, room: Room, asked: Reply) -> bool:
        """Is the question off the table, answered or not? False: the table has moved on, think again."""
        session = room.session
        replies = room.manners.answering.due(time.time())
        key = (asked.spoken.number, asked.seat)
        reply = next((each for each in replies if (each.spoken.number, each.seat) == key), None)
        if room.closed or reply is None:
            return True
        question = request(session, reply, fresh_seed())
        found = await self.hall.thinkers.ask(room.whose, {**question, "table": room.id}, None)
        await asyncio.sleep(max(0.0, reply.at - time.time()))

        def spoken(current: Session, now: float) -> list[Entry]:
            return room.manners.reply(reply, found, now, fresh_seed()) if current is session else []

        return bool(await room.change(spoken))
