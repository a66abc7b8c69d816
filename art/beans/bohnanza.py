"""The eight beans of Bohnanza."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import fist, hand, legs, limb, shoe
from art.drawing import faces
from art.drawing.figure import Figure
from art.drawing.palette import KIND_TONES
from art.drawing.props import flower, heart, leaf
from art.drawing.shapes import GOLD, INK, LEAF, LEAF_DARK, RED, STEEL, WOOD, cable, dot, line, oval, path, place, shape


def blue() -> Figure:
    """A diver with mask, snorkel and flippers."""
    tones = KIND_TONES["blue"]
    glass = "M31 38Q31 31 38 31H72Q79 31 79 38V50Q79 59 70 59Q62 59 59.6 54Q55 48 50.4 54Q48 59 40 59Q31 59 31 50Z"
    flipper = shape("M-4-3C-2-6 3-5 4-2C10 0 18 4 19 8C19 10 17 9.6 15 9.6H-5C-8 9.6-6 2-4-3Z", GOLD) + line(
        "M2 3L10 7M-1 3.6L3 7.4", 1.6
    )
    bubbles = "".join(dot(x, y, r, "#d9f1ff", tones.shade, 1.8) for x, y, r in ((2, 26, 5), (-6, 12, 3.4), (6, 4, 2.4)))
    return Figure(
        bean_bodies.BEAN,
        tones,
        behind=bubbles
        + limb("M28 72Q14 80 4 74M86 72Q97 80 104 70M40 104L37 116M64 103L68 115")
        + place(flipper, 37, 115, 0, 1, -1)
        + place(flipper, 68, 114),
        face=place(faces.smile(10, 5, 27), 1, 1),
        head=cable("M87 56V16Q87 5 78 4", 5, GOLD)
        + line("M87 26V18", 5, RED)
        + line("M31 42L21 39M79 42L90 39", 5.6)
        + path(glass, "#c9f0fa")
        + place(faces.eyes((0.6, 1), 10.6, 0.86), 55, 45)
        + path("M35 37L45 35L38 52Q34 52 34 47Z", "#fff", opacity=0.6)
        + line(glass, 4.2),
        front=hand(5, 74, 195, -1) + hand(103, 71, -50),
    )


def chili() -> Figure:
    """A hot-head: hair of flames, fists, a roar."""
    tones = KIND_TONES["chili"]
    fire = shape(
        "M25 30C15 16 28 12 26-2C38 2 38 8 42 11C40 0 50-6 52-18C64-8 61 3 65 9C70 5 72-2 71-8C84 2 88 16 83 30"
        "C68 20 42 20 25 30Z",
        "#ff8a1c",
        3,
    ) + path(
        "M35 22C31 14 37 10 37 4C43 8 45 12 49 13C48 5 54-1 55-7C62 1 58 10 64 13"
        "C69 11 72 7 73 3C77 9 77 16 74 22C61 16 47 17 35 22Z",
        "#ffe066",
    )
    return Figure(
        bean_bodies.PEPPER,
        tones,
        behind=limb("M20 66Q4 66 2 54M88 66Q104 64 105 52") + legs("#7a2316", 42, 62, 100),
        face=faces.eyes((0, 2))
        + faces.lids(tones.shade, -4, slant=4)
        + faces.brows(-2, 4, 5)
        + faces.laugh(14, 14, 20),
        head=fire,
        front=fist(2, 52, -80, -1) + fist(105, 50, -100),
    )


def stink() -> Figure:
    """A bean that cannot smell itself, with a peg on the nose."""
    tones = KIND_TONES["stink"]
    peg = "".join(
        (
            shape("M-6-9Q-3.2-11-.6-9L-.6 11Q-3 13-5 11Z", "#f0cf98", 2),
            shape("M6-9Q3.2-11 .6-9L.6 11Q3 13 5 11Z", "#d9ac68", 2),
            line("M-7-1H7", 2.6, "#8a8f98"),
        )
    )
    fly = (
        oval(-3, -2.4, 3.2, 2, "#e6eef2", INK, 1.2)
        + oval(3, -2.4, 3.2, 2, "#e6eef2", INK, 1.2)
        + oval(0, 0, 2.2, 3, INK)
    )
    fumes = line("M12 34q-7-7 0-14t0-14M96 36q7-7 0-14t0-14M53 4q-6-5 0-10t0-10", 3, tones.shade, 0.8)
    return Figure(
        bean_bodies.PEAR,
        tones,
        behind=fumes + limb("M20 76Q4 72 4 60M90 76Q104 74 104 60") + legs("#8d6b3f", 36, 70),
        face=faces.eyes((0, 2.4))
        + faces.lids("#8f8845", 0.6)
        + faces.brows(1, -1.6, colour="#a8a25a")
        + faces.frown(11, 4, 36),
        head=oval(54, 58, 6.4, 5.4, tones.gloss, INK, 2.6)
        + place(peg, 54, 63, 6)
        + path("M24 84q4-5 9-2M74 92q5-4 10 0", "", tones.shade, 2.4)
        + dot(80, 78, 2.4, tones.shade)
        + dot(32, 97, 2, tones.shade),
        front=hand(4, 62, -95, -1)
        + hand(104, 62, -85)
        + place(fly, 18, -4, -20, 1.1)
        + place(fly, 100, 2, 15, 1.1)
        + place(fly, 80, -12, 0, 0.9),
    )


def green() -> Figure:
    """A farmer with straw hat and rake."""
    tones = KIND_TONES["green"]
    hat = (
        shape("M8 22Q26 8 54 10Q84 8 102 20Q88 31 54 29Q24 31 8 22Z", "#eec56a", 2.8)
        + shape("M32 19Q32-14 55-14Q78-14 79 18Q56 25 32 19Z", "#f8dd96", 2.8)
        + path("M32.6 12Q56 20 78.4 11L79 19Q56 26.6 32.6 20.4Z", RED)
        + line("M43-6Q45 4 44 11M55-10V13M67-7Q65 3 66 11M20 21Q30 16 36 15M90 20Q84 17 78 15", 1.6, "#cf9f3f")
    )
    rake = cable("M101 34V120", 3, WOOD, 2) + line("M92 34H110M92 34V25M98 34V25M104 34V25M110 34V25", 3.4)
    return Figure(
        bean_bodies.TALL,
        tones,
        behind=rake + limb("M32 72Q16 76 16 92M80 70Q92 70 100 78") + legs("#7b4a22", 44, 66),
        face=place(faces.eyes((-1, 1.4)) + faces.blush() + faces.smile(11, 6, 20), 0, 5)
        + line("M6 32Q16 38 24 33", 2, LEAF_DARK)
        + leaf(22, 34, -10, 0.4, "#c5ec8f"),
        head=hat,
        front=hand(16, 90, 110, -1) + fist(101, 78),
    )


def soy() -> Figure:
    """A sprout in deep meditation, floating a little."""
    tones = KIND_TONES["soy"]
    sprout = (
        line("M53 16Q55 4 52-4", 6.6)
        + line("M53 16Q55 4 52-4", 3, LEAF)
        + leaf(52, -3, -14, 0.95)
        + leaf(52, -3, 166, 0.95)
    )
    crossed = (
        limb("M30 96Q8 104 18 113Q32 120 54 113M74 94Q98 102 88 113Q76 120 54 113")
        + shoe(60, 112, "#d98a3a", -1, -8)
        + shoe(48, 112, "#d98a3a", 1, 8)
    )
    return Figure(
        bean_bodies.BEAN,
        tones,
        behind=oval(54, 123, 34, 3.4, INK, opacity=0.16) + limb("M28 72Q4 76 7 94M87 70Q106 76 101 94"),
        crown=sprout,
        face=faces.shut() + faces.brows(-2, -1, 3) + faces.blush(19, 12) + faces.smile(8, 5, 19),
        front=crossed
        + hand(7, 93, 160, 1)
        + hand(101, 93, 20, -1)
        + line("M-4 60q-5-6 0-12M112 60q5-6 0-12M-8 54q-2-3 0-6M116 54q2-3 0-6", 2.2, tones.shade),
    )


def black_eyed() -> Figure:
    """A pirate with eye patch, head scarf, earring and sabre."""
    tones = KIND_TONES["black-eyed"]
    scarf = (
        shape("M25 33Q9 27 1 36Q12 42 22 37Q10 48 13 57Q25 50 28 38Z", "#c8202f")
        + shape("M22 36Q28 4 56 6Q82 8 88 36Q56 20 22 36Z", RED, 3)
        + "".join(dot(x, y, 2.8, "#fff") for x, y in ((36, 24), (49, 15), (63, 18), (77, 26), (55, 24)))
    )
    sabre = (
        shape("M97 84C108 68 110 46 101 26C95 44 95 66 92 80Z", STEEL, 2.8)
        + line("M98 76C104 62 105 48 101 36", 1.8, "#fff")
        + cable("M86 78Q94 88 104 88", 3.4, GOLD, 2)
    )
    return Figure(
        bean_bodies.BEAN,
        tones,
        behind=limb("M28 74Q14 76 12 90M86 74Q92 78 95 88") + legs("#4a3a30", 42, 62),
        face=faces.eye(-10.4)
        + line("M-33-14L36 8", 3.4)
        + path("M0-9Q11-15 22-5Q24 11 12 12Q0 10 0-9Z", INK)
        + line("M6-4Q9-7 13-6", 2, "#6b5a50")
        + smile_with_tooth(),
        head=scarf + dot(27, 62, 4.6, "", INK, 5) + dot(27, 62, 4.6, "", GOLD, 2.4),
        front=sabre + fist(95, 88, 40) + hand(12, 88, 100, -1),
    )


def smile_with_tooth() -> str:
    mouth = shape("M-13 22Q2 30 17 19Q14 36 2 36Q-10 35-13 22Z", faces.MOUTH_RED, 2.8)
    stubble = line("M-10 42h.1M-3 45h.1M6 45h.1M14 41h.1M20 33h.1M-15 36h.1", 2.6, "#8d7c69")
    return mouth + path("M1 26.4L7 25.4L6.4 32Q3 33 1.6 31.6Z", GOLD, INK, 1.4) + stubble


def red() -> Figure:
    """A warm heart in a knitted scarf."""
    tones = KIND_TONES["red"]
    wool, stripe = "#fff1d6", "#3aa0dc"
    scarf = (
        shape("M70 84Q82 84 90 78L97 108Q88 113 79 111Z", wool, 2.8)
        + line("M76 93L92 90M78 102L94 99", 3.4, stripe)
        + line("M81 111l.6 5M86 111l.8 5M92 110l1 5", 2.2)
        + shape("M21 72Q26 66 30 67Q58 86 92 64Q97 70 94 78Q58 104 22 84Q18 78 21 72Z", wool, 2.8)
        + line("M33 71L31 87M45 77L44 93M58 78.6V95M71 76L73 91M83 71L86 84", 3.4, stripe)
    )
    return Figure(
        bean_bodies.KIDNEY,
        tones,
        behind=limb("M26 70Q8 66 6 48M92 66Q106 62 106 46") + legs("#3aa0dc", 42, 66),
        face=faces.eyes((-2, -1.6)) + faces.lashes() + faces.blush(18, 12) + faces.smile(7, 4, 17),
        head=scarf,
        front=heart(4, 24, 1.15) + hand(6, 50, -90, -1) + hand(106, 48, -80),
    )


def garden() -> Figure:
    """A spring child with a crown of flowers, dancing."""
    tones = KIND_TONES["garden"]
    crown = (
        cable("M22 44Q34 18 60 20Q84 22 94 44", 4, LEAF, 2)
        + leaf(36, 28, 200, 0.55)
        + leaf(76, 24, -30, 0.55)
        + flower(22, 41, 6, "#fff")
        + flower(36, 25, 7, "#ff8fab")
        + flower(56, 18, 7.6, "#fff")
        + flower(77, 23, 7, "#c98bff")
        + flower(93, 40, 6, "#ff8fab")
    )
    daisy = line("M108 62Q110 72 105 84", 3, LEAF_DARK) + leaf(107, 76, 20, 0.3) + flower(107, 57, 5.4, "#fff")
    return Figure(
        bean_bodies.SQUAT,
        tones,
        behind=limb("M16 82Q0 78-4 66M96 80Q102 88 105 84") + legs("#ff8fab", 40, 70),
        face=faces.eyes((1, 0.6)) + faces.blush(20, 13) + faces.laugh(10, 10, 17),
        head=crown,
        front=daisy + fist(105, 84) + hand(-4, 68, -110, -1),
    )


FIGURES: Final = {
    "blue": blue(),
    "chili": chili(),
    "stink": stink(),
    "green": green(),
    "soy": soy(),
    "black-eyed": black_eyed(),
    "red": red(),
    "garden": garden(),
}
