"""Questions that people put to the table, typed or as a call, and the bots that have replied. Part of the log reducer.

Replies are in the log, so that neither a second server nor a restarted one replies twice.
"""

from dataclasses import dataclass, field
from typing import Final

from tobean.kernel.actions import Call
from tobean.record.notation import parse_action
from tobean.session.log.entries import Acted, Entry, Said

MAX_UTTERANCES: Final = 8
"""Number of recent utterances that are remembered."""


@dataclass
class Utterance:
    """A chat line or a call of a person at the table."""

    number: int
    """Number of its entry in the log."""
    seat: int
    at: float
    content: str | Call
    event_count: int
    """Number of events before it."""
    answered: set[int] = field(default_factory=set)
    """Seats of the bots that have replied."""


class Utterances:
    """The most recent utterances of a table."""

    def __init__(self) -> None:
        self.items: list[Utterance] = []

    def process_entry(self, number: int, entry: Entry, event_count: int) -> None:
        """Process the log entry with this number, made after `event_count` events."""
        if isinstance(entry, Said) and entry.bot:
            for utterance in self.items:
                if utterance.number == entry.answers:
                    utterance.answered.add(entry.seat)
        elif isinstance(entry, Said) and entry.seat >= 0:
            self.add(Utterance(number, entry.seat, entry.at, entry.text, event_count))
        elif isinstance(entry, Acted) and entry.by == "person" and f" {Call.VERB}:" in entry.do:
            call = parse_action(entry.do)
            if isinstance(call, Call):
                self.add(Utterance(number, call.seat, entry.at, call, event_count))

    def add(self, utterance: Utterance) -> None:
        self.items = [*self.items[1 - MAX_UTTERANCES :], utterance]
