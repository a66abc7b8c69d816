"""What bots know of Bohnsai: what a card drawn is worth, and so when to prune."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.expertise import Expertise
from tobean.bots.heuristics.farming import pays
from tobean.bots.merchant.valuing import Judge, kind_of, row_of, size_of
from tobean_bohnsai.cards import BONSAI
from tobean_bohnsai.garden import Prune

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.kernel.actions import Action
    from tobean.view.observation import Observation

SEED: Final = 0.15
"""What a card at the back of the hand is worth, in thalers."""


class BohnsaiJudge(Judge):
    """Knows that a bonsai harvest brings cards (S2), and what pruning gives up and brings (S3)."""

    def __init__(self, view: Observation, temper: Temper) -> None:
        super().__init__(view, temper)
        self.steady = True

    def pay(self, field: int, row: int) -> float:
        thalers = super().pay(field, row)
        return thalers * (1.0 + SEED) if kind_of(row) == BONSAI else thalers

    def special(self, action: Action) -> float | None:
        if not isinstance(action, Prune):
            return super().special(action)
        row = self.rows(self.view.seat)[action.field]
        shorter = row_of(kind_of(row), size_of(row) - 1)
        return SEED + self.value(action.field, shorter) - self.value(action.field, row)


class BohnsaiExpertise(Expertise):
    """For the merchant and the sage a judge, for the sprout a rule of thumb."""

    def judge(self, view: Observation, temper: Temper) -> Judge:
        return BohnsaiJudge(view, temper)

    def idea_of_sprout(self, view: Observation, actions: list[Action]) -> Action | None:
        """Cut off what pays nothing: the last card of a row that has passed its last step."""
        for action in actions:
            if isinstance(action, Prune):
                row = view.fields[view.seat][action.field]
                if pays(view, row[:-1]) == pays(view, row, more=9):
                    return action
        return super().idea_of_sprout(view, actions)


EXPERTISE: Final = BohnsaiExpertise()
