"""The sixteen edicts of Bohnedikt (U1-U8, F1-F8): a picture of what each says, on parchment with a seal."""

from typing import Final

from art.beans.bohnedikt import PARCHMENT, PARCHMENT_DARK
from art.drawing.palette import KIND_TONES
from art.drawing.props import arrow, back_card, bean_card, card, cross_out, glove, small_bean, sparkle
from art.drawing.shapes import (
    FIGURE_BOX,
    GOLD,
    INK,
    RED,
    WOOD,
    cable,
    dot,
    faded,
    line,
    oval,
    path,
    place,
    shape,
    symbol,
)

GREEN: Final = "#3f8f3a"


def colours(key: str) -> tuple[str, str]:
    return KIND_TONES[key].body, KIND_TONES[key].gloss


def seal(x: float, y: float, wax: str, shine: str, mouth: str) -> str:
    """Draw sealing wax with a face pressed into it: sour for a bad edict, happy for a good one."""
    blob = (
        "M0-17C6-19 9-13 13-13C19-12 16-5 18 0C20 6 13 8 12 13C9 19 3 14-1 17"
        "C-7 20-9 13-14 12C-20 9-15 4-18-1C-20-8-13-8-12-13C-9-18-5-14 0-17Z"
    )
    face = dot(-4.6, -3, 1.9, INK) + dot(4.6, -3, 1.9, INK) + line(mouth, 2.4)
    return place(shape(blob, wax, 2.6) + dot(0, 0, 11.4, "", shine, 1.8) + face, x, y)


def parchment(content: str, good: int) -> str:
    ribbons = shape(
        "M36 108L30 127L39 122L45 127L48 110ZM70 108L76 127L67 122L61 127L58 110Z", GREEN if good else "#a32026"
    )
    wax = (
        seal(53, 108, "#6fbf5a", "#2f6b2a", "M-5 3Q0 8 5 3")
        if good
        else seal(53, 108, RED, "#8c1418", "M-5 6.500Q0 2 5 6.500")
    )
    return (
        shape("M4-8H102L99 44L103 104Q78 99 53 104Q28 109 3 103L7 50Z", PARCHMENT, 3)
        + path("M96-8H102L99 44L103 104Q97 102.600 92 102L95 46Z", PARCHMENT_DARK)
        + shape("M-4-18H110Q115-18 115-12Q115-5 110-5H-4Q-9-5-9-12Q-9-18-4-18Z", PARCHMENT_DARK, 3)
        + dot(-4, -11.6, 2.6, "#a8823f")
        + dot(110, -11.6, 2.6, "#a8823f")
        + content
        + ribbons
        + wax
    )


def head(x: float, y: float, size: float, body: str, gloss: str, extra: str = "") -> str:
    """Draw a small bean with a face."""
    outline = "M2-22C18-24 24-6 20 8C16 22 0 26-10 20C-18 14-12 6-8 2C-6-2-12-6-12-12C-10-18-6-22 2-22Z"
    face = (
        oval(-1, -5, 4.4, 5.2, "#fff", INK, 1.8)
        + oval(10, -5, 4.4, 5.2, "#fff", INK, 1.8)
        + dot(0, -4.4, 2, INK)
        + dot(11, -4.4, 2, INK)
        + line("M0 7Q5 11 10 7", 2.2)
    )
    return place(shape(outline, body, 2.6) + line("M-7-12Q-6-17-1-18.500", 2.6, gloss) + face + extra, x, y, 0, size)


def you(x: float, y: float, size: float = 1) -> str:
    """Draw the active player: a monk with a tonsure."""
    hair = shape("M-13-8C-14-18-8-23 2-24C14-24 21-16 21-7Q17-9 16-14Q8-18 0-16Q-8-15-8-8Q-11-6-13-8Z", "#6b4a2f", 2.2)
    return head(x, y, size, *colours("edict"), hair)


