"""Layout of a game's own cards, for drawings that know nothing of the game."""

from typing import final

from tobean.kernel.base.seats import NO_SEAT


@final
class LaidOutCards:
    """Cards of a component as they are laid out, at a seat or in the middle.

    `label` is a name or a number, which needs no translation. `picture` and `back` are names of pictures (docs/art.md):
    of the character to whom the cards belong, and of the cards whose faces the viewer may not see.
    """

    def __init__(
        self, cards: tuple[int, ...], seat: int = NO_SEAT, label: str = "", picture: str = "", back: str = "bean"
    ) -> None:
        self.cards = cards
        self.seat = seat
        self.label = label
        self.picture = picture
        self.back = back
