"""`miser`: farms sensibly and never trades. A control: a bot that beats it owes the difference to trading."""

from tobean.bots.game_knowledge import knowledge_of
from tobean.bots.heuristics.farming import farming_action
from tobean.kernel.actions import Action, Decline, EndTrading
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation


class Miser:
    """Plants what it must, declines all offers and ends the trading immediately."""

    name = "miser"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        for action in actions:
            if isinstance(action, (Decline, EndTrading)):
                return action
        return knowledge_of(view.rules.name).miser_action(view, actions) or farming_action(view, actions) or actions[0]

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return None
