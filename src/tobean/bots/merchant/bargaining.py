"""Deals: what they are worth to both sides, as far as one seat can tell, and which to propose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

from tobean.bots.merchant.planning import Farm, due_cards, farm_of
from tobean.kernel.actions import Accept, Action, MakeOffer, Withdraw
from tobean.kernel.cards import HIDDEN, KIND_OF, sorted_cards
from tobean.kernel.places import TURNED, ordered
from tobean.kernel.values import TABLE

if TYPE_CHECKING:
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

MOST_WAYS: Final = 40
"""Of the ways to meet an offer, so many are looked at."""
DOUBT: Final = 0.3
"""How much less likely it is that somebody has a kind who has just declined to give it."""
CREDIBLE: Final = 0.8
"""How likely it is that somebody has what they say they have."""
MOST_CALLED: Final = 3
"""So many kinds are named in each half of a call."""
DEAR: Final = 0.6
"""A card that is worth more to its owner, in thalers, is not called out."""


@dataclass(frozen=True)
class Stake:
    """Own cards that could leave, and where they lie."""

    cards: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Proposal:
    """An offer that one could make, and what one thinks of it."""

    offer: MakeOffer
    own: float
    """What it would bring this seat."""
    other: float
    """What it would bring the other side, as far as one can tell."""
    score: float


NOTHING: Final = Stake((), ())
NOT_KNOWN: Final = -1000.0
UNLIKELY: Final = 0.02
"""Cards that somebody has with less than this chance are not asked for."""


@final
class Bazaar:
    """All that one seat thinks about deals at one moment."""

    def __init__(self, view: Observation, judge: Judge) -> None:
        self.view = view
        self.judge = judge
        self.seat = view.seat
        self.temper = judge.temper
        self.farms: list[Farm] = [farm_of(judge, seat) for seat in range(view.players)]
        self.hands: list[list[int]] = [judge.beans_in(hand) for hand in view.hands]
        self.now: list[float] = [
            self.farms[seat].value(self.due(seat), self.hands[seat]) for seat in range(view.players)
        ]

    def due(self, seat: int) -> list[int]:
        return due_cards(self.view, seat)

    # --- what a deal is worth ------------------------------------------------------------------------------

    def own_gain(self, stake: Stake, gets: tuple[int, ...]) -> float:
        """What this seat gains by giving these very cards for those."""
        due = self.due(self.seat)
        for index in range(len(stake.cards)):
            if stake.places[index] < 0:
                due.remove(stake.cards[index])
        due.extend(gets)
        hand = self.hands[self.seat]
        if stake.places and stake.places[len(stake.places) - 1] >= 0:
            extras = self.view.rules.hand_extras
            hand = [
                card
                for place, card in enumerate(self.view.hands[self.seat])
                if place not in stake.places and card not in extras
            ]
        return self.farms[self.seat].value(due, hand) - self.now[self.seat]

    def other_gain(self, seat: int, gets: tuple[int, ...], gives: tuple[int, ...]) -> float:
        """What somebody else gains, as far as one can tell, by giving cards of these kinds for those cards."""
        due = self.due(seat)
        held: list[int] = []
        for kind in gives:
            lying = first_of(due, kind) if seat == self.view.active else HIDDEN
            if lying != HIDDEN:
                due.remove(lying)
            else:
                held.append(kind)
        due.extend(gets)
        return self.farms[seat].value(due, self.hands[seat]) - self.now[seat] - self.held_worth(seat, held)

    def held_worth(self, seat: int, kinds: list[int]) -> float:
        """What hand cards of these kinds are worth to somebody else, as far as one can tell."""
        worth = 0.0
        for kind in kinds:
            growth = self.farms[seat].growth(kind)
            worth += self.temper.hold * growth if growth > 0.0 else -self.temper.shed
        return worth

    def agreeable(self, own: float, other: float) -> float:
        """How much more a deal brings than it must; above 0 it is agreed to."""
        envy = self.temper.envy
        return own - envy * (max(0.0, other) if envy >= 0.0 else other) - self.temper.margin

    def chance_of(self, seat: int, wants: tuple[int, ...]) -> float:
        """How likely it is that somebody has cards of these kinds to give."""
        chance = 1.0
        due = self.due(seat) if seat == self.view.active else []
        for index in range(len(wants)):
            kind = wants[index]
            lying = first_of(due, kind)
            if lying != HIDDEN:
                due.remove(lying)
                continue
            wanted = 1
            for before in range(index):
                if wants[before] == kind:
                    wanted += 1
            chance *= self.chance_of_kind(seat, kind, wanted)
        return chance

    def chance_of_kind(self, seat: int, kind: int, wanted: int) -> float:
        view = self.view
        for fact in view.shown:
            if fact.seat == seat and KIND_OF[fact.card] == kind and fact.count >= wanted:
                return 1.0
        hidden = 0
        for card in view.hands[seat]:
            if card == HIDDEN:
                hidden += 1
            elif card < len(KIND_OF) and KIND_OF[card] == kind:
                wanted -= 1
        if wanted <= 0:
            return 1.0
        share = self.judge.share(kind)
        none = (1.0 - share) ** hidden
        chance = 1.0 - none
        if wanted > 1:
            chance -= hidden * share * (1.0 - share) ** max(0, hidden - 1)
        for call in view.calls:
            if call.seat == seat and call.has.count(kind) >= wanted:
                chance = max(chance, CREDIBLE)
        for offer in view.offers:
            if offer.seat == view.seat and offer.declined >> seat & 1 and kind in offer.wants:
                chance *= DOUBT
        return max(0.0, chance)

    # --- answers -------------------------------------------------------------------------------------------

    def accept_gain(self, offer: Offer, action: Accept) -> tuple[float, float]:
        """What saying yes brings this seat and the other side."""
        own = self.own_gain(Stake(action.cards, action.places), offer.cards)
        return own, self.offerer_gain(offer, action.cards)

    def offerer_gain(self, offer: Offer, gets: tuple[int, ...]) -> float:
        """What the maker of an offer gains, as far as one can tell."""
        return self.other_gain(offer.seat, gets, tuple([KIND_OF[card] for card in offer.cards]))

    def best_answer(self, actions: list[Action]) -> tuple[Accept | None, float]:
        """The best deal among those that one may agree to, and how much more it brings than it must."""
        best: Accept | None = None
        most = 0.0
        looked = 0
        for action in actions:
            if isinstance(action, Accept) and looked < MOST_WAYS:
                looked += 1
                for offer in self.view.offers:
                    if offer.number == action.number:
                        own, other = self.accept_gain(offer, action)
                        if self.agreeable(own, other) > most:
                            best, most = action, self.agreeable(own, other)
        return best, most

    def to_withdraw(self) -> Withdraw | None:
        """An own offer that has become a bad one since it was made."""
        for offer in self.view.offers:
            if offer.seat == self.seat and self.own_gain(Stake(offer.cards, offer.places), offer.wants) <= 0.0:
                return Withdraw(self.seat, offer.number)
        return None

    # --- proposals -----------------------------------------------------------------------------------------

    def partners(self) -> list[int]:
        if self.seat != self.view.active:
            return [self.view.active]
        return [seat for seat in range(self.view.players) if seat != self.seat]

    def stakes(self) -> list[Stake]:
        """What this seat could give, the best first: single cards, and pairs of the best of them."""
        singles: list[tuple[float, Stake]] = []
        slots: list[tuple[int, int]] = []
        if self.seat == self.view.active:
            slots.extend([(TURNED, card) for card in sorted(set(self.view.turned))])
        extras = self.view.rules.hand_extras
        slots.extend([(place, card) for place, card in enumerate(self.view.hand) if card not in extras])
        copies: dict[tuple[bool, int], tuple[float, Stake]] = {}
        for place, card in slots:
            stake = Stake((card,), (place,))
            gain = self.own_gain(stake, ())
            wanted = max([self.other_gain(seat, (card,), ()) for seat in self.partners()])
            key = (place == TURNED, card)
            found = copies.get(key)
            if found is None or gain + self.temper.kindness * wanted > found[0]:
                copies[key] = (gain + self.temper.kindness * wanted, stake)
        singles = sorted(copies.values(), key=rank)
        found_stakes = [stake for _, stake in singles]
        if len(self.view.turned) == 2 and self.seat == self.view.active:
            found_stakes.insert(0, Stake(sorted_cards(self.view.turned), (TURNED, TURNED)))
        pairs: list[Stake] = []
        breadth = self.temper.breadth
        for index in range(1, min(breadth // 3, len(singles))):
            for before in range(index):
                one, two = singles[before][1], singles[index][1]
                cards, places = ordered(one.cards + two.cards, one.places + two.places)
                pairs.append(Stake(cards, places))
        return found_stakes[: max(4, breadth - len(pairs))] + pairs

    def wishes(self) -> list[tuple[int, ...]]:
        """What this seat would like to have, the best first: single kinds, and pairs of the best of them."""
        singles: list[tuple[float, tuple[int, ...]]] = []
        lying = [] if self.seat == self.view.active else self.view.turned
        known = HIDDEN
        steps: tuple[int, ...] = ()
        for bean in self.view.rules.beans:
            kind = KIND_OF[bean.kind]
            if kind == known and bean.steps == steps:
                continue  # cards that are alike but for their picture
            known, steps = kind, bean.steps
            gain = self.own_gain(NOTHING, (bean.kind,))
            if gain > 0.0 and (self.judge.share(kind) > 0.0 or kind in lying):
                singles.append((gain, (kind,)))
        singles = sorted(set(singles), key=rank)
        found = [wish for _, wish in singles[: self.temper.breadth // 2 + 2]]
        for wish in found[:2]:
            found.append(wish + wish)
        if len(singles) > 1:
            found.append(sorted_cards([*found[0], *found[1]]))
        return found

    def to_spare(self) -> tuple[int, ...]:
        """The kinds of own cards that one could do without and that somebody would like to have."""
        found: list[int] = []
        for stake in self.stakes():
            kind = KIND_OF[stake.cards[0]]
            if len(stake.cards) > 1 or kind in found or self.own_gain(stake, ()) < -DEAR:
                continue
            if any(self.other_gain(seat, stake.cards, ()) > 0.0 for seat in self.partners()):
                found.append(kind)
        return sorted_cards(found[:MOST_CALLED])

    def longed_for(self, has: tuple[int, ...]) -> tuple[int, ...]:
        """The kinds that one would most like to have, apart from those that one has to spare."""
        found = [wish[0] for wish in self.wishes() if len(wish) == 1 and wish[0] not in has]
        return sorted_cards(found[:MOST_CALLED])

    def proposals(self) -> list[Proposal]:
        """Offers worth making, the best first."""
        found: list[Proposal] = []
        stakes = [*self.stakes(), NOTHING]
        wishes = [*self.wishes(), ()]
        partners = self.partners()
        gains = [[self.other_gain(seat, stake.cards, ()) for seat in partners] for stake in stakes]
        for wish in wishes:
            likely = [self.chance_of(seat, wish) for seat in partners]
            worths = [self.held_worth(seat, list(wish)) for seat in partners]
            lies = self.seat != self.view.active and any(KIND_OF[card] in wish for card in self.view.turned)
            for index in range(len(stakes)):
                stake = stakes[index]
                if (not stake.cards and not wish) or any(KIND_OF[card] in wish for card in stake.cards):
                    continue  # nothing for nothing, or a kind for itself
                if lies:
                    others = [self.other_gain(self.view.active, stake.cards, wish)]
                else:
                    others = [gain - worth for gain, worth in zip(gains[index], worths, strict=True)]
                proposal = self.proposal(stake, wish, partners, likely, others)
                if proposal is not None:
                    found.append(proposal)
        return sorted(found, key=score_of)

    def proposal(
        self, stake: Stake, wish: tuple[int, ...], partners: list[int], likely: list[float], others: list[float]
    ) -> Proposal | None:
        """These terms to whom they suit; None if to nobody, or if they do not suit this seat.

        For each partner: how likely they can give what is wished for, and what they gain.
        """
        own = NOT_KNOWN
        best: Proposal | None = None
        suited = 0
        for index in range(len(partners)):
            seat = partners[index]
            other = others[index]
            if likely[index] < UNLIKELY or other < self.temper.least or self.spoken_of(seat, stake, wish):
                continue
            if own == NOT_KNOWN:
                own = self.own_gain(stake, wish)
                if own <= self.temper.margin and self.temper.envy >= 0.0:
                    return None
            if self.agreeable(own, other) <= 0.0:
                continue
            suited += 1
            score = likely[index] * (own + self.temper.kindness * other)
            if best is None or score > best.score:
                offer = MakeOffer(self.seat, seat, stake.cards, stake.places, wish)
                best = Proposal(offer, own, other, score)
        if best is not None and suited > 1:
            offer = MakeOffer(self.seat, TABLE, stake.cards, stake.places, wish)
            best = Proposal(offer, own, best.other, best.score)
        return best

    def spoken_of(self, seat: int, stake: Stake, wish: tuple[int, ...]) -> bool:
        """Does an own offer lie there already that was at least as good for this seat?"""
        for offer in self.view.offers:
            if (
                offer.seat == self.seat
                and offer.is_for(seat)
                and holds(offer.cards, stake.cards)
                and holds(wish, offer.wants)
            ):
                return True
        return False


def first_of(cards: list[int], kind: int) -> int:
    """A card that counts as this kind; HIDDEN if there is none."""
    for card in cards:
        if KIND_OF[card] == kind:
            return card
    return HIDDEN


def holds(cards: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Are the others all among these cards?"""
    return all(cards.count(card) >= others.count(card) for card in others)


def rank(item: tuple[float, object]) -> float:
    return -item[0]


def score_of(proposal: Proposal) -> float:
    return -proposal.score
