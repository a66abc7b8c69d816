"""Rules about fields: which of them accept a card, and when they may be harvested.

This is an object with methods rather than a set of functions because listing and sampling call it at every decision,
and compiled code calls a method directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class FieldRules:
    """The rules that all games share; a game overrides those in which it differs."""

    def accepting_fields(self, table: Table, seat: int, card: int) -> int:
        """Return the bit set of the fields that accept this card: empty ones (K5) and those of its kind (K3, K4)."""
        fields: i64 = 0
        bit: i64 = 1
        for row in table.fields[seat]:
            if not row or row[-1] == card:
                fields |= bit
            bit <<= 1
        return fields

    def raise_planting_error(self, table: Table, seat: int, card: int, field: int) -> None:
        """Raise the game's own error for planting this card in a field that does not accept it, if there is one."""

    def harvest_forbidden_by(self, table: Table, decision: Step, seat: int) -> str:
        """Return the rule that forbids this seat to harvest while this decision is open; "" if it may harvest (K8).

        Unless a game overrides this, there are no harvests at a decision that `blocks_interrupts`.
        """
        return "K8" if decision.blocks_interrupts else ""

    def raise_harvest_error(self, table: Table, decision: Step, seat: int, rule: str) -> None:
        """Raise the game's own error for a harvest forbidden by this rule, if there is one that explains more."""

    def raise_discards_error(self, table: Table, seat: int, field: int, discards: tuple[int, ...]) -> None:
        """Raise the game's own error for a harvest that does not discard these cards (K12), if there is one."""


DEFAULT_FIELD_RULES: Final = FieldRules()
