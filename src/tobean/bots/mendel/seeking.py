"""`mendel` with a time budget: the sage's search among its ideas, with its own judgement at the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.match import play_on
from tobean.bots.mendel.insight import foreseen
from tobean.bots.merchant.temper import USUAL
from tobean.bots.sage.sage import Sage
from tobean.bots.sage.worlds import fix_order
from tobean.kernel.chance import chance_from
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net
    from tobean.bots.merchant.candidates import Candidate
    from tobean.view.observation import Observation

TRUST: Final = 0.3
"""How far off the net's estimates of what an act brings usually are, in thalers."""


class Seeker(Sage):
    """Tries ideas in possible worlds."""

    def __init__(self, net: Net, seconds: float) -> None:
        super().__init__(seconds)
        self.net = net
        self.trust = TRUST

    def try_out(
        self, view: Observation, candidates: list[Candidate], indices: list[int], scores: list[list[float]], seed: int
    ) -> None:
        """One possible world, and what comes of each act in it."""
        world = determinize(view, chance_from(seed))
        fix_order(world, chance_from(seed + 1))
        for index in indices:
            table = world.clone()
            table.apply(candidates[index].action)
            play_on(table, self.players, chance_from(seed + 2), table.apply_trusted, view.turn)
            scores[index].append(foreseen(self.net, table, view.seat, USUAL))
