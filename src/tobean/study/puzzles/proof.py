"""Values of answers: whole games played from sampled tables.

Each sample deals the hidden cards again (`determinize`) and fixes one order of the draw pile. Every answer is tried on
the same samples, bots play the game to its end, and the final thalers of the solver's seat count.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

from tobean.bots.base import Bot
from tobean.bots.coach.playouts import merchants
from tobean.bots.game_loop import play_until
from tobean.bots.sage.deck_order import fix_order
from tobean.kernel.actions import Action
from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

MIN_GAP: Final = 0.5
"""Thalers by which the best answer must lead every wrong one."""
MIN_STANDARD_ERRORS: Final = 3.1
"""Standard errors that make a lead significant: one-sided p < 0.001."""
Bots = Callable[[int], Sequence[Bot]]
"""Creates the bots that finish a game with this number of players."""


class Trials:
    """Final thalers of several answers to one position, sample by sample."""

    def __init__(self, view: Observation, actions: Sequence[Action], seed: int | str, bots: Bots = merchants) -> None:
        self.view = view
        self.actions = actions
        self.chance = chance_from(seed)
        self.bots = bots(view.players)
        self.scores: list[list[float]] = [[] for _ in actions]

    def sample(self, count: int, indices: Sequence[int] | None = None) -> None:
        """Try the answers (default: all) on this many further sampled tables."""
        for _ in range(count):
            # Three different seeds for each table: hidden cards, order of the draw pile, bots.
            seed = self.chance.new_seed()
            sampled = determinize(self.view, chance_from(seed))
            fix_order(sampled, chance_from(seed + 1))
            for index in range(len(self.actions)) if indices is None else indices:
                self.scores[index].append(self.final_thalers(sampled.clone(), self.actions[index], seed + 2))

    def final_thalers(self, table: Table, action: Action, seed: int) -> float:
        table.apply(action)
        play_until(table, self.bots, chance_from(seed), table.apply_trusted)
        return float(table.rules.score(table).thalers[self.view.seat])

    def mean(self, index: int) -> float:
        """Return the mean final thalers of an answer."""
        return float_sum(self.scores[index]) / len(self.scores[index])

    def best(self) -> int:
        """Return the index of the answer with the highest mean."""
        return max(range(len(self.actions)), key=self.mean)

    def lead(self, index: int, other: int) -> tuple[float, float]:
        """Return the mean lead of an answer over another one on the samples they share, and its standard error."""
        leads = [one - two for one, two in zip(self.scores[index], self.scores[other], strict=False)]
        count = len(leads)
        mean = float_sum(leads) / count
        variance = float_sum([(lead - mean) * (lead - mean) for lead in leads]) / max(1, count - 1)
        return mean, math.sqrt(variance / count)

    def is_proven(self, best: int, other: int) -> bool:
        """Whether `best` leads by `MIN_GAP` and significantly."""
        mean, error = self.lead(best, other)
        return mean >= MIN_GAP and mean >= MIN_STANDARD_ERRORS * error
