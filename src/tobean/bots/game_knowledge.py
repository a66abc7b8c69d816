"""Knowledge of bots about one game beyond its rules.

Every built-in bot plays every game: it chooses among the legal actions. Further knowledge (the value of a special card,
when to use an action that only this game has) comes with the game, as `KNOWLEDGE` in its part `bots`. A game without
that part is played with `PlainJudge`, which values fields alone. See docs/bots.md, "What bots know of a game".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from tobean.bots.heuristics.farming import misfit_discard
from tobean.bots.merchant.valuation.field_value import PlainJudge
from tobean.games.registry import load_part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tobean.bots.coach.reason import Reason
    from tobean.bots.mendel.net import Net
    from tobean.bots.merchant.parameters import MerchantParameters
    from tobean.bots.merchant.valuation.field_value import Judge
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.observation.observation import Observation
    from tobean.kernel.table import Table

TrainingPosition = tuple[int, int, list[int]]
"""Seat that acted, ply, and the features of the position after the action."""
NO_TEXTS: Final[dict[str, str]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class GameKnowledge:
    """Defaults for a game that provides no knowledge of its own; a game overrides what differs.

    All methods rest on one seat's observation, so none of them reveals a secret (I3).
    """

    # --- merchant ------------------------------------------------------------------------------------------

    def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
        """Return a judge, which values fields for the seat of this observation."""
        return PlainJudge(view, parameters)

    def values(self, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        """Return the value of each action in thalers, or None to let the merchant and the coach use the judge."""
        return None

    def choice(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Return the merchant's action, or None to plan and trade with the judge, as in most games."""
        values = self.values(view, actions, chance)
        return None if values is None else best_of(actions, values)

    def playouts(self) -> int:
        """Return the number of games that merchants play to estimate a position; fewer where they take longer."""
        return 8

    # --- mendel --------------------------------------------------------------------------------------------

    def features_after(self, view: Observation, actions: list[Action], chance: Chance) -> list[list[int]] | None:
        """Return the inputs of this game's value network after each action, as integers from -511 to 511.

        Return None to use the features of most games (bots/mendel/features.py).
        """
        return None

    def fast_selfplay(
        self, table: Table, chance: Chance, mistakes: float, share: float
    ) -> list[TrainingPosition] | None:
        """Play this game to its end quickly and return a share of its positions as training data.

        Used by `tobean selfplay --fast`. In the first part of the game an action is random with the probability
        `mistakes`; then one action is tried out, and of the positions from there on the fraction `share` is returned.
        Return None if the game has no fast self-play.
        """
        return None

    def net_values(self, net: Net, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        """Return the values of the actions by this value network.

        Return None to let `mendel` farm and trade, as in most games.
        """
        return None

    def net_choice(self, net: Net, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Return the action of `mendel` with this value network, or None to farm and trade."""
        values = self.net_values(net, view, actions, chance)
        return None if values is None else best_of(actions, values)

    def net_search(
        self, net: Net, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        """Return the action that `mendel` finds with this value network, under the limits of `search`."""
        return None

    # --- other bots ----------------------------------------------------------------------------------------

    def miser_action(self, view: Observation, actions: list[Action]) -> Action | None:
        """Return what `miser` does instead of planting and harvesting, or None."""
        return None

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        """Return what `sprout` does, once offers are answered, instead of trading, planting and harvesting; or None."""
        return misfit_discard(view, actions)

    def search(
        self, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        """Return the action that `sage` finds in `tries` rollouts, or in fewer after `seconds` of this thread's CPU
        time.

        Return None to try the merchant's candidates with merchants in all seats, as in most games.
        """
        return None

    # --- coach ---------------------------------------------------------------------------------------------

    def reason(self, view: Observation, action: Action, gain: float) -> Reason | None:
        """Return the reason for an action that only this game has, or to pass or go on; `gain` is its value in thalers.

        Where the game provides `values`, this is called for every action. Return None to use the coach's own reason.
        """
        return None

    def texts(self) -> Mapping[str, str]:
        """Return the sentences for the names of those reasons, with the placeholders of `bots/coach/messages.py`."""
        return NO_TEXTS


def best_of(actions: list[Action], values: list[float]) -> Action:
    """Return the action with the highest value; the first of equals."""
    if len(values) != len(actions):
        raise ValueError(f"there are {len(values)} values for {len(actions)} actions")
    best = 0
    for index in range(1, len(values)):
        if values[index] > values[best] + 1e-9:
            best = index
    return actions[best]


KNOWLEDGE_CACHE: Final[dict[str, GameKnowledge]] = {}
"""Cache of `knowledge_of`, by the name of the game."""


def load_knowledge(game: str) -> GameKnowledge:
    """Load the knowledge that a game provides, or the defaults."""
    return load_part(game, "bots", "KNOWLEDGE", GameKnowledge) or GameKnowledge()


def knowledge_of(game: str) -> GameKnowledge:
    knowledge = KNOWLEDGE_CACHE.get(game)
    if knowledge is None:
        knowledge = KNOWLEDGE_CACHE[game] = load_knowledge(game)
    return knowledge


def judge_for(view: Observation, parameters: MerchantParameters) -> Judge:
    return knowledge_of(view.rules.name).judge(view, parameters)
