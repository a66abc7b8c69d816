"""Jobs over worker processes."""

from __future__ import annotations

import signal
import time

import pytest

from tobean.lab.workers import spread


def a_moment(job: int) -> int:
    time.sleep(0.01)
    return job


class Tidying:
    """Ctrl-C is pressed while Python throws this away: it ignores what is raised then."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_loses_is_heeded_all_the_same() -> None:
    usual = signal.getsignal(signal.SIGINT)
    work = spread(a_moment, list(range(3000)), 2)
    next(work)
    Tidying()
    with pytest.raises(KeyboardInterrupt):
        list(work)
    assert signal.getsignal(signal.SIGINT) is usual