def neighbour(x: float, y: float, size: float = 1, key: str = "blue") -> str:
    return head(x, y, size, *colours(key))


def exchange_arrows(x: float, y: float, size: float = 1, colour: str = GOLD) -> str:
    """Draw two arrows: a deal."""
    return place(
        arrow("M-16-6H10", (13, -6, 0), colour, 4) + arrow("M16 8H-10", (-13, 8, 180), colour, 4), x, y, 0, size
    )


def gift(x: float, y: float, size: float = 1) -> str:
    """Draw a card with a ribbon around it."""
    ribbon = path("M-3-16H3V16H-3ZM-11-3H11V3H-11Z", RED) + shape("M0-16C-10-28-18-18 0-15C18-18 10-28 0-16Z", RED, 2.2)
    return card(x, y, 0, "#fff", ribbon, size)


def no_neighbour(mirror: int) -> str:
    """U1, U2: the neighbour on one side is out of reach."""
    me, other = 53 - mirror * 27, 53 + mirror * 24
    return you(me - 4, 46, 0.95) + faded(neighbour(other - 4, 46, 0.95), 0.85) + cross_out(other, 46, 26)


def one_partner() -> str:
    ring = dot(53, 19, 19, "#fff3b0", GOLD, 3)
    others = faded(neighbour(16, 26, 0.62, "garden") + neighbour(84, 26, 0.62, "green"), 0.55)
    bars = cross_out(19, 26, 13) + cross_out(88, 26, 13)
    return (
        ring
        + neighbour(50, 20, 0.7, "blue")
        + others
        + bars
        + arrow("M53 58V48", (53, 44, -90), GOLD, 4)
        + you(50, 74, 0.72)
    )


def one_deal() -> str:
    digit = line("M43 15L54 6V42M42 42H66", 13) + line("M43 15L54 6V42M42 42H66", 7, "#d92d34")
    return digit + exchange_arrows(53, 67, 1.3)


def no_hand_cards() -> str:
    fan = "".join(
        place(bean_card(0, -44, 0, *colours(key), 1.05), 53, 88, turn)
        for key, turn in (("chili", -28), ("soy", 0), ("green", 28))
    )
    return fan + place(glove(0, 0, 0, 1, 0.95), 52, 88) + cross_out(53, 44, 38)


def no_turned_cards() -> str:
    return (
        bean_card(34, 44, -8, *colours("red"), 1.5)
        + bean_card(72, 44, 8, *colours("blue"), 1.5)
        + cross_out(53, 44, 38)
    )


def give_more() -> str:
    out = bean_card(20, 38, -10, *colours("chili"), 1.05) + bean_card(38, 34, 8, *colours("soy"), 1.05)
    return (
        out
        + bean_card(80, 38, 4, *colours("green"), 1.05)
        + (
            arrow("M29 84V66", (29, 62, -90), "#d92d34", 5)
            + arrow("M80 62V80", (80, 84, 90), GREEN, 5)
            + line("M52 32L62 39L52 46", 8)
            + line("M52 32L62 39L52 46", 3.6, GOLD)
        )
    )


def no_offers() -> str:
    bubble = shape("M20 4H86Q96 4 96 14V46Q96 56 86 56H58L40 74L42 56H20Q10 56 10 46V14Q10 4 20 4Z", "#fff", 3)
    inside = bean_card(32, 30, -6, *colours("soy"), 0.95) + bean_card(76, 30, 6, *colours("red"), 0.95)
    return bubble + inside + exchange_arrows(54, 30, 0.62) + cross_out(53, 34, 37)


def plus_one(x: float, y: float) -> str:
    d = f"M{x - 13} {y}h14M{x - 6} {y - 7}v14M{x + 9} {y - 6}l6-5v19"
    return line(d, 9) + line(d, 4.4, GREEN)


def one_more() -> str:
    pile = back_card(28, 58, 4, size=1.3) + back_card(26, 54, -3, size=1.3)
    return (
        pile + bean_card(76, 50, 8, *colours("blue"), 1.4) + arrow("M28 22Q48 2 70 16", (72, 18, 40)) + plus_one(86, 88)
    )


