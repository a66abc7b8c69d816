"""A process beside the server that answers one question after the other: lines of JSON there, lines of JSON back.

One that takes too long or dies is replaced. It is started when it is first asked.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import Any, Final

import msgspec

from tobean.kernel.errors import TobeanError
from tobean.server.logs import log

LINE_LIMIT: Final = 4_000_000
START_SECONDS: Final = 60.0
"""So long a process may take until it is ready; this is not part of anybody's time."""

READY: Final = b"ready\n"
"""The first thing that is said: who waits for an answer need not count the time before it."""
NICENESS: Final = 10
"""How far a process steps back where the server wants the processor, unless it is told otherwise."""


class TimedOut(TobeanError):
    """The process took too long and was ended."""


class ProcessDied(TobeanError):
    """The process has gone without an answer."""


class Process:
    """One process that runs this module."""

    def __init__(self, module: str, what: str, number: int = 0, niceness: int = NICENESS) -> None:
        self.module = module
        self.what = what
        """What it is called in the log."""
        self.number = number
        self.niceness = niceness
        self.seconds_taken = 0.0
        """Seconds that the last answer took, without those until the process was ready."""
        self.process: asyncio.subprocess.Process | None = None
        self.path = ""
        """Where it found its modules when it was started."""
        self.lock = asyncio.Lock()

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a request; raises `TimedOut` or `ProcessDied`."""
        async with self.lock:
            begun = self.seconds_taken = 0.0
            try:
                process = await self.running()
                begun = time.monotonic()
                async with asyncio.timeout(seconds):
                    return await self.exchange(process, request)
            except TimeoutError as error:
                await self.end()
                if not begun:
                    raise ProcessDied("it did not start") from error
                raise TimedOut("no answer within {seconds:.1f} seconds", seconds=seconds) from error
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
                await self.end()
                raise ProcessDied("{type}", type=type(error).__name__) from error
            except asyncio.CancelledError:
                # Its answer would be taken for that to the next request.
                await self.end()
                raise
            finally:
                if begun:
                    self.seconds_taken = time.monotonic() - begun

    async def exchange(self, process: asyncio.subprocess.Process, request: dict[str, Any]) -> dict[str, Any]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(request) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readuntil(b"\n")
        answer: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
        return answer

    async def running(self) -> asyncio.subprocess.Process:
        path = import_path()
        if path != self.path:
            await self.end()
        if self.process is None or self.process.returncode is not None:
            self.path = path
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self.module,
                str(self.niceness),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_LIMIT,
                env={**os.environ, "PYTHONPATH": path},
            )
            assert self.process.stdout is not None
            async with asyncio.timeout(START_SECONDS):
                await self.process.stdout.readuntil(READY)
            log(f"{self.what} process started", number=self.number, process=self.process.pid)
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


def import_path() -> str:
    """Where modules are found at the moment. A folder of the path may come while the server runs: the compiled engine,
    which `make play` builds behind the game (tools/play.py)."""
    return os.pathsep.join(path for path in sys.path if path and os.path.exists(path))


def lower_priority(niceness: int = NICENESS) -> None:
    """Leave the server what is the server's: the processor where both want it, and a Ctrl-C in the terminal.

    The server ends its processes itself. They stay in its session: Linux shares the processor by session first, and who
    is nice is so within one.
    """
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if hasattr(os, "nice"):
        os.nice(niceness)
