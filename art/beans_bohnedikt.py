"""The bean of Bohnedikt: all sixteen edicts are one kind (D3, D6)."""

from __future__ import annotations

from typing import Final

from art import bodies, faces
from art.bodies import fist, legs, limb
from art.figure import Figure
from art.palette import KIND_TONES
from art.pen import GOLD, INK, RED, cable, dot, line, path, place, shape

PARCHMENT: Final = "#fbeecb"
PARCHMENT_DARK: Final = "#e3c88d"


def quill() -> str:
    return (
        shape("M104 66C96 50 98 26 116 14C118 30 116 48 107 60Z", "#f4f7fa", 2.6)
        + line("M104 66Q106 44 113 26", 2)
        + line("M101 40L106 44M104 30L110 36M113 46L108 48", 1.8)
    )


def edict() -> Figure:
    """A monk who reads out an edict."""
    tones = KIND_TONES["edict"]
    robe, fold = "#5d4030", "#412b20"
    hair = shape(
        "M15 66C12 52 18 42 25 36Q54 22 83 36C91 42 97 52 93 65Q89 68 86 62Q87 53 81 52Q80 44 72 45Q68 37 61 40"
        "Q54 35 47 40Q40 37 36 45Q28 44 28 52Q22 53 23 62Q19 69 15 66Z",
        "#6b4a2f",
    )
    habit = (
        path("M20 82Q54 98 90 80Q92 92 80 104Q54 116 30 104Q18 94 20 82Z", robe)
        + line("M44 92Q42 102 44 108M66 92Q68 102 65 108", 2.2, fold)
        + shape("M17 76Q30 66 54 80Q78 66 92 74Q94 84 84 88Q64 90 54 100Q44 90 26 90Q14 86 17 76Z", robe, 2.8)
        + cable("M22 99Q54 112 88 97", 2.8, GOLD, 1.8)
    )
    scroll = (
        shape("M-6 84L-2 112Q24 118 34 110L30 82Q12 90-6 84Z", PARCHMENT, 2.6)
        + shape("M-9 82Q-9 77-4 78Q14 84 30 77Q35 76 35 81Q34 86 29 87Q12 92-5 88Q-9 87-9 82Z", PARCHMENT_DARK, 2.4)
        + line("M4 96L24 95M5 102L25 101", 2, "#8a6a3a")
        + dot(17, 112, 5, RED, INK, 2)
    )
    return Figure(
        bodies.EGG,
        tones,
        behind=limb("M88 86Q104 82 104 66M22 86L8 88") + legs("#6b4a2f", 44, 66),
        face=place(faces.eyes((-1.4, 1), size=0.9) + faces.blush(18, 10) + faces.laugh(8, 7, 13), 0, 4),
        head=hair + habit,
        front=scroll + fist(32, 90, 0) + quill() + fist(104, 66, -100),
    )


FIGURES: Final = {"edict": edict()}
