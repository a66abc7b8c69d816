"""The open prompt: the awaited seat, and the text for one viewer, such as "Plant the front card of your hand." (B3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, final

from tobean.i18n.engine_messages import ANSWER, NO_ROOM, OVER, TRADING, WAITING
from tobean.i18n.narrator import THEIRS, WATCHED, YOURS, narrator_of
from tobean.kernel.base.value_object import ValueObject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.agenda import Step
    from tobean.kernel.component import Component
    from tobean.kernel.rules import Rules
    from tobean.kernel.trade.offers import Offer


class Position(Protocol):
    """The part of a table or observation that a prompt depends on."""

    @property
    def rules(self) -> Rules: ...
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
    @property
    def turned(self) -> list[int]: ...
    @property
    def component(self) -> Component | None: ...


@final
class OpenPrompt(ValueObject):
    """The open prompt: the awaited seat, the text, and the rule number."""

    ATTRIBUTES = ("seat", "text", "rule")

    def __init__(self, seat: int, text: str, rule: str) -> None:
        self.seat = seat
        self.text = text
        self.rule = rule


def open_offer_for(position: Position, seat: int) -> int:
    """Return the number of an offer that awaits this seat's answer, or 0."""
    for offer in position.offers:
        if offer.is_for(seat) and not offer.declined >> seat & 1:
            return offer.number
    return 0


def open_prompt(
    position: Position, viewer: int, names: Sequence[str], language: str = "en", no_room: bool = False
) -> OpenPrompt:
    """Return the open prompt as worded for `viewer` (-1: a spectator).

    `no_room`: the viewer can do nothing but harvest, so if they have to plant there is no room (K5).
    """
    narrator = narrator_of(position.rules, language)
    questions = narrator.messages.questions
    if not position.agenda:
        return OpenPrompt(-1, narrator.text(questions[OVER].yours), questions[OVER].rule)
    step = position.agenda[-1]
    seat = position.awaited
    key = step.prompt_key(position)
    offer = 0
    if key == TRADING:
        offer = open_offer_for(position, viewer) if viewer >= 0 else 0
        if offer:
            seat, key = viewer, ANSWER
        elif seat != position.active:
            offer = open_offer_for(position, seat)
            key = WAITING if viewer == position.active else ANSWER
    if no_room and seat == viewer and key + NO_ROOM in questions:  # for a hand card only its owner may know it (I3)
        key += NO_ROOM
    reader = YOURS if seat == viewer or key == WAITING else THEIRS if viewer >= 0 else WATCHED
    prompt = questions.get(key)
    text = narrator.prompt(step, key, reader, seat, offer, names)
    return OpenPrompt(seat, text, "" if prompt is None else prompt.rule)
