"""What happened at a table, as each viewer hears it: in words, with the rule behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, final

import msgspec
from mypy_extensions import mypyc_attr

from tobean.i18n.narrator import narrator_of
from tobean.kernel.events import ALL
from tobean.play.answers.preferences import NOTES
from tobean.play.session.stand_ins import labelled

if TYPE_CHECKING:
    from tobean.i18n.game_messages import Moment
    from tobean.i18n.narrator import Narrator
    from tobean.kernel.events import Event
    from tobean.kernel.rules import Rules

ENCODER = msgspec.json.Encoder()
CACHED_EVENTS: Final = 60
"""The words about so many events are kept."""


@final
@mypyc_attr(acyclic=True)
class FeedEvent:
    """An event of a session: its number, and the version of the table that it led to."""

    def __init__(
        self,
        number: int,
        version: int,
        event: Event,
        question: str = "",
        note: str = "",
        between_bots: bool = False,
        stand_ins: int = 0,
    ) -> None:
        self.number = number
        self.version = version
        self.event = event
        self.question = question
        """What was asked at the decision that led to it."""
        self.note = note
        """Why it was done for its person, who alone reads that."""
        self.between_bots = between_bots
        """Does it concern bots alone?"""
        self.stand_ins = stand_ins
        """The seats in which a bot played for a person when it happened, as bits."""
        self.same_for_all = event.cards_for == event.places_for == ALL and not note
        """Does everybody hear the same?"""
        self._encoded: dict[str, bytes] = {}
        """Its words, by the language and by what of it a viewer may know. Texts as keys spare the garbage collector."""

    def seen_by(self, seat: int | None, rules: Rules, names: Sequence[str], language: str) -> bytes:
        """The event as a seat or a bystander hears it; None: in full. It is made once for all who may know the same."""
        event = self.event
        noted = bool(self.note) and seat == event.seat
        key = language
        if not self.same_for_all:
            cards = 1 if seat is None else event.cards_for >> seat & 1
            places = 1 if seat is None else event.places_for >> seat & 1
            key = f"{language} {cards}{places}{int(noted)}"
        found = self._encoded.get(key)
        if found is None:
            seen = event if seat is None else event.seen_by(seat)
            narrator = narrator_of(rules, language)
            if self.stand_ins:
                names = labelled(names, self.stand_ins, language)
            rule = narrator.messages.rule_of_event(event.name, self.question)
            data = event_data(seen, self, narrator.sentence(seen, names), rule)
            if noted:
                data.update(for_you=self.note, text=f"{data['text']} {narrator.text(NOTES[self.note])}")
            moment = narrator.moment(seen, names)
            if moment is not None:
                data["moment"] = moment_data(*moment, narrator)
            found = self._encoded[key] = ENCODER.encode(data)
        return found

    def forget(self) -> None:
        """Throw away the words that were made, to save memory."""
        self._encoded.clear()


def moment_data(moment: Moment, text: str, narrator: Narrator) -> dict[str, object]:
    """What is shown over the table when it happens."""
    return {"title": narrator.text(moment.title), "text": text, "all": moment.shown_to_all}


def event_data(event: Event, told: FeedEvent, text: str, rule: str) -> dict[str, object]:
    """An event, already masked, as a JSON object."""
    data: dict[str, object] = {
        "n": told.number,
        "version": told.version,
        "name": event.name,
        **event.data,
        "text": text,
        "rule": rule,
    }
    if told.between_bots:
        data["quiet"] = True
    return data
