"""Keeps tables moving: lets bots think and play their answers when it is time, and watches the clocks."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tobean.bots import house_bot
from tobean.kernel.errors import TobeanError
from tobean.play.bots.manners import Ask
from tobean.server.logs import log, short, trouble
from tobean.server.store.writer import Conflict, NotWritten
from tobean.server.tables.answers import Answers
from tobean.server.tables.room import fresh_seed
from tobean.server.workers.thinker import BotFailed

if TYPE_CHECKING:
    from typing import Any

    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session
    from tobean.server.tables.room import Keeper, Room

RETRY: Final = 3.0
"""Seconds until a table is driven again after the log could not be written."""
AFTER_CONFLICT: Final = 0.1
"""So long at the most after another server has driven it."""
LONG: Final = 60.0
"""Who has to wait longer than this can wait on disk."""


@dataclass(frozen=True)
class Thought:
    """What a bot thinks about that takes its time."""

    session: Session
    ask: Ask
    task: asyncio.Task[dict[str, Any]]

    def fits(self, session: Session, ask: Ask | None) -> bool:
        """Is it still what the table wants to know?"""
        return ask is not None and session is self.session and is_same(ask, self.ask)


def is_same(ask: Ask, other: Ask) -> bool:
    """Whether two asks differ only in how long they wait."""
    return replace(ask, at=other.at, open_until=other.open_until) == other


class Driver:
    """One task for each table where a bot has something to do or a clock runs."""

    def __init__(self, hall: Keeper) -> None:
        self.hall = hall
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.until: dict[str, float] = {}
        """Until when each of these tasks waits."""
        self.thoughts: dict[str, Thought] = {}
        """What bots that take their time think about, by table."""
        self.answers = Answers(hall)

    # --- which tables ------------------------------------------------------------------------------------------------

    def look(self, room: Room) -> None:
        """Something has changed: is there anything to do? A table that is not in memory any more has no driver."""
        thought = self.thoughts.get(room.id)
        if thought is not None and not room.closed and thought.fits(room.session, self.next(room)):
            self.listen(room)
            return  # somebody has come or gone: what the bot thinks about is the same
        room.stirred.set()
        if thought is not None:
            thought.task.cancel()  # its answer would come too late
        if room.closed or room.manners.left_alone:
            return
        self.listen(room)
        task = self.tasks.get(room.id)
        if task is None and self.next(room) is not None:
            task = asyncio.create_task(self.run(room))
            self.tasks[room.id] = task
            task.add_done_callback(lambda done: self.ended(room, done))

    def listen(self, room: Room) -> None:
        """Somebody has said something: no move hangs on that, but bots may have to answer."""
        self.answers.look(room)

    def ended(self, room: Room, task: asyncio.Task[None]) -> None:
        if self.tasks.get(room.id) is task:
            del self.tasks[room.id]
            self.until.pop(room.id, None)

    def next(self, room: Room) -> Ask | None:
        return room.manners.next(time.time(), room.present())

    def due(self, room: Room) -> float | None:
        """When somebody has to look after the table, even if nobody comes."""
        ask = self.next(room)
        return None if ask is None else ask.at

    def idle(self, room: Room) -> bool:
        """Would nothing be missed if the table were taken from memory now?"""
        return room.id not in self.tasks or self.until.get(room.id, 0.0) - time.time() > LONG

    def forget(self, room: Room) -> None:
        self.until.pop(room.id, None)
        task = self.tasks.pop(room.id, None)
        if task is not None:
            task.cancel()
        self.answers.forget(room)

    # --- driving one -------------------------------------------------------------------------------------------------

    async def run(self, room: Room) -> None:
        while not room.closed:
            try:
                room.stirred.clear()
                ask = self.next(room)
                if ask is None:
                    return
                await self.play(room, ask)
            except Conflict:
                # Another server was faster. Not in step with it, so that the two do not meet again and again.
                await asyncio.sleep(random.uniform(0.0, AFTER_CONFLICT))
            except NotWritten:
                await asyncio.sleep(RETRY)
            except TobeanError as error:
                self.hall.metrics.count("errors")
                trouble("a bot could not move", error)
                await asyncio.sleep(RETRY)
            except Exception as error:  # a fault of ours must not leave the table without bots
                self.hall.metrics.count("errors")
                trouble("a table could not be driven", error)
                await asyncio.sleep(RETRY)

    async def play(self, room: Room, ask: Ask) -> None:
        """Let the bot think, wait until its time has come, and play its answer. If the table moves on, begin anew."""
        session = room.session
        arranged = tuple(session.answers)
        if ask.at - time.time() > LONG and not await self.wait(room, ask.at - LONG):
            return
        fault = ""
        answer: dict[str, Any] | None = {}
        if ask.bot:
            try:
                answer = await self.think(room, ask)
            except BotFailed as error:
                self.hall.metrics.count("bot_faults")
                log("bot failed", table=short(room.id), bot=ask.bot, fault=error.fault)
                fault = error.fault
        if answer is None:
            return
        while True:
            current = self.next(room)
            if current is None or not is_same(current, ask) or room.session is not session:
                return
            if tuple(session.answers) != arranged:
                return  # it may want what a person has just said they keep
            if current.at <= time.time():
                break
            await self.wait(room, current.at)
            room.stirred.clear()  # people have spoken or passed meanwhile: the same answer is due later or sooner
        await self.reply(room, session, current, answer, fault)

    async def reply(self, room: Room, session: Session, ask: Ask, answer: dict[str, Any], fault: str = "") -> None:
        """Play what a bot has found out about this session, and let it talk about it."""
        do, remark = answer.get("do"), answer.get("remark")

        def played(current: Session, now: float) -> list[Entry]:
            # While this waited for its turn the session may have been taken from the log anew: another table then.
            return room.manners.play(ask, do, now, fresh_seed(), fault) if current is session else []

        def said(current: Session, now: float) -> list[Entry]:
            return room.manners.talking.remark(ask.seat, ask.bot, remark, now) if current is session and remark else []

        if await room.change(played) and remark and not fault:
            await room.change(said)

    async def think(self, room: Room, ask: Ask) -> dict[str, Any] | None:
        """What the bot answers; None if the table has moved on while it thought about it."""
        asked = room.manners.question(ask, fresh_seed())
        seconds = getattr(house_bot(ask.bot), "seconds", None) or None  # with a budget of 0, it does not search
        thinking = self.hall.thinkers.ask(room.whose, {**asked, "table": room.id}, seconds)
        if seconds is None:
            return await thinking
        thought = self.thoughts[room.id] = Thought(room.session, ask, asyncio.create_task(thinking))
        try:
            await asyncio.wait([thought.task])
            return None if thought.task.cancelled() else thought.task.result()
        finally:
            thought.task.cancel()
            if self.thoughts.get(room.id) is thought:
                del self.thoughts[room.id]

    async def wait(self, room: Room, at: float) -> bool:
        """Wait for this moment; False if the table has moved on before."""
        self.until[room.id] = at
        while not room.stirred.is_set():
            left = at - time.time()
            if left <= 0:
                return True
            try:
                async with asyncio.timeout(left):
                    await room.stirred.wait()
            except TimeoutError:
                return True
        return False
