"""Bodies, hands and feet: the shapes that all bean figures share."""

from dataclasses import dataclass
from typing import Final

from art.drawing.palette import Tones
from art.drawing.shapes import GLOVE, line, number, path, place, shape


@dataclass(frozen=True)
class Body:
    """An outline, its lit side, and the place of the face."""

    outline: str
    lit: tuple[float, float, float]
    """The lit side is the outline shrunk towards this point: x, y and scale."""
    gloss: str
    """The highlight, a line."""
    face: tuple[float, float]
    """The point between the eyes."""


BEAN: Final = Body(
    "M50 12C79 7 93 34 89 63C85 93 66 113 45 110C25 107 18 92 26 78C32 68 30 60 24 50C13 33 25 15 50 12Z",
    (38, 42, 0.86),
    "M29 40C27 31 31 24 38 21M46 18.5L46.5 18.4",
    (54, 45),
)
KIDNEY: Final = Body(
    "M56 11C85 8 98 34 95 62C92 92 73 112 48 111C26 110 15 96 22 81"
    "C28 69 37 64 34 55C31 46 17 47 18 33C20 17 37 12 56 11Z",
    (46, 38, 0.86),
    "M25 35C25 27 30 22 38 19M46 17L46.5 17",
    (59, 42),
)
TALL: Final = Body(
    "M54 1C73 0 82 16 80 38C78 60 86 76 79 97C73 112 50 116 38 107C25 97 32 79 31 60C30 44 24 31 31 15C35 6 44 2 54 1Z",
    (44, 36, 0.86),
    "M35 34C33 25 35 17 40 12M47 8L47.5 7.8",
    (55, 38),
)
ROUND: Final = Body(
    "M54 14C80 11 99 32 98 62C97 92 77 110 52 109C26 108 9 89 10 62C11 36 28 17 54 14Z",
    (38, 44, 0.87),
    "M21 56C21 44 27 33 36 27M44 23L44.6 22.8",
    (54, 52),
)
PEAR: Final = Body(
    "M53 13C69 11 79 24 80 42C81 56 97 66 94 87C91 106 71 112 51 111"
    "C29 110 12 105 14 85C16 69 28 60 27 44C26 26 38 15 53 13Z",
    (42, 48, 0.86),
    "M33 42C32 32 36 25 42 22M22 88C22 82 25 77 29 73",
    (54, 44),
)
SQUAT: Final = Body(
    "M54 24C82 20 102 39 100 67C98 95 78 110 53 109C27 108 7 96 9 73C10 61 20 57 19 47C18 35 35 27 54 24Z",
    (40, 52, 0.87),
    "M29 50C27 42 32 37 39 34M47 31L47.6 30.8",
    (56, 55),
)
PEPPER: Final = Body(
    "M45 14C73 4 95 24 93 52C91 77 80 97 62 112C55 118 46 119 47 111"
    "C48 103 40 98 31 86C19 70 11 60 13 42C15 26 29 19 45 14Z",
    (36, 40, 0.86),
    "M23 46C21 36 25 29 32 25M40 21L40.6 20.8",
    (54, 46),
)
EGG: Final = Body(
    "M54 15C75 13 91 40 91 66C91 92 75 109 53 109C31 109 15 92 16 66C17 40 33 17 54 15Z",
    (42, 52, 0.87),
    "M27 60C27 47 32 36 39 29M46 23L46.6 22.7",
    (54, 54),
)


def torso(body: Body, tones: Tones) -> str:
    """Draw the body: shade with an ink outline, the lit side, the highlight."""
    x, y, scale = body.lit
    lit = path(body.outline, tones.body)
    shrunk = f'<g transform="translate({number(x * (1 - scale))} {number(y * (1 - scale))})scale({scale:g})">{lit}</g>'
    return shape(body.outline, tones.shade, 3.6) + shrunk + line(body.gloss, 4.6, tones.gloss)


def limb(d: str) -> str:
    """Draw an arm or a leg as a plain ink line."""
    return line(d, 4.4)


PALM: Final = (
    "M-3.4-3C-2.6-7.4 3.4-8.6 6.8-6.8C10-8.8 14-6.8 13.2-3.8C15.8-2.6 15.4.8 13 1.2"
    "C13.4 4 10.6 6 8.2 5C5.4 8 0 7.6-2.4 4.4C-3.8 2.4-4-.6-3.4-3Z"
)


def hand(x: float, y: float, turn: float = 0, mirror: int = 1, glove: str = GLOVE) -> str:
    """Draw a mitten: wrist at the given point, fingers along `turn`; `mirror=-1` puts the thumb on the other side."""
    content = (
        shape("M-.6-4.4C-3-9-.4-13.2 3-12.2C6-11.2 5-7.6 6.4-5Z", glove, 2.4)
        + shape(PALM, glove, 2.4)
        + line("M8.6-2.6L12.6-3.6M8.6 1.6L12.4 1", 1.5)
    )
    return place(content, x, y, turn) if mirror > 0 else place(content, x, y, turn + 180, 1, -1)


def fist(x: float, y: float, turn: float = 0, mirror: int = 1, glove: str = GLOVE) -> str:
    """Draw a hand closed around something that runs across it."""
    content = shape("M-5-3.6C-4-7 5-7.4 6.4-3.6C8 1 6 6.4 1 6.6C-4.4 6.8-6.6 1-5-3.6Z", glove, 2.4) + line(
        "M1.6-1.8H6.4M1.6 2H6", 1.5
    )
    return place(content, x, y, turn, 1, mirror)


def shoe(x: float, y: float, colour: str, mirror: int = 1, turn: float = 0) -> str:
    """Draw a shoe below the ankle at the given point; its tip points to the right, or to the left when mirrored."""
    content = shape(
        "M-4.6-2C-3.6-5.4 3-5.6 4.4-2.4C6 .4 13.6-.6 13.8 4.6C13.8 6.6 12.6 7 11 7H-3.6C-6.4 7-5.6 1.4-4.6-2Z",
        colour,
        2.6,
    )
    return place(content + line("M-4.6 4.2H13.4", 1.5), x, y, turn, 1, mirror)


def legs(colour: str, left: float = 40, right: float = 64, top: float = 104) -> str:
    """Draw two legs with shoes, toes outwards."""
    return (
        limb(
            f"M{number(left)} {number(top)}L{number(left - 2)} 116"
            f"M{number(right)} {number(top)}L{number(right + 2)} 116"
        )
        + shoe(left - 2, 117, colour, mirror=-1)
        + shoe(right + 2, 117, colour)
    )


def sticker(body: Body) -> str:
    """Return a pale edge, so that a token stands out on a dark table."""
    return path(body.outline, "", "#fffaf0", 10)
