"""Lays out a table: players around the middle, whoever looks in front, open offers below.

Everything is placed from top to bottom in one width, and the height follows from what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.i18n.catalogues import N_
from tobean.i18n.narrator import game_messages_of
from tobean.kernel.state.seats import NO_SEAT
from tobean.svg.blocks import (
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
from tobean.svg.elements import box, element, text, width_of
from tobean.svg.players import full_width_block, opponent_block
from tobean.svg.scene import NOTHING
from tobean.svg.table_middle import middle
from tobean.svg.trade_panel import talk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.svg.scene import Scene

WIDTH: Final = 960
MARGIN: Final = 16
GAP: Final = 12
INNER: Final = WIDTH - 2 * MARGIN

TURN: Final = N_("turn {number}")
OVER: Final = N_("the game is over")


def draw(scene: Scene) -> Block:
    """The whole table."""
    players, awaited = scene.position.players, scene.position.awaited
    others = [(scene.viewer + step) % players for step in range(1, players)]
    blocks = [*rows(scene, list(range(players)) if scene.viewer == NO_SEAT else others), middle(scene, INNER)]
    if scene.viewer != NO_SEAT:
        own = full_width_block(scene, scene.viewer, INNER)
        blocks.append(panel(own, own.height, scene.viewer == awaited))
    said = talk(scene, INNER)
    if said is not None:
        blocks.append(panel(said, said.height))
    laid = column_of_blocks([headline(scene), *blocks], GAP, INNER)
    height = laid.height + 2 * MARGIN
    cloth = box(0, 0, WIDTH, height, 18, class_="tobean-cloth", fill=TABLE_COLOUR)
    return Block(WIDTH, height, element("style", STYLE) + cloth + laid.at(MARGIN, MARGIN))


def rows(scene: Scene, seats: Sequence[int]) -> list[Block]:
    """The players, up to three in a row; four and more need two rows, with two in each."""
    columns = len(seats) if len(seats) <= 3 else 2
    width = (INNER - GAP * (columns - 1)) / max(columns, 1)
    player = opponent_block if columns > 1 else full_width_block
    found: list[Block] = []
    for begin in range(0, len(seats), max(columns, 1)):
        shown = seats[begin : begin + columns]
        blocks = [player(scene, seat, width) for seat in shown]
        height = max([block.height for block in blocks])
        panels = [
            panel(block, height, seat == scene.position.awaited) for seat, block in zip(shown, blocks, strict=True)
        ]
        found.append(row_of_blocks(panels, GAP))
    return found


def headline(scene: Scene) -> Block:
    """The game, the turn, and the phases, the present one marked."""
    position = scene.position
    game = position.rules.title
    drawn = text_element(game, 2, 20, 23, font_weight="800")
    x = width_of(game, 23) + 18
    turn = scene.said(TURN).format(number=position.turn)
    drawn += text_element(turn, x, 20, 15, "soft")
    x += width_of(turn, 15) + 18
    if position.over:
        return Block(INNER, 26, drawn + text_element(scene.said(OVER), x, 20, 15, font_weight="700"))
    for phase in game_messages_of(position.rules).phases_for(position.players):
        said = f"{phase.shown} {scene.said(phase.text)}".strip()
        wide = width_of(said, 14) + 18
        if phase.number == position.phase:
            drawn += box(x, 2, wide, 27, 13.5, fill=LEAF)
            drawn += text(said, x + wide / 2, 20, 14, text_anchor="middle", font_weight="700", fill=WHITE)
        else:
            drawn += text_element(said, x + wide / 2, 20, 14, "soft", text_anchor="middle")
        x += wide + 2
    return Block(INNER, 26, drawn)


def alt_text(scene: Scene) -> str:
    """What somebody hears who does not see the picture."""
    position = scene.position
    parts = [position.rules.title, scene.said(TURN).format(number=position.turn)]
    for seat in range(position.players):
        planted = "; ".join([scene.listed(row) for row in position.fields[seat] if row]) or scene.said(NOTHING)
        parts.append(f"{scene.player(seat)}: {planted}")
    return ". ".join(parts)
