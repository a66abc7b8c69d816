"""Who is introduced to the game at a table, seat by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.play.lessons.learner import Learner, introduction_to
from tobean.play.lessons.lesson import Glance
from tobean.play.session.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.rules import Rules
    from tobean.kernel.table import Table
    from tobean.play.session.entries import Learned
    from tobean.play.session.seats import Seat
    from tobean.play.session.told import Told


class Learning:
    """The learners at a table, and how the table's changes reach them."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.learners: dict[int, Learner] = {}

    def of(self, seat: int) -> Learner | None:
        return self.learners.get(seat)

    def begin(self, seats: Sequence[Seat]) -> None:
        """At a table for learning every person is introduced from the first card on."""
        introduction = introduction_to(self.rules, self.players)
        self.learners = {at: Learner(introduction) for at, seat in enumerate(seats) if seat.is_person}

    def is_past(self, seat: int, lesson: str) -> bool:
        """Is this lesson not open any more? It was pressed twice, or done meanwhile."""
        learner = self.learners.get(seat)
        return learner is not None and (learner.shown is None or learner.shown.key != lesson)

    def note(self, entry: Learned, table: Table, told: Sequence[Told]) -> None:
        """A lesson has been read; without one, the introduction is put away or taken up."""
        glance = Glance(table, entry.seat, told)
        if entry.seat not in self.learners:
            if entry.lesson or entry.away:
                raise Refused("There is no introduction here.")
            self.learners[entry.seat] = Learner(introduction_to(self.rules, self.players))
        learner = self.learners[entry.seat]
        if entry.lesson:
            learner.close(entry.lesson, glance)
        else:
            learner.put_away(entry.away, glance)

    def look(self, doer: int, table: Table, told: Sequence[Told]) -> None:
        """The table has changed, by the doing of this seat."""
        for seat, learner in self.learners.items():
            learner.look(Glance(table, seat, told), seat == doer)

    def is_read(self, table: Table, seats: Sequence[Seat]) -> bool:
        """Is a lesson open for a person whose turn it is not?"""
        return any(
            learner.shown is not None and not learner.away and seats[seat].is_person and table.active != seat
            for seat, learner in self.learners.items()
        )
