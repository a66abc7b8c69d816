"""Subprocess that answers one request after the other, as lines of JSON.

It is started at the first request, and replaced if it takes too long or dies.
"""

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
"""Seconds until a process is ready; not part of the time limit of a request."""

READY: Final = b"ready\n"
"""First output of a process; the time limit of a request starts after it."""
NICENESS: Final = 10
"""Default niceness of a process, so that the server gets the processor first."""


class TimedOut(TobeanError):
    """The process took too long and was killed."""


class ProcessDied(TobeanError):
    """The process has ended without an answer."""


class Process:
    """A subprocess that runs a module."""

    def __init__(self, module: str, what: str, number: int = 0, niceness: int = NICENESS) -> None:
        self.module = module
        self.what = what
        """Name in the log."""
        self.number = number
        self.niceness = niceness
        self.seconds_taken = 0.0
        """Seconds that the last answer took, without the start of the process."""
        self.process: asyncio.subprocess.Process | None = None
        self.path = ""
        """Import path with which it was started."""
        self.lock = asyncio.Lock()

    async def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and return the answer; raises `TimedOut` or `ProcessDied`."""
        async with self.lock:
            started_at = self.seconds_taken = 0.0
            try:
                process = await self.running()
                started_at = time.monotonic()
                async with asyncio.timeout(seconds):
                    return await self.exchange(process, request)
            except TimeoutError as error:
                await self.end()
                if not started_at:
                    raise ProcessDied("it did not start") from error
                raise TimedOut("no answer within {seconds:.1f} seconds", seconds=seconds) from error
            except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError) as error:
                await self.end()
                raise ProcessDied("{type}", type=type(error).__name__) from error
            except asyncio.CancelledError:
                # Its answer would be taken for that of the next request.
                await self.end()
                raise
            finally:
                if started_at:
                    self.seconds_taken = time.monotonic() - started_at

    def arguments(self) -> list[str]:
        """Further arguments of its command line."""
        return []

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
                *self.arguments(),
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
    """Return the current import path.

    A folder may be added while the server runs: the compiled engine, which `make play` builds in the background
    (tools/play.py).
    """
    return os.pathsep.join(path for path in sys.path if path and os.path.exists(path))


def lower_priority(niceness: int = NICENESS) -> None:
    """Give the server priority for the processor, and leave Ctrl-C in the terminal to it.

    The server ends its processes itself. They stay in its session: Linux divides the processor by session first, and
    niceness only counts within a session.
    """
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    if hasattr(os, "nice"):
        os.nice(niceness)
