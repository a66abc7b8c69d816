"""Parameters of `mendel`: the weight of its networks, its thresholds for deals, and its kindness to the other players.

The best values depend on the network and the number of players, so a network may bring its own (`about.manners`, by
number of players). The search and the coach use `COMPETITIVE_PARAMETERS`.
"""

from dataclasses import astuple, dataclass
from math import isfinite
from typing import Final

from tobean.bots.mendel.net import BadNet, Net
from tobean.bots.mendel.value_net import WIN_VALUE
from tobean.games import game_named


@dataclass(frozen=True)
class MendelParameters:
    """Parameters of `mendel`. The names are stored in network files. Amounts are in thalers unless stated otherwise."""

    trust: float = 0.7
    """Weight of the network's valuation of a deal; the merchant's valuation has weight 1 - `trust`."""
    farms: float = 0.25
    """Weight of the network's valuation of plantings and harvests; the merchant's has weight 1 - `farms`."""
    accepts: float = 0.05
    """Minimum gain of a deal to be accepted."""
    asks: float = 0.03
    """Minimum expected gain of an offer to be made."""
    kindness: float = 0.0
    """Share of the other side's gain that is not counted as a loss when answering; at 1 the bot maximises its
    own thalers instead of its lead."""
    generosity: float = 0.0
    """As `kindness`, when making an offer."""
    late: float = 0.0
    """Growth of `kindness` and `generosity` towards the end of the game: they are multiplied by up to 1 + `late`."""
    guard: float = 1.0
    """Weight of a suspected colluder's gain against a deal, with four or more players; kindness to a seat shrinks with
    the suspicion."""
    glory: float = WIN_VALUE
    """Value of winning, in thalers of margin."""


COMPETITIVE_PARAMETERS: Final = MendelParameters()
"""Default parameters, without kindness; used by the search and the coach."""


def parameters_of_net(net: Net, players: int) -> MendelParameters:
    """Return the parameters that come with a network for this number of players."""
    stored = net.about.get("manners", {})
    try:
        parameters = MendelParameters(**{name: float(value) for name, value in stored.get(str(players), {}).items()})
        if not all(isfinite(value) for value in astuple(parameters)):
            raise ValueError("not a finite number")
    except (TypeError, ValueError, AttributeError) as error:
        raise BadNet("the net has invalid parameters: {manner}", manner=repr(stored)) from error
    return parameters


def check_net_parameters(net: Net) -> None:
    """Raise `BadNet` unless all parameters of a network are valid and for a number of players that its game has."""
    rules = game_named(str(net.about["game"]))
    for players in rules.players:
        parameters_of_net(net, players)
    for key in net.about.get("manners", {}):
        if key not in [str(players) for players in rules.players]:
            raise BadNet(
                "the keys of `manners` must be numbers of players, such as {count}, not {key!r}",
                count=rules.players[0],
                key=key,
            )
