"""Proposals: offers worth making, and the kinds to call out when there is none."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.valuation.deal_value import NO_STAKE, DealEvaluator, Stake
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import HIDDEN, KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import TURNED, in_usual_order
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

MAX_CALLED_KINDS: Final = 3
"""Kinds named in each half of a call."""
MAX_CALLED_VALUE: Final = 0.6
"""A card worth more to its owner, in thalers, is not called out."""
UNKNOWN_GAIN: Final = -1000.0
NO_PARTNER_GAIN: Final = -1000.0
"""Gain by a stake where there is no partner."""
NOT_COMPUTED: Final[list[float]] = []
"""Placeholder for a list that is computed when needed; compared by identity."""
NOT_APPROACHABLE: Final = -1.0
"""Likelihood for a seat that must not be asked now."""
NO_SEATS: Final = 0
WORTH_A_HARVEST: Final = 2.0
"""Minimum gain of a person, in thalers, for an offer of cards for which they would have to harvest."""


@final
@mypyc_attr(acyclic=True)
class Proposal:
    """A possible offer and its estimated gains."""

    def __init__(self, offer: MakeOffer, own: float, other: float, score: float) -> None:
        self.offer = offer
        self.own = own
        """Gain of this seat."""
        self.other = other
        """Estimated gain of the other side."""
        self.score = score


def candidate_stakes(evaluator: DealEvaluator) -> list[Stake]:
    """Return what this seat could give, the best first: single cards, and pairs of the best ones."""
    slots: list[tuple[int, int]] = []
    if evaluator.seat == evaluator.view.active:
        slots.extend([(TURNED, card) for card in sorted(set(evaluator.view.turned))])
    extras = evaluator.view.rules.hand_extras
    slots.extend([(place, card) for place, card in enumerate(evaluator.view.hand) if card not in extras])
    partners = evaluator.partners()
    best_copies: dict[tuple[bool, int], tuple[float, Stake]] = {}
    for place, card in slots:
        stake = Stake((card,), (place,))
        gain = evaluator.own_gain(stake, ())
        partner_gain = NO_PARTNER_GAIN
        for seat in partners:
            partner_gain = max(partner_gain, evaluator.other_gain(seat, stake.cards, ()))
        key = (place == TURNED, card)
        score = gain + evaluator.parameters.kindness * partner_gain
        best = best_copies.get(key)
        if best is None or score > best[0]:
            best_copies[key] = (score, stake)
    singles = sorted(best_copies.values(), key=negative_gain)
    ranked = [stake for _, stake in singles]
    if len(evaluator.view.turned) == 2 and evaluator.seat == evaluator.view.active:
        ranked.insert(0, Stake(sorted_cards(evaluator.view.turned), (TURNED, TURNED)))
    pairs: list[Stake] = []
    max_stakes = evaluator.parameters.max_stakes
    for index in range(1, min(max_stakes // 3, len(singles))):
        for before in range(index):
            one, two = singles[before][1], singles[index][1]
            cards, places = in_usual_order(one.cards + two.cards, one.places + two.places)
            pairs.append(Stake(cards, places))
    return ranked[: max(4, max_stakes - len(pairs))] + pairs


def candidate_wishes(evaluator: DealEvaluator) -> list[tuple[int, ...]]:
    """Return what this seat would like to have, the best first: single kinds, and pairs of the best ones."""
    singles: list[tuple[float, tuple[int, ...]]] = []
    turned = [] if evaluator.seat == evaluator.view.active else evaluator.view.turned
    previous_kind = HIDDEN
    previous_steps: tuple[int, ...] = ()
    for bean in evaluator.view.rules.beans:
        kind = KIND_OF[bean.kind]
        if kind == previous_kind and bean.steps == previous_steps:
            continue  # the same card with another picture
        previous_kind, previous_steps = kind, bean.steps
        if evaluator.judge.share(kind) <= 0.0 and kind not in turned:
            continue
        gain = evaluator.own_gain(NO_STAKE, (bean.kind,))
        if gain > 0.0:
            singles.append((gain, (kind,)))
    singles = sorted(set(singles), key=negative_gain)
    ranked = [wish for _, wish in singles[: evaluator.parameters.max_stakes // 2 + 2]]
    for wish in ranked[:2]:
        ranked.append(wish + wish)
    if len(singles) > 1:
        ranked.append(sorted_cards([*ranked[0], *ranked[1]]))
    return ranked


def spare_kinds(evaluator: DealEvaluator) -> tuple[int, ...]:
    """Return the kinds of own cards that this seat can spare and another seat would like to have."""
    kinds: list[int] = []
    for stake in candidate_stakes(evaluator):
        kind = KIND_OF[stake.cards[0]]
        if len(stake.cards) > 1 or kind in kinds or evaluator.own_gain(stake, ()) < -MAX_CALLED_VALUE:
            continue
        if any(evaluator.other_gain(seat, stake.cards, ()) > 0.0 for seat in evaluator.partners()):
            kinds.append(kind)
    return sorted_cards(kinds[:MAX_CALLED_KINDS])


def most_wanted_kinds(evaluator: DealEvaluator, has: tuple[int, ...]) -> tuple[int, ...]:
    """Return the kinds that this seat would most like to have, except those it can spare."""
    kinds = [wish[0] for wish in candidate_wishes(evaluator) if len(wish) == 1 and wish[0] not in has]
    return sorted_cards(kinds[:MAX_CALLED_KINDS])


def best_proposals(evaluator: DealEvaluator, answered: Offer | None = None) -> list[Proposal]:
    """Return offers worth making, the best first; in answer to an offer, only those that concern its cards."""
    partners = evaluator.partners()
    if approachable_seats(evaluator, partners) == NO_SEATS or (
        answered is not None and not is_of_interest(evaluator, answered)
    ):
        return []
    stakes, wishes = [*candidate_stakes(evaluator), NO_STAKE], [*candidate_wishes(evaluator), ()]
    return proposals_from(evaluator, stakes, wishes, partners, answered)


def is_of_interest(evaluator: DealEvaluator, offer: Offer) -> bool:
    """Whether this seat has a card that the offer asks for, or would like one that it offers.

    Otherwise no stake and no wish concerns the offer, and the search for a counter-offer can be skipped.
    """
    view = evaluator.view
    if contains_kind(tuple(view.hand), offer.wants) or (
        evaluator.seat == view.active and contains_kind(tuple(view.turned), offer.wants)
    ):
        return True
    kinds = [KIND_OF[card] for card in offer.cards]
    return any(
        KIND_OF[bean.kind] in kinds and evaluator.own_gain(NO_STAKE, (bean.kind,)) > 0.0 for bean in view.rules.beans
    )


def proposals_from(
    evaluator: DealEvaluator,
    stakes: list[Stake],
    wishes: list[tuple[int, ...]],
    partners: list[int],
    answered: Offer | None = None,
) -> list[Proposal]:
    """Return the offers of these stakes for these wishes that are worth making, the best first."""
    proposals: list[Proposal] = []
    # By stake, the gain of each partner; computed when needed.
    stake_gains: list[list[float]] = [NOT_COMPUTED] * len(stakes)
    stake_concerned = [answered is None or contains_kind(stake.cards, answered.wants) for stake in stakes]
    approachable = approachable_seats(evaluator, partners)
    turned = () if evaluator.seat == evaluator.view.active else tuple(evaluator.view.turned)
    for wish in wishes:
        likelihoods, wish_costs = NOT_COMPUTED, NOT_COMPUTED
        wish_is_turned = contains_kind(turned, wish)
        wish_concerned = answered is None or contains_kind(answered.cards, wish)
        for index in range(len(stakes)):
            if not wish_concerned and not stake_concerned[index]:
                continue
            stake = stakes[index]
            if (not stake.cards and not wish) or contains_kind(stake.cards, wish):
                continue  # nothing for nothing, or a kind for itself
            if likelihoods is NOT_COMPUTED:
                likelihoods = [
                    evaluator.likelihood_of(seat, wish) if approachable >> seat & 1 else NOT_APPROACHABLE
                    for seat in partners
                ]
                if not any(likelihood >= evaluator.parameters.min_likelihood for likelihood in likelihoods):
                    break  # no partner may be asked for this
                wish_costs = [evaluator.hand_cards_value(seat, list(wish)) for seat in partners]
            if wish_is_turned:
                partner_gains = [evaluator.other_gain(evaluator.view.active, stake.cards, wish)]
            else:
                gains = stake_gains[index]
                if gains is NOT_COMPUTED:
                    gains = stake_gains[index] = [evaluator.other_gain(seat, stake.cards, ()) for seat in partners]
                partner_gains = [gains[at] - wish_costs[at] for at in range(len(partners))]
            proposal = best_proposal_for(evaluator, stake, wish, partners, likelihoods, partner_gains)
            if proposal is not None:
                proposals.append(proposal)
    return sorted(proposals, key=negative_score)


def concerns_same_cards(offer: MakeOffer, answered: Offer) -> bool:
    """Whether two offers concern some of the same cards."""
    return contains_kind(answered.cards, offer.wants) or contains_kind(offer.cards, answered.wants)


def contains_kind(cards: tuple[int, ...], kinds: tuple[int, ...]) -> bool:
    """Whether one of these cards is of one of these kinds."""
    for card in cards:
        for kind in kinds:
            if KIND_OF[card] == kind:
                return True
    return False


def best_proposal_for(
    evaluator: DealEvaluator,
    stake: Stake,
    wish: tuple[int, ...],
    partners: list[int],
    likelihoods: list[float],
    partner_gains: list[float],
) -> Proposal | None:
    """Return an offer of these terms to the best partner or to the whole table; None if no partner or not this seat
    would gain.

    `likelihoods` and `partner_gains` are by partner: the likelihood of having the wanted cards, and the gain.
    """
    own = UNKNOWN_GAIN
    best: Proposal | None = None
    suited_count = 0
    suited_seats = 0  # bit set of the seats that would gain
    for index in range(len(partners)):
        seat = partners[index]
        other = partner_gains[index]
        if likelihoods[index] < evaluator.parameters.min_likelihood or other < evaluator.parameters.min_partner_gain:
            continue
        if has_better_open_offer(evaluator, seat, stake, wish) or not may_request_from(evaluator, seat, stake, wish):
            continue
        if evaluator.opponents.human_players and not suits_fields(evaluator, seat, stake, wish, other):
            continue
        if own == UNKNOWN_GAIN:
            own = evaluator.own_gain(stake, wish)
            if own <= evaluator.parameters.margin and evaluator.envy_is_nonnegative:
                return None
        if evaluator.acceptance_margin(seat, own, other) <= 0.0:
            continue
        suited_count += 1
        suited_seats |= 1 << seat
        score = likelihoods[index] * (own + evaluator.kindness_by_seat[seat] * other)
        if best is None or score > best.score:
            offer = MakeOffer(evaluator.seat, seat, stake.cards, stake.places, wish)
            best = Proposal(offer, own, other, score)
    if best is not None and suited_count > 1 and may_address_table(evaluator, stake, partners, suited_seats):
        offer = MakeOffer(evaluator.seat, TABLE, stake.cards, stake.places, wish)
        best = Proposal(offer, own, best.other, best.score)
    return best


def suits_fields(evaluator: DealEvaluator, seat: int, stake: Stake, wish: tuple[int, ...], other: float) -> bool:
    """Whether a person can plant what is offered, or gains enough to harvest for it."""
    if not evaluator.opponents.human_players >> seat & 1 or not evaluator.lacks_room(seat, stake.cards, wish):
        return True
    return other >= WORTH_A_HARVEST and not evaluator.opponents.no_harvest_offers >> seat & 1


def may_address_table(evaluator: DealEvaluator, stake: Stake, partners: list[int], suited_seats: int) -> bool:
    """Whether an offer may go to the whole table: it must give something and suit all people there."""
    if evaluator.parameters.allows_unsuitable_table_offers:
        return True
    return bool(stake.cards) and all(
        suited_seats >> seat & 1 or not evaluator.treated_as_human >> seat & 1 for seat in partners
    )


def may_propose_to(evaluator: DealEvaluator, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
    """Whether the limits on offers to people allow proposing this to a seat."""
    return approachable_seats(evaluator, [seat]) != NO_SEATS and may_request_from(evaluator, seat, stake, wish)


def approachable_seats(evaluator: DealEvaluator, seats: list[int]) -> int:
    """Return the bit set of these seats that may receive any offer now.

    A seat that has not answered an earlier offer is not asked again, and people are not asked too often.
    """
    parameters = evaluator.parameters
    approachable = NO_SEATS
    for seat in seats:
        is_open = not evaluator.opponents.left_alone >> seat & 1
        open_offers = 0
        for offer in evaluator.offers:
            if offer.is_for(seat):
                open_offers += 1
                if parameters.waits_for_answers and not offer.declined >> seat & 1:
                    is_open = False
        if is_open and (open_offers < parameters.max_offers_per_person or not evaluator.treated_as_human >> seat & 1):
            approachable |= 1 << seat
    return approachable


def may_request_from(evaluator: DealEvaluator, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
    """Whether a seat may be asked for these cards: not for kinds it keeps, and people not for a gift."""
    if evaluator.has_kept_kinds and evaluator.opponents.keeps_kind(seat, wish):
        return False
    if stake.cards or evaluator.parameters.asks_people_for_gifts or not evaluator.treated_as_human >> seat & 1:
        return True
    if evaluator.opponents.human_players >> seat & 1 and has_been_asked_for_gift(evaluator.view, seat):
        return False
    return is_called_as_gift(evaluator.view, seat, wish)


def has_been_asked_for_gift(view: Observation, seat: int) -> bool:
    """Whether this seat has been asked for cards for nothing in this turn."""
    return any(not offer.cards and offer.is_for(seat) for offer in view.offers)


def is_called_as_gift(view: Observation, seat: int, wish: tuple[int, ...]) -> bool:
    """Whether this seat has called out that it has these cards and wants nothing for them (T8)."""
    return any(call.seat == seat and not call.wants and contains_cards(call.has, wish) for call in view.calls)


def has_better_open_offer(evaluator: DealEvaluator, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
    """Whether an open offer to this seat already gives at least as much for at most as much."""
    for offer in evaluator.offers:
        if offer.is_for(seat) and contains_cards(offer.cards, stake.cards) and contains_cards(wish, offer.wants):
            return True
    return False


def contains_cards(cards: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Whether the others are all among these cards."""
    return all(cards.count(card) >= others.count(card) for card in others)


def negative_gain(item: tuple[float, object]) -> float:
    return -item[0]


def negative_score(proposal: Proposal) -> float:
    return -proposal.score
