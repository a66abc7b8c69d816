"""Multiset of cards as one int: one byte per card, the lowest kind in the lowest byte.

Equal multisets are equal ints, so they serve as keys, and adding or removing a card needs no new list.
"""

from collections.abc import Sequence
from typing import Final

CARD_BITS: Final = 8
CARD_MASK: Final = 255
EMPTY_MULTISET: Final = 0


def multiset_of(cards: Sequence[int]) -> int:
    multiset = EMPTY_MULTISET
    for card in cards:
        multiset = with_card(multiset, card)
    return multiset


def with_card(multiset: int, card: int) -> int:
    if multiset == EMPTY_MULTISET:
        return card + 1
    shift = 0
    rest = multiset
    while rest & CARD_MASK and rest & CARD_MASK <= card:  # bytes hold card + 1, so that 0 means none
        rest >>= CARD_BITS
        shift += CARD_BITS
    return (rest << CARD_BITS | card + 1) << shift | multiset & (1 << shift) - 1


def without_card(multiset: int, card: int) -> int:
    """Remove a card, which must be there."""
    shift = 0
    rest = multiset
    while rest & CARD_MASK != card + 1:
        if rest == EMPTY_MULTISET:
            raise ValueError(f"there is no card {card} among these")
        rest >>= CARD_BITS
        shift += CARD_BITS
    return rest >> CARD_BITS << shift | multiset & (1 << shift) - 1


def multiset_cards(multiset: int) -> list[int]:
    cards: list[int] = []
    while multiset != EMPTY_MULTISET:
        cards.append((multiset & CARD_MASK) - 1)
        multiset >>= CARD_BITS
    return cards
