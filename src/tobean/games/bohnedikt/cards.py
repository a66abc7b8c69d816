"""Kinds of the cards of Bohnedikt: sixteen edicts, which are beans, and 38 sacrifice cards, which are not."""

from typing import Final

from tobean.games.bohnanza.cards import BEANS, BLUE, CHILI, GREEN, RED, SOY, STINK
from tobean.kernel.cards import HIDDEN, KIND_NAMES, KIND_OF, Extra, register_kind

# --- edicts ------------------------------------------------------------------------------------------------

EDICT: Final = register_kind("Edict")
"""The kind under which all edicts are requested (D6)."""


EDICT_KINDS: Final = tuple(
    [
        register_kind(code, of=EDICT)
        for code in (
            "U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8",
        )
    ]
)  # fmt: skip
"""The edicts of the printed game. Kind numbers and the features that nets were trained on follow this order, so
further edicts are not listed here: `Edict` registers its kind."""


def is_edict(card: int) -> bool:
    return card >= 0 and KIND_OF[card] == EDICT


# --- sacrifice cards ---------------------------------------------------------------------------------------

SACRIFICE_BACK: Final = register_kind("Sacrifice")
"""The back of a sacrifice card, which is all that the other players see of it (I1, I2)."""

SACRIFICE_PAIRS: Final[dict[int, tuple[int, int]]] = {}
"""The two kinds that a sacrifice card shows."""


def register_sacrifice(first: int, second: int) -> int:
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
            extras.append(Extra(register_sacrifice(kinds[first], kinds[second]), count, source))
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
