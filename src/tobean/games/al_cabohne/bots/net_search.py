"""`mendel` in Al Cabohne: the judge and a value network combined.

With a time budget, the actions close to the best one are tried on the same sampled tables: the judge plays a few turns,
and the network values the result. As with the sage, a rival wins only by more than chance explains. This is the search
for one player; `two_player_search.py` has the one for two.
"""

from time import thread_time
from typing import Final, final

from tobean.bots.game_knowledge import best_of
from tobean.bots.mendel.net import Net
from tobean.bots.mendel.value_net import net_value, outcome, outcome_value
from tobean.games.al_cabohne.bots.features import action_features_at
from tobean.games.al_cabohne.bots.judge import JudgePlayer, action_values, parameters_for_table
from tobean.games.al_cabohne.bots.parameters import AlCabohneParameters
from tobean.games.al_cabohne.bots.row_value import SupplyForecast
from tobean.games.al_cabohne.bots.search import FutureEvaluator, significantly_best
from tobean.games.al_cabohne.reveal_phases import BeforeReplenishing
from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table

MAX_ESTIMATE_ERROR: Final = 2.0
"""Maximum error of the choice without a search, in thalers."""
WIN_PER_THALER: Final = 4.0
"""Network value of one thaler of the judge, where a win counts as `SOLO_WIN_VALUE`."""


def combined_values(
    net: Net, table: Table, seat: int, actions: list[Action], forecast: SupplyForecast, net_weight: float
) -> list[float]:
    """Return the value of each action, in the judge's thalers, mixed from judge and network."""
    values = action_values(table, seat, actions, forecast)
    features = action_features_at(table, seat, actions, forecast)
    combined: list[float] = []
    for index in range(len(values)):
        combined.append(
            (1.0 - net_weight) * values[index] + net_weight * net_value(net, features[index], table.players)
        )
    return combined


def net_values(net: Net, view: Observation, actions: list[Action], chance: Chance, net_weight: float) -> list[float]:
    """Return the value of each action without a search; it depends on no secret."""
    table = determinize(view, chance)
    return combined_values(
        net, table, view.seat, actions, SupplyForecast(table, view.seat, parameters_for_table(table)), net_weight
    )


def net_choice(net: Net, view: Observation, actions: list[Action], chance: Chance, net_weight: float) -> Action:
    """Return the action without a search."""
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    return best_of(actions, net_values(net, view, actions, chance, net_weight))


def net_search(
    net: Net,
    view: Observation,
    actions: list[Action],
    chance: Chance,
    seconds: float,
    samples: int,
    turns: int,
    candidate_margin: float,
    net_weight: float,
    standard_errors: float,
) -> Action:
    """Return the choice without a search, or a close one that is significantly better after `turns` turns.

    The time limit is as in `search`. `net_weight` is the weight of the network against the judge; a rival must lead by
    `standard_errors` standard errors.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]
    table = determinize(view, chance)
    parameters = parameters_for_table(table)
    values = combined_values(net, table, view.seat, actions, SupplyForecast(table, view.seat, parameters), net_weight)
    evaluator = NetEvaluator(net, view.seat, parameters, turns, net_weight)
    estimate_error = MAX_ESTIMATE_ERROR * WIN_PER_THALER
    return significantly_best(
        view,
        actions,
        values,
        chance,
        deadline,
        samples,
        candidate_margin,
        evaluator,
        WIN_PER_THALER,
        estimate_error,
        standard_errors,
    )


@final
class NetEvaluator(FutureEvaluator):
    """Values a table by the network after some turns of a seat, in which the judge plays."""

    def __init__(self, net: Net, seat: int, parameters: AlCabohneParameters, turns: int, net_weight: float) -> None:
        self.net = net
        self.seat = seat
        self.parameters = parameters
        self.turns = turns
        self.net_weight = net_weight

    def outcome(self, table: Table, action: Action) -> float:
        seat = self.seat
        last_turn = table.turn + self.turns * table.players
        table.apply_trusted(action)
        players = [JudgePlayer(index, self.parameters) for index in range(table.players)]
        while table.agenda:
            if (
                table.turn >= last_turn
                and table.awaited == seat
                and not isinstance(table.agenda[-1], BeforeReplenishing)
            ):
                return best_action_value(self.net, table, seat, self.parameters, self.net_weight)
            players[table.awaited].act(table)
        margin, win_share = outcome(table, seat)
        return outcome_value(margin, win_share, table.players)


def best_action_value(net: Net, table: Table, seat: int, parameters: AlCabohneParameters, net_weight: float) -> float:
    """Return the network's value of a position in which this seat acts: that of its best action."""
    actions = table.legal_actions(seat)
    forecast = SupplyForecast(table, seat, parameters)
    values = combined_values(net, table, seat, actions, forecast, net_weight)
    best = [actions[values.index(max(values))]]
    return net_value(net, action_features_at(table, seat, best, forecast)[0], table.players)
