"""`random-1`: chooses uniformly among legal actions."""

from typing import Final

from tobean.kernel.actions import Action, Call, MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.notation.input_limits import MAX_OPEN_OFFERS
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.research.opponents.reference.trader import is_offer_allowed

TRIES: Final = 8
"""Number of offers sampled before a call is made instead."""


class FrozenRandom:
    """Chooses uniformly among the listed actions and, while trading, a random offer and a random call."""

    name = "random-1"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        pick = chance.randbelow(len(actions) + (2 if view.may_talk else 0))
        if pick < len(actions):
            return actions[pick]
        if pick == len(actions) and sum(offer.seat == view.seat for offer in view.offers) < MAX_OPEN_OFFERS:
            for _ in range(TRIES):
                offer = random_offer(view, chance)
                if is_offer_allowed(view, offer, chance):
                    return offer
        has, wants = (KIND_OF[chance.choice(view.rules.beans).kind] for _ in range(2))
        return Call(view.seat, (has,), (wants,))

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return None


def random_offer(view: Observation, chance: Chance) -> MakeOffer:
    """Sample an offer of at most two cards for at most two kinds, to a random legal recipient."""
    own = [(place, card) for place, card in enumerate(view.hand) if card not in view.rules.hand_extras]
    if view.seat == view.active:
        own += [(TURNED, card) for card in view.turned]
    gives: list[tuple[int, int]] = []
    for _ in range(min(chance.randbelow(3), len(own))):
        gives.append(own.pop(chance.randbelow(len(own))))
    want_count = chance.randbelow(3) or (0 if gives else 1)
    wants = [KIND_OF[chance.choice(view.rules.beans).kind] for _ in range(want_count)]
    cards, places = in_usual_order(tuple([card for _, card in gives]), tuple([place for place, _ in gives]))
    to = chance.randbelow(view.players) if view.seat == view.active else view.active
    return MakeOffer(view.seat, TABLE if to == view.seat else to, cards, places, sorted_cards(wants))
