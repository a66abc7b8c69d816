"""`random`: plays uniformly among the legal actions. The lower bound of every comparison."""

from typing import Final

from tobean.bots.heuristics.farming import is_offer_allowed
from tobean.kernel.actions import Action, Call, MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.notation.input_limits import MAX_OPEN_OFFERS
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation

TRIES: Final = 8
"""Attempts at a legal offer before a call is made instead."""


class RandomBot:
    """Picks among the listed actions and, while trading, an offer and a call, all equally likely; never volunteers."""

    name = "random"

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        talk_options = 2 if view.may_talk else 0
        pick = chance.randbelow(len(actions) + talk_options)
        if pick < len(actions):
            return actions[pick]
        if pick == len(actions) and sum(offer.seat == view.seat for offer in view.offers) < MAX_OPEN_OFFERS:
            for _ in range(TRIES):
                offer = random_offer(view, chance)
                if is_offer_allowed(view, offer):
                    return offer
        return random_call(view, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return None


def random_offer(view: Observation, chance: Chance) -> MakeOffer:
    """Draw an offer of at most two own cards for at most two kinds, to any seat that may receive it."""
    own = [(place, card) for place, card in enumerate(view.hand) if card not in view.rules.hand_extras]
    if view.seat == view.active:
        own += [(TURNED, card) for card in view.turned]
    gives: list[tuple[int, int]] = []
    for _ in range(min(chance.randbelow(3), len(own))):
        gives.append(own.pop(chance.randbelow(len(own))))
    want_count = chance.randbelow(3) or (0 if gives else 1)
    wants = [KIND_OF[chance.choice(view.rules.beans).kind] for _ in range(want_count)]
    cards, places = in_usual_order(tuple([card for _, card in gives]), tuple([place for place, _ in gives]))
    to = view.active
    if view.seat == view.active:
        to = chance.randbelow(view.players)
        to = TABLE if to == view.seat else to
    return MakeOffer(view.seat, to, cards, places, sorted_cards(wants))


def random_call(view: Observation, chance: Chance) -> Call:
    has, wants = (KIND_OF[chance.choice(view.rules.beans).kind] for _ in range(2))
    half = chance.randbelow(3)
    return Call(view.seat, (has,) if half != 1 else (), (wants,) if half != 0 else ())
