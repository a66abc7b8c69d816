"""Tables that a seat cannot tell from the real one.

The hidden cards are dealt anew: each urn of the observation is shuffled over the hidden places that its pile filled.
What the others have proven by their offers (`shown`) is kept: a deal that fits is first looked for by dealing again,
which is uniform over all that fit; where that fails a few times, cards are swapped until they fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.frame import frame_of
from tobean.kernel.hands import NO_PILE, known_to, pile_of
from tobean.kernel.piles import fill_bag
from tobean.kernel.places import SOMEWHERE
from tobean.kernel.table import Table

if TYPE_CHECKING:
    from random import Random

    from tobean.kernel.component import Component
    from tobean.kernel.hands import Shown
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

FRESH_DEALS: Final = 8
SWAPS_A_DEAL: Final = 400


def determinize(observation: Observation, rng: int | str | Random | Chance) -> Table:
    """A table that looks to the observing seat just like the real one; the rest is by chance."""
    chance = chance_from(rng)
    table = laid_out(observation, chance_from(chance.bits()), None)
    facts = [fact for fact in observation.shown if fact.seat != observation.seat]
    rest = fill_in(observation, table, chance)
    deals = 1
    while not fits(table, facts):
        if deals >= FRESH_DEALS and swap_until_fit(observation.seat, table, facts, rest, chance):
            break
        if observation.component is not None:
            table = laid_out(observation, table.chance, None)
        rest = fill_in(observation, table, chance)
        deals += 1
    if not observation.no_pile:
        fill_bag(table, rest)
    table.offers = tuple([place_offer(table, offer, chance) for offer in observation.offers])
    return table


def as_seen(observation: Observation) -> Table:
    """The table with all that is hidden left hidden: for questions whose answer is public."""
    return laid_out(observation, chance_from(0), observation.component)


def laid_out(observation: Observation, chance: Chance, component: Component | None) -> Table:
    """A table on which lies what the seat sees, and no draw pile."""
    rules = observation.rules
    frame = frame_of(rules, observation.players, observation.options)
    bag = [0] * (max(bean.kind for bean in rules.beans) + 1)
    table = Table(frame, chance, bag, [], observation, component)
    table.offers = ()
    return table


def fill_in(observation: Observation, table: Table, chance: Chance) -> list[int]:
    """Deal all that is hidden; returns the draw pile."""
    urns = observation.urns
    if observation.component is not None:
        urns = [counts.copy() for counts in observation.urns]
        table.component = observation.component.copy()
        table.component.determinize(table, observation.seat, urns, chance)
    return deal_hidden(observation.seat, table, urns, chance)


def deal_hidden(seat: int, table: Table, urns: list[list[int]], chance: Chance) -> list[int]:
    """Deal each urn over the hidden places of its pile; what is left of the last urn is the draw pile."""
    places = hidden_places(seat, table)
    rest: list[int] = []
    for pile in range(len(urns)):
        rest = []
        counts = urns[pile]
        for card in range(len(counts)):
            rest.extend([card] * counts[card])
        chance.shuffle(rest)
        for owner, position in places[pile]:
            table.hands[owner][position] = rest.pop()
    return rest


def hidden_places(seat: int, table: Table) -> list[list[tuple[int, int]]]:
    """For each draw pile the places in the others' hands that hold its cards and that this seat has not seen."""
    places: list[list[tuple[int, int]]] = [[] for _ in range(table.pile + 1)]
    for owner in range(table.players):
        if owner != seat:
            for position, origin in enumerate(table.origins[owner]):
                if pile_of(origin) != NO_PILE and not known_to(origin, seat):
                    places[pile_of(origin)].append((owner, position))
    return places


def missing(table: Table, fact: Shown) -> int:
    """How many cards are wanting to make the fact true."""
    held = 0
    hand = table.hands[fact.seat]
    for position in range(fact.reach):
        if hand[position] == fact.card:
            held += 1
    return max(0, fact.count - held)


def lacking(table: Table, facts: list[Shown]) -> int:
    total = 0 if table.component is None else table.component.lacking(table)
    for fact in facts:
        total += missing(table, fact)
    return total


def fits(table: Table, facts: list[Shown]) -> bool:
    return lacking(table, facts) == 0


def swap_until_fit(seat: int, table: Table, facts: list[Shown], rest: list[int], chance: Chance) -> bool:
    """Swap hidden cards of the same pile, never to the worse, until all facts hold; False if that fails."""
    places = hidden_places(seat, table)
    # In place of a seat, -1 is the draw pile.
    places[len(places) - 1].extend([(-1, index) for index in range(len(rest))])
    wanting = lacking(table, facts)
    for _ in range(SWAPS_A_DEAL * max(1, len(facts))):
        if wanting == 0:
            return True
        pile = places[chance.below(len(places))]
        if len(pile) < 2:
            continue
        one = pile[chance.below(len(pile))]
        two = pile[chance.below(len(pile))]
        swap(table, rest, one, two)
        after = lacking(table, facts)
        if after > wanting:
            swap(table, rest, one, two)
        else:
            wanting = after
    return wanting == 0


def swap(table: Table, rest: list[int], one: tuple[int, int], two: tuple[int, int]) -> None:
    first = rest if one[0] < 0 else table.hands[one[0]]
    second = rest if two[0] < 0 else table.hands[two[0]]
    card = first[one[1]]
    first[one[1]] = second[two[1]]
    second[two[1]] = card


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
