"""A bean figure: a body with a face and its accessories, in layers."""

from dataclasses import dataclass
from typing import Final

from art.beans.bodies import Body, sticker, torso
from art.drawing.palette import Tones
from art.drawing.shapes import place

TOKEN_BOX: Final = "-12 -26 132 142"


@dataclass(frozen=True)
class Figure:
    """The layers of a figure from back to front. A token shows the body, the crown and the head only."""

    body: Body
    tones: Tones
    behind: str = ""
    """Limbs, and things carried behind the body."""
    crown: str = ""
    """Things behind the head that belong to it."""
    face: str = ""
    """Drawn around the point between the eyes."""
    head: str = ""
    """Hats, masks, scarves: over the face."""
    front: str = ""
    """Hands and what they hold."""

    def portrait(self) -> str:
        return self.crown + torso(self.body, self.tones) + place(self.face, *self.body.face) + self.head

    def whole(self) -> str:
        return self.behind + self.portrait() + self.front

    def token(self) -> str:
        return sticker(self.body) + self.portrait()
