"""Bots think in processes of their own: a slow or broken one costs its move, never the event loop.

A request is a line of JSON, and so is the answer. A process that takes too long or dies is replaced.
"""

from __future__ import annotations

import asyncio
import time
import zlib
from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.errors import TobeanError
from tobean.server.defence.limits import CROWD
from tobean.server.logs import trouble
from tobean.server.pages.shelf import LONGEST_THOUGHT
from tobean.server.workers.process import Died, Overran, Process
from tobean.server.workers.turns import Turns

if TYPE_CHECKING:
    from tobean.bots.coach.chapters import Chapter
    from tobean.server.metrics import Metrics

REVIEW_SECONDS: Final = 60.0
USUAL_SECONDS: Final = 2.0
"""What a bot without a time budget of its own should need."""
MARGIN: Final = 5.0
"""Seconds that a bot gets on top of its own time."""
LONGEST_WAIT: Final = 20.0
"""So long a slow bot waits for its turn; then a quick one is asked in its place."""
STAND_IN: Final = "merchant"
MOST_WAITING: Final = 8
"""So many reviews of one address may wait for the coach."""


class BotFailed(TobeanError):
    """A bot has no answer; `fault` says why: `crash`, `overrun`, or `busy` if it was not even asked."""

    def __init__(self, fault: str, template: str, /, **blanks: object) -> None:
        super().__init__(template, **blanks)
        self.fault = fault


class Thinker(Process):
    """One process, which answers one request after the other."""

    def __init__(self, number: int) -> None:
        super().__init__("tobean.server.workers.worker", "bot", number)

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            answer = await super().ask(request, seconds)
        except Overran as error:
            raise BotFailed("overrun", "a bot took more than {seconds:.1f} seconds", seconds=seconds) from error
        except Died as error:
            raise BotFailed("crash", "the process of a bot died: {reason}", reason=error) from error
        if "fault" in answer:
            raise BotFailed("crash", str(answer["fault"]))
        return answer


class Lane:
    """Some processes with one queue before them, which is shared fairly by address and table."""

    def __init__(self, thinkers: list[Thinker], name: str = "", metrics: Metrics | None = None) -> None:
        self.name = name
        self.metrics = metrics
        self.thinkers = thinkers
        self.idle = list(thinkers)
        self.turns: Turns[asyncio.Future[Thinker]] = Turns()

    async def ask(
        self, house: str, table: str, request: dict[str, Any], seconds: float, patience: float | None = None
    ) -> dict[str, Any]:
        """Wait for a process, at most so long, then let it think; the time in the queue counts for nobody's fault."""
        asked = time.monotonic()
        turn: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self.turns.add(house, table, turn, seconds)
        self.go_on()
        try:
            async with asyncio.timeout(patience):
                await asyncio.shield(turn)
        except TimeoutError as error:
            self.give_up(house, table, turn)
            raise BotFailed("busy", "too many questions wait for the bots") from error
        except asyncio.CancelledError:
            self.give_up(house, table, turn)
            raise
        thinker = turn.result()
        begun = time.monotonic()
        try:
            return await thinker.ask(request, seconds + MARGIN)
        finally:
            took = time.monotonic() - begun
            self.turns.charge(house, table, took - seconds)
            if self.metrics is not None:
                self.metrics.observe("wait_seconds", begun - asked, lane=self.name)
                self.metrics.observe("think_seconds", took, lane=self.name)
            self.idle.append(thinker)
            self.go_on()

    def go_on(self) -> None:
        """Give the processes that are free to those whose turn it is."""
        while self.idle:
            found = self.turns.next()
            if found is None:
                return
            _, table, turn = found
            turn.set_result(self.idle.pop(self.favourite(table)))

    def favourite(self, table: str) -> int:
        """Which of the free processes is to think: if it can be, the one that thought for this table before.

        Bots keep nothing in mind, but what they have worked out of a table they need not work out again.
        """
        wanted = self.thinkers[zlib.crc32(table.encode()) % len(self.thinkers)]
        return self.idle.index(wanted) if wanted in self.idle else 0

    def give_up(self, house: str, table: str, turn: asyncio.Future[Thinker]) -> None:
        """Nobody waits for this turn any more."""
        if turn.done():
            self.idle.append(turn.result())
            self.go_on()
        else:
            self.turns.drop(house, table, turn)
            turn.cancel()


class Thinkers:
    """The processes for quick bots, for those that take their time, for the coach, and for replays.

    So a slow bot never keeps a quick one waiting, and who looks at a game that is over keeps no table waiting. Each is
    started when it is first asked.
    """

    def __init__(self, count: int, metrics: Metrics | None = None) -> None:
        slow = max(1, count // 2)
        quick = max(1, count - slow)
        processes = [Thinker(number) for number in range(quick + slow + 2)]
        self.quick = Lane(processes[:quick], "quick", metrics)
        self.slow = Lane(processes[quick:-2], "slow", metrics)
        self.coach = Lane(processes[-2:-1], "coach", metrics)
        self.screen = Lane(processes[-1:], "screen", metrics)
        self.lanes = (self.quick, self.slow, self.coach, self.screen)

    @property
    def waiting(self) -> int:
        """How many questions wait for their turn."""
        return sum(len(lane.turns) for lane in self.lanes)

    async def ask(self, house: str, table: str, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """The answer of a bot, with its own time budget if it has one; raises `BotFailed`."""
        if seconds is None:
            return await self.quick.ask(house, table, request, USUAL_SECONDS)
        try:
            return await self.slow.ask(house, table, request, min(seconds, LONGEST_THOUGHT), LONGEST_WAIT)
        except BotFailed as error:
            if error.fault != "busy":
                raise
        return await self.quick.ask(house, table, {**request, "bot": STAND_IN}, USUAL_SECONDS)

    async def hint(self, house: str, table: str, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """What the coach says of a position, as quickly as a bot; raises `BotFailed`."""
        if self.quick.turns.of(house) >= CROWD:
            raise BotFailed("busy", "too many questions of this address wait for the coach")
        return await self.quick.ask(house, table, request, seconds, LONGEST_WAIT)

    async def review(self, house: str, name: str, record: str, language: str) -> list[Chapter]:
        """What the coach says of a game, in chapters; raises `BotFailed`."""
        if self.coach.turns.of(house) >= MOST_WAITING:
            raise BotFailed("busy", "too many reviews of this address wait for the coach")
        request = {"record": record, "language": language}
        found = await self.coach.ask(house, name, request, REVIEW_SECONDS, REVIEW_SECONDS)
        return [(str(heading), [(str(said), int(ply)) for said, ply in lines]) for heading, lines in found["chapters"]]

    async def show(self, house: str, request: dict[str, Any]) -> dict[str, Any]:
        """A part of a replay; raises `BotFailed`."""
        if self.screen.turns.of(house) >= CROWD:
            raise BotFailed("busy", "too many questions of this address wait for a replay")
        return await self.screen.ask(house, str(request["film"]), request, USUAL_SECONDS, LONGEST_WAIT)

    async def forget_films(self) -> None:
        """Let nobody see what was worked out of a record before it was changed: the next one begins anew."""
        for thinker in self.screen.thinkers:
            async with thinker.lock:
                await thinker.end()

    async def stop(self) -> None:
        for lane in self.lanes:
            for thinker in lane.thinkers:
                try:
                    await thinker.end()
                except OSError as error:
                    trouble("a bot process would not end", error)
