"""Search of `mendel` in Al Cabohne with two players.

The outcome of a whole game varies by eight thalers from table to table and says little about one action. So the judge
plays only a few turns, and the network values the result, on as many tables as time allows. Candidates clearly behind
the leading one are dropped, and the others share the remaining time.
"""

from time import thread_time
from typing import Final, final

from tobean.bots.mendel.net import Net
from tobean.bots.mendel.value_net import net_value
from tobean.bots.sage.deck_order import fix_order
from tobean.bots.sage.significance import significant_lead
from tobean.games.al_cabohne.bots.features import action_features_at
from tobean.games.al_cabohne.bots.judge import JudgePlayer, best_action, parameters_for_table
from tobean.games.al_cabohne.bots.net_search import combined_values
from tobean.games.al_cabohne.bots.parameters import AlCabohneParameters
from tobean.games.al_cabohne.bots.row_value import SupplyForecast
from tobean.games.al_cabohne.bots.search import WIN_VALUE, FutureEvaluator, candidate_indices, win_likelihood
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.games.al_cabohne.reveal_phases import BeforeReplenishing
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

ELIMINATION_ROUNDS: Final = 8
"""Number of times that candidates are dropped."""
MIN_SAMPLES: Final = 12
"""Minimum number of tables before the first candidates are dropped."""
ESTIMATE_ERROR: Final = 1.0
"""Typical error of the choice without a search, in thalers."""
DROP_STANDARD_ERRORS: Final = 1.5
"""A candidate behind by more standard errors is dropped."""
NET_COST: Final = 8
"""Cost of one network evaluation, in actions of the judge."""


def two_player_search(
    net: Net,
    view: Observation,
    actions: list[Action],
    chance: Chance,
    seconds: float,
    action_budget: int,
    turns: int,
    candidate_margin: float,
    net_weight: float,
    standard_errors: float,
) -> Action:
    """Return the choice without a search, or one within `candidate_margin` of it that is significantly better.

    Candidates are compared after `turns` turns. The judge plays `action_budget` actions altogether, fewer if the time
    is up. `net_weight` is the weight of the network against the judge; a rival must lead by `standard_errors` standard
    errors.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    table = determinize(view, chance)
    parameters = parameters_for_table(table)
    values = combined_values(net, table, view.seat, actions, SupplyForecast(table, view.seat, parameters), net_weight)
    candidates = candidate_indices(values, candidate_margin)
    outcomes: list[list[float]] = [[] for _ in candidates]
    evaluator = CountedNetEvaluator(net, view.seat, parameters, turns)
    remaining = list(range(len(candidates)))
    leading = round_number = 0
    longest = 0.0
    while len(remaining) > 1 and round_number < ELIMINATION_ROUNDS:
        round_number += 1
        while (
            evaluator.spent < action_budget * round_number // ELIMINATION_ROUNDS or len(outcomes[leading]) < MIN_SAMPLES
        ):
            begun = thread_time()
            if begun + longest > deadline:
                round_number = ELIMINATION_ROUNDS
                break
            sampled = determinize(view, chance)
            fix_order(sampled, chance)
            for index in remaining:
                outcomes[index].append(evaluator.outcome(sampled.clone(), actions[candidates[index]]))
            longest = max(longest, thread_time() - begun)
        # Replacing the choice without a search takes more certainty than overtaking another rival.
        overrules = remaining[0] == 0
        base = 0 if overrules else leading
        leading, best_lead = base, 0.0
        for index in remaining:
            expected = values[candidates[index]] - values[candidates[base]]
            lead = significant_lead(
                outcomes[index], outcomes[base], expected, ESTIMATE_ERROR, standard_errors if overrules else 0.0
            )
            if index != base and lead > best_lead:
                leading, best_lead = index, lead
        survivors: list[int] = []
        for index in remaining:
            expected = values[candidates[index]] - values[candidates[leading]]
            if (
                index == leading
                or significant_lead(outcomes[index], outcomes[leading], expected, ESTIMATE_ERROR, -DROP_STANDARD_ERRORS)
                > 0.0
            ):
                survivors.append(index)
        remaining = survivors
    return actions[candidates[leading]]


@final
class CountedNetEvaluator(FutureEvaluator):
    """Values a table by the network after some turns of a seat, in which the judge plays; counts the actions."""

    def __init__(self, net: Net, seat: int, parameters: AlCabohneParameters, turns: int) -> None:
        self.net = net
        self.seat = seat
        self.parameters = parameters
        self.turns = turns
        self.spent = 0
        """Actions played so far."""

    def outcome(self, table: Table, action: Action) -> float:
        seat = self.seat
        last_turn = table.turn + self.turns * table.players
        before = table.ply
        table.apply_trusted(action)
        players = [JudgePlayer(index, self.parameters) for index in range(table.players)]
        while table.agenda:
            if (
                table.turn >= last_turn
                and table.awaited == seat
                and not isinstance(table.agenda[-1], BeforeReplenishing)
            ):
                self.spent += table.ply - before + NET_COST
                forecast = players[seat].current_forecast(table)
                best = [best_action(table, seat, table.legal_actions(seat), forecast)]
                return net_value(self.net, action_features_at(table, seat, best, forecast)[0], table.players)
            players[table.awaited].act(table)
        self.spent += table.ply - before
        own, other = len(table.thalers[seat]), len(table.thalers[1 - seat])
        return own - other + WIN_VALUE * (win_likelihood(own - max(other, len(mafia_of(table).thalers))) - 0.5)
