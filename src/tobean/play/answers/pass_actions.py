"""Acts that leave things as they are: passing, going on, ending the trading, and what else a game has of that kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from tobean.kernel.actions import Action, EndTrading, GoOn, Pass
from tobean.play.page.page_plugin import page_of

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules


def onward(verbs: Collection[str], legal: Sequence[Action]) -> Action | None:
    """Of what somebody may do, the act that leaves things as they are, if there is one."""
    for action in legal:
        if action.VERB in verbs:
            return action
    return None


def pass_verbs(rules: Rules) -> frozenset[str]:
    """The verbs of such acts in a game."""
    return frozenset([Pass.VERB, *page_of(rules.name).onward, EndTrading.VERB, GoOn.VERB])
