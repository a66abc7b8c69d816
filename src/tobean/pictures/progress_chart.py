"""Coordinates of the chart of a person's progress, which a template draws as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

WIDTH: Final = 340
HEIGHT: Final = 150
LEFT: Final = 34
RIGHT: Final = 12
TOP: Final = 10
BOTTOM: Final = 24
MIN_RANGE: Final = 5


@dataclass(frozen=True)
class ProgressChart:
    """The line, and the grid: labels with the heights of rows and the positions of columns."""

    width: int
    height: int
    points: str
    zero: float
    rows: list[tuple[int, float]]
    columns: list[tuple[int, float]]


def progress_chart(values: Sequence[tuple[int, float]]) -> ProgressChart:
    """Build the chart of margins by the number of the game; there are at least two."""
    low = min(-MIN_RANGE, floor(min(value for _, value in values)))
    high = max(MIN_RANGE, ceil(max(value for _, value in values)))
    first, last = values[0][0], values[-1][0]

    def x_at(number: int) -> float:
        return round(LEFT + (number - first) * (WIDTH - LEFT - RIGHT) / (last - first), 1)

    def y_at(value: float) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    step = 5 if high - low <= 30 else 10
    every = max(1, (last - first) // 8)
    return ProgressChart(
        WIDTH,
        HEIGHT,
        " ".join(f"{x_at(number)},{y_at(value)}" for number, value in values),
        y_at(0),
        [(value, y_at(value)) for value in range(step * ceil(low / step), high + 1, step)],
        [(number, x_at(number)) for number in range(first, last + 1, every)],
    )
