"""Promises to give cards. They are not binding; the log counts how many were kept.

A promise is kept once all of its cards have gone from its maker to its recipient, in any number of deals. It is broken
if that has not happened within a round.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tobean.kernel.cards import KIND_OF
from tobean.kernel.events import TRADED, TURN, Event

OPEN: Final = "open"
HONOURED: Final = "honoured"
BROKEN: Final = "broken"


@dataclass
class Commitment:
    """Cards that one seat has promised another."""

    seat: int
    to: int
    kinds: tuple[int, ...]
    until: int
    """Last turn in which it can be kept."""
    left: Counter[int]
    """Cards not given yet."""
    state: str = OPEN


class CommitmentLog:
    """All promises of a game, in order."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.entries: list[Commitment] = []
        self.turn = 0

    def make(self, seat: int, to: int, kinds: Sequence[int]) -> Commitment:
        """Record a promise for this turn and the round after it."""
        commitment = Commitment(seat, to, tuple(kinds), self.turn + self.players, Counter(kinds))
        self.entries.append(commitment)
        return commitment

    def update(self, events: Iterable[Event]) -> None:
        """Update the state of all promises from the events."""
        for event in events:
            if event.kind is TURN:
                self.turn = number_in(event, "turn")
                for commitment in self.entries:
                    if commitment.state == OPEN and self.turn > commitment.until:
                        commitment.state = BROKEN
            elif event.kind is TRADED:
                partner = number_in(event, "partner")
                self.fulfil(event.seat, partner, event.cards)
                self.fulfil(partner, event.seat, event.data["gets"])

    def fulfil(self, seat: int, to: int, cards: Sequence[int]) -> None:
        """Count cards that go from one seat to another; older promises come first."""
        given = Counter([KIND_OF[card] for card in cards])
        for commitment in self.entries:
            if (commitment.seat, commitment.to, commitment.state) == (seat, to, OPEN):
                counted = commitment.left & given
                commitment.left -= counted
                given -= counted
                if not commitment.left:
                    commitment.state = HONOURED

    def count(self, seat: int, state: str) -> int:
        """Return the number of a seat's promises that are open, honoured or broken."""
        return sum([commitment.seat == seat and commitment.state == state for commitment in self.entries])

    def kept_share(self, seat: int) -> float | None:
        """Return the share of a seat's settled promises that were kept; None if there are none."""
        kept, broken = self.count(seat, HONOURED), self.count(seat, BROKEN)
        return kept / (kept + broken) if kept + broken else None

    kept = kept_share  # the name up to version 0.1


def number_in(event: Event, name: str) -> int:
    value: Any = event.data[name]
    return int(value)
