"""What people have asked the table, by typing or by a call, and which bots have answered: a part of the fold.

That an answer is in the log keeps two servers, or one that was restarted, from answering twice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Call
from tobean.play.session.entries import Acted, Said
from tobean.record.notation import parse_action

if TYPE_CHECKING:
    from tobean.play.session.entries import Entry

MOST_OPEN: Final = 8
"""So many of the last things that people said are kept in mind."""


@dataclass
class Utterance:
    """Something that a person at the table said, in words or as a call."""

    number: int
    """Of its entry in the log."""
    seat: int
    at: float
    said: str | Call
    event_count: int
    """So many events had happened by then."""
    answered: set[int] = field(default_factory=set)
    """The seats of bots that have answered."""


class Utterances:
    """The last of them."""

    def __init__(self) -> None:
        self.spoken: list[Utterance] = []

    def note(self, number: int, entry: Entry, event_count: int) -> None:
        """An entry of the log, its number, and how many events there were."""
        if isinstance(entry, Said) and entry.bot:
            for spoken in self.spoken:
                if spoken.number == entry.answers:
                    spoken.answered.add(entry.seat)
        elif isinstance(entry, Said) and entry.seat >= 0:
            self.add(Utterance(number, entry.seat, entry.at, entry.text, event_count))
        elif isinstance(entry, Acted) and entry.by == "person" and f" {Call.VERB}:" in entry.do:
            call = parse_action(entry.do)
            if isinstance(call, Call):
                self.add(Utterance(number, call.seat, entry.at, call, event_count))

    def add(self, spoken: Utterance) -> None:
        self.spoken = [*self.spoken[1 - MOST_OPEN :], spoken]
