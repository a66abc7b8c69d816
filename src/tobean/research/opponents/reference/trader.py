"""`sprout-1`: trades by rules of thumb. The biased traders derive from it."""

from collections.abc import Sequence
from typing import Final

from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.cards import KIND_OF
from tobean.kernel.chance import Chance
from tobean.kernel.errors import Illegal
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES
from tobean.research.opponents.reference.farmer import farming_action, grows, has_room
from tobean.research.opponents.reference.frozen_determinize import frozen_determinize

NEAR_FRONT: Final = 3
"""Number of cards at the front of the hand that count as soon to be planted."""
MATCH: Final = 1.0
"""Value of a card that has to be planted if its kind grows already."""
ROOM: Final = 0.1
"""Value of a card that has to be planted if a field is empty."""
NUISANCE: Final = -0.6
"""Value of a card that has to be planted if a field must be harvested for it."""
LATER_MATCH: Final = 0.4
"""Value of a card further back in the hand if its kind grows now."""
LEAST_GAIN: Final = 0.05


def is_offer_allowed(view: Observation, offer: MakeOffer, chance: Chance) -> bool:
    """Whether the game's additional trade rules, if any, allow this offer."""
    if view.rules.trade_rules is DEFAULT_TRADE_RULES:
        return True
    try:
        frozen_determinize(view, chance).check(offer)
    except Illegal:
        return False
    return True


def planting_value(view: Observation, seat: int, card: int) -> float:
    if grows(view, seat, card):
        return MATCH
    return ROOM if has_room(view, seat) else NUISANCE


def given_value(view: Observation, cards: Sequence[int], places: Sequence[int]) -> float:
    """Return the value of these own cards at their current places."""
    total = 0.0
    for card, place in zip(cards, places, strict=True):
        if place in (TURNED, ASIDE) or place < NEAR_FRONT:
            total += planting_value(view, view.seat, card)
        elif grows(view, view.seat, card):
            total += LATER_MATCH
    return total


def spare_position(view: Observation) -> int | None:
    """Return the position of the first hand card that does not grow on the own fields."""
    for position, card in enumerate(view.hand):
        if card not in view.rules.hand_extras and not grows(view, view.seat, card):
            return position
    return None


def own_kinds(view: Observation) -> list[int]:
    """Return the kinds that grow on the own fields."""
    return sorted({KIND_OF[row[-1]] for row in view.fields[view.seat] if row})


class Trader:
    """Trades for cards that match its fields, and gives away those that do not."""

    name = "sprout-1"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        answer = self.answer(view, actions)
        if answer is not None:
            return answer
        ends = next((action for action in actions if isinstance(action, EndTrading)), None)
        if ends is None:
            return farming_action(view, actions) or actions[0]
        proposal = self.propose(view) if view.may_talk else None
        return proposal if proposal is not None and self.fits(view, proposal, chance) else ends

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        offer = self.request(view) if view.may_talk else None
        return offer if offer is not None and self.fits(view, offer, chance) else None

    def fits(self, view: Observation, action: Action, chance: Chance) -> bool:
        return not isinstance(action, MakeOffer) or is_offer_allowed(view, action, chance)

    def answer(self, view: Observation, actions: list[Action]) -> Action | None:
        """Accept the best acceptable deal; otherwise decline an offer that awaits an answer."""
        offers = {offer.number: offer for offer in view.offers}
        best: Action | None = None
        best_gain = LEAST_GAIN
        for action in actions:
            if isinstance(action, Accept):
                gain = self.gain(view, offers[action.number], action)
                if gain > best_gain:
                    best, best_gain = action, gain
        return best or next((action for action in actions if isinstance(action, Decline)), None)

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        gets = float_sum([planting_value(view, view.seat, card) for card in offer.cards])
        return gets - given_value(view, action.cards, action.places)

    def propose(self, view: Observation) -> Action | None:
        """Offer a spare card for each kind that grows here in turn, and finally as a gift."""
        unwanted = [card for card in view.turned if not grows(view, view.seat, card)]
        wanted = own_kinds(view)
        attempt = view.talk[view.seat]
        if unwanted:
            if attempt < len(wanted):
                return MakeOffer(view.seat, TABLE, (unwanted[0],), (TURNED,), (wanted[attempt],))
            if not has_room(view, view.seat) and attempt < len(wanted) + len(unwanted):
                return MakeOffer(view.seat, TABLE, (unwanted[attempt - len(wanted)],), (TURNED,), ())
            return None
        spare = spare_position(view)
        if spare is not None and attempt < len(wanted):
            return MakeOffer(view.seat, TABLE, (view.hand[spare],), (spare,), (wanted[attempt],))
        return None

    def request(self, view: Observation) -> Action | None:
        """Offer the active player a hand card for a turned-over card that would match here."""
        if view.talk[view.seat] or any(offer.seat == view.seat for offer in view.offers):
            return None
        for wanted in view.turned:
            if grows(view, view.seat, wanted) and not grows(view, view.active, wanted):
                spare = spare_position(view)
                stake = () if spare is None else (spare,)
                cards = tuple(view.hand[position] for position in stake)
                return MakeOffer(view.seat, view.active, cards, stake, (KIND_OF[wanted],))
        return None
