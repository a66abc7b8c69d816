"""Game knowledge for bots: the value of a drawn card, and thus when to prune."""

from typing import Final

from tobean.bots.game_knowledge import GameKnowledge
from tobean.bots.heuristics.farming import row_pay
from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.field_value import Judge, kind_of, row_of, size_of
from tobean.kernel.actions import Action
from tobean.kernel.observation.observation import Observation
from tobean_bohnsai.cards import BONSAI
from tobean_bohnsai.garden import Prune

SEED: Final = 0.15
"""Value of a card at the back of the hand, in thalers."""


class BohnsaiJudge(Judge):
    """Judge that values the cards drawn by a bonsai harvest (S2), and the cost and gain of pruning (S3)."""

    def __init__(self, view: Observation, parameters: MerchantParameters) -> None:
        super().__init__(view, parameters)
        self.depends_on_supply_only = True

    def pay(self, field: int, row: int) -> float:
        thalers = super().pay(field, row)
        return thalers * (1.0 + SEED) if kind_of(row) == BONSAI else thalers

    def special_value(self, action: Action) -> float | None:
        if not isinstance(action, Prune):
            return super().special_value(action)
        row = self.rows(self.view.seat)[action.field]
        shorter = row_of(kind_of(row), size_of(row) - 1)
        return SEED + self.value(action.field, shorter) - self.value(action.field, row)


class BohnsaiKnowledge(GameKnowledge):
    """A judge for the merchant and the sage, and a rule of thumb for the sprout."""

    def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
        return BohnsaiJudge(view, parameters)

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        """Prune a card that pays nothing: the last one of a row beyond its last step."""
        for action in actions:
            if isinstance(action, Prune):
                row = view.fields[view.seat][action.field]
                if row_pay(view, row[:-1]) == row_pay(view, row, more=9):
                    return action
        return super().sprout_action(view, actions)


KNOWLEDGE: Final = BohnsaiKnowledge()
