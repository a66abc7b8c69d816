"""Replies to a question about a trade: an offer that concerns it, or the reason why there is none."""

from dataclasses import replace
from typing import Final

from tobean.bots.base import Opponents, Remark
from tobean.bots.game_knowledge import judge_for
from tobean.bots.heuristics.farming import first_allowed
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.proposals import (
    candidate_stakes,
    candidate_wishes,
    contains_cards,
    has_been_asked_for_gift,
    most_wanted_kinds,
    proposals_from,
)
from tobean.bots.merchant.refusal_reasons import refusal_reason
from tobean.bots.merchant.valuation.deal_value import NO_STAKE, DealEvaluator, Stake
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

MIN_ASKER_GAIN: Final = -0.6
"""Minimum estimated gain of the asker, in thalers. It is negative, as the asker knows better what suits them."""


def reply(
    view: Observation,
    asker: int,
    gives: tuple[int, ...],
    wants: tuple[int, ...],
    parameters: MerchantParameters = DEFAULT_PARAMETERS,
    kept_kinds: tuple[tuple[int, ...], ...] = (),
) -> MakeOffer | Remark:
    """Return this seat's reply to `asker`, which would give the kinds `gives` for the kinds `wants`.

    With `gives` empty the price is open ("What do you want for the Chili?"); with `wants` empty the return is
    ("Anything for my Stink?"). The offer is legal; `voice.remark_text` turns a remark into a sentence.
    `kept_kinds` are, by seat, the kinds that it does not give away.
    """
    if view.active not in (asker, view.seat) or not view.agenda[-1].is_trading:
        return Remark("not now")
    if matching_own_offer(view, asker, gives, wants, has_declined=False) is not None:
        return Remark("offer stands", wants)
    # The limits on offers to people (`may_propose_to`) do not apply: they would leave the question unanswered.
    judge = judge_for(view, replace(parameters, min_partner_gain=min(parameters.min_partner_gain, MIN_ASKER_GAIN)))
    human_players = 0 if wants else 1 << asker  # a card that they have asked for need not fit their fields
    evaluator = DealEvaluator(
        view, judge, Opponents(treated_as_human=0, kept_kinds=kept_kinds, human_players=human_players)
    )
    evaluator.asking_seat, evaluator.offered_kinds = asker, gives
    if view.may_talk:
        offers = offers_for_request(evaluator, asker, gives, wants)
        offer = first_allowed(view, offers if offers or wants else single_card_offers(evaluator, asker, gives))
        if offer is not None:
            return offer
    declined = matching_own_offer(view, asker, gives, wants, has_declined=True)
    if declined is not None:
        return Remark("my price", declined.wants) if declined.wants else Remark("my gift", declined.cards)
    reason = refusal_reason(evaluator, Offer(0, asker, view.seat, gives, (TURNED,) * len(gives), wants, 0, 0))
    if reason.occasion == "for nothing":  # they asked for a price: do not answer with a question
        wishes = most_wanted_kinds(evaluator, wants)
        return Remark("my wishes", wishes) if wishes else Remark("no thanks", wants)
    return reason


def matching_own_offer(
    view: Observation, asker: int, gives: tuple[int, ...], wants: tuple[int, ...], has_declined: bool
) -> Offer | None:
    """Return this seat's open offer that answers the question, among those the asker has declined or the others.

    A declined offer stays open (T7), but the page no longer shows it, so the reply must not refer to it.
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


def offers_for_request(
    evaluator: DealEvaluator, asker: int, gives: tuple[int, ...], wants: tuple[int, ...]
) -> list[MakeOffer]:
    """Return offers to a seat that would like some of the kinds `wants` or give some of `gives`; the best first."""
    stakes = stakes_of_kinds(evaluator, wants) if wants else candidate_stakes(evaluator)
    if gives and not wants and not has_been_asked_for_gift(evaluator.view, asker):
        stakes.append(NO_STAKE)
    wishes = [wish for wish in [*candidate_wishes(evaluator), ()] if not gives or any(kind in gives for kind in wish)]
    wishes += [wish for wish in kind_combinations(gives) if wish not in wishes]
    if gives and wants:  # the exchange that was asked for first, then the same cards for something else
        wishes += [wish for wish in candidate_wishes(evaluator) if wish not in wishes]
    offers: list[MakeOffer] = []
    for proposal in proposals_from(evaluator, stakes, wishes, [asker]):
        offer = proposal.offer
        if offer.to in (TABLE, asker) and (offer.cards or contains_cards(gives, offer.wants)):
            offers.append(MakeOffer(offer.seat, asker, offer.cards, offer.places, offer.wants))
    return sorted(offers, key=lambda offer: not gives or not any(kind in gives for kind in offer.wants))


def single_card_offers(evaluator: DealEvaluator, asker: int, gives: tuple[int, ...]) -> list[MakeOffer]:
    """Return offers of one card for these, on any terms that this seat would accept.

    Cards that the asker can plant come first, then by the asker's gain. The asker may make such an offer next, and
    after a refusal accepting it would seem odd.
    """
    view = evaluator.view
    rated: list[tuple[bool, float, MakeOffer]] = []
    for stake in stakes_of_kinds(
        evaluator, tuple([KIND_OF[bean.kind] for bean in view.rules.beans if bean.kind not in gives])
    ):
        if len(stake.cards) > 1:
            continue
        own, other = evaluator.own_gain(stake, gives), evaluator.other_gain(asker, stake.cards, gives)
        if evaluator.acceptance_margin(asker, own, other) > 0.0:
            offer = MakeOffer(view.seat, asker, stake.cards, stake.places, sorted_cards(gives))
            rated.append((evaluator.lacks_room(asker, stake.cards, gives), -other, offer))
    return [offer for _, _, offer in sorted(rated, key=lambda bid: bid[:2])]


def kind_combinations(gives: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what to ask for when these kinds are offered: all of them, or one.

    A bot that has no use for a card may still take it in exchange for one that it can spare.
    """
    return [sorted_cards(gives), *[(kind,) for kind in dict.fromkeys(gives)]] if gives else []


def stakes_of_kinds(evaluator: DealEvaluator, kinds: tuple[int, ...]) -> list[Stake]:
    """Return own cards of these kinds as stakes: each card alone, and one of each kind together."""
    view = evaluator.view
    slots = [(place, card) for place, card in enumerate(view.hand) if card not in view.rules.hand_extras]
    if evaluator.seat == view.active:
        slots = [(TURNED, card) for card in sorted(set(view.turned))] + slots
    stakes = [Stake((card,), (place,)) for place, card in slots if KIND_OF[card] in kinds]
    one_per_kind: dict[int, tuple[int, int]] = {}
    for place, card in slots:
        if KIND_OF[card] in kinds:
            one_per_kind.setdefault(KIND_OF[card], (place, card))
    if len(one_per_kind) > 1:
        cards, places = in_usual_order(
            tuple([card for _, card in one_per_kind.values()]), tuple([place for place, _ in one_per_kind.values()])
        )
        stakes.append(Stake(cards, places))
    return stakes
