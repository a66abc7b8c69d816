"""Search of `mendel` with a time budget: the sage's search with its own candidates and value network.

It uses more sampled tables than the sage and drops a candidate as soon as it is unlikely to win.
"""

from typing import Final

from tobean.bots.mendel.net import Net
from tobean.bots.mendel.value_net import estimated_margin
from tobean.bots.merchant.candidates import Candidate
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.sage.sage import Sage
from tobean.bots.sage.significance import significant_lead
from tobean.kernel.table import Table

TRIALS_PER_SECOND: Final = 240.0
"""Trials for each second of the time budget; compiled code takes about a second for them."""
ROUNDS: Final = 5
ESTIMATE_ERROR: Final = 0.3
"""Typical error of the network's estimate of a gain, in thalers."""
DROP_STANDARD_ERRORS: Final = 1.5
"""A candidate behind by more standard errors is dropped."""


class NetSearcher(Sage):
    """The sage's search with a value network of `mendel` at the end of each rollout."""

    def __init__(self, net: Net, seconds: float) -> None:
        super().__init__(seconds)
        self.net = net
        self.trials_per_second = TRIALS_PER_SECOND
        self.rounds = ROUNDS
        self.estimate_error = ESTIMATE_ERROR

    def evaluate(self, table: Table, seat: int) -> float:
        return estimated_margin(self.net, table, seat, DEFAULT_PARAMETERS)

    def remaining_rivals(self, rivals: list[int], candidates: list[Candidate], scores: list[list[float]]) -> list[int]:
        remaining: list[int] = []
        for index in rivals:
            expected = candidates[index].gain - candidates[0].gain
            if significant_lead(scores[index], scores[0], expected, self.estimate_error, -DROP_STANDARD_ERRORS) > 0.0:
                remaining.append(index)
        return remaining
