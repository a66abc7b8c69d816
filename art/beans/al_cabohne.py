"""The beans that only Al Cabohne has."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import fist, hand, legs, limb, shoe
from art.drawing import faces
from art.drawing.figure import Figure
from art.drawing.palette import KIND_TONES
from art.drawing.props import cloud, flame
from art.drawing.shapes import GOLD, INK, PAPER, RED, WOOD, cable, dot, line, oval, path, place, shape


def kidney() -> Figure:
    """A runner with headband, start number and water bottle."""
    tones = KIND_TONES["kidney"]
    band = (
        shape("M90 28Q100 16 109 18Q106 26 98 29Q106 30 109 36Q100 40 91 35Z", "#f4f7fa", 2.4)
        + shape("M19 29Q22 21 28 18Q60 8 88 24Q92 30 94 36Q58 20 18 38Q17 33 19 29Z", "#f4f7fa", 2.8)
        + line("M20 32Q56 14 91 30", 3, "#2f9e6e")
    )
    bottle = (
        shape("M-6-8Q-6-12-3-12H3Q6-12 6-8V10Q6 13 3 13H-3Q-6 13-6 10Z", "#8fd3f4", 2.4)
        + path("M-4.6 0H4.6V10Q4.6 11.6 3 11.6H-3Q-4.6 11.6-4.6 10Z", "#4aa8e0")
        + shape("M-3.4-12V-17H3.4V-12Z", RED, 2.2)
    )
    number_tag = place(
        shape("M-13-9H13V9H-13Z", PAPER, 2.4) + line("M-3-3L1-6V5M-3 5H5", 3),
        60,
        86,
        -6,
    )
    return Figure(
        bean_bodies.KIDNEY,
        tones,
        behind=limb("M28 76Q14 82 4 76M92 74Q104 80 108 74M44 104Q34 110 24 108M68 103Q74 110 82 112")
        + shoe(22, 108, "#2f9e6e", -1, 26)
        + shoe(82, 114, "#2f9e6e", 1, -6)
        + line("M-8 96H8M-12 104H2M-6 112H6", 2.6, tones.shade),
        face=faces.eyes((2, 0.6)) + faces.blush(18, 12) + faces.laugh(9, 9, 17),
        head=band,
        front=number_tag + hand(5, 77, 190, -1) + place(bottle, 111, 60, 12) + fist(109, 72),
    )


def fire() -> Figure:
    """A camper roasting a marshmallow, cap on, soot on the cheek."""
    tones = KIND_TONES["fire"]
    cap = (
        shape("M27 36Q24 4 54 4Q84 4 84 34Q56 24 27 36Z", "#b5302b", 2.8)
        + line("M40 8Q36 20 37 31M54 5V27M69 8Q73 18 72 28M30 20Q54 11 80 19", 2, "#5f1714")
        + shape("M24 38Q22 30 28 28Q56 17 83 27Q89 30 87 38Q84 42 79 38Q56 28 32 40Q27 43 24 38Z", "#f3e3c8", 2.6)
        + shape("M24 36Q15 44 18 58Q25 60 29 52Q32 44 30 39Z", "#f3e3c8", 2.6)
        + shape("M86 36Q95 44 92 58Q85 60 81 52Q79 44 81 39Z", "#f3e3c8", 2.6)
    )
    stick = cable("M92 92L107 40", 2.6, WOOD, 1.8)
    marshmallow = place(
        shape("M-7-8Q0-11 7-8V7Q0 10-7 7Z", "#fff6ea", 2.4) + path("M-5.6 2Q0 5 5.6 2V6Q0 8.6-5.6 6Z", "#c98d55"),
        107,
        38,
        16,
    )
    log = (
        place(
            shape("M-16-5H16Q20 0 16 5H-16Q-20 0-16-5Z", WOOD, 2.4) + oval(16, 0, 3, 5, "#d9a566", INK, 2), 6, 117, -14
        )
        + place(
            shape("M-16-5H16Q20 0 16 5H-16Q-20 0-16-5Z", WOOD, 2.4) + oval(16, 0, 3, 5, "#d9a566", INK, 2), 6, 117, 14
        )
        + flame(5, 100, 1.15)
    )
    return Figure(
        bean_bodies.PEAR,
        tones,
        behind=limb("M22 80Q12 72 3 74M90 80Q98 86 96 90") + legs("#6b4226", 40, 72),
        face=faces.eyes((2.4, -0.4))
        + faces.smile(10, 6, 22)
        + path("M-20 12Q-14 10-13 15Q-16 19-20 16Z", INK, opacity=0.4),
        head=cap,
        front=log + flame(108, 18, 0.75) + stick + marshmallow + fist(95, 90, 15) + hand(3, 74, 120, -1),
    )


def puff() -> Figure:
    """A bean so full of air that it floats; little clouds around."""
    tones = KIND_TONES["puff"]
    return Figure(
        bean_bodies.ROUND,
        tones,
        behind=oval(54, 123, 26, 3, INK, opacity=0.16)
        + cloud(0, 16, 0.7)
        + cloud(108, 22, 0.6)
        + cloud(104, 108, 0.55)
        + limb("M14 72Q4 70 2 64M95 72Q104 70 106 64M42 106Q36 112 30 110M64 106Q70 113 77 111")
        + shoe(30, 110, "#7a4fa0", -1, 24)
        + shoe(77, 111, "#7a4fa0", 1, 24),
        crown=line("M54 15Q50 6 56 2Q63-3 56-9Q51-13 54-19", 2.6) + shape("M48 18L60 18L56 11H52Z", tones.body, 2.6),
        face=faces.eyes((0, -1.4), 11)
        + faces.brows(2, -2.6)
        + oval(-19, 17, 11, 9.4, tones.gloss, INK, 2.4)
        + oval(20, 17, 11, 9.4, tones.gloss, INK, 2.4)
        + oval(-19, 19, 5, 3.4, faces.BLUSH, opacity=0.6)
        + oval(20, 19, 5, 3.4, faces.BLUSH, opacity=0.6)
        + faces.pout(20, 3.6),
        front=line("M56 79q9 0 14 6M54 82q4 4 6 9", 2.2, tones.shade) + hand(2, 65, -120, -1) + hand(106, 65, -60),
    )


def pole() -> Figure:
    """An explorer in a fur hood planting a flag."""
    tones = KIND_TONES["pole"]
    fur = "#fff3e0"
    tufts = (
        "M24 40Q16 32 24 25Q20 14 31 11Q32 0 43 2Q50-7 59-1Q69-4 73 6Q85 8 84 19Q93 25 87 34"
        "Q93 43 85 49Q87 60 76 61Q71 70 61 66Q53 72 45 66Q34 68 31 59Q21 57 24 47Q18 44 24 40Z"
    )
    opening = "M55 8Q78 9 78 34Q78 58 55 59Q32 58 32 34Q32 9 55 8Z"
    flag = (
        cable("M102-18V122", 3, WOOD, 2)
        + dot(102, -19, 4, GOLD, INK, 2.4)
        + shape("M100-15Q90-21 80-15Q70-10 60-14L66-5L60 5Q70 9 80 4Q90-1 100 5Z", RED, 2.6)
    )
    goggles = "M37 6Q55-4 74 6Q76 14 70 18Q62 20 56 15Q49 20 41 18Q35 14 37 6Z"
    return Figure(
        bean_bodies.TALL,
        tones,
        behind=flag + limb("M32 82Q18 84 14 96M80 80Q94 80 101 84") + legs("#5b4636", 44, 68),
        face="",
        head=shape(tufts, fur, 2.8)
        + path(opening, tones.body)
        + line(opening, 2.6)
        + place(faces.eyes((-1.4, 0.6), 10, 0.94) + faces.blush(15, 12) + faces.smile(8, 5, 17), 55, 34)
        + line("M27 12L38 10M83 12L73 10", 5)
        + shape(goggles, "#ffb347", 3)
        + line("M43 9L50 5M60 8L66 6", 2.4, "#fff0d0"),
        front=line("M56 72V104", 2.4, tones.shade)
        + "".join(dot(56, y, 2, GOLD, INK, 1.5) for y in (78, 89, 100))
        + fist(102, 84, 0, 1, "#c8553d")
        + hand(14, 94, 110, -1, "#c8553d"),
    )


FIGURES: Final = {"kidney": kidney(), "fire": fire(), "puff": puff(), "pole": pole()}
