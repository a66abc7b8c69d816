"""Faces for the seats: the eight personalities of `tobean.bots.voice.personalities`, a person, an open seat."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import Body, torso
from art.drawing import faces
from art.drawing.palette import tones
from art.drawing.props import flower, heart
from art.drawing.shapes import INK, RED, STEEL, cable, dot, line, oval, place, shape, symbol

BOX: Final = "0 0 64 64"


def medal(ground: str, content: str) -> str:
    """Return a disc with a bean head on it."""
    return dot(32, 32, 30, ground, INK, 2) + content


def head(body: Body, colour: str, face: str, extra: str = "", behind: str = "") -> str:
    inner = behind + torso(body, tones(colour)) + place(face, *body.face) + extra
    return place(inner, 8.6, 8.4, 0, 0.435)


def fair() -> str:
    glasses = (
        dot(43, 45, 11.6, "", INK, 2.8)
        + dot(65, 45, 11.6, "", INK, 2.8)
        + line("M32 43L24 40M76 43L86 40M54 45h.4", 2.8)
    )
    beard = shape("M28 66Q54 58 84 64Q84 92 62 108Q56 114 50 106Q28 94 28 66Z", "#f6f1e6") + line(
        "M46 71Q54 76 63 70", 3
    )
    return medal("#d7e6c8", head(bean_bodies.BEAN, "#7fa35a", faces.eyes((0.4, 0.4), size=0.8), beard + glasses))


def patient() -> str:
    hair = shape("M22 50Q18 12 54 11Q90 12 86 50Q78 30 54 30Q32 30 22 50Z", "#b9875a")
    bun = dot(54, 4, 13, "#b9875a", INK, 2.8) + line("M47 4Q54-2 61 5", 2, "#7b5233")
    face = faces.shut() + line("M-19 1l-4 3M19 1l4 3", 2.4) + faces.blush(18, 11) + faces.smile(8, 5, 18)
    return medal("#cfeee8", head(bean_bodies.PEAR, "#48b59f", place(face, 0, 6), hair, bun))


def generous() -> str:
    face = faces.eyes((0, 0.6)) + faces.lashes() + faces.blush() + faces.smile(12, 8, 19)
    return medal(
        "#ffd9e2", head(bean_bodies.BEAN, "#e0567f", face, flower(76, 20, 8, "#fff") + heart(56, 92, 0.8, "#ffd0de"))
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
    return medal("#d9c7b2", head(bean_bodies.BEAN, "#9a6237", face, band + scar))


def chatty() -> str:
    face = faces.eyes((1, -1)) + faces.brows(2, -1.4) + faces.laugh(14, 16, 18)
    bubble = shape("M70-6H108Q114-6 114 0V14Q114 20 108 20H90L80 28L82 20H70Q64 20 64 14V0Q64-6 70-6Z", "#fff", 3)
    dots = "".join(dot(x, 7, 3, INK) for x in (77, 89, 101))
    return medal("#cfe6ff", head(bean_bodies.EGG, "#2f9bd6", face, place(bubble + dots, 6, 6, 0, 0.9)))


def quiet() -> str:
    cap = shape("M23 40Q20 6 54 5Q88 6 86 38Q54 24 23 40Z", "#5b6fa8") + dot(54, 3, 7, "#e8ecf6", INK, 2.6)
    cuff = shape("M20 44Q18 35 25 33Q54 20 84 32Q91 34 89 42Q54 28 20 44Z", "#e8ecf6")
    scarf = shape("M22 66Q54 78 88 62Q95 74 88 86Q54 102 24 90Q17 78 22 66Z", "#c8414b") + line(
        "M34 72L33 92M50 75V97M66 74L68 95M80 69L84 88", 3.4, "#f3b3ae"
    )
    return medal("#dfe4f0", head(bean_bodies.BEAN, "#8fb2d9", place(faces.eyes((-3, 0.6)), 0, 4), cap + cuff + scarf))


def careful() -> str:
    face = faces.eyes((-2, 0)) + faces.lashes() + faces.brows(1, -3.4) + line("M-9 25Q-4.5 21 0 25T9 25", 3.2)
    helmet = (
        shape("M18 44Q16 6 54 6Q92 6 90 42Q54 26 18 44Z", "#f2b32e")
        + shape("M14 46Q12 40 18 37Q54 20 90 36Q96 38 94 44Q54 28 14 46Z", "#ffd05c")
        + line("M40 9Q34 18 34 30M54 7V26M68 9Q74 18 74 28", 2.6, "#b87c10")
    )
    return medal("#f5ecc8", head(bean_bodies.EGG, "#c9b27a", place(face, 0, 6), helmet))


def bold() -> str:
    cap = shape("M20 56Q10 22 54 20Q100 20 94 54Q88 62 82 54Q84 40 56 38Q32 40 32 56Q26 64 20 56Z", "#8a5a33")
    strap = line("M18 40Q54 22 96 38", 4)
    goggles = "".join(dot(x, 30, 11, "#bfe8f5", INK, 3.4) + line(f"M{x - 5} 27L{x} 23", 2.4, "#fff") for x in (42, 68))
    face = faces.eyes((1.4, 0)) + faces.lashes() + faces.blush(20, 13) + faces.laugh(13, 12, 16)
    return medal("#ffe6b3", head(bean_bodies.SQUAT, "#f08a3c", place(face, 0, 4), cap + strap + goggles))


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
    "1": fair(),
    "2": generous(),
    "3": tough(),
    "4": patient(),
    "5": chatty(),
    "6": quiet(),
    "7": careful(),
    "8": bold(),
    "person": person(),
    "open": open_seat(),
}


def symbols() -> list[str]:
    return [symbol(f"face-{name}", BOX, content) for name, content in FACES.items()]
