"""Texts about abilities, attacks and spells."""

from __future__ import annotations

from typing import Final

ENGLISH_EVENTS: Final = {
    "activated": "{who} activates the {labels}.",
    "attacked": "{who} attacks {partner} and draws a thaler: {labels}.",
    "borrowed spell": "{who} borrows the top spell of the pile: {labels}.",
    "cast": "{who} uses the {labels}.",
    "chose thaler": "{who} lets this thaler count: {labels}.",
    "discarded": "{who} discards {cards}.",
    "discarded thaler": "{who} loses a thaler to the discard pile: {labels}.",
    "drew spell": "{who} gets a spell card: {labels}.",
    "drew spell, unseen": "{who} gets a spell card.",
    "enchanted": "{who} enchants a field: its first card now counts as {labels}.",
    "kept": "{who} keeps the card in the hand.",
    "kept spell": "{who} lays the spell down face down.",
    "lost field": "{who} has only two fields left.",
    "moved card": "{who} moves a hand card.",
    "opened field": "{who} opens a third field.",
    "played magic": "{who} discards {cards} from the hand.",
    "showed spell": "{who} shows the highest spell and starts: {labels}.",
    "showed thaler": "{who} turns over a thaler: {labels}.",
    "stole": "{who} takes the back hand card of {partner}: {labels}.",
    "stole, unseen": "{who} takes the back hand card of {partner}.",
    "swapped spells, unseen": "{who} swaps spells with {partner}.",
    "swapped spells": "{who} swaps spells with {partner} and gets: {labels}.",
    "took from discard": "{who} takes {cards} from the discard pile.",
    "used ability": "{who} uses the ability of field {field}: {labels}.",
    "won thaler": "{who} wins the thaler of {partner}: {labels}.",
}

GERMAN_EVENTS: Final = {
    "activated": "{who} aktiviert: {labels}.",
    "attacked": "{who} greift {partner} an und zieht einen Taler: {labels}.",
    "borrowed spell": "{who} leiht sich den obersten Zauber des Stapels: {labels}.",
    "cast": "{who} zaubert: {labels}.",
    "chose thaler": "{who} lässt diesen Taler gelten: {labels}.",
    "discarded": "{who} legt {cards} auf den Ablagestapel.",
    "discarded thaler": "{who} verliert einen Taler an den Ablagestapel: {labels}.",
    "drew spell": "{who} bekommt eine Zauberkarte: {labels}.",
    "drew spell, unseen": "{who} bekommt eine Zauberkarte.",
    "enchanted": "{who} verzaubert ein Feld: Die erste Karte gilt jetzt als {labels}.",
    "kept": "{who} behält die Karte auf der Hand.",
    "kept spell": "{who} legt die Zauberkarte verdeckt ab.",
    "lost field": "{who} hat nur noch zwei Felder.",
    "moved card": "{who} steckt eine Handkarte um.",
    "opened field": "{who} eröffnet ein drittes Feld.",
    "played magic": "{who} legt {cards} aus der Hand ab.",
    "showed spell": "{who} zeigt den höchsten Zauber und beginnt: {labels}.",
    "showed thaler": "{who} deckt einen Taler auf: {labels}.",
    "stole": "{who} nimmt die hinterste Handkarte von {partner}: {labels}.",
    "stole, unseen": "{who} nimmt die hinterste Handkarte von {partner}.",
    "swapped spells, unseen": "{who} tauscht mit {partner} Zauberkarten.",
    "swapped spells": "{who} tauscht mit {partner} Zauberkarten und bekommt: {labels}.",
    "took from discard": "{who} nimmt {cards} vom Ablagestapel.",
    "used ability": "{who} nutzt die Fähigkeit von Feld {field}: {labels}.",
    "won thaler": "{who} gewinnt den Taler von {partner}: {labels}.",
}

