"""What a game says about fields: which of them take a card, and when they may be harvested.

An object with methods and not a set of functions: random play and lists of actions ask it at every decision, and
compiled code calls a method directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class FieldRules:
    """The rules that all games share; a game overrides what is different there."""

    def accepting_fields(self, table: Table, seat: int, card: int) -> int:
        """The fields, as bits, that take this card: empty ones (K5) and all those of its kind (K3, K4)."""
        found: i64 = 0
        bit: i64 = 1
        for row in table.fields[seat]:
            if not row or row[-1] == card:
                found |= bit
            bit <<= 1
        return found

    def raise_planting_error(self, table: Table, seat: int, card: int, field: int) -> None:
        """Raise the game's own refusal for this card on a field that does not take it, if it has one."""

    def harvest_forbidden_by(self, table: Table, decision: Step, seat: int) -> str:
        """The rule that forbids this seat to harvest while this decision is open, or "": the window is open (K8).
        Nobody harvests at a decision that `blocks_interrupts`, unless a game says otherwise here."""
        return "K8" if decision.blocks_interrupts else ""

    def raise_harvest_error(self, table: Table, decision: Step, seat: int, rule: str) -> None:
        """Raise the game's own refusal where `harvest_forbidden_by` names this rule, if it has one: say what is going on."""


DEFAULT_FIELD_RULES: Final = FieldRules()
