"""The eleven spells of Rabohnzel and Excalibohn (R17-R27): each shows its effect against a night sky."""

from typing import Final

from art.beans import bodies as bean_bodies
from art.beans.bodies import torso
from art.drawing import faces, shapes
from art.drawing.palette import KIND_TONES, tones
from art.drawing.props import arrow, back_card, bean_card, glove, leaf, sparkle, spell_card, star
from art.pictures.emblems import furrows, star_burst

BEAN_COLOURS: Final = tuple(
    (KIND_TONES[key].body, KIND_TONES[key].gloss) for key in ("chili", "blue", "soy", "green", "red")
)


def sky(content: str) -> str:
    """Draw `content` in front of a round piece of night sky with stars."""
    stars = ((14, 20, 4), (92, 18, 5), (8, 70, 3.4), (98, 78, 4), (52, 4, 3.6), (30, 98, 3), (78, 100, 3.6))
    return (
        shapes.dot(53, 54, 60, "#332a7a", shapes.INK, 3)
        + shapes.dot(53, 54, 54, "", "#7f76da", 1.6)
        + star_burst(53, 54, 50, "#40368f", 10)
        + "".join(sparkle(x, y, r) for x, y, r in stars)
        + content
    )


def blade() -> str:
    """Draw a sword that points upwards, its guard at the origin."""
    return (
        shapes.shape("M-6 0L-7-56L0-70L7-56L6 0Z", shapes.STEEL, 2.8)
        + shapes.path("M0-64L5.400-54L4.600-1H0Z", shapes.STEEL_DARK)
        + shapes.cable("M-15 2H15", 5, shapes.GOLD, 2.2)
        + shapes.cable("M0 8V20", 5, "#8a4a21", 2.2)
        + shapes.dot(0, 26, 5.4, shapes.GOLD, shapes.INK, 2.6)
    )


def attack() -> str:
    crossed = shapes.place(blade(), 32, 82, 38) + shapes.place(blade(), 74, 82, -38)
    return sky(star(53, 36, 34, "#ffb347", 9, 2.6, 0.6) + star(53, 36, 22, "#ffe066", 9, 0, 0.6) + crossed)


def field() -> str:
    plant = (
        shapes.cable("M53 64Q46 44 54 22", 4, shapes.LEAF, 2.2)
        + leaf(51, 50, 190, 1)
        + leaf(52, 42, -30, 1.05)
        + leaf(53, 26, 200, 0.8)
        + leaf(54, 22, -60, 0.9)
    )
    glow = sparkle(22, 34, 9, "#fff3b0", 1.8) + sparkle(84, 30, 11, "#fff3b0", 1.8) + sparkle(76, 52, 6, "#fff3b0", 1.4)
    return sky(plant + shapes.place(furrows("#a9713f", "#7d4e27"), -4, 34, 0, 0.9) + glow)


def swap() -> str:
    first, second = spell_card(30, 44, -12, 1.35), spell_card(76, 64, 10, 1.35)
    return sky(first + second + arrow("M48 18Q76 8 88 30", (89, 33, 72)) + arrow("M58 94Q30 102 18 80", (17, 77, 252)))


def trade() -> str:
    scales = (
        shapes.cable("M53 16V92", 5, shapes.GOLD, 2.2)
        + shapes.cable("M12 30Q53 14 94 22", 4.6, shapes.GOLD, 2.2)
        + shapes.shape("M34 98Q36 90 53 90Q70 90 72 98Z", shapes.GOLD)
        + shapes.dot(53, 16, 6, "#ffe9a8", shapes.INK, 2.6)
        + shapes.line("M12 31L-2 66M12 31L26 66M94 23L80 54M94 23L108 54", 2.2)
        + shapes.line("M12 31L-2 66M12 31L26 66M94 23L80 54M94 23L108 54", 1, "#ffe9a8")
    )
    load = bean_card(12, 50, -8, *BEAN_COLOURS[0], 1) + shapes.place(
        bean_card(-6, 0, -10, *BEAN_COLOURS[1], 0.8) + bean_card(7, -1, 9, *BEAN_COLOURS[3], 0.8), 94, 40
    )
    pans = shapes.shape("M-5 66H29Q26 78 12 78Q-2 78-5 66Z", shapes.GOLD) + shapes.shape(
        "M77 54H111Q108 66 94 66Q80 66 77 54Z", shapes.GOLD
    )
    return sky(scales + load + pans)


def flow() -> str:
    jug = shapes.shape("M10 10Q6-4 24-6L56-2Q60 4 52 8Q58 24 46 36Q30 46 14 34Q4 24 10 10Z", "#c06b3e") + shapes.shape(
        "M8 12Q-8 10-6 24Q-4 36 10 32", "", 0.1
    )
    handle = shapes.line("M10 12Q-6 10-4 24Q-2 34 11 30", 9) + shapes.line(
        "M10 12Q-6 10-4 24Q-2 34 11 30", 4.4, "#c06b3e"
    )
    stream = shapes.shape(
        "M52 0Q84 6 90 44Q94 84 108 96Q60 116 30 98Q62 94 66 62Q66 26 48 8Z", "#7fd0f5", 2.8
    ) + shapes.line("M66 16Q78 34 79 60M78 72Q76 88 62 98", 3, "#d9f3ff")
    cards = (
        bean_card(70, 30, 24, *BEAN_COLOURS[2], 0.75)
        + bean_card(80, 58, 8, *BEAN_COLOURS[0], 0.85)
        + bean_card(76, 88, -28, *BEAN_COLOURS[1], 0.95)
    )
    return sky(stream + shapes.place(handle + jug, 2, 6, 14) + cards)


