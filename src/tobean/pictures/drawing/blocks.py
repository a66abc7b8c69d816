"""Blocks: parts of a picture with a known size, and functions that lay them out."""

from collections.abc import Sequence
from typing import Final

from tobean.pictures.drawing.elements import INK, box, group, text, width_of

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
"""In dark mode backgrounds and text change; cards keep their light faces."""
PADDING: Final = 14
"""Distance between the edge of a panel and its content."""


class Block:
    """Markup with a size; its top left corner is the origin."""

    def __init__(self, width: float, height: float, markup: str) -> None:
        self.width = width
        self.height = height
        self.markup = markup

    def at(self, x: float, y: float) -> str:
        return group(self.markup, transform=f"translate({round(x, 2):g} {round(y, 2):g})")


def row_of_blocks(blocks: Sequence[Block], gap: float) -> Block:
    """Lay out blocks in a row, on one base line."""
    height = max([block.height for block in blocks], default=0)
    x = 0.0
    markup = ""
    for block in blocks:
        markup += block.at(x, height - block.height)
        x += block.width + gap
    return Block(max(x - gap, 0), height, markup)


def column_of_blocks(blocks: Sequence[Block], gap: float, width: float) -> Block:
    """Stack blocks, each centred in this width."""
    y = 0.0
    markup = ""
    for block in blocks:
        markup += block.at((width - block.width) / 2, y)
        y += block.height + gap
    return Block(width, max(y - gap, 0), markup)


def scaled_to_fit(block: Block, max_width: float) -> Block:
    """Scale a block down to this width if it is wider."""
    if block.width <= max_width:
        return block
    scale = max_width / block.width
    return Block(max_width, block.height * scale, group(block.markup, transform=f"scale({scale:.4g})"))


def marked(block: Block, mark: str, x: float) -> Block:
    """Put a small label above a block, centred about x; the block is then at least as wide as the label."""
    label_width = width_of(mark, 12)
    word = text_element(mark, max(x, label_width / 2), 11, 12, "soft", text_anchor="middle")
    return Block(max(block.width, label_width), block.height + 18, word + block.at(0, 18))


def captioned(block: Block, caption: str) -> Block:
    """Put a caption below a block, centred."""
    label_width = max(block.width, width_of(caption, 13))
    word = text_element(caption, label_width / 2, block.height + 21, 13, "soft", text_anchor="middle")
    return Block(label_width, block.height + 28, group(block.at((label_width - block.width) / 2, 0) + word, caption))


def panel(block: Block, height: float, awaited: bool = False) -> Block:
    """Put a block on a paper panel; the panel of the awaited player has a strong edge."""
    tone, stroke, line = ("leaf", LEAF, 3.0) if awaited else ("edge", EDGE, 1.0)
    ground = box(
        line / 2, line / 2, block.width - line, height - line, 14, class_=f"tobean-paper tobean-{tone}", fill=PAPER,
        stroke=stroke, stroke_width=line,
    )  # fmt: skip
    return Block(block.width, height, ground + block.markup)


def text_element(content_text: str, x: float, y: float, size: float, tone: str = "ink", **given: str | float) -> str:
    """Return a text in the colours for table and paper."""
    return text(content_text, x, y, size, class_=f"tobean-{tone}", fill=INK if tone == "ink" else SOFT, **given)
