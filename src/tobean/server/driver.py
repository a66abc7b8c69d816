"""Keeps tables moving: asks bots when it is their turn, with the pauses of a human being."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final

from tobean.bots import Remark, spoken
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import TobeanError
from tobean.play.session import PLAYING
from tobean.record.tabletext import snapshot
from tobean.server.logs import log, short, trouble
from tobean.server.room import fresh_seed
from tobean.server.thinking import BotFailed
from tobean.view.determinize import determinize
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.server.hall import Hall
    from tobean.server.room import Room

PAUSE: Final = 0.8
BOT_SECONDS: Final = 10.0


class Driver:
    """One task for each table where a bot has something to do."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def look(self, room: Room) -> None:
        """Something has changed: is there anything to do?"""
        task = self.tasks.get(room.id)
        if (task is None or task.done()) and self.bot_awaited(room) is not None:
            self.tasks[room.id] = asyncio.create_task(self.run(room))

    def bot_awaited(self, room: Room) -> int | None:
        session = room.session
        if session.state != PLAYING:
            return None
        seat = session.table.awaited
        return seat if not session.seats[seat].is_person else None

    def due(self, room: Room) -> float | None:
        return time.time() if self.bot_awaited(room) is not None else None

    def idle(self, room: Room) -> bool:
        task = self.tasks.get(room.id)
        return task is None or task.done()

    def forget(self, room: Room) -> None:
        task = self.tasks.pop(room.id, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        for task in self.tasks.values():
            task.cancel()

    async def run(self, room: Room) -> None:
        try:
            while (seat := self.bot_awaited(room)) is not None:
                await asyncio.sleep(PAUSE * room.session.setup.tempo / 100)
                await self.move(room, seat)
        except TobeanError as error:
            self.hall.metrics.count("errors")
            trouble("a bot could not move", error)

    async def move(self, room: Room, seat: int) -> None:
        session = room.session
        version = session.version
        if self.bot_awaited(room) != seat:
            return
        spec = session.seats[seat].bot
        table = session.table
        twin = snapshot(determinize(observe(table, seat), chance_from(fresh_seed())))
        request = {"bot": spec, "seat": seat, "twin": twin, "seed": fresh_seed(), "volunteer": False}
        fault = ""
        remark = None
        try:
            answer = await self.hall.thinkers.ask(room.id, request, BOT_SECONDS)
            do = str(answer["do"])
            remark = answer.get("remark")
        except BotFailed as error:
            self.hall.metrics.count("bot_faults")
            log("bot failed", table=short(room.id), fault=error.fault, text=str(error))
            do, fault = "", error.fault
        if room.session is not session or session.version != version:
            return
        if not do:
            do = repr(table.sample_action(seat, chance_from(fresh_seed())))
        await room.change(lambda session, now: session.act(seat, do, version, now, fresh_seed(), "bot", fault))
        if remark:
            log("remark", table=short(room.id), occasion=str(remark["occasion"]))


__all__ = ["Driver", "Remark", "spoken"]
