"""The trade panel: open offers and calls, a line each."""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.catalogues import N_
from tobean.kernel.actions import Call
from tobean.kernel.cards import HIDDEN, distinct_kinds
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.offers import Offer
from tobean.pictures.drawing.blocks import PADDING, Block, row_of_blocks, text_element
from tobean.pictures.drawing.elements import INK, box, text, width_of
from tobean.pictures.drawing.scene import NOTHING, Scene

CHIP: Final = 26
"""Height of a chip."""
LINE: Final = CHIP + 6

EVERYBODY: Final = N_("all")
FOR: Final = N_("for")
HAS: Final = N_("has")
WANTS: Final = N_("wants")


def trade_panel(scene: Scene, width: float) -> Block | None:
    """Draw all open offers and calls; None if there are none."""
    position = scene.position
    lines = [offer_line(scene, offer) for offer in position.offers] + [
        call_line(scene, call) for call in position.calls
    ]
    if not lines:
        return None
    markup = ""
    for place, blocks in enumerate(lines):
        shown = blocks
        while row_of_blocks(shown, 8).width > width - 2 * PADDING:
            shown = [*shown[:-2], word("…", "soft")]
        markup += row_of_blocks(shown, 8).at(PADDING, 10 + place * LINE)
    return Block(width, 14 + len(lines) * LINE, markup)


def offer_line(scene: Scene, offer: Offer) -> list[Block]:
    """`1  A → all  Red  for  Soy`."""
    to = scene.translated(EVERYBODY) if offer.to == TABLE else scene.player(offer.to)
    return [
        word(str(offer.number), "soft"),
        word(f"{scene.player(offer.seat)} → {to}"),
        *chips(scene, offer.cards),
        word(scene.translated(FOR), "soft"),
        *chips(scene, offer.wants),
    ]


def call_line(scene: Scene, call: Call) -> list[Block]:
    """`…  A  has  Red  wants  Soy`."""
    blocks = [word("…", "soft"), word(scene.player(call.seat))]
    if call.has:
        blocks += [word(scene.translated(HAS), "soft"), *chips(scene, call.has)]
    if call.wants:
        blocks += [word(scene.translated(WANTS), "soft"), *chips(scene, call.wants)]
    return blocks


def chips(scene: Scene, cards: Sequence[int]) -> list[Block]:
    """Draw cards within a line, counted by kind."""
    if not cards:
        return [word(scene.translated(NOTHING), "soft")]
    return [chip(scene, kind, list(cards).count(kind)) for kind in distinct_kinds(cards)]


def chip(scene: Scene, kind: int, count: int) -> Block:
    name = f"{count} {scene.faces.name(kind)}" if count > 1 else scene.faces.name(kind)
    width = width_of(name, 13.5) + CHIP + 12
    markup = box(0, 0, width, CHIP, CHIP / 2, fill=scene.faces.art.tones_of(kind).tint)
    if kind != HIDDEN:
        markup += scene.faces.token(kind, 4, 2, CHIP - 4)
    return Block(width, CHIP, markup + text(name, CHIP + 3, 17.8, 13.5, font_weight="700", fill=INK))


def word(content_text: str, tone: str = "ink") -> Block:
    weight = "700" if tone == "ink" else "400"
    return Block(width_of(content_text, 14), CHIP, text_element(content_text, 0, 18, 14, tone, font_weight=weight))
