"""The grammar of English."""

from datetime import date
from typing import Final

NOTHING: Final = "nothing"
LAST_AND: Final = " and "
TABLE_GIVEN: Final = "the table"
TABLE_ASKED: Final = "the table"
_ORDINALS: Final = ("first", "second", "third", "fourth")
_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd"}
_TEENS: Final = (11, 12, 13)
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def many(name: str, bean: bool = True) -> str:
    """`2 Red` for beans; the name of any other card is a noun: `2 Edicts`, `2 Edicts “One deal”`."""
    if bean:
        return name
    noun, quote, rest = name.partition(" “")
    return f"{noun}s{quote}{rest}"


def label(count: int, name: str, bean: bool = True) -> str:
    return name if count == 1 else f"{count} {many(name, bean)}"


def spoken(count: int, name: str, bean: bool = True) -> str:
    return label(count, name, bean)


def the(name: str) -> str:
    return f"the {name}"


def none(name: str) -> str:
    return f"no {name}"


def unknown(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def thalers(count: int) -> str:
    return ("nothing", "1 thaler")[count] if 0 <= count <= 1 else f"{count} thalers"


def is_singular(number: float) -> bool:
    return number == 1


def nth(number: int) -> str:
    if 1 <= number <= len(_ORDINALS):
        return f"the {_ORDINALS[number - 1]} time"
    suffix = "th" if number % 100 in _TEENS else _SUFFIXES.get(number % 10, "th")
    return f"the {number}{suffix} time"


def short(name: str) -> str:
    """`Attack` for `Attack spell`: pictures show what is a spell."""
    return name.removesuffix(" spell")


def figure(number: str) -> str:
    return number


def day(date: date) -> str:
    """`19 November 2026`."""
    return f"{date.day} {_MONTHS[date.month - 1]} {date.year}"
