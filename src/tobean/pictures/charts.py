"""Coordinates of the chart of thalers by turn, which a template draws as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

WIDTH: Final = 640
HEIGHT: Final = 280
LEFT: Final = 30
RIGHT: Final = 12
TOP: Final = 10
BOTTOM: Final = 24
RIVAL: Final = "rival"


@dataclass(frozen=True)
class Line:
    """The line of one player."""

    name: str
    hue: str
    """Suffix of the CSS class `hue-…` in theme.css, which sets colour and dashes."""
    points: str
    last: int
    end: tuple[float, float]


@dataclass(frozen=True)
class Chart:
    """All lines, and the grid: labels with the heights of rows and the positions of columns."""

    width: int
    height: int
    lines: list[Line]
    rows: list[tuple[int, float]]
    columns: list[tuple[int, float]]


def chart(points: Sequence[dict[str, Any]], names: Sequence[str], rival: str) -> Chart:
    """Build the chart of a game summary; `rival` is the name of a scripted opponent, "" if there is none."""
    series = [[0, *(point["thalers"][seat] for point in points)] for seat in range(len(names))]
    titles = list(names)
    if rival and all(point["rival"] is not None for point in points):
        weight = 2 if len(names) == 1 else 1  # A19
        series.append([0, *(weight * point["rival"] for point in points)])
        titles.append(rival)
    most: int = max(5, *(max(values) for values in series))
    turns = max(1, len(points))

    def x_at(turn: int) -> float:
        return round(LEFT + turn * (WIDTH - LEFT - RIGHT) / turns, 1)

    def y_at(thalers: int) -> float:
        return round(HEIGHT - BOTTOM - thalers * (HEIGHT - TOP - BOTTOM) / most, 1)

    lines = [
        Line(
            title,
            RIVAL if seat == len(names) else str(seat),
            " ".join(f"{x_at(turn)},{y_at(value)}" for turn, value in enumerate(values)),
            values[-1],
            (x_at(turns), y_at(values[-1])),
        )
        for seat, (title, values) in enumerate(zip(titles, series, strict=True))
    ]
    step = 5 if most <= 25 else 10
    every = max(1, turns // 8)
    rows = [(thalers, y_at(thalers)) for thalers in range(0, most + 1, step)]
    columns = [(turn, x_at(turn)) for turn in range(every, turns + 1, every)]
    return Chart(WIDTH, HEIGHT, lines, rows, columns)
