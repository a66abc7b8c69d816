"""Which thalers are left after the tribute: nobody knows (D16, I1), so a determinized table has to guess.

Each pile before the tribute was public. What is left of it is a part of it, and all that is left together is among the
cards that have not been seen since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.cards import HIDDEN, sorted_cards
from tobean.kernel.state.hands import min_hidden_counts, pile_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.chance import Chance
    from tobean.kernel.state.hands import HandFact

TRIES: Final = 8
"""How often piles are drawn freely before they are fitted to what has been seen."""
SWAPS: Final = 4
"""How many swaps for each card then make one choice about as likely as another."""


def cards_in_bag(bag: list[int]) -> list[int]:
    """The cards in a bag, sorted."""
    return [card for card in range(len(bag)) for _ in range(bag[card])]


def split_tribute(
    thalers: list[tuple[int, ...]],
    thalers_before: tuple[tuple[int, ...], ...],
    concealed: tuple[int, ...],
    chance: Chance,
) -> tuple[int, ...]:
    """While the tribute goes on: split each pile anew in what stays and what was given. Returns the latter."""
    given: list[int] = []
    for seat in range(len(thalers_before)):
        if thalers_before[seat]:
            cards = list(thalers_before[seat])
            chance.shuffle(cards)
            set_kept_thalers(thalers, seat, cards[: concealed[seat]])
            given.extend(cards[concealed[seat] :])
    return sorted_cards(given)


def set_kept_thalers(thalers: list[tuple[int, ...]], seat: int, cards: list[int]) -> None:
    """Lay these cards in place of the veiled ones, which come first in a pile."""
    thalers[seat] = sorted_cards(cards) + thalers[seat][len(cards) :]


def min_held_from_last_pile(
    hands: list[list[int]], origins: list[list[int]], facts: Sequence[HandFact], urns: list[list[int]]
) -> dict[int, int]:
    """How many cards of each kind are proven to be in hands and must have come out of the last urn.

    They can have come out of an older urn only as far as it has them, and as far as a hand has cards of that urn.
    """
    last = len(urns) - 1
    found = min_hidden_counts(hands, facts)
    for older in urns[:last]:
        found = {card: count - older[card] for card, count in found.items()}
    least = dict.fromkeys(found, 0)
    for owner in range(len(hands)):
        proven = min_hidden_counts(hands, [fact for fact in facts if fact.seat == owner])
        for card, count in proven.items():
            elsewhere = 0
            for position in range(len(hands[owner])):
                if hands[owner][position] == HIDDEN:
                    pile = pile_of(origins[owner][position])
                    if pile < last and urns[pile][card]:
                        elsewhere += 1
            least[card] += max(0, count - elsewhere)
    return {card: max(count, least[card]) for card, count in found.items()}


def draw_concealed(
    thalers: list[tuple[int, ...]],
    thalers_before: tuple[tuple[int, ...], ...],
    concealed: tuple[int, ...],
    urn: list[int],
    held: dict[int, int],
    chance: Chance,
) -> None:
    """After the tribute: choose what is left of each pile, and take it out of the urn.

    So many cards of it are proven to be held in hands: they are in no pile.
    """
    if not any(concealed):
        return
    free = urn.copy()
    for card, count in held.items():
        free[card] -= max(0, count)
    chosen: list[list[int]] = []
    for _ in range(TRIES):
        chosen = []
        for seat in range(len(thalers_before)):
            cards = list(thalers_before[seat])
            chance.shuffle(cards)
            chosen.append(cards[: concealed[seat]])
        if is_covered(chosen, free):
            break
    else:
        chosen = TributeMatching(thalers_before, free, chance).choose(concealed)
    for seat in range(len(thalers_before)):
        set_kept_thalers(thalers, seat, chosen[seat])
        for card in chosen[seat]:
            urn[card] -= 1


def is_covered(chosen: list[list[int]], urn: list[int]) -> bool:
    left = urn.copy()
    for cards in chosen:
        for card in cards:
            left[card] -= 1
            if left[card] < 0:
                return False
    return True


class TributeMatching:
    """Finds a choice for all piles that the urn covers: matching by augmenting paths, in random order.

    Some choices come about more easily so than others. Swaps of a card that a pile kept for one that it gave, each as
    likely as its opposite, make up for that.
    """

    def __init__(self, thalers_before: tuple[tuple[int, ...], ...], urn: list[int], chance: Chance) -> None:
        self.urn = urn
        self.chance = chance
        self.kinds = [kind for kind in range(len(urn)) if urn[kind] > 0]
        self.free = [[pile.count(kind) for kind in range(len(urn))] for pile in thalers_before]
        """How many more of each kind a pile could have kept."""
        self.used = [[0] * len(urn) for _ in thalers_before]
        self.total = [0] * len(urn)

    def choose(self, concealed: tuple[int, ...]) -> list[list[int]]:
        places = [seat for seat, count in enumerate(concealed) for _ in range(count)]
        self.chance.shuffle(places)
        for seat in places:
            found = self.add(seat, [False] * len(self.urn))
            assert found, "the true thalers would fit"
        kept = [cards_in_bag(used) for used in self.used]
        given = [cards_in_bag(free) for free in self.free]
        self.swap(places, kept, given)
        return kept

    def swap(self, places: list[int], kept: list[list[int]], given: list[list[int]]) -> None:
        """Swap cards within the piles as long as the urn covers it."""
        chance, urn, total = self.chance, self.urn, self.total
        for _ in range(SWAPS * len(places)):
            seat = places[chance.randbelow(len(places))]
            own, others = kept[seat], given[seat]
            if not others:
                continue
            place, other = chance.randbelow(len(own)), chance.randbelow(len(others))
            old, new = own[place], others[other]
            if old != new and total[new] < urn[new]:
                total[old] -= 1
                total[new] += 1
                own[place], others[other] = new, old

    def add(self, seat: int, tried: list[bool]) -> bool:
        """Let a pile keep one card more; another pile may have to keep a different one for it."""
        kinds = self.kinds.copy()
        self.chance.shuffle(kinds)
        for kind in kinds:
            if tried[kind] or self.free[seat][kind] == 0:
                continue
            tried[kind] = True
            if self.total[kind] < self.urn[kind]:
                self.total[kind] += 1
                self.move(seat, kind, 1)
                return True
            for other in range(len(self.used)):
                if other != seat and self.used[other][kind] > 0:
                    self.move(other, kind, -1)
                    if self.add(other, tried):
                        self.move(seat, kind, 1)
                        return True
                    self.move(other, kind, 1)
        return False

    def move(self, seat: int, kind: int, count: int) -> None:
        self.used[seat][kind] += count
        self.free[seat][kind] -= count
