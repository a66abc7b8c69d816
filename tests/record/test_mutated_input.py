"""Mutated input of every kind is refused with an error, or survives being written and read back."""

from pathlib import Path

import pytest

from tests.support.engine.mutations import KINDS, Tally, prepare, try_one
from tests.support.server.mutated_messages import try_messages

SEEDS = 300


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_mutated_uploads_are_refused_or_round_trip(kind: str) -> None:
    prepare()
    tally = Tally()
    for seed in range(SEEDS):
        try_one(kind, seed, tally)
    # If none or all of the mutations were accepted, they would test nothing.
    assert 0 < tally.accepted < tally.tried == SEEDS


def test_mutated_messages_leave_the_table_intact(tmp_path: Path) -> None:
    tally = try_messages(tmp_path, 0, SEEDS)
    assert 0 < tally.accepted < tally.tried == SEEDS
