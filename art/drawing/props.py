"""Objects that appear in several pictures."""

from math import cos, pi, sin

from art.drawing.shapes import GOLD, GOLD_DARK, INK, LEAF, LEAF_DARK, PAPER, dot, line, number, path, place, shape


def star(x: float, y: float, r: float, fill: str = GOLD, points: int = 5, width: float = 2, inner: float = 0.46) -> str:
    corners = []
    for step in range(points * 2):
        far = r if step % 2 == 0 else r * inner
        angle = pi * step / points - pi / 2
        corners.append(f"{number(x + far * cos(angle))} {number(y + far * sin(angle))}")
    d = "M" + "L".join(corners) + "Z"
    return shape(d, fill, width) if width else path(d, fill)


def sparkle(x: float, y: float, r: float, fill: str = "#fff3b0", width: float = 0) -> str:
    """Draw a four-pointed glint."""
    n = number
    d = (
        f"M{n(x)} {n(y - r)}Q{n(x)} {n(y)} {n(x + r)} {n(y)}Q{n(x)} {n(y)} {n(x)} {n(y + r)}"
        f"Q{n(x)} {n(y)} {n(x - r)} {n(y)}Q{n(x)} {n(y)} {n(x)} {n(y - r)}Z"
    )
    return shape(d, fill, width) if width else path(d, fill)


def heart(x: float, y: float, size: float = 1, fill: str = "#ff5d8f", width: float = 2.6) -> str:
    content = shape("M0-5C-5-14-18-8-11 3L0 13L11 3C18-8 5-14 0-5Z", fill, width)
    return place(content + line("M-7-5Q-8.6-2.6-7 0", 2, "#ffd0de"), x, y, 0, size)


def flower(x: float, y: float, r: float, petals: str, heart_colour: str = GOLD) -> str:
    petal_markup = ""
    for step in range(5):
        angle = 2 * pi * step / 5 - pi / 2
        petal_markup += dot(x + r * cos(angle), y + r * sin(angle), r * 0.74, petals, INK, 1.5)
    return petal_markup + dot(x, y, r * 0.6, heart_colour, INK, 1.5)


def leaf(x: float, y: float, turn: float, size: float = 1, fill: str = LEAF) -> str:
    """Draw a leaf that grows from the given point along `turn`."""
    content = shape("M0 0C4-12 18-15 30-9C24 4 10 7 0 0Z", fill, 2.4) + line(
        "M3-1.6C10-5 18-7.6 24-7.6", 1.4, LEAF_DARK
    )
    return place(content, x, y, turn, size)


def small_bean(x: float, y: float, fill: str, shade: str, turn: float = 0, size: float = 1) -> str:
    """Draw a plain bean without a face, about 20 high."""
    content = shape("M1-11C9-12 12-3 10 4C8 11 0 13-5 10C-9 7-6 3-4 1C-3-1-6-3-6-6C-5-9-3-11 1-11Z", fill, 2.2)
    return place(content + line("M-2-7Q0-8.6 3-8", 2, shade), x, y, turn, size)


def coin(x: float, y: float, r: float, width: float = 2.4) -> str:
    """Draw a thaler: a gold coin with a bean on it."""
    return (
        dot(x, y, r, GOLD, INK, width)
        + dot(x, y, r * 0.74, "", GOLD_DARK, r * 0.09)
        + place(
            path("M1-11C9-12 12-3 10 4C8 11 0 13-5 10C-9 7-6 3-4 1C-3-1-6-3-6-6C-5-9-3-11 1-11Z", GOLD_DARK),
            x - r * 0.07,
            y,
            12,
            round(r * 0.04, 3),
        )
        + line(
            f"M{number(x - r * 0.82)} {number(y - r * 0.16)}A{number(r * 0.84)} {number(r * 0.84)} 0 0 1 "
            f"{number(x - r * 0.2)} {number(y - r * 0.81)}",
            r * 0.1,
            "#fff3c4",
        )
    )


