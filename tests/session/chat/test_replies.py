"""Replies to an open offer as people type them, collected without the vocabulary: none is read as its opposite.

Ben is trading in his own turn with bots, and Ida offers him a Soy for a Chili. A line of the data files has the class
of a sentence and the sentence:

- `no`: a refusal. It declines the offer.
- `demand`: something else or more is wanted. It is a counter-offer, an offer, a call or a question, or declines.
- `remark`: neither. It is chat, or declines.
- `yes`: an agreement. It accepts the offer.

Only a `yes` ever accepts, and a `yes` never declines.
"""

from collections import Counter

import pytest

from tests.support.chat.positions import full, position
from tests.support.paths import CHAT_SENTENCES
from tobean.i18n import LANGUAGES
from tobean.session import Session, Viewer
from tobean.session.chat.trade_help import talk

OFFERED = "full; C Soy for Chili"
YES = "yes"
ACCEPT = "accept"
DECLINE = "decline"
CHAT = "chat"
QUESTION = "question"
ASKED = "asks back"
READINGS = {
    "no": (DECLINE,),
    "demand": ("offer", "call", QUESTION, DECLINE),
    "remark": (CHAT, QUESTION, DECLINE),
    YES: (ACCEPT,),
}
"""The right readings of each class. A question is chat that bots answer."""
READ = 0.85
"""Minimum share of sentences read as meant."""
MOST_ASKED = 0.10
"""Maximum share of sentences that are answered with a question."""


def replies(language: str) -> list[tuple[str, str]]:
    lines = (CHAT_SENTENCES / f"replies_{language}.txt").read_text("utf-8").splitlines()
    parts = [line.partition("|") for line in lines if not line.startswith("#")]
    return [(kind.strip(), said.strip()) for kind, _, said in parts]


def verbs_of(session: Session, said: str) -> list[str]:
    """The verbs of all actions that are proposed for a sentence; a counter-offer is an offer."""
    answer = talk(session, Viewer(0, "en"), said)
    choices = answer["choices"]
    assert isinstance(choices, list)
    return [str(each["verb"]) for each in choices or [answer] if each.get("verb")]


def outcome(session: Session, said: str) -> str:
    answer = talk(session, Viewer(0, "en"), said)
    if answer["question"]:
        return QUESTION
    if answer["choices"] or answer["asks"] or (answer["do"] and not answer["legal"]):
        return ASKED
    return str(answer.get("verb", CHAT))


def opposite(kind: str) -> str:
    return DECLINE if kind == YES else ACCEPT


@pytest.mark.parametrize("language", LANGUAGES)
def test_replies_are_read_and_never_as_the_opposite(language: str) -> None:
    session = position(OFFERED).session
    lines = replies(language)
    found = [(kind, said, outcome(session, said)) for kind, said in lines]
    failures = [each for each in found if each[2] not in READINGS[each[0]]]
    report = f"{Counter(reading for _, _, reading in failures)} of {len(lines)} not read: {failures}"
    assert [each for each in found if each[2] == opposite(each[0])] == [], report
    assert len(failures) <= (1 - READ) * len(lines), report
    assert sum(reading == ASKED for _, _, reading in found) <= MOST_ASKED * len(lines), report


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_an_agreement_offers_an_acceptance(language: str) -> None:
    session = position(OFFERED).session
    lines = [said for kind, said in replies(language) if kind != YES]
    assert [said for said in lines if ACCEPT in verbs_of(session, said)] == []


@pytest.mark.parametrize(
    "said",
    [
        "ja ja, das sagen sie alle",
        "Das war ja klar",
        "Oha, da will jemand gewinnen",
        "Pfoten weg von meiner Feuer",
        "yes, I know it's my turn",
        "haha, nice one",
        "nice hat",
        "great, my cat is on the keyboard",
        "ok je vais manger",
        "ok je suis là",
        "Sehr freundlich, leider brauche ich meine Feuer",
        "I have nowhere to plant it",
        "il fait chaud",
        "oui, je sais que c'est mon tour",
    ],
)
def test_a_yes_out_of_its_place_accepts_nothing(said: str) -> None:
    assert ACCEPT not in verbs_of(position(OFFERED).session, said)


@pytest.mark.parametrize(
    "said",
    [
        "Damit ist meine Ernte komplett, abgemacht",
        "Ein fairer Marktpreis, ja.",
        "Günstiger wirds wohl nicht, angenommen",
        "Planting it as we speak, deal.",
        "It won't get any better than this, so yes.",
        "The chili is yours, pass the soy.",
        "Mes terres te remercient, marché conclu",
        "Je n'aurai pas mieux, donc oui.",
        "Je plante ton soja de ce pas, merci",
    ],
)
def test_a_settling_end_accepts_whatever_harmless_words_precede(said: str) -> None:
    assert outcome(position(OFFERED).session, said) == ACCEPT


