"""SVG elements as text. All outside text goes through `text` or `title`, which escape it."""

from html import escape
from typing import Final

from tobean.pictures.drawing.art import PREFIX

INK: Final = "#2b1d14"
PAPER: Final = "#fffaf0"
FONT: Final = "system-ui, sans-serif"
NARROW: Final = "ijltfrI.,:;'|!() "
WIDE_LETTERS: Final = "mwMW@%→…<>&+="


def number(value: float) -> str:
    """Format a coordinate with at most two decimals."""
    return f"{round(value, 2):g}"


def attributes(given: dict[str, str | float]) -> str:
    return "".join(
        [
            f' {name.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
            for name, value in given.items()
        ]
    )


def element(name: str, content: str = "", /, **given: str | float) -> str:
    """Return an element; `stroke_width=2` becomes `stroke-width="2"`, `class_` becomes `class`."""
    return f"<{name}{attributes(given)}>{content}</{name}>" if content else f"<{name}{attributes(given)}/>"


def box(x: float, y: float, width: float, height: float, radius: float = 0, **given: str | float) -> str:
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, **given)


def title(content_text: str) -> str:
    """Return a title, shown as a tooltip and read by screen readers."""
    return f"<title>{clean(content_text)}</title>"


def text(content_text: str, x: float, y: float, size: float, **given: str | float) -> str:
    return element("text", clean(content_text), x=x, y=y, font_size=size, **given) if content_text else ""


def clean(content_text: str) -> str:
    """Escape a text for XML and remove the characters that XML forbids."""
    return escape("".join([letter for letter in content_text if letter.isprintable()]), quote=False)


def width_of(content_text: str, size: float) -> float:
    """Estimate the width of a text in bold letters of a wide font; the real font is not known here."""
    return sum([letter_width(letter) for letter in content_text]) * size


def letter_width(letter: str) -> float:
    if letter in NARROW:
        return 0.38
    if letter in WIDE_LETTERS or ord(letter) > 0x2E7F:  # scripts with square letters, and emoji
        return 1.0
    return 0.75 if letter.isupper() else 0.66


def clip_text(content_text: str, size: float, width: float) -> str:
    """Shorten a text to this width."""
    if width_of(content_text, size) <= width:
        return content_text
    while content_text and width_of(content_text + "…", size) > width:
        content_text = content_text[:-1]
    return content_text.rstrip() + "…"


def fitting_font_size(content_text: str, size: float, width: float) -> float:
    needed = width_of(content_text, size)
    return size if needed <= width else max(size * width / needed, size * 0.55)


def use(symbol: str, x: float, y: float, width: float, height: float, title_text: str = "") -> str:
    """Place a symbol, with a title."""
    href = f"#{PREFIX}{symbol}"
    return element("use", title(title_text) if title_text else "", href=href, x=x, y=y, width=width, height=height)


def group(content: str, title_text: str = "", **given: str | float) -> str:
    """Group elements, with a title."""
    return element("g", (title(title_text) if title_text else "") + content, **given)
