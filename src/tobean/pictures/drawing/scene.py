"""A scene: the position to draw, the language and the names; draws rows of cards, which all parts of a table need."""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.catalogues import N_
from tobean.i18n.catalogues import text as translate
from tobean.i18n.translator import Translator
from tobean.kernel.base.seats import NO_SEAT, seat_name
from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.kernel.table import Table
from tobean.pictures.card_faces import CardFaces, height_of
from tobean.pictures.drawing.blocks import Block, row_of_blocks, text_element
from tobean.pictures.drawing.elements import group, width_of

NOTHING: Final = N_("nothing")
CARD_STEP: Final = 1.07
"""Distance from one card of a row to the next, in card widths."""
MIN_CARD_STEP: Final = 0.12
"""Minimum distance when cards overlap, in card widths."""
LANDSCAPE_HEIGHT: Final = 0.7
"""Height of a landscape picture, in card widths."""


class Scene:
    """The position to draw, with its language and names."""

    def __init__(
        self, position: Table | Observation, names: Sequence[str], language: str, *, is_narrow: bool = False
    ) -> None:
        self.position = position
        self.is_narrow = is_narrow
        self.faces = CardFaces(position.rules, language)
        self.names = names
        self.language = language
        self.translator = Translator(language)
        self.card_layout: list[LaidOutCards] = (
            [] if position.component is None else position.component.card_layout(position.options)
        )
        self.viewer = NO_SEAT
        """The viewing seat; NO_SEAT for a spectator, and where all cards are open."""
        if isinstance(position, Observation) and position.seat < position.players:
            self.viewer = position.seat

    def translated(self, english: str) -> str:
        return translate(english, self.language, self.position.rules.name)

    def player(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else seat_name(seat)

    def card_list_text(self, cards: Sequence[int]) -> str:
        """List cards for a screen reader."""
        counted = [(list(cards).count(card), self.faces.name(card)) for card in dict.fromkeys(cards)]
        return ", ".join([f"{count} {name}" if count > 1 else name for count, name in counted]) or self.translated(
            NOTHING
        )

    def cards(
        self, cards: Sequence[int], width: float, max_width: float, title_text: str = "", back: str = "bean"
    ) -> Block:
        """Draw cards in a row, overlapping if they do not fit."""
        step = width * CARD_STEP
        if len(cards) > 1:
            step = min(step, max((max_width - width) / (len(cards) - 1), width * MIN_CARD_STEP))
        markup = self.faces.row(cards, 0, 0, width, step, back)
        label = self.card_list_text(cards)
        if title_text:
            label = self.translator.labelled(title_text, label)
        return Block(width + step * max(len(cards) - 1, 0), height_of(width), group(markup, label))

    def component_cards(self, layout: LaidOutCards, width: float, max_width: float) -> Block:
        """Draw cards that only this game has, with their picture and label if they have one."""
        blocks: list[Block] = []
        if layout.picture in self.faces.art.symbols:
            ratio = self.faces.art.ratio(layout.picture)
            height = height_of(width) if ratio > 1 else width * LANDSCAPE_HEIGHT  # portrait: as high as a card
            blocks.append(
                Block(height / ratio, height, self.faces.picture(layout.picture, 0, 0, height / ratio, height))
            )
        if layout.label:
            name = text_element(layout.label, 0, 16, 14, font_weight="700")
            blocks.append(Block(width_of(layout.label, 14), 22, name))
        if layout.cards:
            blocks.append(self.cards(layout.cards, width, max_width, layout.label, layout.back))
        return row_of_blocks(blocks, 5)
