"""Card faces: number, figure, name and beanometer of a kind, defined once and used as often as needed."""

from collections.abc import Sequence
from typing import Final
from zlib import crc32

from tobean.i18n.narrator import narrator_of
from tobean.kernel.cards import HIDDEN
from tobean.kernel.rules import Rules
from tobean.pictures.drawing.art import PREFIX, CardTones, art_of, key_of
from tobean.pictures.drawing.elements import (
    INK,
    PAPER,
    box,
    element,
    fitting_font_size,
    group,
    number,
    text,
    use,
    width_of,
)

CARD_WIDTH: Final = 100
CARD_HEIGHT: Final = 152
RATIO: Final = CARD_HEIGHT / CARD_WIDTH
EDGE: Final = 3.4
GOLD: Final = "#8a5a00"
METER: Final = 129
"""The y coordinate of the beanometer."""


def height_of(width: float) -> float:
    return width * RATIO


class CardFaces:
    """The faces of the cards of one game; collects the definitions in use."""

    def __init__(self, rules: Rules, language: str) -> None:
        self.rules = rules
        self.art = art_of(rules.name)
        self.names = narrator_of(rules, language).kinds
        self.beans = {bean.kind: bean for bean in rules.beans}
        self.symbols: dict[str, None] = {}
        self.faces: dict[str, str] = {}
        self.face_names: dict[int, str] = {}
        """The symbol names of the faces, by kind."""

    def name(self, kind: int) -> str:
        return "?" if kind == HIDDEN else self.names[kind]

    def picture(self, symbol: str, x: float, y: float, width: float, height: float) -> str:
        """Place a symbol of the art and include its definition in the picture."""
        self.symbols[symbol] = None
        return use(symbol, x, y, width, height)

    def token(self, kind: int, x: float, y: float, size: float) -> str:
        return self.picture(self.art.token_of(kind), x, y, size, size)

    def card(self, kind: int, x: float, y: float, width: float, back: str = "bean") -> str:
        """Draw a card of this width; `back` is the card back for cards that the viewer may not see (I1)."""
        symbol = self.back(back) if kind == HIDDEN else self.face(kind)
        return use(symbol, x, y, width, height_of(width), "" if kind == HIDDEN else self.name(kind))

    def row(self, kinds: Sequence[int], x: float, y: float, width: float, step: float, back: str = "bean") -> str:
        """Draw cards side by side, or overlapping if `step` is smaller than their width."""
        return "".join([self.card(kind, x + step * place, y, width, back) for place, kind in enumerate(kinds)])

    def definitions(self) -> str:
        """Return the definitions of everything used so far."""
        return element("defs", self.art.markup(list(self.symbols)) + "".join(self.faces.values()))

    # --- symbols ---------------------------------------------------------------------------------------------

    def back(self, group_name: str) -> str:
        name = f"back-{group_name}"
        if name not in self.art.symbols:
            name = "back-bean"
        return self.back_symbol(name)

    def back_symbol(self, name: str) -> str:
        markup = self.picture(name, EDGE, EDGE, CARD_WIDTH - 2 * EDGE, CARD_HEIGHT - 2 * EDGE)
        return self.define_symbol(f"card-{name}", paper() + markup)

    def face(self, kind: int) -> str:
        """Return the name of the symbol for the face of a card, defining it on first use."""
        if kind in self.face_names:
            return self.face_names[kind]
        picture = self.art.symbol_of(kind)
        if picture.startswith("back-"):
            return self.back_symbol(picture)
        bean = self.beans.get(kind)
        count, steps = (bean.count, bean.steps) if bean is not None else (0, ())
        tones = self.art.tones_of(kind)
        has_meter = any(steps)
        foot = METER if has_meter else CARD_HEIGHT - EDGE - 5
        name = self.names[kind]
        size = fitting_font_size(name, 11.5, CARD_WIDTH - 12)
        markup = (
            paper()
            + self.ground(kind, tones)
            + self.picture(picture, 2, 14, CARD_WIDTH - 4, foot - 30)
            + text(name, CARD_WIDTH / 2, foot - 5, size, text_anchor="middle", font_weight="700", fill=INK)
            + (meter(steps, tones) + badge(str(count), tones) if has_meter else "")
        )
        # The checksum keeps ids apart for cards of other games and languages: two pictures may be in one page.
        self.face_names[kind] = self.define_symbol(f"card-{key_of(kind)}-{crc32(markup.encode()):x}", markup)
        return self.face_names[kind]

    def ground(self, kind: int, tones: CardTones) -> str:
        """Draw the tint of the kind with its pattern, which fades towards the foot."""
        key = key_of(kind)
        where = {"x": EDGE, "y": EDGE, "width": CARD_WIDTH - 2 * EDGE, "height": CARD_HEIGHT - 2 * EDGE, "rx": 5.5}
        markup = element("rect", **where, fill=tones.tint)
        if f"pattern-{key}" in self.art.symbols:
            tile = self.picture(f"pattern-{key}", 0, 0, 17, 17)
            self.faces.setdefault(
                f"tile-{key}",
                element("pattern", tile, id=f"{PREFIX}tile-{key}", width=17, height=17, patternUnits="userSpaceOnUse"),
            )
            markup += element("rect", **where, fill=f"url(#{PREFIX}tile-{key})", opacity=0.34)
        fade = f"fade-{tones.pale.removeprefix('#')}"
        stops = element("stop", offset=0.18, stop_color=tones.pale, stop_opacity=0) + element(
            "stop", offset=0.66, stop_color=tones.pale
        )
        self.faces.setdefault(
            fade, element("linearGradient", stops, id=f"{PREFIX}{fade}", x1=0, y1=0, x2=0, y2=1)
        )  # fmt: skip
        return markup + element("rect", **where, fill=f"url(#{PREFIX}{fade})")

    def define_symbol(self, name: str, markup: str) -> str:
        """Define a symbol in the format of a card."""
        self.faces.setdefault(
            name, element("symbol", markup, id=f"{PREFIX}{name}", viewBox=f"0 0 {CARD_WIDTH} {CARD_HEIGHT}")
        )
        return name


