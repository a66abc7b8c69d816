"""`sprout`: plays by rules of thumb. It collects what matches its fields and gives misfits away rather than harvest."""

from typing import Final

from tobean.bots.base import ALL_BOTS
from tobean.bots.game_knowledge import knowledge_of
from tobean.bots.heuristics.farming import farming_action, grows_on_field, has_room, is_offer_allowed
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.cards import KIND_OF
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

LOOK_AHEAD: Final = 3
"""Number of cards at the front of the hand that count as soon to be planted."""
MIN_GAIN: Final = 0.05
"""Minimum gain of a deal to be accepted, in rough thalers."""
MAX_OFFERS: Final = 2
"""Offers to the table per turn where people play."""


class Sprout:
    """A friendly beginner."""

    name = "sprout"

    def __init__(self) -> None:
        self.opponents = ALL_BOTS

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        answer = self.answer(view, actions)
        if answer is not None:
            return answer
        game_action = knowledge_of(view.rules.name).sprout_action(view, actions)
        if game_action is not None:
            return game_action
        end_trading = next((action for action in actions if isinstance(action, EndTrading)), None)
        if end_trading is not None:
            proposal = self.propose(view)
            return proposal if proposal is not None and is_offer_allowed(view, proposal) else end_trading
        return farming_action(view, actions) or actions[0]

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Offer the active player a hand card for a turned-over card that matches a field here."""
        offer = self.request(view)
        return offer if offer is not None and is_offer_allowed(view, offer) else None

    def request(self, view: Observation) -> MakeOffer | None:
        if not view.may_talk or view.talk[view.seat] or any(offer.seat == view.seat for offer in view.offers):
            return None
        if self.opponents.left_alone >> view.active & 1:
            return None
        for card in view.turned:
            if self.opponents.keeps_kind(view.active, (KIND_OF[card],)):
                continue
            if grows_on_field(view, view.seat, card) and not grows_on_field(view, view.active, card):
                spare_place = self.spare_position(view)
                if spare_place is None and self.opponents.treated_as_human >> view.active & 1:
                    return None  # people are not asked for gifts
                if spare_place is None:
                    return MakeOffer(view.seat, view.active, (), (), (KIND_OF[card],))
                return MakeOffer(view.seat, view.active, (view.hand[spare_place],), (spare_place,), (KIND_OF[card],))
        return None

    def planting_value(self, view: Observation, card: int) -> float:
        """Return the value of having to plant this card."""
        if grows_on_field(view, view.seat, card):
            return 1.0
        return 0.1 if has_room(view, view.seat) else -0.6

    def keeping_value(self, view: Observation, card: int, place: int) -> float:
        """Return the value of keeping a card: one far back in the hand can wait, a turned-over one cannot."""
        if place == TURNED or place < LOOK_AHEAD:
            return self.planting_value(view, card)
        return 0.4 if grows_on_field(view, view.seat, card) else 0.0

    def answer(self, view: Observation, actions: list[Action]) -> Action | None:
        """Accept the best acceptable deal, else decline an offer that waits for an answer."""
        offers = {offer.number: offer for offer in view.offers}
        best: Action | None = None
        best_gain = MIN_GAIN
        for action in actions:
            if isinstance(action, Accept):
                gain = self.gain(view, offers[action.number], action)
                if gain > best_gain:
                    best, best_gain = action, gain
        if best is not None:
            return best
        return next((action for action in actions if isinstance(action, Decline)), None)

    def gain(self, view: Observation, offer: Offer, action: Accept) -> float:
        gets = float_sum([self.planting_value(view, card) for card in offer.cards])
        given = zip(action.cards, action.places, strict=True)
        gives = float_sum([self.keeping_value(view, card, place) for card, place in given])
        return gets - gives

    def propose(self, view: Observation) -> MakeOffer | None:
        """Offer first for a kind that grows here, then for another one, last as a gift."""
        if (
            not view.may_talk
            or (self.opponents.treated_as_human and view.talk[view.seat] >= MAX_OFFERS)
            or self.opponents.left_alone
        ):
            return None
        misfits = [card for card in view.turned if not grows_on_field(view, view.seat, card)]
        wanted_kinds = sorted({KIND_OF[row[-1]] for row in view.fields[view.seat] if row})
        attempt = view.talk[view.seat]
        if misfits:
            if attempt < len(wanted_kinds):
                return MakeOffer(view.seat, TABLE, (misfits[0],), (TURNED,), (wanted_kinds[attempt],))
            if not has_room(view, view.seat) and attempt < len(wanted_kinds) + len(misfits):
                card = misfits[attempt - len(wanted_kinds)]
                return MakeOffer(view.seat, TABLE, (card,), (TURNED,), ())
            return None
        spare_place = self.spare_position(view)
        if spare_place is not None and attempt < len(wanted_kinds):
            return MakeOffer(view.seat, TABLE, (view.hand[spare_place],), (spare_place,), (wanted_kinds[attempt],))
        return None

    def spare_position(self, view: Observation) -> int | None:
        """Return the position of the first hand card that matches no field."""
        for place, card in enumerate(view.hand):
            if card not in view.rules.hand_extras and not grows_on_field(view, view.seat, card):
                return place
        return None
