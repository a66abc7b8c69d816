"""The seven kinds of beans, and the eleven spells (R8-R27). A spell is represented by the number of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.cards import KIND_NAMES, register_kind
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.parameters import LIST, Parameter
from tobean.kernel.state.seats import ALL_SEATS
from tobean.kernel.state.value_object import ValueObject

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules

PLUCK: Final = register_kind("Pluck")
CAPE: Final = register_kind("Cape")
MEAN: Final = register_kind("Mean")
WHITE: Final = register_kind("White")
MAGIC: Final = register_kind("Magic")
PRINCESS: Final = register_kind("Princess")
SWORD: Final = register_kind("Sword")

ATTACK: Final = register_kind("Attack spell")
FIELD: Final = register_kind("Field spell")
SWAP: Final = register_kind("Swap spell")
TRADE: Final = register_kind("Trade spell")
FLOW: Final = register_kind("Flow spell")
PILE: Final = register_kind("Pile spell")
BEANS: Final = register_kind("Beans spell")
PLAYERS: Final = register_kind("Players spell")
MOVE: Final = register_kind("Move spell")
HAND: Final = register_kind("Hand spell")
RANDOM: Final = register_kind("Random spell")

SPELLS: Final = (ATTACK, FIELD, SWAP, TRADE, FLOW, PILE, BEANS, PLAYERS, MOVE, HAND, RANDOM)
SPELL_VALUES: Final[dict[int, int]] = dict(zip(SPELLS, (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True))
"""The value of a spell in pfennigs, in Excalibohn groschen (R4)."""

ANY_TIME: Final = (SWAP, FLOW, PLAYERS, MOVE, RANDOM)
"""Spells that may be used at any time of one's own turn (R16)."""

CAPES_FOR_A_SPELL: Final = 2
"""The number of harvested Capes from which on a spell card is drawn (R9)."""

UNKNOWN: Final = -1
"""A face-down spell that the viewer has never seen."""


def bits_of(spells: tuple[int, ...]) -> int:
    """Return a set of spells as bits in the order of SPELLS."""
    return sum([1 << SPELLS.index(spell) for spell in spells])


def spell_name(spell: int) -> str:
    """Return `Move` for the move spell; `?` for an unknown one."""
    return "?" if spell == UNKNOWN else KIND_NAMES[spell].removesuffix(" spell")


def spell_named(text: str) -> int:
    for spell in SPELLS:
        if spell_name(spell).lower() == text.strip().lower():
            return spell
    known = ", ".join(spell_name(spell) for spell in SPELLS)
    raise BadNotation("there is no spell {text!r}; there are: {known}", text=text.strip(), known=known)


class SpellParameter(Parameter):
    """A spell, by its name."""

    def text(self, value: Any) -> str:
        return spell_name(value)

    def choices(self, rules: Rules) -> list[int]:
        return list(SPELLS)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return spell_named(text)


class SpellsParameter(Parameter):
    """Several spells, in order."""

    def __init__(self, name: str) -> None:
        super().__init__(name, ())
        self.pattern = LIST

    def text(self, value: Any) -> str:
        return ", ".join([spell_name(spell) for spell in value])

    def choices(self, rules: Rules) -> list[int]:
        return list(SPELLS)

    def read(self, text: str, names: Sequence[str] = ()) -> Any:
        return tuple([spell_named(word) for word in text.split(",")])


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
        """The spells, as bits in the order of SPELLS, that all players know this one not to be (R2, R27, I2)."""

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
        return not self.excluded >> SPELLS.index(spell) & 1

    def masked(self, seat: int) -> SpellCard:
        if self.seen >> seat & 1:
            return self
        return SpellCard(UNKNOWN, self.up, self.seen, self.borrowed, self.excluded)
