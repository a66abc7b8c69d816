"""The English texts."""

from __future__ import annotations

from typing import Final

from tobean.games.al_cabohne import texts as al_cabohne_texts
from tobean.games.bohnedikt import texts as bohnedikt_texts
from tobean.games.magic import texts as magic_texts
from tobean.kernel.cards import NAMES
from tobean.speech.language import Language

_ORDINALS: Final = ("first", "second", "third", "fourth")


def counted(count: int, name: str) -> str:
    return name if count == 1 else f"{count} {name}"


def unknown(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def thalers(count: int) -> str:
    return ("nothing", "1 thaler")[count] if 0 <= count <= 1 else f"{count} thalers"


def nth(number: int) -> str:
    return f"the {_ORDINALS[number - 1]} time" if 1 <= number <= len(_ORDINALS) else f"the {number}th time"


EVENTS: Final = {
    "dealt hand": "{who} is dealt {cards}.",
    "turn": "Turn {number}: {who} is the active player.",
    "planted": "{who} plants {cards} on field {field}.",
    "passed": "{who} passes.",
    "harvested": "{who} harvests {cards} from field {field} and earns {thalers}.",
    "bought field": "{who} pays {thalers} for another field and puts {cards} on the discard pile.",
    "turned over": "{who} turns over {cards}.",
    "offered": "{who} offers {whom} {cards} for {wants} (offer {number}).",
    "offered, giving only": "{who} offers {whom} {cards} for nothing (offer {number}).",
    "offered, asking only": "{who} asks {asked} for {wants} as a gift (offer {number}).",
    "countered": "{who} counters offer {answers} and offers {whom} {cards} for {wants} (offer {number}).",
    "countered, giving only": "{who} counters offer {answers} and offers {whom} {cards} for nothing (offer {number}).",
    "countered, asking only": "{who} counters offer {answers} and asks {asked} for {wants} as a gift (offer {number}).",
    "declined": "{who} declines offer {number}.",
    "withdrew": "{who} withdraws offer {number}.",
    "lapsed": "Offer {number} from {who} lapses.",
    "traded": "{partner} accepts offer {number} and gives {who} {gets} for {cards}.",
    "traded, giving only": "{partner} accepts offer {number} and gets {cards} from {who} as a gift.",
    "traded, asking only": "{partner} accepts offer {number} and gives {who} {gets} as a gift.",
    "called": '{who} calls: "I have {cards} and want {wants}."',
    "called, giving only": '{who} calls: "I have {cards}."',
    "called, asking only": '{who} calls: "I want {wants}."',
    "ended trading": "{who} ends the trading.",
    "drew": "{who} draws {cards}.",
    "ran out": "The draw pile runs out for {nth}.",
    "shuffled": "The discard pile is shuffled: the new draw pile has {count}.",
    "ended": "The game is over.",
    "took back": "{who} takes back the last action.",
}

ENGLISH: Final = Language(
    kinds=NAMES,
    label=counted,
    spoken=counted,
    unknown=unknown,
    thalers=thalers,
    nth=nth,
    last_and=" and ",
    nothing="nothing",
    table_given="the table",
    table_asked="the table",
    events={
        **EVENTS,
        **magic_texts.ENGLISH_EVENTS,
        **al_cabohne_texts.ENGLISH_EVENTS,
        **bohnedikt_texts.ENGLISH_EVENTS,
    },
    printed=bohnedikt_texts.ENGLISH_PRINTED,
)
