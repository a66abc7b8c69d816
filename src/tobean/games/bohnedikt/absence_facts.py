"""Public knowledge about missing cards: an unsuccessful F8 (D5), or a sacrifice card that had to be discarded (D11).

The counterpart of `HandFact` (I2): a fact holds for the cards that a hand had then, which are its first `reach` cards,
and gets sharper or fades as they leave.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.base.seats import SEAT_LETTERS, parse_seat, seat_name
from tobean.kernel.base.value_object import ValueObject
from tobean.kernel.cards import KIND_OF, cards_text
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.state.hands import tuple_without

LACK: Final = re.compile(rf"([{SEAT_LETTERS}]) (.+) in ([0-9]{{1,9}})")


@final
@mypyc_attr(acyclic=True)
class AbsenceFact(ValueObject):
    """A seat does not have all of these kinds together among its first `reach` cards."""

    ATTRIBUTES = ("seat", "kinds", "reach")

    def __init__(self, seat: int, kinds: tuple[int, ...], reach: int) -> None:
        self.seat = seat
        self.kinds = kinds
        self.reach = reach

    def implies(self, other: AbsenceFact) -> bool:
        """Whether this fact makes the other one redundant."""
        return (
            self.seat == other.seat
            and self.reach >= other.reach
            and all(self.kinds.count(kind) <= other.kinds.count(kind) for kind in self.kinds)
        )


def absence_text(fact: AbsenceFact) -> str:
    """Format as `A Green, Red in 5`: A's first five cards do not include both."""
    return f"{seat_name(fact.seat)} {cards_text(fact.kinds)} in {fact.reach}"


def parse_absence(text: str, letters: Sequence[str]) -> AbsenceFact:
    match = LACK.fullmatch(text)
    if not match:
        raise BadInput("{text!r} is not a missing card; write `A Green, Red in 5`", text=text)
    return AbsenceFact(parse_seat(match[1], letters), tuple(parse_cards(match[2])), int(match[3]))


def facts_with(facts: tuple[AbsenceFact, ...], fact: AbsenceFact) -> tuple[AbsenceFact, ...]:
    """Return the facts with one more, without those that it makes redundant."""
    remaining = list(facts)
    add_absence_fact(remaining, fact)
    return tuple(remaining)


def add_absence_fact(facts: list[AbsenceFact], fact: AbsenceFact) -> None:
    """Add a fact unless it is redundant, and remove those that it makes redundant."""
    for known in facts:
        if known.implies(fact):
            return
    for index in range(len(facts) - 1, -1, -1):
        if fact.implies(facts[index]):
            facts.pop(index)
    facts.append(fact)


def after_card_left(facts: tuple[AbsenceFact, ...], seat: int, position: int, card: int) -> tuple[AbsenceFact, ...]:
    """Return the facts after a card left a hand: if its kind is part of a fact, the hand cannot have all the other
    kinds."""
    if not any(fact.seat == seat and position < fact.reach for fact in facts):
        return facts
    remaining: list[AbsenceFact] = []
    for fact in facts:
        if fact.seat != seat:
            remaining.append(fact)
        elif position >= fact.reach:
            add_absence_fact(remaining, fact)
        else:
            kind = KIND_OF[card]
            kinds = tuple_without(fact.kinds, kind) if kind in fact.kinds else fact.kinds
            if fact.reach > len(kinds) > 0:
                add_absence_fact(remaining, AbsenceFact(seat, kinds, fact.reach - 1))
    return tuple(remaining)


def count_absence_violations(facts: tuple[AbsenceFact, ...], hands: list[list[int]]) -> int:
    """Count the cards that would have to leave for all facts to be true."""
    total = 0
    for fact in facts:
        excess = len(hands[fact.seat])
        for kind in fact.kinds:
            surplus = 1 - fact.kinds.count(kind)
            for card in hands[fact.seat][: fact.reach]:
                if card >= 0 and KIND_OF[card] == kind:
                    surplus += 1
            excess = min(excess, surplus)
        total += max(0, excess)
    return total
