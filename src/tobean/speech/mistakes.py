"""What is wrong with something that a person typed or brought, in German: the English text of the error is the key.

Errors of the engine are English, for whoever writes programs. `{}` is a blank; in German they have numbers, because
their order may be another one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

NOTATION: Final = {
    "write {}": "schreib {0}",
    "there is no bean called {}": "eine Bohne namens {0} gibt es nicht",
    "{} is no card; write for example `Red, 2 Blue`": "{0} ist keine Karte; schreib zum Beispiel `Red, 2 Blue`",
    "{} must name kinds of beans": "{0} muss Bohnensorten nennen",
    "these are too many cards for one list: there may be {}": (
        "das sind zu viele Karten für eine Liste: Es dürfen {0} sein"
    ),
    "{} is no seat; seats are {}": "{0} ist kein Platz; die Plätze sind {1}",
    "{} is no {}: a number from 1 on is needed": "{0} geht hier nicht: Es muss eine Zahl ab 1 sein",
    "{} is not a number from 0 to {}": "{0} ist keine Zahl von 0 bis {1}",
    "{} is neither {} nor 'no'": "{0} ist weder {1} noch 'no'",
    "there is no boss {}; the bosses are {}": "einen Boss {0} gibt es nicht; die Bosse sind {1}",
    "{} is no staked card; write `Red@2` for a hand card or `turned Red` for one turned over": (
        "{0} ist keine gebotene Karte; schreib `Red@2` für eine Handkarte oder `turned Red` für eine aufgedeckte"
    ),
    "{} is no action; write for example `A plant Red 1`": "{0} ist keine Aktion; schreib zum Beispiel `A plant Red 1`",
    "{} is nothing one can do; there are: {}": "{0} kann man nicht tun; es gibt: {1}",
    "there is no spell {}; there are: {}": "einen Zauber {0} gibt es nicht; es gibt: {1}",
    "{} is no standing order; write `have Soy; want Red`": "{0} ist kein Dauerauftrag; schreib `have Soy; want Red`",
    "a standing order names kinds of this game": "ein Dauerauftrag nennt Sorten dieses Spiels",
}

SETUP: Final = {
    "there is no game {}": "ein Spiel {0} gibt es nicht",
    "there is no game {}; there are: {}": "ein Spiel {0} gibt es nicht; es gibt: {1}",
    "{} is for {} players, not {}": "{0} ist für {1} Personen, nicht für {2}",
    "the starting player must be a seat from 0 to {} (A to {})": (
        "beginnen kann nur ein Platz von 0 bis {0} (A bis {1})"
    ),
    "a deck of {} cards is too small: {} players are dealt {} cards and at least one must be left to draw": (
        "{0} Karten sind zu wenige: {1} Personen bekommen je {2} Karten, und mindestens eine muss zum Ziehen bleiben"
    ),
    "a deck of {} cards is too small: each player is dealt {} cards": (
        "{0} Karten sind zu wenige: Alle bekommen je {1} Karten"
    ),
    "this deck is too small: every boss needs a kind of his own, and one card must be left to draw": (
        "das sind zu wenige Karten: Jeder Boss braucht eine eigene Sorte, und eine Karte muss zum Ziehen bleiben"
    ),
    "{} has no option {}; its options are: {}": "{0} hat keine Option {1}; es gibt: {2}",
    "{} is no bean of {}": "{0} ist keine Bohne von {1}",
    "the option {} is either true or false, not {}": "die Option {0} ist entweder an oder aus, nicht {1}",
    "the option {} is a number from 0 on, or none, not {}": "die Option {0} ist eine Zahl ab 0 oder keine, nicht {1}",
    "the option {} is at most {}, not {}": "die Option {0} ist höchstens {1}, nicht {2}",
    "a deck of {} cards is too large: there may be {}": "{0} Karten sind zu viele: Es dürfen {1} sein",
    "{} should be a text": "{0} soll ein Text sein",
    "{} should be a number": "{0} soll eine Zahl sein",
    "{} is too long": "{0} ist zu lang",
    "this form cannot be read: {}": "dieses Formular ist nicht zu lesen: {0}",
}

CARDS: Final = {
    "the card set is no TOML: {}": "der Kartensatz ist kein TOML: {0}",
    "the card set is no JSON: {}": "der Kartensatz ist kein JSON: {0}",
    "the card set is too long: it may have {} characters": "der Kartensatz ist zu lang: Es dürfen {0} Zeichen sein",
    "the card set has a line with too many dots: there may be {} outside its texts": (
        "eine Zeile des Kartensatzes hat zu viele Punkte: Außerhalb der Texte dürfen es {0} sein"
    ),
    "the card set has a number that is too long: it may have {} digits": (
        "im Kartensatz ist eine Zahl zu lang: Sie darf {0} Ziffern haben"
    ),
    "the card set is nested too deeply: its brackets may be {} deep": (
        "der Kartensatz ist zu tief verschachtelt: Seine Klammern dürfen {0} tief sein"
    ),
    "a text of the card set stands on one line, between simple quotation marks": (
        "ein Text des Kartensatzes steht in einer Zeile, zwischen einfachen Anführungszeichen"
    ),
    "with this card set {} has too many cards: there may be {}": (
        "mit diesem Kartensatz hat {0} zu viele Karten: Es dürfen {1} sein"
    ),
    "{}: the name {} is too long: it may have {} characters": (
        "{0}: Der Name {1} ist zu lang: Er darf {2} Zeichen haben"
    ),
    "{}: {} is too long: it may have {} characters": "{0}: {1} ist zu lang: Es dürfen {2} Zeichen sein",
    "{}: a beanometer has numbers from 0 to {}": "{0}: Ein Bohnometer hat Zahlen von 0 bis {1}",
    "the card set must be a JSON object": "der Kartensatz muss ein JSON-Objekt sein",
    "the card set does not say for which game it is: write game = {}": (
        "der Kartensatz sagt nicht, für welches Spiel er ist: schreib game = {0}"
    ),
    "the card set is for the game {}, not for {}": "der Kartensatz ist für das Spiel {0}, nicht für {1}",
    "with this card set {} has too few cards: more than {} are needed": (
        "mit diesem Kartensatz hat {0} zu wenige Karten: Es müssen mehr als {1} sein"
    ),
    "there must be more sacrifice cards than players, not {}": (
        "es muss mehr Opferkarten geben, als Personen mitspielen, nicht {0}"
    ),
    "{}: write [{}.NAME] and below it what is printed on that card": (
        "{0}: schreib [{1}.NAME] und darunter, was auf der Karte steht"
    ),
    "{}: count must be a number from {} to {}, not {}": "{0}: count muss eine Zahl von {1} bis {2} sein, nicht {3}",
    "{}: {} must be a text of one line": "{0}: {1} muss ein Text in einer Zeile sein",
    "{}: a beanometer is four numbers: the cards for 1, 2, 3 and 4 thalers, 0 for none": (
        "{0}: Ein Bohnometer sind vier Zahlen: die Karten für 1, 2, 3 und 4 Taler, 0 für keine"
    ),
    "{}: the beanometer {} does not rise: more thalers need more cards": (
        "{0}: Das Bohnometer {1} steigt nicht: Mehr Taler brauchen mehr Karten"
    ),
    "{} has no bean {}; there are: {}": "{0} hat keine Bohne {1}; es gibt: {2}",
    "{} has no card {}; there are: {}": "{0} hat keine Karte {1}; es gibt: {2}",
    "{}: nobody knows {}; there are: {}": "{0}: {1} kennt niemand; es gibt: {2}",
    "there is no edict effect {}; known effects: {}": "eine Wirkung {0} gibt es nicht; es gibt: {1}",
    "{}: an edict has no beanometer": "{0}: Ein Edikt hat kein Bohnometer",
    "{}: the name {} may not hold comma, colon, semicolon or @": (
        "{0}: Der Name {1} darf weder Komma, Doppelpunkt, Semikolon noch @ enthalten"
    ),
    "{}: {} is called {} already": "{0}: {2} heißt schon {1}",
    "{}: the rules know exactly {} of this card": "{0}: Die Regeln kennen genau {1} von dieser Karte",
}

RECORDS: Final = {
    "line {}: {}": "Zeile {0}: {1}",
    "line {}: {} is refused: {}": "Zeile {0}: {1} geht nicht: {2}",
    "line {}: more chance results than the action brings": "Zeile {0}: mehr Zufall, als die Aktion bringt",
    "line 1: a record begins with {}": "Zeile 1: Eine Aufzeichnung beginnt mit {0}",
    "line {}: the record ends before the deal": "Zeile {0}: Die Aufzeichnung endet, bevor Karten verteilt sind",
    "line {}: nobody knows the entry {}": "Zeile {0}: Den Eintrag {1} kennt niemand",
    "line {}: played by the rules {}; these are {}": "Zeile {0}: gespielt nach den Regeln {1}; dies sind {2}",
    "line {}: played by the rules {}; by those of today, {}, {} is refused: {}": (
        "Zeile {0}: gespielt nach den Regeln {1}; nach den heutigen, {2}, geht {3} nicht: {4}"
    ),
    "line {}: the result is not what was played: {}": "Zeile {0}: Das Ergebnis ist nicht das gespielte: {1}",
    "{} is no name for a player: 1 to 40 characters without comma, colon, semicolon, =": (
        "{0} ist kein Name: 1 bis 40 Zeichen ohne Komma, Doppelpunkt, Semikolon, ="
    ),
    "{} is no name for a player: there is a character in it that cannot be printed": (
        "{0} ist kein Name: Ein Zeichen darin lässt sich nicht drucken"
    ),
    "these are too many moves: there may be {}": "das sind zu viele Züge: Es dürfen {0} sein",
    "this text is too long: it may have {} characters": "dieser Text ist zu lang: Er darf {0} Zeichen haben",
    "these are too many lines: there may be {}": "das sind zu viele Zeilen: Es dürfen {0} sein",
    "this line is too long: it may have {} characters": "diese Zeile ist zu lang: Sie darf {0} Zeichen haben",
    "there is a character in this line that cannot be printed": (
        "in dieser Zeile ist ein Zeichen, das sich nicht drucken lässt"
    ),
    "line {}: this record would make too large a replay": "Zeile {0}: Diese Aufzeichnung wäre zu groß zum Anschauen",
    "{} is no move; write `{} A plant Red 1`": "{0} ist kein Zug; schreib `{1} A plant Red 1`",
    "this should be move {}, not {}: a line is missing or too many": (
        "das müsste Zug {0} sein, nicht {1}: Eine Zeile fehlt oder ist zu viel"
    ),
    "two players are called {}: names must differ": "zwei heißen {0}: Namen müssen sich unterscheiden",
    "{} is the letter of another seat and cannot be a name here": (
        "{0} ist der Buchstabe eines anderen Platzes und kann hier kein Name sein"
    ),
    "the head of the record has no {}": "im Kopf der Aufzeichnung fehlt {0}",
    "the cards are dealt twice": "die Karten werden zweimal verteilt",
    "{} does not belong in the head of a record": "{0} gehört nicht in den Kopf einer Aufzeichnung",
    "nothing comes after the result": "nach dem Ergebnis kommt nichts mehr",
    "the record has {} players, not {}": "in der Aufzeichnung spielen {0}, nicht {1}",
    "the record has positions 0 to {}, not {}": "die Aufzeichnung hat die Stellungen 0 bis {0}, nicht {1}",
    "{} is no option; write `third_field=yes`": "{0} ist keine Option; schreib `third_field=yes`",
    "{} is no value of an option: yes, no, none or a number": (
        "{0} ist kein Wert einer Option: yes, no, none oder eine Zahl"
    ),
    "the chance result {} is not among the cards it is drawn from": (
        "der Zufall {0} ist nicht unter den Karten, aus denen gezogen wird"
    ),
    "a chance result is missing": "ein Ergebnis des Zufalls fehlt",
}

GERMAN: Final = {**NOTATION, **SETUP, **CARDS, **RECORDS}
NESTED: Final = ("line {}: {}",)
"""The last blank of these is another mistake."""


@cache
def patterns() -> list[tuple[re.Pattern[str], str, str]]:
    """What to look for, the most telling first."""
    ranked = sorted(GERMAN, key=lambda english: -len(english.replace("{}", "")))
    found = []
    for english in ranked:
        parts = [re.escape(part) for part in english.split("{}")]
        found.append((re.compile("(.*)".join(parts), re.DOTALL), english, GERMAN[english]))
    return found


def mistake(text: str, language: str) -> str:
    """The text of an error in this language; one that has no words there stays English."""
    if language != "de":
        return text
    for pattern, english, german in patterns():
        match = pattern.fullmatch(text)
        if match is not None:
            blanks = list(match.groups())
            if english in NESTED:
                blanks[-1] = mistake(blanks[-1], language)
            return german.format(*blanks)
    return text
