"""Worker pool process: has the workers of a machine, or of a cluster, for all processes of a server.

So there is one fair queue for all tables, wherever they are served. Server processes connect to a Unix socket in a
private folder (`pool_client.py`) and exchange lines of JSON, with answers in any order. The pool reads its
configuration from standard input; when that ends, the server is gone, and the pool ends, too.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tobean.bots.registry import install_bot_entry
from tobean.kernel.errors import TobeanError
from tobean.server.logs import log_error, start_logging
from tobean.server.metrics import Metrics, process_name
from tobean.server.process.line_process import LINE_LIMIT
from tobean.server.workers.fair_queue import Requester
from tobean.server.workers.pool_protocol import CANCEL, PoolConfig, PoolReply, PoolRequest
from tobean.server.workers.ray_pool import worker_factory
from tobean.server.workers.worker import CRASH, BotFailed
from tobean.server.workers.worker_pool import QueuedWorkerPool


class PoolServer:
    """Answers requests at a Unix socket."""

    def __init__(self, worker_pool: QueuedWorkerPool, metrics: Metrics) -> None:
        self.worker_pool = worker_pool
        self.metrics = metrics
        self.connections: set[asyncio.StreamWriter] = set()
        self.calls: dict[str, Callable[[Requester, dict[str, Any]], Awaitable[Any]]] = {
            "ask": lambda requester, given: worker_pool.ask(requester, given["request"], given["seconds"]),
            "hint": lambda requester, given: worker_pool.hint(requester, given["request"], given["seconds"]),
            "review": lambda requester, given: worker_pool.review(requester, given["record"], given["language"]),
            "examine": lambda requester, given: worker_pool.examine(requester, given["request"]),
            "play deal": lambda requester, given: worker_pool.play_deal(requester, given["deal"], given["bot"]),
            "show": lambda requester, given: worker_pool.show(requester, given["request"]),
            "draw": lambda requester, given: worker_pool.draw(requester, given["svg"]),
            "study": lambda requester, given: worker_pool.study(requester, given["request"]),
            "forget films": lambda requester, given: worker_pool.clear_replays(),
            "figures": self.metrics_text,
        }

    async def metrics_text(self, requester: Requester, given: dict[str, Any]) -> tuple[str, str]:
        return process_name(), self.metrics.text().decode()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one server process until it disconnects."""
        tasks: dict[int, asyncio.Task[None]] = {}
        self.connections.add(writer)
        try:
            while line := await reader.readline():
                request = msgspec.json.decode(line, type=PoolRequest)
                if request.call == CANCEL:
                    if request.number in tasks:
                        tasks[request.number].cancel()
                    continue
                task = asyncio.create_task(self.answer(request, writer))
                tasks[request.number] = task
                task.add_done_callback(lambda _, number=request.number: tasks.pop(number, None))  # type: ignore[misc]
        except (OSError, ValueError) as error:  # an invalid request, or a broken connection
            log_error("the connection to a server process failed", error)
        finally:
            for task in list(tasks.values()):
                task.cancel()
            self.connections.discard(writer)
            writer.close()

    async def answer(self, request: PoolRequest, writer: asyncio.StreamWriter) -> None:
        reply = PoolReply(request.number)
        try:
            reply.found = await self.calls[request.call](request.requester, request.given)
        except BotFailed as error:
            reply.fault, reply.reason = error.fault, str(error)
        except Exception as error:  # an error here costs only this answer
            log_error("a request could not be answered", error)
            reply.fault, reply.reason = CRASH, type(error).__name__
        if not writer.is_closing():
            writer.write(msgspec.json.encode(reply) + b"\n")


async def run(config: PoolConfig, ready: Callable[[], None]) -> None:
    for entry in config.bots:
        install_bot_entry(entry)
    metrics = Metrics()
    worker_pool = QueuedWorkerPool(
        config.workers, metrics, await asyncio.to_thread(worker_factory, config.bot_pool, config.workers)
    )
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C in the terminal is for the server, which ends the pool
        loop.add_signal_handler(number, ending.set if number == signal.SIGTERM else lambda: None)
    await loop.connect_read_pipe(lambda: ParentWatcher(ending), sys.stdin)
    pool = PoolServer(worker_pool, metrics)
    serving = await asyncio.start_unix_server(pool.serve, config.socket_path, limit=LINE_LIMIT)
    ready()
    try:
        await ending.wait()
    finally:
        serving.close()
        for connection in list(pool.connections):
            connection.close()
        await worker_pool.stop()
        Path(config.socket_path).unlink(missing_ok=True)


class ParentWatcher(asyncio.Protocol):
    """Watches standard input, which ends with the server."""

    def __init__(self, ending: asyncio.Event) -> None:
        self.ending = ending

    def connection_lost(self, error: Exception | None) -> None:
        self.ending.set()


def main() -> None:
    status_pipe = os.dup(1)
    os.dup2(2, 1)  # only the status line may go to the server

    def report(reason: str) -> None:
        os.write(status_pipe, f"{reason}\n".encode())

    config = msgspec.json.decode(sys.stdin.buffer.readline(), type=PoolConfig)
    start_logging(config.log_level)
    try:
        asyncio.run(run(config, partial(report, "")))
    except TobeanError as error:
        report(str(error))
        raise SystemExit(2) from error


if __name__ == "__main__":
    main()
