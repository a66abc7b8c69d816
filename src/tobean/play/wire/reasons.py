"""The rule behind what happens: each event cites the number by which a person can look it up."""

from __future__ import annotations

from typing import Final

COMMON: Final = {
    "dealt hand": "B2",
    "turn": "O1",
    "planted": "B3",
    "passed": "B3",
    "harvested": "K6",
    "bought field": "B10",
    "turned over": "B4",
    "offered": "T6",
    "called": "T8",
    "declined": "T4",
    "withdrew": "T7",
    "lapsed": "T7",
    "traded": "T4",
    "ended trading": "T8",
    "drew": "B6",
    "ran out": "K10",
    "shuffled": "K10",
    "ended": "B8",
    "took back": "",
}

MAGIC: Final = {
    "drew spell": "R9",
    "showed spell": "R2",
    "used ability": "R5",
    "played magic": "R5",
    "activated": "R12",
    "cast": "R16",
    "stole": "R8",
    "kept": "R8",
    "attacked": "R14",
    "chose thaler": "R17",
    "won thaler": "R15",
    "showed thaler": "R10",
    "discarded thaler": "R10",
    "swapped spells": "R19",
    "kept spell": "R19",
    "borrowed spell": "R27",
    "moved card": "R25",
    "took from discard": "R22",
    "discarded": "R20",
    "opened field": "R18",
    "lost field": "R18",
    "enchanted": "R23",
    "passed": "R5",
    "ended": "R4",
}

GAMES: Final[dict[str, dict[str, str]]] = {
    "bohnanza": {},
    "rabohnzel": MAGIC,
    "excalibohn": {**MAGIC, "stole": "E14", "attacked": "E7", "ended": "E3", "drew spell": "R2"},
    "al-cabohne": {
        "dealt hand": "A3",
        "planted": "A6",
        "passed": "A6",
        "turned over": "A7",
        "joined": "A7",
        "boss took": "A8",
        "boss harvested": "A1",
        "paid tax": "A5",
        "fed": "A9",
        "left cards": "A9",
        "discarded group": "A4",
        "showed hand": "A10",
        "laid aside": "A13",
        "brought back": "A13",
        "drew": "A11",
        "ended": "A14",
    },
    "bohnedikt": {
        "dealt hand": "D2",
        "read edict": "D5",
        "took from discard": "D5",
        "gave": "D5",
        "demanded": "D5",
        "has none": "D5",
        "discarded": "D5",
        "took aside": "D5",
        "sacrificed": "D9",
        "discarded sacrifice": "D11",
        "drew sacrifice": "D9",
        "shuffled sacrifices": "D13",
        "paid tribute": "D16",
        "drew": "D14",
    },
}


PLANTINGS: Final[dict[str, str]] = {"plant due": "B5", "leftovers": "A4", "plant revealed": "A9", "card flow": "R21"}
"""The rule of a planting by the decision it was the answer to, where it is another one than that of phase 1."""


def rule_behind(event: str, game: str, step: str = "") -> str:
    """The number of the rule by which this happened, as an answer to the decision of this name."""
    if event == "planted":
        for name, rule in PLANTINGS.items():
            if step.removeprefix("solo ").startswith(name):
                return rule
    found = GAMES.get(game, {}).get(event)
    return COMMON.get(event, "") if found is None else found
