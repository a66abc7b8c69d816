"""Events of a session as each viewer receives them: masked, in words, with the rule behind them."""

from collections.abc import Sequence
from typing import Final, final

import msgspec
from mypy_extensions import mypyc_attr

from tobean.i18n.game_messages import Moment
from tobean.i18n.narrator import Narrator, narrator_of
from tobean.kernel.events import ALL, Event
from tobean.kernel.rules import Rules
from tobean.session.answers.preferences import NOTES
from tobean.session.stand_ins import labelled

ENCODER = msgspec.json.Encoder()
CACHED_EVENTS: Final = 60
"""Number of the latest events whose encoded texts are cached."""


@final
@mypyc_attr(acyclic=True)
class FeedEvent:
    """An event of a session: its number, and the version of the table after it."""

    def __init__(
        self,
        number: int,
        version: int,
        event: Event,
        prompt_key: str = "",
        note: str = "",
        between_bots: bool = False,
        stand_ins: int = 0,
    ) -> None:
        self.number = number
        self.version = version
        self.event = event
        self.prompt_key = prompt_key
        """Key of the prompt that was open at the decision."""
        self.note = note
        """Reason of an automatic answer, which only its person reads."""
        self.between_bots = between_bots
        """Whether it concerns bots only."""
        self.stand_ins = stand_ins
        """Bit set of the seats where a bot played for a person at that time."""
        self.same_for_all = event.cards_for == event.places_for == ALL and not note
        """Whether every viewer may know all of it."""
        self._encoded: dict[str, bytes] = {}
        """Encoded texts by language and by the parts a viewer may know. String keys spare the garbage collector."""

    def encoded_for(self, seat: int | None, rules: Rules, names: Sequence[str], language: str) -> bytes:
        """Encode the event as a seat or a spectator may know it; None: in full.

        Cached for viewers with the same knowledge.
        """
        event = self.event
        has_note = bool(self.note) and seat == event.seat
        key = language
        if not self.same_for_all:
            cards = 1 if seat is None else event.cards_for >> seat & 1
            places = 1 if seat is None else event.places_for >> seat & 1
            key = f"{language} {cards}{places}{int(has_note)}"
        found = self._encoded.get(key)
        if found is None:
            seen = event if seat is None else event.seen_by(seat)
            narrator = narrator_of(rules, language)
            if self.stand_ins:
                names = labelled(names, self.stand_ins, language)
            rule = narrator.messages.rule_of_event(event.name, self.prompt_key)
            data = event_data(seen, self, narrator.sentence(seen, names), rule)
            if has_note:
                data.update(for_you=self.note, text=f"{data['text']} {narrator.text(NOTES[self.note])}")
            moment = narrator.moment(seen, names)
            if moment is not None:
                data["moment"] = moment_data(*moment, narrator)
            found = self._encoded[key] = ENCODER.encode(data)
        return found

    def clear_cache(self) -> None:
        """Drop the encoded texts to save memory."""
        self._encoded.clear()


def moment_data(moment: Moment, text: str, narrator: Narrator) -> dict[str, object]:
    """Return the caption shown over the table at this event."""
    return {"title": narrator.text(moment.title), "text": text, "all": moment.shown_to_all}


def event_data(event: Event, feed_event: FeedEvent, text: str, rule: str) -> dict[str, object]:
    """Return an event, already masked, as a JSON object."""
    data: dict[str, object] = {
        "n": feed_event.number,
        "version": feed_event.version,
        "name": event.name,
        **event.data,
        "text": text,
        "rule": rule,
    }
    if feed_event.between_bots:
        data["quiet"] = True
    return data
