"""Playouts: games that merchants finish from a position. Their mean results estimate what the position is worth.

With open cards only the order of the draw pile is unknown, and each playout shuffles it. From the knowledge of a seat
or a spectator, each playout also deals the hidden cards again (`determinize`), so an estimate reveals no secret (I3).

Common random numbers: a playout of the same number has the same seed at every position of a game and for every action,
and keeps the relative order of the cards in the draw pile. Differences between estimates are then less noisy than the
estimates themselves.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from tobean.bots.base import Bot
from tobean.bots.game_knowledge import knowledge_of
from tobean.bots.game_loop import play_until
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import ROLLOUT_PARAMETERS
from tobean.kernel import table as table_module
from tobean.kernel.actions import Action
from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table

OPEN_CARDS: Final = -1
"""Knowledge of all hands, in place of a seat."""
IS_COMPILED: Final = not str(table_module.__file__).endswith((".py", ".pyc"))
INTERPRETED_PLAYOUTS: Final = 2
"""Playouts of each estimate with an interpreter, for example in a browser, which takes ten times as long for each."""
JUDGE_CACHE_SIZE: Final = 8
CLOSE: Final = 0.25
"""Thalers by which an action may be worse than the best one and still count as equally good."""
CLOSE_ERRORS: Final = 2.0
"""As `CLOSE`, in standard errors of the difference."""
MORE_TALK: Final = 6
"""Offers and calls of a seat in a turn, besides those so far. Games of people have no limit; bots need one."""


def usual_trials(game: str) -> int:
    """Return the number of playouts of each estimate."""
    return knowledge_of(game).playouts() if IS_COMPILED else INTERPRETED_PLAYOUTS


class Estimate(NamedTuple):
    """Mean and standard error of a number of playouts."""

    mean: float
    error: float


class ActionEstimate(NamedTuple):
    """Mean and standard error of the playouts after an action, compared with the best action."""

    mean: float
    error: float
    is_close: bool
    """Whether no other action is clearly better."""


def estimate(results: list[float]) -> Estimate:
    count = len(results)
    mean = float_sum(results) / count
    if count == 1:
        return Estimate(mean, 0.0)
    variance = float_sum([(result - mean) * (result - mean) for result in results]) / (count - 1)
    return Estimate(mean, math.sqrt(variance / count))


def merchants(players: int) -> Sequence[Bot]:
    return [Merchant(ROLLOUT_PARAMETERS, JUDGE_CACHE_SIZE) for _ in range(players)]


def sampled_table(table: Table, knowledge: int, seed: str) -> Table:
    """Return a table that a viewer with this knowledge cannot distinguish from the given one."""
    sampled = table.clone() if knowledge == OPEN_CARDS else determinize(observe(table, knowledge), f"hands {seed}")
    sampled.chance = chance_from(f"later {seed}")
    order_draw_pile(sampled, seed)
    sampled.set_talk_limit(max(sampled.talk) + MORE_TALK)
    return sampled


def order_draw_pile(table: Table, seed: str) -> None:
    """Turn the bag into a stack. Cards keep their relative order when others have been drawn."""
    cards: list[tuple[float, int]] = []
    for kind in table.kinds:
        chance = chance_from(f"order {seed} {kind}")
        cards += [(chance.uniform(), kind) for _ in range(table.bag[kind])]
        table.bag[kind] = 0
    cards.sort()
    table.bag_size = 0
    table.stack = [kind for _, kind in cards] + table.stack


def final_thalers(table: Table, bots: Sequence[Bot], seed: str) -> list[float]:
    """Play the game to its end; returns the thalers of every seat, and of the rival if there is one."""
    play_until(table, bots, chance_from(f"bots {seed}"), table.apply_trusted)
    result = table.result()
    thalers = [float(count) for count in result.thalers]
    return [*thalers, float(result.rival_thalers)] if result.rival else thalers


def expected_thalers(table: Table, knowledge: int, seed: str, trials: int = 0) -> list[Estimate]:
    """Estimate the final thalers of every seat, and of the rival; the result itself if the game is over.

    Without `trials` the number of playouts is the usual one of the game.
    """
    if table.over:
        return [Estimate(thalers, 0.0) for thalers in final_thalers(table.clone(), (), seed)]
    bots = merchants(table.players)
    results: list[list[float]] = []
    for number in range(trials or usual_trials(table.rules.name)):
        trial_seed = f"{seed} {number}"
        results.append(final_thalers(sampled_table(table, knowledge, trial_seed), bots, trial_seed))
    return [estimate(list(column)) for column in zip(*results, strict=True)]


def action_estimates(
    table: Table, actions: Sequence[Action], knowledge: int, seed: str, trials: int = 0
) -> list[ActionEstimate]:
    """Estimate the final thalers of the acting seat after each action, all of them tried on the same tables."""
    bots = merchants(table.players)
    results: list[list[float]] = [[] for _ in actions]
    for number in range(trials or usual_trials(table.rules.name)):
        trial_seed = f"{seed} {number}"
        sampled = sampled_table(table, knowledge, trial_seed)
        for index, action in enumerate(actions):
            trial = sampled.clone()
            trial.apply(action)
            results[index].append(final_thalers(trial, bots, trial_seed)[action.seat])
    best = max(results, key=float_sum, default=[])
    return [ActionEstimate(*estimate(found), is_close_to(best, found)) for found in results]


def is_close_to(best: list[float], results: list[float]) -> bool:
    """Whether the difference from the results of the best action on the same tables may be chance."""
    gap = estimate([one - other for one, other in zip(best, results, strict=True)])
    return gap.mean <= max(CLOSE, CLOSE_ERRORS * gap.error)
