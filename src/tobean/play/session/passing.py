"""Acts that leave things as they are: passing, going on, ending the trading, and what else a game has of that kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from tobean.kernel.actions import Action, EndTrading, GoOn, Pass
from tobean.play.wire.page import page_of

if TYPE_CHECKING:
    from tobean.kernel.table import Table


def onward(table: Table, seat: int) -> Action | None:
    """The act that leaves things as they are, if there is one."""
    actions = table.legal_actions(seat)
    return next((action for action in actions if action.VERB in onward_verbs(table)), None)


def onward_verbs(table: Table) -> Collection[str]:
    return (Pass.VERB, *page_of(table.rules.name).onward, EndTrading.VERB, GoOn.VERB)
