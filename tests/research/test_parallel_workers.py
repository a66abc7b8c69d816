"""Tables in worker processes, with their arrays in shared memory."""

import os
import signal
from multiprocessing.shared_memory import SharedMemory
from typing import Any

import numpy as np
import pytest

import tobean
from tobean.research.environments.parallel import random_legal_tokens
from tobean.research.environments.workers.parallel_workers import ParallelWorkers, WorkerFailed
from tobean.research.tokens.batch import GameBatch
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.vocabulary import BadToken


def test_games_do_not_depend_on_the_processes() -> None:
    """Two workers play the same games as one batch in this process, with the same arrays after every step."""
    setting = Setting("al-cabohne", 1, skip_forced=True, reward="thalers")
    batch = GameBatch(setting, 2, "x", stride=2)
    finished: list[int] = []
    with ParallelWorkers(setting, 2, "x", processes=2) as tables:
        assert (tables.processes, len(tables.workers)) == (2, 2)
        for _ in range(190):
            assert (bytes(tables.views), bytes(tables.masks), bytes(tables.seats)) == (
                bytes(batch.views),
                bytes(batch.masks),
                bytes(batch.seats),
            )
            tokens = setting.tokens - 1 - tables.masks[:, ::-1].argmax(axis=1)  # the last legal one
            ended = tables.step(tokens)
            assert ended == batch.step(tokens.tolist())
            for number, _ in ended:
                assert tables.thalers[number].tolist() == batch.thalers[number]
            finished += [number for number, _ in ended]
        last = bytes(tables.views)
    assert sorted(finished) == [0, 1]
    assert bytes(tables.views) == last
    tables.close()


def test_a_killed_worker_is_named() -> None:
    tables = ParallelWorkers(Setting("bohnanza", 3), 4, processes=2)
    name, pids = tables.memory.name, [worker.process.pid for worker in tables.workers]
    tokens = tables.random_tokens(np.random.default_rng(1))
    assert pids[1] is not None
    os.kill(pids[1], signal.SIGKILL)
    with pytest.raises(WorkerFailed, match=r"the worker of tables 2 to 3 has ended \(exit code -9\)"):
        tables.step(tokens)
    with pytest.raises(tobean.BadInput, match="have been closed"):
        tables.step(tokens)
    assert not any(worker.process.is_alive() for worker in tables.workers)
    with pytest.raises(FileNotFoundError):
        SharedMemory(name)


def test_a_wrong_token_or_order_changes_nothing() -> None:
    setting = Setting("bohnanza", 3)
    with ParallelWorkers(setting, 2, processes=1) as tables:
        before = bytes(tables.views), bytes(tables.masks)
        tokens = tables.random_tokens(np.random.default_rng(1))
        with pytest.raises(BadToken, match="table 1: 'end' cannot be said here"):
            tables.step([tokens[0], setting.grammar.end])
        with pytest.raises(BadToken, match="2 tokens are needed"):
            tables.step([0.5, 1.5])
        with pytest.raises(tobean.BadInput, match="no step has been started"):
            tables.finish()
        assert (bytes(tables.views), bytes(tables.masks)) == before
        tables.start(tokens)
        with pytest.raises(tobean.BadInput, match="started and not finished"):
            tables.start(tokens)
        assert tables.finish() == []
        assert bytes(tables.masks) != before[1]
    with pytest.raises(tobean.BadInput, match="0 tables cannot be played"):
        ParallelWorkers(setting, 0)


class BadSeed(str):
    """A seed that fails in the worker."""

    def __str__(self) -> str:
        raise ValueError("no such seed")

    def __format__(self, kind: str) -> str:
        return str(self)


def test_an_exception_in_a_worker_is_raised_here() -> None:
    with pytest.raises(WorkerFailed, match=r"(?s)tables 0 to 0 has failed: Traceback.*no such seed"):
        ParallelWorkers(Setting("bohnanza", 3), 1, BadSeed("x"), processes=1)


def test_random_tokens_are_uniform() -> None:
    masks = np.zeros((3, 10), np.uint8)
    legal: list[list[int]] = [[0], [2, 3, 9], [1, 4, 5, 6, 9]]
    for row, tokens in enumerate(legal):
        masks[row, tokens] = 1
    rng: Any = np.random.default_rng(5)
    drawn = np.array([random_legal_tokens(masks, np.arange(3), rng) for _ in range(3000)])
    for row, tokens in enumerate(legal):
        found, counts = np.unique(drawn[:, row], return_counts=True)
        assert found.tolist() == tokens
        assert abs(counts / 3000 - 1 / len(tokens)).max() < 0.03
