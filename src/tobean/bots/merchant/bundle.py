"""Cards whose order does not matter, as one int: a byte each, the lowest kind at the bottom.

The same cards are the same int, so what is known of them is found at once, and a card more or less needs no new list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

CARD_BITS: Final = 8
ONE_CARD: Final = 255
NO_CARDS: Final = 0


def bundled(cards: Sequence[int]) -> int:
    """All these cards."""
    bundle = NO_CARDS
    for card in cards:
        bundle = with_card(bundle, card)
    return bundle


def with_card(bundle: int, card: int) -> int:
    """The bundle with one card more."""
    if bundle == NO_CARDS:
        return card + 1
    shift = 0
    rest = bundle
    while rest & ONE_CARD and rest & ONE_CARD <= card:  # cards are counted from 1, so that 0 is none
        rest >>= CARD_BITS
        shift += CARD_BITS
    return (rest << CARD_BITS | card + 1) << shift | bundle & (1 << shift) - 1


def without_card(bundle: int, card: int) -> int:
    """The bundle with one card less, which must be in it."""
    shift = 0
    rest = bundle
    while rest & ONE_CARD != card + 1:
        if rest == NO_CARDS:
            raise ValueError(f"there is no card {card} among these")
        rest >>= CARD_BITS
        shift += CARD_BITS
    return rest >> CARD_BITS << shift | bundle & (1 << shift) - 1


def cards_in(bundle: int) -> list[int]:
    """The cards, sorted."""
    cards: list[int] = []
    while bundle != NO_CARDS:
        cards.append((bundle & ONE_CARD) - 1)
        bundle >>= CARD_BITS
    return cards
