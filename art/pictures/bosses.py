"""The figures of the three bosses of the Bean Mafia (A1)."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import fist, hand, limb, shoe
from art.drawing import faces
from art.drawing.figure import Figure
from art.drawing.palette import tones
from art.drawing.props import coin
from art.drawing.shapes import INK, RED, STEEL, WOOD, cable, dot, line, path, place, shape


def shoes() -> str:
    return limb("M40 104L38 116M66 104L68 116") + shoe(38, 117, "#2a2a30", -1) + shoe(68, 117, "#2a2a30")


def al() -> Figure:
    """Al: the fat one with fedora, pinstripes and a bean pod for a cigar."""
    skin = tones("#b5854f")
    suit, stripe = "#2f3a56", "#8f9cc0"
    jacket = (
        path("M11 76Q30 70 54 86Q80 68 98 72Q98 96 84 104Q54 116 26 104Q10 96 11 76Z", suit)
        + line("M20 78V98M30 80V104M40 88V107M68 88V107M78 80V104M88 78V98", 1.6, stripe)
        + path("M38 77L54 104L72 75Q56 86 38 77Z", "#fffaf0", INK, 2.4)
        + shape("M50 86L54 83L59 86L62 102L55 109L48 102Z", RED, 2.2)
        + line("M10 75Q30 69 40 77L54 106L72 75Q82 69 99 72", 2.8)
        + line(bean_bodies.SQUAT.outline, 3.6)
    )
    hat = (
        shape("M4 40Q24 24 56 28Q88 20 108 34Q96 44 56 40Q22 48 4 40Z", "#3d4a6b", 2.8)
        + shape("M24 36Q22 0 44 0Q52 6 60 0Q86-4 88 32Q56 40 24 36Z", "#4d5c82", 2.8)
        + path("M24 26Q56 32 87.4 22L88 33Q56 40 24 36.4Z", "#1f2740")
        + line("M44 1Q48 8 52 6", 2.4)
    )
    pod = (
        cable("M70 80L92 74", 5.4, "#7cc242", 2)
        + line("M76 78.4h.1M82 76.8h.1M88 75.2h.1", 3, "#4c8c2b")
        + dot(94, 73, 3, "#ff8a1c", INK, 2)
    )
    smoke = line("M97 66q6-5 0-11t0-11", 2.8, "#8c8478")
    return Figure(
        bean_bodies.SQUAT,
        skin,
        behind=limb("M14 84Q-2 86-4 98M96 84Q110 88 108 100") + shoes(),
        face=faces.eyes((1.6, 1), size=0.9) + faces.lids(skin.shade, 0, slant=2) + line("M-8 20Q4 26 16 24", 3.2),
        head=jacket + hat,
        front=pod + smoke + hand(-4, 96, 100, -1) + fist(108, 100, 80),
    )


def don() -> Figure:
    """Don: the old one with moustache, bow tie, a rose and a snail that he strokes."""
    skin = tones("#c9a27a")
    suit = "#26242c"
    hair = shape("M30 36Q26 10 54 8Q82 8 80 36Q74 22 54 22Q36 22 30 36Z", "#b9b4ac", 2.8) + line(
        "M40 14Q46 11 50 18M58 10Q64 13 64 19", 1.8, "#837c73"
    )
    jacket = (
        path("M24 72Q40 74 54 90Q68 74 86 70Q96 80 93 92Q86 110 54 111Q20 110 14 94Q14 80 24 72Z", suit)
        + shape("M40 75L54 108L69 74Q54 82 40 75Z", "#fffaf0", 2.4)
        + dot(54, 96, 1.8, INK)
        + dot(54, 103, 1.8, INK)
        + shape("M54 82L42 76V90ZM54 82L66 76V90Z", suit, 2.2)
        + dot(54, 82, 3, suit, INK, 2)
        + line(bean_bodies.PEAR.outline, 3.6)
        + dot(78, 84, 5, RED, INK, 2)
        + line("M76 84q2-3 4 0t-2 2", 1.5)
    )
    moustache = shape("M54 61Q44 54 33 64Q40 70 54 66Q68 70 76 63Q64 54 54 61Z", "#8d867c", 2.6)
    snail = (
        shape("M-14 96Q-16 104-8 104H14Q18 98 12 96Z", "#e8b98a", 2.4)
        + line("M-12 97L-15 90M-9 97L-9 90", 2.2)
        + dot(4, 91, 9.4, "#c0763a", INK, 2.4)
        + line("M4 91a3 3 0 1 1-3 3a6 6 0 1 1 9-1", 2, "#5b3113")
    )
    return Figure(
        bean_bodies.PEAR,
        skin,
        behind=limb("M20 80Q4 72 2 84M92 80Q106 84 106 98") + shoes(),
        crown="",
        face=faces.eyes((-1, 1.4), size=0.95)
        + faces.lids(skin.shade, 1.4, slant=-2)
        + faces.brows(0, -2, 4, colour="#8d867c")
        + line("M-6 25Q0 28 7 25", 2.8),
        head=hair + moustache + jacket,
        front=place(snail, 4, 18)
        + hand(3, 84, 100, -1)
        + cable("M108 84V121", 3, WOOD, 2)
        + dot(108, 82, 4.6, STEEL, INK, 2.4)
        + fist(107, 98),
    )


def joe() -> Figure:
    """Joe: the young one with flat cap, dark glasses and a coin to toss."""
    skin = tones("#d79a4e")
    vest = (
        path("M31 68Q55 82 81 66L82 88Q80 106 60 112Q38 112 33 98Q30 84 31 68Z", "#7a2f3d")
        + shape("M42 74L56 98L70 72Q56 80 42 74Z", "#fffaf0", 2.4)
        + line("M56 98V111", 2.6)
        + line(bean_bodies.TALL.outline, 3.6)
    )
    cap = (
        shape("M26 22Q22-6 54-8Q88-10 88 14Q58 10 26 22Z", "#6f6a5e", 2.8)
        + shape("M60 13Q86 6 104 18Q92 26 70 22Z", "#57534a", 2.6)
        + line("M54-8Q44 2 44 16M56-8Q70 0 72 12", 1.8, "#4a463e")
        + dot(55, -9, 3, "#57534a", INK, 2)
    )
    glasses = (
        shape("M29 34H53Q53 50 42 50Q30 50 29 34Z", "#20242e", 2.6)
        + shape("M57 34H81Q80 50 68 50Q57 50 57 34Z", "#20242e", 2.6)
        + line("M53 36H57M29 35L27 33M81 35L84 33", 3)
        + line("M35 39L39 37M63 39L67 37", 2.4, "#8fa4c8")
    )
    return Figure(
        bean_bodies.TALL,
        skin,
        behind=limb("M32 78Q14 82 10 70M80 74Q96 78 104 70") + shoes(),
        face=faces.smirk(22),
        head=vest + glasses + cap + line("M66 62L80 68", 2.6, "#e0b46a"),
        front=hand(10, 72, -100, -1)
        + hand(103, 71, -80)
        + coin(108, 34, 9.4)
        + line("M100 48q-2 4 0 7M116 48q2 4 0 7", 2, INK),
    )


FIGURES: Final = {"al": al(), "don": don(), "joe": joe()}