def pile() -> str:
    heap = "".join(
        bean_card(53 + dx, 84 - 4 * step, turn, *BEAN_COLOURS[step], 1.5)
        for step, (dx, turn) in enumerate(((3, 98), (-3, 84), (2, 94)))
    )
    lifted = star(53, 34, 34, "#6f64cf", 12, 0, 0.75) + bean_card(53, 34, -8, *BEAN_COLOURS[4], 1.6)
    return sky(
        heap
        + lifted
        + arrow("M92 72V44", (92, 40, -90))
        + sparkle(20, 40, 8, "#fff3b0", 1.6)
        + sparkle(26, 14, 5, "#fff3b0")
    )


def beans() -> str:
    left, right = tones("#e0567f"), tones("#48b59f")
    body = bean_bodies.BEAN
    half = (
        "M66 10C82 14 92 38 89 63C85 93 66 113 45 110"
        "C41 109.400 38 108 35.600 106.500C50 92 44 78 54 66C64 52 52 34 66 10Z"
    )
    bean = (
        torso(body, left)
        + shapes.path(half, right.body)
        + shapes.line("M66 10C52 34 64 52 54 66C44 78 50 92 36 106", 3)
        + shapes.line(body.outline, 3.6)
        + shapes.place(faces.eyes((0, -1.4)) + faces.pout(24, 5) + faces.brows(2, -2), *body.face)
    )
    wand = shapes.cable("M98 96L80 66", 4, "#8a4a21", 2.2) + star(77, 60, 10, shapes.GOLD, width=2.4)
    return sky(
        shapes.place(bean, 8, 8, 0, 0.82)
        + shapes.place(wand, 6, 6)
        + sparkle(96, 40, 8, "#fff3b0", 1.6)
        + sparkle(14, 34, 7, "#fff3b0", 1.6)
    )


def spiral(x: float, y: float) -> str:
    return shapes.dot(x, y, 10.4, "#fff", shapes.INK, 2.6) + shapes.line(
        f"M{x} {y}a2 2 0 1 1-2 2a4.600 4.600 0 1 1 6.600-2.400a6.400 6.400 0 1 1-10.600 4", 2.2
    )


def players() -> str:
    def victim(x: float, y: float, colour: str, size: float) -> str:
        head = (
            torso(bean_bodies.EGG, tones(colour))
            + spiral(43, 54)
            + spiral(66, 54)
            + shapes.line("M42 78Q48 72 54 78T67 78", 3.2)
        )
        return shapes.place(head, x, y, 0, size)

    watch = (
        shapes.line("M58-18Q66 4 66 16", 2.6)
        + shapes.line("M58-18Q66 4 66 16", 1, shapes.GOLD)
        + shapes.dot(67, 28, 13, shapes.GOLD, shapes.INK, 2.8)
        + shapes.dot(67, 28, 8.4, shapes.PAPER, shapes.INK, 2)
        + shapes.line("M67 23V28L71 30", 2)
    )
    swing = shapes.line("M44 34Q46 42 52 46M90 34Q88 42 82 46", 2.4, "#ffe9a8")
    return sky(victim(-4, 34, "#f08a3c", 0.62) + victim(50, 40, "#2f9bd6", 0.56) + watch + swing)


def move() -> str:
    fan = "".join(
        shapes.place(bean_card(0, -52, 0, *BEAN_COLOURS[index], 1.15), 53, 124, turn)
        for index, turn in ((0, -34), (1, -14), (2, 6), (3, 34))
    )
    lifted = shapes.place(bean_card(0, -86, 0, *BEAN_COLOURS[4], 1.15), 53, 124, -24)
    return sky(fan + lifted + arrow("M36 14Q68-4 86 30", (87, 34, 66)) + sparkle(10, 52, 6, "#fff3b0", 1.4))


def hand() -> str:
    fan = "".join(shapes.place(back_card(0, -56, 0, size=1.2), 53, 116, turn) for turn in (-40, -20, 0, 20, 40))
    return sky(fan + glove(51, 116, 0, 1, 1.25) + sparkle(53, 12, 8, "#fff3b0", 1.6))


def random() -> str:
    die = (
        shapes.shape("M53 18L92 36L53 56L14 36Z", "#fffdf6", 3)
        + shapes.shape("M14 36L53 56V102L16 80Z", "#f1dfc0", 3)
        + shapes.shape("M92 36L53 56V102L90 80Z", "#d9bf92", 3)
        + shapes.place(star(0, 0, 9, shapes.RED, width=1.8), 53, 36)
        + shapes.oval(26, 56, 4, 5.4, shapes.INK)
        + shapes.oval(34, 70, 4, 5.4, shapes.INK)
        + shapes.oval(42, 84, 4, 5.4, shapes.INK)
        + shapes.line("M64 66Q66 58 74 58Q81 60 76 68Q72 72 71 78M70 88h.1", 4.4)
    )
    return sky(
        die
        + sparkle(94, 14, 10, "#fff3b0", 1.8)
        + sparkle(14, 16, 8, "#fff3b0", 1.6)
        + arrow("M88 96Q104 84 102 60", (102, 57, -96))
    )


SPELLS: Final = {
    "attack-spell": attack(),
    "field-spell": field(),
    "swap-spell": swap(),
    "trade-spell": trade(),
    "flow-spell": flow(),
    "pile-spell": pile(),
    "beans-spell": beans(),
    "players-spell": players(),
    "move-spell": move(),
    "hand-spell": hand(),
    "random-spell": random(),
}


def symbols() -> list[str]:
    return [shapes.symbol(f"spell-{key}", shapes.FIGURE_BOX, content) for key, content in SPELLS.items()]
