"""What others have proven to hold, or not to hold, and the odds of it: the part of `determinize` that knows facts.

A proven card is laid before the rest is dealt if it is rare: if there is, on average, less than one way in which free
dealing would have brought it. Then it is laid at a random place where it may lie, and a world that has several ways
comes up once for each of them: `multiplicity_correction` makes up for that. A card that is not rare is left to the dealing.

Cards of several draw piles may lie in one hand. The odds of laying depend on the piles that are chosen, for one card
after the other, so the piles of all of them are chosen together, each combination as likely as it is in all worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.portable_math import float_sum
from tobean.kernel.state.hands import NO_PILE, is_known_to, pile_of

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.state.hands import HandFact
    from tobean.view.observation import Observation

MAX_CHOICES: Final = 256
"""So many choices of piles are weighed."""

ExcludedKind = tuple[int, int, int]
"""Owner, kind and reach: the kind is not among the first cards of this hand."""


@final
class RequiredCard:
    """A card that is laid among the first `reach` of a hand."""

    def __init__(self, seat: int, card: int, reach: int, before: int, slots: list[int], exact: bool) -> None:
        self.seat = seat
        self.card = card
        self.reach = reach
        self.before = before
        """How many such cards are laid for this fact and earlier ones."""
        self.slots = slots
        """How many places there are for it, by pile, before anything is laid."""
        self.exact = exact
        """Does each card that was laid in this hand before take one of them? Those of the same pile, it means."""


@final
class HandConstraints:
    """The facts about hidden cards of one observation."""

    def __init__(
        self, observation: Observation, facts: list[HandFact], exclusions: list[ExcludedKind], sizes: list[int]
    ) -> None:
        self.observation = observation
        self.seat = observation.seat
        self.exclusions = exclusions
        self.sizes = sizes.copy()
        self.placed: list[list[int]] = [[0] * len(sizes) for _ in range(observation.players)]
        """By owner and pile, how many cards are laid already while piles are chosen."""
        self.left: list[list[int]] = observation.urns
        self.required: list[RequiredCard] = []
        for fact in sorted(facts, key=by_reach):
            self.add_required_cards(fact)
        self.has_too_many_choices = self.choices_of_piles() > MAX_CHOICES
        """Is so much proven that the choices of piles are too many to weigh them all?"""
        self.component_takes_cards = sum([sum(counts) for counts in observation.urns]) > sum(sizes)
        """Has the component taken cards out of the urns? It takes others each time."""
        self.max_odds = self.odds_of(0) if self.component_takes_cards and not self.has_too_many_choices else 1.0
        self.max_exclusion_odds = self.compute_max_exclusion_odds() if exclusions else 1.0

    # --- what has to be laid ---------------------------------------------------------------------------------

    def add_required_cards(self, fact: HandFact) -> None:
        """Take the cards of a fact among those that are laid, if they are rare."""
        hand, origins = self.observation.hands[fact.seat], self.observation.origins[fact.seat]
        slots = [0] * len(self.sizes)
        more: int = fact.count
        excluded = False
        for position in range(fact.reach):
            if not is_hidden(origins[position], self.seat):
                if hand[position] == fact.card:
                    more -= 1
            elif self.exclusions and is_excluded(self.exclusions, fact.seat, position, fact.card):
                excluded = True
            else:
                slots[pile_of(origins[position])] += 1
        before = 0
        for need in self.required:
            if need.seat == fact.seat and need.card == fact.card:
                before = need.before
        expected = 0.0
        for pile in range(len(slots)):
            if slots[pile]:
                expected += slots[pile] * self.left[pile][fact.card] / max(1, self.sizes[pile])
        ways = 1.0
        for step in range(more):
            ways *= max(0.0, expected - step) / (step + 1)
        if ways < 1.0:
            for step in range(before, more):
                self.required.append(RequiredCard(fact.seat, fact.card, fact.reach, step + 1, slots, not excluded))

    def choices_of_piles(self) -> int:
        choices = 1
        for need in self.required:
            piles = 0
            for pile in range(len(need.slots)):
                if need.slots[pile] and self.left[pile][need.card]:
                    piles += 1
            choices = min(choices * max(1, piles), MAX_CHOICES + 1)
        return choices

    # --- laying ----------------------------------------------------------------------------------------------

    def place_required_cards(
        self, hands: list[list[int]], left: list[list[int]], sizes: list[int], chance: Chance
    ) -> float:
        """Lay all that has to be laid. Returns the odds with which to keep the deal so far, 0 if it is hopeless."""
        odds = 1.0
        self.left, self.sizes = left, sizes
        for index in range(len(self.required)):
            need = self.required[index]
            weights = self.weights(index)
            together = float_sum(weights)
            if together == 0.0:
                odds = 0.0
                break
            if index == 0 and self.component_takes_cards:
                odds = together / self.max_odds
            pile = weighted_choice(weights, together, chance)
            odds *= self.place_required_card(need, hands[need.seat], pile, chance)
            if odds == 0.0:
                break
            self.placed[need.seat][pile] += 1
            left[pile][need.card] -= 1
            sizes[pile] -= 1
        for need in self.required:
            for pile in range(len(sizes)):
                self.placed[need.seat][pile] = 0
        return odds

    def place_required_card(self, need: RequiredCard, hand: list[int], pile: int, chance: Chance) -> float:
        """Lay the card on a free place of this pile. Returns which share of the assumed places there is."""
        origins = self.observation.origins[need.seat]
        free: list[int] = []
        for position in range(need.reach):
            if (
                hand[position] == HIDDEN
                and pile_of(origins[position]) == pile
                and (need.exact or not is_excluded(self.exclusions, need.seat, position, need.card))
            ):
                free.append(position)
        if not free:
            return 0.0
        hand[free[chance.randbelow(len(free))]] = need.card
        return len(free) / self.free_slots(need, pile)

    def free_slots(self, need: RequiredCard, pile: int) -> int:
        return need.slots[pile] - self.placed[need.seat][pile] if need.exact else need.slots[pile]

    def weights(self, index: int) -> list[float]:
        """For each pile how likely it is, given what is laid, that this need and all later ones are met from it on."""
        need = self.required[index]
        card = need.card
        last = index + 1 == len(self.required)
        found: list[float] = []
        for pile in range(len(need.slots)):
            weight = 0.0
            there = self.left[pile][card]
            if there and need.slots[pile]:
                free_slots = self.free_slots(need, pile)
                if free_slots > 0:
                    weight = free_slots * there / self.sizes[pile]
                    if not last:
                        self.left[pile][card] -= 1
                        self.sizes[pile] -= 1
                        self.placed[need.seat][pile] += 1
                        weight *= self.odds_of(index + 1)
                        self.placed[need.seat][pile] -= 1
                        self.sizes[pile] += 1
                        self.left[pile][card] += 1
            found.append(weight)
        return found

    def odds_of(self, index: int) -> float:
        """The sum over all choices of piles from this need on."""
        return float_sum(self.weights(index)) if index < len(self.required) else 1.0

    def multiplicity_correction(self, hands: list[list[int]]) -> float:
        """The fewest choices of places that lead to any deal, in relation to those that lead to this one."""
        share = 1.0
        for index in range(len(self.required)):
            need = self.required[index]
            hand, origins = hands[need.seat], self.observation.origins[need.seat]
            held = 1 - need.before
            for position in range(need.reach):
                if hand[position] == need.card and is_hidden(origins[position], self.seat):
                    held += 1
            share *= self.fewest(index) / held
        return share

    def fewest(self, index: int) -> int:
        """How many cards of this need's fact are left to lay, itself included."""
        need = self.required[index]
        count = 1
        for later in self.required[index + 1 :]:
            if later.seat == need.seat and later.card == need.card and later.reach == need.reach:
                count += 1
        return count

    # --- what is missing -------------------------------------------------------------------------------------

    def compute_max_exclusion_odds(self) -> float:
        """How likely free dealing can be at most to leave out what is barred, whatever is laid and taken before."""
        urns = self.observation.urns
        taken = sum([sum(counts) for counts in urns]) - sum(self.sizes)
        max_odds = 1.0
        filled = 0
        for owner in range(self.observation.players):
            origins = self.observation.origins[owner]
            others = filled
            odds: list[float] = []
            for position in range(longest_exclusion(self.exclusions, owner)):
                if is_hidden(origins[position], self.seat):
                    pile = pile_of(origins[position])
                    # What is barred here may have been laid elsewhere, or drawn for a place with other bars.
                    gone = taken + self.count_needed(owner, position)
                    gone += others if self.count_exclusions(owner) == 1 else filled
                    excluded = max(0, count_excluded(self.exclusions, owner, position, urns[pile]) - gone)
                    odds.append(1.0 - excluded / max(1, self.sizes[pile]))
                    filled += 1
            odds.sort()
            for factor in odds[
                sum([need.seat == owner for need in self.required]) :
            ]:  # on the others something is laid
                max_odds *= factor
        return max_odds

    def count_exclusions(self, owner: int) -> int:
        return sum([bar[0] == owner for bar in self.exclusions])

    def count_needed(self, owner: int, position: int) -> int:
        """How many of the needed cards are barred here."""
        return sum([is_excluded(self.exclusions, owner, position, need.card) for need in self.required])


