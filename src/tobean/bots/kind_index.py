"""Index of the bean kinds of a game for value networks, and card counts by that index."""

from typing import Final

from tobean.kernel.cards import KIND_OF
from tobean.kernel.observation.observation import Observation
from tobean.kernel.rules import Rules

NOT_A_BEAN: Final = -1

KIND_INDEXES: Final[dict[tuple[int, ...], list[int]]] = {}
"""Cache of `kind_index_of`, by the beans of a game."""


def kind_index_of(rules: Rules) -> list[int]:
    """Return for each card its index among the bean kinds of a game, or NOT_A_BEAN."""
    beans = tuple([bean.kind for bean in rules.beans])
    cached = KIND_INDEXES.get(beans)
    if cached is not None and len(cached) == len(KIND_OF):
        return cached
    index_by_kind = [NOT_A_BEAN] * len(KIND_OF)
    count = 0  # several card numbers may share one kind
    for bean in rules.beans:
        kind = KIND_OF[bean.kind]
        if index_by_kind[kind] == NOT_A_BEAN:
            index_by_kind[kind] = count
            count += 1
    kind_index = [index_by_kind[kind] if 0 <= kind < len(index_by_kind) else NOT_A_BEAN for kind in KIND_OF]
    KIND_INDEXES[beans] = kind_index
    return kind_index


def kind_count(kind_index: list[int]) -> int:
    """Return the number of different bean kinds."""
    kinds = 0
    for number in kind_index:
        kinds = max(kinds, number + 1)
    return kinds


def unseen_counts(view: Observation, kind_index: list[int], kinds: int) -> list[int]:
    """Count the cards of each kind that this seat has not seen; the last entry is the total of all cards."""
    counts = [0] * (kinds + 1)
    for urn in view.urns:
        for card in range(len(urn)):
            if urn[card]:
                counts[kinds] = counts[kinds] + urn[card]
                if kind_index[card] != NOT_A_BEAN:
                    counts[kind_index[card]] = counts[kind_index[card]] + urn[card]
    return counts


def discard_counts(view: Observation, kind_index: list[int], kinds: int) -> list[int]:
    counts = [0] * kinds
    for card in view.discard:
        if kind_index[card] != NOT_A_BEAN:
            counts[kind_index[card]] = counts[kind_index[card]] + 1
    return counts
