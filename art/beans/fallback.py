"""The bean for kinds without a picture, which installed games may have. Its colour comes from the page."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import hand, legs, limb
from art.drawing import faces
from art.drawing.figure import Figure
from art.drawing.palette import Tones, tones

BODIES: Final = (
    "#c2485f",
    "#d9772b",
    "#c9a227",
    "#8fae3c",
    "#3f9a58",
    "#2f9c95",
    "#3f8fc4",
    "#4a63c9",
    "#7a55c4",
    "#a94fb0",
    "#8a6a4a",
    "#6f7f8c",
)
"""Each kind gets one of these by its key."""
TONES: Final = tuple(tones(body) for body in BODIES)
CSS_VARIABLE_TONES: Final = Tones("var(--body)", "var(--shade)", "var(--gloss)", "", "", "")


def figure() -> Figure:
    """Return a friendly, waving bean without special features."""
    return Figure(
        bean_bodies.BEAN,
        CSS_VARIABLE_TONES,
        behind=limb("M26 72Q12 76 6 88M88 66Q102 58 100 42") + legs("#5b4636"),
        face=faces.eyes() + faces.smile(10, 5, 20),
        front=hand(6, 88, 110, -1) + hand(100, 42, -80),
    )


def tone_rules() -> str:
    """Return a style sheet with the classes `tone-0`, `tone-1`, ..."""
    return "/* Colours of kinds without a drawing. Written by `python -m art.build`. */\n" + "".join(
        f".tone-{number} {{ --tint: {tone.tint}; --pale: {tone.pale}; --number: {tone.text}; "
        f"--body: {tone.body}; --shade: {tone.shade}; --gloss: {tone.gloss}; }}\n"
        for number, tone in enumerate(TONES)
    )
