"""Game knowledge of Lanterns: reasons for the coach, and no judge."""

from collections.abc import Mapping
from typing import Final

from tobean.bots.coach.reason import Reason
from tobean.bots.game_knowledge import GameKnowledge
from tobean.kernel.actions import Action, Pass
from tobean.kernel.observation.observation import Observation


class LanternKnowledge(GameKnowledge):
    """Gives a reason for passing, and nothing else."""

    def reason(self, view: Observation, action: Action, gain: float) -> Reason | None:
        return Reason("by lantern light", gain) if isinstance(action, Pass) else None

    def texts(self) -> Mapping[str, str]:
        return {"by lantern light": "Wait until it is dark."}


KNOWLEDGE: Final = LanternKnowledge()
