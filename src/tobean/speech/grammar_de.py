"""The grammar of German.

Nearly every kind is a "...bohne": feminine, with the plural "...bohnen". What does not end in "e" is neuter: "ein
Edikt", "2 Edikte". Each blank for cards stands in the accusative, in which "eine Rote Bohne", "2 Rote Bohnen" and "ein
Edikt" need no further endings; a blank for one kind stands without an article. New texts should keep to that.
"""

from __future__ import annotations

from typing import Final

NOTHING: Final = "nichts"
LAST_AND: Final = " und "
TABLE_GIVEN: Final = "der Runde"
TABLE_ASKED: Final = "die Runde"
_ORDINALS: Final = ("ersten", "zweiten", "dritten", "vierten")


def label(count: int, name: str) -> str:
    return name if count == 1 else f"{count} \N{MULTIPLICATION SIGN} {name}"


def spoken(count: int, name: str) -> str:
    noun, space, rest = name.partition(" ")
    if name.endswith("e"):
        return f"eine {name}" if count == 1 else f"{count} {name}n"
    return f"ein {name}" if count == 1 else f"{count} {noun}e{space}{rest}"


def unknown(count: int) -> str:
    return "eine Karte" if count == 1 else f"{count} Karten"


def thalers(count: int) -> str:
    return ("nichts", "einen Taler")[count] if 0 <= count <= 1 else f"{count} Taler"


def nth(number: int) -> str:
    return f"zum {_ORDINALS[number - 1]} Mal" if 1 <= number <= len(_ORDINALS) else f"zum {number}. Mal"


def short(name: str) -> str:
    """`Rote` for `Rote Bohne`, `Sau` for `Saubohne`."""
    for ending in (" Bohne", "bohne"):
        if name.endswith(ending) and len(name) > len(ending):
            return name.removesuffix(ending)
    return name


def decimal(value: float) -> str:
    return f"{value:.1f}".replace(".", ",")
