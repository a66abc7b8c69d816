"""What bots know of Bohnedikt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from tobean.bots.expertise import Expertise
from tobean.games.bohnedikt.bots.heuristics import by_edict, sacrifice_when_planting
from tobean.games.bohnedikt.bots.judge import BohnediktJudge

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.actions import Action
    from tobean.view.observation import Observation


@mypyc_attr(allow_interpreted_subclasses=True)
class BohnediktExpertise(Expertise):
    """Edicts, sacrifices and God's acre."""

    def judge(self, view: Observation, temper: Temper) -> Judge:
        return BohnediktJudge(view, temper)

    def idea_of_miser(self, view: Observation, actions: list[Action]) -> Action | None:
        return sacrifice_when_planting(view, actions)

    def idea_of_sprout(self, view: Observation, actions: list[Action]) -> Action | None:
        return by_edict(view, actions)
