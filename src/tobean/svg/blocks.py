"""Blocks: pieces of a picture that know how much room they take, and ways to lay them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.svg.elements import INK, box, group, text, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLE_COLOUR: Final = "#d5e3c6"
PAPER: Final = "#fbf8ec"
EDGE: Final = "#c9bf9c"
SOFT: Final = "#62563f"
LEAF: Final = "#1d6a38"
SOIL: Final = "#b88d5e"
GRASS: Final = "#84a65a"
WHITE: Final = "#ffffff"
STYLE: Final = (
    "@media (prefers-color-scheme:dark){"
    ".tobean-cloth{fill:#18241b}.tobean-paper{fill:#262d24}.tobean-edge{stroke:#4f5a49}.tobean-ink{fill:#f4eedc}"
    ".tobean-soft{fill:#c3b99d}.tobean-soil{fill:#694c34}.tobean-grass{stroke:#4c6536}.tobean-leaf{stroke:#7fd39a}}"
)
"""In the dark, grounds and letters change; cards keep their light faces."""
PADDING: Final = 14
"""Between the edge of a panel and what is on it."""


class Block:
    """Something that takes up room: how wide and high it is, and how it is drawn with its corner at the origin."""

    def __init__(self, width: float, height: float, drawn: str) -> None:
        self.width = width
        self.height = height
        self.drawn = drawn

    def at(self, x: float, y: float) -> str:
        return group(self.drawn, transform=f"translate({round(x, 2):g} {round(y, 2):g})")


def row_of_blocks(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks in a row, on one base line."""
    height = max([block.height for block in blocks], default=0)
    x = 0.0
    drawn = ""
    for block in blocks:
        drawn += block.at(x, height - block.height)
        x += block.width + gap
    return Block(max(x - gap, 0), height, drawn)


def column_of_blocks(blocks: Sequence[Block], gap: float, width: float) -> Block:
    """Blocks below each other, each in the middle of this width."""
    y = 0.0
    drawn = ""
    for block in blocks:
        drawn += block.at((width - block.width) / 2, y)
        y += block.height + gap
    return Block(width, max(y - gap, 0), drawn)


def scaled_to_fit(block: Block, room: float) -> Block:
    """A block that is not wider than there is room."""
    if block.width <= room:
        return block
    size = room / block.width
    return Block(room, block.height * size, group(block.drawn, transform=f"scale({size:.4g})"))


def marked(block: Block, mark: str, x: float) -> Block:
    """A block with a small word above it, about at x, and at least as wide as the word."""
    wide = width_of(mark, 12)
    word = text_element(mark, max(x, wide / 2), 11, 12, "soft", text_anchor="middle")
    return Block(max(block.width, wide), block.height + 18, word + block.at(0, 18))


def captioned(block: Block, caption: str) -> Block:
    """A block with its name below it, in the middle."""
    wide = max(block.width, width_of(caption, 13))
    word = text_element(caption, wide / 2, block.height + 21, 13, "soft", text_anchor="middle")
    return Block(wide, block.height + 28, group(block.at((wide - block.width) / 2, 0) + word, caption))


def panel(block: Block, height: float, awaited: bool = False) -> Block:
    """A block on a panel of paper; that of somebody whose decision is awaited has a strong edge."""
    tone, stroke, line = ("leaf", LEAF, 3.0) if awaited else ("edge", EDGE, 1.0)
    ground = box(
        line / 2, line / 2, block.width - line, height - line, 14, class_=f"tobean-paper tobean-{tone}", fill=PAPER,
        stroke=stroke, stroke_width=line,
    )  # fmt: skip
    return Block(block.width, height, ground + block.drawn)


def text_element(said: str, x: float, y: float, size: float, tone: str = "ink", **given: str | float) -> str:
    """Text on cloth or paper."""
    return text(said, x, y, size, class_=f"tobean-{tone}", fill=INK if tone == "ink" else SOFT, **given)
