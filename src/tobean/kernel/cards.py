"""Kinds of cards, and what a harvest of beans pays (K1, K6).

A card is represented by the number of its kind. Games register the kinds they use, so a new game brings its own kinds
without a change to the kernel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tobean.kernel.base.value_object import reduce_dataclass
from tobean.kernel.errors import BadNotation

HIDDEN: Final = -1
"""A card whose kind the viewer may not know (I1)."""

KIND_NAMES: Final[list[str]] = []
"""The English name of each kind, by number. Catalogues translate from it."""

KIND_OF: Final[list[int]] = []
"""The kind under which a card is requested in trades: for most cards its own number."""

SINGLE_CARD: Final[list[tuple[int, ...]]] = []
"""The tuple of one card, by kind. Shared, because playouts start millions of fields."""

_BY_NAME: Final[dict[str, int]] = {}


def register_kind(name: str, of: int = -1) -> int:
    """Return the number of a kind; a new name gets the next number.

    `of` is for cards that differ from each other but are requested as one kind.
    """
    number = _BY_NAME.get(name.lower())
    if number is not None:
        return number
    KIND_NAMES.append(name)
    KIND_OF.append(len(KIND_NAMES) - 1 if of < 0 else of)
    SINGLE_CARD.append((len(KIND_NAMES) - 1,))
    _BY_NAME[name.lower()] = len(KIND_NAMES) - 1
    return len(KIND_NAMES) - 1


def kind_named(name: str) -> int:
    """Return the kind with this English name, ignoring case."""
    number = _BY_NAME.get(name.strip().lower())
    if number is None and "/" in name:  # cards that show two kinds can be named in either order
        number = _BY_NAME.get("/".join([part.strip().lower() for part in reversed(name.split("/"))]))
    if number is None:
        raise BadNotation("unknown kind of card: {name!r}", name=name.strip())
    return number


def name_of(card: int) -> str:
    if card == HIDDEN:
        return "?"
    return KIND_NAMES[card] if 0 <= card < len(KIND_NAMES) else f"card {card}"


def cards_text(cards: Sequence[int]) -> str:
    """Format cards in order, with equal neighbours counted: `Red, 2 Blue, Soy`."""
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
    """The printed facts of one kind of bean, and their source."""

    kind: int
    count: int
    steps: tuple[int, ...]
    """Cards needed for 1, 2, 3 and 4 thalers; 0 where the beanometer has no such step."""
    provenance: str
    text: str = ""
    """Other text printed on the card."""
    names_by_language: tuple[tuple[str, str], ...] = ()
    """Names that a custom card set gives to the bean: pairs of a language code and a name."""

    def __repr__(self) -> str:
        steps = " ".join([str(step) if step else "-" for step in self.steps])
        return f"<Bean {self.name}: {self.count} cards, pays at {steps}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)

    def __hash__(self) -> int:
        """Cheap on purpose: the tuple of a game's beans is the key of its pay tables."""
        return self.kind

    @property
    def name(self) -> str:
        return KIND_NAMES[self.kind]

    def custom_name(self, language: str) -> str:
        """Return the name in a custom card set; "" if the set gives none in this language."""
        for code, name in self.names_by_language:
            if code == language:
                return name
        return ""

    def pays(self, cards: int) -> int:
        """Return the thalers for harvesting this number of cards: the highest step reached (K6)."""
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
    """Whether the rules determine the number of cards, so that a custom card set cannot change it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)


_PAY_TABLES: Final[dict[tuple[Bean, ...], list[list[int]]]] = {}
MAX_PAY_TABLES: Final = 64
"""Maximum number of cached pay tables; custom card sets could otherwise fill the memory."""


def pay_tables(beans: tuple[Bean, ...]) -> list[list[int]]:
    """Return for each kind what 0, 1, 2, ... cards pay; beyond the end of a list its last figure applies."""
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
    """Return the different kinds among a few cards, sorted."""
    kinds: list[int] = []
    for card in cards:
        if not kinds or card not in kinds:
            kinds.append(card)
    if len(kinds) > 1:
        kinds.sort()
    return kinds


def sorted_cards(cards: Sequence[int]) -> tuple[int, ...]:
    row = tuple(cards)
    for index in range(1, len(row)):
        if row[index - 1] > row[index]:
            return tuple(sorted(row))
    return row
