"""The pen: short ways to write SVG. Whatever comes from outside goes through `text` or `title`, which escape it."""

from __future__ import annotations

from html import escape
from typing import Final

from tobean.svg.art import PREFIX

INK: Final = "#2b1d14"
PAPER: Final = "#fffaf0"
FONT: Final = "system-ui, sans-serif"
NARROW: Final = "ijltfrI.,:;'|!() "
WIDE_LETTERS: Final = "mwMW@%→…<>&+="


def number(value: float) -> str:
    """A coordinate with two decimals at the most."""
    return f"{round(value, 2):g}"


def attributes(given: dict[str, str | float]) -> str:
    return "".join(
        [
            f' {name.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
            for name, value in given.items()
        ]
    )


def element(name: str, content: str = "", /, **given: str | float) -> str:
    """An element; `stroke_width=2` is written `stroke-width="2"`, `class_` is `class`."""
    return f"<{name}{attributes(given)}>{content}</{name}>" if content else f"<{name}{attributes(given)}/>"


def box(x: float, y: float, width: float, height: float, radius: float = 0, **given: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, **given)


def title(said: str) -> str:
    """What a pointer that rests, or a screen reader, tells."""
    return f"<title>{clean(said)}</title>"


def text(said: str, x: float, y: float, size: float, **given: str | float) -> str:
    return element("text", clean(said), x=x, y=y, font_size=size, **given) if said else ""


def clean(said: str) -> str:
    """Text as XML can hold it: escaped, and without characters that it forbids."""
    return escape("".join([letter for letter in said if letter.isprintable()]), quote=False)


def width_of(said: str, size: float) -> float:
    """About how wide a text in bold letters is, in one of the wider fonts: nobody can measure it here."""
    return sum([letter_width(letter) for letter in said]) * size


def letter_width(letter: str) -> float:
    if letter in NARROW:
        return 0.38
    if letter in WIDE_LETTERS or ord(letter) > 0x2E7F:  # from there on begin scripts with square letters, and emoji
        return 1.0
    return 0.75 if letter.isupper() else 0.66


def clip_text(said: str, size: float, width: float) -> str:
    """As much of a text as there is room for."""
    if width_of(said, size) <= width:
        return said
    while said and width_of(said + "…", size) > width:
        said = said[:-1]
    return said.rstrip() + "…"


def fitting_font_size(said: str, size: float, width: float) -> float:
    """A font size at which the text fits."""
    needed = width_of(said, size)
    return size if needed <= width else max(size * width / needed, size * 0.55)


def use(symbol: str, x: float, y: float, width: float, height: float, title_text: str = "") -> str:
    """A symbol at a place, and what it shows."""
    href = f"#{PREFIX}{symbol}"
    return element("use", title(title_text) if title_text else "", href=href, x=x, y=y, width=width, height=height)


def group(content: str, title_text: str = "", **given: str | float) -> str:
    """Things that belong together, and what they are."""
    return element("g", (title(title_text) if title_text else "") + content, **given)
