"""How `mendel` deals: how much it believes its net, what a deal must bring, and what it leaves to the others.

What suits depends on the net and on how many play, so a net may bring manners with it (`about.manners`, by number of
players). Whoever searches, or advises people, wants to win (`KEEN`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots.mendel.insight import GLORY
from tobean.bots.mendel.net import BadNet

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
    """By what share of itself that grows until no card is left to come."""
    glory: float = GLORY
    """How many thalers of margin a whole victory is worth to it."""


KEEN: Final = Manner()
"""Wants to be ahead."""


def manner_of(net: Net, players: int) -> Manner:
    """The manner that comes with a net for so many players."""
    told = net.about.get("manners", {})
    try:
        return Manner(**{name: float(value) for name, value in told.get(str(players), {}).items()})
    except (TypeError, ValueError, AttributeError) as error:
        raise BadNet("a net with a manner that is none: {manner}", manner=repr(told)) from error
