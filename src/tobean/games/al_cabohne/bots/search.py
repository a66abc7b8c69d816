"""Search in Al Cabohne: rollouts that overrule the judge where it is clearly wrong.

The judge's best few actions are tried on the same sampled tables, with one order of the draw pile, and the judge plays
to the end. After each of three rounds half of the rivals are dropped, and all that are not ahead of the judge's choice.
Its choice stands unless a rival is better by more than chance and the judge's error explain.
"""

import math
from time import thread_time
from typing import Final, final

from tobean.bots.sage.deck_order import fix_order
from tobean.bots.sage.significance import REQUIRED_STANDARD_ERRORS, significant_lead
from tobean.games.al_cabohne.bots.judge import JudgePlayer, action_values, parameters_for_table
from tobean.games.al_cabohne.bots.parameters import AlCabohneParameters
from tobean.games.al_cabohne.bots.row_value import SupplyForecast
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.games.al_cabohne.reveal_phases import BeforeReplenishing
from tobean.kernel.actions import Action
from tobean.kernel.base.portable_math import exp
from tobean.kernel.chance import Chance
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

MAX_CANDIDATES: Final = 6
CLEAR_MARGIN: Final = 2.0
"""Scale of the logistic win likelihood: a game decided by this many thalers is clearly won or lost."""
WIN_PER_THALER: Final = 0.25 / CLEAR_MARGIN
"""Alone: increase of the win likelihood per thaler, where the win is in doubt."""
WIN_VALUE: Final = 4.0
"""With two players: value of winning, added to the margin in thalers."""


def search(
    view: Observation,
    actions: list[Action],
    chance: Chance,
    seconds: float,
    samples: int,
    candidate_margin: float,
    estimate_error: float,
) -> Action:
    """Return the judge's choice, or one within `candidate_margin` thalers of it that is significantly better.

    Uses up to `samples` sampled tables, fewer if the time is up. The judge's values have an error of about
    `estimate_error` thalers.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    table = determinize(view, chance)
    parameters = parameters_for_table(table)
    values = action_values(table, view.seat, actions, SupplyForecast(table, view.seat, parameters))
    scale = WIN_PER_THALER if view.players == 1 else 1.0
    evaluator = RolloutEvaluator(view.seat, parameters)
    return significantly_best(
        view, actions, values, chance, deadline, samples, candidate_margin, evaluator, scale, scale * estimate_error
    )


class FutureEvaluator:
    """Scores an action by playing on."""

    def outcome(self, table: Table, action: Action) -> float:
        """Apply an action to this table, play on, and return the score."""
        raise NotImplementedError


def significantly_best(
    view: Observation,
    actions: list[Action],
    values: list[float],
    chance: Chance,
    deadline: float,
    samples: int,
    candidate_margin: float,
    evaluator: FutureEvaluator,
    scale: float,
    estimate_error: float,
    standard_errors: float = REQUIRED_STANDARD_ERRORS,
) -> Action:
    """Return the action with the highest value, or one within `candidate_margin` of it that is significantly better.

    One unit of `values` corresponds to `scale` units of the evaluator's outcomes; the values have an error of about
    `estimate_error` in units of the latter. A rival must lead by `standard_errors` standard errors.
    """
    candidates = candidate_indices(values, candidate_margin)
    choice = candidates[0]
    if len(candidates) == 1:
        return actions[choice]
    rivals = list(range(1, len(candidates)))
    outcomes: list[list[float]] = [[] for _ in candidates]
    longest = 0.0
    for share in (1, 2, 4):
        for _ in range(max(2, samples * share // 7)):
            begun = thread_time()
            if begun + longest > deadline:
                break
            sampled = determinize(view, chance)
            fix_order(sampled, chance)
            for index in [0, *rivals]:
                outcomes[index].append(evaluator.outcome(sampled.clone(), actions[candidates[index]]))
            longest = max(longest, thread_time() - begun)
        rivals = halve_candidates(rivals, outcomes)
        if not rivals:
            return actions[choice]
    best, best_lead = choice, 0.0
    for index in rivals:
        rival = candidates[index]
        expected = scale * (values[rival] - values[choice])
        lead = significant_lead(outcomes[index], outcomes[0], expected, estimate_error, standard_errors)
        if lead > best_lead:
            best, best_lead = rival, lead
    return actions[best]


def halve_candidates(rivals: list[int], outcomes: list[list[float]]) -> list[int]:
    """Return the rivals that are ahead of the judge's choice, at most half of them, the best first."""
    leads: list[tuple[float, int]] = []
    for index in rivals:
        lead = 0.0
        for sample in range(len(outcomes[index])):
            lead += outcomes[index][sample] - outcomes[0][sample]
        if lead > 0.0:
            leads.append((-lead, index))
    leads.sort()
    return [index for _, index in leads[: (len(rivals) + 1) // 2]]


def candidate_indices(values: list[float], candidate_margin: float) -> list[int]:
    """Return the indices of the best actions, the judge's choice first; only one of those with equal values."""
    order = sorted(range(len(values)), key=lambda index: -values[index])
    indices: list[int] = []
    before = math.inf
    for index in order:
        if values[index] < values[order[0]] - candidate_margin or len(indices) == MAX_CANDIDATES:
            break
        if values[index] < before - 1e-9:
            indices.append(index)
            before = values[index]
    return indices


@final
class RolloutEvaluator(FutureEvaluator):
    """Scores the end of the game for a seat when the judge plays on."""

    def __init__(self, seat: int, parameters: AlCabohneParameters) -> None:
        self.seat = seat
        self.parameters = parameters

    def outcome(self, table: Table, action: Action) -> float:
        table.apply_trusted(action)
        players = [JudgePlayer(index, self.parameters) for index in range(table.players)]
        while table.agenda:
            players[table.awaited].act(table)
        own = len(table.thalers[self.seat])
        mafia = len(mafia_of(table).thalers)
        if table.players == 1:
            return win_likelihood(own - 2 * mafia)
        other = len(table.thalers[1 - self.seat])
        return own - other + WIN_VALUE * win_likelihood(own - max(other, mafia))


def win_likelihood(margin: int) -> float:
    """Return nearly 1 for a clear win, nearly 0 for a clear defeat; a draw is lost (A15, A19)."""
    return 1.0 / (1.0 + exp((0.5 - margin) / CLEAR_MARGIN))
