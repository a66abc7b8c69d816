"""Refusals of a session in the words of the viewer's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tobean.kernel.errors import Illegal, TobeanError
from tobean.play.session.errors import BadSetup, Refused
from tobean.speech import refusal
from tobean.speech.mistakes import mistake

GERMAN: Final = {
    "Only players can make offers.": "Nur wer mitspielt, kann Angebote machen.",
    "Only players can make deals.": "Nur wer mitspielt, kann handeln.",
    "Offer {number} is not open any more.": "Angebot {number} ist nicht mehr offen.",
    "Only offers and acceptances can be previewed.": "Eine Vorschau gibt es nur für Angebote und Zusagen.",
    "The game is over at this position: there is nothing to play.": (
        "An dieser Stelle ist das Spiel zu Ende: Da gibt es nichts weiterzuspielen."
    ),
    "The game has not begun yet.": "Das Spiel hat noch nicht begonnen.",
    "There is nothing to take back: nothing was done, or something has been revealed since.": (
        "Es gibt nichts zurückzunehmen: Es ist nichts geschehen, oder seitdem wurde etwas aufgedeckt."
    ),
    "Only your own last action can be taken back, and only until somebody else acts.": (
        "Zurücknehmen kann man nur die eigene letzte Aktion, und nur, bis jemand anders etwas tut."
    ),
    "The pace is one of {known}, not {given}.": "Als Tempo gibt es {known}, aber nicht {given}.",
    "The clock is 0 (none) or {least} to {most} seconds, not {given}.": (
        "Die Bedenkzeit ist 0 (keine) oder {least} bis {most} Sekunden, nicht {given}."
    ),
    "The tempo is 0 to {most} per cent, not {given}.": "Die Pausen sind 0 bis {most} Prozent, nicht {given}.",
    "There is no such seat to start with.": "Diesen Platz für den Beginn gibt es nicht.",
    "The language is one of {known}, not {given}.": "Als Sprache gibt es {known}, aber nicht {given}.",
    "Two players are called {name}: names must differ.": (
        "Zwei am Tisch heißen {name}: Namen müssen sich unterscheiden."
    ),
    "{name} is the letter of another seat and cannot be a name here.": (
        "{name} ist der Buchstabe eines anderen Platzes und kann hier kein Name sein."
    ),
    "A bot makes at most {most} offers and calls a turn.": (
        "Ein Bot macht höchstens {most} Angebote und Zurufe in einem Zug."
    ),
    "A seat is open, for a person or for a bot, not {given}.": (
        "Ein Platz ist frei, für einen Menschen oder für einen Bot, nicht {given}."
    ),
    "An open seat has no name and nobody in it.": "Ein freier Platz hat keinen Namen, und niemand sitzt dort.",
    "A name has 1 to 40 characters, without comma, colon, semicolon or =.": (
        "Ein Name hat 1 bis 40 Zeichen, ohne Komma, Doppelpunkt, Semikolon und =."
    ),
    "A person's seat needs the person and has no bot.": "Zum Platz eines Menschen gehört der Mensch und kein Bot.",
    "The key of a person is too long.": "Der Schlüssel einer Person ist zu lang.",
    "A face is a number from 0 to {most}.": "Ein Gesicht ist eine Zahl von 0 bis {most}.",
    "The table has moved on: have another look.": "Inzwischen ist etwas geschehen: Schau noch einmal hin.",
    "There are hints where all others are bots, or where the table allows them.": (
        "Tipps gibt es, wo alle anderen Bots sind oder der Tisch es erlaubt."
    ),
    "The cards are shown to all only when the game is over.": "Alle Karten werden erst nach dem Spiel gezeigt.",
    "This seat is taken.": "Dieser Platz ist besetzt.",
    "The game is over.": "Das Spiel ist zu Ende.",
    "Nobody sits there.": "Dort sitzt niemand.",
    "This is not your seat.": "Das ist nicht dein Platz.",
    "The game has begun already.": "Das Spiel hat schon begonnen.",
    "A seat is still open: wait for somebody, or let a bot sit there.": (
        "Ein Platz ist noch frei: Warte auf jemanden oder setze einen Bot dorthin."
    ),
    "There is no action that is so long.": "Eine so lange Aktion gibt es nicht.",
    "That would be an action of another seat.": "Das wäre eine Aktion eines anderen Platzes.",
    "At this table nothing is taken back.": "An diesem Tisch wird nichts zurückgenommen.",
    "A line of chat has 1 to {most} characters.": "Eine Zeile hat 1 bis {most} Zeichen.",
    "Wishes are at most {most} kinds of this game.": "Wünsche sind höchstens {most} Sorten dieses Spiels.",
    "There are at most {most} short standing orders.": "Es gibt höchstens {most} kurze Daueraufträge.",
}


def refusal_text(error: TobeanError, names: Sequence[str], language: str) -> str:
    """Why something was refused, as a sentence; what is only for writers of programs stays English."""
    if isinstance(error, Illegal):
        return refusal(error, names, language)
    if isinstance(error, (Refused, BadSetup)) and language == "de" and error.template in GERMAN:
        return GERMAN[error.template].format(**error.blanks)
    return mistake(str(error), language)
