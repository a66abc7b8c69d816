"""Parser for lists of cards such as `Red, 2 Blue`."""

from typing import Final

from tobean.kernel.cards import HIDDEN, kind_named
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.input_limits import MAX_CARDS, is_number

ANY: Final = -9
"""In partial table texts and expectations: an arbitrary card (`any`)."""


def parse_cards(text: str, allows_any: bool = False) -> list[int]:
    """Parse `Red, 2 Blue` into a list of kinds. `nothing` is empty, `?` a hidden card.

    With `allows_any`, `any` is an arbitrary card.
    """
    text = text.strip()
    if text in ("nothing", "-", ""):
        return []
    cards: list[int] = []
    for part in text.split(","):
        words = part.split()
        count = 1
        if words and is_number(words[0]):
            count = int(words.pop(0))
        if not words:
            raise BadNotation("{part!r} is not a card; write for example `Red, 2 Blue`", part=part.strip())
        if len(cards) + count > MAX_CARDS:
            raise BadNotation("too many cards in one list; the maximum is {most}", most=MAX_CARDS)
        name = " ".join(words)
        is_any = allows_any and name.lower() in ("any", "card", "cards")
        card = HIDDEN if name == "?" else ANY if is_any else kind_named(name)
        cards.extend([card] * count)
    return cards


def parse_known_cards(text: str) -> tuple[int, ...]:
    """Parse cards of known kinds, in order."""
    cards = parse_cards(text, allows_any=True)
    if any(card < 0 for card in cards):
        raise BadNotation("{text!r} must name kinds of beans", text=text.strip())
    return tuple(cards)


def parse_kinds(text: str) -> tuple[int, ...]:
    """Parse cards of known kinds, sorted."""
    return tuple(sorted(parse_known_cards(text)))
