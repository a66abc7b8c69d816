"""Tables that a seat cannot tell from the real one: its hidden cards are dealt anew, from the urns of the observation.

What is drawn from. A *world* says which card lies at each hidden place: each card of an urn at one of the places that
its pile filled, or still in the pile. All worlds that agree with what the seat knows are equally likely, cards of a
kind told apart as the cardboard is. What it knows are the urns (I2), what true offers have proven (`shown`), what is
known to be missing (`Component.barred`, `lacking`), and what a component says of its own. How the others play is no
part of it: nothing is read into an offer that was not made. Last, each hidden card that is staked gets one of the
places where such a card lies now.

How it is drawn. Where nothing is proven, each hidden place takes a card of its urn. Otherwise the proven cards that are
rare are laid first (view/proven.py), then the places that may not take everything are filled, then the rest. So some
worlds come up more often than they should, by a factor that is known: a deal is kept with the odds that make up for
it, and only if all that is proven holds; otherwise the cards are dealt again. Where so much is proven that this is not
to be expected (players have laid nearly all their cards open), hidden cards are swapped until all holds; then the
worlds are not quite equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.cards import HIDDEN
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import BadTable
from tobean.kernel.hands import pile_of, proven_hidden
from tobean.kernel.places import SOMEWHERE
from tobean.kernel.table import Table
from tobean.view.proven import (
    Bar,
    Proven,
    all_hold,
    count_barred,
    is_barred,
    is_hidden,
    longest_bar,
)
from tobean.view.swapping import swap_until_fit

if TYPE_CHECKING:
    from random import Random

    from tobean.kernel.component import Component
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

ENOUGH_DEALS: Final = 100
"""So often a deal is looked for that is kept; mostly two or three are enough."""
MOST_SWAPPED: Final = 50
"""An observation for which swapping fails so often contradicts itself."""
MOST_DEALS: Final = 20000
"""So often altogether: a component that takes cards out of the urns by chance may take those that are in hands."""


def determinize(observation: Observation, rng: int | str | Random | Chance) -> Table:
    """A table that looks to the observing seat just like the real one; the rest is by chance."""
    chance = chance_from(rng)
    table = laid_out(observation, chance.another(), None)
    Deal(observation, table, chance).deal()
    if observation.offers:
        table.offers = tuple([place_offer(table, offer, chance) for offer in observation.offers])
    return table


ANY_CHANCE: Final = chance_from(0)


def as_seen(observation: Observation) -> Table:
    """The table with all that is hidden left hidden: for questions whose answer is public."""
    return laid_out(observation, ANY_CHANCE.copy(), observation.component)


def laid_out(observation: Observation, chance: Chance, component: Component | None) -> Table:
    """A table on which lies what the seat sees, and no draw pile."""
    table = Table(observation.frame, chance, [0] * len(observation.urns[0]), [], observation, component)
    table.offers = ()
    return table


@final
class Deal:
    """Deals the hidden cards of an observation on a table, until a deal is kept."""

    def __init__(self, observation: Observation, table: Table, chance: Chance) -> None:
        self.observation = observation
        self.table = table
        self.chance = chance
        self.seat = observation.seat
        self.facts = [fact for fact in observation.shown if fact.seat != observation.seat]
        self.bars: list[Bar] = []
        if observation.component is not None:
            self.bars = [bar for bar in observation.component.barred() if bar[0] != observation.seat]
        self.wanted = proven_hidden(observation.hands, self.facts)
        self.left: list[list[int]] = []
        """What is left of each urn."""
        self.sizes: list[int] = []
        self.fill_urns()

    def deal(self) -> None:
        """Deal until a deal is kept; what is left of the last urn is the draw pile."""
        observation, table = self.observation, self.table
        if self.facts or self.bars:
            self.deal_by_odds()
        else:
            self.fill_freely()
            while not self.nothing_lacks():
                self.start_anew()
                self.fill_freely()
        if not observation.no_pile:
            table.bag = self.left[-1]
            table.bag_size = self.sizes[-1]

    def deal_by_odds(self) -> None:
        """Where something is proven or missing: make up for the worlds that come up too often."""
        proven = Proven(self.observation, self.facts, self.bars, self.sizes)
        deals = swapped = 0
        while proven.crowded or not self.dealt_well(proven):
            deals += 1
            if swapped == MOST_SWAPPED or deals == MOST_DEALS:
                raise BadTable("no table fits this observation")
            self.start_anew()
            if (deals >= ENOUGH_DEALS or proven.crowded) and self.is_enough_left():
                swapped += 1
                if self.swapped():
                    break
                self.start_anew()

    def swapped(self) -> bool:
        """Deal freely, and swap cards until all that is known holds. Did that succeed?"""
        self.fill_freely()
        counts = self.left[-1]
        pile = [card for card in self.table.kinds for _ in range(counts[card])]
        fits = swap_until_fit(self.seat, self.table, self.facts, pile, self.chance)
        for card in self.table.kinds:
            counts[card] = pile.count(card)
        return fits

    def dealt_well(self, proven: Proven) -> bool:
        """Deal once. Is it a deal to keep?"""
        for owner in range(self.table.players):
            if owner != self.seat:
                hide(self.table.hands[owner], self.table.origins[owner], self.seat)
        odds = proven.lay(self.table.hands, self.left, self.sizes, self.chance)
        if odds > 0.0 and self.bars:
            odds *= self.fill_barred() / proven.most_barred
        if odds == 0.0:
            return False
        self.fill_freely()
        odds *= proven.share_of_ways(self.table.hands)
        if odds < 1.0 and self.chance.share() >= odds:
            return False
        return all_hold(self.facts, self.table.hands) and self.nothing_lacks()

    def fill_urns(self) -> None:
        """The urns as the seat knows them, less what the component takes out of them."""
        component = self.observation.component
        self.left = [counts.copy() for counts in self.observation.urns]
        if component is not None:
            self.table.component = component.copy()
            self.table.component.determinize(self.table, self.seat, self.left, self.chance)
        self.sizes = [sum(counts) for counts in self.left]

    def start_anew(self) -> None:
        for owner in range(self.table.players):
            if owner != self.seat:
                self.table.hands[owner] = self.observation.hands[owner].copy()
        self.table.thalers = self.observation.thalers.copy()
        self.fill_urns()

    def is_enough_left(self) -> bool:
        """Has the component left what is proven to be in hands?"""
        for card, count in self.wanted.items():
            there = 0
            for counts in self.left:
                there += counts[card]
            if there < count:
                return False
        return True

    def nothing_lacks(self) -> bool:
        return self.table.component is None or self.table.component.lacking(self.table) == 0

    def fill_barred(self) -> float:
        """Fill the places that may not take every kind. Returns the odds that free dealing would have done so."""
        odds = 1.0
        for owner in range(self.table.players):
            hand, origins = self.table.hands[owner], self.table.origins[owner]
            for position in range(longest_bar(self.bars, owner)):
                if hand[position] == HIDDEN:
                    pile = pile_of(origins[position])
                    allowed = self.sizes[pile] - count_barred(self.bars, owner, position, self.left[pile])
                    if allowed == 0:
                        return 0.0
                    odds *= allowed / self.sizes[pile]
                    card = self.draw_allowed(owner, position, self.left[pile], allowed)
                    self.left[pile][card] -= 1
                    self.sizes[pile] -= 1
                    hand[position] = card
        return odds

    def draw_allowed(self, owner: int, position: int, counts: list[int], allowed: int) -> int:
        """One of the cards that may lie at this place."""
        left = self.chance.below(allowed)
        drawn = -1
        for card in self.table.kinds:
            if counts[card] and not is_barred(self.bars, owner, position, card):
                drawn = card
                left -= counts[card]
                if left < 0:
                    break
        return drawn

    def fill_freely(self) -> None:
        """A card of its urn for every hidden place that has none yet."""
        table, seat, chance = self.table, self.seat, self.chance
        kinds = table.kinds
        laid = bool(self.facts or self.bars)
        for owner in range(table.players):
            if owner == seat:
                continue
            hand, origins = table.hands[owner], table.origins[owner]
            for position in range(len(hand)):
                origin = origins[position]
                if not is_hidden(origin, seat) or (laid and hand[position] != HIDDEN):
                    continue
                pile = pile_of(origin)
                counts = self.left[pile]
                card = chance.pick_of(counts, self.sizes[pile], kinds)
                counts[card] -= 1
                self.sizes[pile] -= 1
                hand[position] = card


def hide(hand: list[int], origins: list[int], seat: int) -> None:
    """Turn all hidden cards to the same back."""
    for position in range(len(hand)):
        if is_hidden(origins[position], seat):
            hand[position] = HIDDEN


def place_offer(table: Table, offer: Offer, chance: Chance) -> Offer:
    """Give the staked hand cards of somebody else's offer places where such cards now are."""
    if SOMEWHERE not in offer.places:
        return offer
    hand = table.hands[offer.seat]
    places: list[int] = []
    for index in range(len(offer.places)):
        place = offer.places[index]
        if place == SOMEWHERE:
            free = [spot for spot in range(len(hand)) if hand[spot] == offer.cards[index] and spot not in places]
            place = free[chance.below(len(free))]
        places.append(place)
    return offer.staking(offer.cards, places)
