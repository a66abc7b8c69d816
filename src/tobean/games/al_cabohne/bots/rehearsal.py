"""Al Cabohne: games for nets to learn from, which the judge plays as quickly as it plays on in a search.

How a game ends is mostly luck, so it takes many. A first part of random length, with mistakes, leads to positions of
all sorts; then an act that comes near the judge's is tried out, and from there on the judge plays without mistakes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.al_cabohne.bots.judge import Player, best_action, judged, taste_of
from tobean.games.al_cabohne.bots.search import promising
from tobean.games.al_cabohne.bots.sight import sights_at
from tobean.games.al_cabohne.reveal import BeforeReplenishing

if TYPE_CHECKING:
    from tobean.bots.expertise import Noted
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table

LONGEST: Final = 160
"""How many actions of each player the first part has at the most: nearly all of a game."""
NEAR: Final = 1.5
"""An act is tried out that the judge thinks worse than its own by fewer thalers."""
PARTS: Final = 10000


def rehearsed(table: Table, chance: Chance, mistakes: float, share: float) -> list[Noted]:
    """Play a game to its end; the act that was tried out and a share of what came after it, as a net sees them."""
    taste = taste_of(table)
    players = [Player(seat, taste) for seat in range(table.players)]
    first_part = chance.below(LONGEST * table.players)
    often = int(mistakes * PARTS)
    noted = int(share * PARTS)
    found: list[Noted] = []
    while table.agenda:
        seat = table.awaited
        actions = table.legal_actions(seat)
        if len(actions) == 1 or isinstance(table.agenda[-1], BeforeReplenishing):
            table.apply_trusted(actions[0])
            continue
        outlook = players[seat].looked(table)
        if table.ply < first_part:
            wrong = chance.below(PARTS) < often
            action = chance.choice(actions) if wrong else best_action(table, seat, actions, outlook)
        elif not found:
            values = judged(table, seat, actions, outlook)
            action = actions[chance.choice(promising(values, NEAR))]
            found.append((seat, table.ply, sights_at(table, seat, [action], outlook)[0]))
        else:
            action = best_action(table, seat, actions, outlook)
            if chance.below(PARTS) < noted:
                found.append((seat, table.ply, sights_at(table, seat, [action], outlook)[0]))
        table.apply_trusted(action)
    return found
