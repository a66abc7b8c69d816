"""`mendel` with a time budget: the sage's search among its ideas, with its own judgement at the end of the turn.

It makes more of its time: it looks into more worlds, and gives up an idea as soon as there is no hope for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.mendel.insight import foreseen
from tobean.bots.merchant.temper import USUAL
from tobean.bots.sage.proof import proven_lead
from tobean.bots.sage.sage import Sage

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net
    from tobean.bots.merchant.candidates import Candidate
    from tobean.kernel.table import Table

TRIES_A_SECOND: Final = 240.0
"""At the most; compiled, they take about that second."""
ROUNDS: Final = 5
TRUST: Final = 0.3
"""How far off the net's estimates of what an act brings usually are, in thalers."""
HOPE: Final = 1.5
"""Who is behind by more standard errors is given up."""


class Seeker(Sage):
    """Tries ideas in possible worlds."""

    def __init__(self, net: Net, seconds: float) -> None:
        super().__init__(seconds)
        self.net = net
        self.pace = TRIES_A_SECOND
        self.rounds = ROUNDS
        self.trust = TRUST

    def outlook(self, table: Table, seat: int) -> float:
        return foreseen(self.net, table, seat, USUAL)

    def hopeful(self, rivals: list[int], candidates: list[Candidate], scores: list[list[float]]) -> list[int]:
        found: list[int] = []
        for index in rivals:
            expected = candidates[index].gain - candidates[0].gain
            if proven_lead(scores[index], scores[0], expected, self.trust, -HOPE) > 0.0:
                found.append(index)
        return found
