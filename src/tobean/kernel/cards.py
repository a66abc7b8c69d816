"""Kinds of beans, and what a harvest of them pays (K1, K6).

A card is the number of its kind. Kinds are registered by the games that use them, so that a new game
brings its own kinds and the kernel stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.input_limits import MAX_DIGITS
from tobean.kernel.state.value_object import reduce_dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence


def is_number(text: str) -> bool:
    """A whole number of sensible size in plain digits: Python's own `isdigit` lets superscripts pass."""
    return text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS


HIDDEN: Final = -1
"""A card whose kind the viewer may not know (I1)."""

KIND_NAMES: Final[list[str]] = []
"""The English name of each kind, by its number. Other languages find theirs by it, in the catalogues."""

KIND_OF: Final[list[int]] = []
"""The kind that a card counts as when somebody asks for it: for most cards the card itself."""

IS_OWN_KIND: Final[list[tuple[int, ...]]] = []
"""A row of one card, by its kind: shared, because rows are begun by the million."""

_BY_NAME: Final[dict[str, int]] = {}


def kind(name: str, of: int = -1) -> int:
    """The number of a kind; a name not heard before is given the next one.

    `of` is for cards that differ among themselves but are asked for as one kind.
    """
    known = _BY_NAME.get(name.lower())
    if known is not None:
        return known
    KIND_NAMES.append(name)
    KIND_OF.append(len(KIND_NAMES) - 1 if of < 0 else of)
    IS_OWN_KIND.append((len(KIND_NAMES) - 1,))
    _BY_NAME[name.lower()] = len(KIND_NAMES) - 1
    return len(KIND_NAMES) - 1


def kind_named(name: str) -> int:
    """The number of the kind with this English name; upper and lower case are the same."""
    found = _BY_NAME.get(name.strip().lower())
    if found is None and "/" in name:  # cards that show two kinds are named in either order
        found = _BY_NAME.get("/".join([part.strip().lower() for part in reversed(name.split("/"))]))
    if found is None:
        raise BadNotation("there is no bean called {name!r}", name=name.strip())
    return found


def name_of(card: int) -> str:
    if card == HIDDEN:
        return "?"
    return KIND_NAMES[card] if 0 <= card < len(KIND_NAMES) else f"card {card}"


def cards_text(cards: Sequence[int]) -> str:
    """Cards in order, equal neighbours counted: `Red, 2 Blue, Soy`."""
    parts: list[str] = []
    index = 0
    while index < len(cards):
        count = 1
        while index + count < len(cards) and cards[index + count] == cards[index]:
            count += 1
        parts.append(name_of(cards[index]) if count == 1 else f"{count} {name_of(cards[index])}")
        index += count
    return ", ".join(parts) if parts else "nothing"


@dataclass(frozen=True)
class Bean:
    """What is printed on the cards of one kind, and how we know."""

    kind: int
    count: int
    steps: tuple[int, ...]
    """Cards needed for 1, 2, 3 and 4 thalers; 0 where the beanometer has no such step."""
    provenance: str
    text: str = ""
    """What else is printed on it."""
    called: tuple[str, str] = ("", "")
    """Other names for it, English and German, of a card set of one's own."""

    def __repr__(self) -> str:
        steps = " ".join([str(step) if step else "-" for step in self.steps])
        return f"<Bean {self.name}: {self.count} cards, pays at {steps}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)

    def __hash__(self) -> int:
        """A cheap one: the beans of a game are the key to its pay tables."""
        return self.kind

    @property
    def name(self) -> str:
        return KIND_NAMES[self.kind]

    def pays(self, cards: int) -> int:
        """Thalers for a harvest of so many cards: the highest step reached (K6)."""
        best = 0
        for thalers, needed in enumerate(self.steps, start=1):
            if needed and cards >= needed:
                best = thalers
        return best


@dataclass(frozen=True)
class Extra:
    """Cards of a game that are not beans."""

    kind: int
    count: int
    provenance: str
    text: str = ""
    fixed: bool = False
    """Its number is a matter of the rules and cannot be changed by a card set of one's own."""

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)


_PAY_TABLES: Final[dict[tuple[Bean, ...], list[list[int]]]] = {}
MAX_PAY_TABLES: Final = 64
"""So many are kept: everybody may bring card sets of their own."""


def pay_tables(beans: tuple[Bean, ...]) -> list[list[int]]:
    """For each kind a list of what 0, 1, 2, ... cards pay. Past its end the last figure holds."""
    tables = _PAY_TABLES.get(beans)
    if tables is None:
        tables = [[0] for _ in range(max(bean.kind for bean in beans) + 1)]
        for bean in beans:
            tables[bean.kind] = [bean.pays(cards) for cards in range(max(bean.steps, default=0) + 1)]
        if len(_PAY_TABLES) >= MAX_PAY_TABLES:
            _PAY_TABLES.clear()
        _PAY_TABLES[beans] = tables
    return tables


def distinct_kinds(cards: Sequence[int]) -> list[int]:
    """The different ones of some few cards, sorted."""
    found: list[int] = []
    for card in cards:
        if not found or card not in found:
            found.append(card)
    if len(found) > 1:
        found.sort()
    return found


def sorted_cards(cards: Sequence[int]) -> tuple[int, ...]:
    held = tuple(cards)
    for index in range(1, len(held)):
        if held[index - 1] > held[index]:
            return tuple(sorted(held))
    return held
