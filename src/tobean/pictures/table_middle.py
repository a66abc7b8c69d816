"""The middle of the table: the piles, the cards turned over, and the cards that only this game has there."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.cards import HIDDEN
from tobean.pictures.card_faces import height_of
from tobean.pictures.drawing.blocks import SOFT, Block, captioned, column_of_blocks, row_of_blocks, scaled_to_fit
from tobean.pictures.drawing.elements import INK, PAPER, box
from tobean.pictures.drawing.scene import Scene

CARD: Final = 66
GAP: Final = 30

DRAW_PILE: Final = N_("draw pile")
DISCARD_PILE: Final = N_("discard pile")
TURNED_OVER: Final = N_("turned over")


def middle(scene: Scene, width: float) -> Block:
    """Draw everything in one row or, if that is too wide, the game's own cards below."""
    position = scene.position
    top = position.discard[-1] if position.discard else HIDDEN
    blocks = [
        pile(scene, HIDDEN, position.draw_size, scene.translated(DRAW_PILE)),
        pile(scene, top, len(position.discard), scene.translated(DISCARD_PILE)),
    ]
    if position.turned:
        label = scene.translated(TURNED_OVER)
        blocks.append(captioned(scene.cards(position.turned, CARD, 300, label), label))
    component_blocks = [scene.component_cards(cards, CARD, 200) for cards in scene.card_layout if cards.seat == NO_SEAT]
    component_blocks = [block for block in component_blocks if block.width]
    together = row_of_blocks(
        [*blocks, *[Block(block.width, block.height + 28, block.markup) for block in component_blocks]], GAP
    )
    if together.width <= width:
        return column_of_blocks([together], 0, width)
    return column_of_blocks(
        [scaled_to_fit(row_of_blocks(blocks, GAP), width), scaled_to_fit(row_of_blocks(component_blocks, GAP), width)],
        4,
        width,
    )


def pile(scene: Scene, top: int, count: int, caption: str) -> Block:
    """Draw a pile: its top card, the edges of some cards below it, and its size; an outline if it is empty."""
    height = height_of(CARD)
    if count:
        edges = [
            box(2.5 * depth, 2.5 * depth, CARD, height, 6, fill=PAPER, stroke=INK, stroke_width=0.8)
            for depth in range(min(2, (count + 6) // 8), 0, -1)
        ]
        markup = "".join(edges) + scene.faces.card(top, 0, 0, CARD)
    else:
        markup = box(
            1, 1, CARD - 2, height - 2, 6, fill="none", stroke=SOFT, stroke_width=1.6, stroke_dasharray="5 4",
            opacity=0.7,
        )  # fmt: skip
    return captioned(Block(CARD, height, markup), f"{caption} {count}")
