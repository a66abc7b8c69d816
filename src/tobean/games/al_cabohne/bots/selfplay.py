"""Fast self-play of Al Cabohne: training data from games of the judge, as fast as the rollouts of a search.

The outcome of a game is mostly luck, so training needs many. A first part of random length, with mistakes, leads to
diverse positions; then an action close to the judge's is tried out, and from there the judge plays without mistakes.
"""

from typing import Final

from tobean.bots.game_knowledge import TrainingPosition
from tobean.games.al_cabohne.bots.features import action_features_at
from tobean.games.al_cabohne.bots.judge import JudgePlayer, action_values, best_action, parameters_for_table
from tobean.games.al_cabohne.bots.search import candidate_indices
from tobean.games.al_cabohne.reveal_phases import BeforeReplenishing
from tobean.kernel.chance import Chance
from tobean.kernel.table import Table

MAX_FIRST_ACTIONS: Final = 160
"""Upper limit for the random length of the first part, in actions per player: nearly a whole game."""
CANDIDATE_MARGIN: Final = 1.5
"""Maximum loss in thalers, by the judge's estimate, of the action that is tried."""
PROBABILITY_SCALE: Final = 10000
"""Probabilities are integers out of this number."""


def fast_selfplay(table: Table, chance: Chance, mistakes: float, share: float) -> list[TrainingPosition]:
    """Play a game to its end and return the features of the tried action and of a share of the later ones."""
    parameters = parameters_for_table(table)
    players = [JudgePlayer(seat, parameters) for seat in range(table.players)]
    first_part = chance.randbelow(MAX_FIRST_ACTIONS * table.players)
    mistake_threshold = int(mistakes * PROBABILITY_SCALE)
    recording_threshold = int(share * PROBABILITY_SCALE)
    positions: list[TrainingPosition] = []
    while table.agenda:
        seat = table.awaited
        actions = table.legal_actions(seat)
        if len(actions) == 1 or isinstance(table.agenda[-1], BeforeReplenishing):
            table.apply_trusted(actions[0])
            continue
        forecast = players[seat].current_forecast(table)
        if table.ply < first_part:
            is_mistake = chance.randbelow(PROBABILITY_SCALE) < mistake_threshold
            action = chance.choice(actions) if is_mistake else best_action(table, seat, actions, forecast)
        elif not positions:
            values = action_values(table, seat, actions, forecast)
            action = actions[chance.choice(candidate_indices(values, CANDIDATE_MARGIN))]
            positions.append((seat, table.ply, action_features_at(table, seat, [action], forecast)[0]))
        else:
            action = best_action(table, seat, actions, forecast)
            if chance.randbelow(PROBABILITY_SCALE) < recording_threshold:
                positions.append((seat, table.ply, action_features_at(table, seat, [action], forecast)[0]))
        table.apply_trusted(action)
    return positions
