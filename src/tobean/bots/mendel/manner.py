"""How `mendel` deals: how much it believes its net, what a deal must bring, and what it leaves to the others.

What suits depends on the net, on how many play and on whether it searches, so a net may bring manners with it
(`about.manners`: `4` for four players, `4@` for four players and a search). Otherwise, and whenever it advises people,
it wants to win (`KEEN`).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Final

from tobean.bots.mendel.insight import GLORY
from tobean.bots.mendel.net import BadNet
from tobean.games import game_named

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net


@dataclass(frozen=True)
class Manner:
    """The constants of a mendel."""

    trust: float = 0.7
    """How much the net is believed about deals, against the merchant ..."""
    farms: float = 0.25
    """... and about planting and harvesting."""
    accepts: float = 0.05
    """What a deal must bring to be agreed to, in thalers."""
    asks: float = 0.03
    """What an offer must bring on average to be made."""
    kindness: float = 0.0
    """How much of the other side's gain it does not mind when it answers; 1: it counts its thalers, not its lead ..."""
    generosity: float = 0.0
    """... and when it makes an offer."""
    late: float = 0.0
    """How much kinder it becomes: both grow by so many times themselves while the last cards of the game are drawn."""
    guard: float = 1.0
    """How much the gain of somebody counts against a deal who surely plays for somebody else; none is kind to them."""
    glory: float = GLORY
    """How many thalers of margin a whole victory is worth to it."""


KEEN: Final = Manner()
"""Wants to be ahead."""


def manner_of(net: Net, players: int, searches: bool = False) -> Manner:
    """The manner that comes with a net for so many players."""
    told = net.about.get("manners", {})
    try:
        found = Manner(**{name: float(value) for name, value in told.get(key_of(players, searches), {}).items()})
        if not all(isfinite(value) for value in astuple(found)):
            raise ValueError("not a number")
    except (TypeError, ValueError, AttributeError) as error:
        raise BadNet("a net with a manner that is none: {manner}", manner=repr(told)) from error
    return found


def key_of(players: int, searches: bool) -> str:
    return f"{players}@" if searches else str(players)


def check_manners(net: Net) -> None:
    """Is each of the manners one, and for a number of players that its game has?"""
    allowed = []
    for players in game_named(str(net.about["game"])).players:
        for searches in (False, True):
            manner_of(net, players, searches)
            allowed.append(key_of(players, searches))
    for key in net.about.get("manners", {}):
        if key not in allowed:
            raise BadNet("a manner is for one of {keys}, not for {key!r}", keys=", ".join(allowed), key=key)
