"""Says what is asked now, and of whom: "Plant the front card of your hand." (B3)"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from tobean.games.bohnedikt.invoking import AtOnce
from tobean.kernel.cards import name_of
from tobean.speech import question_texts
from tobean.speech.telling import language_named, player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.offers import Offer
    from tobean.kernel.steps import Step

_TEXTS: Final = {"en": question_texts.ENGLISH, "de": question_texts.GERMAN}


class Position(Protocol):
    """What has to be known of a table, or of a seat's view of it."""

    @property
    def agenda(self) -> list[Step]: ...
    @property
    def awaited(self) -> int: ...
    @property
    def active(self) -> int: ...
    @property
    def offers(self) -> tuple[Offer, ...]: ...
    @property
    def hands(self) -> list[list[int]]: ...


@dataclass(frozen=True)
class Asked:
    """What is asked: of which seat, in words, and by which rule."""

    seat: int
    text: str
    rule: str


def open_offer_for(position: Position, seat: int) -> int:
    """The number of an offer that waits for this seat's answer, or 0."""
    for offer in position.offers:
        if offer.is_for(seat) and not offer.declined >> seat & 1:
            return offer.number
    return 0


def asked(position: Position, viewer: int, names: Sequence[str], language: str = "en") -> Asked:
    """What is asked now, as `viewer` reads it (-1: somebody who only watches)."""
    language_named(language)
    texts = _TEXTS[language]
    if not position.agenda:
        return Asked(-1, texts["over"].yours, texts["over"].rule)
    step = position.agenda[-1]
    seat = position.awaited
    name = step.question(position)
    offer = 0
    if name == "trading":
        offer = open_offer_for(position, viewer) if viewer >= 0 else 0
        if offer:
            seat, name = viewer, "trading, answer"
        elif seat != position.active:
            offer = open_offer_for(position, seat)
            name = "trading, waiting" if viewer == position.active else "trading, answer"
    question = texts[name]
    yours = seat == viewer or name == "trading, waiting"
    text = (question.yours if yours else question.theirs).format(
        who=player(seat, names),
        offer=offer,
        edict=name_of(step.edict) if isinstance(step, AtOnce) else "",
    )
    return Asked(seat, text, question.rule)
