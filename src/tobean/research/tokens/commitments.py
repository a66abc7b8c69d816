"""Promises: what somebody says they will give somebody. They bind nobody; the figures say how many were kept.

A promise is kept once all of its cards have gone from who made it to who was promised them, in any deals; it is broken
if that has not come about within a round.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.cards import KIND_OF
from tobean.kernel.events import TRADED, TURN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tobean.kernel.events import Event

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
    """The last turn in which it can be kept."""
    left: Counter[int]
    """What has not been given yet."""
    state: str = OPEN


class CommitmentLog:
    """All promises of a game, in the order in which they were made."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.made: list[Commitment] = []
        self.turn = 0

    def make(self, seat: int, to: int, kinds: Sequence[int]) -> Commitment:
        """A promise for this turn and the round after it."""
        made = Commitment(seat, to, tuple(kinds), self.turn + self.players, Counter(kinds))
        self.made.append(made)
        return made

    def update(self, events: Iterable[Event]) -> None:
        """See what has become of them, from what happened."""
        for event in events:
            if event.kind is TURN:
                self.turn = number_in(event, "turn")
                for promise in self.made:
                    if promise.state == OPEN and self.turn > promise.until:
                        promise.state = BROKEN
            elif event.kind is TRADED:
                partner = number_in(event, "partner")
                self.fulfil(event.seat, partner, event.cards)
                self.fulfil(partner, event.seat, event.data["gets"])

    def fulfil(self, seat: int, to: int, cards: Sequence[int]) -> None:
        """Cards go from one seat to another; an older promise comes first."""
        gone = Counter([KIND_OF[card] for card in cards])
        for promise in self.made:
            if (promise.seat, promise.to, promise.state) == (seat, to, OPEN):
                counted = promise.left & gone
                promise.left -= counted
                gone -= counted
                if not promise.left:
                    promise.state = HONOURED

    def count(self, seat: int, state: str) -> int:
        """How many promises of a seat are open, honoured or broken."""
        return sum([promise.seat == seat and promise.state == state for promise in self.made])

    def kept(self, seat: int) -> float | None:
        """The share of a seat's promises that were kept, of those about which it is known; None: there are none."""
        kept, broken = self.count(seat, HONOURED), self.count(seat, BROKEN)
        return kept / (kept + broken) if kept + broken else None


def number_in(event: Event, name: str) -> int:
    value: Any = event.data[name]
    return int(value)
