"""The worker process: steps its tables whenever the parent asks for it. It does not need NumPy."""

from __future__ import annotations

import signal
import sys
import traceback
from multiprocessing.shared_memory import SharedMemory
from typing import TYPE_CHECKING, Final

from tobean.research.tokens.batch import GameBatch

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from tobean.research.tokens.setting import Setting

READY: Final = b"ready"
"""Sent by a worker when its arrays show the next decisions. Anything else it sends is the text of an exception."""
STEP: Final = b"step"
"""Sent by the parent when the tokens are in shared memory."""
ALIGNMENT: Final = 64
"""Arrays begin at multiples of a cache line."""


class ArrayOffsets:
    """Offsets of all arrays in one block of shared memory; each has one item for each table."""

    def __init__(self, setting: Setting, count: int) -> None:
        self.size = 0
        self.views = self.add(count * setting.size)
        self.masks = self.add(count * setting.tokens)
        self.seats = self.add(count)
        self.ended = self.add(count)
        """1 if the game ended in the last step."""
        self.tokens = self.add(8 * count)
        self.returns = self.add(8 * count * setting.players)
        self.thalers = self.add(8 * count * setting.players)
        """Returns and final thalers of the last finished game."""

    def add(self, size: int) -> int:
        start = self.size
        self.size += (size + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT
        return start


class WorkerTables:
    """The tables of one worker, and their rows of the shared arrays."""

    def __init__(
        self, memory: memoryview, setting: Setting, count: int, first: int, last: int, seed: int | str
    ) -> None:
        offsets = ArrayOffsets(setting, count)

        def items(start: int, size: int) -> memoryview:
            return memory[start + first * size : start + last * size]

        self.players = setting.players
        self.ended = items(offsets.ended, 1)
        self.tokens = items(offsets.tokens, 8).cast("q")
        self.returns = items(offsets.returns, 8 * setting.players).cast("d")
        self.thalers = items(offsets.thalers, 8 * setting.players).cast("q")
        self.nothing_ended = bytes(last - first)
        buffers = (
            items(offsets.views, setting.size),
            items(offsets.masks, setting.tokens),
            items(offsets.seats, 1),
        )
        self.batch = GameBatch(setting, last - first, seed, first_deal=first, stride=count, buffers=buffers)

    def step(self) -> None:
        self.ended[:] = self.nothing_ended
        for number, returns in self.batch.step(self.tokens.tolist()):
            self.ended[number] = 1
            for seat in range(self.players):
                self.returns[number * self.players + seat] = returns[seat]
                self.thalers[number * self.players + seat] = self.batch.thalers[number][seat]


def run_worker(
    connection: Connection, memory_name: str, setting: Setting, count: int, first: int, last: int, seed: int | str
) -> None:
    """Serve steps of the tables from `first` up to `last` until the parent closes the connection or exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent then closes its workers
    memory = SharedMemory(memory_name)
    assert memory.buf is not None
    failure = ""
    try:
        serve_steps(connection, WorkerTables(memory.buf, setting, count, first, last, seed))
    except (EOFError, ConnectionError):
        pass  # the parent has closed the connection or has died
    except Exception:  # reported to the parent, which raises it
        failure = traceback.format_exc()
        connection.send_bytes(failure.encode())
    memory.close()  # only here, because the frames of an exception still hold parts of the memory
    if failure:
        sys.exit(1)


def serve_steps(connection: Connection, tables: WorkerTables) -> None:
    connection.send_bytes(READY)
    while connection.recv_bytes() == STEP:
        tables.step()
        connection.send_bytes(READY)
