"""Which deals to propose, and what to call out when there is nothing to propose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.bargaining import NOTHING, Stake
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import HIDDEN, KIND_OF, sorted_cards
from tobean.kernel.places import TURNED, ordered
from tobean.kernel.values import TABLE

if TYPE_CHECKING:
    from tobean.bots.merchant.bargaining import Bazaar
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

MOST_CALLED: Final = 3
"""So many kinds are named in each half of a call."""
DEAR: Final = 0.6
"""A card that is worth more to its owner, in thalers, is not called out."""
NOT_KNOWN: Final = -1000.0
NOT_YET: Final[list[float]] = []
UNASKED: Final = -1.0
"""How likely somebody gives something who is not to be asked now."""
NOBODY: Final = 0
WORTH_A_HARVEST: Final = 2.0
"""What a person must gain, in thalers, for an offer of cards for which they would have to harvest."""


@final
@mypyc_attr(acyclic=True)
class Proposal:
    """An offer that one could make, and what one thinks of it."""

    def __init__(self, offer: MakeOffer, own: float, other: float, score: float) -> None:
        self.offer = offer
        self.own = own
        """What it would bring this seat."""
        self.other = other
        """What it would bring the other side, as far as one can tell."""
        self.score = score


def stakes_of(bazaar: Bazaar) -> list[Stake]:
    """What this seat could give, the best first: single cards, and pairs of the best of them."""
    slots: list[tuple[int, int]] = []
    if bazaar.seat == bazaar.view.active:
        slots.extend([(TURNED, card) for card in sorted(set(bazaar.view.turned))])
    extras = bazaar.view.rules.hand_extras
    slots.extend([(place, card) for place, card in enumerate(bazaar.view.hand) if card not in extras])
    partners = bazaar.partners()
    copies: dict[tuple[bool, int], tuple[float, Stake]] = {}
    for place, card in slots:
        stake = Stake((card,), (place,))
        gain = bazaar.own_gain(stake, ())
        wanted = NOT_KNOWN
        for seat in partners:
            wanted = max(wanted, bazaar.other_gain(seat, stake.cards, ()))
        key = (place == TURNED, card)
        worth = gain + bazaar.temper.kindness * wanted
        best = copies.get(key)
        if best is None or worth > best[0]:
            copies[key] = (worth, stake)
    singles = sorted(copies.values(), key=rank)
    ranked = [stake for _, stake in singles]
    if len(bazaar.view.turned) == 2 and bazaar.seat == bazaar.view.active:
        ranked.insert(0, Stake(sorted_cards(bazaar.view.turned), (TURNED, TURNED)))
    pairs: list[Stake] = []
    breadth = bazaar.temper.breadth
    for index in range(1, min(breadth // 3, len(singles))):
        for before in range(index):
            one, two = singles[before][1], singles[index][1]
            cards, places = ordered(one.cards + two.cards, one.places + two.places)
            pairs.append(Stake(cards, places))
    return ranked[: max(4, breadth - len(pairs))] + pairs


def wishes_of(bazaar: Bazaar) -> list[tuple[int, ...]]:
    """What this seat would like to have, the best first: single kinds, and pairs of the best of them."""
    singles: list[tuple[float, tuple[int, ...]]] = []
    lying = [] if bazaar.seat == bazaar.view.active else bazaar.view.turned
    known = HIDDEN
    steps: tuple[int, ...] = ()
    for bean in bazaar.view.rules.beans:
        kind = KIND_OF[bean.kind]
        if kind == known and bean.steps == steps:
            continue  # cards that are alike but for their picture
        known, steps = kind, bean.steps
        if bazaar.judge.share(kind) <= 0.0 and kind not in lying:
            continue
        gain = bazaar.own_gain(NOTHING, (bean.kind,))
        if gain > 0.0:
            singles.append((gain, (kind,)))
    singles = sorted(set(singles), key=rank)
    ranked = [wish for _, wish in singles[: bazaar.temper.breadth // 2 + 2]]
    for wish in ranked[:2]:
        ranked.append(wish + wish)
    if len(singles) > 1:
        ranked.append(sorted_cards([*ranked[0], *ranked[1]]))
    return ranked


def to_spare(bazaar: Bazaar) -> tuple[int, ...]:
    """The kinds of own cards that one could do without and that somebody would like to have."""
    kinds: list[int] = []
    for stake in stakes_of(bazaar):
        kind = KIND_OF[stake.cards[0]]
        if len(stake.cards) > 1 or kind in kinds or bazaar.own_gain(stake, ()) < -DEAR:
            continue
        if any(bazaar.other_gain(seat, stake.cards, ()) > 0.0 for seat in bazaar.partners()):
            kinds.append(kind)
    return sorted_cards(kinds[:MOST_CALLED])


def longed_for(bazaar: Bazaar, has: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds that one would most like to have, apart from those that one has to spare."""
    kinds = [wish[0] for wish in wishes_of(bazaar) if len(wish) == 1 and wish[0] not in has]
    return sorted_cards(kinds[:MOST_CALLED])


