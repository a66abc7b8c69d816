"""Sampling of the thalers left after the tribute, which are hidden from all (D16, I1), for determinized tables.

Each pile before the tribute was public. The thalers left are a part of it, and all that are left together are among the
cards that have not been seen since.
"""

from collections.abc import Sequence
from typing import Final

from tobean.kernel.cards import HIDDEN, sorted_cards
from tobean.kernel.chance import Chance
from tobean.kernel.state.hands import min_hidden_counts, pile_of
from tobean.kernel.trade.offers import HandFact

TRIES: Final = 8
"""Number of attempts to draw piles freely before they are fitted to the unseen cards."""
SWAPS: Final = 4
"""Number of swaps per card that then make all choices about equally likely."""


def cards_in_bag(bag: list[int]) -> list[int]:
    return [card for card in range(len(bag)) for _ in range(bag[card])]


def split_tribute(
    thalers: list[tuple[int, ...]],
    thalers_before: tuple[tuple[int, ...], ...],
    concealed: tuple[int, ...],
    chance: Chance,
) -> tuple[int, ...]:
    """Redistribute each pile into remaining and paid thalers, during the tribute. Returns the paid ones."""
    paid: list[int] = []
    for seat in range(len(thalers_before)):
        if thalers_before[seat]:
            cards = list(thalers_before[seat])
            chance.shuffle(cards)
            set_kept_thalers(thalers, seat, cards[: concealed[seat]])
            paid.extend(cards[concealed[seat] :])
    return sorted_cards(paid)


def set_kept_thalers(thalers: list[tuple[int, ...]], seat: int, cards: list[int]) -> None:
    """Replace the concealed thalers, which come first in a pile."""
    thalers[seat] = sorted_cards(cards) + thalers[seat][len(cards) :]


def min_held_from_last_pile(
    hands: list[list[int]], origins: list[list[int]], facts: Sequence[HandFact], urns: list[list[int]]
) -> dict[int, int]:
    """Return, for each kind, how many cards are proven to be in hands and must have come from the last urn.

    They can have come from an older urn only as far as it has them, and as far as a hand has cards of that urn.
    """
    last = len(urns) - 1
    minimum = min_hidden_counts(hands, facts)
    for older in urns[:last]:
        minimum = {card: count - older[card] for card, count in minimum.items()}
    per_hand = dict.fromkeys(minimum, 0)
    for owner in range(len(hands)):
        proven = min_hidden_counts(hands, [fact for fact in facts if fact.seat == owner])
        for card, count in proven.items():
            from_older_urns = 0
            for position in range(len(hands[owner])):
                if hands[owner][position] == HIDDEN:
                    pile = pile_of(origins[owner][position])
                    if pile < last and urns[pile][card]:
                        from_older_urns += 1
            per_hand[card] += max(0, count - from_older_urns)
    return {card: max(count, per_hand[card]) for card, count in minimum.items()}


def draw_concealed(
    thalers: list[tuple[int, ...]],
    thalers_before: tuple[tuple[int, ...], ...],
    concealed: tuple[int, ...],
    urn: list[int],
    held: dict[int, int],
    chance: Chance,
) -> None:
    """Choose the remaining thalers of each pile, after the tribute, and take them out of the urn.

    `held` is the number of cards of each kind that are proven to be in hands, and thus in no pile.
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

    This favours some choices over others. Swaps of a kept card for a paid one within a pile, each as likely as its
    reverse, compensate for that.
    """

    def __init__(self, thalers_before: tuple[tuple[int, ...], ...], urn: list[int], chance: Chance) -> None:
        self.urn = urn
        self.chance = chance
        self.kinds = [kind for kind in range(len(urn)) if urn[kind] > 0]
        self.free = [[pile.count(kind) for kind in range(len(urn))] for pile in thalers_before]
        """Number of cards of each kind that a pile could still keep."""
        self.used = [[0] * len(urn) for _ in thalers_before]
        self.total = [0] * len(urn)

    def choose(self, concealed: tuple[int, ...]) -> list[list[int]]:
        places = [seat for seat, count in enumerate(concealed) for _ in range(count)]
        self.chance.shuffle(places)
        for seat in places:
            added = self.add(seat, [False] * len(self.urn))
            assert added, "the true thalers would fit"
        kept = [cards_in_bag(used) for used in self.used]
        paid = [cards_in_bag(free) for free in self.free]
        self.swap(places, kept, paid)
        return kept

    def swap(self, places: list[int], kept: list[list[int]], paid: list[list[int]]) -> None:
        """Swap cards within the piles while the urn covers them."""
        chance, urn, total = self.chance, self.urn, self.total
        for _ in range(SWAPS * len(places)):
            seat = places[chance.randbelow(len(places))]
            own, others = kept[seat], paid[seat]
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
