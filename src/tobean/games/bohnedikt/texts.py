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

GERMAN_REFUSALS: Final = {
    "An edict can only be planted in the monastery garden, field 1.": (
        "Ein Edikt kann nur im Klostergarten angebaut werden, auf Feld 1."
    ),
    "In this monastery garden only {card} and edicts can be planted.": (
        "In diesem Klostergarten lassen sich nur die {card} und Edikte anbauen."
    ),
    "On this God's acre only {card} can be planted.": "Auf diesem Gottesacker lässt sich nur die {card} anbauen.",
    "At this moment no sacrifice card can be played.": "In diesem Augenblick kann keine Opferkarte ausgespielt werden.",
    "The sacrifice card shows other kinds than these.": "Die Opferkarte zeigt andere Sorten als diese.",
    "{seat} does not have the {card} there.": "{seat} hat dort keine {card}.",
    "The sacrifice card in front must be played or discarded first.": (
        "Erst muss die Opferkarte vorne auf der Hand ausgespielt oder abgeworfen werden."
    ),
    "The card that was behind the sacrifice card must be planted now.": (
        "Die Karte hinter der Opferkarte muss jetzt angebaut werden."
    ),
    "Only the sacrifice card in front of the hand is discarded.": (
        "Nur die Opferkarte ganz vorne auf der Hand wird abgeworfen."
    ),
    "Both kinds of the sacrifice card are there: it must be played.": (
        "Beide Sorten der Opferkarte sind da: Sie muss ausgespielt werden."
    ),
    "{seat} must harvest now to have enough thalers for the tribute.": (
        "{seat} muss jetzt ernten, um genug Taler zum Abgeben zu haben."
    ),
    "Edict U1 allows no deals with the right neighbour.": "Edikt U1 erlaubt keinen Handel mit dem rechten Mitspieler.",
    "Edict U2 allows no deals with the left neighbour.": "Edikt U2 erlaubt keinen Handel mit dem linken Mitspieler.",
    "Edict U3 allows deals with {seat} only, as in the first deal.": (
        "Edikt U3 erlaubt nur Handel mit {seat}, wie beim ersten Mal."
    ),
    "Edict U4 allows one deal at the most, and it has been made.": (
        "Edikt U4 erlaubt höchstens einen Handel, und den gab es schon."
    ),
    "Edict U5 allows no hand cards to be staked.": "Edikt U5 erlaubt es nicht, Handkarten einzusetzen.",
    "Edict U6 allows no turned-over cards to be staked.": "Edikt U6 erlaubt es nicht, aufgedeckte Karten einzusetzen.",
    "Edict U7 demands that {active} gives more cards than they get.": (
        "Edikt U7 verlangt, dass {active} mehr Karten gibt als bekommt."
    ),
    "Edict U7 bars a swap of one card for one.": "Edikt U7 verbietet einen Tausch von einer Karte gegen eine.",
    "Edict U8 allows {active} no offers.": "Edikt U8 erlaubt {active} keine Angebote.",
    "Edicts U5 and U6 together leave only gifts to {active}.": (
        "Die Edikte U5 und U6 lassen zusammen nur Geschenke an {active} zu."
    ),
    "The edicts in force allow no deal any more.": "Die geltenden Edikte lassen keinen Handel mehr zu.",
    "Edicts are for the active player, {active}.": "Edikte gelten für {active}, denn {active} ist an der Reihe.",
    "{card} is not in force.": "{card} ist nicht in Kraft.",
    "{card} has been used already.": "{card} ist schon verbraucht.",
    "{card} is used at once or not at all: use it or pass.": (
        "{card} wird sofort genutzt oder gar nicht: nutzen oder passen."
    ),
    "{card} is not used now.": "{card} wird jetzt nicht genutzt.",
    "This needs a hand card or a turned-over card.": "Dazu gehört eine Handkarte oder eine aufgedeckte Karte.",
    "F8 needs another player.": "Zu F8 gehört jemand anderes.",
    "It is for {seat} to answer first.": "Erst muss {seat} antworten.",
    "{seat} holds what F8 asks for and must swap.": "{seat} hat, was F8 verlangt, und muss tauschen.",
    "There is no turned-over {card} to discard.": "Es liegt keine aufgedeckte {card} zum Ablegen da.",
    "F6 needs a card set aside.": "Zu F6 gehört eine beiseitegelegte Karte.",
}