def proposals_of(bazaar: Bazaar, answered: Offer | None = None) -> list[Proposal]:
    """Offers worth making, the best first; to an offer, only those that have to do with it."""
    partners = bazaar.partners()
    if approachable(bazaar, partners) == NOBODY or (answered is not None and not is_of_interest(bazaar, answered)):
        return []
    stakes, wishes = [*stakes_of(bazaar), NOTHING], [*wishes_of(bazaar), ()]
    return proposals_among(bazaar, stakes, wishes, partners, answered)


def is_of_interest(bazaar: Bazaar, offer: Offer) -> bool:
    """Could this seat give something that is asked for, or does it like something that is offered?

    Otherwise no stake and no wish has to do with the offer, and there is nothing to think about.
    """
    view = bazaar.view
    if meets(tuple(view.hand), offer.wants) or (bazaar.seat == view.active and meets(tuple(view.turned), offer.wants)):
        return True
    kinds = [KIND_OF[card] for card in offer.cards]
    return any(
        KIND_OF[bean.kind] in kinds and bazaar.own_gain(NOTHING, (bean.kind,)) > 0.0 for bean in view.rules.beans
    )


def proposals_among(
    bazaar: Bazaar,
    stakes: list[Stake],
    wishes: list[tuple[int, ...]],
    partners: list[int],
    answered: Offer | None = None,
) -> list[Proposal]:
    """Offers of these stakes for those wishes to some of these partners that are worth making, the best first."""
    worth_making: list[Proposal] = []
    gains: list[list[float]] = [NOT_YET] * len(stakes)
    """By stake, what each partner gains by it."""
    concerned = [answered is None or meets(stake.cards, answered.wants) for stake in stakes]
    welcome = approachable(bazaar, partners)
    turned = () if bazaar.seat == bazaar.view.active else tuple(bazaar.view.turned)
    for wish in wishes:
        likely, worths = NOT_YET, NOT_YET
        lies = meets(turned, wish)
        about = answered is None or meets(answered.cards, wish)
        for index in range(len(stakes)):
            if not about and not concerned[index]:
                continue
            stake = stakes[index]
            if (not stake.cards and not wish) or meets(stake.cards, wish):
                continue  # nothing for nothing, or a kind for itself
            if likely is NOT_YET:
                likely = [bazaar.chance_of(seat, wish) if welcome >> seat & 1 else UNASKED for seat in partners]
                if not any(chance >= bazaar.temper.likely for chance in likely):
                    break  # nobody is asked for this
                worths = [bazaar.held_worth(seat, list(wish)) for seat in partners]
            if lies:
                others = [bazaar.other_gain(bazaar.view.active, stake.cards, wish)]
            else:
                own = gains[index]
                if own is NOT_YET:
                    own = gains[index] = [bazaar.other_gain(seat, stake.cards, ()) for seat in partners]
                others = [own[at] - worths[at] for at in range(len(partners))]
            proposal = terms_for_somebody(bazaar, stake, wish, partners, likely, others)
            if proposal is not None:
                worth_making.append(proposal)
    return sorted(worth_making, key=score_of)


def related(offer: MakeOffer, answered: Offer) -> bool:
    """Is this about some of the same cards?"""
    return meets(answered.cards, offer.wants) or meets(offer.cards, answered.wants)


def meets(cards: tuple[int, ...], kinds: tuple[int, ...]) -> bool:
    """Is one of these cards of one of those kinds?"""
    for card in cards:
        for kind in kinds:
            if KIND_OF[card] == kind:
                return True
    return False


