"""Repair of dealt hands: swaps of hidden cards until all known facts hold, where dealing alone finds no such hands."""

from typing import Final

from tobean.kernel.chance import Chance
from tobean.kernel.state.hands import NO_PILE, is_known_to, pile_of
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import HandFact

SWAPS_PER_FACT: Final = 400
DRAW_PILE: Final = -1
"""The draw pile, in place of a seat."""


def hidden_positions(observer: int, table: Table) -> list[list[tuple[int, int]]]:
    """Return for each draw pile the seats and positions of its cards in other hands that the observer has not seen."""
    positions: list[list[tuple[int, int]]] = [[] for _ in range(table.pile + 1)]
    for seat in range(table.players):
        if seat != observer:
            for position, origin in enumerate(table.origins[seat]):
                if pile_of(origin) != NO_PILE and not is_known_to(origin, observer):
                    positions[pile_of(origin)].append((seat, position))
    return positions


def missing_cards(table: Table, fact: HandFact) -> int:
    """Return the number of cards missing to make the fact true."""
    present = 0
    hand = table.hands[fact.seat]
    for position in range(fact.reach):
        if hand[position] == fact.card:
            present += 1
    return max(0, fact.count - present)


def count_violations(table: Table, facts: list[HandFact]) -> int:
    total = 0 if table.component is None else table.component.count_violations(table)
    for fact in facts:
        total += missing_cards(table, fact)
    return total


def repair_by_swapping(
    observer: int, table: Table, facts: list[HandFact], draw_pile: list[int], chance: Chance
) -> bool:
    """Swap hidden cards of the same pile until all facts hold, undoing harmful swaps; returns whether they hold."""
    positions = hidden_positions(observer, table)
    positions[len(positions) - 1].extend([(DRAW_PILE, index) for index in range(len(draw_pile))])
    violations = count_violations(table, facts)
    for _ in range(SWAPS_PER_FACT * max(1, len(facts))):
        if violations == 0:
            return True
        pile = positions[chance.randbelow(len(positions))]
        if len(pile) < 2:
            continue
        one = pile[chance.randbelow(len(pile))]
        two = pile[chance.randbelow(len(pile))]
        swap(table, draw_pile, one, two)
        after = count_violations(table, facts)
        if after > violations:
            swap(table, draw_pile, one, two)
        else:
            violations = after
    return violations == 0


def swap(table: Table, draw_pile: list[int], one: tuple[int, int], two: tuple[int, int]) -> None:
    first = draw_pile if one[0] == DRAW_PILE else table.hands[one[0]]
    second = draw_pile if two[0] == DRAW_PILE else table.hands[two[0]]
    card = first[one[1]]
    first[one[1]] = second[two[1]]
    second[two[1]] = card
