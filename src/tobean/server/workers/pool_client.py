"""Client of the worker pool process for server processes, and the supervisor that keeps the pool running."""

import asyncio
import itertools
import logging
import os
import sys
from base64 import b64decode
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tobean.bots.coach.review_data import ReviewText
from tobean.kernel.errors import BadInput
from tobean.research.pools.pool_options import LOCAL
from tobean.research.pools.process_pool import cores
from tobean.server.logs import log, log_error
from tobean.server.process.line_process import LINE_LIMIT
from tobean.server.process.tasks import stop_task
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.pool_protocol import CANCEL, NO_REQUESTER, PoolConfig, PoolReply, PoolRequest
from tobean.server.workers.worker import DIED, BotFailed
from tobean.study.daily.bot_games import BotGame

START_SECONDS: Final = 300.0
"""Seconds until a pool is ready: a cluster may have to be started."""
RECONNECT_SECONDS: Final = 0.2
CONNECT_TIMEOUT: Final = 30.0
"""Seconds that a request waits for a pool that restarts."""
TRIES: Final = 3
"""Number of times a request is sent if pools end over it."""


class PoolGone(OSError):
    """The pool has ended without an answer."""


class PoolClient:
    """Worker pool of a server process: sends requests over one connection, which is opened when needed."""

    def __init__(self, socket_path: str) -> None:
        self.socket_path = socket_path
        self.numbers = itertools.count(1)
        self.waiting: dict[int, asyncio.Future[PoolReply]] = {}
        self.writer: asyncio.StreamWriter | None = None
        self.opening = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None

    # --- requests -----------------------------------------------------------------------------------------------

    async def ask(self, requester: Requester, request: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        answer: dict[str, Any] = await self.call("ask", requester, request=request, seconds=seconds)
        return answer

    async def hint(self, requester: Requester, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        answer: dict[str, Any] = await self.call("hint", requester, request=request, seconds=seconds)
        return answer

    async def review(self, requester: Requester, record: str, language: str) -> ReviewText:
        return msgspec.convert(await self.call("review", requester, record=record, language=language), ReviewText)

    async def examine(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await self.call("examine", requester, request=request)
        return answer

    async def play_deal(self, requester: Requester, deal: str, bot: str) -> BotGame:
        return msgspec.convert(await self.call("play deal", requester, deal=deal, bot=bot), BotGame)

    async def show(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await self.call("show", requester, request=request)
        return answer

    async def draw(self, requester: Requester, svg: str) -> bytes:
        return b64decode(await self.call("draw", requester, svg=svg))

    async def study(self, requester: Requester, request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await self.call("study", requester, request=request)
        return answer

    async def clear_replays(self) -> None:
        await self.call("forget films", NO_REQUESTER)

    async def metrics_text(self) -> tuple[str, bytes] | None:
        try:
            name, text = await self.call("figures", NO_REQUESTER)
        except BotFailed:
            return None
        return name, text.encode()

    # --- transport ----------------------------------------------------------------------------------------------

    async def call(self, call: str, requester: Requester, **given: Any) -> Any:
        """Return the answer of the pool; raises `BotFailed`. Requests lost with a pool are sent to its successor."""
        for _ in range(TRIES):
            try:
                reply = await self.exchange(PoolRequest(next(self.numbers), call, requester, given))
            except OSError as error:
                log("the worker pool has gone and is asked again", reason=str(error))
                continue
            if reply.fault:
                raise BotFailed(reply.fault, "{reason}", reason=reply.reason)
            return reply.found
        raise BotFailed(DIED, "the worker pool does not answer")

    async def exchange(self, request: PoolRequest) -> PoolReply:
        writer = await self.connect_once()
        reply: asyncio.Future[PoolReply] = asyncio.get_running_loop().create_future()
        self.waiting[request.number] = reply
        writer.write(msgspec.json.encode(request) + b"\n")
        try:
            return await reply
        except asyncio.CancelledError:
            if not writer.is_closing():
                writer.write(msgspec.json.encode(PoolRequest(request.number, CANCEL)) + b"\n")
            raise
        finally:
            self.waiting.pop(request.number, None)

    async def connect_once(self) -> asyncio.StreamWriter:
        async with self.opening:
            if self.writer is None or self.writer.is_closing():
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    reader, self.writer = await self.connect()
                self.listening = asyncio.create_task(self.listen(reader, self.writer))
            return self.writer

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        while True:
            try:
                return await asyncio.open_unix_connection(self.socket_path, limit=LINE_LIMIT)
            except OSError:
                await asyncio.sleep(RECONNECT_SECONDS)  # the pool restarts

    async def listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                reply = msgspec.json.decode(line, type=PoolReply)
                pending = self.waiting.get(reply.number)
                if pending is not None and not pending.done():
                    pending.set_result(reply)
        except (OSError, ValueError) as error:
            log_error("the connection to the worker pool failed", error)
        finally:
            writer.close()
            for pending in self.waiting.values():
                if not pending.done():
                    pending.set_exception(PoolGone("the line has ended"))

    async def stop(self) -> None:
        await stop_task(self.listening)


class PoolSupervisor:
    """Starts the pool process and restarts it when it has ended; on this machine if its cluster is gone by then."""

    def __init__(self, config: PoolConfig) -> None:
        self.config = config
        self.process: asyncio.subprocess.Process | None = None
        self.watching: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the pool and wait until it is ready; raises `BadInput` with the reason if it fails."""
        self.process = await self.start_process()
        self.watching = asyncio.create_task(self.watch())

    async def start_process(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tobean.server.workers.pool_server",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        assert process.stdin is not None
        assert process.stdout is not None
        # The pipe stays open: the pool notices by its end that this process is gone.
        process.stdin.write(msgspec.json.encode(self.config) + b"\n")
        try:
            async with asyncio.timeout(START_SECONDS):
                status = (await process.stdout.readline()).decode()
        except TimeoutError:
            status = ""
        if status != "\n":
            await end_process(process)
            raise BadInput("the worker pool is unavailable: {reason}", reason=status.strip() or "\N{EN DASH}")
        log("worker pool started", process=process.pid)
        return process

    async def watch(self) -> None:
        while True:
            assert self.process is not None
            await self.process.wait()
            log(
                "the worker pool has ended and is started again",
                logging.WARNING,
                process=self.process.pid,
                code=self.process.returncode,
            )
            try:
                self.process = await self.start_process()
            except (BadInput, OSError) as error:
                log_error("the worker pool could not be started again; the bots run on this machine", error)
                self.config = replace(self.config, bot_pool=LOCAL, workers=min(self.config.workers, cores()))
                await asyncio.sleep(1)

    async def stop(self) -> None:
        await stop_task(self.watching)
        if self.process is not None:
            await end_process(self.process)


async def end_process(process: asyncio.subprocess.Process) -> None:
    """End a pool process, which ends its workers itself."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        async with asyncio.timeout(10):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
