"""Picks the text for an event or a refusal and fills its blanks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tobean.games.al_cabohne import texts as al_cabohne_texts
from tobean.kernel.cards import HIDDEN, name_of
from tobean.kernel.errors import BadInput
from tobean.kernel.seats import seat_name
from tobean.kernel.values import TABLE
from tobean.speech.catalogues import check_language
from tobean.speech.english import ENGLISH
from tobean.speech.german import GERMAN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tobean.kernel.events import Event
    from tobean.kernel.rules import Rules
    from tobean.speech.language import Language

_LANGUAGES: Final[dict[str, Language]] = {"en": ENGLISH, "de": GERMAN}


def language_named(language: str) -> Language:
    check_language(language)
    return _LANGUAGES[language]


def renamed(words: Language, called: Mapping[int, str] | None) -> Language:
    """The language with other names for some cards, of a card set of one's own."""
    if not called:
        return words
    return replace(words, kinds=[called.get(card, name) for card, name in enumerate(words.kinds)])


def names_called(rules: Rules, language: str) -> dict[int, str]:
    """Other names for kinds, of a card set of one's own."""
    if not rules.card_set:
        return {}
    column = 1 if language == "de" else 0
    return {bean.kind: bean.called[column] for bean in rules.beans if bean.called[column]}


def player(seat: int, names: Sequence[str]) -> str:
    """The player's name; without one, the letter of the seat."""
    return names[seat] if 0 <= seat < len(names) else seat_name(seat)


# --- cards -------------------------------------------------------------------------------------------------


def listed(cards: Sequence[int], words: Language, one_kind: Callable[[int, str], str]) -> str:
    """The cards counted by kind, in order of first appearance."""
    if not cards:
        return words.nothing
    counts: dict[int, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    items = [
        words.unknown(count) if card == HIDDEN else one_kind(count, words.kinds[card]) for card, count in counts.items()
    ]
    return words.last_and.join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)


def cards_text(cards: Sequence[int], language: str = "en", called: Mapping[int, str] | None = None) -> str:
    """A list of cards: "2 Blue and Red"; secret cards are only counted. `called` has other names for cards."""
    words = renamed(language_named(language), called)
    return listed(cards, words, words.label)


# --- events ------------------------------------------------------------------------------------------------


def balance(gives: Sequence[int], asks: Sequence[int]) -> str:
    """Gifts read otherwise than exchanges (T3)."""
    if not asks:
        return ", giving only"
    return "" if gives else ", asking only"


def printed_on(card: int, words: Language, own: Mapping[int, str]) -> str:
    """What a card says."""
    return own.get(card) or words.printed.get(name_of(card), "")


def unseen(event: Event) -> str:
    """Secret cards are left out where a sentence would only say that there is one."""
    return ", unseen" if event.cards and all(card == HIDDEN for card in event.cards) else ""


VARIANTS: Final[dict[str, Callable[[Event], str]]] = {
    "offered": lambda event: ("countered" if event["answers"] else "offered") + balance(event.cards, event["wants"]),
    "traded": lambda event: "traded" + balance(event.cards, event["gets"]),
    "drew spell": lambda event: "drew spell" + unseen(event),
    "stole": lambda event: "stole" + unseen(event),
    "swapped spells": lambda event: "swapped spells" + unseen(event),
    "called": lambda event: "called" + balance(event["has"], event["wants"]),
    "drew sacrifice": lambda event: "drew sacrifice" + ("" if set(event.cards) - {HIDDEN} else ", face down"),
}
"""Which of several texts tells an event. Events not named here have one text."""


def sentence(
    event: Event,
    names: Sequence[str],
    language: str = "en",
    called: Mapping[int, str] | None = None,
    printed: Mapping[int, str] | None = None,
) -> str:
    """One sentence about the event; `names` are the players by seat.

    `called` has other names for cards and `printed` other texts on them, of a card set of one's own.

    It tells all that the event holds: pass `event.seen_by(seat)` for what one player may read (I3).
    """
    words = renamed(language_named(language), called)
    variant = VARIANTS.get(event.name)
    text = words.events.get(variant(event) if variant else event.name)
    if text is None:
        raise BadInput("there is no text in {language!r} for the event {name!r}", language=language, name=event.name)
    return text.format(**blanks_of(event, names, words, printed or {}))


PARTNERS: Final = ("partner", "to", "target", "victim")
"""What events call the other player."""
NUMBERS: Final = ("offer", "thalers", "price", "size", "run_out", "turn")
"""What events count."""


def blanks_of(event: Event, names: Sequence[str], words: Language, printed: Mapping[int, str]) -> dict[str, object]:
    """What fills the blanks of a text about the event."""
    other = next((event[name] for name in PARTNERS if name in event.held), TABLE)
    number = next((event[name] for name in NUMBERS if name in event.held), 0)
    cards = event.get("has", event.cards)
    partner = player(other, names)
    return {
        "who": player(event.seat, names),
        "partner": partner,
        "whom": words.table_given if other == TABLE else partner,
        "asked": words.table_asked if other == TABLE else partner,
        "field": event.get("field", 0) + 1,
        "cards": listed(cards, words, words.spoken),
        "labels": listed(cards, words, words.label),
        "wants": listed(event.get("wants", ()), words, words.spoken),
        "gets": listed(event.get("gets", ()), words, words.spoken),
        "number": number,
        "thalers": words.thalers(number),
        "count": words.unknown(number),
        "nth": words.nth(number),
        "answers": event.get("answers", 0),
        "printed": printed_on(cards[0], words, printed) if cards else "",
        "boss": al_cabohne_texts.BOSSES[event.get("boss", 0)],
    }
