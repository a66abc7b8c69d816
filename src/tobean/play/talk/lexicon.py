"""The words of typed talk in English and German: kinds with their inflections, numbers, and what a word does."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tobean.kernel.cards import KIND_OF, NAMES
from tobean.speech.catalogues import LANGUAGES
from tobean.speech.speaker import kind_name

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules

KIND: Final = "kind"
NAME: Final = "name"
NUMBER: Final = "number"
FOR: Final = "for"
GIVE: Final = "give"
WANT: Final = "want"
OTHERS: Final = "others"
YOU: Final = "you"
HAVE: Final = "have"
THEY_HAVE: Final = "they have"
SOUGHT: Final = "sought"
GIFT: Final = "gift"
EVERYBODY: Final = "everybody"
FILLER: Final = "filler"

MEANINGS: Final = {
    FOR: "for gegen fuer against -> => =",
    GIVE: "give giving offer offering sell selling my mine trade swap exchange i'll gebe geb biete verkaufe tausche "
    "mein meine meinen meiner",
    HAVE: "have got hab habe",
    THEY_HAVE: "has hat habt hast",
    SOUGHT: "wanted gesucht",
    WANT: "want wants need needs seek seeking looking search get your yours take suche such sucht brauche braucht "
    "brauch will wollen moechte moechtet dein deine deinen deiner eure euer wuensche haettegern haettegerne nehme",
    OTHERS: "anyone anybody somebody someone who who's wer jemand irgendwer irgendjemand",
    YOU: "you du ihr",
    GIFT: "gift gifts present free nothing geschenkt geschenk schenke schenk verschenke umsonst gratis nichts",
    EVERYBODY: "all everyone everybody table alle allen runde tisch",
    FILLER: "i i'm im i'd id would like please and und plus with mit the of to an der die das den dem ich bitte bean "
    "beans bohne bohnen card cards karte karten x as als is ist there any some noch gern gerne von from me mir dafuer "
    "here hier do does in return tausch deal es gibt it so also auch just nur this these diese oder or at am zu zum "
    "dir euch kann can could koennte what about how wie waers waere hey hi hallo ok well na him her them ihm ihnen "
    "for's now jetzt",
}
"""What the words do that are neither kinds nor names nor numbers."""

NUMBERS: Final = {
    1: "a an one ein eine einen einer eins ne nen",
    2: "two zwei zwo both beide",
    3: "three drei",
    4: "four vier",
    5: "five fuenf",
}

ADJECTIVE_ENDINGS: Final = ("", "e", "en", "er", "es", "em")
SHORTEST_PREFIX: Final = 3
SHORTEST_TYPO: Final = 4
LONGEST_PHRASE: Final = 3


def plain(text: str) -> str:
    """Lower case, without umlauts and accents: `Weiße Bohne` is `weisse bohne`."""
    text = text.lower()
    for letter, plain_letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("→", "->")):
        text = text.replace(letter, plain_letters)
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def words_of(text: str) -> list[str]:
    """The words of a line, without punctuation."""
    return re.findall(r"[a-z]+(?:['-][a-z]+)*[0-9]?|[0-9]+|->|=>|=", plain(text))


def glued(words: Iterable[str]) -> str:
    return re.sub(r"(?<=[a-z])['-]", "", "".join(words))


def forms_of(name: str) -> set[str]:
    """A kind's name as people write it: `rote`, `roten`, `rotebohne`, `sau`, `saubohnen`, `reds`, `redbeans`."""
    whole = glued(words_of(name))
    found = {whole}
    stem = whole.removesuffix("bohne")
    if stem and stem != whole:
        if " " in name:  # an adjective: Rote Bohne
            bare = stem.removesuffix("e")
            forms = {bare + ending for ending in ADJECTIVE_ENDINGS}
        else:
            forms = {stem, stem.removesuffix("en") or stem}
        found |= forms | {form + "bohne" for form in forms} | {form + "bohnen" for form in forms}
    else:
        found |= {whole + "s", whole + "es", whole + "bean", whole + "beans"}
    return found


Meaning = tuple[str, int]
"""What a word does, and for a kind, a name or a number, which."""


def known_words() -> dict[str, Meaning]:
    """All words but kinds and names."""
    found: dict[str, Meaning] = {}
    for meaning, words in MEANINGS.items():
        found.update({glued([word]): (meaning, 0) for word in words.split()})
    for number, words in NUMBERS.items():
        found.update(dict.fromkeys(words.split(), (NUMBER, number)))
    return found


def names_of(kind: int, game: str | None = None) -> list[str]:
    """What a kind is called in all languages."""
    return [kind_name(kind, language, game) for language in LANGUAGES]


@lru_cache(maxsize=256)
def lexicon(rules: Rules, names: tuple[str, ...]) -> dict[str, Meaning]:
    """All that can be understood at a table. Kinds come first, in both languages, those of a card set included."""
    found: dict[str, Meaning] = {}
    for bean in rules.beans:
        for kind in (KIND_OF[bean.kind], bean.kind):
            for name in (*names_of(kind, rules.name), *(bean.called if kind == bean.kind else ())):
                for form in forms_of(name) if name else ():
                    found.setdefault(form, (KIND, kind))
    for word, meaning in known_words().items():
        found.setdefault(word, meaning)
    for seat, player in enumerate(names):
        name = glued(words_of(player))
        for form in (name, f"{name}s"):
            if name:
                found.setdefault(form, (NAME, seat))
    return found


@lru_cache(maxsize=1)
def foreign_words() -> dict[str, int]:
    """The names of all kinds of all games."""
    found: dict[str, int] = {}
    for kind in range(len(NAMES)):
        for name in names_of(kind):
            for form in forms_of(name):
                found.setdefault(form, kind)
    return found


def one_letter_off(word: str, other: str) -> bool:
    """Is one letter wrong, missing, too many, or swapped with its neighbour?"""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    begin = 0
    while begin < min(len(word), len(other)) and word[begin] == other[begin]:
        begin += 1
    rest, other_rest = word[begin:], other[begin:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])
    )


def guessed(word: str, known: dict[str, Meaning]) -> Meaning | None:
    """What an abbreviation of a kind or a word with a slip can mean; None if that is nothing or more than one thing."""
    if len(word) >= SHORTEST_PREFIX:
        starts = {meaning for form, meaning in known.items() if meaning[0] == KIND and form.startswith(word)}
        if len(starts) == 1:
            return starts.pop()
    if len(word) >= SHORTEST_TYPO:
        close = {
            meaning
            for form, meaning in known.items()
            if meaning[0] != FILLER and len(form) >= SHORTEST_TYPO and one_letter_off(word, form)
        }
        if len(close) == 1:
            return close.pop()
    return None
