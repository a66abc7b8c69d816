"""Al Cabohne: a look into possible futures, to overrule the judge where he is clearly wrong.

The few actions that the judge likes best are tried on the same determinized tables with the same order of the draw
pile, and the judge plays them on. After each of three rounds half of the rivals of the judge's own choice are dropped,
and all that are not ahead of it. It stands unless a rival has done better by more than chance and the judge explain.
"""

from __future__ import annotations

import math
from time import thread_time
from typing import TYPE_CHECKING, Final, final

from tobean.bots.sage.proof import CERTAINTY, proven_lead
from tobean.bots.sage.worlds import fix_order
from tobean.games.al_cabohne.bots.judge import Player, judged, taste_of
from tobean.games.al_cabohne.bots.outlook import Outlook
from tobean.games.al_cabohne.bots.taste import Taste
from tobean.games.al_cabohne.mafia import mafia_of
from tobean.games.al_cabohne.reveal import BeforeReplenishing
from tobean.kernel.portable_math import exp
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

MOST_CANDIDATES: Final = 6
SOFTNESS: Final = 2.0
"""By how many thalers a game is clearly won or lost."""
WIN_FOR_A_THALER: Final = 0.25 / SOFTNESS
"""Alone: how much more likely a thaler makes the win, where it is in doubt."""
WIN: Final = 4.0
"""With two players: what winning is worth beside the thalers between the two."""


def search(
    view: Observation,
    actions: list[Action],
    chance: Chance,
    seconds: float,
    worlds: int,
    doubt: float,
    trust: float,
) -> Action:
    """The judge's choice, or one that is within `doubt` thalers of it and proves better.

    It takes the futures of so many worlds, fewer if the time is up before. The judge is off by about `trust` thalers.
    """
    deadline = thread_time() + seconds
    if len(actions) == 1 or isinstance(view.agenda[-1], BeforeReplenishing):
        return actions[0]  # nothing has changed since the last decision
    table = determinize(view, chance)
    taste = taste_of(table)
    values = judged(table, view.seat, actions, Outlook(table, view.seat, taste))
    scale = WIN_FOR_A_THALER if view.players == 1 else 1.0
    futures = PlayedOut(view.seat, taste)
    return proven_best(view, actions, values, chance, deadline, worlds, doubt, futures, scale, scale * trust)


class Futures:
    """How a possible future is judged."""

    def outcome(self, table: Table, action: Action) -> float:
        """How good it is to do this now at this table, which is played on."""
        raise NotImplementedError


def proven_best(
    view: Observation,
    actions: list[Action],
    values: list[float],
    chance: Chance,
    deadline: float,
    worlds: int,
    doubt: float,
    futures: Futures,
    scale: float,
    trust: float,
    certainty: float = CERTAINTY,
) -> Action:
    """The action with the best value, or one that is within `doubt` of it and proves better in possible worlds.

    A unit of the values is about `scale` of those of the futures; the values are off by about `trust` of the latter.
    By `certainty` standard errors a rival must be ahead.
    """
    candidates = promising(values, doubt)
    choice = candidates[0]
    if len(candidates) == 1:
        return actions[choice]
    rivals = list(range(1, len(candidates)))
    outcomes: list[list[float]] = [[] for _ in candidates]
    for share in (1, 2, 4):
        for _ in range(max(2, worlds * share // 7)):
            if thread_time() > deadline:
                break
            world = determinize(view, chance)
            fix_order(world, chance)
            for index in [0, *rivals]:
                outcomes[index].append(futures.outcome(world.clone(), actions[candidates[index]]))
        rivals = the_better_half(rivals, outcomes)
        if not rivals:
            return actions[choice]
    best, most = choice, 0.0
    for index in rivals:
        rival = candidates[index]
        expected = scale * (values[rival] - values[choice])
        lead = proven_lead(outcomes[index], outcomes[0], expected, trust, certainty)
        if lead > most:
            best, most = rival, lead
    return actions[best]


def the_better_half(rivals: list[int], outcomes: list[list[float]]) -> list[int]:
    """Those rivals that are ahead of the judge's choice, half of them at the most, the best first."""
    leads: list[tuple[float, int]] = []
    for index in rivals:
        lead = 0.0
        for world in range(len(outcomes[index])):
            lead += outcomes[index][world] - outcomes[0][world]
        if lead > 0.0:
            leads.append((-lead, index))
    leads.sort()
    return [index for _, index in leads[: (len(rivals) + 1) // 2]]


def promising(values: list[float], doubt: float) -> list[int]:
    """The best actions by their number, the judge's choice first; of actions that are worth the same, one."""
    order = sorted(range(len(values)), key=lambda index: -values[index])
    found: list[int] = []
    before = math.inf
    for index in order:
        if values[index] < values[order[0]] - doubt or len(found) == MOST_CANDIDATES:
            break
        if values[index] < before - 1e-9:
            found.append(index)
            before = values[index]
    return found


@final
class PlayedOut(Futures):
    """By how good the end is for a seat if the judge plays on."""

    def __init__(self, seat: int, taste: Taste) -> None:
        self.seat = seat
        self.taste = taste

    def outcome(self, table: Table, action: Action) -> float:
        table.apply_trusted(action)
        players = [Player(index, self.taste) for index in range(table.players)]
        while table.agenda:
            players[table.awaited].act(table)
        own = len(table.thalers[self.seat])
        mafia = len(mafia_of(table).thalers)
        if table.players == 1:
            return soft_win(own - 2 * mafia)
        other = len(table.thalers[1 - self.seat])
        return own - other + WIN * soft_win(own - max(other, mafia))


def soft_win(margin: int) -> float:
    """Nearly 1 for a clear win, nearly 0 for a clear defeat; a draw is lost (A15, A19)."""
    return 1.0 / (1.0 + exp((0.5 - margin) / SOFTNESS))
