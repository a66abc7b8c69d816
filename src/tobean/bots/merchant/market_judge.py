"""Judge with a deal evaluator: the value of gaining or losing a card, for actions that are not deals."""

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.parameters import MerchantParameters
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.bots.merchant.valuation.field_value import Judge
from tobean.kernel.observation.observation import Observation


@mypyc_attr(allow_interpreted_subclasses=True)
class MarketJudge(Judge):
    """A judge for games that have further actions which move cards."""

    def __init__(self, view: Observation, parameters: MerchantParameters) -> None:
        super().__init__(view, parameters)
        self.depends_on_supply_only = True
        self.evaluator: DealEvaluator | None = None

    def update_view(self, view: Observation) -> bool:
        self.evaluator = None
        return super().update_view(view)

    def deal_evaluator(self) -> DealEvaluator:
        if self.evaluator is None:
            self.evaluator = DealEvaluator(self.view, self)
        return self.evaluator
