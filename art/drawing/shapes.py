"""Shapes as SVG text.

Colours and widths are presentation attributes, never styles, because the pages forbid inline styles. A symbol sets no
fill, no stroke, round caps and round joins; its shapes set only what differs.
"""

from typing import Final

INK: Final = "#2b1d14"
"""The colour of every outline."""
PAPER: Final = "#fffaf0"
GLOVE: Final = "#fff4df"
GOLD: Final = "#f6c445"
GOLD_DARK: Final = "#c98a14"
STEEL: Final = "#dfe7ee"
STEEL_DARK: Final = "#9fb0bf"
WOOD: Final = "#a86a35"
LEAF: Final = "#7cc242"
LEAF_DARK: Final = "#4c8c2b"
RED: Final = "#e0393e"

FIGURE_BOX: Final = "-15 -25 136 153"
"""The drawing area of a figure: feet on 124, the face around (53, 46)."""


def number(value: float) -> str:
    """Format a coordinate with at most one decimal."""
    return f"{round(value, 1):g}"


def path(d: str, fill: str = "", ink: str = "", width: float = 3, opacity: float = 1) -> str:
    """Return a path: filled, stroked, or both."""
    markup = f'<path d="{d}"'
    if fill:
        markup += f' fill="{fill}"'
    if ink:
        markup += f' stroke="{ink}" stroke-width="{number(width)}"'
    if opacity < 1:
        markup += f' opacity="{opacity:g}"'
    return markup + "/>"


def shape(d: str, fill: str, width: float = 2.6) -> str:
    """Return a filled shape with an ink outline."""
    return path(d, fill, INK, width)


def line(d: str, width: float = 3, ink: str = INK, opacity: float = 1) -> str:
    return path(d, "", ink, width, opacity)


def cable(d: str, width: float, colour: str, edge: float = 2.4) -> str:
    """Return a thick line with an ink edge: straps, hoses, poles."""
    return line(d, width + 2 * edge) + line(d, width, colour)


def oval(
    cx: float, cy: float, rx: float, ry: float, fill: str = "", ink: str = "", width: float = 2.6, opacity: float = 1
) -> str:
    where = f'cx="{number(cx)}" cy="{number(cy)}"'
    markup = (
        f'<circle {where} r="{number(rx)}"' if rx == ry else f'<ellipse {where} rx="{number(rx)}" ry="{number(ry)}"'
    )
    if fill:
        markup += f' fill="{fill}"'
    if ink:
        markup += f' stroke="{ink}" stroke-width="{number(width)}"'
    if opacity < 1:
        markup += f' opacity="{opacity:g}"'
    return markup + "/>"


def dot(cx: float, cy: float, r: float, fill: str, ink: str = "", width: float = 2.6, opacity: float = 1) -> str:
    return oval(cx, cy, r, r, fill, ink, width, opacity)


def place(content: str, x: float = 0, y: float = 0, turn: float = 0, size: float = 1, mirror: int = 1) -> str:
    """Move, turn and scale content; `mirror=-1` flips it left to right."""
    steps = f"translate({number(x)} {number(y)})" if x or y else ""
    if turn:
        steps += f"rotate({number(turn)})"
    if mirror < 0:
        steps += f"scale({-size:g} {size:g})"
    elif size != 1:
        steps += f"scale({size:g})"
    return f'<g transform="{steps}">{content}</g>' if steps else content


def faded(content: str, opacity: float) -> str:
    return f'<g opacity="{opacity:g}">{content}</g>'


def symbol(name: str, box: str, content: str) -> str:
    return (
        f'<symbol id="{name}" viewBox="{box}" fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f"{content}</symbol>"
    )


def picture(box: str, content: str) -> str:
    """Return a separate SVG file."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round">{content}</svg>\n'
    )
