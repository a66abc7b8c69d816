"""`ParallelWorkers`: the interface of `Parallel`, with the tables spread over several processes.

Theory of operation: one block of shared memory holds the arrays of all tables. Each worker process owns a range of the
tables and the same range of every array. A step writes the tokens into shared memory and sends each worker a short
message; the worker steps its tables, writes their rows and answers. So no array is ever copied or pickled. The pipe of
a worker that has died is closed, which the parent notices where it waits for the answer.
"""

import contextlib
import os
import weakref
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Final, final

from tobean.extras import with_install_hint
from tobean.kernel.errors import BadInput, TobeanError
from tobean.research.environments.parallel import check_tokens, random_legal_tokens
from tobean.research.environments.workers.process import READY, STEP, ArrayOffsets, run_worker
from tobean.research.tokens.setting import Setting

try:
    import numpy as np
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

SECONDS_TO_END: Final = 5.0
"""Time for a worker to end by itself after its pipe is closed."""


def cores() -> int:
    """Return the number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerFailed(TobeanError):
    """A worker process has ended or has raised an exception; its tables are lost."""


@final
class ParallelWorkers:
    """Tables of one setting in worker processes, exposed as arrays that are updated in place with every step.

    Processes are spawned, so a script needs `if __name__ == "__main__":`. Table n plays the deals n, n + count,
    n + 2 * count, ..., so games do not depend on the number of processes. Use it as a context manager, or call `close`.
    """

    def __init__(self, setting: Setting, count: int, seed: int | str = 0, processes: int = 0) -> None:
        """Start the workers: as many as there are cores, or `processes`, but not more than tables."""
        if count < 1 or processes < 0:
            raise BadInput("{count} tables cannot be played by {processes} processes", count=count, processes=processes)
        self.setting = setting
        self.count = count
        self.processes = min(processes or cores(), count)
        self.is_stepping = False
        """Whether `start` has been called and `finish` has not."""
        offsets = ArrayOffsets(setting, count)
        self.memory = SharedMemory(create=True, size=offsets.size)
        self.workers: list[WorkerHandle] = []
        self.shut_down = weakref.finalize(self, shut_down, self.workers, self.memory)

        def array(start: int, shape: tuple[int, ...], kind: Any) -> Any:
            return np.ndarray(shape, kind, self.memory.buf, start)

        self.views: Any = array(offsets.views, (count, setting.size), np.uint8)
        """Observation of the asked seat, one row for each table."""
        self.masks: Any = array(offsets.masks, (count, setting.tokens), np.uint8)
        """Mask of legal tokens, one row for each table."""
        self.seats: Any = array(offsets.seats, (count,), np.uint8)
        """The asked seat of each table."""
        self.thalers: Any = array(offsets.thalers, (count, setting.players), np.int64)
        """Final thalers of each seat in the last finished game, one row for each table."""
        self.returns: Any = array(offsets.returns, (count, setting.players), np.float64)
        """Returns of each seat in the last finished game, one row for each table."""
        self.ended: Any = array(offsets.ended, (count,), np.uint8)
        """1 for each table whose game ended in the last step."""
        self.tokens: Any = array(offsets.tokens, (count,), np.int64)
        self.rows: Any = np.arange(count)
        try:
            for number in range(self.processes):
                first = count * number // self.processes
                last = count * (number + 1) // self.processes
                self.workers.append(WorkerHandle(self.memory.name, setting, count, first, last, seed))
            self.wait()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "ParallelWorkers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def step(self, tokens: Any) -> list[tuple[int, list[float]]]:
        """Say a token at each table and wait for all workers, like `Parallel.step`.

        Raises `WorkerFailed` if a worker has died or failed; all workers are closed then.
        """
        self.start(tokens)
        return self.finish()

    def start(self, tokens: Any) -> None:
        """Say a token at each table without waiting. Until `finish` the arrays must not be read."""
        if self.is_closed:
            raise BadInput("the workers have been closed")
        if self.is_stepping:
            raise BadInput("a step has been started and not finished")
        self.tokens[:] = check_tokens(self.setting, self.masks, self.rows, tokens)
        self.is_stepping = True
        for worker in self.workers:
            worker.ask()

    def finish(self) -> list[tuple[int, list[float]]]:
        """Wait for the workers. Returns the tables whose game has just ended with the returns of their seats."""
        if not self.is_stepping:
            raise BadInput("no step has been started")
        self.is_stepping = False
        self.wait()
        return [(number, self.returns[number].tolist()) for number in np.flatnonzero(self.ended).tolist()]

    def wait(self) -> None:
        try:
            for worker in self.workers:
                worker.wait()
        except BaseException:  # the arrays of the others are of no use without this part
            self.close()
            raise

    def random_tokens(self, rng: Any) -> Any:
        """Sample a token for each table uniformly from its mask."""
        return random_legal_tokens(self.masks, self.rows, rng)

    @property
    def is_closed(self) -> bool:
        return not self.shut_down.alive

    def close(self) -> None:
        """End the worker processes and free the shared memory. The arrays keep their last contents."""
        if self.is_closed:
            return
        for name in ("views", "masks", "seats", "thalers", "returns", "ended", "tokens"):
            setattr(self, name, getattr(self, name).copy())
        self.shut_down()


@final
class WorkerHandle:
    """A worker process as its parent sees it."""

    def __init__(self, memory_name: str, setting: Setting, count: int, first: int, last: int, seed: int | str) -> None:
        self.tables = (first, last - 1)
        context = get_context("spawn")
        self.connection: Connection
        self.connection, other_end = context.Pipe()
        self.process = context.Process(
            target=run_worker, args=(other_end, memory_name, setting, count, first, last, seed), daemon=True
        )
        self.process.start()
        other_end.close()  # else the pipe stays open when the worker dies

    def ask(self) -> None:
        with contextlib.suppress(ConnectionError):  # it has died: `wait` says so
            self.connection.send_bytes(STEP)

    def wait(self) -> None:
        try:
            answer = self.connection.recv_bytes()
        except (EOFError, ConnectionError) as error:
            self.process.join(SECONDS_TO_END)
            raise WorkerFailed(
                "the worker of tables {first} to {last} has ended (exit code {code})",
                first=self.tables[0],
                last=self.tables[1],
                code=self.process.exitcode,
            ) from error
        if answer != READY:
            raise WorkerFailed(
                "the worker of tables {first} to {last} has failed: {reason}",
                first=self.tables[0],
                last=self.tables[1],
                reason=answer.decode(),
            )


def shut_down(workers: list[WorkerHandle], memory: SharedMemory) -> None:
    """End the processes and free the memory; called once, at the latest when the interpreter exits."""
    for worker in workers:
        worker.connection.close()
    for worker in workers:
        worker.process.join(SECONDS_TO_END)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
    memory.unlink()
    with contextlib.suppress(BufferError):  # the caller still has an array: the memory is freed together with it
        memory.close()
