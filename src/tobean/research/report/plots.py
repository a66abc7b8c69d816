"""Plots as inline SVG. Coordinates are percentages, so a plot is as wide as the page and its text stays readable.

Every plot repeats the figures of a table beside it, so plots are hidden from screen readers.
"""

from collections.abc import Callable, Sequence
from html import escape
from math import floor, log10
from typing import Final

from tobean.research.statistics.intervals import Interval

ROW: Final = 24
"""Height of a row of a plot."""
CLOSE: Final = 1e-9
"""Values closer to par than this count as par."""
BARS: Final = 21
"""Number of bars of a histogram; odd, so that one is in the middle."""


def nice_step(width: float) -> float:
    """Choose 1, 2 or 5 times a power of ten so that three to seven steps make up the width."""
    size = 10.0 ** floor(log10(width / 4))
    return size * next(factor for factor in (1, 2, 5, 10) if width / (size * factor) <= 7)


class Scale:
    """Maps values to percentages of the width."""

    def __init__(self, low: float, high: float) -> None:
        padding = (high - low) * 0.06 or 1.0
        self.low, self.high = low - padding, high + padding

    def at(self, value: float) -> str:
        return f"{100 * (value - self.low) / (self.high - self.low):.2f}%"

    def ticks(self) -> list[float]:
        step = nice_step(self.high - self.low)
        first = -floor(-self.low / step)
        count = floor(self.high / step) - first + 1
        return [(first + number) * step for number in range(count)]


def svg(height: int, body: str) -> str:
    return f'<svg width="100%" height="{height}" aria-hidden="true" focusable="false">{body}</svg>'


def axis(scale: Scale, text: Callable[[float], str]) -> str:
    marks = "".join(
        f'<text x="{scale.at(tick)}" y="13" text-anchor="middle">{escape(text(tick))}</text>' for tick in scale.ticks()
    )
    return svg(18, marks)


def forest_plot(rows: Sequence[tuple[str, Interval]], par: float, text: Callable[[float], str]) -> str:
    """Draw a row for each value: its interval, the value as a point, and par as a vertical line."""
    lows = [interval.low for _, interval in rows]
    highs = [interval.high for _, interval in rows]
    scale = Scale(min([par, *lows]), max([par, *highs]))
    par_line = f'<line class="par" x1="{scale.at(par)}" x2="{scale.at(par)}" y1="0" y2="{ROW}"/>'
    parts: list[str] = []
    for label, interval in rows:
        css_class = "good" if interval.low > par + CLOSE else "bad" if interval.high < par - CLOSE else "even"
        line = f'<line x1="{scale.at(interval.low)}" x2="{scale.at(interval.high)}" y1="12" y2="12"/>'
        point = f'<circle cx="{scale.at(interval.value)}" cy="12" r="5"/>'
        body = svg(ROW, f'{par_line}<g class="{css_class}">{line}{point}</g>')
        parts.append(f'<div class="label">{escape(label)}</div>{body}<div class="figure">{text(interval.value)}</div>')
    return f'<div class="plot">{"".join(parts)}<div></div>{axis(scale, text)}<div></div></div>'


def histogram(values: Sequence[float], text: Callable[[float], str]) -> str:
    """Draw a histogram with 0 in the middle."""
    largest = max(abs(value) for value in values) or 1.0
    counts = [0] * BARS
    for value in values:
        counts[min(BARS - 1, int((value + largest) / (2 * largest) * BARS))] += 1
    most = max(counts)
    bars: list[str] = []
    for bar, count in enumerate(counts):
        css_class = "bad" if bar < BARS // 2 else "good" if bar > BARS // 2 else "even"
        height = 64 * count / most
        bars.append(
            f'<rect class="{css_class}" x="{100 * bar / BARS + 0.3:.2f}%" width="{100 / BARS - 0.6:.2f}%" '
            f'y="{70 - height:.1f}" height="{height:.1f}"/>'
        )
    marks = "".join(
        f'<text x="{at}%" y="86" text-anchor="{anchor}">{escape(text(value))}</text>'
        for at, anchor, value in ((0, "start", -largest), (50, "middle", 0.0), (100, "end", largest))
    )
    floor_line = '<line class="par" x1="0" x2="100%" y1="70.5" y2="70.5"/>'
    return svg(90, f"{''.join(bars)}{floor_line}{marks}")
