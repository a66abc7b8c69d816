"""What people type in German when they trade."""

from __future__ import annotations

from typing import Final

from tobean.speech import talk_en

MEANINGS: Final = {
    "for": "gegen fuer",
    "give": "gebe geb biete verkaufe tausche mein meine meinen meiner",
    "have": "hab habe",
    "they have": "hat habt hast",
    "sought": "gesucht",
    "want": "suche such sucht brauche braucht brauch will wollen moechte moechtet dein deine deinen deiner eure euer "
    "wuensche haettegern haettegerne nehme braeuchte braeucht",
    "others": "wer jemand irgendwer irgendjemand",
    "you": "du ihr",
    "gift": "geschenkt geschenk schenke schenk verschenke umsonst gratis nichts",
    "everybody": "alle allen runde tisch",
    "or": "oder",
    "filler": "und mit der die das den dem ich bitte bohne bohnen karte karten als ist noch gern gerne von mir dafuer "
    "hier tausch es gibt auch nur diese am zu zum dir euch kann koennte wie waers waere hallo na ihm ihnen jetzt "
    "helfen hilft",
}
ASKING: Final = {
    "what": "was welche welchen welches wofuer",
    "cost": "kostet kosten preis wieviel wieviele wieteuer wert",
    "why": "warum wieso weshalb",
    "somebody": "wer wem jemand jemandem irgendwer irgendjemand",
    "them": "du ihr",
    "speaker": "ich",
    "own": "mein meine meinen meiner unsere",
    "wanting": "will willst wollt wollen moechte moechtest moechtet moegt magst brauche brauchst braucht braeuchte "
    "braeuchtest braeuchtet gebrauchen suche suchst sucht nimmst nehmt nimmt nehmen verlangst verlangt verlangen "
    "haettest haettet sammelst sammelt wuenschst wuenscht interesse fehlt",
    "giving": "gibst gebt gibt geben gib gaebst gaebe gaebt abgeben hergeben rausruecken verkaufst verkauft verkaufen "
    "tauschst tauscht tauschen bietest bietet bieten anbieten zahlst zahlt zahlen schenkst schenken loswerden",
    "having": "hast habt hat haben haette",
    "getting": "bekomme bekomm krieg kriege kriegt bekommen kriegen",
    "any": "irgendeine irgendeinen irgendwelche noch",
    "anything": "irgendwas etwas irgendetwas angebote angebot",
    "in return": "fuer gegen dafuer",
    "may": "kann koennte darf duerfte",
    "chatter": "denn der die das den dem ein eine einen einer es ist sind waere waer mir uns dir euch bitte und oder "
    "nicht nein kein keine koenntest koennt kannst muss muesste soll wuerde wuerdest wuerdet gern gerne mal auch jetzt "
    "so zu zum von mit her dein deine deinen deiner eure euer vielleicht hallo na abgelehnt lehnst ab ablehnen im an "
    "bohne bohnen karte karten mich hier da doch wohl eigentlich helfen hilft",
}
NUMBERS: Final = {
    1: "ein eine einen einer eins ne nen",
    2: "zwei zwo beide",
    3: "drei",
    4: "vier",
    5: "fuenf",
}
LETTERS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
ADJECTIVE_ENDINGS: Final = ("", "e", "en", "er", "es", "em")


def forms(name: str, typed: str) -> set[str]:
    """`rote`, `roten`, `rotebohnen`, `sau`, `saubohnen`; what is no bean is bent as in English."""
    stem = typed.removesuffix("bohne")
    if not stem or stem == typed:
        return talk_en.forms(name, typed)
    if " " in name:  # an adjective: Rote Bohne
        bare = stem.removesuffix("e")
        found = {bare + ending for ending in ADJECTIVE_ENDINGS}
    else:
        found = {stem, stem.removesuffix("en") or stem}
    return found | {form + "bohne" for form in found} | {form + "bohnen" for form in found}
