"""Figures in words, the same in a terminal and on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tobean.lab.statistics import Interval


SURPLUS_COLUMNS: Final = ("Table of", "deals", "thalers", "95% interval", "surplus")


def signed(value: float) -> str:
    """With its sign, and no minus before a zero."""
    return f"{round(value, 2) + 0.0:+.2f}"


def span(interval: Interval) -> str:
    return f"{signed(interval.low)} \N{EN DASH} {signed(interval.high)}"


def share_span(interval: Interval) -> str:
    return f"{interval.low:.1%} \N{EN DASH} {interval.high:.1%}"


def total_span(interval: Interval) -> str:
    return f"{interval.low:.1f} \N{EN DASH} {interval.high:.1f}"


def surplus_text(surplus: Interval | None) -> str:
    return "none to find" if surplus is None else f"{surplus.value:.1%} ({share_span(surplus)})"


def p_text(p: float) -> str:
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"


def time_text(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
