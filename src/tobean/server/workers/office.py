"""The office: a process that has the thinkers of a machine, or those of a cluster, for all processes of a server.

So there is one queue for all, and whoever shares it shares it fairly wherever their table is. Servers ask at a socket
in a folder that only their user may enter (`calling.py`): a line of JSON for each question and for each answer, in any
order. The office is told what it needs on standard input; when that ends, the server is gone, and so is the office.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tobean.kernel.errors import TobeanError
from tobean.server.logs import start_logging, trouble
from tobean.server.metrics import Metrics, own_name
from tobean.server.workers.cloud import maker
from tobean.server.workers.process import LINE_LIMIT
from tobean.server.workers.questions import NEVER_MIND, Charge, Question, Reply
from tobean.server.workers.thinker import CRASH, BotFailed
from tobean.server.workers.thinking import Thinkers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tobean.server.workers.turns import Whose


class Office:
    """Answers questions at a socket."""

    def __init__(self, thinkers: Thinkers, metrics: Metrics) -> None:
        self.thinkers = thinkers
        self.metrics = metrics
        self.lines: set[asyncio.StreamWriter] = set()
        self.calls: dict[str, Callable[[Whose, dict[str, Any]], Awaitable[Any]]] = {
            "ask": lambda whose, given: thinkers.ask(whose, given["request"], given["seconds"]),
            "hint": lambda whose, given: thinkers.hint(whose, given["request"], given["seconds"]),
            "review": lambda whose, given: thinkers.review(whose, given["record"], given["language"]),
            "show": lambda whose, given: thinkers.show(whose, given["request"]),
            "forget films": lambda whose, given: thinkers.forget_films(),
            "figures": self.figures,
        }

    async def figures(self, whose: Whose, given: dict[str, Any]) -> tuple[str, str]:
        return own_name(), self.metrics.text().decode()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one process of a server until it goes."""
        thoughts: dict[int, asyncio.Task[None]] = {}
        self.lines.add(writer)
        try:
            while line := await reader.readline():
                question = msgspec.json.decode(line, type=Question)
                if question.call == NEVER_MIND:
                    if question.number in thoughts:
                        thoughts[question.number].cancel()
                    continue
                thought = asyncio.create_task(self.answer(question, writer))
                thoughts[question.number] = thought
                thought.add_done_callback(lambda _, number=question.number: thoughts.pop(number, None))  # type: ignore[misc]
        except (OSError, ValueError) as error:  # what came is no question, or the line broke
            trouble("a server could not be listened to", error)
        finally:
            for thought in list(thoughts.values()):
                thought.cancel()
            self.lines.discard(writer)
            writer.close()

    async def answer(self, question: Question, writer: asyncio.StreamWriter) -> None:
        reply = Reply(question.number)
        try:
            reply.found = await self.calls[question.call](question.whose, question.given)
        except BotFailed as error:
            reply.fault, reply.reason = error.fault, str(error)
        except Exception as error:  # a fault of ours costs this answer
            trouble("a question could not be answered", error)
            reply.fault, reply.reason = CRASH, type(error).__name__
        if not writer.is_closing():
            writer.write(msgspec.json.encode(reply) + b"\n")


async def run(charge: Charge, ready: Callable[[], None]) -> None:
    metrics = Metrics()
    thinkers = Thinkers(charge.workers, metrics, await asyncio.to_thread(maker, charge.thinkers, charge.workers))
    ending = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):  # a Ctrl-C in the terminal is the server's, which ends us
        loop.add_signal_handler(number, ending.set if number == signal.SIGTERM else lambda: None)
    await loop.connect_read_pipe(lambda: Lifeline(ending), sys.stdin)
    office = Office(thinkers, metrics)
    serving = await asyncio.start_unix_server(office.serve, charge.door, limit=LINE_LIMIT)
    ready()
    try:
        await ending.wait()
    finally:
        serving.close()
        for line in list(office.lines):
            line.close()
        await thinkers.stop()
        Path(charge.door).unlink(missing_ok=True)


class Lifeline(asyncio.Protocol):
    """Standard input: its end is the server's."""

    def __init__(self, ending: asyncio.Event) -> None:
        self.ending = ending

    def connection_lost(self, error: Exception | None) -> None:
        self.ending.set()


def main() -> None:
    saying = os.dup(1)
    os.dup2(2, 1)  # nothing else may be said where the server hears whether all is well

    def tell(trouble: str) -> None:
        os.write(saying, f"{trouble}\n".encode())

    charge = msgspec.json.decode(sys.stdin.buffer.readline(), type=Charge)
    start_logging(charge.log_level)
    try:
        asyncio.run(run(charge, partial(tell, "")))
    except TobeanError as error:
        tell(str(error))
        raise SystemExit(2) from error


if __name__ == "__main__":
    main()
