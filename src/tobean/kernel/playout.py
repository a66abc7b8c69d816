"""Playing on by chance: for benchmarks, for fuzzing, and for search that wants to see how a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table


def play_out(table: Table, chance: Chance) -> int:
    """Play uniformly at random to the end of the game; sampled actions. Returns the number of decisions."""
    decisions = 0
    while table.agenda:
        decision = table.agenda[-1]
        table.apply_trusted(decision.sample(table, decision.awaited(table), chance))
        decisions += 1
    return decisions


def play_out_listed(table: Table, chance: Chance) -> int:
    """The same with the full list of legal actions at each decision, and an offer or call beside them."""
    decisions = 0
    while table.agenda:
        decision = table.agenda[-1]
        seat = decision.awaited(table)
        listed = table.legal_actions(seat)
        talk = 2 if decision.may_talk(table, seat) else 0
        pick = chance.below(len(listed) + talk)
        if pick < len(listed):
            table.apply_trusted(listed[pick])
        else:
            table.apply_trusted(decision.sample_talk(table, seat, pick - len(listed), chance))
        decisions += 1
    return decisions
