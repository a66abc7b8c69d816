"""Asking the office: what a server process has instead of thinkers of its own, and how the office is kept running."""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import sys
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from tobean.bots.coach.review_data import ReviewText
from tobean.kernel.errors import BadInput
from tobean.lab.pools import LOCAL
from tobean.lab.workers import cores
from tobean.server.logs import log, trouble
from tobean.server.tasks import stopped
from tobean.server.workers.process import LINE_LIMIT
from tobean.server.workers.questions import NEVER_MIND, NOBODY, Question, Reply
from tobean.server.workers.thinker import DIED, BotFailed

if TYPE_CHECKING:
    from tobean.server.workers.questions import Charge
    from tobean.server.workers.turns import Whose

START_SECONDS: Final = 300.0
"""So long an office may take until it is there: a cluster may have to be started."""
PAUSE: Final = 0.2
PATIENCE: Final = 30.0
"""So long somebody who asks waits for an office that is being started again."""
TRIES: Final = 3
"""So often a question is asked while offices end over it."""


class Lost(OSError):
    """The office has gone without an answer."""


class Caller:
    """One process of a server, as it asks the office: over one line, which is opened when it is first needed."""

    def __init__(self, door: str) -> None:
        self.door = door
        self.numbers = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[Reply]] = {}
        self.writer: asyncio.StreamWriter | None = None
        self.opening = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None

    # --- what is asked ------------------------------------------------------------------------------------------

    async def ask(self, whose: Whose, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        found: dict[str, Any] = await self.call("ask", whose, request=request, seconds=seconds)
        return found

    async def hint(self, whose: Whose, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        found: dict[str, Any] = await self.call("hint", whose, request=request, seconds=seconds)
        return found

    async def review(self, whose: Whose, record: str, language: str) -> ReviewText:
        return msgspec.convert(await self.call("review", whose, record=record, language=language), ReviewText)

    async def show(self, whose: Whose, request: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = await self.call("show", whose, request=request)
        return found

    async def forget_films(self) -> None:
        await self.call("forget films", NOBODY)

    async def figures(self) -> tuple[str, bytes] | None:
        try:
            name, text = await self.call("figures", NOBODY)
        except BotFailed:
            return None
        return name, text.encode()

    # --- how ----------------------------------------------------------------------------------------------------

    async def call(self, call: str, whose: Whose, **given: Any) -> Any:
        """The answer of the office; raises `BotFailed`. What an office that has ended leaves is asked of the next."""
        for _ in range(TRIES):
            try:
                reply = await self.exchange(Question(next(self.numbers), call, whose, given))
            except OSError as error:
                log("the office of the bots has gone and is asked again", reason=str(error))
                continue
            if reply.fault:
                raise BotFailed(reply.fault, "{reason}", reason=reply.reason)
            return reply.found
        raise BotFailed(DIED, "the office of the bots does not answer")

    async def exchange(self, question: Question) -> Reply:
        writer = await self.line()
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self.waiting[question.number] = answer
        writer.write(msgspec.json.encode(question) + b"\n")
        try:
            return await answer
        except asyncio.CancelledError:
            if not writer.is_closing():
                writer.write(msgspec.json.encode(Question(question.number, NEVER_MIND)) + b"\n")
            raise
        finally:
            self.waiting.pop(question.number, None)

    async def line(self) -> asyncio.StreamWriter:
        async with self.opening:
            if self.writer is None or self.writer.is_closing():
                async with asyncio.timeout(PATIENCE):
                    reader, self.writer = await self.opened()
                self.listening = asyncio.create_task(self.listen(reader, self.writer))
            return self.writer

    async def opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while True:
            try:
                return await asyncio.open_unix_connection(self.door, limit=LINE_LIMIT)
            except OSError:
                await asyncio.sleep(PAUSE)  # it is being started again

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                reply = msgspec.json.decode(line, type=Reply)
                answer = self.waiting.get(reply.number)
                if answer is not None and not answer.done():
                    answer.set_result(reply)
        except (OSError, ValueError) as error:
            trouble("the office of the bots could not be listened to", error)
        finally:
            writer.close()
            for answer in self.waiting.values():
                if not answer.done():
                    answer.set_exception(Lost("the line has ended"))

    async def stop(self) -> None:
        await stopped(self.listening)


class Keeper:
    """Starts the office, and again when it has ended; if its cluster is gone by then, without it."""

    def __init__(self, charge: Charge) -> None:
        self.charge = charge
        self.process: asyncio.subprocess.Process | None = None
        self.watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Returns when it is there; raises `BadInput` if it cannot be, with its reason."""
        self.process = await self.started()
        self.watching = asyncio.create_task(self.watch())

    async def started(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tobean.server.workers.office",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        # It stays open: whoever reads its end knows that this process is gone.
        process.stdin.write(msgspec.json.encode(self.charge) + b"\n")
        try:
            async with asyncio.timeout(START_SECONDS):
                said = (await process.stdout.readline()).decode()
        except TimeoutError:
            said = ""
        if said != "\n":
            await ended(process)
            raise BadInput("the bots cannot think there: {reason}", reason=said.strip() or "\N{EN DASH}")
        log("office of the bots started", process=process.pid)
        return process

    async def watch(self) -> None:
        while True:
            assert self.process is not None
            await self.process.wait()
            log(
                "the office of the bots has ended and is started again",
                logging.WARNING,
                process=self.process.pid,
                code=self.process.returncode,
            )
            try:
                self.process = await self.started()
            except (BadInput, OSError) as error:
                trouble("the office of the bots could not be started again; they think on this machine", error)
                self.charge = replace(self.charge, thinkers=LOCAL, workers=min(self.charge.workers, cores()))
                await asyncio.sleep(1)

    async def stop(self) -> None:
        await stopped(self.watching)
        if self.process is not None:
            await ended(self.process)


async def ended(process: asyncio.subprocess.Process) -> None:
    """End an office: it ends its thinkers itself."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(10):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
