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

REFUSALS: Final = {
    "There is no field {field}: this player has {count}.": "Es gibt kein Feld {field}: Vorhanden sind {count}.",
    "{seat} cannot harvest at this moment.": "{seat} kann in diesem Augenblick nicht ernten.",
    "Field {field} is empty: there is nothing to harvest.": "Feld {field} ist leer: Da gibt es nichts zu ernten.",
    "Field {field} has a single card and is protected while another field has more than one.": (
        "Auf Feld {field} liegt nur eine Karte: Sie ist geschützt, solange auf einem anderen Feld mehr als eine liegt."
    ),
    "Each staked card needs its place.": "Zu jeder eingesetzten Karte gehört ihre Position.",
    "Card {place} of the hand is no {card}.": "Handkarte {place} ist keine {card}.",
    "Card {place} of the hand is staked twice.": "Handkarte {place} ist zweimal eingesetzt.",
    "Only the active player can stake the cards turned over.": (
        "Aufgedeckte Karten kann nur einsetzen, wer an der Reihe ist."
    ),
    "Cards received in a deal cannot be traded on.": "Karten aus einem Handel dürfen nicht weitergehandelt werden.",
    "There are not so many {card} among the cards turned over.": "So viele {card}n sind nicht aufgedeckt.",
    "Not now: {what} is not what this decision asks for.": (
        "Nicht jetzt: „{what}“ passt nicht zu dieser Entscheidung."
    ),
    "Offer {number} is not open (any more).": "Angebot {number} ist nicht (mehr) offen.",
    "At this table each player makes at most {limit} offers and calls a turn.": (
        "An diesem Tisch gilt für Angebote und Zurufe eine Grenze von {limit} je Spieler und Zug."
    ),
    "After {most} actions nobody makes offers and calls any more.": (
        "Nach {most} Aktionen gibt es keine Angebote und Zurufe mehr."
    ),
    "One player has at most {most} offers open.": "Niemand hat mehr als {most} Angebote zugleich offen.",
    "An offer or a call names at most {most} cards.": "Ein Angebot oder Zuruf nennt höchstens {most} Karten.",
    "{card} is no bean of this game.": "In diesem Spiel gibt es keine {card}.",
    "An offer goes to another player or to all.": "Ein Angebot geht an jemand anderen oder an alle.",
    "Only the active player, {active}, can be dealt with.": (
        "Handeln kann man nur mit {active}, denn {active} ist an der Reihe."
    ),
    "A deal in which neither side gives anything is no deal.": (
        "Ein Handel, bei dem keine Seite etwas gibt, ist kein Handel."
    ),
    "Offer {number} is not one that can be countered so.": (
        "Auf Angebot {number} ist ein solches Gegenangebot nicht möglich."
    ),
    "Offer {number} is not for {seat}.": "Angebot {number} ist nicht für {seat}.",
    "Offer {number} asks for other cards than these.": "Angebot {number} verlangt andere Karten als diese.",
    "{seat} has declined offer {number} already.": "{seat} hat Angebot {number} schon abgelehnt.",
    "A call names what one has, or what one wants, or both.": (
        "Ein Zuruf nennt, was man hat, was man sucht oder beides."
    ),
    "Only its owner can withdraw offer {number}.": "Angebot {number} kann nur zurückziehen, wer es gemacht hat.",
    "Only {active} can end the trading.": "Nur {active} kann den Handel beenden.",
    "Only beans can be traded.": "Nur Bohnen können gehandelt werden.",
    "This harvest does not discard these cards.": "Diese Ernte legt nicht diese Karten ab.",
    "It is for {active} to go on.": "Hier macht {active} weiter.",
    "The next phase is about to begin: {active} goes on.": "Gleich beginnt die nächste Phase: {active} macht weiter.",
    "This is the phase of trading.": "Jetzt wird gehandelt.",
    "The game is over: nothing can be done any more.": "Das Spiel ist zu Ende: Jetzt geht nichts mehr.",
    "{seat} has nothing to decide now.": "{seat} hat jetzt nichts zu entscheiden.",
    "{seat} cannot make offers now.": "{seat} kann jetzt keine Angebote machen.",
    "{card} cannot go onto field {field}, where {other} grows.": (
        "Eine {card} kann nicht auf Feld {field}, wo {other}n wachsen."
    ),
    "{card} is a new kind here and needs an empty field.": (
        "Eine {card} ist hier eine neue Sorte und braucht ein leeres Feld."
    ),
    "There is no room for {card}: harvest a field first.": (
        "Für eine {card} ist kein Platz: Erst muss ein Feld geerntet werden."
    ),
    "{active} is planting now.": "Jetzt baut {active} an.",
    "Only the front card of the hand can be planted now.": "Jetzt darf nur die vorderste Handkarte angebaut werden.",
    "The first card of the hand must be planted.": "Die erste Handkarte muss angebaut werden.",
    "In phase 1 the active player plants from the hand.": "In Phase 1 baut aus der Hand an, wer an der Reihe ist.",
    "It is for {seat} to plant first.": "Erst muss {seat} anbauen.",
    "All cards set aside or turned over must be planted now.": (
        "Jetzt müssen alle beiseitegelegten und aufgedeckten Karten angebaut werden."
    ),
    "There is no turned-over {card} to plant.": "Es liegt keine aufgedeckte {card} zum Anbauen da.",
    "There is no {card} set aside here.": "Hier ist keine {card} beiseitegelegt.",
    "In phase 3 only cards set aside or turned over are planted, none from the hand.": (
        "In Phase 3 werden nur beiseitegelegte und aufgedeckte Karten angebaut, keine aus der Hand."
    ),
    "At this table no third field is for sale.": "An diesem Tisch gibt es kein drittes Feld zu kaufen.",
    "{seat} has three fields already.": "{seat} hat schon drei Felder.",
    "A third field costs {price} thalers.": "Ein drittes Feld kostet {price} Taler.",
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
    refusals={
        **REFUSALS,
        **magic_texts.GERMAN_REFUSALS,
        **al_cabohne_texts.GERMAN_REFUSALS,
        **bohnedikt_texts.GERMAN_REFUSALS,
    },
    printed=bohnedikt_texts.GERMAN_PRINTED,
)
