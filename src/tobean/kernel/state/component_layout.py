"""How what only one game has lies on the table, for whoever draws it without knowing the game."""

from __future__ import annotations

from typing import final

from tobean.kernel.events import NOBODY


@final
class LaidOutCards:
    """Cards of a component as they lie before people: at a seat, or in the middle.

    `label` is a name or a number, which needs no translation. `picture` and `back` are names of pictures (docs/art.md):
    of whom the cards belong to, and of those cards whose face nobody here may see.
    """

    def __init__(
        self, cards: tuple[int, ...], seat: int = NOBODY, label: str = "", picture: str = "", back: str = "bean"
    ) -> None:
        self.cards = cards
        self.seat = seat
        self.label = label
        self.picture = picture
        self.back = back
