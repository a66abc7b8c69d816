"""The seven beans of Rabohnzel and Excalibohn; each looks like what it can do (R8-R14)."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import fist, hand, legs, limb, shoe
from art.drawing import faces
from art.drawing.figure import Figure
from art.drawing.palette import KIND_TONES
from art.drawing.props import back_card, flame, sparkle, spell_card, star
from art.drawing.shapes import GOLD, INK, RED, STEEL, STEEL_DARK, WOOD, cable, dot, line, path, place, shape


def pluck() -> Figure:
    """A thief on tiptoe with a card just plucked (R8)."""
    tones = KIND_TONES["pluck"]
    shirt = path("M29 70Q56 80 81 68L83 78Q56 90 30 80ZM30 91Q56 101 83 88L81 97Q56 110 33 101Z", "#fff1d6")
    mask = "M28 34Q40 27 55 32Q70 27 82 33Q84 46 74 49Q62 50 55 42Q48 50 37 49Q27 46 28 34Z"
    cap = (
        shape("M29 22Q28-10 54-11Q81-11 81 20Q56 12 29 22Z", "#39424e", 2.8)
        + shape("M26 26Q25 17 31 16Q56 7 80 15Q86 17 85 25Q82 28 78 26Q56 17 32 28Q28 29 26 26Z", "#566270", 2.6)
        + dot(54, -13, 5.4, "#566270", INK, 2.4)
    )
    return Figure(
        bean_bodies.TALL,
        tones,
        behind=limb("M32 78Q14 70 8 52M80 74Q94 66 92 52M46 106Q44 112 36 114M68 105Q78 108 84 102")
        + shoe(36, 116, "#39424e", -1, -6)
        + shoe(84, 104, "#39424e", 1, 20)
        + line("M98 112H110M94 119H104", 2.4, tones.shade),
        face="",
        head=shirt
        + line(bean_bodies.TALL.outline, 3.6)
        + path(mask, INK)
        + place(eyes_in_mask(), 55, 39)
        + place(faces.smirk(18), 55, 38)
        + cap,
        front=back_card(5, 30, -18, size=0.95) + fist(8, 50, -100, -1) + hand(92, 54, -80),
    )


def eyes_in_mask() -> str:
    return faces.eyes((-3, 0.4), 11.4, 0.76)


def cape() -> Figure:
    """A stranger in a great cape, a spell card up the sleeve (R9)."""
    tones = KIND_TONES["cape"]
    cloth, lining = "#c2263a", "#7d1228"
    back = shape(
        "M40 56C10 70-6 96-10 116C4 110 10 122 22 114C34 124 44 116 54 122"
        "C66 116 78 124 88 114C100 122 106 110 116 114C110 92 98 70 72 56Z",
        lining,
        3,
    )
    cloak = (
        shape("M22 66C6 80-6 98-9 116C4 110 12 121 22 113C30 100 32 84 34 74Z", cloth, 2.8)
        + shape("M90 66C104 80 110 98 114 114C104 110 98 120 88 113C80 100 78 84 77 74Z", cloth, 2.8)
        + shape(
            "M24 62Q16 46 12 40Q32 46 40 60Q55 72 70 60Q82 46 102 38Q96 50 90 64Q74 82 56 82Q36 80 24 62Z", cloth, 2.8
        )
        + star(56, 76, 7.4, GOLD)
    )
    return Figure(
        bean_bodies.BEAN,
        tones,
        behind=back + legs("#3b2a55", 42, 64) + limb("M88 84Q100 84 102 70"),
        face=place(
            faces.eyes((2, 0), size=0.95)
            + faces.lids(tones.shade, -3, slant=2)
            + faces.brows(0, 1.4)
            + faces.smirk(17),
            0,
            -7,
        ),
        head=place(hat_with_feather(), 0, 0) + cloak,
        front=spell_card(104, 52, 14, 0.9) + fist(102, 70, -80),
    )


def hat_with_feather() -> str:
    return (
        shape("M70 6C84-14 102-20 110-16C104-2 90 10 76 14Z", "#f4f7fa", 2.6)
        + line("M76 10Q90-2 102-12", 1.8)
        + shape("M10 25Q34 8 54 12Q80 4 102 16Q86 30 54 27Q28 32 10 25Z", "#2d2540", 2.8)
        + shape("M32 20Q32-12 54-13Q78-13 79 15Q56 24 32 20Z", "#3d3357", 2.8)
        + path("M32.6 12Q56 19 78.4 8L79 15Q56 24 32.4 20Z", GOLD)
    )


def mean() -> Figure:
    """A troll with horns, one tooth and a club (R10)."""
    tones = KIND_TONES["mean"]
    horns = shape("M28 36C14 30 6 16 10 2C18 14 30 16 40 24Z", "#f3e3c2", 2.8) + shape(
        "M82 34C96 28 104 14 100 0C92 12 80 14 70 22Z", "#f3e3c2", 2.8
    )
    club = (
        shape("M94 92L98 60C92 46 98 30 106 28C114 32 116 50 108 62L102 94Z", WOOD, 2.8)
        + "".join(
            shape(f"M{x} {y}l{dx} {dy}l{ex} {ey}Z", STEEL, 1.8)
            for x, y, dx, dy, ex, ey in ((97, 42, -6, 1, 5, 5), (99, 54, -6, 2, 6, 4), (111, 38, 5, -2, -4, 7))
        )
        + line("M103 40Q102 50 103 58", 1.8, "#7b4a22")
    )
    tuft = shape("M46 26Q44 14 50 8Q51 16 55 17Q56 8 62 6Q61 15 66 16Q66 22 62 27Z", "#39424e", 2.6)
    mouth = (
        shape("M-17 24Q0 14 18 22Q16 34 0 33Q-14 34-17 24Z", faces.MOUTH_RED, 2.8)
        + path("M-10 31L-8 21L-3 31.6Z", "#fff", INK, 1.6)
        + path("M9 30.6L12 18L16 28Z", "#fff", INK, 1.6)
    )
    return Figure(
        bean_bodies.SQUAT,
        tones,
        behind=limb("M14 80Q-2 84-4 96M96 80Q104 88 100 92") + legs("#4a3a30", 38, 72),
        crown=horns + tuft,
        face=faces.eyes((0, 1.6), size=0.92) + faces.lids("#b0613c", -2, slant=5) + faces.brows(-3, 5, 5.4) + mouth,
        head=dot(30, 90, 2.6, tones.shade) + dot(84, 86, 3, tones.shade) + dot(38, 97, 1.8, tones.shade),
        front=club + fist(100, 92, 10) + fist(-4, 97, 90, -1),
    )


def white() -> Figure:
    """A sleepwalker with night-cap and candle, drawing in the dark (R11)."""
    tones = KIND_TONES["white"]
    cap = (
        shape(
            "M27 36C24 14 40 2 58 2C76-4 94 2 108 22C110 26 106 30 102 26C96 20 90 22 86 32C66 22 44 24 27 36Z",
            "#5b8fd6",
            2.8,
        )
        + line("M44 8Q40 18 42 27M62 3Q64 14 66 24M80 4Q78 14 82 26", 3, "#a9ccf5")
        + shape("M23 40Q21 31 28 29Q56 16 84 27Q91 29 89 38Q86 42 81 40Q56 29 31 43Q25 45 23 40Z", "#fffdf6", 2.6)
        + dot(106, 28, 6.6, "#fffdf6", INK, 2.6)
    )
    candle = (
        flame(2, 38, 0.8)
        + shape("M-3 48H7V68H-3Z", "#fff6d8", 2.4)
        + path("M-3 50Q0 54 1 50Q3 58 5 50H7", "#fff", INK, 1.6)
        + shape("M-10 68H14Q12 75 2 75Q-8 75-10 68Z", GOLD, 2.4)
    )
    return Figure(
        bean_bodies.KIDNEY,
        tones,
        behind=limb("M24 78Q8 84 4 80M93 72Q104 74 108 64") + legs("#5b8fd6", 42, 66),
        face=faces.shut() + faces.blush(18, 12) + faces.pout(20, 4.4),
        head=place(cap, 1, -9, 0, 1.02),
        front=candle + fist(3, 80, 90) + hand(108, 65, -60) + line("M8 8h9l-9 10h9M22-8h7l-7 8h7", 3, tones.text),
    )


def magic() -> Figure:
    """A wizard with beard, pointed hat and wand (R12)."""
    tones = KIND_TONES["magic"]
    hat = (
        shape(
            "M30 28C40 8 44-6 58-22C62-18 66-20 70-12C64-12 64-8 68 0C72 10 78 18 82 27C66 18 44 20 30 28Z",
            "#5a2ea6",
            2.8,
        )
        + shape("M12 34Q28 20 56 20Q84 18 100 30Q88 38 56 32Q26 40 12 34Z", "#6f3fc4", 2.8)
        + star(50, 10, 5, GOLD, width=1.6)
        + star(66, 14, 3.6, GOLD, width=1.4)
        + star(59, -6, 3.4, GOLD, width=1.4)
    )
    beard = (
        shape("M28 64Q40 60 55 66Q70 60 84 62Q90 82 76 96Q72 106 58 118Q54 108 42 106Q26 92 28 64Z", "#f6f1e6", 2.8)
        + line("M46 78Q46 90 54 100M66 78Q68 88 62 98", 2, "#cfc4b0")
        + shape("M55 64Q46 56 34 64Q44 72 55 67Q66 72 77 63Q65 56 55 64Z", "#fffdf6", 2.6)
    )
    wand = (
        cable("M94 84L108 52", 2.6, WOOD, 2)
        + star(110, 45, 9.4, GOLD)
        + sparkle(98, 32, 5, "#fff", 1.2)
        + sparkle(114, 26, 4, "#fff", 1.2)
    )
    return Figure(
        bean_bodies.BEAN,
        tones,
        behind=limb("M28 76Q12 80 8 66M86 74Q94 80 98 76") + legs("#5a2ea6", 42, 64),
        face=faces.eyes((1.4, -1), size=0.95) + line("M-18-14Q-11-19-4-13M4-13Q11-19 18-14", 4.4, "#f6f1e6"),
        head=beard + hat,
        front=wand + fist(98, 76, 25) + hand(8, 68, -100, -1),
    )


def princess() -> Figure:
    """A princess with a braid down to the ground (R13)."""
    tones = KIND_TONES["princess"]
    hair, strand = "#f4c542", "#b9801a"
    braid = "".join(
        shape(
            f"M{x - 9} {y}Q{x - 12} {y + 14} {x} {y + 15}Q{x + 12} {y + 14} {x + 9} {y}Q{x} {y + 7} {x - 9} {y}Z",
            hair,
            2.4,
        )
        + line(f"M{x - 5} {y + 7}Q{x} {y + 10} {x + 5} {y + 7}", 1.6, strand)
        for x, y in ((99, 96), (101, 84), (101, 72), (99, 60), (95, 48))
    )
    locks = shape(
        "M18 60C8 30 26 8 54 8C84 8 104 30 100 58C96 66 88 62 86 50"
        "C78 40 66 36 56 28C46 38 34 42 28 50C28 62 22 68 18 60Z",
        hair,
        2.8,
    )
    crown = (
        shape("M36 10L32-12L44-3L55-17L66-3L78-12L74 10Q55 4 36 10Z", GOLD, 2.8)
        + dot(55, -1, 3.2, RED, INK, 1.6)
        + dot(43, 2, 2, "#4aa8e0", INK, 1.3)
        + dot(67, 2, 2, "#4aa8e0", INK, 1.3)
    )
    return Figure(
        bean_bodies.EGG,
        tones,
        behind=braid
        + shape("M92 110L106 110L110 122Q99 126 88 122Z", hair, 2.4)
        + shape("M98 110C88 102 86 116 98 112C110 116 110 102 98 110Z", RED, 2.2)
        + limb("M20 78Q6 80 2 68M86 80Q92 84 96 80")
        + legs("#c2447a", 42, 66),
        face=place(faces.eyes((1, 0.4)) + faces.lashes() + faces.blush(19, 12) + faces.smile(8, 5, 17), 0, 4),
        head=locks
        + line("M30 34Q40 30 46 22M82 34Q72 30 64 22", 2, strand)
        + crown
        + line("M36 92Q55 102 74 92", 2.6, tones.shade),
        front=hand(2, 70, -110, -1) + fist(97, 79),
    )


def sword() -> Figure:
    """A knight with helmet, plume, sword and shield (R14)."""
    tones = KIND_TONES["sword"]
    plume = shape("M54 4C58-14 74-24 90-18C84-14 90-10 98-8C90-4 94 2 98 6C84 4 70 6 58 10Z", RED, 2.8)
    helmet = (
        shape("M22 52C16 22 32 4 55 4C80 4 95 24 90 52L80 56Q80 36 55 34Q32 36 32 58Z", STEEL, 2.8)
        + path("M68 8C84 16 90 32 87 50L80 53Q80 38 69 36Z", STEEL_DARK)
        + shape("M26 33Q55 14 87 32L85 40Q55 24 28 42Z", STEEL_DARK, 2.6)
        + "".join(dot(x, y, 1.7, INK) for x, y in ((38, 31), (50, 27.6), (62, 27.6), (74, 31)))
        + line("M22 52L32 58M90 52L80 56", 3)
    )
    blade = (
        shape("M99 82L97 22L103 10L109 22L107 82Z", STEEL, 2.6)
        + line("M103 20V78", 1.8, STEEL_DARK)
        + cable("M91 84H115", 3.6, GOLD, 2)
        + cable("M103 88V98", 3.4, "#7b3f1d", 2)
        + dot(103, 103, 4, GOLD, INK, 2.2)
    )
    shield = (
        shape("M-12 72Q6 76 24 70Q28 98 8 112Q-12 100-12 72Z", "#3c6fd1", 2.8)
        + path("M4 73.6Q14 73.6 22.6 71Q25 94 8 109Q6 108 4 106Z", "#f4f7fa")
        + star(7, 88, 7, GOLD)
    )
    return Figure(
        bean_bodies.BEAN,
        tones,
        behind=limb("M86 76Q96 82 102 92M26 80L14 86") + legs("#6b7784", 42, 64),
        crown=plume,
        face=place(faces.eyes((1.6, 1)) + faces.lids(tones.shade, -5, slant=3) + faces.smirk(20), 0, 4),
        head=helmet,
        front=blade + fist(103, 93) + shield,
    )


FIGURES: Final = {
    "pluck": pluck(),
    "cape": cape(),
    "mean": mean(),
    "white": white(),
    "magic": magic(),
    "princess": princess(),
    "sword": sword(),
}
