"""Random playouts: for benchmarks, fuzzing, and the evaluation of positions."""

from tobean.kernel.agenda import Step
from tobean.kernel.chance import Chance
from tobean.kernel.errors import ChanceDecides
from tobean.kernel.table import Table


def playout(table: Table, chance: Chance) -> int:
    """Play sampled actions to the end of the game; returns the number of decisions."""
    decisions = 0
    decision = first_decision(table)
    while decision is not None:
        decision = table.apply_legal(decision, decision.sample(table, decision.awaited(table), chance))
        decisions += 1
    return decisions


def playout_listed(table: Table, chance: Chance) -> int:
    """Do the same as `playout`, but pick from a list of all legal actions, and of one offer and one call."""
    decisions = 0
    decision = first_decision(table)
    while decision is not None:
        seat = decision.awaited(table)
        listed = table.legal_actions(seat)
        talk = 2 if decision.may_talk(table, seat) else 0
        pick = chance.randbelow(len(listed) + talk)
        if pick < len(listed):
            decision = table.apply_legal(decision, listed[pick])
        else:
            decision = table.apply_legal(decision, decision.sample_talk(table, seat, pick - len(listed), chance))
        decisions += 1
    return decisions


def first_decision(table: Table) -> Step | None:
    """Return the open decision, or None when the game is over."""
    if table.explicit:
        raise ChanceDecides("chance decides now: ask `chance_outcomes` and call `apply_chance`")
    return table.agenda[-1] if table.agenda else None
