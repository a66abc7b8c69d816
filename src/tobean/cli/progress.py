"""Progress bar on standard error, for a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tobean.cli.language import say


@contextmanager
def progress(total: int, show: bool, done: int = 0, learning: bool = False) -> Iterator[Callable[[int], None]]:
    """Yield a function to be called with the number of games played, or of epochs trained, so far."""
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    task = bar.add_task(say("learning") if learning else say("playing"), total=total, completed=done)

    def update(completed: int) -> None:
        bar.update(task, completed=completed)
        if show:
            bar.start()  # Only now: it starts a thread, and forking processes beside threads is unsafe.

    try:
        yield update
    finally:
        if show:
            bar.stop()