GERMAN_REFUSALS: Final = {
    "A deal was made in phase 2.": "In Phase 2 wurde gehandelt.",
    "A magic bean was shown: activate a spell or pass.": (
        "Eine Zauberbohne liegt offen: einen Zauber aktivieren oder passen."
    ),
    "A sword was shown: counter-attack or pass.": "Eine Schwertbohne liegt offen: Gegenangriff oder passen.",
    "Abilities and magic beans are for the own magic phase only.": (
        "Fähigkeiten und Zauberbohnen gehören in die eigene Zauberphase."
    ),
    "Card {place} of the hand is no magic bean.": "Karte {place} der Hand ist keine Zauberbohne.",
    "Cards turned over are discarded in phase 3.": "Aufgedeckte Karten werden in Phase 3 abgelegt.",
    "During a card flow one plants, harvests, or goes on.": (
        "Im Kartenfluss wird angebaut, geerntet oder weitergemacht."
    ),
    "During a card flow only rows begun in it have abilities, in the magic phase.": (
        "Im Kartenfluss haben nur darin begonnene Reihen eine Fähigkeit, und nur in der Zauberphase."
    ),
    "In the magic phase abilities are used and magic beans are played.": (
        "In der Zauberphase werden Fähigkeiten genutzt und Zauberbohnen ausgespielt."
    ),
    "It is the magic phase of {active}.": "Es ist die Zauberphase von {active}.",
    "Mean beans need four on the field, or the attack spell.": (
        "Für Gemeine Bohnen braucht es vier auf dem Feld oder den Angriffszauber."
    ),
    "Nothing grows on field {field}.": "Auf Feld {field} wächst nichts.",
    "One hand card is moved to another position of the hand.": (
        "Eine Handkarte wird an eine andere Stelle der Hand gesteckt."
    ),
    "One of the two thalers drawn must count.": "Einer der beiden gezogenen Taler muss gelten.",
    "Only an own face-down spell can be activated.": "Nur eine eigene verdeckte Zauberkarte kann aktiviert werden.",
    "Only magic beans activate spells.": "Nur Zauberbohnen aktivieren Zauberkarten.",
    "Only the card just won can be planted now.": "Jetzt kann nur die gerade gewonnene Karte angebaut werden.",
    "Only the spell just received can be activated now.": (
        "Jetzt kann nur die gerade erhaltene Zauberkarte aktiviert werden."
    ),
    "Only the trade spell allows to discard cards turned over.": (
        "Nur der Handelszauber erlaubt es, aufgedeckte Karten abzulegen."
    ),
    "Spells are swapped with another player.": "Zauberkarten werden mit einem Mitspieler getauscht.",
    "Spells are used in the own turn only.": "Gezaubert wird nur im eigenen Zug.",
    "The attack spell is for sword beans, or for one to three mean beans.": (
        "Der Angriffszauber ist für Schwertbohnen oder für eine bis drei Gemeine Bohnen."
    ),
    "The attack spell is not active.": "Der Angriffszauber ist nicht aktiviert.",
    "The attack spell is used together with mean or sword beans.": (
        "Der Angriffszauber wird zusammen mit Gemeinen Bohnen oder Schwertbohnen genutzt."
    ),
    "The beans spell needs a field with exactly one card.": (
        "Die Verzauberung der Bohnen braucht ein Feld mit genau einer Karte."
    ),
    "The card just won is kept or planted now.": "Die gerade gewonnene Karte wird jetzt behalten oder angebaut.",
    "The discard pile is empty.": "Der Ablagestapel ist leer.",
    "The front card of the hand must be planted.": "Die vorderste Handkarte muss angebaut werden.",
    "The ability of field {field} is used up until it is planted anew.": (
        "Die Fähigkeit von Feld {field} ist verbraucht, bis es neu bepflanzt wird."
    ),
    "The spell just received is activated or kept face down.": (
        "Die gerade erhaltene Zauberkarte wird aktiviert oder verdeckt abgelegt."
    ),
    "The spell pile is empty.": "Der Zauberkartenstapel ist leer.",
    "The trade spell always turns over the third card.": "Der Handelszauber deckt immer die dritte Karte auf.",
    "There is no draw pile left to draw from.": "Es gibt keinen Zugstapel mehr.",
    "There is no fourth field.": "Es gibt kein viertes Feld.",
    "There is no hand card to plant.": "Es gibt keine Handkarte zum Anbauen.",
    "There is no turned-over {card} to discard.": "Es liegt keine {card} aufgedeckt, die abgelegt werden könnte.",
    "This ability is not used on another player.": "Diese Fähigkeit richtet sich nicht gegen Mitspieler.",
    "This ability is used on another player.": "Diese Fähigkeit richtet sich gegen einen Mitspieler.",
    "This field activates one spell, with four or more cards up to two different ones.": (
        "Dieses Feld aktiviert eine Zauberkarte, mit vier oder mehr Karten bis zu zwei verschiedene."
    ),
    "This is not the time for {spell}.": "Für {spell} ist jetzt nicht die Zeit.",
    "{active} is planting by card flow.": "{active} baut gerade im Kartenfluss an.",
    "{active} may use spells now, or goes on.": "{active} kann jetzt zaubern oder macht weiter.",
    "{card} has no ability.": "Eine {card} hat keine Fähigkeit.",
    "{card} is not a card that is due now.": "Eine {card} ist jetzt nicht anzubauen.",
    "{seat} chooses between two thalers.": "{seat} wählt zwischen zwei Talern.",
    "{seat} has a card to place.": "{seat} hat noch eine Karte unterzubringen.",
    "{seat} has no hand card to take.": "{seat} hat keine Handkarte.",
    "{seat} has no such face-down spell.": "{seat} hat keine solche verdeckte Zauberkarte.",
    "{seat} has no thalers to attack.": "{seat} hat keine Taler.",
    "{seat} is looking at a spell.": "{seat} sieht sich gerade eine Zauberkarte an.",
    "{seat} is under a spell and plants now.": "{seat} ist verzaubert und baut jetzt an.",
    "{seat} may activate a spell now.": "{seat} darf jetzt eine Zauberkarte aktivieren.",
    "{seat} may counter-attack now.": "{seat} darf jetzt zurückschlagen.",
    "{spell} is no own face-down spell.": "{spell} ist keine eigene verdeckte Zauberkarte.",
    "{spell} is not active.": "{spell} ist nicht aktiviert.",
}
