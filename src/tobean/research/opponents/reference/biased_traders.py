"""Traders with a bias, such as generosity or spite, that a robust bot has to cope with."""

from typing import Final

from tobean.kernel.actions import Accept, Action, Call, Decline, EndTrading, MakeOffer
from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.cards import KIND_OF
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer
from tobean.research.opponents.reference.farmer import farming_action, grows
from tobean.research.opponents.reference.trader import Trader, own_kinds, planting_value

KINDNESS: Final = 0.8
"""Largest loss that a generous player accepts in a deal."""
FAVOUR: Final = 1.0
"""Weight of an ally's gain for a colluder."""
REQUESTS: Final = 4
"""Number of times a greedy player asks for the same card in a turn."""


def trading_partners(view: Observation) -> list[int]:
    if view.seat != view.active:
        return [view.active]
    return [(view.seat + step) % view.players for step in range(1, view.players)]


def gift(view: Observation, seat: int) -> MakeOffer | None:
    """Find a card that grows on the other seat's fields but not on one's own; turned-over cards first."""
    own = [(TURNED, card) for card in view.turned] if view.seat == view.active else []
    own += [(place, card) for place, card in enumerate(view.hand) if card not in view.rules.hand_extras]
    for place, card in own:
        if grows(view, seat, card) and not grows(view, view.seat, card):
            return MakeOffer(view.seat, seat, (card,), (place,), ())
    return None


def present(view: Observation) -> MakeOffer | None:
    """Find a gift for the first partner that can use one, as long as few offers have been made."""
    gifts = [gift(view, seat) for seat in trading_partners(view)]
    first_gift = next((gift for gift in gifts if gift is not None), None)
    return first_gift if first_gift is not None and view.talk[view.seat] < REQUESTS else None


def partners_gain(view: Observation, offer: Offer, action: Accept) -> float:
    """Estimate the offering player's gain from the fields."""
    gets = float_sum([planting_value(view, offer.seat, card) for card in action.cards])
    return gets - float_sum([max(0.0, planting_value(view, offer.seat, card)) for card in offer.cards])


class Generous(Trader):
    """Gives away any card another player can use, and accepts deals at a loss."""

    name = "generous-1"

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        return super().gain(view, offer, action) + KINDNESS

    def propose(self, view: Observation) -> Action | None:
        return present(view)


class Spiteful(Trader):
    """Makes only deals that bring it more than the other player."""

    name = "spiteful-1"

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        own = super().gain(view, offer, action)
        return own if own > partners_gain(view, offer, action) else 0.0


class Greedy(Trader):
    """Asks repeatedly for the same card for nothing, and accepts only gifts."""

    name = "greedy-1"

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        return super().gain(view, offer, action) if not action.cards else 0.0

    def propose(self, view: Observation) -> Action | None:
        wanted = own_kinds(view)
        if not wanted or view.talk[view.seat] >= REQUESTS:
            return None
        return MakeOffer(view.seat, TABLE, (), (), (wanted[0],))

    def request(self, view: Observation) -> Action | None:
        if view.talk[view.seat] >= REQUESTS or any(offer.seat == view.seat for offer in view.offers):
            return None
        for wanted in view.turned:
            if grows(view, view.seat, wanted):
                return MakeOffer(view.seat, view.active, (), (), (KIND_OF[wanted],))
        return None


class Stonewall:
    """Declines everything, and makes as many calls as allowed to wear the others down."""

    name = "stonewall-1"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        for action in actions:
            if isinstance(action, Decline):
                return action
        ends = next((action for action in actions if isinstance(action, EndTrading)), None)
        if ends is None:
            return farming_action(view, actions) or actions[0]
        return Call(view.seat, (), tuple(own_kinds(view)[:1])) if view.may_talk and own_kinds(view) else ends

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return None


class Colluder(Trader):
    """Recognises its allies by a meaningless call, and values their gains like its own."""

    name = "colluder-1"

    def __init__(self) -> None:
        self.allies: set[int] = set()
        self.has_signalled = False

    def find_allies(self, view: Observation) -> Call | None:
        """Look for allies among the calls; returns the own signal the first time."""
        signal = tuple(sorted({KIND_OF[bean.kind] for bean in view.rules.beans})[:2])
        self.allies |= {call.seat for call in view.calls if call.has == call.wants == signal and call.seat != view.seat}
        if self.has_signalled or not view.may_talk:
            return None
        self.has_signalled = True
        return Call(view.seat, signal, signal)

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        own = super().gain(view, offer, action)
        return own + FAVOUR * partners_gain(view, offer, action) if offer.seat in self.allies else own

    def gift_for_ally(self, view: Observation) -> MakeOffer | None:
        gifts = [gift(view, seat) for seat in trading_partners(view) if seat in self.allies]
        return next((gift for gift in gifts if gift is not None), None)

    def propose(self, view: Observation) -> Action | None:
        return self.find_allies(view) or self.gift_for_ally(view) or super().propose(view)

    def request(self, view: Observation) -> Action | None:
        return self.find_allies(view) or self.gift_for_ally(view) or super().request(view)
