"""Knowledge of bots about magic; Rabohnzel and Excalibohn share it."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import mypyc_attr

from tobean.bots.game_knowledge import GameKnowledge
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.games.magic.bots.heuristics import magic_action
from tobean.games.magic.bots.judge import MagicJudge
from tobean.i18n.catalogues import N_
from tobean.kernel.actions import Action
from tobean.kernel.observation.observation import Observation

TEXTS: Final = N_(
    {
        "puzzle use": "Which ability do you use, and on whom?",
        "puzzle play": "What is the Magic bean good for?",
        "puzzle cast": "Which spell do you cast?",
        "puzzle choose": "Which card do you choose?",
        "puzzle keep": "Is it worth keeping?",
        "puzzle activate": "Which spell do you activate?",
        "puzzle counterattack": "Do you strike back?",
    }
)


@mypyc_attr(allow_interpreted_subclasses=True)
class MagicKnowledge(GameKnowledge):
    """Knowledge about abilities, attacks and spells."""

    def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
        return MagicJudge(view, parameters)

    def playouts(self) -> int:
        return 4

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return magic_action(view, actions) or super().sprout_action(view, actions)

    def texts(self) -> Mapping[str, str]:
        return TEXTS
