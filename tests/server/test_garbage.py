"""Garbage is looked for where there is some, and play is left alone (server/process/garbage_collection.py)."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from tobean.server.process.garbage_collection import (
    COLLECT_THRESHOLD,
    GARBAGE_PER_REQUEST,
    GARBAGE_SHARE,
    MOST_UNCOLLECTED,
    MOST_UNCOLLECTED_PER_TABLE,
    Garbage,
)


class Request:
    """What a request leaves behind: a cycle."""

    def __init__(self) -> None:
        self.itself = self


class House:
    """A server process in which nobody but `Garbage` looks."""

    def __init__(self) -> None:
        self.ended = self.tables = 0
        self.looks: list[int] = []
        self.made: list[list[object]] = []
        self.garbage = Garbage(lambda: self.ended, lambda: self.tables)

    def note(self, phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            self.looks.append(info["generation"])

    def play(self) -> None:
        self.made += [[None] for _ in range(COLLECT_THRESHOLD + 100)]
        self.garbage.collect_if_due()

    def play_and_ask(self) -> int:
        """Play with a few requests in between until all is looked through; how many it took."""
        before = self.ended
        for _ in range(100):
            self.ended += COLLECT_THRESHOLD // GARBAGE_PER_REQUEST // GARBAGE_SHARE // 2
            self.play()
            if self.looks:
                break
        assert self.looks == [2]
        return self.ended - before


@pytest.fixture
def house() -> Iterator[House]:
    found = House()
    gc.collect()
    gc.disable()
    gc.callbacks.append(found.note)
    try:
        yield found
    finally:
        gc.callbacks.remove(found.note)
        gc.unfreeze()
        gc.enable()


def test_what_play_brings_is_not_looked_at(house: House) -> None:
    for _ in range(5):
        house.play()
        assert gc.get_count()[0] < COLLECT_THRESHOLD
    assert gc.get_freeze_count() > 5 * COLLECT_THRESHOLD
    assert house.looks == []


def test_where_requests_bring_most_of_it_they_are_cleared_away_at_once(house: House) -> None:
    left = ref(Request())
    house.ended += COLLECT_THRESHOLD // GARBAGE_PER_REQUEST
    house.play()
    assert house.looks == [0]
    assert left() is None


def test_what_a_few_requests_leave_behind_is_cleared_away_in_the_end(house: House) -> None:
    left = ref(Request())
    house.ended += 1
    house.play()
    assert left() is not None, "set aside with the rest"
    assert house.play_and_ask() >= MOST_UNCOLLECTED
    assert left() is None


def test_the_more_tables_the_more_may_lie_there(house: House) -> None:
    house.tables = 100
    assert house.play_and_ask() > MOST_UNCOLLECTED + 100 * MOST_UNCOLLECTED_PER_TABLE
