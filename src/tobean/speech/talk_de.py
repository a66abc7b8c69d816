"""What people type in German when they trade."""

from __future__ import annotations

from typing import Final

from tobean.speech import talk_en

MEANINGS: Final = {
    "for": "gegen fuer imtauschgegen imtauschfuer",
    "give": "gebe geb biete verkaufe tausche tausch ueberlasse",
    "they give": "gib gibst gebt gibt gaebst gaebt schenkst schenkt tauschst tauscht",
    "to give": "geben anbieten hergeben abgeben eintauschen tauschen",
    "to present": "schenken verschenken",
    "have": "hab habe",
    "they have": "hat habt hast haste",
    "sought": "gesucht",
    "want": "suche such sucht brauche braucht brauch will wollen moechte wuensche "
    "haettegern haettegerne haetteichgern haetteichgerne haettichgern haettichgerne nehme braeuchte braeucht bekomme "
    "bekomm kriege krieg kaufe lassmir",
    "take": "nimm nehmt nimmst hierhastdu",
    "they get": "bekommst kriegst bekommt kriegt willst willste brauchst brauchste moechtest moechtet magst",
    "to get": "haben bekommen kriegen nehmen",
    "mine": "mein meine meinen meiner meinem",
    "yours": "dein deine deinen deiner deinem eure euer eurer euren",
    "self": "ich wir",
    "me": "mir uns",
    "may": "kann koennte kannst koenntest darf duerfte",
    "others": "wer jemand irgendwer irgendjemand",
    "you": "du ihr dich",
    "gift": "geschenkt geschenk schenke schenk verschenke umsonst gratis kostenlos nichts",
    "everybody": "alle allen runde tisch",
    "or": "oder",
    "not": "nicht nein kein keine keinen keiner nie niemals niemand ohne ausser alles etwas irgendwas",
    "filler": "und mit der die das den dem bitte bohne bohnen karte karten als ist noch gern gerne von dafuer "
    "hier es auch nur diese am an zu zum dir euch wie waers waere waer hallo hey na ihm ihnen jetzt helfen hilft "
    "wuerde wuerdest wuerdet wenn dann lieber liebe sehr im komm lust lassuns abgemacht einverstanden einfach so "
    "danke doch mal s ok haette",
}
ASKING: Final = {
    "what": "was welche welchen welches wofuer",
    "cost": "kostet kosten preis wieviel wieviele wieteuer wert",
    "why": "warum wieso weshalb",
    "somebody": "wer wem jemand jemandem irgendwer irgendjemand",
    "them": "du ihr willste brauchste",
    "speaker": "ich hab habe",
    "own": "mein meine meinen meiner unsere",
    "wanting": "will willst willste wollt wollen moechte moechtest moechtet moegt magst brauche brauchst brauchste "
    "braucht braeuchte "
    "braeuchtest braeuchtet gebrauchen suche suchst sucht nimmst nehmt nimmt nehmen verlangst verlangt verlangen "
    "haettest haettet sammelst sammelt wuenschst wuenscht interesse fehlt",
    "giving": "gibst gebt gibt geben gib gaebst gaebe gaebt abgeben hergeben rausruecken verkaufst verkauft verkaufen "
    "tauschst tauscht tauschen bietest bietet bieten anbieten zahlst zahlt zahlen schenkst schenken loswerden",
    "having": "hast haste habt hat haben haette",
    "getting": "bekomme bekomm bekommst bekommt krieg kriege kriegst kriegt bekommen kriegen",
    "any": "irgendeine irgendeinen irgendwelche noch",
    "anything": "irgendwas etwas irgendetwas angebote angebot",
    "in return": "fuer gegen dafuer",
    "may": "kann koennte darf duerfte kannst koenntest",
    "me": "mir uns",
    "theirs": "dein deine deinen deiner eure euer",
    "taking": "nimm",
    "free": "hierhastdu geschenkt geschenk umsonst gratis kostenlos nichts",
    "negated": "nicht nein kein keine keinen nie niemals niemand ohne",
    "condition": "wenn falls drauf drauflegst dazulegst",
    "chatter": "denn der die das den dem ein eine einen einer es ist sind waere waer dir euch bitte und oder "
    "koennt muss muesste soll wuerde wuerdest wuerdet gern gerne mal auch jetzt "
    "so zu zum von mit her vielleicht hallo na abgelehnt lehnst ab ablehnen im an "
    "bohne bohnen karte karten mich hier da doch wohl eigentlich helfen hilft",
}
ANSWERS: Final = {
    "yes": "ja jo jau jep jup jawohl ok okay okey klar gern gerne abgemacht einverstanden passt angenommen deal gut "
    "prima super perfekt natuerlich sicher nehmich nehmeich nehmichan nehmean ichnehme klingtgut inordnung machenwir "
    "machich gemacht gilt gehtklar keinproblem dasnehmich aberja",
    "no": "nein ne nee noe neee leidernein leidernicht leider liebernicht keininteresse aufkeinenfall jetztnicht "
    "nichtjetzt heutenicht spaeter vielleichtspaeter passe lehneab abgelehnt nichtinteressiert niemals nie "
    "keinbedarf lassmal tutmirleid sorry aberneindanke aufgarkeinenfall",
    "polite": "danke dankeschoen bitte vielen dank dir ich das die es dann doch mal na du so sehr an ach oh hey "
    "hallo angebot dein noch halt eben",
    "but": "aber sondern",
}
NUMBERS: Final = {
    1: "ein eine einen einer eins ne nen",
    2: "zwei zwo beide beiden",
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
