"""Bots think in processes of their own: a slow or broken one costs its move, never the event loop.

A request is a line of JSON, and so is the answer. A process that takes too long or dies is replaced.
"""

from __future__ import annotations

import asyncio
import os
import sys
import zlib
from typing import Any, Final

import msgspec

from tobean.kernel.errors import TobeanError
from tobean.server.logs import log, trouble

LINE_LIMIT: Final = 4_000_000
REVIEW_SECONDS: Final = 60.0
MARGIN: Final = 5.0
"""Seconds that a bot gets on top of its own time."""


class BotFailed(TobeanError):
    """A bot has no answer; `fault` says why: `crash` or `overrun`."""

    def __init__(self, fault: str, text: str) -> None:
        super().__init__(text)
        self.fault = fault


class Thinker:
    """One process, which answers one request after the other."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.process: asyncio.subprocess.Process | None = None
        self.lock = asyncio.Lock()

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        async with self.lock:
            try:
                process = await self.running()
                return await asyncio.wait_for(self.exchange(process, request), seconds)
            except TimeoutError as error:
                await self.end()
                raise BotFailed("overrun", f"a bot took more than {seconds:.1f} seconds") from error
            except (OSError, asyncio.IncompleteReadError, ValueError, msgspec.DecodeError) as error:
                await self.end()
                raise BotFailed("crash", f"the process of a bot died: {type(error).__name__}") from error
            except asyncio.CancelledError:
                # Its answer would be taken for that to the next request.
                await self.end()
                raise

    async def exchange(self, process: asyncio.subprocess.Process, request: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readuntil(b"\n")
        answer: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        if "fault" in answer:
            raise BotFailed("crash", str(answer["fault"]))
        return answer

    async def running(self) -> asyncio.subprocess.Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tobean.server.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
                # A Ctrl-C in the terminal is for the server; it ends its processes itself.
                start_new_session=True,
            )
            log("bot process started", number=self.number, process=self.process.pid)
        return self.process

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        try:
            process.kill()
        except ProcessLookupError:
            pass
        await process.wait()


class Thinkers:
    """Some processes; each table has its own, so that what a bot remembers stays together."""

    def __init__(self, count: int) -> None:
        self.thinkers = [Thinker(number) for number in range(max(1, count))]
        self.coach = Thinker(len(self.thinkers))
        """Looks through games that are over, so that no table waits for that. Started when first asked."""

    async def ask(self, table: str, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; raises `BotFailed`."""
        number = zlib.crc32(table.encode()) % len(self.thinkers)
        return await self.thinkers[number].ask(request, seconds + MARGIN)

    async def review(self, record: str, language: str) -> list[tuple[str, list[str]]]:
        """What the coach says of a game, in chapters; raises `BotFailed`."""
        found = await self.coach.ask({"record": record, "language": language}, REVIEW_SECONDS)
        return [(str(heading), list(sentences)) for heading, sentences in found["chapters"]]

    async def stop(self) -> None:
        for thinker in (*self.thinkers, self.coach):
            try:
                await thinker.end()
            except OSError as error:
                trouble("a bot process would not end", error)
