"""Spell cards before players."""

from __future__ import annotations

from typing import final

from mypy_extensions import mypyc_attr

from tobean.games.magic.cards import ATTACK
from tobean.games.magic.spells.registry import UNKNOWN
from tobean.kernel.base.seats import ALL_SEATS
from tobean.kernel.base.value_object import ValueObject


@final
@mypyc_attr(acyclic=True)
class SpellCard(ValueObject):
    """A spell card before a player: face up (active) or not, the seats that have seen it, and whether it is borrowed
    (R27)."""

    ATTRIBUTES = ("spell", "up", "seen", "borrowed", "excluded")

    def __init__(self, spell: int, up: bool, seen: int, borrowed: bool, excluded: int = 0) -> None:
        self.spell = spell
        self.up = up
        self.seen = seen
        """The seats, as bits, that know which spell this is."""
        self.borrowed = borrowed
        self.excluded = excluded
        """The spells, as bits (`bits_of`), that all players know this one not to be (R2, R27, I2)."""

    def turned_up(self) -> SpellCard:
        return SpellCard(self.spell, True, ALL_SEATS, self.borrowed)

    def turned_down(self) -> SpellCard:
        return SpellCard(self.spell, False, self.seen, self.borrowed, self.excluded)

    def excluding(self, spells: int) -> SpellCard:
        """Return the card after all players have learned that it is none of these spells."""
        if self.seen == ALL_SEATS:
            return self
        return SpellCard(self.spell, self.up, self.seen, self.borrowed, self.excluded | spells)

    def may_be(self, spell: int) -> bool:
        return not self.excluded >> spell - ATTACK & 1

    def masked(self, seat: int) -> SpellCard:
        if self.seen >> seat & 1:
            return self
        return SpellCard(UNKNOWN, self.up, self.seen, self.borrowed, self.excluded)
