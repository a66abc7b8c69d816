"""The texts of Bohnedikt."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnedikt.cards import EDICTS

ENGLISH_EVENTS: Final = {
    "read edict": '{who} reads the edict aloud: "{printed}."',
    "gave": "By edict {partner} has to take {cards} from {who}.",
    "demanded": "By edict {who} demands {wants} of {partner} for {cards} (offer {number}).",
    "has none": "{who} was to swap {wants} but holds none (offer {number}).",
    "took aside": "{who} puts {cards} at the back of the hand.",
    "sacrificed": "{who} plays the sacrifice card {labels}.",
    "discarded sacrifice": "{who} discards the sacrifice card {labels}.",
    "drew sacrifice": "{who} draws the sacrifice card {labels}.",
    "drew sacrifice, face down": "{who} draws a sacrifice card.",
    "shuffled sacrifices": "The discarded sacrifice cards are shuffled: the new pile has {count}.",
    "paid tribute": "{who} gives {thalers} face down to the discard pile.",
}

GERMAN_EVENTS: Final = {
    "read edict": "{who} liest das Edikt vor: „{printed}.“",
    "gave": "{partner} muss per Edikt von {who} {cards} annehmen.",
    "demanded": "{who} verlangt per Edikt von {partner} {wants} für {cards} (Angebot {number}).",
    "has none": "{who} sollte {wants} tauschen, hat aber keine auf der Hand (Angebot {number}).",
    "took aside": "{who} steckt {cards} nach hinten auf die Hand.",
    "sacrificed": "{who} spielt die {labels} aus.",
    "discarded sacrifice": "{who} wirft die {labels} ab.",
    "drew sacrifice": "{who} zieht die {labels}.",
    "drew sacrifice, face down": "{who} zieht eine Opferkarte.",
    "shuffled sacrifices": "Die abgelegten Opferkarten werden gemischt: Der neue Stapel hat {count}.",
    "paid tribute": "{who} legt {thalers} verdeckt auf den Ablagestapel.",
}

ENGLISH_PRINTED: Final = {bean.name: bean.text for bean in EDICTS}
"""What the edicts say."""

GERMAN_PRINTED: Final = {
    "U1": "Du darfst in dieser Handelsphase nicht mit deinem rechten Mitspieler handeln",
    "U2": "Du darfst in dieser Handelsphase nicht mit deinem linken Mitspieler handeln",
    "U3": "Du darfst nur mit einem Mitspieler handeln: Dein erster Handel entscheidet, mit wem",
    "U4": "Du darfst höchstens einen Handel abschließen",
    "U5": "Du darfst keine Handkarten einsetzen",
    "U6": "Du darfst keine aufgedeckten Karten einsetzen",
    "U7": "In jedem Handel musst du mehr Karten geben, als du bekommst",
    "U8": "Du darfst keine Angebote machen, aber welche annehmen",
    "F1": "Du darfst sofort eine weitere Karte aufdecken",
    "F2": "Du darfst sofort die oberste Karte des Ablagestapels zu den aufgedeckten Karten legen",
    "F3": "Du darfst in Phase 3 aufgedeckte Karten ablegen, statt sie anzubauen",
    "F4": "Du darfst einmal in dieser Phase deinem rechten Mitspieler eine Handkarte oder eine aufgedeckte Karte "
    "geben, die er nicht ablehnen kann",
    "F5": "Du darfst einmal in dieser Phase deinem linken Mitspieler eine Handkarte oder eine aufgedeckte Karte "
    "geben, die er nicht ablehnen kann",
    "F6": "Du darfst in Phase 3 Karten, die vor dir beiseiteliegen, nach hinten auf die Hand nehmen, "
    "statt sie anzubauen",
    "F7": "Karten, die vor dir beiseiteliegen, darfst du in dieser Phase weiterhandeln",
    "F8": "Nenne einmal in dieser Phase einen Mitspieler, eine Sorte und eine Handkarte oder aufgedeckte Karte von "
    "dir: Hat er die Sorte auf der Hand, muss er tauschen",
}
