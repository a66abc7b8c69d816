"""What bots know of one game beyond its rules.

Every bot of the house plays every game: it chooses among the legal actions. What it should know besides (what a special
card is worth, when an act of this game alone is a good idea) comes with the game, as `KNOWLEDGE` in its part `bots`.
A game without that part is played as one with plain fields. docs/bots.md, "What bots know of a game".
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
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

TrainingPosition = tuple[int, int, list[int]]
"""Who has acted, after how many actions, and what the position looks like to a net."""
NO_TEXTS: Final[dict[str, str]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class GameKnowledge:
    """What is said here holds for a game that brings nothing of its own. A game overrides what is different with it.

    All answers rest on what one seat sees, so none of them gives away a secret (I3).
    """

    # --- what the merchant knows ---------------------------------------------------------------------------

    def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
        """Who values the fields as this seat sees them."""
        return PlainJudge(view, parameters)

    def values(self, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        """What each action leads to, in thalers. None: the merchant and the coach find that out with the judge."""
        return None

    def choice(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """What the merchant does. None: it plans and trades with the judge, as in most games."""
        values = self.values(view, actions, chance)
        return None if values is None else best_of(actions, values)

    # --- what mendel looks at ------------------------------------------------------------------------------

    def features_after(self, view: Observation, actions: list[Action], chance: Chance) -> list[list[int]] | None:
        """What the net of this game looks at after each of these actions, in whole numbers from -511 to 511.

        None: what it looks at in most games (bots/mendel/features.py).
        """
        return None

    def fast_selfplay(
        self, table: Table, chance: Chance, mistakes: float, share: float
    ) -> list[TrainingPosition] | None:
        """Play this game to its end as quickly as can be, and note a share of what the nets of this game look at.

        It is what nets learn from with `tobean selfplay --rehearsed`. The first part of the game has mistakes, then
        something is tried out, and only what follows is noted. None: nobody plays this game so quickly.
        """
        return None

    def net_values(self, net: Net, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        """As `values`, with the judgement of this net. None: `mendel` farms and trades, as in most games."""
        return None

    def net_choice(self, net: Net, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """What `mendel` does with the judgement of this net. None: it farms and trades."""
        values = self.net_values(net, view, actions, chance)
        return None if values is None else best_of(actions, values)

    def net_search(
        self, net: Net, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        """What `mendel` finds with the judgement of this net, otherwise as in `search`."""
        return None

    # --- what the others know ------------------------------------------------------------------------------

    def miser_action(self, view: Observation, actions: list[Action]) -> Action | None:
        """What `miser` does rather than plant and harvest; None: it has no better idea."""
        return None

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        """What `sprout` does, once offers are answered, rather than trade, plant and harvest."""
        return misfit_discard(view, actions)

    def search(
        self, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        """What `sage` finds in so many tries, or fewer if this thread has computed for so many seconds before.

        None: it tries out what the merchant thinks of, and merchants play on, as in most games.
        """
        return None

    # --- what the coach says -------------------------------------------------------------------------------

    def reason(self, view: Observation, action: Action, gain: float) -> Reason | None:
        """Why to take an action that only this game has, to pass, or to go on; `gain` is its worth in thalers.

        Where the game gives `values`, it is asked about every action. None: the coach's own words.
        """
        return None

    def texts(self) -> Mapping[str, str]:
        """The sentences for the names of those reasons, with the blanks of `bots/coach/messages.py`."""
        return NO_TEXTS


def best_of(actions: list[Action], values: list[float]) -> Action:
    """The action with the best value; the first of equals."""
    if len(values) != len(actions):
        raise ValueError(f"there are {len(values)} values for {len(actions)} actions")
    best = 0
    for index in range(1, len(values)):
        if values[index] > values[best] + 1e-9:
            best = index
    return actions[best]


KNOWN: Final[dict[str, GameKnowledge]] = {}
"""Those that have been asked for, by the name of the game."""


def load_knowledge(game: str) -> GameKnowledge:
    """The expertise that a game brings."""
    return load_part(game, "bots", "KNOWLEDGE", GameKnowledge) or GameKnowledge()


def knowledge_of(game: str) -> GameKnowledge:
    """What bots know of the game of this name; it is looked for once."""
    known = KNOWN.get(game)
    if known is None:
        known = KNOWN[game] = load_knowledge(game)
    return known


def judge_for(view: Observation, parameters: MerchantParameters) -> Judge:
    """A judge for what this seat sees."""
    return knowledge_of(view.rules.name).judge(view, parameters)
