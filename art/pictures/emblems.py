"""Card backs, coins, piles, fields and small signs."""

from math import cos, pi, sin
from typing import Final

from art.drawing.props import back_card, bean_card, coin, flame, leaf, small_bean, star
from art.drawing.shapes import GOLD, INK, RED, dot, line, number, path, place, shape, symbol

CARD_BOX: Final = "0 0 100 152"


ROUND: Final = "m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z"
"""A mark of a lattice: a path that begins in the middle of its lozenge."""


def lattice(colour: str, mark: str, mark_colour: str) -> str:
    """Draw crossing lines over a card back, with a mark in every second lozenge.

    All marks are one path: a table shows dozens of backs, and a browser copies every element of each.
    """
    lines = "".join(f"M{x}-10L{x + 172} 162M{x + 172}-10L{x} 162" for x in range(-160, 101, 24))
    marks = "".join(
        f"M{x} {y}{mark}"
        for row, y in enumerate(range(14, 152, 12))
        for x in range(2 if row % 2 == 0 else 14, 110, 24)
        if ((x - 50) / 31) ** 2 + ((y - 76) / 34) ** 2 > 1
    )
    return line(lines, 1.2, colour, 0.55) + path(marks, mark_colour)


def back(ground: str, deep: str, bright: str, mark: str, mark_colour: str, medal: str) -> str:
    """Draw a card back: background, lattice, frame, and a medallion in the middle."""
    inside = lattice(bright, mark, mark_colour)
    return (
        path("M0 0H100V152H0Z", deep)
        + path("M6 6H94V146H6Z", ground)
        + f'<svg x="7" y="7" width="86" height="138" viewBox="7 7 86 138">{inside}</svg>'
        + path("M6 6H94V146H6Z", "", bright, 2)
        + path("M2.6 2.6H97.4V149.4H2.6Z", "", bright, 0.8, 0.6)
        + dot(50, 76, 31, deep, bright, 2.4)
        + medal
    )


def back_bean() -> str:
    bean = "m1-3c2 0 3 2 2 4c-1 2-3 3-4 2c-2-1-1-2 0-3c0-1-1-1-1-2c0-1 2-1 3-1z"
    return back("#8c4a21", "#6b3414", "#e0a45e", bean, "#e0a45e", coin(50, 76, 25))


def back_spell() -> str:
    moon = shape("M56 56A21 21 0 1 0 70 84A17 17 0 0 1 56 56Z", GOLD)
    return back("#3a2f86", "#272063", "#9d98f0", ROUND, "#f6e7a1", moon + star(60, 70, 7.4, "#fff3b0", width=2))


def back_edict() -> str:
    seal = shape(
        "M50 52L55 56L61 54L64 60L70 61L70 67L75 71L72 76L75 82L70 85L70 91L64 92L61 98L55 96L50 100L45 96L39 98L36 92"
        "L30 91L30 85L25 82L28 76L25 71L30 67L30 61L36 60L39 54L45 56Z",
        RED,
    )
    bean = small_bean(50, 76, "#f4807e", "#ffd0ce", 8, 1.2)
    return back("#c9a45c", "#8f6a2b", "#fbeecb", ROUND, "#fbeecb", seal + bean)


def back_sacrifice() -> str:
    altar = shape("M32 84H68V90H64V100H36V90H32Z", "#d8d2c8", 2.4) + line("M42 90V98M58 90V98", 1.8, "#8f887c")
    glint = "m0-3l1 3l2 1l-2 0.4l-1 2.6l-1-2.6l-2-0.4l2-1z"
    return back("#7d2433", "#571420", "#e8a0a0", glint, "#f0c080", altar + flame(50, 72, 1.2))


def small_coin(metal: str, edge: str, mark: str) -> str:
    return (
        dot(20, 20, 15, metal, INK, 2.4)
        + dot(20, 20, 11, "", edge, 1.4)
        + mark
        + line("M8.4 17A12 12 0 0 1 15 9", 1.6, "#fff", 0.8)
    )


def draw_pile() -> str:
    return place(back_card(0, 0, -7) + back_card(3, -2, 3) + back_card(1, -4, 0), 31, 34, 0, 1.45)


