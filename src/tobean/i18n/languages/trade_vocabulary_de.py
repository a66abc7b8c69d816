"""German trading vocabulary."""

from typing import Final

from tobean.i18n.languages import trade_vocabulary_en

MEANINGS: Final = {
    "for": "gegen gg fuer imtauschgegen imtauschfuer tauschgegen",
    "in turn": "dafuer imgegenzug imtausch",
    "give": "",
    "i give": "gebe geb biete verkaufe ueberlasse gaeb gaebe leg lege zahl zahle bezahle spendiere gaebs",
    "they give": "gib gibst gibste gebt gibt gaebst gaebt schenkst schenkste schenkt ueberlaesst ueberlasst rueck "
    "rueckst rausrueckst verkaufst verkauft rueberschiebst schiebst reichst rausgibst abgibst hergibst springenlaesst "
    "lockermachst hinlegst",
    "to give": "geben anbieten hergeben abgeben ueberlassen lassen weggeben loswerden rausruecken trennen abzugeben "
    "anzubieten herzugeben loszuwerden zubieten",
    "swap": "tausche tausch",
    "they swap": "tauschst tauscht",
    "to swap": "eintauschen tauschen",
    "to present": "schenken verschenken",
    "have": "",
    "i have": "hab habe haette haett",
    "like": "gern gerne lieber",
    "they have": "hat habt hast haste gibts",
    "sought": "gesucht",
    "offered": "gehoertdir gehoerteuch gehoerendir gehoereneuch istdeine istdeins istdein sinddeine",
    "for sale": "kannweg billigabzugeben guenstigabzugeben istzuhaben zuhaben",
    "want": "hermit sucht braucht will wollen moechte haettegern haettegerne haetteichgern haetteichgerne haettichgern "
    "haettichgerne braeuchte braeucht lassmir haettgern haettgerne",
    "i want": "bekaeme kriegte suche such brauche brauch wuensche nehme bekomme bekomm kriege krieg kaufe nehm naehm "
    "naehme",
    "take": "nimm nehmt nimmst nimmste hierhastdu dahastdu",
    "they get": "bekommst bekommste kriegst kriegste bekommt kriegt bekaemst willst willste brauchst brauchste "
    "moechtest moechtet magst",
    "to get": "haben bekommen kriegen nehmen",
    "mine": "mein meine meinen meiner meinem",
    "yours": "dein deine deinen deiner deinem eure euer eurer euren",
    "self": "ich wir",
    "me": "mir uns",
    "may": "kann koennte koennt darf duerfte",
    "you may": "kannst kannste koenntest",
    "others": "wer jemand irgendwer irgendjemand",
    "you": "du ihr dich",
    "gift": "aufshaus gehtaufmich fuerlau kostnix kostnichts kostetnix kostetnichts geschenkt geschenk schenke schenk "
    "verschenke umsonst gratis kostenlos nichts nix umme verschenk",
    "everybody": "alle allen runde tisch",
    "or": "oder",
    "not": "nicht nich net ned nein kein keine keinen keiner nie niemals niemand ohne ausser alles etwas irgendwas "
    "gehabt gegeben gab gabst nahm genommen weggenommen getauscht gekriegt behalten geerntet gepflanzt verloren",
    "suggest": "wiewaersmit wiewaeresmit wiewaeremit wiewaermit",
    "please": "bitte",
    "it": "sie",
    "other": "weiss weisst gar teuer teure neuer neue note noten bote boten tote toten braut brach",
    "unsettling": "lustauf bockauf viele viel wieviel wieviele paar wert statt anstatt anstelle behalt behalte behaelt "
    "behaltet bleibt bleiben traeum traeumst spinnst spinnt genug zuviel zuwenig mehr weniger besser schlechter sonst "
    "ansonsten letzte letztes war waren wart leih leihe leihst mach machst uebrig ersten erste andere anderen anders "
    "weder entweder zweite zweiten bloss vorhin bereits schade mies mieses frech unverschaemt dumm bloed laecherlich "
    "unfair schlecht schrecklich furchtbar witz quatsch unsinn frechheit wucher unmoeglich dass bezweifle zweifle "
    "bloedsinn sinnlos sagt sagte meinte angeboten wollte versprochen hoffentlich vergisses vergissdas seine seinen "
    "seiner seinem ihre ihren ihrer ihrem",
    "and": "und un",
    "both": "beide beiden",
    "filler": "her mit der die das den dem bohne bohnen karte karten als ist noch von hier es auch nur diese am an zu "
    "zum dir euch wie waers waere waer hallo hey na ihm ihnen jetzt helfen hilft wuerde wuerdest wuerdet wenn dann "
    "liebe sehr im komm lust lassuns abgemacht einverstanden einfach so danke doch mal s ok wuerd dringend zufaellig "
    "raus hin denn mich zusammen aufgedeckte aufgedeckten n einzige muss weg unbedingt gerade grad eh nochmal "
    "vielleicht nett sein kommschon schon vorschlag letztesangebot letzteswort meinletzteswort meinletztesangebot "
    "letztechance ja jederzeit abnehmer eventuell bereit eigentlich wasmeinstdu wassagstdu wassagtihr wasmeintihr "
    "ichbrauchsienicht ichbrauchdienicht brauchichnicht stattdessen jaodernein mehrnicht sonstnichts egalwer "
    "dunichtbrauchst nichtbrauchst ihrnichtbraucht warumnicht werzuerstkommt",
    "padding": "kommt wort aber sehen drauf dazu macht muessten muesste muesst sogar echt wirklich ehrlich halt eben "
    "gleich sofort zur aus vom beim ab auf hin machen falls bin waeren haettest koennten wollten sagen billig fair "
    "faires haltet haeltst davon hm hmm haha lol angebot meinangebot deal klar gut okay auftisch vonmiraus bruder "
    "alter leute kumpel bei",
}
ASKING: Final = {
    "what": "was welche welchen welches wofuer",
    "cost": "kostet kosten preis wieviel wieviele wieteuer wert",
    "bidding": "istsiedir istsieeuch istdiedir isteuchdie istdirdie waeresiedir istdir isteuch waeredir waereeuch "
    "waerdir waereuch",
    "why": "warum wieso weshalb",
    "somebody": "wer wem jemand jemandem irgendwer irgendjemand abnehmerfuer interessentenfuer",
    "them": "lustauf bockauf du ihr willste brauchste haste gibste kannst kannste koenntest magste dich",
    "speaker": "ich hab habe",
    "own": "mein meine meinen meiner unsere",
    "wanting": "lustauf bockauf will willst willste wollt wollen moechte moechtest moechtet moegt magst brauche "
    "brauchst brauchste braucht brauch such braeuchte braeuchtest braeuchtet gebrauchen suche suchst sucht nimmst "
    "nehmt nimmt nehmen verlangst verlangt verlangen magste mag sammelst sammelt wuenschst wuenscht interesse fehlt "
    "annehmen annimmst interessiert abnehmerfuer interessentenfuer",
    "giving": "gibst gebt gibt geben gib gaebst gaebe gaebt abgeben hergeben rausruecken verkaufst verkauft verkaufen "
    "gibste ueberlassen ueberlaesst rausrueckst rueckst anzubieten abzugeben loszuwerden entbehren abtreten tauschst "
    "tauscht tauschen bietest bietet bieten anbieten zahlst zahlt zahlen schenkst schenken loswerden aushelfen",
    "having": "hast haste habt hat haben haette haettest haettet gibts uebrig",
    "getting": "bekomme bekomm krieg kriege bekommen kriegen",
    "receiving": "bekommst bekommste bekommt kriegst kriegste kriegt gehoertdir gehoerteuch",
    "any": "irgendeine irgendeinen irgendwelche noch",
    "anything": "irgendwas etwas irgendetwas angebote angebot",
    "in return": "fuer gegen gg dafuer",
    "may": "kann koennte koennt darf duerfte kannst kannste koenntest",
    "me": "mir uns",
    "theirs": "dein deine deinen deiner eure euer",
    "taking": "nimm",
    "free": "hierhastdu geschenkt geschenk umsonst gratis kostenlos nichts dahastdu schenk schenke verschenke "
    "verschenk spendiere",
    "negated": "nicht nich net ned nein kein keine keinen keiner nie niemals niemand ohne",
    "never": "nie niemals niemand",
    "condition": "wenn falls drauf drauflegst dazulegst",
    "except": "ausser bisauf",
    "past": "gehabt gegeben gab gabst nahm genommen weggenommen getauscht gekriegt behalten geerntet gepflanzt "
    "verloren dankefuer dankedirfuer",
    "liking": "gern gerne",
    "swapping": "tausche tauschst tauscht tauschen eintauschen tausch",
    "pointing": "dieda denda dasda diehier dieseda diedort dieandere dieanderen einedavon",
    "chatter": "denn der die das den dem ein eine einen einer es ist sind waere waer dir euch bitte und oder muss "
    "muesste soll wuerde wuerdest wuerdet gern gerne mal auch jetzt so zu zum von mit her vielleicht hallo na "
    "abgelehnt lehnst ab ablehnen im an bohne bohnen karte karten mich hier da doch wohl eigentlich helfen hilft sie "
    "hand zufaellig irgendwo macht mach nett sein muesst eventuell jederzeit schon echt wasmeinstdu wassagstdu "
    "wassagtihr wasmeintihr sonst",
}
ANSWERS: Final = {
    "yes": "ja jo jau jep jup jawohl ok okay okey klar gern gerne abgemacht einverstanden passt angenommen deal gut "
    "prima super perfekt natuerlich sicher nehmich nehmeich nehmichan nehmean ichnehme klingtgut inordnung machenwir "
    "machich gemacht gilt gehtklar keinproblem dasnehmich aberja nehms nehmichgern vonmiraus gebongt topp "
    "eingeschlagen herdamit bindabei dabei nehm nehme los dannlos somachenwirs handdrauf schlagein nimmschon "
    "nimmsieschon nagut jaja machenwirs machenwires naschoen daswaeresuper daswaeretoll waeresuper",
    "no": "nein ne nee noe neee leidernein leidernicht leider liebernicht keininteresse aufkeinenfall jetztnicht "
    "nichtjetzt heutenicht spaeter vielleichtspaeter passe lehneab abgelehnt nichtinteressiert niemals nie keinbedarf "
    "lassmal lassmalstecken lassstecken tutmirleid sorry aberneindanke aufgarkeinenfall zuwenig vergisses vergissdas "
    "zuteuer zuviel nichtgenug behaltsie behaltes behaltihn ehernicht diesmalnicht naechstesmal beimnaechstenmal "
    "vielleichtbeimnaechstenmal naechstemal naechsterunde brauchichnicht spaetervielleicht binraus binichraus "
    "dabinichraus mussablehnen ablehnen absagen mussichablehnen mussichabsagen mussabsagen glaubichnicht gehtnicht "
    "keinplatz sry",
    "polite": "danke dankeschoen bitte vielen dank dir ich das die es dann doch mal na du so sehr an ach oh hey hallo "
    "angebot dein mein noch halt eben selber selbst zu auf schon mir bin von ziehe zieh fuers geschenk warumnicht "
    "weildusbist trotzdem geht fuer mich fuermich bitteschoen komm",
    "but": "aber sondern",
    "doubt": "nicht nich net ned kein keine keinen nix nur mehr drauf dazu wenn falls statt stattdessen lieber nichts "
    "bringt hilft",
    "thinking": "hm hmm moment momentchen sekunde warte ueberlege ueberlegen ueberlegs schau denke haha hallo",
    "take back": "zurueck zurueckziehen zurueckgezogen streich streiche vergissmeinangebot dochnicht",
}
REPLIES: Final = {
    "negation": "keininteresse keininteressean brauchichnicht nicht nich net ned kein keine keinen keiner nie niemals "
    "nix nichts weder",
    "keeping": "behalt behalte behalten behaelt bleibt bleiben bleib heb",
    "adding": "drauf dazu drauflegst dazulegst obendrauf obendrein drauflegen dazulegen dazugibst dazu",
    "also": "auch noch ebenfalls beide beides",
    "only if": "nurwenn wenn falls nurfalls ausser ausserwenn solange sofern",
    "instead of": "statt anstatt anstelle anstellevon",
    "rather": "stattdessen lieber eher",
    "make it": "wuerdichsmachen machichs wuerdichesmachen draus machsdraus machdraus",
    "taking off": "abnimmst abnimst abnehmt abnehmen nimmst nehmt abnaehmst naehmst",
    "needing": "keininteresse keininteressean brauchichnicht brauch brauche brauchen gebrauchen will moechte mag "
    "anfangen sammle suche such interessiert nuetzt bringt hilft",
    "parting": "geb gebe her hergeben geben abgeben tausche tausch tauschen eintauschen hab habe fuer verkaufe rueck "
    "raus",
    "obtaining": "krieg kriege bekomm bekomme kriegen bekommen gibst gib legst leg",
    "comparing": "wert als",
    "matching": "passt klingtgut klingtfair klingtsuper istok istokay istgut gehtklar istinordnung istfair passtmir "
    "istokfuermich hoertsichgutan istdeal",
    "firm": "abgemacht einverstanden angenommen gebongt deal noe nee",
    "undecided": "oder neinsagen welche warum wieso vielleicht ob fast",
}
NUMBERS: Final = {
    1: "ein eine einen einer eins ne nen ner nem",
    2: "zwei zwo",
    3: "drei",
    4: "vier",
    5: "fuenf",
}
LETTERS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
CLITICS: Final = ""
ADJECTIVE_ENDINGS: Final = ("", "e", "en", "er", "es", "em")


NOUNS = {"prinzess": "prinzessin prinzessinnen", "schwert": "schwerter"}
"""Nouns that people say in place of the first part of a bean's name."""


def forms(name: str, typed: str) -> set[str]:
    """Inflect a kind's name: `rote`, `roten`, `rotebohnen`, `sau`, `saubohnen`; other cards as in English."""
    stem = typed.removesuffix("bohne")
    if not stem or stem == typed:
        return trade_vocabulary_en.forms(name, typed)
    if " " in name:  # an adjective: Rote Bohne
        bare = stem.removesuffix("e")
        stems = {bare + ending for ending in ADJECTIVE_ENDINGS}
    else:
        stems = {stem, stem.removesuffix("en") or stem, stem + "s", *NOUNS.get(stem, "").split()}
    return stems | {form + "bohne" for form in stems} | {form + "bohnen" for form in stems}
