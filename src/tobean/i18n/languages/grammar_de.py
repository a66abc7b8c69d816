"""The grammar of German.

Nearly every kind is a "...bohne": feminine, with the plural "...bohnen". A name that does not end in "e" is neuter:
"ein Edikt", "2 Edikte", possibly followed by a title: "ein Edikt „Ein Handel“". Every placeholder for cards is in the
accusative, in which "eine Rote Bohne", "2 Rote Bohnen" and "ein Edikt" need no further endings; a placeholder for one
kind has no article unless a text asks for one of the forms `spoken`, `the`, `none` and `many`. Spells have names of
every gender, so texts put "die Zauberkarte" before them. New texts should follow these conventions.
"""

from datetime import date
from typing import Final

NOTHING: Final = "nichts"
LAST_AND: Final = " und "
TABLE_GIVEN: Final = "der Runde"
TABLE_ASKED: Final = "die Runde"
_PLURALS: Final[tuple[tuple[str | tuple[str, ...], str], ...]] = (
    (("er", "el", "en", "lein"), ""),
    ("ung", "en"),
    (("a", "i", "o", "u", "y"), "s"),
)
_ORDINALS: Final = ("ersten", "zweiten", "dritten", "vierten")
_MONTHS: Final = (
    "Januar", "Februar", "März", "April", "Mai", "Juni",
    "Juli", "August", "September", "Oktober", "November", "Dezember",
)  # fmt: skip


def many(name: str, bean: bool = True) -> str:
    """`Rote Bohnen`, `Edikte „Ein Handel“`; a custom card set may have `Limas`, `Wunder` and `Mischungen`."""
    if name.endswith("e"):
        return f"{name}n"
    noun, space, rest = name.partition(" ")
    plural = next((plural for ending, plural in _PLURALS if noun.endswith(ending)), "e")
    return f"{noun}{plural}{space}{rest}"


def label(count: int, name: str, bean: bool = True) -> str:
    return name if count == 1 else f"{count} {many(name)}"


def is_feminine(name: str) -> bool:
    """`Rote Bohne`, `Opferkarte Rote Bohne/Gartenbohne`; not `Edikt „Eine Gabe“`, whose noun comes first."""
    return name.endswith("e")


def spoken(count: int, name: str, bean: bool = True) -> str:
    if count > 1:
        return f"{count} {many(name)}"
    return f"eine {name}" if is_feminine(name) else f"ein {name}"


def the(name: str) -> str:
    return f"die {name}" if is_feminine(name) else f"das {name}"


def none(name: str) -> str:
    return f"keine {name}" if is_feminine(name) else f"kein {name}"


def unknown(count: int) -> str:
    return "eine Karte" if count == 1 else f"{count} Karten"


def thalers(count: int) -> str:
    return ("nichts", "einen Taler")[count] if 0 <= count <= 1 else f"{count} Taler"


def is_singular(number: float) -> bool:
    return number == 1


def nth(number: int) -> str:
    return f"zum {_ORDINALS[number - 1]} Mal" if 1 <= number <= len(_ORDINALS) else f"zum {number}. Mal"


def short(name: str) -> str:
    """`Rote` for `Rote Bohne`, `Sau` for `Saubohne`; a soft hyphen lets narrow cards break `Angriffs-zauber`."""
    for ending in (" Bohne", "bohne"):
        if name.endswith(ending) and len(name) > len(ending):
            return name.removesuffix(ending)
    stem = name.removesuffix("zauber")
    return f"{stem}\u00adzauber" if stem and stem != name else name


def figure(number: str) -> str:
    return number.translate({ord("."): ",", ord(","): "."})


def day(date: date) -> str:
    """`19. November 2026`."""
    return f"{date.day}. {_MONTHS[date.month - 1]} {date.year}"
