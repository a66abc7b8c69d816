"""Facts about hidden cards, proven present or absent, and their probabilities: a part of `determinize`.

A proven card is placed before the rest is dealt if it is rare, that is, if unconstrained dealing would produce it less
than once on average. It is then put at a random possible position, so a deal with several such positions is sampled
once for each of them: `multiplicity_correction` compensates for that. A card that is not rare is left to the dealing.

A hand may contain cards of several draw piles. Choosing the pile of one card changes the probabilities for the next,
so the piles of all required cards are chosen together: each combination has the probability that it has among all
consistent deals.

The observer is the seat whose observation it is; any other `seat` is the one whose hand is dealt.
"""

from typing import Final, final

from tobean.kernel.base.portable_math import float_sum
from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.hands import NO_PILE, is_known_to, pile_of
from tobean.kernel.trade.offers import HandFact

MAX_CHOICES: Final = 256
"""Maximum number of combinations of piles that are weighed."""

ExcludedKind = tuple[int, int, int]
"""Seat, kind and reach: no card of the kind is among the first `reach` cards of the hand."""


@final
class RequiredCard:
    """A card that is placed among the first `reach` cards of a hand."""

    def __init__(self, seat: int, card: int, reach: int, rank: int, slots: list[int], exact: bool) -> None:
        self.seat = seat
        self.card = card
        self.reach = reach
        self.rank = rank
        """Number of this card, from 1, among those of its kind that this fact and earlier ones require in the hand."""
        self.slots = slots
        """Number of possible positions by pile, before any card is placed."""
        self.exact = exact
        """Whether each card placed earlier in this hand, from the same pile, has taken one of these positions."""


