"""Garbage collection runs when there is garbage, and not during play (server/process/garbage_collection.py)."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from tobean.server.process.garbage_collection import (
    COLLECT_THRESHOLD,
    GARBAGE_DIVISOR,
    GARBAGE_PER_REQUEST,
    MAX_UNCOLLECTED,
    MAX_UNCOLLECTED_PER_TABLE,
    CollectorTuning,
)


class Request:
    """Garbage of a request: a reference cycle."""

    def __init__(self) -> None:
        self.itself = self


class CollectedProcess:
    """A server process in which only `CollectorTuning` collects."""

    def __init__(self) -> None:
        self.ended = self.tables = 0
        self.looks: list[int] = []
        self.made: list[list[object]] = []
        self.garbage = CollectorTuning(lambda: self.ended, lambda: self.tables)

    def note(self, phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            self.looks.append(info["generation"])

    def play(self) -> None:
        self.made += [[None] for _ in range(COLLECT_THRESHOLD + 100)]
        self.garbage.collect_if_due()

    def play_and_ask(self) -> int:
        """Plays with a few requests in between until a full collection; returns the number of rounds."""
        before = self.ended
        for _ in range(100):
            self.ended += COLLECT_THRESHOLD // GARBAGE_PER_REQUEST // GARBAGE_DIVISOR // 2
            self.play()
            if self.looks:
                break
        assert self.looks == [2]
        return self.ended - before


@pytest.fixture
def collected_process() -> Iterator[CollectedProcess]:
    found = CollectedProcess()
    gc.collect()
    gc.disable()
    gc.callbacks.append(found.note)
    try:
        yield found
    finally:
        gc.callbacks.remove(found.note)
        gc.unfreeze()
        gc.enable()


def test_play_triggers_no_collection(collected_process: CollectedProcess) -> None:
    for _ in range(5):
        collected_process.play()
        assert gc.get_count()[0] < COLLECT_THRESHOLD
    assert gc.get_freeze_count() > 5 * COLLECT_THRESHOLD
    assert collected_process.looks == []


def test_garbage_of_many_requests_is_collected_immediately(collected_process: CollectedProcess) -> None:
    left = ref(Request())
    collected_process.ended += COLLECT_THRESHOLD // GARBAGE_PER_REQUEST
    collected_process.play()
    assert collected_process.looks == [0]
    assert left() is None


@pytest.mark.long
def test_garbage_of_few_requests_is_collected_eventually(collected_process: CollectedProcess) -> None:
    left = ref(Request())
    collected_process.ended += 1
    collected_process.play()
    assert left() is not None, "frozen with the rest"
    assert collected_process.play_and_ask() >= MAX_UNCOLLECTED
    assert left() is None


@pytest.mark.long
def test_the_collection_threshold_grows_with_the_tables(collected_process: CollectedProcess) -> None:
    collected_process.tables = 100
    assert collected_process.play_and_ask() > MAX_UNCOLLECTED + 100 * MAX_UNCOLLECTED_PER_TABLE
