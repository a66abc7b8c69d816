"""Actions that leave everything as it is: pass, go on, end trading, and the corresponding ones of a game."""

from collections.abc import Collection, Sequence

from tobean.kernel.actions import Action, EndTrading, GoOn, Pass
from tobean.kernel.rules import Rules
from tobean.session.page.page_plugin import page_of


def pass_action(verbs: Collection[str], legal: Sequence[Action]) -> Action | None:
    """Return the legal action that leaves everything as it is, if there is one."""
    for action in legal:
        if action.VERB in verbs:
            return action
    return None


def pass_verbs(rules: Rules) -> frozenset[str]:
    """Collect the verbs of these actions in a game."""
    return frozenset([Pass.VERB, *page_of(rules.name).onward, EndTrading.VERB, GoOn.VERB])
