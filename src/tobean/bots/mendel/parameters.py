"""How `mendel` deals: how much it believes its net, what a deal must bring, and what it leaves to the others.

What suits depends on the net and on how many play, so a net may bring manners with it (`about.manners`, by number of
players). Whoever searches, or advises people, wants to win (`COMPETITIVE_PARAMETERS`).
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from math import isfinite
from typing import TYPE_CHECKING, Final

from tobean.bots.mendel.net import BadNet
from tobean.bots.mendel.value_net import WIN_VALUE
from tobean.games import game_named

if TYPE_CHECKING:
    from tobean.bots.mendel.net import Net


@dataclass(frozen=True)
class MendelParameters:
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
    """How much the gain of somebody counts against a deal who surely plays for somebody else, with four
    players and more; none is kind to them."""
    glory: float = WIN_VALUE
    """How many thalers of margin a whole victory is worth to it."""


COMPETITIVE_PARAMETERS: Final = MendelParameters()
"""Wants to be ahead."""


def parameters_of_net(net: Net, players: int) -> MendelParameters:
    """The manner that comes with a net for so many players."""
    told = net.about.get("manners", {})
    try:
        found = MendelParameters(**{name: float(value) for name, value in told.get(str(players), {}).items()})
        if not all(isfinite(value) for value in astuple(found)):
            raise ValueError("not a number")
    except (TypeError, ValueError, AttributeError) as error:
        raise BadNet("a net with a manner that is none: {manner}", manner=repr(told)) from error
    return found


def check_net_parameters(net: Net) -> None:
    """Is each of the manners one, and for a number of players that its game has?"""
    rules = game_named(str(net.about["game"]))
    for players in rules.players:
        parameters_of_net(net, players)
    for key in net.about.get("manners", {}):
        if key not in [str(players) for players in rules.players]:
            raise BadNet(
                "manners are named by the number of players, such as {count}, not {key!r}",
                count=rules.players[0],
                key=key,
            )