@final
class HandConstraints:
    """The facts about the hidden cards of one observation."""

    def __init__(
        self, observation: Observation, facts: list[HandFact], exclusions: list[ExcludedKind], sizes: list[int]
    ) -> None:
        self.observation = observation
        self.observer = observation.seat
        self.exclusions = exclusions
        self.sizes = sizes.copy()
        self.placed: list[list[int]] = [[0] * len(sizes) for _ in range(observation.players)]
        """Number of cards placed so far while piles are chosen, by seat and pile."""
        self.remaining: list[list[int]] = observation.urns
        self.required: list[RequiredCard] = []
        for fact in sorted(facts, key=by_reach):
            self.add_required_cards(fact)
        self.has_too_many_choices = self.count_pile_choices() > MAX_CHOICES
        """Whether there are too many combinations of piles to weigh them all."""
        self.component_takes_cards = sum([sum(counts) for counts in observation.urns]) > sum(sizes)
        """Whether the component has taken cards out of the urns. It takes different ones each time."""
        self.max_probability = (
            self.total_weight(0) if self.component_takes_cards and not self.has_too_many_choices else 1.0
        )
        self.max_exclusion_probability = self.compute_max_exclusion_probability() if exclusions else 1.0

    # --- required cards --------------------------------------------------------------------------------------

    def add_required_cards(self, fact: HandFact) -> None:
        """Require the cards of a fact to be placed if they are rare."""
        hand, origins = self.observation.hands[fact.seat], self.observation.origins[fact.seat]
        slots = [0] * len(self.sizes)
        unplaced: int = fact.count
        excluded = False
        for position in range(fact.reach):
            if not is_hidden(origins[position], self.observer):
                if hand[position] == fact.card:
                    unplaced -= 1
            elif self.exclusions and is_excluded(self.exclusions, fact.seat, position, fact.card):
                excluded = True
            else:
                slots[pile_of(origins[position])] += 1
        already_required = 0
        for required in self.required:
            if required.seat == fact.seat and required.card == fact.card:
                already_required = required.rank
        expected = 0.0  # number of suitable cards at these positions after unconstrained dealing
        for pile in range(len(slots)):
            if slots[pile]:
                expected += slots[pile] * self.remaining[pile][fact.card] / max(1, self.sizes[pile])
        # Number of ways to choose the unplaced cards among the expected ones: the binomial coefficient, generalised to
        # a real number, expected * (expected - 1) * ... / unplaced!
        expected_placements = 1.0
        for step in range(unplaced):
            expected_placements *= max(0.0, expected - step) / (step + 1)
        if expected_placements < 1.0:
            for step in range(already_required, unplaced):
                self.required.append(RequiredCard(fact.seat, fact.card, fact.reach, step + 1, slots, not excluded))

    def count_pile_choices(self) -> int:
        choices = 1
        for required in self.required:
            piles = 0
            for pile in range(len(required.slots)):
                if required.slots[pile] and self.remaining[pile][required.card]:
                    piles += 1
            choices = min(choices * max(1, piles), MAX_CHOICES + 1)
        return choices

    # --- placement -------------------------------------------------------------------------------------------

    def place_required_cards(
        self, hands: list[list[int]], remaining: list[list[int]], sizes: list[int], chance: Chance
    ) -> float:
        """Place all required cards; returns the probability of accepting the deal so far, 0 if it is impossible."""
        probability = 1.0
        self.remaining, self.sizes = remaining, sizes
        for index in range(len(self.required)):
            required = self.required[index]
            weights = self.weights(index)
            total = float_sum(weights)
            if total == 0.0:
                probability = 0.0
                break
            if index == 0 and self.component_takes_cards:
                probability = total / self.max_probability
            pile = weighted_choice(weights, total, chance)
            probability *= self.place_required_card(required, hands[required.seat], pile, chance)
            if probability == 0.0:
                break
            self.placed[required.seat][pile] += 1
            remaining[pile][required.card] -= 1
            sizes[pile] -= 1
        for required in self.required:
            for pile in range(len(sizes)):
                self.placed[required.seat][pile] = 0
        return probability

    def place_required_card(self, required: RequiredCard, hand: list[int], pile: int, chance: Chance) -> float:
        """Put the card at a free position of this pile; returns the ratio of free positions to assumed ones."""
        origins = self.observation.origins[required.seat]
        free: list[int] = []
        for position in range(required.reach):
            if (
                hand[position] == HIDDEN
                and pile_of(origins[position]) == pile
                and (required.exact or not is_excluded(self.exclusions, required.seat, position, required.card))
            ):
                free.append(position)
        if not free:
            return 0.0
        hand[free[chance.randbelow(len(free))]] = required.card
        return len(free) / self.free_slots(required, pile)

    def free_slots(self, required: RequiredCard, pile: int) -> int:
        """Return the assumed number of free positions of this pile, an upper bound unless `required.exact`."""
        return required.slots[pile] - self.placed[required.seat][pile] if required.exact else required.slots[pile]

    def weights(self, index: int) -> list[float]:
        """Return for each pile the probability that this requirement is met from it, and then all later ones.

        The probabilities are conditional on the cards already placed.
        """
        required = self.required[index]
        card = required.card
        last = index + 1 == len(self.required)
        weights: list[float] = []
        for pile in range(len(required.slots)):
            weight = 0.0
            available = self.remaining[pile][card]
            if available and required.slots[pile]:
                free_slots = self.free_slots(required, pile)
                if free_slots > 0:
                    weight = free_slots * available / self.sizes[pile]
                    if not last:
                        self.remaining[pile][card] -= 1
                        self.sizes[pile] -= 1
                        self.placed[required.seat][pile] += 1
                        weight *= self.total_weight(index + 1)
                        self.placed[required.seat][pile] -= 1
                        self.sizes[pile] += 1
                        self.remaining[pile][card] += 1
            weights.append(weight)
        return weights

    def total_weight(self, index: int) -> float:
        """Return the sum over all combinations of piles from this required card on."""
        return float_sum(self.weights(index)) if index < len(self.required) else 1.0

    def multiplicity_correction(self, hands: list[list[int]]) -> float:
        """Return the acceptance probability that cancels over-sampling.

        It is the minimum number of placements that lead to any deal, divided by the number that lead to this one.
        """
        correction = 1.0
        for index in range(len(self.required)):
            required = self.required[index]
            hand, origins = hands[required.seat], self.observation.origins[required.seat]
            count = 1 - required.rank
            for position in range(required.reach):
                if hand[position] == required.card and is_hidden(origins[position], self.observer):
                    count += 1
            correction *= self.cards_left_to_place(index) / count
        return correction

    def cards_left_to_place(self, index: int) -> int:
        """Return the number of cards of this requirement's fact that remain to be placed, including its own."""
        required = self.required[index]
        count = 1
        for later in self.required[index + 1 :]:
            if later.seat == required.seat and later.card == required.card and later.reach == required.reach:
                count += 1
        return count

    # --- exclusions ------------------------------------------------------------------------------------------

    def compute_max_exclusion_probability(self) -> float:
        """Return an upper bound of the probability that unconstrained dealing respects the exclusions.

        It holds for any cards placed or taken before.
        """
        urns = self.observation.urns
        taken = sum([sum(counts) for counts in urns]) - sum(self.sizes)
        max_probability = 1.0
        filled = 0
        for seat in range(self.observation.players):
            origins = self.observation.origins[seat]
            others = filled
            probabilities: list[float] = []
            for position in range(longest_exclusion(self.exclusions, seat)):
                if is_hidden(origins[position], self.observer):
                    pile = pile_of(origins[position])
                    # Excluded cards may have been placed elsewhere, or drawn for a position with other exclusions.
                    gone = taken + self.count_needed(seat, position)
                    gone += others if self.count_exclusions(seat) == 1 else filled
                    excluded = max(0, count_excluded(self.exclusions, seat, position, urns[pile]) - gone)
                    probabilities.append(1.0 - excluded / max(1, self.sizes[pile]))
                    filled += 1
            probabilities.sort()
            placed = sum([required.seat == seat for required in self.required])
            for factor in probabilities[placed:]:  # required cards may be placed on the other positions
                max_probability *= factor
        return max_probability

    def count_exclusions(self, seat: int) -> int:
        return sum([item[0] == seat for item in self.exclusions])

    def count_needed(self, seat: int, position: int) -> int:
        """Return the number of required cards that are excluded here."""
        return sum([is_excluded(self.exclusions, seat, position, required.card) for required in self.required])


