"""Deals: what they are worth to both sides, as far as one seat can tell, and which to agree to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.bots.base import ALL_PEOPLE, Opponents
from tobean.bots.merchant.opponent_model import (
    DEBT_WEIGHT,
    DEFAULT_CREDIBILITY,
    call_credibility,
    collusion_suspicions,
    favour_debt,
    reciprocates,
)
from tobean.bots.merchant.valuation.card_multiset import multiset_of, with_card, without_card
from tobean.bots.merchant.valuation.field_value import EMPTY
from tobean.bots.merchant.valuation.position_value import Farm, due_cards, farm_of, may_harvest, pack_rows
from tobean.kernel.actions import Accept, Action, Withdraw
from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.portable_math import power

if TYPE_CHECKING:
    from tobean.bots.merchant.valuation.field_value import Judge
    from tobean.kernel.trade.offers import Offer
    from tobean.view.observation import Observation

MAX_ANSWERS: Final = 40
"""Of the ways to meet an offer, so many are looked at."""
DECLINED_FACTOR: Final = 0.3
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


NO_STAKE: Final = Stake((), ())


@final
class DealEvaluator:
    """All that one seat thinks about deals at one moment."""

    def __init__(self, view: Observation, judge: Judge, opponents: Opponents = ALL_PEOPLE) -> None:
        self.opponents = opponents
        self.people: int = opponents.people
        self.has_kept_kinds = bool(opponents.kept_kinds)
        """Has anybody said what they need not be asked for?"""
        self.view = view
        self.judge = judge
        self.seat = view.seat
        self.offers: list[Offer] = [offer for offer in view.offers if offer.seat == view.seat]
        """The own offers that lie there."""
        self.parameters = judge.parameters
        self.due_by_seat: list[list[int]] = [due_cards(view, seat) for seat in range(view.players)]
        """By seat, the cards that it will have to plant in phase 3, as things are ..."""
        self.due_multisets: list[int] = [multiset_of(due) for due in self.due_by_seat]
        """... and the same as bundles."""
        self.farms: list[Farm] = [farm_of(judge, seat) for seat in range(view.players)]
        self.hands: list[list[int]] = [judge.beans_to_plant(hand) for hand in view.hands]
        self.current_values: list[float] = [
            self.farms[seat].worth(self.due_multisets[seat], self.hands[seat]) for seat in range(view.players)
        ]
        self.envy_by_seat: list[float] = [judge.parameters.envy] * view.players
        """By seat, how much their gain counts against a deal ..."""
        self.envy_is_nonnegative = judge.parameters.envy >= 0.0
        """... and never for it."""
        self.kindness_by_seat: list[float] = [judge.parameters.kindness] * view.players
        """By seat, how much their gain counts when thinking of offers."""
        self.asking_seat = -1
        """The seat that has just said what it would give ..."""
        self.offered_kinds: tuple[int, ...] = ()
        """... and those kinds: they are taken to be there."""
        self.adjust_for_collusion()

    def adjust_for_collusion(self) -> None:
        """Who plays for somebody else gets no help. Where two are glaring, those who are left stand together, as long
        as favours come back; where nobody is suspected, who owes the others favours gets less."""
        guard, rally = self.parameters.collusion_weight, self.parameters.solidarity_weight
        if guard == 0.0:
            return
        found = collusion_suspicions(self.view)
        most = 0.0
        for suspicion in found:
            most = max(most, suspicion)
        for seat in range(self.view.players):
            change = guard * (min(1.0, found[seat]) if most > 0.0 else DEBT_WEIGHT * favour_debt(self.view, seat))
            if found[seat] == 0.0 and most > 1.0 and reciprocates(self.view, seat):
                change -= rally * (most - 1.0)
            self.envy_by_seat[seat] = self.envy_by_seat[seat] + change
            self.kindness_by_seat[seat] = self.kindness_by_seat[seat] - change
            if self.envy_by_seat[seat] < 0.0:
                self.envy_is_nonnegative = False

    # --- what a deal is worth ------------------------------------------------------------------------------

    def own_gain(self, stake: Stake, gets: tuple[int, ...]) -> float:
        """What this seat gains by giving these very cards for those."""
        due = self.due_multisets[self.seat]
        from_hand = False
        for index in range(len(stake.cards)):
            if stake.places[index] < 0:
                due = without_card(due, stake.cards[index])
            else:
                from_hand = True
        for card in gets:
            due = with_card(due, card)
        hand = self.left_in_hand(stake.places) if from_hand else self.hands[self.seat]
        return self.farms[self.seat].worth(due, hand) - self.current_values[self.seat]

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
        due = self.due_multisets[seat]
        held: list[int] = []
        if gives:
            lying = self.due_by_seat[seat].copy() if seat == self.view.active else NO_KINDS
            for kind in gives:
                card = first_card_of_kind(lying, kind)
                if card != HIDDEN:
                    lying.remove(card)
                    due = without_card(due, card)
                else:
                    held.append(kind)
        for card in gets:
            due = with_card(due, card)
        return (
            self.farms[seat].worth(due, self.hands[seat])
            - self.current_values[seat]
            - self.hand_cards_value(seat, held)
        )

    def hand_cards_value(self, seat: int, kinds: list[int]) -> float:
        """What hand cards of these kinds are worth to somebody else, as far as one can tell."""
        worth = 0.0
        for kind in kinds:
            growth = self.farms[seat].growth(kind)
            worth += (
                self.parameters.partner_match_share * growth if growth > 0.0 else -self.parameters.partner_discard_gain
            )
        return worth

    def acceptance_margin(self, seat: int, own: float, other: float) -> float:
        """How much more a deal with this seat brings than it must; above 0 it is agreed to."""
        envy = self.envy_by_seat[seat]
        return own - envy * (max(0.0, other) if envy >= 0.0 else other) - self.parameters.margin

    def likelihood_of(self, seat: int, wants: tuple[int, ...]) -> float:
        """How likely it is that somebody has cards of these kinds to give."""
        chance = 1.0
        due = self.due_by_seat[seat].copy() if seat == self.view.active else NO_KINDS
        for index in range(len(wants)):
            kind = wants[index]
            lying = first_card_of_kind(due, kind)
            if lying != HIDDEN:
                due.remove(lying)
                continue
            wanted = 1
            for before in range(index):
                if wants[before] == kind:
                    wanted += 1
            chance *= self.likelihood_of_kind(seat, kind, wanted)
        return chance

    def likelihood_of_kind(self, seat: int, kind: int, wanted: int) -> float:
        view = self.view
        if seat == self.asking_seat and self.offered_kinds.count(kind) >= wanted:
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
                chance = max(
                    chance, call_credibility(view, seat) if self.parameters.checks_credibility else DEFAULT_CREDIBILITY
                )
        for offer in self.offers:
            if offer.declined >> seat & 1 and kind in offer.wants:
                chance *= DECLINED_FACTOR
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
            if isinstance(action, Accept) and looked < MAX_ANSWERS:
                looked += 1
                for offer in self.view.offers:
                    if offer.number == action.number and not self.is_confusing_to_accept(offer):
                        own, other = self.accept_gain(offer, action)
                        more = self.acceptance_margin(offer.seat, own, other)
                        if more > most:
                            best, most = action, more
        return best, most

    # --- among people --------------------------------------------------------------------------------------

    def is_confusing_to_accept(self, offer: Offer) -> bool:
        """Whether a person would not understand a yes to this offer.

        One that this seat has answered with a counter-offer, as long as that is not declined; and a gift that costs a
        field without a yield.
        """
        if not self.opponents.server_people >> offer.seat & 1:
            return False
        for own in self.offers:
            if own.answers == offer.number and not own.declined >> offer.seat & 1:
                return True
        return not offer.wants and self.wastes_field(offer.cards)

    def wastes_field(self, gets: tuple[int, ...]) -> bool:
        """Whether these cards need a harvest, and no field that may be harvested pays anything."""
        if not self.lacks_room(self.seat, gets, ()):
            return False
        rows = self.judge.rows(self.seat)
        state = pack_rows(rows)
        for field in range(len(rows)):
            if may_harvest(state, len(rows), field) and self.judge.pay(field, rows[field]) > 0.0:
                return False
        return True

    def lacks_room(self, seat: int, gets: tuple[int, ...], gives: tuple[int, ...]) -> bool:
        """Whether a seat would have to harvest for what it gets; what is due anyway takes its place first."""
        judge = self.judge
        rows = judge.rows(seat)
        due = self.due_by_seat[seat].copy()
        if seat == self.view.active:
            for kind in gives:
                card = first_card_of_kind(due, kind)
                if card != HIDDEN:
                    due.remove(card)
        for card in due:
            plant_if_room(judge, rows, card)
        return any(not plant_if_room(judge, rows, card) for card in gets)

    def offer_to_withdraw(self) -> Withdraw | None:
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


def plant_if_room(judge: Judge, rows: list[int], card: int) -> bool:
    """Plant a card in these rows, on a field of its kind or an empty one; False if there is none."""
    for wants_empty in (False, True):
        for field in range(len(rows)):
            row = rows[field]
            if (row == EMPTY) == wants_empty and judge.fits(field, row, card):
                rows[field] = judge.row_after_planting(field, row, card)
                return True
    return False


def first_card_of_kind(cards: list[int], kind: int) -> int:
    """A card that counts as this kind; HIDDEN if there is none."""
    for card in cards:
        if KIND_OF[card] == kind:
            return card
    return HIDDEN
