"""The wordmark, the app icon and the favicon; all show the same small bean with a sprout."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import torso
from art.drawing import faces
from art.drawing.palette import tones
from art.drawing.props import leaf
from art.drawing.shapes import INK, LEAF, cable, line, oval, path, place, symbol
from art.pictures.emblems import star_burst

LOGO_BOX: Final = "0 0 318 100"
ICON_BOX: Final = "0 0 128 128"
FAVICON_BOX: Final = "4 -22 102 138"

LETTERS: Final = (
    "M24 26V70Q24 85 39 83M10 44H38",
    "M108 18V66A19 19 0 1 0 127 47A19 19 0 0 0 108 66",
    "M165 66H203A19 19 0 1 0 196 81",
    "M258 66A19 19 0 1 0 239 85A19 19 0 0 0 258 66M258 47V85",
    "M278 47V85M278 66A15 15 0 0 1 308 66V85",
)
"""t, b, e, a and n; the o is the bean."""


def mascot() -> str:
    sprout = cable("M54 16Q56 4 53-2", 2.6, LEAF, 2) + leaf(53, -1, -10, 0.85) + leaf(53, -1, 172, 0.85)
    face = faces.eyes((1, 0.4), size=1.08) + faces.blush(20, 15) + faces.laugh(12, 12, 20)
    return sprout + torso(bean_bodies.BEAN, tones("#e5642f")) + place(face, *bean_bodies.BEAN.face)


def logo() -> str:
    ink = "".join(line(letter, 17) for letter in LETTERS)
    shadow = place(ink, 1.4, 2.6)
    body = "".join(line(letter, 11, LEAF) for letter in LETTERS)
    light = place("".join(line(letter, 2.2, "#d3f2a6") for letter in LETTERS), -1.6, -2)
    return shadow + ink + body + light + place(mascot(), 40, 29.6, 0, 0.53)


def icon() -> str:
    """Return an icon that fills the whole square: the system cuts the corners; the bean stays in the safe middle."""
    rays = star_burst(64, 74, 110, "#3a9a58", 14)
    return (
        path("M0 0H128V128H0Z", "#2f8a4c")
        + f'<svg width="128" height="128" viewBox="0 0 128 128">{rays}</svg>'
        + oval(64, 117, 32, 4.6, INK, opacity=0.25)
        + place(mascot(), 15, 23, 0, 0.88)
    )


def favicon() -> str:
    return mascot()


def symbols() -> list[str]:
    return [
        symbol("logo", LOGO_BOX, logo()),
        symbol("icon", ICON_BOX, icon()),
        symbol("mascot", FAVICON_BOX, favicon()),
    ]