def by_reach(fact: HandFact) -> tuple[int, int]:
    return fact.seat, fact.reach


def weighted_choice(weights: list[float], total: float, chance: Chance) -> int:
    """A place in the list, each as likely as its weight says."""
    mark = chance.uniform() * total
    chosen = -1
    for index in range(len(weights)):
        if weights[index] > 0.0:
            chosen = index
            mark -= weights[index]
            if mark < 0.0:
                break
    return chosen


def is_hidden(origin: int, seat: int) -> bool:
    """Has this seat, not the owner, never seen the card of this origin, which came from a draw pile?"""
    return pile_of(origin) != NO_PILE and not is_known_to(origin, seat)


def all_facts_hold(facts: list[HandFact], hands: list[list[int]]) -> bool:
    """Is all that is proven true of these hands?"""
    for fact in facts:
        hand = hands[fact.seat]
        missing = fact.count
        for position in range(fact.reach):
            if hand[position] == fact.card:
                missing -= 1
        if missing > 0:
            return False
    return True


def is_excluded(exclusions: list[ExcludedKind], owner: int, position: int, card: int) -> bool:
    """Is this card known not to be at this place?"""
    for seat, kind, reach in exclusions:  # noqa: SIM110 - a generator would cost more than all the rest
        if seat == owner and position < reach and KIND_OF[card] == kind:
            return True
    return False


def longest_exclusion(exclusions: list[ExcludedKind], owner: int) -> int:
    longest = 0
    for seat, _, reach in exclusions:
        if seat == owner and reach > longest:
            longest = reach
    return longest


def count_excluded(exclusions: list[ExcludedKind], owner: int, position: int, counts: list[int]) -> int:
    """How many of these cards cannot lie at this place."""
    count = 0
    for card in range(len(counts)):
        if counts[card] and is_excluded(exclusions, owner, position, card):
            count += counts[card]
    return count
