"""The German texts.

Every kind is a "...bohne": feminine, with the plural "...bohnen". Each blank for cards stands in the accusative,
in which "eine Rote Bohne" and "2 Rote Bohnen" need no further endings; new texts should keep to that.
"""

from __future__ import annotations

from typing import Final

from tobean.games.al_cabohne import texts as al_cabohne_texts
from tobean.games.bohnedikt import texts as bohnedikt_texts
from tobean.games.magic import texts as magic_texts
from tobean.kernel.cards import GERMAN_NAMES
from tobean.speech.language import Language

_ORDINALS: Final = ("ersten", "zweiten", "dritten", "vierten")


def label(count: int, name: str) -> str:
    return name if count == 1 else f"{count} \N{MULTIPLICATION SIGN} {name}"


def spoken(count: int, name: str) -> str:
    return f"eine {name}" if count == 1 else f"{count} {name}n"


def unknown(count: int) -> str:
    return "eine Karte" if count == 1 else f"{count} Karten"


def thalers(count: int) -> str:
    return ("nichts", "einen Taler")[count] if 0 <= count <= 1 else f"{count} Taler"


def nth(number: int) -> str:
    return f"zum {_ORDINALS[number - 1]} Mal" if 1 <= number <= len(_ORDINALS) else f"zum {number}. Mal"


EVENTS: Final = {
    "dealt hand": "{who} bekommt {cards} auf die Hand.",
    "turn": "Zug {number}: {who} ist an der Reihe.",
    "planted": "{who} baut {cards} auf Feld {field} an.",
    "passed": "{who} passt.",
    "harvested": "{who} erntet {cards} von Feld {field} und bekommt dafür {thalers}.",
    "bought field": "{who} bezahlt {thalers} für ein weiteres Feld und legt {cards} auf den Ablagestapel.",
    "turned over": "{who} deckt {cards} auf.",
    "offered": "{who} bietet {whom} {cards} für {wants} an (Angebot {number}).",
    "offered, giving only": "{who} bietet {whom} {cards} als Geschenk an (Angebot {number}).",
    "offered, asking only": "{who} bittet {asked} um {wants} als Geschenk (Angebot {number}).",
    "countered": "{who} kontert Angebot {answers} und bietet {whom} {cards} für {wants} an (Angebot {number}).",
    "countered, giving only": (
        "{who} kontert Angebot {answers} und bietet {whom} {cards} als Geschenk an (Angebot {number})."
    ),
    "countered, asking only": (
        "{who} kontert Angebot {answers} und bittet {asked} um {wants} als Geschenk (Angebot {number})."
    ),
    "declined": "{who} lehnt Angebot {number} ab.",
    "withdrew": "{who} zieht Angebot {number} zurück.",
    "lapsed": "Angebot {number} von {who} verfällt.",
    "traded": "{partner} nimmt Angebot {number} an und gibt {who} {gets} für {cards}.",
    "traded, giving only": "{partner} nimmt Angebot {number} an und bekommt von {who} {cards} als Geschenk.",
    "traded, asking only": "{partner} nimmt Angebot {number} an und gibt {who} {gets} als Geschenk.",
    "called": "{who} ruft: „Ich habe {cards} und suche {wants}.“",
    "called, giving only": "{who} ruft: „Ich habe {cards}.“",
    "called, asking only": "{who} ruft: „Ich suche {wants}.“",
    "ended trading": "{who} beendet den Handel.",
    "drew": "{who} zieht {cards}.",
    "ran out": "Der Zugstapel ist {nth} aufgebraucht.",
    "shuffled": "Der Ablagestapel wird gemischt: Der neue Zugstapel hat {count}.",
    "ended": "Das Spiel ist zu Ende.",
    "took back": "{who} nimmt die letzte Aktion zurück.",
}

GERMAN: Final = Language(
    kinds=GERMAN_NAMES,
    label=label,
    spoken=spoken,
    unknown=unknown,
    thalers=thalers,
    nth=nth,
    last_and=" und ",
    nothing="nichts",
    table_given="der Runde",
    table_asked="die Runde",
    events={**EVENTS, **magic_texts.GERMAN_EVENTS, **al_cabohne_texts.GERMAN_EVENTS, **bohnedikt_texts.GERMAN_EVENTS},
    printed=bohnedikt_texts.GERMAN_PRINTED,
)
