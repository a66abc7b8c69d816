"""Bots think outside of the server, in queues by level: a slow or broken one costs its move, never the event loop.

A thinker that dies or hangs costs its thought: what it died of is asked once more, and then a quick bot stands in.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from tobean.bots.coach.review_data import ReviewText
from tobean.server.defence.limits import CROWD
from tobean.server.logs import log, trouble
from tobean.server.pages.shelf import LONGEST_THOUGHT
from tobean.server.workers.lane import Lane
from tobean.server.workers.thinker import BUSY, CRASH, DIED, MODEST, OVERRUN, QUICK, BotFailed, LocalThinker
from tobean.server.workers.turns import Most, Whose

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.server.metrics import Metrics
    from tobean.server.workers.thinker import Thinker

    Maker = Callable[[int, int], Thinker]
    """Makes a thinker of this number that is so nice."""

REVIEW_SECONDS: Final = 60.0
USUAL_SECONDS: Final = 2.0
"""What a bot without a time budget of its own should need."""
LONGEST_WAIT: Final = 20.0
"""So long a slow bot waits for its turn; then a quick one is asked in its place."""
STAND_IN: Final = "merchant"
MOST_WAITING: Final = 8
"""So many reviews of one address may wait for the coach."""


class Thinking(Protocol):
    """Whom a server asks: thinkers of its own, or those of its office (`office.py`)."""

    async def ask(self, whose: Whose, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        """The answer of a bot, with its own time budget if it has one; raises `BotFailed`."""
        ...

    async def hint(self, whose: Whose, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """What the coach says of a position, as quickly as a bot; raises `BotFailed`."""
        ...

    async def review(self, whose: Whose, record: str, language: str) -> ReviewText:
        """Review of a game; raises `BotFailed`."""
        ...

    async def show(self, whose: Whose, request: dict[str, Any]) -> dict[str, Any]:
        """A part of a replay; raises `BotFailed`."""
        ...

    async def forget_films(self) -> None:
        """Let nobody see what was worked out of a record before it was changed."""
        ...

    async def figures(self) -> tuple[str, bytes] | None:
        """What is counted elsewhere, and the name of the process that does; None: here."""
        ...

    async def stop(self) -> None: ...


class Thinkers:
    """Those for quick bots, for bots that take their time, for the coach, and for replays.

    So a slow bot never keeps a quick one waiting, and who looks at a game that is over keeps no table waiting. Each is
    started when it is first asked. Bots may think elsewhere (`bots` makes those who do); coach and replays stay here.
    """

    def __init__(self, count: int, metrics: Metrics | None = None, bots: Maker = LocalThinker) -> None:
        slow = max(1, count // 2)
        quick = max(1, count - slow)
        # Nobody who comes finds only the thoughts of one person before them; a table has one slow thought at a time.
        fair = Most(person=max(1, slow // 2), table=1)
        self.quick = Lane([bots(number, QUICK) for number in range(quick)], "quick", metrics)
        self.slow = Lane([bots(quick + number, MODEST) for number in range(slow)], "slow", metrics, fair)
        number, some = quick + slow, max(1, count // 8)
        self.coach = Lane([LocalThinker(number + each) for each in range(some)], "coach", metrics)
        self.screen = Lane([LocalThinker(number + some + each) for each in range(some)], "screen", metrics)
        self.spare = self.quick if bots is LocalThinker else Lane([LocalThinker(number + 2 * some)], "spare", metrics)
        """Stands in for bots that think elsewhere when nobody answers there."""
        self.lanes = tuple(dict.fromkeys((self.quick, self.slow, self.coach, self.screen, self.spare)))
        self.ending = False
        if metrics is not None:
            metrics.gauge("questions", self.waiting)

    def waiting(self) -> dict[str, float]:
        """How many questions wait for their turn in each lane."""
        return {lane.name: len(lane.turns) for lane in self.lanes}

    async def ask(self, whose: Whose, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        if seconds is None:
            return await self.again(self.quick, whose, request, USUAL_SECONDS)
        try:
            return await self.again(self.slow, whose, request, min(seconds, LONGEST_THOUGHT), LONGEST_WAIT)
        except BotFailed as error:
            if error.fault == CRASH or self.ending:
                raise
            log("a quick bot stands in", bot=request.get("bot"), fault=error.fault)
        return await self.again(self.quick, whose, {**request, "bot": STAND_IN}, USUAL_SECONDS)

    async def again(
        self, lane: Lane, whose: Whose, request: dict[str, Any], seconds: float, patience: float | None = None
    ) -> dict[str, Any]:
        """Ask in this lane; if the thinker dies over it, once more, a quick bot then among the spare ones.

        These are asked, too, if nobody answers elsewhere; who has taken too long here would do so again.
        """
        second = self.spare if lane is self.quick else lane
        worth_it = (DIED,) if second is lane else (DIED, OVERRUN)
        try:
            return await lane.ask(whose, request, seconds, patience)
        except BotFailed as error:
            if error.fault not in worth_it or self.ending:
                raise
            # Its process has ended, or was ended because it hung; another one takes its place.
            log(
                "a question to a bot is asked again",
                logging.WARNING,
                bot=request.get("bot"),
                fault=error.fault,
                reason=str(error),
            )
        return await second.ask(whose, request, seconds, patience)

    async def hint(self, whose: Whose, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self.quick.turns.of(whose.house) >= CROWD:
            raise BotFailed(BUSY, "too many questions of this address wait for the coach")
        return await self.again(self.quick, whose, request, seconds, LONGEST_WAIT)

    async def review(self, whose: Whose, record: str, language: str) -> ReviewText:
        if self.coach.turns.of(whose.house) >= MOST_WAITING:
            raise BotFailed(BUSY, "too many reviews of this address wait for the coach")
        request = {"record": record, "language": language}
        found = await self.coach.ask(whose, request, REVIEW_SECONDS, REVIEW_SECONDS)
        return msgspec.convert(found["review"], ReviewText)

    async def show(self, whose: Whose, request: dict[str, Any]) -> dict[str, Any]:
        if self.screen.turns.of(whose.house) >= CROWD:
            raise BotFailed(BUSY, "too many questions of this address wait for a replay")
        return await self.screen.ask(whose, request, USUAL_SECONDS, LONGEST_WAIT)

    async def forget_films(self) -> None:
        """The next one begins anew, in another process."""
        for thinker in self.screen.thinkers:
            assert isinstance(thinker, LocalThinker)
            async with thinker.lock:
                await thinker.end()

    async def figures(self) -> None:
        return None

    async def stop(self) -> None:
        self.ending = True
        for lane in self.lanes:
            try:
                await lane.stop()
            except OSError as error:
                trouble("a bot process would not end", error)
