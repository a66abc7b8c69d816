"""The cards of Bohnedikt: sixteen edicts, which are beans, and 38 sacrifice cards, which are not."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnanza.cards import BEANS, BLUE, CHILI, GREEN, RED, SOY, STINK
from tobean.kernel.cards import HIDDEN, KIND_NAMES, KIND_OF, Bean, Extra, register_kind

# --- edicts ------------------------------------------------------------------------------------------------

EDICT: Final = register_kind("Edict")
"""The kind in which edicts are requested: all of them count as one kind (D6)."""


def edict(name: str) -> int:
    return register_kind(name, of=EDICT)


U1: Final = edict("U1")
U2: Final = edict("U2")
U3: Final = edict("U3")
U4: Final = edict("U4")
U5: Final = edict("U5")
U6: Final = edict("U6")
U7: Final = edict("U7")
U8: Final = edict("U8")
F1: Final = edict("F1")
F2: Final = edict("F2")
F3: Final = edict("F3")
F4: Final = edict("F4")
F5: Final = edict("F5")
F6: Final = edict("F6")
F7: Final = edict("F7")
F8: Final = edict("F8")

UNFAVOURABLE: Final = (U1, U2, U3, U4, U5, U6, U7, U8)
FAVOURABLE: Final = (F1, F2, F3, F4, F5, F6, F7, F8)

NAMED: Final = {
    U1: "Edict “Right neighbour barred”",
    U2: "Edict “Left neighbour barred”",
    U3: "Edict “One partner”",
    U4: "Edict “One deal”",
    U5: "Edict “No hand cards”",
    U6: "Edict “No turned-over cards”",
    U7: "Edict “Give more”",
    U8: "Edict “No offers”",
    F1: "Edict “One more card”",
    F2: "Edict “From the discard pile”",
    F3: "Edict “Discard instead”",
    F4: "Edict “Gift to the right”",
    F5: "Edict “Gift to the left”",
    F6: "Edict “Back to the hand”",
    F7: "Edict “Trade on”",
    F8: "Edict “Demanded swap”",
}
"""Names for players."""

TEXTS: Final = {
    U1: "No deals with your right neighbour",
    U2: "No deals with your left neighbour",
    U3: "Deals with one player only: your first deal decides which",
    U4: "One deal at the most",
    U5: "You may stake no hand cards",
    U6: "You may stake no turned-over cards",
    U7: "In every deal you must give more cards than you get",
    U8: "You may make no offers; you may accept",
    F1: "You may at once turn over one more card, if there is one",
    F2: "You may at once add the top card of the discard pile to the turned-over cards, if there is one",
    F3: "In phase 3 you may discard any of your turned-over cards that are left, in any order, instead of "
    "planting them",
    F4: "Once in this phase you may give your right neighbour one hand card or turned-over card; they cannot refuse",
    F5: "Once in this phase you may give your left neighbour one hand card or turned-over card; they cannot refuse",
    F6: "In phase 3 you may put any cards set aside before you at the back of your hand, in any order, instead of "
    "planting them",
    F7: "Cards set aside before you may be staked in later deals of this phase",
    F8: "Once in this phase name a player, a kind and one hand card or turned-over card of yours: if they hold that "
    "kind in hand they must swap one such card for yours",
}
"""The texts of the edicts. Only U1's text is in the rulebook; the others are reconstructed."""

EDICTS: Final = tuple(
    [
        # No beanometer (D4).
        Bean(card, 1, (), "rulebook" if card == U1 else "reconstructed; rulebook: sixteen cards", text)
        for card, text in TEXTS.items()
    ]
)


def is_edict(card: int) -> bool:
    return card >= 0 and KIND_OF[card] == EDICT


# --- sacrifice cards ---------------------------------------------------------------------------------------

SACRIFICE_BACK: Final = register_kind("Sacrifice")
"""The back of a sacrifice card, which is all that the other players see of it (I1, I2)."""

SACRIFICE_PAIRS: Final[dict[int, tuple[int, int]]] = {}
"""The two kinds that a sacrifice card shows."""


def sacrifice(first: int, second: int) -> int:
    card = register_kind(f"{KIND_NAMES[first]}/{KIND_NAMES[second]}")
    SACRIFICE_PAIRS[card] = (first, second)
    return card


def sacrifice_cards() -> tuple[Extra, ...]:
    """Return 38 cards: each pair of different kinds once, the pairs among the five most frequent kinds once more.

    Pairs of one kind exist for custom card sets (D8).
    """
    frequent = (BLUE, CHILI, STINK, GREEN, SOY)
    kinds = [bean.kind for bean in BEANS]
    extras: list[Extra] = []
    for first in range(len(kinds)):
        for second in range(first, len(kinds)):
            count = 2 if kinds[first] in frequent and kinds[second] in frequent else 1
            source = "reconstructed; rulebook: 38 cards"
            if first == second:
                count, source = 0, "reconstructed; for card sets of one's own"
            if (kinds[first], kinds[second]) == (GREEN, RED):
                source += ", one of them this"
            extras.append(Extra(sacrifice(kinds[first], kinds[second]), count, source))
    return tuple(extras)


SACRIFICES: Final = sacrifice_cards()

SACRIFICE_KINDS: Final[list[int]] = sorted(SACRIFICE_PAIRS)

NOT_SHOWN: Final = -1
SHOWN: Final[list[tuple[int, int]]] = [
    SACRIFICE_PAIRS.get(card, (NOT_SHOWN, NOT_SHOWN)) for card in range(SACRIFICE_KINDS[-1] + 1)
]
"""`SACRIFICE_PAIRS` by card number, for fast access: it is read at every decision."""


def is_sacrifice(card: int) -> bool:
    return 0 <= card < len(SHOWN) and SHOWN[card][0] != NOT_SHOWN


def back_of(card: int) -> int:
    """Return the back of a hand card: a sacrifice card has one of its own (I2)."""
    return SACRIFICE_BACK if is_sacrifice(card) else HIDDEN