def discard_pile() -> str:
    below = bean_card(-3, 1, -16, "#3469f4", "#a9c4ff") + bean_card(3, 0, 12, "#d43f18", "#ffb59f")
    return place(below + bean_card(0, -2, -2, "#fad82f", "#fff3b0"), 31, 32, 0, 1.4)


def furrows(earth: str, dark: str) -> str:
    """Draw ploughed ground, seen from the front."""
    return (
        shape("M4 60Q8 34 20 30H108Q120 34 124 60Q122 66 116 66H12Q6 66 4 60Z", earth, 2.6)
        + line("M30 34L20 60M50 33L46 62M78 33L82 62M98 34L108 60", 2.6, dark)
        + line("M26 44h.1M40 54h.1M64 42h.1M66 58h.1M92 50h.1M104 46h.1M36 38h.1M88 38h.1", 3, dark)
    )


def field() -> str:
    return furrows("#a9713f", "#7d4e27") + place(leaf(0, 0, -50, 0.5) + leaf(0, 0, 170, 0.5), 64, 36)


def field_garden() -> str:
    wall = "".join(
        shape(f"M{x} 30V12Q{x} 2 {x + 10} 2Q{x + 20} 2 {x + 20} 12V30Z", "#efe2c8", 2.4)
        + path(f"M{x + 5} 30V14Q{x + 5} 7 {x + 10} 7Q{x + 15} 7 {x + 15} 14V30Z", "#c4ab80")
        for x in (22, 43, 65, 86)
    )
    return wall + furrows("#96713f", "#6d4e25") + "".join(place(leaf(0, 0, -60, 0.4), x, 46) for x in (34, 60, 88))


def field_acre() -> str:
    stone = shape("M54 30V10Q54 0 64 0Q74 0 74 10V30Z", "#cfd3d6", 2.4) + line("M64 7V22M58 12H70", 3, "#7d868d")
    small = shape("M26 31V20Q26 13 32 13Q38 13 38 20V31Z", "#dfe2e4", 2.4) + shape(
        "M92 31V20Q92 13 98 13Q104 13 104 20V31Z", "#dfe2e4", 2.4
    )
    return (
        stone + small + furrows("#7f8a58", "#5c673b") + shape("M44 24H52V34H44Z", "#fff6d8", 2.2) + flame(48, 16, 0.6)
    )


def pin() -> str:
    return (
        line("M20 25V37", 3)
        + shape("M13 4H27V8L25 10V17Q31 20 31 25H9Q9 20 15 17V10L13 8Z", RED, 2.6)
        + line("M17.6 11V17", 2.2, "#ffb3ae")
    )


def star_burst(x: float, y: float, r: float, colour: str, rays: int = 12) -> str:

    d = ""
    for step in range(rays):
        first, second = 2 * pi * step / rays, 2 * pi * (step + 0.5) / rays
        d += (
            f"M{number(x)} {number(y)}L{number(x + r * cos(first))} {number(y + r * sin(first))}"
            f"L{number(x + r * cos(second))} {number(y + r * sin(second))}Z"
        )
    return path(d, colour)


def symbols() -> list[str]:
    return [
        symbol("back-bean", CARD_BOX, back_bean()),
        symbol("back-spell", CARD_BOX, back_spell()),
        symbol("back-edict", CARD_BOX, back_edict()),
        symbol("back-sacrifice", CARD_BOX, back_sacrifice()),
        symbol("thaler", "0 0 40 40", coin(20, 20, 17.6)),
        symbol("pfennig", "0 0 40 40", small_coin("#d98f5a", "#8a4a1f", star(20, 20.6, 7, "#8a4a1f", width=0))),
        symbol(
            "groschen",
            "0 0 40 40",
            small_coin("#dfe7ee", "#7e909f", path("M13 25L12 15L17 19L20 13L23 19L28 15L27 25Z", "#7e909f")),
        ),
        symbol("pile-draw", "0 0 62 66", draw_pile()),
        symbol("pile-discard", "0 0 62 66", discard_pile()),
        symbol("field", "0 0 128 70", field()),
        symbol("field-garden", "0 0 128 70", field_garden()),
        symbol("field-acre", "0 0 128 70", field_acre()),
        symbol("pin", "0 0 40 40", pin()),
    ]
