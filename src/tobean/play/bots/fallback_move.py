"""A move that does little harm, for a bot that failed or a person whose time is up: say no, go on, plant where it
fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Action, BuyField, Decline, EndTrading, GoOn, Harvest, Pass, Plant, Withdraw
from tobean.kernel.phases.harvest import row_payout
from tobean.play.page.page_plugin import page_of

if TYPE_CHECKING:
    from tobean.kernel.table import Table

FIRST: Final = (Decline.VERB, Pass.VERB)
THEN: Final = (EndTrading.VERB, GoOn.VERB)
"""What leaves things as they are, in the order of preference; what the game has of that kind comes in between."""


def fallback_move(table: Table, seat: int) -> Action:
    """A legal move of the awaited seat; it rests on nothing that the seat does not know."""
    actions = table.legal_actions(seat)
    for verb in (*FIRST, *page_of(table.rules.name).onward, *THEN):
        for action in actions:
            if verb == action.VERB:
                return action
    plantings = [action for action in actions if isinstance(action, Plant)]
    if plantings:
        return max(plantings, key=lambda action: len(table.fields[seat][action.field]))
    harvests = [action for action in actions if isinstance(action, Harvest)]
    others = [action for action in actions if not isinstance(action, (Harvest, Withdraw, BuyField))]
    if others:
        return others[0]
    return max(harvests, key=lambda action: row_payout(table, table.fields[seat][action.field]))
