"""Determinization: tables that a seat cannot distinguish from the real one, with the hidden cards dealt again.

The distribution. A *deal* assigns a card to each hidden position: each card of an urn is at one of the positions filled
from its pile, or still in the pile. All deals consistent with the knowledge of the seat are equally likely, where cards
of the same kind are distinct, as the printed cards are. This knowledge consists of the urns (I2), the facts proven by
true offers (`shown`), the cards known to be absent (`Component.excluded_kinds`, `count_violations`), and the knowledge
that a component adds. It does not include how the others play: nothing is inferred from an offer that was not made.
Finally, each hidden card in an offer gets one of the positions where such a card is now.

The sampling. Without facts, each hidden position gets a card of its urn. Otherwise the proven cards that are rare are
placed first (hand_constraints.py), then the positions that exclude some kinds are filled, then the rest. This makes
some deals more likely than they should be, by a known factor: a deal is accepted with a probability that compensates
for it, and only if all facts hold; otherwise the cards are dealt again. If so much is proven that
acceptance is improbable (players have revealed nearly all their cards), hidden cards are swapped until all facts hold;
in that case the deals are not quite equally likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.cards import HIDDEN
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import BadTable
from tobean.kernel.notation.card_locations import UNKNOWN_POSITION
from tobean.kernel.observation import hand_constraints
from tobean.kernel.observation.constraint_repair import repair_by_swapping
from tobean.kernel.state.hands import min_hidden_counts, pile_of
from tobean.kernel.table import Table

if TYPE_CHECKING:
    from random import Random

    from tobean.kernel.component import Component
    from tobean.kernel.observation.observation import Observation
    from tobean.kernel.trade.offers import Offer

DEALS_BEFORE_REPAIR: Final = 100
"""Number of attempts to find an acceptable deal before repair; two or three usually suffice."""
MAX_REPAIR_ATTEMPTS: Final = 50
"""Number of failed repairs after which the observation is considered contradictory."""
MAX_DEALS: Final = 20000
"""Maximum number of deals: a component that takes cards out of the urns at random may take some that are in hands."""


def determinize(observation: Observation, rng: int | str | Random | Chance) -> Table:
    """Return a random table that is consistent with the observation."""
    chance = chance_from(rng)
    table = table_from_observation(observation, chance.spawn(), None)
    HiddenCardDealer(observation, table, chance).deal()
    if observation.offers:
        table.offers = tuple([place_offer(table, offer, chance) for offer in observation.offers])
    return table


ANY_CHANCE: Final = chance_from(0)


def table_with_hidden_cards(observation: Observation) -> Table:
    """Return the table with all hidden cards left hidden, for questions with a public answer."""
    return table_from_observation(observation, ANY_CHANCE.copy(), observation.component)


def table_from_observation(observation: Observation, chance: Chance, component: Component | None) -> Table:
    """Return a table with everything that the seat sees, and no draw pile."""
    table = Table(observation.config, chance, [0] * len(observation.urns[0]), [], observation, component)
    table.offers = ()
    return table


@final
class HiddenCardDealer:
    """Deals the hidden cards of an observation on a table until a deal is accepted."""

    def __init__(self, observation: Observation, table: Table, chance: Chance) -> None:
        self.observation = observation
        self.table = table
        self.chance = chance
        self.observer = observation.seat
        self.facts = [fact for fact in observation.shown if fact.seat != observation.seat]
        self.exclusions: list[hand_constraints.ExcludedKind] = []
        if observation.component is not None:
            self.exclusions = [item for item in observation.component.excluded_kinds() if item[0] != observation.seat]
        self.min_hidden = min_hidden_counts(observation.hands, self.facts)
        self.remaining: list[list[int]] = []
        """The remaining cards of each urn, by kind."""
        self.sizes: list[int] = []
        self.fill_urns()

    def deal(self) -> None:
        """Deal until a deal is accepted; the rest of the last urn is the draw pile."""
        observation, table = self.observation, self.table
        if self.facts or self.exclusions:
            self.deal_by_rejection_sampling()
        else:
            self.fill_unconstrained()
            while not self.satisfies_component():
                self.reset()
                self.fill_unconstrained()
        if not observation.no_pile:
            table.bag = self.remaining[-1]
            table.bag_size = self.sizes[-1]

    def deal_by_rejection_sampling(self) -> None:
        """Deal with facts or exclusions, and compensate for deals that are sampled too often."""
        constraints = hand_constraints.HandConstraints(self.observation, self.facts, self.exclusions, self.sizes)
        deals = repair_attempts = 0
        while constraints.has_too_many_choices or not self.try_deal(constraints):
            deals += 1
            if repair_attempts == MAX_REPAIR_ATTEMPTS or deals == MAX_DEALS:
                raise BadTable("no table fits this observation")
            self.reset()
            if (deals >= DEALS_BEFORE_REPAIR or constraints.has_too_many_choices) and self.has_enough_cards():
                repair_attempts += 1
                if self.deal_with_repair():
                    break
                self.reset()

    def deal_with_repair(self) -> bool:
        """Deal without constraints, and swap cards until all known facts hold; returns whether that succeeded."""
        self.fill_unconstrained()
        counts = self.remaining[-1]
        pile = [card for card in self.table.kinds for _ in range(counts[card])]
        fits = repair_by_swapping(self.observer, self.table, self.facts, pile, self.chance)
        for card in self.table.kinds:
            counts[card] = pile.count(card)
        return fits

    def try_deal(self, constraints: hand_constraints.HandConstraints) -> bool:
        """Deal once; returns whether the deal is accepted."""
        for seat in range(self.table.players):
            if seat != self.observer:
                hide(self.table.hands[seat], self.table.origins[seat], self.observer)
        probability = constraints.place_required_cards(self.table.hands, self.remaining, self.sizes, self.chance)
        if probability > 0.0 and self.exclusions:
            probability *= self.fill_restricted_positions() / constraints.max_exclusion_probability
        if probability == 0.0:
            return False
        self.fill_unconstrained()
        probability *= constraints.multiplicity_correction(self.table.hands)
        if probability < 1.0 and self.chance.uniform() >= probability:
            return False
        return hand_constraints.all_facts_hold(self.facts, self.table.hands) and self.satisfies_component()

    def fill_urns(self) -> None:
        """Take the urns as the seat knows them, without the cards that the component takes out of them."""
        component = self.observation.component
        self.remaining = [counts.copy() for counts in self.observation.urns]
        if component is not None:
            self.table.component = component.copy()
            self.table.component.determinize(self.table, self.observer, self.remaining, self.chance)
        self.sizes = [sum(counts) for counts in self.remaining]

    def reset(self) -> None:
        for seat in range(self.table.players):
            if seat != self.observer:
                self.table.hands[seat] = self.observation.hands[seat].copy()
        self.table.thalers = self.observation.thalers.copy()
        self.fill_urns()

    def has_enough_cards(self) -> bool:
        """Whether the component has left the cards that are proven to be in hands."""
        for card, count in self.min_hidden.items():
            available = 0
            for counts in self.remaining:
                available += counts[card]
            if available < count:
                return False
        return True

    def satisfies_component(self) -> bool:
        return self.table.component is None or self.table.component.count_violations(self.table) == 0

    def fill_restricted_positions(self) -> float:
        """Fill the positions that exclude some kinds.

        Returns the probability that unconstrained dealing would have respected the exclusions.
        """
        probability = 1.0
        for seat in range(self.table.players):
            hand, origins = self.table.hands[seat], self.table.origins[seat]
            for position in range(hand_constraints.longest_exclusion(self.exclusions, seat)):
                if hand[position] == HIDDEN:
                    pile = pile_of(origins[position])
                    allowed = self.sizes[pile] - hand_constraints.count_excluded(
                        self.exclusions, seat, position, self.remaining[pile]
                    )
                    if allowed == 0:
                        return 0.0
                    probability *= allowed / self.sizes[pile]
                    card = self.draw_allowed(seat, position, self.remaining[pile], allowed)
                    self.remaining[pile][card] -= 1
                    self.sizes[pile] -= 1
                    hand[position] = card
        return probability

    def draw_allowed(self, seat: int, position: int, counts: list[int], allowed: int) -> int:
        """Draw one of the cards that may be at this position."""
        left = self.chance.randbelow(allowed)
        drawn = -1
        for card in self.table.kinds:
            if counts[card] and not hand_constraints.is_excluded(self.exclusions, seat, position, card):
                drawn = card
                left -= counts[card]
                if left < 0:
                    break
        return drawn

    def fill_unconstrained(self) -> None:
        """Fill every hidden position that is still empty with a card of its urn."""
        table, observer, chance = self.table, self.observer, self.chance
        kinds = table.kinds
        has_placed = bool(self.facts or self.exclusions)  # otherwise all hidden positions are empty
        for seat in range(table.players):
            if seat == observer:
                continue
            hand, origins = table.hands[seat], table.origins[seat]
            for position in range(len(hand)):
                origin = origins[position]
                if not hand_constraints.is_hidden(origin, observer) or (has_placed and hand[position] != HIDDEN):
                    continue
                pile = pile_of(origin)
                counts = self.remaining[pile]
                card = chance.pick_among(counts, self.sizes[pile], kinds)
                counts[card] -= 1
                self.sizes[pile] -= 1
                hand[position] = card


def hide(hand: list[int], origins: list[int], observer: int) -> None:
    """Hide all cards that the observer does not know."""
    for position in range(len(hand)):
        if hand_constraints.is_hidden(origins[position], observer):
            hand[position] = HIDDEN


def place_offer(table: Table, offer: Offer, chance: Chance) -> Offer:
    """Choose positions for the hand cards in another seat's offer, where such cards are now."""
    if UNKNOWN_POSITION not in offer.places:
        return offer
    hand = table.hands[offer.seat]
    places: list[int] = []
    for index in range(len(offer.places)):
        place = offer.places[index]
        if place == UNKNOWN_POSITION:
            card = offer.cards[index]
            free = [position for position in range(len(hand)) if hand[position] == card and position not in places]
            place = free[chance.randbelow(len(free))]
        places.append(place)
    return offer.with_places(offer.cards, places)
