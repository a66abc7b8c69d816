"""The words of the coach. Figures are expected thalers."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "accept": "Say yes: the deal is worth about {own} thalers to you and {other} to {partner}.",
        "accept gift": "Take the gift: {cards} is worth about {own} thalers to you.",
        "offer": "Offer {partner} {cards}: the deal would bring you about {own} thalers and the other side {other}.",
        "give": "Give {cards} away: without it you stand better by about {own} thalers.",
        "ask": "Ask {partner} for {cards}: it would bring you about {own} thalers.",
        "decline loss": "Say no: the deal would cost you about {own} thalers.",
        "decline little": "Say no: the deal would bring you next to nothing.",
        "decline envy": "Say no: the deal would help {partner} too much.",
        "withdraw": "Take the offer back: by now it would be a loss.",
        "end trading": "End the trading: no deal that suits both sides is in sight.",
        "plant matching": "Plant {cards} where it grows already.",
        "plant new": "Begin a row of {cards} here.",
        "harvest": "Harvest {cards}: it pays {own} thalers, and the field is needed.",
        "harvest for room": "Harvest {cards}: it pays nothing, but the field is needed, and it is missed least.",
        "discard": "Discard {cards}: planting it would cost more.",
        "pass": "Keep {cards} in your hand: planting it now would cost more than it brings.",
        "go on": "Go on: there is nothing to gain here.",
        "special": "This is worth about {own} thalers to you.",
        "has to be": "Something has to be done here, and this costs least.",
        "plant matching now": (
            "Plant {cards} where it grows already: anything else is worse by about {own} thalers or more."
        ),
        "plant new now": "Begin a row of {cards} here: anything else is worse by about {own} thalers or more.",
        "harvest now": "Harvest {cards} now: anything else is worse by about {own} thalers or more.",
        "best": "This is better than anything else by about {own} thalers.",
        "as good as any": "Nothing is clearly better here: this is as good as any.",
    },
    "de": {
        "accept": "Sag ja: Der Handel bringt dir etwa {own} Taler, der anderen Seite ({partner}) {other}.",
        "accept gift": "Nimm das Geschenk an: Es bringt dir etwa {own} Taler.",
        "offer": "Biete das an: Der Handel brächte dir etwa {own} Taler und der anderen Seite {other}.",
        "give": "Verschenke {cards}: Ohne stehst du um etwa {own} Taler besser da.",
        "ask": "Bitte um {cards}: Das brächte dir etwa {own} Taler.",
        "decline loss": "Sag nein: Der Handel würde dich etwa {own} Taler kosten.",
        "decline little": "Sag nein: Der Handel brächte dir so gut wie nichts.",
        "decline envy": "Sag nein: Der Handel würde {partner} zu sehr helfen.",
        "withdraw": "Zieh das Angebot zurück: Inzwischen wäre es ein Verlust.",
        "end trading": "Beende den Handel: Es ist nichts in Sicht, was beiden Seiten nützt.",
        "plant matching": "Baue {cards} dort an, wo schon welche wachsen.",
        "plant new": "Beginne hier eine Reihe mit: {cards}.",
        "harvest": "Ernte: Das bringt {own} Taler, und das Feld wird gebraucht.",
        "harvest for room": "Ernte: Das bringt nichts, aber das Feld wird gebraucht, und hier fehlt es am wenigsten.",
        "discard": "Lege {cards} ab: Der Anbau würde mehr kosten.",
        "pass": "Behalte {cards} auf der Hand: Der Anbau würde jetzt mehr kosten als bringen.",
        "go on": "Mach weiter: Hier ist nichts zu gewinnen.",
        "special": "Das bringt dir etwa {own} Taler.",
        "has to be": "Etwas muss hier geschehen, und das kostet am wenigsten.",
        "plant matching now": (
            "Baue {cards} dort an, wo schon welche wachsen: Alles andere ist um etwa {own} Taler oder mehr schlechter."
        ),
        "plant new now": "Baue hier {cards} neu an: Alles andere ist um etwa {own} Taler oder mehr schlechter.",
        "harvest now": "Ernte jetzt: Alles andere ist um etwa {own} Taler oder mehr schlechter.",
        "best": "Das ist um etwa {own} Taler besser als alles andere.",
        "as good as any": "Hier ist nichts klar besser: Das ist so gut wie anderes.",
    },
}
"""Why to do something, by language and by the name of the reason."""

REVIEW: Final[dict[str, dict[str, str]]] = {
    "en": {
        "deals": "Deals",
        "deal": (
            "Turn {turn}: {who} gives {cards}, {partner} gives {gets}: worth {own} thalers "
            "to {who}, {other} to {partner}."
        ),
        "no deals": "No deals were made.",
        "missed deals": "The biggest missed deals",
        "missed deal": (
            "Turn {turn}: {who} could have given {partner} {cards} for {gets}: {own} thalers "
            "for {who}, {other} for {partner}."
        ),
        "missed harvests": "The biggest missed harvests",
        "missed harvest": (
            "Action {ply}, turn {turn}: {who} could have harvested {cards} for {thalers}; "
            "that was better by {own} thalers."
        ),
        "wrong harvest": (
            "Action {ply}, turn {turn}: {who} harvested {cards} for {thalers}; another act was better by {own} thalers."
        ),
        "none": "None worth speaking of.",
        "balance": "Gained by deals: {balance}.",
    },
    "de": {
        "deals": "Handel",
        "deal": (
            "Zug {turn}: {who} gibt {cards}, {partner} gibt {gets}: {own} Taler wert für {who}, {other} für {partner}."
        ),
        "no deals": "Es wurde nicht gehandelt.",
        "missed deals": "Die größten verpassten Geschäfte",
        "missed deal": (
            "Zug {turn}: {who} hätte {partner} {cards} geben können für {gets}: {own} Taler "
            "für {who}, {other} für {partner}."
        ),
        "missed harvests": "Die größten verpassten Ernten",
        "missed harvest": (
            "Aktion {ply}, Zug {turn}: {who} hätte {cards} ernten können für {thalers}; das war um {own} Taler besser."
        ),
        "wrong harvest": (
            "Aktion {ply}, Zug {turn}: {who} erntete {cards} für {thalers}; etwas anderes war um {own} Taler besser."
        ),
        "none": "Keine, die der Rede wert sind.",
        "balance": "Durch Handel gewonnen: {balance}.",
    },
}
"""What a review says."""
