"""What to reply to somebody who asks: an offer that has to do with the question, or the reason why there is none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tobean.bots.base import Company, Remark
from tobean.bots.expertise import judge_for
from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.merchant.bargaining import NOTHING, Bazaar, Stake
from tobean.bots.merchant.proposing import (
    has_been_begged,
    holds,
    longed_for,
    proposals_among,
    stakes_of,
    wishes_of,
)
from tobean.bots.merchant.refusing import reason
from tobean.bots.merchant.temper import USUAL
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.offers import Offer
from tobean.kernel.places import TURNED, ordered
from tobean.kernel.values import TABLE

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.view.observation import Observation

ON_REQUEST: Final = -0.6
"""To somebody who asks, terms are named that cost them so many thalers as far as one can tell: they know better."""


def reply(
    view: Observation,
    asker: int,
    gives: tuple[int, ...],
    wants: tuple[int, ...],
    temper: Temper = USUAL,
    kept: tuple[tuple[int, ...], ...] = (),
) -> MakeOffer | Remark:
    """What this seat replies to `asker`, who would give these kinds and would like to have those.

    `gives` empty: whatever it costs ("What do you want for the Chili?"); `wants` empty: whatever there is for it
    ("Anything for my Stink?"). The offer may be made at once; a remark is put into words by `voice.talk.spoken`.
    `kept` are, by seat, the kinds for which nobody need ask.
    """
    if view.active not in (asker, view.seat) or not view.agenda[-1].trades:
        return Remark("not now")
    if own_offer(view, asker, gives, wants, has_declined=False) is not None:
        return Remark("offer stands", wants)
    # Whoever asks wants to hear something: what is good manners elsewhere (`may_ask`) would be silence here.
    judge = judge_for(view, replace(temper, least=min(temper.least, ON_REQUEST)))
    guests = 0 if wants else 1 << asker  # a card that they have asked for need not fit
    bazaar = Bazaar(view, judge, Company(people=0, kept=kept, guests=guests))
    bazaar.claimant, bazaar.claimed = asker, gives
    if view.may_talk:
        offers = price(bazaar, asker, gives, wants)
        offer = first_allowed(view, offers if offers or wants else bids(bazaar, asker, gives))
        if offer is not None:
            return offer
    declined = own_offer(view, asker, gives, wants, has_declined=True)
    if declined is not None:
        return Remark("my price", declined.wants) if declined.wants else Remark("my gift", declined.cards)
    why = reason(bazaar, Offer(0, asker, view.seat, gives, (TURNED,) * len(gives), wants, 0, 0))
    if why.occasion == "for nothing":  # they have asked for a price: nobody answers a question with a question
        wishes = longed_for(bazaar, wants)
        return Remark("my wishes", wishes) if wishes else Remark("no thanks", wants)
    return why


def own_offer(
    view: Observation, asker: int, gives: tuple[int, ...], wants: tuple[int, ...], has_declined: bool
) -> Offer | None:
    """An own offer to the asker that answers the question, which they have declined or not.

    A declined offer stays open (T7), but the page shows it no more: nobody should be pointed to it.
    """
    for offer in view.offers:
        if (
            offer.seat == view.seat
            and offer.is_for(asker)
            and bool(offer.declined >> asker & 1) == has_declined
            and (not wants or any(KIND_OF[card] in wants for card in offer.cards))
            and (not gives or any(kind in gives for kind in offer.wants))
        ):
            return offer
    return None


def price(bazaar: Bazaar, asker: int, gives: tuple[int, ...], wants: tuple[int, ...]) -> list[MakeOffer]:
    """Offers to somebody who would like to have some of these kinds, or to give some of those; the best first."""
    stakes = held(bazaar, wants) if wants else stakes_of(bazaar)
    if gives and not wants and not has_been_begged(bazaar.view, asker):
        stakes.append(NOTHING)
    wishes = [wish for wish in [*wishes_of(bazaar), ()] if not gives or any(kind in gives for kind in wish)]
    wishes += [wish for wish in claimed_in(gives) if wish not in wishes]
    if gives and wants:  # what was asked comes first, then the same cards for something else
        wishes += [wish for wish in wishes_of(bazaar) if wish not in wishes]
    named: list[MakeOffer] = []
    for proposal in proposals_among(bazaar, stakes, wishes, [asker]):
        offer = proposal.offer
        if offer.to in (TABLE, asker) and (offer.cards or holds(gives, offer.wants)):
            named.append(MakeOffer(offer.seat, asker, offer.cards, offer.places, offer.wants))
    return sorted(named, key=lambda offer: not gives or not any(kind in gives for kind in offer.wants))


def bids(bazaar: Bazaar, asker: int, gives: tuple[int, ...]) -> list[MakeOffer]:
    """A card for these, on any terms that this seat would accept; what the asker can plant and likes best first.

    The asker may make that very offer next, and after a no it would be odd to accept it.
    """
    view = bazaar.view
    found: list[tuple[bool, float, MakeOffer]] = []
    for stake in held(bazaar, tuple([KIND_OF[bean.kind] for bean in view.rules.beans if bean.kind not in gives])):
        if len(stake.cards) > 1:
            continue
        own, other = bazaar.own_gain(stake, gives), bazaar.other_gain(asker, stake.cards, gives)
        if bazaar.agreeable(asker, own, other) > 0.0:
            offer = MakeOffer(view.seat, asker, stake.cards, stake.places, sorted_cards(gives))
            found.append((bazaar.lacks_room(asker, stake.cards, gives), -other, offer))
    return [offer for _, _, offer in sorted(found, key=lambda bid: bid[:2])]


def claimed_in(gives: tuple[int, ...]) -> list[tuple[int, ...]]:
    """What to ask of somebody who would give these kinds: all of them, or one. A bot without a use for a card of its
    own may take it in exchange for one that it can spare."""
    return [sorted_cards(gives), *[(kind,) for kind in dict.fromkeys(gives)]] if gives else []


def held(bazaar: Bazaar, kinds: tuple[int, ...]) -> list[Stake]:
    """Own cards of these kinds: each copy that could leave, and one of each kind together."""
    view = bazaar.view
    slots = [(place, card) for place, card in enumerate(view.hand) if card not in view.rules.hand_extras]
    if bazaar.seat == view.active:
        slots = [(TURNED, card) for card in sorted(set(view.turned))] + slots
    singles = [Stake((card,), (place,)) for place, card in slots if KIND_OF[card] in kinds]
    together: dict[int, tuple[int, int]] = {}
    for place, card in slots:
        if KIND_OF[card] in kinds:
            together.setdefault(KIND_OF[card], (place, card))
    if len(together) > 1:
        cards, places = ordered(
            tuple([card for _, card in together.values()]), tuple([place for place, _ in together.values()])
        )
        singles.append(Stake(cards, places))
    return singles
