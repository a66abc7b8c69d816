"""The sacrifice cards of Bohnedikt (D7): two beans on an altar."""

from itertools import combinations_with_replacement
from typing import Final

from art.beans.bohnanza import FIGURES
from art.drawing.props import flame
from art.drawing.shapes import FIGURE_BOX, dot, line, path, shape, symbol

PAIRS: Final = tuple(combinations_with_replacement(FIGURES, 2))


def candle(x: float) -> str:
    return flame(x, 54, 0.8) + shape(f"M{x - 5} 66H{x + 5}V90H{x - 5}Z", "#fff6d8", 2.4)


def altar() -> str:
    glow = dot(53, 42, 62, "#fff3c4", opacity=0.6) + dot(53, 42, 46, "#fff9e3", opacity=0.8)
    stone = (
        shape("M6 100H100L96 124H10Z", "#c9c2b6", 2.8)
        + line("M30 101V123M76 101V123M53 112H76M10 112H30", 2, "#938b7d")
        + shape("M-6 88H112Q114 94 112 101H-6Q-8 94-6 88Z", "#e6dfd2", 2.8)
        + path("M100 90H110Q111 94 110.400 99H98Z", "#b8b0a2")
        + shape("M40 88H66V108L53 118L40 108Z", "#a32038", 2.4)
        + line("M53 94V109M47 99H59", 3, "#f6c445")
    )
    return glow + candle(-6) + candle(112) + stone


def bean(key: str, x: float, y: float) -> str:
    """Return a reference to the token of a kind, which the sprite has once."""
    return f'<use href="#token-{key}" x="{x:g}" y="{y:g}" width="84" height="90"/>'


def symbols() -> list[str]:
    return [
        symbol(f"sacrifice-{first}-{second}", FIGURE_BOX, altar() + bean(second, 39, -12) + bean(first, -17, 5))
        for first, second in PAIRS
    ]
