"""Knowledge of bots about Bohnedikt."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import mypyc_attr

from tobean.bots.game_knowledge import GameKnowledge
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.games.bohnedikt.bots.heuristics import edict_action, planting_sacrifice
from tobean.games.bohnedikt.bots.judge import BohnediktJudge
from tobean.i18n.catalogues import N_
from tobean.kernel.actions import Action
from tobean.kernel.observation.observation import Observation

TEXTS: Final = N_(
    {
        "puzzle invoke": "Which edict do you use?",
        "puzzle demand": "Which swap do you demand?",
        "puzzle sacrifice": "What do you sacrifice?",
        "puzzle drop": "What becomes of the sacrifice?",
    }
)


@mypyc_attr(allow_interpreted_subclasses=True)
class BohnediktKnowledge(GameKnowledge):
    """Knowledge about edicts, sacrifices and God's acre."""

    def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
        return BohnediktJudge(view, parameters)

    def playouts(self) -> int:
        return 3

    def miser_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return planting_sacrifice(view, actions)

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return edict_action(view, actions)

    def texts(self) -> Mapping[str, str]:
        return TEXTS
