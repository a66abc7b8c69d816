"""The colours of the kinds. One body colour each; shade, tint and text colours are mixed from it.

The body colours of one game are chosen apart from each other for people with and without colour vision deficiencies
(`colour_vision.py`); number, silhouette and pattern tell the kinds apart as well.
"""

from dataclasses import dataclass
from typing import Final

from art.drawing.shapes import INK, PAPER

SHARED: Final = ""
BODIES_BY_PACKAGE: Final[dict[str, dict[str, str]]] = {
    SHARED: {
        "blue": "#3469f4",
        "chili": "#d43f18",
        "stink": "#4d471c",
        "green": "#74c94a",
        "soy": "#fad82f",
        "black-eyed": "#f8f3e7",
        "red": "#9e4486",
        "garden": "#89daf2",
    },
    "al_cabohne": {
        "kidney": "#ad4a45",
        "fire": "#e06a1c",
        "puff": "#db9dec",
        "pole": "#2da493",
    },
    "magic": {
        "pluck": "#2c8927",
        "cape": "#5d19b4",
        "mean": "#83391f",
        "white": "#fbf9f3",
        "magic": "#26286e",
        "princess": "#eebbcd",
        "sword": "#8c99a1",
    },
    "bohnedikt": {
        "edict": "#b8927c",
    },
}
"""Body colours by the package under `tobean.games` whose page styles the kind; `SHARED` for kinds of several games."""
BODIES: Final = {key: body for bodies in BODIES_BY_PACKAGE.values() for key, body in bodies.items()}


def channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(first: str, second: str, percent: int) -> str:
    """Mix `percent` of the second colour into the first, in whole numbers so that every machine gets the same."""
    mix = [
        (a * (100 - percent) + b * percent + 50) // 100 for a, b in zip(channels(first), channels(second), strict=True)
    ]
    return "#" + "".join(f"{value:02x}" for value in mix)


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    linear = [
        value / 255 / 12.92 if value / 255 <= 0.04045 else ((value / 255 + 0.055) / 1.055) ** 2.4
        for value in channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True)
class Tones:
    """The tones of one kind."""

    body: str
    shade: str
    """The side away from the light."""
    gloss: str
    """The lit side."""
    tint: str
    """The background of the card, above."""
    pale: str
    """The background of the card, below."""
    text: str
    """The number on the card."""


def tones(body: str) -> Tones:
    text = mixed(body, INK, 35)
    percent = 35
    while contrast(text, PAPER) < 7:
        percent += 5
        text = mixed(body, INK, percent)
    bright = luminance(body) > 0.75
    return Tones(
        body=body,
        shade=mixed(body, "#5a4630", 34) if bright else mixed(body, "#1c0d2e", 36),
        gloss=mixed(body, "#ffffff", 62),
        tint=mixed(body, "#d8c8b0" if bright else "#ffffff", 52),
        pale=mixed(body, PAPER, 84),
        text=text,
    )


KIND_TONES: Final = {key: tones(body) for key, body in BODIES.items()}