def card(x: float, y: float, turn: float = 0, fill: str = PAPER, mark: str = "", size: float = 1) -> str:
    """Draw a small playing card around the given point, 22 by 32."""
    content = shape("M-9-16H9Q11-16 11-14V14Q11 16 9 16H-9Q-11 16-11 14V-14Q-11-16-9-16Z", fill, 2.4)
    return place(content + mark, x, y, turn, size)


def bean_card(x: float, y: float, turn: float, fill: str, shade: str, size: float = 1) -> str:
    return card(x, y, turn, PAPER, small_bean(-0.6, 0, fill, shade, 0, 0.85), size)


def back_card(x: float, y: float, turn: float = 0, fill: str = "#8c4a21", size: float = 1) -> str:
    mark = path("M-7-12H7V12H-7Z", "", "#d99a5a", 1.4) + dot(0, 0, 4.4, GOLD, INK, 1.6)
    return card(x, y, turn, fill, mark, size)


def spell_card(x: float, y: float, turn: float = 0, size: float = 1) -> str:
    mark = path("M-7-12H7V12H-7Z", "", "#8ea2ff", 1.4) + star(0, 0, 6.4, GOLD, width=1.5)
    return card(x, y, turn, "#3a2f86", mark, size)


def arrow(d: str, tip: tuple[float, float, float], colour: str = GOLD, width: float = 5) -> str:
    """Draw a line with a head; `tip` is its point and direction."""
    head = shape("M-9-8L3 0L-9 8Q-6 0-9-8Z", colour, 2.4)
    return line(d, width + 4.6) + line(d, width, colour) + place(head, *tip)


def glove(x: float, y: float, turn: float = 0, mirror: int = 1, size: float = 1, fill: str = "#fff4df") -> str:
    """Draw a big hand that points upwards, its cuff at the given point."""
    content = (
        shape(
            "M-10-8C-14-20-13-30-9-34C-4-38-3-32-3-26C-3-34-1-42 4-42"
            "C8-42 7-34 7-27C8-34 12-38 15-35C18-32 16-20 14-8Z",
            fill,
            2.6,
        )
        + shape("M-9-14C-16-18-21-24-18-27C-14-29-10-22-7-17", fill, 2.6)
        + line("M-3-26V-19M7-27V-20", 2)
        + shape("M-12-9Q2-13 16-9Q18-4 16 1Q2 5-12 1Q-14-4-12-9Z", "#c94f4f", 2.6)
    )
    return place(content, x, y, turn, size, mirror)


def flame(x: float, y: float, size: float = 1) -> str:
    content = shape(
        "M0 10C-9 9-10 0-5-5C-4-2-3-1-2-1C-4-8 1-12 2-18C9-11 12-3 9 4C8 8 4 10 0 10Z", "#ff8a1c", 2.4
    ) + path("M1 8C-4 7-4 1 0-3C1-1 3-2 3-6C7-1 7 6 1 8Z", "#ffe066")
    return place(content, x, y, 0, size)


def cloud(x: float, y: float, size: float = 1, fill: str = "#fff") -> str:
    content = shape("M-14 7C-21 6-20-4-13-4C-13-12-2-14 1-8C6-13 15-9 13-2C20-2 20 7 13 7Z", fill, 2.2)
    return place(content, x, y, 0, size)


def cross_out(x: float, y: float, r: float) -> str:
    """Draw a prohibition sign: a red ring with a bar, thin enough to see what is banned."""
    a = r * 0.7
    width = 2.4 + r * 0.11
    bar = f"M{number(x - a)} {number(y + a)}L{number(x + a)} {number(y - a)}"
    return (
        dot(x, y, r, "", INK, width + 4)
        + line(bar, width + 4)
        + line(bar, width, "#e0393e")
        + dot(x, y, r, "", "#e0393e", width)
    )
