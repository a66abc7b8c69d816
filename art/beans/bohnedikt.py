"""The bean of Bohnedikt: all sixteen edicts are one kind (D3, D6)."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import fist, legs, limb
from art.drawing import faces
from art.drawing.figure import Figure
from art.drawing.palette import KIND_TONES
from art.drawing.shapes import GOLD, INK, RED, cable, dot, line, path, place, shape

PARCHMENT: Final = "#fbeecb"
PARCHMENT_DARK: Final = "#e3c88d"


def quill() -> str:
    return (
        shape("M104 66C96 50 98 26 116 14C118 30 116 48 107 60Z", "#f4f7fa", 2.6)
        + line("M104 66Q106 44 113 26", 2)
        + line("M101 40L106 44M104 30L110 36M113 46L108 48", 1.8)
    )


def edict() -> Figure:
    """A monk reading out an edict."""
    tones = KIND_TONES["edict"]
    robe, fold = "#5d4030", "#412b20"
    hair = shape(
        "M25 42C23 32 27 24 32 20Q55 9 79 20C85 25 88 33 86 42Q83 46 79 42Q79 35 73 36Q70 29 64 31Q60 25 55 28"
        "Q50 25 46 31Q40 29 38 36Q32 35 32 42Q28 46 25 42Z",
        "#8a5a33",
    )
    habit = (
        path("M31 76Q55 90 81 74Q86 90 80 98Q70 114 50 112Q34 108 33 96Z", robe)
        + line("M47 90Q45 102 47 110M65 90Q68 102 65 110", 2.2, fold)
        + line(bean_bodies.TALL.outline, 3.6)
        + shape("M27 70Q38 62 55 74Q72 62 84 68Q91 78 81 82Q64 84 55 95Q46 84 33 84Q22 80 27 70Z", robe, 2.8)
        + cable("M34 97Q55 107 79 95.5", 2.8, GOLD, 1.8)
    )
    scroll = (
        shape("M-6 84L-2 112Q24 118 34 110L30 82Q12 90-6 84Z", PARCHMENT, 2.6)
        + shape("M-9 82Q-9 77-4 78Q14 84 30 77Q35 76 35 81Q34 86 29 87Q12 92-5 88Q-9 87-9 82Z", PARCHMENT_DARK, 2.4)
        + line("M4 96L24 95M5 102L25 101", 2, "#8a6a3a")
        + dot(17, 112, 5, RED, INK, 2)
    )
    return Figure(
        bean_bodies.TALL,
        tones,
        behind=limb("M82 82Q104 82 104 66M34 84L8 88") + legs("#6b4a2f", 46, 68),
        face=place(faces.eyes((-1.4, 1), size=0.9) + faces.blush(18, 10) + faces.laugh(8, 7, 13), 0, 5),
        head=habit + hair,
        front=scroll + fist(33, 90, 0) + quill() + fist(104, 66, -100),
    )


FIGURES: Final = {"edict": edict()}
