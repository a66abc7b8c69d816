"""A scene: the position that is drawn, in which language, with which names; and rows of cards, which are everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.i18n.catalogues import N_
from tobean.i18n.catalogues import text as translated
from tobean.kernel.state.seats import NO_SEAT, seat_name
from tobean.svg.blocks import Block, row_of_blocks, text_element
from tobean.svg.card_faces import CardFaces, height_of
from tobean.svg.elements import group, width_of
from tobean.view.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.state.component_layout import LaidOutCards
    from tobean.kernel.table import Table

NOTHING: Final = N_("nothing")


class Scene:
    """What there is to draw."""

    def __init__(self, position: Table | Observation, names: Sequence[str], language: str) -> None:
        self.position = position
        self.faces = CardFaces(position.rules, language)
        self.names = names
        self.language = language
        self.card_layout: list[LaidOutCards] = (
            [] if position.component is None else position.component.card_layout(position.options)
        )
        self.viewer = NO_SEAT
        """The seat that looks; NO_SEAT for a bystander, and where all cards are open."""
        if isinstance(position, Observation) and position.seat < position.players:
            self.viewer = position.seat

    def said(self, english: str) -> str:
        return translated(english, self.language, self.position.rules.name)

    def player(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else seat_name(seat)

    def listed(self, cards: Sequence[int]) -> str:
        """Cards as a screen reader tells them."""
        counted = [(list(cards).count(card), self.faces.name(card)) for card in dict.fromkeys(cards)]
        return ", ".join([f"{count} {name}" if count > 1 else name for count, name in counted]) or self.said(NOTHING)

    def cards(self, cards: Sequence[int], width: float, room: float, title_text: str = "", back: str = "bean") -> Block:
        """Cards in a row, over each other where there is not enough room."""
        step = width * 1.07
        if len(cards) > 1:
            step = min(step, max((room - width) / (len(cards) - 1), width * 0.12))
        drawn = self.faces.row(cards, 0, 0, width, step, back)
        listed = f"{title_text}: {self.listed(cards)}" if title_text else self.listed(cards)
        return Block(width + step * max(len(cards) - 1, 0), height_of(width), group(drawn, listed))

    def spread(self, spread: LaidOutCards, width: float, room: float) -> Block:
        """What only this game has: cards, with a picture and a name if they have one."""
        blocks: list[Block] = []
        if spread.picture in self.faces.art.symbols:
            ratio = self.faces.art.ratio(spread.picture)
            tall = height_of(width) if ratio > 1 else width * 0.7  # a figure stands beside its cards, a coin lies there
            blocks.append(Block(tall / ratio, tall, self.faces.picture(spread.picture, 0, 0, tall / ratio, tall)))
        if spread.label:
            name = text_element(spread.label, 0, 16, 14, font_weight="700")
            blocks.append(Block(width_of(spread.label, 14), 22, name))
        if spread.cards:
            blocks.append(self.cards(spread.cards, width, room, spread.label, spread.back))
        return row_of_blocks(blocks, 5)
