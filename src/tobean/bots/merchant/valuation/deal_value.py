"""Values of deals for both sides as one seat estimates them, and the deals to accept."""

from typing import Final, final

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
from tobean.bots.merchant.valuation.field_value import EMPTY, Judge
from tobean.bots.merchant.valuation.position_value import (
    SeatValuation,
    due_cards,
    may_harvest,
    pack_rows,
    seat_valuation,
)
from tobean.kernel.actions import Accept, Action, Withdraw
from tobean.kernel.base.portable_math import power
from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer

MAX_ANSWERS: Final = 40
"""Acceptances that are examined at a decision."""
DECLINED_FACTOR: Final = 0.3
"""Factor on the likelihood that a seat has a kind after it has just declined to give it."""
NO_KINDS: Final[list[int]] = []
"""Shared empty list; never modified."""


@final
@mypyc_attr(acyclic=True)
class Stake:
    """Own cards to give, and their locations."""

    def __init__(self, cards: tuple[int, ...], places: tuple[int, ...]) -> None:
        self.cards = cards
        self.places = places

    def __repr__(self) -> str:
        return f"Stake({self.cards}, {self.places})"


NO_STAKE: Final = Stake((), ())


@final
class DealEvaluator:
    """Estimates of one seat about deals at one moment."""

    def __init__(self, view: Observation, judge: Judge, opponents: Opponents = ALL_PEOPLE) -> None:
        self.opponents = opponents
        self.treated_as_human: int = opponents.treated_as_human
        self.has_kept_kinds = bool(opponents.kept_kinds)
        """Whether a seat has said which kinds it does not give away."""
        self.view = view
        self.judge = judge
        self.seat = view.seat
        self.offers: list[Offer] = [offer for offer in view.offers if offer.seat == view.seat]
        """Own open offers."""
        self.parameters = judge.parameters
        self.due_by_seat: list[list[int]] = [due_cards(view, seat) for seat in range(view.players)]
        """By seat, the cards that it will have to plant in phase 3 as things stand."""
        self.due_multisets: list[int] = [multiset_of(due) for due in self.due_by_seat]
        """`due_by_seat` as multisets."""
        self.seat_valuations: list[SeatValuation] = [seat_valuation(judge, seat) for seat in range(view.players)]
        self.hands: list[list[int]] = [judge.beans_to_plant(hand) for hand in view.hands]
        self.current_values: list[float] = [
            self.seat_valuations[seat].value_of_multiset(self.due_multisets[seat], self.hands[seat])
            for seat in range(view.players)
        ]
        self.envy_by_seat: list[float] = [judge.parameters.envy] * view.players
        """By seat, the weight of its gain against a deal."""
        self.envy_is_nonnegative = judge.parameters.envy >= 0.0
        """Whether no seat's gain counts in favour of a deal."""
        self.kindness_by_seat: list[float] = [judge.parameters.kindness] * view.players
        """By seat, the weight of its gain when proposing offers."""
        self.asking_seat = -1
        """Seat that has just said what it would give."""
        self.offered_kinds: tuple[int, ...] = ()
        """The kinds it said; it is assumed to have them."""
        self.adjust_for_collusion()

    def adjust_for_collusion(self) -> None:
        """Adjust envy and kindness by suspected collusion and owed favours.

        Colluding seats get no help. If collusion is blatant, the other seats support each other as long as favours are
        returned. Without suspicion, seats that owe favours get less.
        """
        collusion_weight, solidarity_weight = self.parameters.collusion_weight, self.parameters.solidarity_weight
        if collusion_weight == 0.0:
            return
        suspicions = collusion_suspicions(self.view)
        highest = 0.0
        for suspicion in suspicions:
            highest = max(highest, suspicion)
        for seat in range(self.view.players):
            change = collusion_weight * (
                min(1.0, suspicions[seat]) if highest > 0.0 else DEBT_WEIGHT * favour_debt(self.view, seat)
            )
            if suspicions[seat] == 0.0 and highest > 1.0 and reciprocates(self.view, seat):
                change -= solidarity_weight * (highest - 1.0)
            self.envy_by_seat[seat] = self.envy_by_seat[seat] + change
            self.kindness_by_seat[seat] = self.kindness_by_seat[seat] - change
            if self.envy_by_seat[seat] < 0.0:
                self.envy_is_nonnegative = False

    # --- value of a deal -----------------------------------------------------------------------------------

    def own_gain(self, stake: Stake, gets: tuple[int, ...]) -> float:
        """Return this seat's gain from giving exactly the cards of `stake` for `gets`."""
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
        return self.seat_valuations[self.seat].value_of_multiset(due, hand) - self.current_values[self.seat]

    def left_in_hand(self, places: tuple[int, ...]) -> list[int]:
        """Return the beans left in this seat's hand without the cards at these places."""
        extras = self.view.rules.hand_extras
        cards = self.view.hands[self.seat]
        remaining: list[int] = []
        for place in range(len(cards)):
            if place not in places and not (extras and cards[place] in extras):
                remaining.append(cards[place])
        return remaining

    def other_gain(self, seat: int, gets: tuple[int, ...], gives: tuple[int, ...]) -> float:
        """Estimate another seat's gain from receiving cards `gets` for cards of the kinds `gives`."""
        due = self.due_multisets[seat]
        from_hand: list[int] = []
        if gives:
            available = self.due_by_seat[seat].copy() if seat == self.view.active else NO_KINDS
            for kind in gives:
                card = first_card_of_kind(available, kind)
                if card != HIDDEN:
                    available.remove(card)
                    due = without_card(due, card)
                else:
                    from_hand.append(kind)
        for card in gets:
            due = with_card(due, card)
        return (
            self.seat_valuations[seat].value_of_multiset(due, self.hands[seat])
            - self.current_values[seat]
            - self.hand_cards_value(seat, from_hand)
        )

    def hand_cards_value(self, seat: int, kinds: list[int]) -> float:
        total = 0.0
        for kind in kinds:
            growth = self.seat_valuations[seat].growth(kind)
            total += (
                self.parameters.partner_match_share * growth if growth > 0.0 else -self.parameters.partner_discard_gain
            )
        return total

    def acceptance_margin(self, seat: int, own: float, other: float) -> float:
        """Return by how much a deal with this seat exceeds the required gain; above 0 it is accepted."""
        envy = self.envy_by_seat[seat]
        return own - envy * (max(0.0, other) if envy >= 0.0 else other) - self.parameters.margin

    def likelihood_of(self, seat: int, wants: tuple[int, ...]) -> float:
        """Return the likelihood that a seat has cards of these kinds to give."""
        likelihood = 1.0
        due = self.due_by_seat[seat].copy() if seat == self.view.active else NO_KINDS
        for index in range(len(wants)):
            kind = wants[index]
            card = first_card_of_kind(due, kind)
            if card != HIDDEN:
                due.remove(card)
                continue
            count = 1
            for before in range(index):
                if wants[before] == kind:
                    count += 1
            likelihood *= self.likelihood_of_kind(seat, kind, count)
        return likelihood

    def likelihood_of_kind(self, seat: int, kind: int, count: int) -> float:
        view = self.view
        if seat == self.asking_seat and self.offered_kinds.count(kind) >= count:
            return 1.0
        for fact in view.shown:
            if fact.seat == seat and KIND_OF[fact.card] == kind and fact.count >= count:
                return 1.0
        hidden = 0
        for card in view.hands[seat]:
            if card == HIDDEN:
                hidden += 1
            elif card < len(KIND_OF) and KIND_OF[card] == kind:
                count -= 1
        if count <= 0:
            return 1.0
        share = self.judge.share(kind)
        none = power(1.0 - share, hidden)
        likelihood = 1.0 - none
        if count > 1:
            likelihood -= hidden * share * power(1.0 - share, max(0, hidden - 1))
        for call in view.calls:
            if call.seat == seat and call.has.count(kind) >= count:
                likelihood = max(
                    likelihood,
                    call_credibility(view, seat) if self.parameters.checks_credibility else DEFAULT_CREDIBILITY,
                )
        for offer in self.offers:
            if offer.declined >> seat & 1 and kind in offer.wants:
                likelihood *= DECLINED_FACTOR
        return max(0.0, likelihood)

    # --- answers -------------------------------------------------------------------------------------------

    def accept_gain(self, offer: Offer, action: Accept) -> tuple[float, float]:
        """Return the gains of this seat and of the other side if this seat accepts."""
        own = self.own_gain(Stake(action.cards, action.places), offer.cards)
        return own, self.offerer_gain(offer, action.cards)

    def offerer_gain(self, offer: Offer, gets: tuple[int, ...]) -> float:
        """Estimate the gain of the seat that made an offer."""
        return self.other_gain(offer.seat, gets, tuple([KIND_OF[card] for card in offer.cards]))

    def best_answer(self, actions: list[Action]) -> tuple[Accept | None, float]:
        """Return the best acceptable deal, and by how much it exceeds the required gain."""
        best: Accept | None = None
        best_margin = 0.0
        examined = 0
        for action in actions:
            if isinstance(action, Accept) and examined < MAX_ANSWERS:
                examined += 1
                for offer in self.view.offers:
                    if offer.number == action.number and not self.is_confusing_to_accept(offer):
                        own, other = self.accept_gain(offer, action)
                        margin = self.acceptance_margin(offer.seat, own, other)
                        if margin > best_margin:
                            best, best_margin = action, margin
        return best, best_margin

    # --- people --------------------------------------------------------------------------------------------

    def is_confusing_to_accept(self, offer: Offer) -> bool:
        """Whether a person would not understand why this seat accepts their offer.

        True for an offer that this seat has countered, until the counter-offer is declined, and for a gift that would
        cost it a field without a yield.
        """
        if not self.opponents.human_players >> offer.seat & 1:
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
        """Whether a seat would have to harvest for what it gets, after planting the cards that are due anyway."""
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
        """Return the withdrawal of an open offer of this seat that has become a bad one."""
        for offer in self.offers:
            if self.own_gain(Stake(offer.cards, offer.places), offer.wants) <= 0.0:
                return Withdraw(self.seat, offer.number)
        return None

    def partners(self) -> list[int]:
        """Return the seats with which this seat may trade (T1)."""
        if self.seat != self.view.active:
            return [self.view.active]
        return [seat for seat in range(self.view.players) if seat != self.seat]


def plant_if_room(judge: Judge, rows: list[int], card: int) -> bool:
    """Plant a card in these rows, on a field of its kind or an empty one; False if there is no such field."""
    for wants_empty in (False, True):
        for field in range(len(rows)):
            row = rows[field]
            if (row == EMPTY) == wants_empty and judge.fits(field, row, card):
                rows[field] = judge.row_after_planting(field, row, card)
                return True
    return False


def first_card_of_kind(cards: list[int], kind: int) -> int:
    """Return a card that counts as this kind; HIDDEN if there is none."""
    for card in cards:
        if KIND_OF[card] == kind:
            return card
    return HIDDEN
