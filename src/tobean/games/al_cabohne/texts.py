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

GERMAN_REFUSALS: Final = {
    "It is the turn of {active}.": "{active} ist an der Reihe.",
    "{card} grows on another field already and must go there.": (
        "Eine {card} muss auf das Feld, auf dem diese Sorte schon wächst."
    ),
    "No {card} lies revealed.": "Es liegt keine {card} aufgedeckt da.",
    "Each kind that was left goes on an own field or on the discard pile now.": (
        "Jetzt kommt jede liegen gelassene Sorte auf ein eigenes Feld oder auf den Ablagestapel."
    ),
    "The mafia is about to take its cards: harvest, or go on.": (
        "Gleich nimmt sich die Mafia ihre Karten: Jetzt kann man noch ernten oder weitermachen."
    ),
    "No further card of the hand can be planted in this phase.": (
        "In dieser Phase kann keine weitere Handkarte angebaut werden."
    ),
    "Two cards of one kind go on the same field: {card} on field {field} again.": (
        "Zwei Karten einer Sorte kommen auf ein und dasselbe Feld: auch diese {card} auf Feld {field}."
    ),
    "Two cards of different kinds go on two fields: {card} not on field {field}, like the first.": (
        "Zwei Karten verschiedener Sorten kommen auf zwei Felder: {card} nicht auf Feld {field} wie die erste."
    ),
    "In this phase the mafia is given nothing.": "In dieser Phase wird der Mafia nichts gegeben.",
    "Plant the front card first, or pass if one has been planted already.": (
        "Erst muss die vorderste Karte angebaut oder, wenn schon eine angebaut ist, gepasst werden."
    ),
    "In this phase cards of the hand are planted on own fields.": (
        "In dieser Phase werden Handkarten auf eigenen Feldern angebaut."
    ),
    "There is nothing to pass on: the next phase is about to begin, go on.": (
        "Hier gibt es nichts zu passen: Gleich beginnt die nächste Phase."
    ),
    "All revealed cards must be planted.": "Alle aufgedeckten Karten müssen angebaut werden.",
    "A boss has no card: give him one of a kind that no boss collects.": (
        "Ein Boss hat keine Karte: Er muss eine aus der Hand bekommen, deren Sorte kein Boss sammelt."
    ),
    "In this phase no card of the hand goes on an own field.": (
        "In dieser Phase kommt keine Handkarte auf ein eigenes Feld."
    ),
    "In this phase revealed cards are planted, the mafia is fed, or one goes on.": (
        "In dieser Phase baut man aufgedeckte Karten an, gibt der Mafia Karten oder macht weiter."
    ),
    "Joe Bohnano is in the solo game only.": "Joe Bohnano spielt nur im Solospiel mit.",
    "Another boss, {boss}, collects {card}.": "Ein anderer Boss, {boss}, sammelt schon diese Sorte: {card}.",
    "{boss} collects another kind than {card}.": "{boss} sammelt eine andere Sorte als {card}.",
    "Two cards are about to be drawn: harvest, or go on.": (
        "Gleich werden zwei Karten gezogen: Jetzt kann man noch ernten oder weitermachen."
    ),
    "The solo player has three fields from the start and buys none.": (
        "Im Solospiel hat man von Anfang an drei Felder und kauft keines."
    ),
    "A field is bought in the own turn only.": "Ein Feld kauft man nur im eigenen Zug.",
}

RIVALS: Final = {"en": {"mafia": "the mafia"}, "de": {"mafia": "die Mafia"}}
"""What scripted players are called within a sentence."""
