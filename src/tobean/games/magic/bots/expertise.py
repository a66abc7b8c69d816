"""What bots know of magic; Rabohnzel and Excalibohn share it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from tobean.bots.expertise import Expertise
from tobean.games.magic.bots.heuristics import by_magic
from tobean.games.magic.bots.judge import MagicJudge

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.actions import Action
    from tobean.view.observation import Observation


@mypyc_attr(allow_interpreted_subclasses=True)
class MagicExpertise(Expertise):
    """Abilities, attacks and spells."""

    def judge(self, view: Observation, temper: Temper) -> Judge:
        return MagicJudge(view, temper)

    def idea_of_sprout(self, view: Observation, actions: list[Action]) -> Action | None:
        return by_magic(view, actions) or super().idea_of_sprout(view, actions)
