"""`mendel` with a time budget: the sage's search among its ideas, with its own judgement at the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.mendel.insight import foreseen
from tobean.bots.merchant.temper import USUAL
from tobean.bots.sage.sage import Sage

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net
    from tobean.kernel.table import Table

TRUST: Final = 0.3
"""How far off the net's estimates of what an act brings usually are, in thalers."""


class Seeker(Sage):
    """Tries ideas in possible worlds."""

    def __init__(self, net: Net, seconds: float) -> None:
        super().__init__(seconds)
        self.net = net
        self.trust = TRUST

    def outlook(self, table: Table, seat: int) -> float:
        return foreseen(self.net, table, seat, USUAL)
