"""Sampling of hidden cards for the reference population, as `determinize` did it when it was frozen.

Each urn of the observation is shuffled over the hidden positions filled from its pile. If the deal contradicts the
known facts it is repeated; after several failures cards are swapped until all facts hold.
"""

from typing import Final

from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.constraint_repair import count_violations, hidden_positions, repair_by_swapping
from tobean.kernel.observation.determinize import place_offer, table_from_observation
from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.piles import fill_bag
from tobean.kernel.table import Table

FRESH_DEALS: Final = 8


def frozen_determinize(observation: Observation, chance: Chance) -> Table:
    """Sample a table that the observing seat cannot tell from the real one."""
    table = table_from_observation(observation, chance_from(chance.new_seed()), None)
    facts = [fact for fact in observation.shown if fact.seat != observation.seat]
    rest = fill_in(observation, table, chance)
    deals = 1
    while count_violations(table, facts):
        if deals >= FRESH_DEALS and repair_by_swapping(observation.seat, table, facts, rest, chance):
            break
        if observation.component is not None:
            table = table_from_observation(observation, table.chance, None)
        rest = fill_in(observation, table, chance)
        deals += 1
    if not observation.no_pile:
        fill_bag(table, rest)
    table.offers = tuple([place_offer(table, offer, chance) for offer in observation.offers])
    return table


def fill_in(observation: Observation, table: Table, chance: Chance) -> list[int]:
    """Deal all hidden cards; returns the draw pile."""
    urns = observation.urns
    if observation.component is not None:
        urns = [counts.copy() for counts in observation.urns]
        table.component = observation.component.copy()
        table.component.determinize(table, observation.seat, urns, chance)
    return deal_hidden(observation.seat, table, urns, chance)


def deal_hidden(seat: int, table: Table, urns: list[list[int]], chance: Chance) -> list[int]:
    """Deal each urn over the hidden positions of its pile; the rest of the last urn is the draw pile."""
    places = hidden_positions(seat, table)
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
