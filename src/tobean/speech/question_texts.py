"""What is asked at each decision: the rule, and the text for whoever is asked and for the others.

By the name of the step, where needed with what makes the difference (see asking.py). `who` is the player who is asked.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Question(NamedTuple):
    """One question in one language."""

    rule: str
    yours: str
    theirs: str


ENGLISH: Final = {
    "over": Question("B8", "The game is over.", "The game is over."),
    "plant from hand": Question("B3", "Plant the front card of your hand.", "{who} plants the front card."),
    "plant from hand, second": Question("B3", "Plant the next card, or pass.", "{who} may plant a second card."),
    "plant due": Question("B5", "Plant your cards in any order.", "{who} plants the cards set aside."),
    "trading": Question("T8", "Trade, or end the trading.", "{who} is trading: offer something, or wait."),
    "trading, answer": Question(
        "T4", "Answer offer {offer}: accept, decline or counter.", "{who} is asked about offer {offer}."
    ),
    "trading, waiting": Question("T8", "Waiting for {who}. You may trade on, or end the trading.", ""),
    "last chance": Question(
        "K8", "The draw pile may run out: harvest now, or go on.", "{who} goes on; you may harvest before."
    ),
    "magic": Question("R5", "Magic phase: use abilities or magic beans, or go on.", "{who} is in the magic phase."),
    "window": Question("R16", "You may use a spell now, or go on.", "{who} may use a spell."),
    "start of trading": Question("R20", "Before the trading you may use a spell, or go on.", "{who} may use a spell."),
    "after the draw": Question("R25", "Before your turn ends you may use a spell, or go on.", "{who} may use a spell."),
    "choose thaler": Question("R17", "Choose which of the two thalers counts.", "{who} chooses between two thalers."),
    "counter-attack": Question("R15", "A sword: counter-attack, or pass.", "{who} may counter-attack."),
    "activate one": Question(
        "R15", "A magic bean: activate one of your spells, or pass.", "{who} may activate a spell."
    ),
    "place card": Question("R8", "Keep the card you won, or plant it.", "{who} keeps or plants the card just won."),
    "lay spell": Question("R19", "Activate the spell you got, or keep it face down.", "{who} looks at a spell."),
    "card flow": Question(
        "R21", "Card flow: plant the front card as often as you like, then go on.", "{who} plants by card flow."
    ),
    "plant enchanted": Question(
        "R24", "You are under a spell: plant your front card.", "{who} must plant the front card."
    ),
    "plant enchanted, caster": Question(
        "R24", "You may plant your front card, or pass.", "{who} may plant the front card."
    ),
    "plant or sacrifice": Question("B3", "Plant the front card of your hand.", "{who} plants the front card."),
    "plant or sacrifice, in front": Question(
        "D11",
        "A sacrifice card is in front: play it if you have both kinds, else discard it.",
        "{who} has a sacrifice card in front.",
    ),
    "plant or sacrifice, must": Question(
        "D11", "Plant the card that was behind the sacrifice card.", "{who} plants the front card."
    ),
    "at once": Question("D5", "Use the edict {edict} now, or pass.", "{who} may use the edict {edict}."),
    "edict swap": Question(
        "D5", "Edict F8: swap the card that was named, or say that you have none.", "{who} must answer the edict F8."
    ),
    "tribute due": Question(
        "D16", "Harvest, until you have enough thalers for the tribute.", "{who} harvests for the tribute."
    ),
    "sacrifice or draw": Question(
        "D9",
        "Before the draw you may play your sacrifice card or harvest, or go on.",
        "{who} goes on; you may act before.",
    ),
    "leftovers": Question(
        "A4", "Plant or discard each kind that was left for you.", "{who} takes care of the leftovers."
    ),
    "tax": Question("A5", "The mafia is about to collect: harvest now, or go on.", "{who} is about to pay the mafia."),
    "plant own": Question("A6", "Plant the front card of your hand.", "{who} plants the front card."),
    "plant own, second": Question("A6", "Plant the next card, or pass.", "{who} may plant a second card."),
    "plant own, planted": Question("A12", "Harvest, or go on to the reveal.", "{who} is about to reveal cards."),
    "plant revealed": Question(
        "A9", "Plant the revealed cards, feed the bosses, or go on.", "{who} plants the revealed cards."
    ),
    "before replenishing": Question("A11", "Harvest, or go on and draw two cards.", "{who} is about to draw."),
}

GERMAN: Final = {
    "over": Question("B8", "Das Spiel ist zu Ende.", "Das Spiel ist zu Ende."),
    "plant from hand": Question("B3", "Baue deine vorderste Handkarte an.", "{who} baut die vorderste Handkarte an."),
    "plant from hand, second": Question(
        "B3", "Baue die nächste Karte an oder passe.", "{who} darf eine zweite Karte anbauen."
    ),
    "plant due": Question(
        "B5", "Baue deine Karten an, in beliebiger Reihenfolge.", "{who} baut die beiseitegelegten Karten an."
    ),
    "trading": Question("T8", "Handle oder beende den Handel.", "{who} handelt: Biete etwas an oder warte ab."),
    "trading, answer": Question(
        "T4",
        "Antworte auf Angebot {offer}: annehmen, ablehnen oder kontern.",
        "{who} ist nach Angebot {offer} gefragt.",
    ),
    "trading, waiting": Question("T8", "{who} überlegt noch. Du kannst weiterhandeln oder den Handel beenden.", ""),
    "last chance": Question(
        "K8",
        "Der Zugstapel könnte zu Ende gehen: Ernte jetzt oder mach weiter.",
        "{who} macht gleich weiter; vorher darfst du ernten.",
    ),
    "magic": Question(
        "R5", "Zauberphase: Nutze Fähigkeiten oder Zauberbohnen oder mach weiter.", "{who} ist in der Zauberphase."
    ),
    "window": Question("R16", "Du darfst jetzt zaubern oder machst weiter.", "{who} darf zaubern."),
    "start of trading": Question("R20", "Vor dem Handel darfst du zaubern oder machst weiter.", "{who} darf zaubern."),
    "after the draw": Question(
        "R25", "Vor dem Ende deines Zuges darfst du zaubern oder machst weiter.", "{who} darf zaubern."
    ),
    "choose thaler": Question("R17", "Wähle, welcher der beiden Taler gilt.", "{who} wählt zwischen zwei Talern."),
    "counter-attack": Question("R15", "Ein Schwert: Schlag zurück oder passe.", "{who} darf zurückschlagen."),
    "activate one": Question(
        "R15", "Eine Zauberbohne: Aktiviere einen deiner Zauber oder passe.", "{who} darf einen Zauber aktivieren."
    ),
    "place card": Question(
        "R8", "Behalte die gewonnene Karte oder baue sie an.", "{who} behält die gewonnene Karte oder baut sie an."
    ),
    "lay spell": Question(
        "R19", "Aktiviere den erhaltenen Zauber oder lass ihn verdeckt.", "{who} sieht sich einen Zauber an."
    ),
    "card flow": Question(
        "R21",
        "Kartenfluss: Baue die vorderste Karte an, so oft du willst, dann mach weiter.",
        "{who} baut im Kartenfluss an.",
    ),
    "plant enchanted": Question(
        "R24", "Du bist verzaubert: Baue deine vorderste Karte an.", "{who} muss die vorderste Karte anbauen."
    ),
    "plant enchanted, caster": Question(
        "R24", "Du darfst deine vorderste Karte anbauen oder passen.", "{who} darf die vorderste Karte anbauen."
    ),
    "plant or sacrifice": Question(
        "B3", "Baue deine vorderste Handkarte an.", "{who} baut die vorderste Handkarte an."
    ),
    "plant or sacrifice, in front": Question(
        "D11",
        "Vorne steckt eine Opferkarte: Spiele sie, wenn du beide Sorten hast, sonst lege sie ab.",
        "Bei {who} steckt eine Opferkarte vorne.",
    ),
    "plant or sacrifice, must": Question(
        "D11", "Baue die Karte an, die hinter der Opferkarte steckte.", "{who} baut die vorderste Handkarte an."
    ),
    "at once": Question("D5", "Nutze jetzt das Edikt {edict} oder passe.", "{who} darf das Edikt {edict} nutzen."),
    "edict swap": Question(
        "D5",
        "Edikt F8: Tausche die genannte Karte oder sage, dass du keine hast.",
        "{who} muss auf Edikt F8 antworten.",
    ),
    "tribute due": Question("D16", "Ernte, bis du genug Taler zum Abgeben hast.", "{who} erntet für die Abgabe."),
    "sacrifice or draw": Question(
        "D9",
        "Vor dem Ziehen darfst du opfern oder ernten oder machst weiter.",
        "{who} macht gleich weiter; vorher darfst du handeln.",
    ),
    "leftovers": Question(
        "A4", "Baue jede übrig gelassene Sorte an oder lege sie ab.", "{who} kümmert sich um die übrigen Karten."
    ),
    "tax": Question(
        "A5", "Gleich kassiert die Mafia: Ernte jetzt oder mach weiter.", "{who} zahlt gleich an die Mafia."
    ),
    "plant own": Question("A6", "Baue deine vorderste Handkarte an.", "{who} baut die vorderste Handkarte an."),
    "plant own, second": Question(
        "A6", "Baue die nächste Karte an oder passe.", "{who} darf eine zweite Karte anbauen."
    ),
    "plant own, planted": Question(
        "A12", "Ernte oder decke die nächsten Karten auf.", "{who} deckt gleich Karten auf."
    ),
    "plant revealed": Question(
        "A9", "Baue aufgedeckte Karten an, füttere die Bosse oder mach weiter.", "{who} baut aufgedeckte Karten an."
    ),
    "before replenishing": Question("A11", "Ernte oder ziehe zwei Karten nach.", "{who} zieht gleich nach."),
}
