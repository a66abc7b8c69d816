"""Use of the game's own score, for games that provide no judge.

A judge values thalers and fields. A game may count more at the end, such as lamps, sets or a bonus. Its `rules.score`
includes that, and can be computed at every position.
"""

from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table


def score_lead(table: Table, seat: int) -> float:
    """Return the lead of a seat over the others' average in what the score counts beyond the thalers in the piles."""
    scores = table.rules.score(table).thalers
    extra = [scores[other] - len(table.thalers[other]) for other in range(table.players)]
    if table.players == 1:
        return float(extra[0])
    return extra[seat] - (sum(extra) - extra[seat]) / (table.players - 1)


def score_gain(view: Observation, action: Action) -> float:
    """Return the change of that lead by an action, tried on a table that looks like the real one to this seat."""
    table = determinize(view, chance_from(view.ply))
    before = score_lead(table, view.seat)
    table.apply_trusted(action)
    return score_lead(table, view.seat) - before
