"""Al Cabohne: the judge and a net together: this is `mendel` here.

With a time budget the actions that come near the best one are tried in the same worlds: the judge plays on for a few
turns, and the net says what it thinks of the end. As with the sage a rival wins only by more than chance explains.
"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING, Final

from tobean.bots.expertise import best_of
from tobean.bots.mendel.insight import judged as judged_by
from tobean.bots.mendel.insight import outcome, worth
from tobean.bots.sage.proof import proven_lead
from tobean.bots.sage.worlds import fix_order
from tobean.games.al_cabohne.bots.judge import Player, judged, taste_of
from tobean.games.al_cabohne.bots.outlook import Outlook
from tobean.games.al_cabohne.bots.search import promising, the_better_half
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
"""Alone: what a thaler of the judge is about, where a whole win counts as `GLORY_ALONE`."""


def rated(net: Net, table: Table, seat: int, actions: list[Action], outlook: Outlook, trust: float) -> list[float]:
    """What each action is worth, in the judge's thalers: as the judge thinks, and as the net does."""
    values = judged(table, seat, actions, outlook)
    sights = sights_at(table, seat, actions, outlook)
    found: list[float] = []
    for index in range(len(values)):
        found.append((1.0 - trust) * values[index] + trust * judged_by(net, sights[index], table.players))
    return found


def learned_choice(net: Net, view: Observation, actions: list[Action], chance: Chance, trust: float) -> Action:
    """What to do without a search; no secret has a part in it."""
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    table = determinize(view, chance)
    outlook = Outlook(table, view.seat, taste_of(table))
    return best_of(actions, rated(net, table, view.seat, actions, outlook, trust))


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
) -> Action:
    """The choice without a search, or one that comes near it and proves better, so many turns later.

    A time limit as in `search`; `trust` is how much the net counts beside the judge.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]
    table = determinize(view, chance)
    taste = taste_of(table)
    values = rated(net, table, view.seat, actions, Outlook(table, view.seat, taste), trust)
    candidates = promising(values, doubt)
    if len(candidates) == 1:
        return actions[candidates[0]]
    rivals = list(range(1, len(candidates)))
    outcomes: list[list[float]] = [[] for _ in candidates]
    for share in (1, 2, 4):
        for _ in range(max(2, worlds * share // 7)):
            if thread_time() > deadline:
                break
            world = determinize(view, chance)
            fix_order(world, chance)
            for index in [0, *rivals]:
                action = actions[candidates[index]]
                outcomes[index].append(future(net, world.clone(), action, view.seat, taste, turns, trust))
        rivals = the_better_half(rivals, outcomes)
        if not rivals:
            return actions[candidates[0]]
    scale = WIN_FOR_A_THALER if view.players == 1 else 1.0
    best, most = candidates[0], 0.0
    for index in rivals:
        rival = candidates[index]
        expected = scale * (values[rival] - values[candidates[0]])
        lead = proven_lead(outcomes[index], outcomes[0], expected, scale * OFF)
        if lead > most:
            best, most = rival, lead
    return actions[best]


def future(
    net: Net, table: Table, action: Action, seat: int, taste: Taste, turns: int, trust: float
) -> float:  # fmt: skip
    """What the net thinks of the table so many turns of this seat later, if the judge plays on after an action."""
    last = table.turn + turns * table.players
    table.apply_trusted(action)
    players = [Player(index, taste) for index in range(table.players)]
    while table.agenda:
        if table.turn >= last and table.awaited == seat and not isinstance(table.agenda[-1], BeforeReplenishing):
            return foresight(net, table, seat, taste, trust)
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
