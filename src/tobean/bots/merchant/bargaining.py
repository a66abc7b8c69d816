"""Deals: what they are worth to both sides, as far as one seat can tell, and which to agree to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.bots.base import AMONG_PEOPLE, Company
from tobean.bots.merchant.bundle import bundled, with_card, without_card
from tobean.bots.merchant.planning import Farm, due_cards, farm_of, may_harvest, packed
from tobean.bots.merchant.regard import CREDIBLE, FAIR, credit, debt, gives_back, suspicions
from tobean.bots.merchant.valuing import EMPTY
from tobean.kernel.actions import Accept, Action, Withdraw
from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.portable_math import power

if TYPE_CHECKING:
    from tobean.bots.merchant.valuing import Judge
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

MOST_WAYS: Final = 40
"""Of the ways to meet an offer, so many are looked at."""
DOUBT: Final = 0.3
"""How much less likely it is that somebody has a kind who has just declined to give it."""
NO_KINDS: Final[list[int]] = []
"""An empty list to share; nobody puts anything into it."""


@final
@mypyc_attr(acyclic=True)
class Stake:
    """Own cards that could leave, and where they lie."""

    def __init__(self, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
        self.cards = cards
        self.places = places

    def __repr__(self) -> str:
        return f"Stake({self.cards}, {self.places})"


NOTHING: Final = Stake((), ())


@final
class Bazaar:
    """All that one seat thinks about deals at one moment."""

    def __init__(self, view: Observation, judge: Judge, company: Company = AMONG_PEOPLE) -> None:
        self.company = company
        self.people: int = company.people
        self.keepers = bool(company.kept)
        """Has anybody said what they need not be asked for?"""
        self.view = view
        self.judge = judge
        self.seat = view.seat
        self.offers: list[Offer] = [offer for offer in view.offers if offer.seat == view.seat]
        """The own offers that lie there."""
        self.temper = judge.temper
        self.dues: list[list[int]] = [due_cards(view, seat) for seat in range(view.players)]
        """By seat, the cards that it will have to plant in phase 3, as things are ..."""
        self.bundles: list[int] = [bundled(due) for due in self.dues]
        """... and the same as bundles."""
        self.farms: list[Farm] = [farm_of(judge, seat) for seat in range(view.players)]
        self.hands: list[list[int]] = [judge.beans_in(hand) for hand in view.hands]
        self.now: list[float] = [
            self.farms[seat].worth(self.bundles[seat], self.hands[seat]) for seat in range(view.players)
        ]
        self.envies: list[float] = [judge.temper.envy] * view.players
        """By seat, how much their gain counts against a deal ..."""
        self.grudging = judge.temper.envy >= 0.0
        """... and never for it."""
        self.kindnesses: list[float] = [judge.temper.kindness] * view.players
        """By seat, how much their gain counts when thinking of offers."""
        self.claimant = -1
        """The seat that has just said what it would give ..."""
        self.claimed: tuple[int, ...] = ()
        """... and those kinds: they are taken to be there."""
        self.beware()

    def beware(self) -> None:
        """Who plays for somebody else gets no help. Where two are glaring, those who are left stand together, as long
        as favours come back; where nobody is suspected, who owes the others favours gets less."""
        guard, rally = self.temper.guard, self.temper.rally
        if guard == 0.0:
            return
        found = suspicions(self.view)
        most = 0.0
        for suspicion in found:
            most = max(most, suspicion)
        for seat in range(self.view.players):
            change = guard * (min(1.0, found[seat]) if most > 0.0 else FAIR * debt(self.view, seat))
            if found[seat] == 0.0 and most > 1.0 and gives_back(self.view, seat):
                change -= rally * (most - 1.0)
            self.envies[seat] = self.envies[seat] + change
            self.kindnesses[seat] = self.kindnesses[seat] - change
            if self.envies[seat] < 0.0:
                self.grudging = False

    # --- what a deal is worth ------------------------------------------------------------------------------

    def own_gain(self, stake: Stake, gets: tuple[int, ...]) -> float:
        """What this seat gains by giving these very cards for those."""
        due = self.bundles[self.seat]
        from_hand = False
        for index in range(len(stake.cards)):
            if stake.places[index] < 0:
                due = without_card(due, stake.cards[index])
            else:
                from_hand = True
        for card in gets:
            due = with_card(due, card)
        hand = self.left_in_hand(stake.places) if from_hand else self.hands[self.seat]
        return self.farms[self.seat].worth(due, hand) - self.now[self.seat]

    def left_in_hand(self, places: tuple[int, ...]) -> list[int]:
        """The own hand without the cards at these places, and without what is not a bean."""
        extras = self.view.rules.hand_extras
        cards = self.view.hands[self.seat]
        left: list[int] = []
        for place in range(len(cards)):
            if place not in places and not (extras and cards[place] in extras):
                left.append(cards[place])
        return left

    def other_gain(self, seat: int, gets: tuple[int, ...], gives: tuple[int, ...]) -> float:
        """What somebody else gains, as far as one can tell, by giving cards of these kinds for those cards."""
        due = self.bundles[seat]
        held: list[int] = []
        if gives:
            lying = self.dues[seat].copy() if seat == self.view.active else NO_KINDS
            for kind in gives:
                card = first_of(lying, kind)
                if card != HIDDEN:
                    lying.remove(card)
                    due = without_card(due, card)
                else:
                    held.append(kind)
        for card in gets:
            due = with_card(due, card)
        return self.farms[seat].worth(due, self.hands[seat]) - self.now[seat] - self.held_worth(seat, held)

    def held_worth(self, seat: int, kinds: list[int]) -> float:
        """What hand cards of these kinds are worth to somebody else, as far as one can tell."""
        worth = 0.0
        for kind in kinds:
            growth = self.farms[seat].growth(kind)
            worth += self.temper.hold * growth if growth > 0.0 else -self.temper.shed
        return worth

    def agreeable(self, seat: int, own: float, other: float) -> float:
        """How much more a deal with this seat brings than it must; above 0 it is agreed to."""
        envy = self.envies[seat]
        return own - envy * (max(0.0, other) if envy >= 0.0 else other) - self.temper.margin

    def chance_of(self, seat: int, wants: tuple[int, ...]) -> float:
        """How likely it is that somebody has cards of these kinds to give."""
        chance = 1.0
        due = self.dues[seat].copy() if seat == self.view.active else NO_KINDS
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
        if seat == self.claimant and self.claimed.count(kind) >= wanted:
            return 1.0
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
        none = power(1.0 - share, hidden)
        chance = 1.0 - none
        if wanted > 1:
            chance -= hidden * share * power(1.0 - share, max(0, hidden - 1))
        for call in view.calls:
            if call.seat == seat and call.has.count(kind) >= wanted:
                chance = max(chance, credit(view, seat) if self.temper.wary else CREDIBLE)
        for offer in self.offers:
            if offer.declined >> seat & 1 and kind in offer.wants:
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
                    if offer.number == action.number and not self.is_off(offer):
                        own, other = self.accept_gain(offer, action)
                        more = self.agreeable(offer.seat, own, other)
                        if more > most:
                            best, most = action, more
        return best, most

    # --- among people --------------------------------------------------------------------------------------

    def is_off(self, offer: Offer) -> bool:
        """Whether a person would not understand a yes to this offer.

        One that this seat has answered with a counter-offer, as long as that is not declined; and a gift that costs a
        field without a yield.
        """
        if not self.company.guests >> offer.seat & 1:
            return False
        for own in self.offers:
            if own.answers == offer.number and not own.declined >> offer.seat & 1:
                return True
        return not offer.wants and self.wastes(offer.cards)

    def wastes(self, gets: tuple[int, ...]) -> bool:
        """Whether these cards need a harvest, and no field that may be harvested pays anything."""
        if not self.lacks_room(self.seat, gets, ()):
            return False
        rows = self.judge.rows(self.seat)
        state = packed(rows)
        for field in range(len(rows)):
            if may_harvest(state, len(rows), field) and self.judge.pay(field, rows[field]) > 0.0:
                return False
        return True

    def lacks_room(self, seat: int, gets: tuple[int, ...], gives: tuple[int, ...]) -> bool:
        """Whether a seat would have to harvest for what it gets; what is due anyway takes its place first."""
        judge = self.judge
        rows = judge.rows(seat)
        due = self.dues[seat].copy()
        if seat == self.view.active:
            for kind in gives:
                card = first_of(due, kind)
                if card != HIDDEN:
                    due.remove(card)
        for card in due:
            plant_where_it_fits(judge, rows, card)
        return any(not plant_where_it_fits(judge, rows, card) for card in gets)

    def to_withdraw(self) -> Withdraw | None:
        """An own offer that has become a bad one since it was made."""
        for offer in self.offers:
            if self.own_gain(Stake(offer.cards, offer.places), offer.wants) <= 0.0:
                return Withdraw(self.seat, offer.number)
        return None

    def partners(self) -> list[int]:
        """With whom this seat may trade (T1)."""
        if self.seat != self.view.active:
            return [self.view.active]
        return [seat for seat in range(self.view.players) if seat != self.seat]


def plant_where_it_fits(judge: Judge, rows: list[int], card: int) -> bool:
    """Plant a card in these rows, on a field of its kind or an empty one; False if there is none."""
    for wants_empty in (False, True):
        for field in range(len(rows)):
            row = rows[field]
            if (row == EMPTY) == wants_empty and judge.fits(field, row, card):
                rows[field] = judge.grown(field, row, card)
                return True
    return False


def first_of(cards: list[int], kind: int) -> int:
    """A card that counts as this kind; HIDDEN if there is none."""
    for card in cards:
        if KIND_OF[card] == kind:
            return card
    return HIDDEN
