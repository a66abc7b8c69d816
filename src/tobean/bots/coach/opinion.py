"""What deals and acts bring, as the coach thinks: as `mendel` judges them where a game has a net, else as the merchant.

Nets have learned by how much games end ahead of the others, so with a net the gain of the other side counts against a
deal. All of it rests on what one seat sees (I3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from tobean.bots.expertise import expertise_of, judge_for
from tobean.bots.mendel.insight import Insight, kind_cards, net_for
from tobean.bots.mendel.manner import KEEN
from tobean.bots.mendel.mendel import Mendel, mixed
from tobean.bots.merchant.bargaining import Bazaar, Stake
from tobean.bots.merchant.merchant import farming_gain
from tobean.bots.merchant.temper import USUAL

if TYPE_CHECKING:
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.view.observation import Observation


def values_of(view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
    """What each action leads to, in thalers, where a game values all of them alike; else None."""
    expertise = expertise_of(view.rules.name)
    net = net_for(view.rules.name, view.players)
    learned = None if net is None else expertise.learned_values(net, view, actions, chance)
    return expertise.values(view, actions, chance) if learned is None else learned


def farming_gains(view: Observation, judge: Judge, actions: list[Action], chance: Chance) -> list[float]:
    """What plantings, harvests and passes bring, each in comparison with the others."""
    merits = [farming_gain(view, judge, action) for action in actions]
    mendel = Mendel()
    if mendel.net(view) is None:
        return merits
    mendel.manner, mendel.worlds = KEEN, chance
    return mendel.farmed(view, judge, actions, merits)


@final
class Dealings:
    """What deals bring one seat."""

    def __init__(self, view: Observation) -> None:
        self.bazaar = Bazaar(view, judge_for(view, USUAL))
        net = net_for(view.rules.name, view.players)
        self.insight = None if net is None else Insight(net, self.bazaar.judge)
        self.now = 0.0 if self.insight is None else self.insight.now()

    def gain(self, stake: Stake, partner: int, gets: tuple[int, ...]) -> float:
        """What this seat gains by giving these very cards to a partner for those."""
        own = self.bazaar.own_gain(stake, gets)
        if self.insight is None:
            return own
        other = self.bazaar.other_gain(partner, stake.cards, kind_cards(gets))
        learned = self.insight.deal(stake, partner, gets) - self.now
        return mixed(self.bazaar, learned, own, other, KEEN.trust, KEEN.kindness)