def from_the_pile() -> str:
    pile = bean_card(52, 70, 100, *colours("soy"), 1.2) + bean_card(54, 66, 84, *colours("green"), 1.2)
    return (
        pile
        + bean_card(48, 30, -8, *colours("red"), 1.4)
        + arrow("M86 72V40", (86, 36, -90))
        + sparkle(84, 16, 7, "#fff", 1.6)
    )


def throw_away() -> str:
    basket = shape("M20 54H86L78 94Q53 100 28 94Z", WOOD, 2.8) + line(
        "M24 68H83M27 82H80M38 56L42 94M53 56V96M68 56L64 94", 2.2, "#6b4016"
    )
    rim = cable("M18 54H88", 5, "#c98a4a", 2.2)
    return (
        bean_card(36, 30, -20, *colours("stink"), 1.15)
        + bean_card(68, 36, 16, *colours("chili"), 1.15)
        + basket
        + rim
        + arrow("M53 0V20", (53, 24, 90))
    )


def give_card(mirror: int) -> str:
    """F4, F5: a card that the neighbour on one side cannot refuse."""
    me, other = 53 - mirror * 30, 53 + mirror * 30
    way = arrow(f"M{53 - mirror * 14} 74H{53 + mirror * 12}", (53 + mirror * 15, 74, 0 if mirror > 0 else 180))
    return you(me - 3, 40, 0.8) + neighbour(other - 3, 40, 0.8, "green") + gift(53, 36, 1.05) + way


def into_the_hand() -> str:
    fan = "".join(place(back_card(0, -34, 0, size=0.95), 44, 96, turn) for turn in (-34, -12, 10))
    fresh = place(bean_card(0, -36, 0, *colours("blue"), 0.95), 44, 96, 36)
    aside = bean_card(30, 20, -8, *colours("blue"), 1.05)
    return fan + fresh + aside + arrow("M50 14Q84 12 86 44", (86, 49, 90))


def trade_again() -> str:
    aside = bean_card(28, 28, -8, *colours("garden"), 1.15) + bean_card(50, 26, 6, *colours("soy"), 1.15)
    return (
        aside
        + bean_card(82, 62, 6, *colours("red"), 1.15)
        + arrow("M72 20Q92 22 92 34", (91, 39, 96))
        + arrow("M60 78Q36 82 34 62", (33, 57, 262))
    )


def demanded_swap() -> str:
    lens = dot(66, 32, 21, "#dff3fb", INK, 3.4) + dot(66, 32, 17, "", GOLD, 3) + cable("M50 49L34 70", 5, WOOD, 2.4)
    return (
        bean_card(82, 34, 8, *colours("blue"), 1.3)
        + lens
        + small_bean(66, 32, *colours("blue"), 0, 1.15)
        + bean_card(20, 34, -8, *colours("chili"), 1.1)
        + exchange_arrows(68, 78, 1.05)
    )


BAD: Final = {
    "u1": no_neighbour(1),
    "u2": no_neighbour(-1),
    "u3": one_partner(),
    "u4": one_deal(),
    "u5": no_hand_cards(),
    "u6": no_turned_cards(),
    "u7": give_more(),
    "u8": no_offers(),
}
GOOD: Final = {
    "f1": one_more(),
    "f2": from_the_pile(),
    "f3": throw_away(),
    "f4": give_card(1),
    "f5": give_card(-1),
    "f6": into_the_hand(),
    "f7": trade_again(),
    "f8": demanded_swap(),
}


def symbols() -> list[str]:
    return [
        *(symbol(f"edict-{key}", FIGURE_BOX, parchment(content, good=0)) for key, content in BAD.items()),
        *(symbol(f"edict-{key}", FIGURE_BOX, parchment(content, good=1)) for key, content in GOOD.items()),
    ]