def paper() -> str:
    """Draw the blank card, with a hairline that shows on any background."""
    return box(
        0.6,
        0.6,
        CARD_WIDTH - 1.2,
        CARD_HEIGHT - 1.2,
        8.5,
        fill=PAPER,
        stroke=INK,
        stroke_opacity=0.45,
        stroke_width=1.2,
    )


def badge(content_text: str, tones: CardTones) -> str:
    """Draw the number of the card: how many of it are in the deck (K1)."""
    width = max(22.0, width_of(content_text, 17) + 9)
    return box(5, 5, width, 21, 10.5, fill=PAPER, stroke=tones.number, stroke_width=1.6) + text(
        content_text, 5 + width / 2, 21.6, 17, text_anchor="middle", font_weight="800", fill=tones.number
    )


def meter(steps: Sequence[int], tones: CardTones) -> str:
    """Draw the beanometer: cards needed for 1, 2, 3 and 4 thalers (K6)."""
    right, low = number(CARD_WIDTH - EDGE), number(CARD_HEIGHT - EDGE - 5.5)
    foot = f"M{EDGE} {METER}H{right}V{low}q0 5.5-5.5 5.5H{number(EDGE + 5.5)}q-5.5 0-5.5-5.5Z"
    markup = [
        element("path", d=foot, fill=PAPER),
        element("path", d=f"M{EDGE} {METER}H{right}", stroke=tones.number, stroke_width=1.1),
    ]
    column_width = (CARD_WIDTH - 2 * EDGE - 4) / len(steps)
    for place, step in enumerate(steps):
        middle = EDGE + 2 + column_width * (place + 0.5)
        label = str(step) if step else "·"
        markup.append(
            text(label, middle, METER + 11.6, 11.5, text_anchor="middle", font_weight="800", fill=INK)
        )  # fmt: skip
        if step:
            first = middle - place * 2.3
            dots = [
                element("circle", cx=first + 4.6 * coin, cy=METER + 15.4, r=1.75, fill=GOLD)
                for coin in range(place + 1)
            ]
            markup.extend(dots)
    return group("".join(markup))