def by_reach(fact: HandFact) -> tuple[int, int]:
    return fact.seat, fact.reach


def weighted_choice(weights: list[float], total: float, chance: Chance) -> int:
    """Choose an index at random, weighted."""
    threshold = chance.uniform() * total
    chosen = -1
    for index in range(len(weights)):
        if weights[index] > 0.0:
            chosen = index
            threshold -= weights[index]
            if threshold < 0.0:
                break
    return chosen


def is_hidden(origin: int, observer: int) -> bool:
    """Whether a card in another hand, with this origin, came from a draw pile and the observer has never seen it."""
    return pile_of(origin) != NO_PILE and not is_known_to(origin, observer)


def all_facts_hold(facts: list[HandFact], hands: list[list[int]]) -> bool:
    for fact in facts:
        hand = hands[fact.seat]
        missing = fact.count
        for position in range(fact.reach):
            if hand[position] == fact.card:
                missing -= 1
        if missing > 0:
            return False
    return True


def is_excluded(exclusions: list[ExcludedKind], seat: int, position: int, card: int) -> bool:
    """Whether this card is known not to be at this position."""
    for excluded_seat, kind, reach in exclusions:  # a generator would cost more than all the rest
        if excluded_seat == seat and position < reach and KIND_OF[card] == kind:
            return True
    return False


def longest_exclusion(exclusions: list[ExcludedKind], seat: int) -> int:
    longest = 0
    for excluded_seat, _, reach in exclusions:
        if excluded_seat == seat and reach > longest:
            longest = reach
    return longest


def count_excluded(exclusions: list[ExcludedKind], seat: int, position: int, counts: list[int]) -> int:
    """Return the number of these cards that cannot be at this position."""
    count = 0
    for card in range(len(counts)):
        if counts[card] and is_excluded(exclusions, seat, position, card):
            count += counts[card]
    return count
