"""What people type in German when they trade."""

from __future__ import annotations

from typing import Final

from tobean.speech import talk_en

MEANINGS: Final = {
    "for": "gegen fuer",
    "give": "gebe geb biete verkaufe tausche mein meine meinen meiner",
    "have": "hab habe",
    "they have": "hat habt hast",
    "sought": "gesucht",
    "want": "suche such sucht brauche braucht brauch will wollen moechte moechtet dein deine deinen deiner eure euer "
    "wuensche haettegern haettegerne nehme",
    "others": "wer jemand irgendwer irgendjemand",
    "you": "du ihr",
    "gift": "geschenkt geschenk schenke schenk verschenke umsonst gratis nichts",
    "everybody": "alle allen runde tisch",
    "filler": "und mit der die das den dem ich bitte bohne bohnen karte karten als ist noch gern gerne von mir dafuer "
    "hier tausch es gibt auch nur diese oder am zu zum dir euch kann koennte wie waers waere hallo na ihm ihnen jetzt",
}
NUMBERS: Final = {
    1: "ein eine einen einer eins ne nen",
    2: "zwei zwo beide",
    3: "drei",
    4: "vier",
    5: "fuenf",
}
LETTERS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
ADJECTIVE_ENDINGS: Final = ("", "e", "en", "er", "es", "em")


def forms(name: str, typed: str) -> set[str]:
    """`rote`, `roten`, `rotebohnen`, `sau`, `saubohnen`; what is no bean is bent as in English."""
    stem = typed.removesuffix("bohne")
    if not stem or stem == typed:
        return talk_en.forms(name, typed)
    if " " in name:  # an adjective: Rote Bohne
        bare = stem.removesuffix("e")
        found = {bare + ending for ending in ADJECTIVE_ENDINGS}
    else:
        found = {stem, stem.removesuffix("en") or stem}
    return found | {form + "bohne" for form in found} | {form + "bohnen" for form in found}
