"""Which judge values the fields of which game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.merchant.valuing import Judge
from tobean.games.bohnedikt.bots.judge import BohnediktJudge
from tobean.games.magic.bots.judge import MagicJudge

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.view.observation import Observation


class PlainJudge(Judge):
    """For games whose fields are plain."""

    def __init__(self, view: Observation, temper: Temper) -> None:
        super().__init__(view, temper)
        self.steady = True


JUDGES: Final[dict[str, type[Judge]]] = {
    "bohnanza": PlainJudge,
    "bohnedikt": BohnediktJudge,
    "rabohnzel": MagicJudge,
    "excalibohn": MagicJudge,
}
"""The judge of each game that needs one of its own, by the name of the game."""


def judge_for(view: Observation, temper: Temper) -> Judge:
    """A judge for what this seat sees."""
    return JUDGES.get(view.rules.name, Judge)(view, temper)