def terms_for_somebody(
    bazaar: Bazaar, stake: Stake, wish: tuple[int, ...], partners: list[int], likely: list[float], others: list[float]
) -> Proposal | None:
    """These terms to whom they suit; None if to nobody, or if they do not suit this seat.

    For each partner: how likely they can give what is wished for, and what they gain.
    """
    own = NOT_KNOWN
    best: Proposal | None = None
    suited = 0
    suits = 0
    """Whom it suits, as bits."""
    for index in range(len(partners)):
        seat = partners[index]
        other = others[index]
        if likely[index] < bazaar.temper.likely or other < bazaar.temper.least:
            continue
        if spoken_of(bazaar, seat, stake, wish) or not may_hear(bazaar, seat, stake, wish):
            continue
        if bazaar.company.guests and not suits_fields(bazaar, seat, stake, wish, other):
            continue
        if own == NOT_KNOWN:
            own = bazaar.own_gain(stake, wish)
            if own <= bazaar.temper.margin and bazaar.grudging:
                return None
        if bazaar.agreeable(seat, own, other) <= 0.0:
            continue
        suited += 1
        suits |= 1 << seat
        score = likely[index] * (own + bazaar.kindnesses[seat] * other)
        if best is None or score > best.score:
            offer = MakeOffer(bazaar.seat, seat, stake.cards, stake.places, wish)
            best = Proposal(offer, own, other, score)
    if best is not None and suited > 1 and for_all(bazaar, stake, partners, suits):
        offer = MakeOffer(bazaar.seat, TABLE, stake.cards, stake.places, wish)
        best = Proposal(offer, own, best.other, best.score)
    return best


def suits_fields(bazaar: Bazaar, seat: int, stake: Stake, wish: tuple[int, ...], other: float) -> bool:
    """Whether a person can plant what is offered, or gains enough to harvest for it."""
    if not bazaar.company.guests >> seat & 1 or not bazaar.lacks_room(seat, stake.cards, wish):
        return True
    return other >= WORTH_A_HARVEST and not bazaar.company.fitting >> seat & 1


def for_all(bazaar: Bazaar, stake: Stake, partners: list[int], suits: int) -> bool:
    """May an offer that suits several go to the whole table? It must give something, and suit all people there."""
    if bazaar.temper.crowds:
        return True
    return bool(stake.cards) and all(suits >> seat & 1 or not bazaar.people >> seat & 1 for seat in partners)


def may_ask(bazaar: Bazaar, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
    """Is it good manners to propose this to somebody?"""
    return approachable(bazaar, [seat]) != NOBODY and may_hear(bazaar, seat, stake, wish)


def approachable(bazaar: Bazaar, seats: list[int]) -> int:
    """To whom of these seats an offer may be made now, whatever it is, as bits.

    Nobody is asked anew while they think about an offer, and people are not asked too often.
    """
    temper = bazaar.temper
    found = NOBODY
    for seat in seats:
        open_to = not bazaar.company.spared >> seat & 1
        lying = 0
        for offer in bazaar.offers:
            if offer.is_for(seat):
                lying += 1
                if temper.waits and not offer.declined >> seat & 1:
                    open_to = False
        if open_to and (lying < temper.asks or not bazaar.people >> seat & 1):
            found |= 1 << seat
    return found


def may_hear(bazaar: Bazaar, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
    """May somebody be asked for just this? Not for what they keep; and people not for cards for nothing."""
    if bazaar.keepers and bazaar.company.keeps(seat, wish):
        return False
    if stake.cards or bazaar.temper.begs or not bazaar.people >> seat & 1:
        return True
    if bazaar.company.guests >> seat & 1 and has_been_begged(bazaar.view, seat):
        return False
    return to_be_had(bazaar.view, seat, wish)


def has_been_begged(view: Observation, seat: int) -> bool:
    """Whether somebody has asked this seat for cards for nothing in this turn."""
    return any(not offer.cards and offer.is_for(seat) for offer in view.offers)


def to_be_had(view: Observation, seat: int, wish: tuple[int, ...]) -> bool:
    """Has somebody called out that they have these cards, and nothing that they want for them (T8)?"""
    return any(call.seat == seat and not call.wants and holds(call.has, wish) for call in view.calls)


def spoken_of(bazaar: Bazaar, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
    """Does an own offer lie there already that was at least as good for this seat?"""
    for offer in bazaar.offers:
        if offer.is_for(seat) and holds(offer.cards, stake.cards) and holds(wish, offer.wants):
            return True
    return False


def holds(cards: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Are the others all among these cards?"""
    return all(cards.count(card) >= others.count(card) for card in others)


def rank(item: tuple[float, object]) -> float:
    return -item[0]


def score_of(proposal: Proposal) -> float:
    return -proposal.score
