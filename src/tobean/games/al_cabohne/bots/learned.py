"""Al Cabohne: the judge and a net together: this is `mendel` here.

With a time budget the actions that come near the best one are tried in the same worlds: the judge plays on for a few
turns, and the net says what it thinks of the end. As with the sage a rival wins only by more than chance explains. That
is how it plays alone; `race.py` has the search for two players.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final, final

from tobean.bots.expertise import best_of
from tobean.bots.mendel.insight import judged as judged_by
from tobean.bots.mendel.insight import outcome, worth
from tobean.games.al_cabohne.bots.judge import Player, judged, taste_of
from tobean.games.al_cabohne.bots.outlook import Outlook
from tobean.games.al_cabohne.bots.search import Futures, proven_best
from tobean.games.al_cabohne.bots.sight import sights_at
from tobean.games.al_cabohne.reveal import BeforeReplenishing
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net
    from tobean.games.al_cabohne.bots.taste import Taste
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

OFF: Final = 2.0
"""How far off the choice without a search is at the most, in thalers."""
WIN_FOR_A_THALER: Final = 4.0
"""What a thaler of the judge is about, where a whole win counts as `GLORY_ALONE`."""


def rated(net: Net, table: Table, seat: int, actions: list[Action], outlook: Outlook, trust: float) -> list[float]:
    """What each action is worth, in the judge's thalers: as the judge thinks, and as the net does."""
    values = judged(table, seat, actions, outlook)
    sights = sights_at(table, seat, actions, outlook)
    found: list[float] = []
    for index in range(len(values)):
        found.append((1.0 - trust) * values[index] + trust * judged_by(net, sights[index], table.players))
    return found


def learned_values(net: Net, view: Observation, actions: list[Action], chance: Chance, trust: float) -> list[float]:
    """What each action is worth without a search; no secret has a part in it."""
    table = determinize(view, chance)
    return rated(net, table, view.seat, actions, Outlook(table, view.seat, taste_of(table)), trust)


def learned_choice(net: Net, view: Observation, actions: list[Action], chance: Chance, trust: float) -> Action:
    """What to do without a search."""
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    return best_of(actions, learned_values(net, view, actions, chance, trust))


def learned_search(
    net: Net,
    view: Observation,
    actions: list[Action],
    chance: Chance,
    seconds: float,
    worlds: int,
    turns: int,
    doubt: float,
    trust: float,
    certainty: float,
) -> Action:
    """Alone: the choice without a search, or one that comes near it and proves better, so many turns later.

    A time limit as in `search`; `trust` is how much the net counts beside the judge, and by `certainty` standard errors
    another action must be better.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]
    table = determinize(view, chance)
    taste = taste_of(table)
    values = rated(net, table, view.seat, actions, Outlook(table, view.seat, taste), trust)
    futures = Foreseen(net, view.seat, taste, turns, trust)
    off = OFF * WIN_FOR_A_THALER
    return proven_best(
        view, actions, values, chance, deadline, worlds, doubt, futures, WIN_FOR_A_THALER, off, certainty
    )  # fmt: skip


@final
class Foreseen(Futures):
    """By what a net thinks of the table so many turns of a seat later, if the judge plays on."""

    def __init__(self, net: Net, seat: int, taste: Taste, turns: int, trust: float) -> None:
        self.net = net
        self.seat = seat
        self.taste = taste
        self.turns = turns
        self.trust = trust

    def outcome(self, table: Table, action: Action) -> float:
        seat = self.seat
        last = table.turn + self.turns * table.players
        table.apply_trusted(action)
        players = [Player(index, self.taste) for index in range(table.players)]
        while table.agenda:
            if table.turn >= last and table.awaited == seat and not isinstance(table.agenda[-1], BeforeReplenishing):
                return foresight(self.net, table, seat, self.taste, self.trust)
            players[table.awaited].act(table)
        margin, glory = outcome(table, seat)
        return worth(margin, glory, table.players)


def foresight(net: Net, table: Table, seat: int, taste: Taste, trust: float) -> float:
    """What the net thinks of a position in which it is this seat's turn: of its best action."""
    actions = table.legal_actions(seat)
    outlook = Outlook(table, seat, taste)
    values = rated(net, table, seat, actions, outlook, trust)
    best = [actions[values.index(max(values))]]
    return judged_by(net, sights_at(table, seat, best, outlook)[0], table.players)
