"""What others have proven to hold, or not to hold, and the odds of it: the part of `determinize` that knows facts.

A proven card is laid before the rest is dealt if it is rare: if there is, on average, less than one way in which free
dealing would have brought it. Then it is laid at a random place where it may lie, and a world that has several ways
comes up once for each of them: `share_of_ways` makes up for that. A card that is not rare is left to the dealing.

Cards of several draw piles may lie in one hand. The odds of laying depend on the piles that are chosen, for one card
after the other, so the piles of all of them are chosen together, each combination as likely as it is in all worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.cards import HIDDEN, KIND_OF
from tobean.kernel.hands import NO_PILE, known_to, pile_of
from tobean.kernel.portable_math import float_sum

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.hands import Shown
    from tobean.view.observation import Observation

MOST_CHOICES: Final = 256
"""So many choices of piles are weighed."""

Bar = tuple[int, int, int]
"""Owner, kind and reach: the kind is not among the first cards of this hand."""


@final
class Need:
    """A card that is laid among the first `reach` of a hand."""

    def __init__(self, seat: int, card: int, reach: int, before: int, rooms: list[int], exact: bool) -> None:
        self.seat = seat
        self.card = card
        self.reach = reach
        self.before = before
        """How many such cards are laid for this fact and earlier ones."""
        self.rooms = rooms
        """How many places there are for it, by pile, before anything is laid."""
        self.exact = exact
        """Does each card that was laid in this hand before take one of them? Those of the same pile, it means."""


@final
class Proven:
    """The facts about hidden cards of one observation."""

    def __init__(self, observation: Observation, facts: list[Shown], bars: list[Bar], sizes: list[int]) -> None:
        self.observation = observation
        self.seat = observation.seat
        self.bars = bars
        self.sizes = sizes.copy()
        self.laid: list[list[int]] = [[0] * len(sizes) for _ in range(observation.players)]
        """By owner and pile, how many cards are laid already while piles are chosen."""
        self.left: list[list[int]] = observation.urns
        self.needs: list[Need] = []
        for fact in sorted(facts, key=by_reach):
            self.add_needs(fact)
        self.crowded = self.choices_of_piles() > MOST_CHOICES
        """Is so much proven that the choices of piles are too many to weigh them all?"""
        self.coupled = sum([sum(counts) for counts in observation.urns]) > sum(sizes)
        """Has the component taken cards out of the urns? It takes others each time."""
        self.most = self.odds_of(0) if self.coupled and not self.crowded else 1.0
        self.most_barred = self.most_barred_odds() if bars else 1.0

    # --- what has to be laid ---------------------------------------------------------------------------------

    def add_needs(self, fact: Shown) -> None:
        """Take the cards of a fact among those that are laid, if they are rare."""
        hand, origins = self.observation.hands[fact.seat], self.observation.origins[fact.seat]
        rooms = [0] * len(self.sizes)
        more: int = fact.count
        barred = False
        for position in range(fact.reach):
            if not is_hidden(origins[position], self.seat):
                if hand[position] == fact.card:
                    more -= 1
            elif self.bars and is_barred(self.bars, fact.seat, position, fact.card):
                barred = True
            else:
                rooms[pile_of(origins[position])] += 1
        before = 0
        for need in self.needs:
            if need.seat == fact.seat and need.card == fact.card:
                before = need.before
        expected = 0.0
        for pile in range(len(rooms)):
            if rooms[pile]:
                expected += rooms[pile] * self.left[pile][fact.card] / max(1, self.sizes[pile])
        ways = 1.0
        for step in range(more):
            ways *= max(0.0, expected - step) / (step + 1)
        if ways < 1.0:
            for step in range(before, more):
                self.needs.append(Need(fact.seat, fact.card, fact.reach, step + 1, rooms, not barred))

    def choices_of_piles(self) -> int:
        choices = 1
        for need in self.needs:
            piles = 0
            for pile in range(len(need.rooms)):
                if need.rooms[pile] and self.left[pile][need.card]:
                    piles += 1
            choices = min(choices * max(1, piles), MOST_CHOICES + 1)
        return choices

    # --- laying ----------------------------------------------------------------------------------------------

    def lay(self, hands: list[list[int]], left: list[list[int]], sizes: list[int], chance: Chance) -> float:
        """Lay all that has to be laid. Returns the odds with which to keep the deal so far, 0 if it is hopeless."""
        odds = 1.0
        self.left, self.sizes = left, sizes
        for index in range(len(self.needs)):
            need = self.needs[index]
            weights = self.weights(index)
            together = float_sum(weights)
            if together == 0.0:
                odds = 0.0
                break
            if index == 0 and self.coupled:
                odds = together / self.most
            pile = drawn(weights, together, chance)
            odds *= self.lay_one(need, hands[need.seat], pile, chance)
            if odds == 0.0:
                break
            self.laid[need.seat][pile] += 1
            left[pile][need.card] -= 1
            sizes[pile] -= 1
        for need in self.needs:
            for pile in range(len(sizes)):
                self.laid[need.seat][pile] = 0
        return odds

    def lay_one(self, need: Need, hand: list[int], pile: int, chance: Chance) -> float:
        """Lay the card on a free place of this pile. Returns which share of the assumed places there is."""
        origins = self.observation.origins[need.seat]
        free: list[int] = []
        for position in range(need.reach):
            if (
                hand[position] == HIDDEN
                and pile_of(origins[position]) == pile
                and (need.exact or not is_barred(self.bars, need.seat, position, need.card))
            ):
                free.append(position)
        if not free:
            return 0.0
        hand[free[chance.below(len(free))]] = need.card
        return len(free) / self.room(need, pile)

    def room(self, need: Need, pile: int) -> int:
        return need.rooms[pile] - self.laid[need.seat][pile] if need.exact else need.rooms[pile]

    def weights(self, index: int) -> list[float]:
        """For each pile how likely it is, given what is laid, that this need and all later ones are met from it on."""
        need = self.needs[index]
        card = need.card
        last = index + 1 == len(self.needs)
        found: list[float] = []
        for pile in range(len(need.rooms)):
            weight = 0.0
            there = self.left[pile][card]
            if there and need.rooms[pile]:
                room = self.room(need, pile)
                if room > 0:
                    weight = room * there / self.sizes[pile]
                    if not last:
                        self.left[pile][card] -= 1
                        self.sizes[pile] -= 1
                        self.laid[need.seat][pile] += 1
                        weight *= self.odds_of(index + 1)
                        self.laid[need.seat][pile] -= 1
                        self.sizes[pile] += 1
                        self.left[pile][card] += 1
            found.append(weight)
        return found

    def odds_of(self, index: int) -> float:
        """The sum over all choices of piles from this need on."""
        return float_sum(self.weights(index)) if index < len(self.needs) else 1.0

    def share_of_ways(self, hands: list[list[int]]) -> float:
        """The fewest choices of places that lead to any deal, in relation to those that lead to this one."""
        share = 1.0
        for index in range(len(self.needs)):
            need = self.needs[index]
            hand, origins = hands[need.seat], self.observation.origins[need.seat]
            held = 1 - need.before
            for position in range(need.reach):
                if hand[position] == need.card and is_hidden(origins[position], self.seat):
                    held += 1
            share *= self.fewest(index) / held
        return share

    def fewest(self, index: int) -> int:
        """How many cards of this need's fact are left to lay, itself included."""
        need = self.needs[index]
        count = 1
        for later in self.needs[index + 1 :]:
            if later.seat == need.seat and later.card == need.card and later.reach == need.reach:
                count += 1
        return count

    # --- what is missing -------------------------------------------------------------------------------------

    def most_barred_odds(self) -> float:
        """How likely free dealing can be at most to leave out what is barred, whatever is laid and taken before."""
        urns = self.observation.urns
        taken = sum([sum(counts) for counts in urns]) - sum(self.sizes)
        most = 1.0
        filled = 0
        for owner in range(self.observation.players):
            origins = self.observation.origins[owner]
            others = filled
            odds: list[float] = []
            for position in range(longest_bar(self.bars, owner)):
                if is_hidden(origins[position], self.seat):
                    pile = pile_of(origins[position])
                    # What is barred here may have been laid elsewhere, or drawn for a place with other bars.
                    gone = taken + self.count_needed(owner, position)
                    gone += others if self.count_bars(owner) == 1 else filled
                    barred = max(0, count_barred(self.bars, owner, position, urns[pile]) - gone)
                    odds.append(1.0 - barred / max(1, self.sizes[pile]))
                    filled += 1
            odds.sort()
            for factor in odds[sum([need.seat == owner for need in self.needs]) :]:  # on the others something is laid
                most *= factor
        return most

    def count_bars(self, owner: int) -> int:
        return sum([bar[0] == owner for bar in self.bars])

    def count_needed(self, owner: int, position: int) -> int:
        """How many of the needed cards are barred here."""
        return sum([is_barred(self.bars, owner, position, need.card) for need in self.needs])


def by_reach(fact: Shown) -> tuple[int, int]:
    return fact.seat, fact.reach


def drawn(weights: list[float], total: float, chance: Chance) -> int:
    """A place in the list, each as likely as its weight says."""
    mark = chance.share() * total
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
    return pile_of(origin) != NO_PILE and not known_to(origin, seat)


def all_hold(facts: list[Shown], hands: list[list[int]]) -> bool:
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


def is_barred(bars: list[Bar], owner: int, position: int, card: int) -> bool:
    """Is this card known not to be at this place?"""
    for seat, kind, reach in bars:  # noqa: SIM110 - a generator would cost more than all the rest
        if seat == owner and position < reach and KIND_OF[card] == kind:
            return True
    return False


def longest_bar(bars: list[Bar], owner: int) -> int:
    longest = 0
    for seat, _, reach in bars:
        if seat == owner and reach > longest:
            longest = reach
    return longest


def count_barred(bars: list[Bar], owner: int, position: int, counts: list[int]) -> int:
    """How many of these cards cannot lie at this place."""
    count = 0
    for card in range(len(counts)):
        if counts[card] and is_barred(bars, owner, position, card):
            count += counts[card]
    return count