@pytest.mark.parametrize(
    "said",
    [
        "Ich wäre dumm, wenn ich nein sagen würde",
        "Da kann ich nicht nein sagen",
        "I'd be a fool to refuse",
        "can't see a reason not to",
        "take it before I change my mind",
        "I'm fine with that",
        "why not, chili's no use to me",
        "je suis d'accord avec ça",
        "comment dire non ?",
        "ça ne se refuse pas",
        "je serais bête de refuser",
    ],
)
def test_a_double_negation_accepts(said: str) -> None:
    assert outcome(position(OFFERED).session, said) == ACCEPT


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_accepts_an_offer_that_was_declined(language: str) -> None:
    driver = full(OFFERED.split(";")[1:])
    driver.person_acts(0, "A decline 1")
    lines = [said for kind, said in replies(language) if kind != YES]
    assert [said for said in lines if ACCEPT in verbs_of(driver.session, said)] == []


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Nö, das ist mir zu wenig", "A decline 1"),
        ("Das will ich nicht", "A decline 1"),
        ("Das ist mir zu teuer", "A decline 1"),
        ("Nö", "A decline 1"),
        ("Vergiss es", "A decline 1"),
        ("Nein, zu wenig", "A decline 1"),
        ("Nope, too little", "A decline 1"),
        ("Forget it", "A decline 1"),
        ("Nan, trop peu", "A decline 1"),
        ("Laisse tomber", "A decline 1"),
        ("👎", "A decline 1"),
        ("Kein Problem, nehm ich", "A accept 1: turned Chili"),
        ("Warum nicht?", "A accept 1: turned Chili"),
        ("No problem, I'll take it", "A accept 1: turned Chili"),
        ("pas de souci", "A accept 1: turned Chili"),
        ("naturlich, ookay", "A accept 1: turned Chili"),
        ("Leg noch ne Soja drauf, dann ja", "A counter 1 to C: turned Chili for 2 Soy"),
        ("Throw in another Soy, then yes", "A counter 1 to C: turned Chili for 2 Soy"),
        ("Rajoute un soja et c'est oui", "A counter 1 to C: turned Chili for 2 Soy"),
        ("Für lau?", "A counter 1 to C: nothing for Soy"),
        ("For free?", "A counter 1 to C: nothing for Soy"),
        ("Gratuit ?", "A counter 1 to C: nothing for Soy"),
        ("Schenk ich dir", "A counter 1 to C: turned Chili for nothing"),
        ("It is a present for you", "A counter 1 to C: turned Chili for nothing"),
        ("Je t'en fais cadeau", "A counter 1 to C: turned Chili for nothing"),
        ("Soja zu verkaufen!", "A call: have Soy"),
        ("Soy for sale!", "A call: have Soy"),
        ("Soja à vendre !", "A call: have Soy"),
    ],
)
def test_replies_are_read(said: str, meant: str) -> None:
    assert talk(position(OFFERED).session, Viewer(0, "de"), said)["do"] == meant


@pytest.mark.parametrize("said", ["Ja, nur so nicht", "ok, but not that way", "oui mais pas comme ça"])
def test_an_unclear_reply_offers_no_acceptance(said: str) -> None:
    session = position(OFFERED).session
    assert (outcome(session, said), verbs_of(session, said)) == (ASKED, [DECLINE])


@pytest.mark.parametrize(
    "said",
    [
        "Klar, und ich bin der Kaiser von China",
        "ja sicher, genau",
        "Gib mir einen guten Grund",
        "Passt, wenn Emil auch was kriegt",
        "Super Karte",
        "Butter bei die Fische",
        "Sure, when hell freezes over",
        "Fine, be that way",
        "Deal if you skip your turn",
        "Give me something good",
        "Yes please, another beer",
        "Bien sûr, et la marmotte",
        "C'est bon, j'ai ce qu'il faut",
        "Le soja c'est bon pour la santé",
        "D'accord si tu passes ton tour",
        "Angenommen, ich geb dir die Feuer",
        "Noch ein Bier, gerne.",
        "Ich bin noch da, ja.",
        "Zahl mir einen Taler, abgemacht.",
        "Erst die Blaue, dann abgemacht.",
        "Ich will sie nicht, gehört dir.",
        "Nicht die Feuer, ich nehm die Soja",
        "Kauf ich dir nicht ab",
        "Another beer, gladly.",
        "I'm still here, yes.",
        "With a coin on top, deal.",
        "We don't trade today, agreed.",
        "That's what Emil said, yes",
        "Trade with Emil, yes",
        "Your deal",
        "Un café, volontiers.",
        "Paie-moi une pièce, vendu.",
        "J'en veux pas, il est à toi.",
        "Le troc d'Emil est conclu",
        "Mon chat aime le soja, oui",
    ],
)
def test_words_of_agreement_beside_other_words_offer_no_acceptance(said: str) -> None:
    assert ACCEPT not in verbs_of(position(OFFERED).session, said)


@pytest.mark.parametrize("said", ["Da hab ich keinen Nerv zu", "not my cup of tea", "pas ma tasse de thé"])
def test_a_negation_that_is_not_understood_is_queried_without_an_acceptance(said: str) -> None:
    session = position(OFFERED).session
    assert (outcome(session, said), verbs_of(session, said)) == (ASKED, [DECLINE])


@pytest.mark.parametrize("said", ["Hat jemand Soja?", "Does anybody have Soy?", "Quelqu'un a du soja ?"])
def test_a_question_to_all_beside_an_offer_of_that_card_goes_to_all(said: str) -> None:
    assert outcome(position(OFFERED).session, said) == QUESTION


def test_an_answer_without_a_name_is_about_the_offer_on_display() -> None:
    session = position("full; C Soy for Chili; D Red for Stink").session
    for shown in (1, 2):
        assert talk(session, Viewer(0, "de"), "Nö", shown)["do"] == f"A decline {shown}"
    assert talk(session, Viewer(0, "de"), "Nö, Otto", 1)["do"] == "A decline 2"
