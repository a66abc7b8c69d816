"""A harmless move for a bot that failed or a person whose time is up: decline, go on, or plant where it fits."""

from typing import Final

from tobean.kernel.actions import Action, BuyField, Decline, EndTrading, GoOn, Harvest, Pass, Plant, Withdraw
from tobean.kernel.state.harvest import row_payout
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import page_of

FIRST: Final = (Decline.VERB, Pass.VERB)
THEN: Final = (EndTrading.VERB, GoOn.VERB)
"""Verbs that leave everything as it is, in order of preference; those of the game come between FIRST and THEN."""


def fallback_move(table: Table, seat: int) -> Action:
    """Return a legal action of the awaited seat. It depends only on what that seat knows."""
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
