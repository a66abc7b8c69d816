"""Al Cabohne: the search of `mendel` with two players.

How a whole game ends differs by eight thalers from world to world and says little about one act. So the judge plays on
for a few turns only, and the net says what it thinks of what came of it, in as many worlds as there is time for. The
acts run a race: who is clearly behind the leading one falls out, and the others share the time that is left.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final, final

from tobean.bots.mendel.insight import judged as judged_by
from tobean.bots.sage.proof import proven_lead
from tobean.bots.sage.worlds import fix_order
from tobean.games.al_cabohne.bots.judge import Player, best_action, taste_of
from tobean.games.al_cabohne.bots.learned import rated
from tobean.games.al_cabohne.bots.outlook import Outlook
from tobean.games.al_cabohne.bots.search import WIN, Futures, promising, soft_win
from tobean.games.al_cabohne.bots.sight import sights_at
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.games.al_cabohne.reveal import BeforeReplenishing
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net
    from tobean.games.al_cabohne.bots.taste import Taste
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

LAPS: Final = 8
"""So often it is asked who falls out."""
LEAST_WORLDS: Final = 12
"""So many are looked into before."""
OFF: Final = 1.0
"""How far off the choice without a search is about, in thalers."""
HOPE: Final = 1.5
"""Who is behind by more standard errors falls out."""
LOOK: Final = 8
"""Asking the net takes about as long as so many acts of the judge."""


def learned_race(
    net: Net,
    view: Observation,
    actions: list[Action],
    chance: Chance,
    seconds: float,
    effort: int,
    turns: int,
    doubt: float,
    trust: float,
    certainty: float,
) -> Action:
    """The choice without a search, or one that is within `doubt` thalers of it and proves better, so many turns later.

    The judge plays on for so many acts altogether (`effort`), fewer if the time is up before. `trust` is how much the
    net counts beside the judge, and by `certainty` standard errors another action must be better.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    table = determinize(view, chance)
    taste = taste_of(table)
    values = rated(net, table, view.seat, actions, Outlook(table, view.seat, taste), trust)
    runners = promising(values, doubt)
    outcomes: list[list[float]] = [[] for _ in runners]
    futures = Foreseen(net, view.seat, taste, turns)
    running = list(range(len(runners)))
    leading = lap = 0
    while len(running) > 1 and lap < LAPS:
        lap += 1
        while futures.spent < effort * lap // LAPS or len(outcomes[leading]) < LEAST_WORLDS:
            if thread_time() > deadline:
                lap = LAPS
                break
            world = determinize(view, chance)
            fix_order(world, chance)
            for index in running:
                outcomes[index].append(futures.outcome(world.clone(), actions[runners[index]]))
        # Who would overrule the choice without a search must be surer than who overtakes another rival.
        overrules = running[0] == 0
        base = 0 if overrules else leading
        leading, most = base, 0.0
        for index in running:
            expected = values[runners[index]] - values[runners[base]]
            lead = proven_lead(outcomes[index], outcomes[base], expected, OFF, certainty if overrules else 0.0)
            if index != base and lead > most:
                leading, most = index, lead
        still: list[int] = []
        for index in running:
            expected = values[runners[index]] - values[runners[leading]]
            if index == leading or proven_lead(outcomes[index], outcomes[leading], expected, OFF, -HOPE) > 0.0:
                still.append(index)
        running = still
    return actions[runners[leading]]


@final
class Foreseen(Futures):
    """By what a net thinks of the table so many turns of a seat later, if the judge plays on."""

    def __init__(self, net: Net, seat: int, taste: Taste, turns: int) -> None:
        self.net = net
        self.seat = seat
        self.taste = taste
        self.turns = turns
        self.spent = 0
        """How many acts it took up to now."""

    def outcome(self, table: Table, action: Action) -> float:
        seat = self.seat
        last = table.turn + self.turns * table.players
        before = table.ply
        table.apply_trusted(action)
        players = [Player(index, self.taste) for index in range(table.players)]
        while table.agenda:
            if table.turn >= last and table.awaited == seat and not isinstance(table.agenda[-1], BeforeReplenishing):
                self.spent += table.ply - before + LOOK
                outlook = players[seat].looked(table)
                best = [best_action(table, seat, table.legal_actions(seat), outlook)]
                return judged_by(self.net, sights_at(table, seat, best, outlook)[0], table.players)
            players[table.awaited].act(table)
        self.spent += table.ply - before
        own, other = len(table.thalers[seat]), len(table.thalers[1 - seat])
        return own - other + WIN * (soft_win(own - max(other, len(mafia_of(table).thalers))) - 0.5)
