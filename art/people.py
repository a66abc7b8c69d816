"""Faces for the seats: eight bot characters, a person, an open seat."""

from __future__ import annotations

from typing import Final

from art import bodies, faces
from art.bodies import Body, torso
from art.palette import tones
from art.pen import GOLD, INK, RED, STEEL, cable, dot, line, oval, path, place, shape, symbol
from art.props import flower, heart, star

BOX: Final = "0 0 64 64"


def medal(ground: str, content: str) -> str:
    """A disc with a bean head on it."""
    return dot(32, 32, 30, ground, INK, 2) + content


def head(body: Body, colour: str, face: str, extra: str = "", behind: str = "") -> str:
    inner = behind + torso(body, tones(colour)) + place(face, *body.face) + extra
    return place(inner, 8.6, 8.4, 0, 0.435)


def generous() -> str:
    face = faces.eyes((0, 0.6)) + faces.lashes() + faces.blush() + faces.smile(12, 8, 19)
    return medal(
        "#ffd9e2", head(bodies.BEAN, "#e0567f", face, flower(76, 20, 8, "#fff") + heart(56, 92, 0.8, "#ffd0de"))
    )


def tough() -> str:
    face = (
        faces.eyes((0, 1.6), size=0.9)
        + faces.lids("#5b3a22", -2, slant=4)
        + faces.brows(-2, 4, 5.4)
        + faces.frown(10, 4, 29)
    )
    band = shape("M23 32Q54 14 86 28L88 38Q54 24 24 42Z", RED) + shape("M86 30L100 24L98 34L104 42L88 38Z", RED)
    scar = line("M72 58L82 70M73 66L79 62M77 71L82 66", 2.2, "#5b3a22")
    return medal("#d9c7b2", head(bodies.BEAN, "#9a6237", face, band + scar))


def patient() -> str:
    glasses = (
        dot(43, 45, 11, "", INK, 2.8) + dot(65, 45, 11, "", INK, 2.8) + line("M32 43L24 40M76 43L86 40M54 45h.4", 2.8)
    )
    beard = shape("M28 66Q54 58 84 64Q84 92 62 108Q56 114 50 106Q28 94 28 66Z", "#f6f1e6") + line(
        "M46 71Q54 76 63 70", 3
    )
    return medal("#d7e6c8", head(bodies.BEAN, "#7fa35a", faces.shut(), beard + glasses))


def chatty() -> str:
    face = faces.eyes((1, -1)) + faces.brows(2, -1.4) + faces.laugh(14, 16, 18)
    bubble = shape("M70-6H108Q114-6 114 0V14Q114 20 108 20H90L80 28L82 20H70Q64 20 64 14V0Q64-6 70-6Z", "#fff", 3)
    dots = "".join(dot(x, 7, 3, INK) for x in (77, 89, 101))
    return medal("#cfe6ff", head(bodies.EGG, "#2f9bd6", face, place(bubble + dots, 6, 6, 0, 0.9)))


def sly() -> str:
    face = faces.eyes((3, 0.4), size=0.92) + faces.lids("#4a2a6a", 0.4, slant=1) + faces.smirk(22)
    hat = (
        shape("M22 22Q54 34 90 18L94 26Q56 44 18 30Z", "#2f2840")
        + shape("M32 24L28-12Q54-4 80-14L80 20Q54 32 32 24Z", "#433a5c")
        + path("M31 14Q54 22 80 10V20Q54 32 32 24Z", GOLD)
    )
    lens = dot(64.4, 45, 11.6, "", GOLD, 2.6) + line("M74 52Q82 62 80 76", 1.8, GOLD)
    return medal("#e2d3f3", head(bodies.BEAN, "#8a5cc0", face, hat + lens))


def cautious() -> str:
    face = faces.eyes((-2, 0)) + faces.brows(1, -3.4) + line("M-9 25Q-4.500 21 0 25T9 25", 3.2)
    helmet = (
        shape("M18 44Q16 6 54 6Q92 6 90 42Q54 26 18 44Z", "#f2b32e")
        + shape("M14 46Q12 40 18 37Q54 20 90 36Q96 38 94 44Q54 28 14 46Z", "#ffd05c")
        + line("M40 9Q34 18 34 30M54 7V26M68 9Q74 18 74 28", 2.6, "#b87c10")
    )
    return medal("#f5ecc8", head(bodies.EGG, "#c9b27a", place(face, 0, 6), helmet))


def cheerful() -> str:
    face = faces.shut(up=1) + faces.blush(19, 12) + faces.laugh(13, 14, 14)
    hat = (
        shape("M36 26L60-22L78 22Q56 14 36 26Z", "#3aa0dc")
        + line("M46 8L70 4M41 18L75 13", 4, "#fff1d6")
        + star(60, -22, 9, GOLD)
    )
    return medal("#ffe6b3", head(bodies.SQUAT, "#f08a3c", face, place(hat, -2, 8)))


def dreamer() -> str:
    face = faces.eyes((0, -3)) + faces.blush(18, 14) + faces.smile(6, 3, 21)
    beret = shape("M14 30Q20-2 58 0Q94 2 98 20Q86 30 60 26Q36 26 14 30Z", "#c8414b") + line("M58 0Q57-7 62-11", 4)
    return medal(
        "#cfeee8",
        head(bodies.PEAR, "#48b59f", face, beret)
        + star(11, 22, 3.4, "#fff", width=1.2)
        + star(53, 45, 2.6, "#fff", width=1.1),
    )


def person() -> str:
    return medal(
        "#dbe5d0",
        shape("M12 56C12 44 20 39 32 39C44 39 52 44 52 56Q43 62 32 62Q21 62 12 56Z", "#6f9a5e", 2.4)
        + shape("M26 36H38V42Q32 47 26 42Z", "#e9c29b", 2)
        + oval(32, 26, 11, 12.4, "#f3d3b0", INK, 2.4)
        + shape("M20 24Q19 11 32 11Q45 11 44 24Q40 18 34 19Q26 21 20 24Z", "#7b5233", 2.2)
        + dot(28, 27, 1.6, INK)
        + dot(36, 27, 1.6, INK)
        + line("M28 32Q32 35 36 32", 1.8),
    )


def open_seat() -> str:
    ring = (
        f'<circle cx="32" cy="32" r="28" fill="#fff" fill-opacity=".5" '
        f'stroke="{INK}" stroke-width="2.4" stroke-dasharray="6 6"/>'
    )
    return ring + cable("M32 21V43M21 32H43", 4, STEEL, 1.6)


FACES: Final = {
    "1": generous(),
    "2": tough(),
    "3": patient(),
    "4": chatty(),
    "5": sly(),
    "6": cautious(),
    "7": cheerful(),
    "8": dreamer(),
    "person": person(),
    "open": open_seat(),
}


def symbols() -> list[str]:
    return [symbol(f"face-{name}", BOX, content) for name, content in FACES.items()]
