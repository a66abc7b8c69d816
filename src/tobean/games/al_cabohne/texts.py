"""The texts of Al Cabohne."""

from __future__ import annotations

from typing import Final

BOSSES: Final = ("Al Cabohne", "Don Corlebohne", "Joe Bohnano")
"""The bosses by their number; they are called the same in every language."""

ENGLISH_EVENTS: Final = {
    "boss took": "{boss} takes {cards}.",
    "boss harvested": "{boss} harvests {cards}; the mafia earns {thalers}.",
    "discarded group": "{who} puts {cards} on the discard pile.",
    "paid tax": "{boss} takes {cards} from {who}'s field.",
    "joined": "{who} adds {cards} from the discard pile.",
    "fed": "{who} gives {boss} {cards}.",
    "left cards": "{who} leaves {cards} lying there.",
    "showed hand": "{who} has nothing for an empty boss and shows the hand: {cards}.",
    "laid aside": "{who} pays {thalers} for a third field; {cards} are laid aside until the next draw pile.",
    "brought back": "The thalers laid aside come back into play: {cards}.",
}

GERMAN_EVENTS: Final = {
    "boss took": "{boss} nimmt {cards}.",
    "boss harvested": "{boss} erntet {cards}; die Mafia bekommt dafür {thalers}.",
    "discarded group": "{who} legt {cards} auf den Ablagestapel.",
    "paid tax": "{boss} nimmt {cards} vom Feld von {who}.",
    "joined": "{who} legt {cards} vom Ablagestapel dazu.",
    "fed": "{who} gibt {boss} {cards}.",
    "left cards": "{who} lässt {cards} liegen.",
    "showed hand": "{who} hat nichts für einen Boss ohne Karten und zeigt die Hand: {cards}.",
    "laid aside": "{who} bezahlt {thalers} für ein drittes Feld und legt bis zum nächsten Zugstapel {cards} beiseite.",
    "brought back": "Die beiseitegelegten Taler kommen wieder ins Spiel: {cards}.",
}

RIVALS: Final = {"en": {"mafia": "the mafia"}, "de": {"mafia": "die Mafia"}}
"""What scripted players are called within a sentence."""
