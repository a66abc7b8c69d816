"""Eyes, brows and mouths. A face is drawn around the point between its eyes."""

from art.drawing.shapes import INK, dot, line, number, oval, path, place, shape

MOUTH_RED = "#6d1420"
TONGUE = "#f4776e"
BLUSH = "#ff7a84"


def eye(x: float, look: tuple[float, float] = (1.4, 1), size: float = 1) -> str:
    """Draw an open eye with a spark of light."""
    r = 8.8 * size
    px, py = x + look[0], look[1]
    return (
        oval(x, 0, r, r * 1.16, "#fff", INK, 2.6)
        + oval(px, py, r * 0.5, r * 0.58, INK)
        + dot(px + r * 0.19, py - r * 0.24, r * 0.19, "#fff")
    )


def eyes(look: tuple[float, float] = (1.4, 1), gap: float = 10.4, size: float = 1) -> str:
    """Draw two open eyes, `gap` to the left and right of the middle, looking towards `look`."""
    return eye(-gap, look, size) + eye(gap, look, size)


def lids(colour: str, drop: float = 0, gap: float = 10.4, slant: float = 0) -> str:
    """Draw upper eyelids: drooping with `drop`, angry (positive) or sad (negative) with `slant`."""
    markup = ""
    for side in (-1, 1):
        x = side * gap
        inner, outer = drop + slant, drop - slant
        left, right = (outer, inner) if side < 0 else (inner, outer)
        markup += shape(
            f"M{number(x - 9.6)} {number(left)}"
            f"C{number(x - 10)}-14 {number(x + 10)}-14 {number(x + 9.6)} {number(right)}Z",
            colour,
            2.6,
        )
    return markup


def shut(gap: float = 10.4) -> str:
    """Draw calmly closed eyes."""
    return line(f"M{-gap - 7:g} 0q7 7 14 0M{gap - 7:g} 0q7 7 14 0", 3.2)


def brows(rise: float = 0, slant: float = 0, width: float = 3.6, gap: float = 10.4, colour: str = INK) -> str:
    """Draw brows over the eyes: raised by `rise`; a positive `slant` is angry, a negative one worried."""
    y = -14.5 - rise
    return line(
        f"M{number(-gap - 7.5)} {number(y - slant)}"
        f"Q{number(-gap)} {number(y - 2.6)} {number(-gap + 7)} {number(y + slant)}"
        f"M{number(gap - 7)} {number(y + slant)}"
        f"Q{number(gap)} {number(y - 2.6)} {number(gap + 7.5)} {number(y - slant)}",
        width,
        colour,
    )


def blush(gap: float = 18, y: float = 15) -> str:
    """Draw red cheeks."""
    return oval(-gap, y, 4.8, 3.2, BLUSH, opacity=0.7) + oval(gap, y, 4.8, 3.2, BLUSH, opacity=0.7)


def smile(width: float = 12, depth: float = 8, y: float = 21) -> str:
    """Draw a closed smile with small corners."""
    return line(f"M{number(-width)} {number(y)}Q0 {number(y + depth * 2)} {number(width)} {number(y)}", 3.2) + line(
        f"M{number(-width - 2)} {number(y + 1.4)}l3-2.6M{number(width + 2)} {number(y + 1.4)}l-3-2.6", 2.2
    )


def laugh(width: float = 13, depth: float = 13, y: float = 19) -> str:
    """Draw an open, laughing mouth with teeth and tongue."""
    d = f"M{number(-width)} {number(y)}Q0 {number(y + 4)} {number(width)} {number(y)}"
    low = y + depth * 1.45
    inner = f"C{number(width)} {number(low)} {number(-width)} {number(low)} {number(-width)} {number(y)}Z"
    teeth = (
        f"M{number(-width + 2)} {number(y + 1.4)}Q0 {number(y + 5)} {number(width - 2)} {number(y + 1.4)}"
        f"L{number(width - 3.4)} {number(y + 4.6)}Q0 {number(y + 8)} {number(-width + 3.4)} {number(y + 4.6)}Z"
    )
    return (
        path(d + inner, MOUTH_RED)
        + oval(0, y + depth * 0.9, width * 0.5, depth * 0.22, TONGUE)
        + path(teeth, "#fff")
        + line(d + inner, 2.8)
    )


def frown(width: float = 11, depth: float = 6, y: float = 29) -> str:
    """Draw a closed mouth with low corners."""
    return line(f"M{number(-width)} {number(y)}Q0 {number(y - depth * 2)} {number(width)} {number(y)}", 3.2)


def smirk(y: float = 23, mirror: int = 1) -> str:
    """Draw a crooked smile, higher on one side."""
    content = line(
        f"M-9 {number(y + 2)}C-2 {number(y + 6)} 8 {number(y + 4)} 13 {number(y - 4)}M10.6 {number(y - 5.4)}l4.6 2.4",
        3.2,
    )
    return place(content, mirror=mirror)


def pout(y: float = 22, size: float = 4) -> str:
    """Draw a small round mouth."""
    return oval(0, y, size, size * 1.15, MOUTH_RED, INK, 2.6)


def lashes(gap: float = 10.4) -> str:
    """Draw two lashes at the outer corner of each eye."""
    return line(
        f"M{number(-gap - 7)}-7l-4.6-3.4M{number(-gap - 2.6)}-10l-2-5"
        f"M{number(gap + 7)}-7l4.6-3.4M{number(gap + 2.6)}-10l2-5",
        2.4,
    )
