"""`sage`: tests the merchant's choice by rollouts and overrules it where another action is clearly better.

A few promising actions are tried on the same sampled tables (`determinize`, with one order of the draw pile for all).
Merchants play to the end of the turn, and a value network estimates the outcome (`value_net.py`). After each round the
weaker half is dropped. The merchant's choice stands unless another one is better by more than chance explains.
"""

import math
from collections.abc import Callable
from time import thread_time
from typing import Final

from tobean.bots.base import Opponents, Remark
from tobean.bots.game_knowledge import knowledge_of
from tobean.bots.game_loop import play_until
from tobean.bots.merchant.candidates import Candidate, alternative_offers, candidate_actions
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import ROLLOUT_PARAMETERS
from tobean.bots.sage.deck_order import fix_order
from tobean.bots.sage.significance import MIN_SAMPLES, significant_lead
from tobean.bots.sage.value_net import estimated_margin
from tobean.bots.voice.personalities import Personality
from tobean.kernel.actions import Action, MakeOffer
from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

TRIALS_PER_SECOND: Final = 60.0
"""Trials per second of the time budget; a constant, so that the same seed gives the same game."""
SEARCH_TIME_SHARE: Final = 0.9
"""Share of the time in which trials have to end, so that the decision is ready in time."""
ROUNDS: Final = 2
JUDGE_CACHE_SIZE: Final = 8
"""Judges cached by each rollout merchant: many actions lead through the same positions."""
ESTIMATE_ERROR: Final = 0.4
"""Typical error of the merchant's estimate of a gain, in thalers."""


class Sage:
    """A merchant that searches before it acts."""

    def __init__(self, seconds: float = 1.0) -> None:
        self.name = "sage"
        self.seconds = seconds
        self.merchant = Merchant()
        self.trials_per_second = TRIALS_PER_SECOND
        self.rollout_bots: list[Merchant] = []
        """By seat, the bots that play the rollouts."""
        self.untimed = False
        """Whether it completes all trials that its seconds stand for, however long that takes."""
        self.clock: Callable[[], float] = thread_time
        self.rounds = ROUNDS
        self.estimate_error = ESTIMATE_ERROR

    @property
    def personality(self) -> Personality | None:
        return self.merchant.personality

    @personality.setter
    def personality(self, personality: Personality | None) -> None:
        self.merchant.personality = personality

    @property
    def opponents(self) -> Opponents:
        return self.merchant.opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        self.merchant.opponents = opponents

    def remark(self) -> Remark | None:
        return self.merchant.remark()

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if len(actions) == 1 and not view.may_talk:
            return actions[0]
        knowledge = knowledge_of(view.rules.name)
        searched = knowledge.search(view, actions, chance, self.time_limit(), self.seconds * self.trials_per_second)
        if searched is not None:
            return searched
        favourite = self.merchant.choose(view, actions, chance)
        candidates = candidate_actions(self.merchant, view, actions, favourite, chance)
        if len(candidates) == 1:
            return favourite
        best = self.best_by_search(view, candidates, chance)
        if best != favourite:
            self.merchant.pending_remark = None
        return best

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        favourite = self.merchant.volunteer(view, actions, chance)
        if not isinstance(favourite, MakeOffer):
            return favourite
        candidates = alternative_offers(self.merchant, view, favourite)
        return favourite if len(candidates) == 1 else self.best_by_search(view, candidates, chance)

    def time_limit(self) -> float:
        """Return the CPU seconds within which trials have to end."""
        return math.inf if self.untimed else SEARCH_TIME_SHARE * self.seconds

    # --- search --------------------------------------------------------------------------------------------

    def best_by_search(self, view: Observation, candidates: list[Candidate], chance: Chance) -> Action:
        """Return the first candidate, or another one that is significantly better."""
        deadline = self.clock() + self.time_limit()
        trials = self.seconds * self.trials_per_second
        self.rollout_bots = [Merchant(ROLLOUT_PARAMETERS, JUDGE_CACHE_SIZE) for _ in range(view.players)]
        scores: list[list[float]] = [[] for _ in candidates]
        rivals = list(range(1, len(candidates)))
        longest = 0.0
        for _ in range(self.rounds):
            samples = max(MIN_SAMPLES, int(trials / self.rounds / (len(rivals) + 1)))
            for _ in range(samples):
                begun = self.clock()
                if begun + longest > deadline:
                    break  # on a slow processor a single trial takes a good part of the time
                self.run_trial(view, candidates, [0, *rivals], scores, chance.new_seed())
                longest = max(longest, self.clock() - begun)
            rivals.sort(key=lambda index: -float_sum(scores[index]))
            rivals = self.remaining_rivals(rivals[: (len(rivals) + 1) // 2], candidates, scores)
            if not rivals:
                break
        best, best_lead = 0, 0.0
        for index in rivals:
            expected = candidates[index].gain - candidates[0].gain
            lead = significant_lead(scores[index], scores[0], expected, self.estimate_error)
            if lead > best_lead:
                best, best_lead = index, lead
        return candidates[best].action

    def remaining_rivals(self, rivals: list[int], candidates: list[Candidate], scores: list[list[float]]) -> list[int]:
        """Return the rivals that get another round: here, all."""
        return rivals

    def run_trial(
        self, view: Observation, candidates: list[Candidate], indices: list[int], scores: list[list[float]], seed: int
    ) -> None:
        """Sample one table and score the given candidates on it."""
        sampled = determinize(view, chance_from(seed))
        fix_order(sampled, chance_from(seed + 1))
        for index in indices:
            table = sampled.clone()
            table.apply(candidates[index].action)
            play_until(table, self.rollout_bots, chance_from(seed + 2), table.apply_trusted, view.turn)
            scores[index].append(self.evaluate(table, view.seat))

    def evaluate(self, table: Table, seat: int) -> float:
        """Estimate the final margin of a seat at the end of a rollout."""
        return estimated_margin(table, seat, self.merchant.base_parameters)
