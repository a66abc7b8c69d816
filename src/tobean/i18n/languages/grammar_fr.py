"""The grammar of French.

Nearly every kind is a "Haricot ...": masculine, without elision ("le Haricot rouge", "de Haricot rouge"), with the
plural "Haricots ...". The first word of a name is its noun and gives the gender; a noun in "-e" is feminine, with
exceptions. In the plural the noun and the adjectives after it change, but nothing from a preposition, a capital, a
quotation or a noun in apposition on: "Haricots à œil noir", "Haricots princesse", "Édits « Une carte de plus »".

A placeholder for cards has the indefinite article ("un Haricot rouge"), one for a kind has none unless a text asks for
one of the forms `spoken`, `the`, `none` and `many`. "De" and "que" are not contracted with a placeholder, so texts
avoid them before the name of a player and before "un": "par {seat}", "chez {seat}", "{cards:label}".
"""

from __future__ import annotations

import re
from datetime import date
from typing import Final

NOTHING: Final = "rien"
LAST_AND: Final = " et "
TABLE_GIVEN: Final = "la table"
TABLE_ASKED: Final = "la table"
NO_BREAK: Final = "\u00a0"
NARROW_NO_BREAK: Final = "\u202f"
_ORDINALS: Final = ("première", "deuxième", "troisième", "quatrième")
_MASCULINE: Final = frozenset({"légume", "mélange", "arbre"})
"""Masculine nouns in "-e"; those in "-fice" are masculine as well."""
_INVARIABLE: Final = frozenset(
    {"à", "au", "aux", "de", "du", "des", "en", "face", "contre", "beurre", "bonsaï", "princesse", "rognon", "sabre"}
)
"""Words from which on a name is the same in the plural: prepositions, and nouns in apposition."""
_PLURALS: Final[tuple[tuple[tuple[str, ...], str, str], ...]] = (
    (("s", "x", "z"), "", ""),
    (("au", "eu"), "", "x"),
    (("al",), "al", "aux"),
)
_REGULAR: Final = frozenset({"bleu"})
_ELIDED: Final = re.compile(r"[aeiouàâäéèêëîïôöùûüœæ]", re.IGNORECASE)
_SPELL: Final = re.compile(r"Sort (?:de la |des |du |de |d’)(?=.)")
_BEAN: Final = re.compile(r"Haricots? (?:de la |des |du |de |d’|à )?(?=.)")
_MONTHS: Final = (
    "janvier", "février", "mars", "avril", "mai", "juin",
    "juillet", "août", "septembre", "octobre", "novembre", "décembre",
)  # fmt: skip


def plural_word(word: str) -> str:
    """`rouges`, `noirs`, `bleus`, `beaux`, `royaux`."""
    if word.lower() not in _REGULAR:
        for endings, ending, plural in _PLURALS:
            if word.endswith(endings):
                return word.removesuffix(ending) + plural
    return f"{word}s"


def many(name: str, bean: bool = True) -> str:
    """`Haricots rouges`, `Haricots à œil noir`, `Édits « Une carte de plus »`, `Sorts du flux`."""
    noun, *rest = name.split(" ")
    words = [plural_word(noun)]
    for index, word in enumerate(rest):
        if not word.isalpha() or not word.islower() or word in _INVARIABLE:
            return " ".join([*words, *rest[index:]])
        words.append(plural_word(word))
    return " ".join(words)


def is_feminine(name: str) -> bool:
    """Whether the noun, which is the first word, is feminine: `Fève`, not `Haricot princesse`."""
    noun = name.split(" ")[0].lower()
    return noun.endswith("e") and not noun.endswith("fice") and noun not in _MASCULINE


def label(count: int, name: str, bean: bool = True) -> str:
    return name if count == 1 else f"{count} {many(name)}"


def spoken(count: int, name: str, bean: bool = True) -> str:
    """`un Haricot rouge`, `2 Haricots rouges`; there is only one card of a title: `l’Édit « Une carte de plus »`."""
    if count > 1:
        return f"{count} {many(name)}"
    if "«" in name:
        return the(name)
    return f"une {name}" if is_feminine(name) else f"un {name}"


def the(name: str) -> str:
    if _ELIDED.match(name):
        return f"l’{name}"
    return f"la {name}" if is_feminine(name) else f"le {name}"


def none(name: str) -> str:
    """`aucun Haricot rouge`; the verb has its "ne": "Tu n’as aucun Haricot rouge"."""
    return f"aucune {name}" if is_feminine(name) else f"aucun {name}"


def unknown(count: int) -> str:
    return "une carte" if count == 1 else f"{count} cartes"


def thalers(count: int) -> str:
    """Return `0 thaler` rather than "rien", which would need a "ne" before the verb."""
    return f"{count} thaler" if count <= 1 else f"{count} thalers"


def is_singular(number: float) -> bool:
    return abs(number) < 2


def nth(number: int) -> str:
    return f"la {_ORDINALS[number - 1]} fois" if 1 <= number <= len(_ORDINALS) else f"la {number}e fois"


def short(name: str) -> str:
    """`Rouge` for `Haricot rouge`, `Œil noir` for `Haricot à œil noir`, `Hasard` for `Sort du hasard`."""
    rest = _SPELL.sub("", _BEAN.sub("", name, count=1), count=1)
    return rest[0].upper() + rest[1:]


def figure(number: str) -> str:
    """`1 234,5`, with a narrow no-break space; a percent sign has a no-break space before it."""
    written = number.translate({ord("."): ",", ord(","): NARROW_NO_BREAK})
    return re.sub(r"(?<=[0-9])%", f"{NO_BREAK}%", written)


def day(date: date) -> str:
    """`19 novembre 2026`, but `1er novembre 2026`."""
    number = "1er" if date.day == 1 else date.day
    return f"{number} {_MONTHS[date.month - 1]} {date.year}"
