"""A move that does little harm, for a bot that failed or a person whose time is up: say no, go on, plant where it
fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.magic.actions import Keep
from tobean.kernel.actions import Action, BuyField, Decline, EndTrading, GoOn, Harvest, Pass, Plant, Withdraw
from tobean.kernel.harvest import worth

if TYPE_CHECKING:
    from tobean.kernel.table import Table

FIRST: Final = (Decline, Pass, Keep, EndTrading, GoOn)
"""What leaves things as they are, in the order of preference."""


def safe_move(table: Table, seat: int) -> Action:
    """A legal move of the awaited seat; it rests on nothing that the seat does not know."""
    actions = table.legal_actions(seat)
    for quiet in FIRST:
        for action in actions:
            if isinstance(action, quiet):
                return action
    plantings = [action for action in actions if isinstance(action, Plant)]
    if plantings:
        return max(plantings, key=lambda action: len(table.fields[seat][action.field]))
    harvests = [action for action in actions if isinstance(action, Harvest)]
    others = [action for action in actions if not isinstance(action, (Harvest, Withdraw, BuyField))]
    if others:
        return others[0]
    return max(harvests, key=lambda action: worth(table, table.fields[seat][action.field]))
