"""Remarks on the kinds that a seat is looking for, or could spare, for when it is asked.

They reveal no more than a call would (T8).
"""

from tobean.bots.base import Remark
from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.proposals import most_wanted_kinds, spare_kinds
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.kernel.observation.observation import Observation


def wanted_kinds_remark(view: Observation) -> Remark:
    """Return a remark on the kinds that this seat would like to have."""
    evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
    wants = most_wanted_kinds(evaluator, spare_kinds(evaluator))
    return Remark("my wishes", wants) if wants else Remark("no wishes")


def spare_kinds_remark(view: Observation) -> Remark:
    """Return a remark on the kinds that this seat could spare, while trading is possible."""
    has = spare_kinds(DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))) if view.agenda[-1].is_trading else ()
    return Remark("my goods", has) if has else Remark("no goods")
