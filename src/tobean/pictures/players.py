"""A player's part of the table: name, thalers, hand, fields and other cards."""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.catalogues import N_
from tobean.kernel.base.seats import seat_name
from tobean.kernel.observation.observation import Observation
from tobean.pictures.card_faces import height_of
from tobean.pictures.drawing.blocks import (
    GRASS,
    LEAF,
    PADDING,
    SOFT,
    SOIL,
    WHITE,
    Block,
    column_of_blocks,
    marked,
    row_of_blocks,
    scaled_to_fit,
    text_element,
)
from tobean.pictures.drawing.elements import box, clip_text, element, group, text, width_of
from tobean.pictures.drawing.scene import Scene

HEAD: Final = 44
"""Height of the line with name and thalers."""

HAND: Final = N_("hand")
FRONT: Final = N_("front")
FIELD: Final = N_("field {number}")
SET_ASIDE: Final = N_("set aside")


def opponent_block(scene: Scene, seat: int, width: float) -> Block:
    """Draw a player among others: hand and other cards above, fields below."""
    inner = width - 2 * PADDING
    hand = scene.position.hands[seat]
    card = 36 if isinstance(scene.position, Observation) else 46
    extras = other_cards_blocks(scene, seat, card, inner * 0.3)
    count = str(len(hand))
    number = Block(width_of(count, 14), 20, text_element(count, 0, 14, 14, "soft", font_weight="700"))
    max_width = inner - sum([block.width + 14 for block in [number, *extras]])
    row = scaled_to_fit(
        row_of_blocks([scene.cards(hand, card, max_width, scene.translated(HAND)), number, *extras], 14), inner
    )
    above = max(row.height, height_of(36))
    rows = max(len(scene.position.fields[seat]), 1)
    beds = fields(scene, seat, inner, min(max(inner / rows / 2.2, 50), 62))
    markup = row.at(PADDING, HEAD + above - row.height) + beds.at(PADDING, HEAD + above + 10)
    return Block(width, HEAD + above + beds.height + 10 + PADDING, head(scene, seat, width) + markup)


def full_width_block(scene: Scene, seat: int, width: float) -> Block:
    """Draw a player over the whole width: fields, hand and other cards in one row. The viewer has larger cards."""
    is_viewer = seat == scene.viewer
    inner = width - 2 * PADDING
    hand = scene.position.hands[seat]
    beds = fields(scene, seat, inner * 0.45, 76 if is_viewer else 60)
    extras = other_cards_blocks(scene, seat, 60 if is_viewer else 50, 180)
    max_width = inner - sum([block.width + 20 for block in [beds, *extras]])
    cards = scene.cards(hand, 88 if is_viewer else 60, max_width, scene.translated(HAND))
    if is_viewer and hand:
        cards = marked(cards, f"{scene.translated(FRONT)} ▾", 44)
    row = scaled_to_fit(row_of_blocks([beds, cards, *extras], 20), inner)
    return Block(width, HEAD + row.height + PADDING, head(scene, seat, width) + row.at(PADDING, HEAD))


def stacked_block(scene: Scene, seat: int, width: float) -> Block:
    """Draw the viewer in a narrow picture: fields, hand and other cards one below the other."""
    inner = width - 2 * PADDING
    blocks = [fields(scene, seat, inner, 76)]
    hand = scene.position.hands[seat]
    if hand:
        blocks.append(marked(scene.cards(hand, 88, inner, scene.translated(HAND)), f"{scene.translated(FRONT)} ▾", 44))
    extras = other_cards_blocks(scene, seat, 72, inner)
    if extras:
        blocks.append(scaled_to_fit(row_of_blocks(extras, 20), inner))
    column = column_of_blocks(blocks, 10, inner)
    return Block(width, HEAD + column.height + PADDING, head(scene, seat, width) + column.at(PADDING, HEAD))


def head(scene: Scene, seat: int, width: float) -> str:
    """Draw the name, marked for the active player, and the number of thalers."""
    position = scene.position
    coins = str(len(position.thalers[seat]))
    right = width - PADDING
    active = seat == position.active and not position.over
    markup = element("circle", cx=PADDING + 13, cy=22, r=13, fill=LEAF if active else SOFT)
    markup += text(seat_name(seat), PADDING + 13, 27.4, 15, text_anchor="middle", font_weight="800", fill=WHITE)
    name = scene.player(seat)
    if name != seat_name(seat):
        markup += text_element(clip_text(name, 17, right - 120), PADDING + 34, 28, 17, font_weight="700")
    markup += scene.faces.picture("thaler", right - width_of(coins, 18) - 30, 9, 26, 26)
    return markup + text_element(coins, right, 28.5, 18, font_weight="800", text_anchor="end")


def other_cards_blocks(scene: Scene, seat: int, card: float, max_width: float) -> list[Block]:
    """Return blocks for the cards in front of a player, besides hand and fields."""
    blocks = [scene.component_cards(cards, card, max_width) for cards in scene.card_layout if cards.seat == seat]
    aside = scene.position.aside[seat]
    if aside:
        label = scene.translated(SET_ASIDE)
        cards = scene.cards(aside, card, max_width, label)
        blocks.append(marked(cards, label, cards.width / 2))
    return [block for block in blocks if block.width]


def fields(scene: Scene, seat: int, max_width: float, card: float) -> Block:
    rows = scene.position.fields[seat]
    width = min((max_width - 8 * (len(rows) - 1)) / max(len(rows), 1), card * 2.1)
    return row_of_blocks([field(scene, row, width, card, number) for number, row in enumerate(rows)], 8)


def field(scene: Scene, row: Sequence[int], width: float, card: float, number: int) -> Block:
    """Draw a field with its cards overlapping so that all numbers show."""
    height = height_of(card) * 1.42 + 10
    markup = box(
        1.5, 1.5, width - 3, height - 3, 7, class_="tobean-soil tobean-grass", fill=SOIL, stroke=GRASS, stroke_width=3
    )
    earth = scene.faces.picture("field", width * 0.05, height * 0.44, width * 0.9, height * 0.52)
    markup += group(earth, opacity=0.35 if row else 1)
    if row:
        step = min(card * 0.27, (height - 10 - height_of(card)) / max(len(row) - 1, 1))
        left = (width - card) / 2
        markup += "".join([scene.faces.card(kind, left, 5 + step * place, card) for place, kind in enumerate(row)])
        count = f"×{len(row)}"
        label_width = width_of(count, 12.5) + 12
        right = width - 7 - label_width
        markup += box(right, height - 26, label_width, 19, 9.5, fill="#231910", fill_opacity=0.88)
        markup += text(
            count, right + label_width / 2, height - 12, 12.5, text_anchor="middle", font_weight="800", fill=WHITE
        )
    title_text = scene.translated(FIELD).format(number=number + 1)
    return Block(width, height, group(markup, scene.translator.labelled(title_text, scene.card_list_text(row))))
