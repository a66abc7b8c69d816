"""Layout of a table: players around the middle, the viewer in front, open offers below.

Everything is placed from top to bottom in one of two fixed widths; the height follows from the content.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from tobean.i18n.catalogues import N_
from tobean.i18n.narrator import game_messages_of
from tobean.kernel.base.seats import NO_SEAT
from tobean.pictures.drawing.blocks import (
    LEAF,
    STYLE,
    TABLE_COLOUR,
    WHITE,
    Block,
    column_of_blocks,
    panel,
    row_of_blocks,
    text_element,
)
from tobean.pictures.drawing.elements import box, element, text, width_of
from tobean.pictures.drawing.scene import NOTHING, Scene
from tobean.pictures.players import full_width_block, opponent_block, stacked_block
from tobean.pictures.table_middle import middle
from tobean.pictures.trade_panel import trade_panel

WIDTH: Final = 960
NARROW_WIDTH: Final = 560
MARGIN: Final = 16
GAP: Final = 12

TURN: Final = N_("turn {number}")
OVER: Final = N_("the game is over")


def draw(scene: Scene) -> Block:
    players, awaited = scene.position.players, scene.position.awaited
    width = NARROW_WIDTH if scene.is_narrow else WIDTH
    inner = width - 2 * MARGIN
    others = [(scene.viewer + step) % players for step in range(1, players)]
    blocks = [
        *rows(scene, list(range(players)) if scene.viewer == NO_SEAT else others, inner),
        middle(scene, inner),
    ]
    if scene.viewer != NO_SEAT:
        own = (stacked_block if scene.is_narrow else full_width_block)(scene, scene.viewer, inner)
        blocks.append(panel(own, own.height, scene.viewer == awaited))
    trading = trade_panel(scene, inner)
    if trading is not None:
        blocks.append(panel(trading, trading.height))
    column = column_of_blocks([headline(scene, inner), *blocks], GAP, inner)
    height = column.height + 2 * MARGIN
    cloth = box(0, 0, width, height, 18, class_="tobean-cloth", fill=TABLE_COLOUR)
    return Block(width, height, element("style", STYLE) + cloth + column.at(MARGIN, MARGIN))


def rows(scene: Scene, seats: Sequence[int], inner: float) -> list[Block]:
    """Lay out the players, up to three in a row, two if it is narrow; more in rows of two."""
    columns = len(seats) if len(seats) <= (2 if scene.is_narrow else 3) else 2
    width = (inner - GAP * (columns - 1)) / max(columns, 1)
    player = opponent_block if columns > 1 or scene.is_narrow else full_width_block
    panel_rows: list[Block] = []
    for begin in range(0, len(seats), max(columns, 1)):
        row_seats = seats[begin : begin + columns]
        blocks = [player(scene, seat, width) for seat in row_seats]
        height = max([block.height for block in blocks])
        panels = [
            panel(block, height, seat == scene.position.awaited) for seat, block in zip(row_seats, blocks, strict=True)
        ]
        panel_rows.append(row_of_blocks(panels, GAP))
    return panel_rows


def headline(scene: Scene, inner: float) -> Block:
    """Draw the game, the turn, and the phases with the current one marked; if it is narrow, that one alone."""
    position = scene.position
    game = position.rules.title
    markup = text_element(game, 2, 20, 23, font_weight="800")
    x = width_of(game, 23) + 18
    turn = scene.translated(TURN).format(number=position.turn)
    markup += text_element(turn, x, 20, 15, "soft")
    x += width_of(turn, 15) + 18
    if position.over:
        return Block(inner, 26, markup + text_element(scene.translated(OVER), x, 20, 15, font_weight="700"))
    for phase in game_messages_of(position.rules).phases_for(position.players):
        label = f"{phase.shown} {scene.translated(phase.text)}".strip()
        label_width = width_of(label, 14) + 18
        if phase.number == position.phase:
            markup += box(x, 2, label_width, 27, 13.5, fill=LEAF)
            markup += text(label, x + label_width / 2, 20, 14, text_anchor="middle", font_weight="700", fill=WHITE)
        elif scene.is_narrow:
            continue
        else:
            markup += text_element(label, x + label_width / 2, 20, 14, "soft", text_anchor="middle")
        x += label_width + 2
    return Block(inner, 26, markup)


def alt_text(scene: Scene) -> str:
    """Return the alternative text of the picture for screen readers."""
    position = scene.position
    parts = [position.rules.title, scene.translated(TURN).format(number=position.turn)]
    for seat in range(position.players):
        fields = [scene.card_list_text(row) for row in position.fields[seat] if row] or [scene.translated(NOTHING)]
        parts.append(scene.translator.labelled(scene.player(seat), reduce(scene.translator.joined, fields)))
    return ". ".join(parts)
