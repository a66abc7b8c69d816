"""Expectations of a scenario: an entry of the table or of an observation, compared with its actual value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tobean.kernel.base.seats import SEAT_LETTERS, seat_name
from tobean.kernel.cards import cards_text
from tobean.kernel.errors import BadInput, BadNotation, Phrase
from tobean.kernel.notation.card_parser import ANY
from tobean.kernel.notation.input_limits import MAX_CARDS, is_number
from tobean.record.notation import parse_action, parse_cards, parse_seat
from tobean.record.position_defaults import letters_for, with_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.component import Component
    from tobean.kernel.table import Table

CARD_KEYS: Final = (
    "hand", "field", "thalers", "aside", "discard", "turned", "draw top", "draw bag", "unseen",
)  # fmt: skip
UNORDERED_KEYS: Final = ("thalers", "aside", "turned", "draw bag", "unseen")
"""Piles whose order has no meaning for players. Components name their own such piles."""


def expectation_entries(table: Table) -> dict[str, str]:
    """Return the entries that exist only for expectations."""
    return {
        "draw": str(table.draw_size),
        "phase": str(table.phase),
        "awaited": "nobody" if table.over else seat_name(table.awaited),
        "over": "yes" if table.over else "no",
        "result": str(table.result()) if table.over else "none",
        "winner": table.result().winner_text() if table.over else "none",
        "offers": ", ".join(str(offer.number) for offer in table.offers) or "nothing",
    }


def compare(
    actual_entries: dict[str, str],
    component: Component | None,
    names: Sequence[str],
    key: str,
    expected: str,
    viewer: str = "",
) -> Phrase | None:
    """Return the difference between an expectation and the actual value, or None."""
    title = Phrase("{viewer} sees {what}", viewer=viewer, what=key) if viewer else key
    letter_key = with_letters(key, names)
    if letter_key.startswith("fields "):
        return compare_fields(actual_entries, component, names, letter_key, title, expected)
    if letter_key in actual_entries:
        return compare_entry(actual_entries[letter_key], component, names, letter_key, title, expected)
    if not re.fullmatch(rf"(offer|call|shown|lacks) \d+|field [{SEAT_LETTERS}] \d+", letter_key):
        raise BadInput("unknown entry {key!r}; known: {known}", key=key, known=", ".join(actual_entries))
    actual = Phrase("no such field") if letter_key.startswith("field") else "nothing"
    return difference(title, expected.strip(), actual)


def compare_fields(
    actual_entries: dict[str, str],
    component: Component | None,
    names: Sequence[str],
    key: str,
    title: str | Phrase,
    expected: str,
) -> Phrase | None:
    """Compare all fields of a seat, written as `fields A: 2 Red / nothing`."""
    letter = key.split()[1]
    rows = [value for name, value in actual_entries.items() if name.startswith(f"field {letter} ")]
    actual = " / ".join(normalized("field", row, component, names) for row in rows)
    wanted = " / ".join(normalized("field", row, component, names) for row in expected.split("/"))
    return difference(title, wanted, actual)


def compare_entry(
    actual: str, component: Component | None, names: Sequence[str], key: str, title: str | Phrase, expected: str
) -> Phrase | None:
    if "not=" not in expected:
        actual = re.sub(r" not=[^\s,]+", "", actual)  # excluded kinds are compared only on request
    items = None if component is None else component.other_cards_in(key)
    if is_cards(key, component) or items is not None:
        return compare_cards(actual, items, component, key, title, expected.strip())
    wanted = normalized(key, expected, component, names)
    return difference(title, wanted, normalized(key, actual, component, names))


def difference(title: str | Phrase, wanted: str, actual: str | Phrase) -> Phrase | None:
    return None if str(actual) == wanted else mismatch(title, wanted, actual)


def mismatch(title: str | Phrase, wanted: str, actual: str | Phrase) -> Phrase:
    return Phrase("{what}\n    expected: {wanted}\n    but is:   {actual}", what=title, wanted=wanted, actual=actual)


def compare_cards(
    actual: str, items: list[str] | None, component: Component | None, key: str, title: str | Phrase, expected: str
) -> Phrase | None:
    """Return the difference for a pile. A number expects that many cards, and `any` matches every card."""
    if items is None:
        cards = [cards_text([card]) for card in parse_cards(actual)]
    else:
        cards = [re.sub(r" not=\S+", "", item) for item in items] if "not=" not in expected else items
    if is_number(expected):
        matches, actual = len(cards) == int(expected), str(len(cards))
    elif items is not None and expected == actual:
        matches = True
    else:
        wanted = wanted_items(expected, beans=items is None)
        any_order = is_unordered(key, component)
        matches = cards_match(wanted, cards, any_order)
        if items is None:
            expected, actual = pile_text(expected, any_order), pile_text(actual, any_order)
    return None if matches else mismatch(title, expected, actual)


def pile_text(text: str, any_order: bool) -> str:
    """Format the cards of a pile as `position_entries.entries` does; unchanged if `any` is among them."""
    cards = parse_cards(text, allows_any=True)
    return text if ANY in cards else cards_text(sorted(cards) if any_order else cards)


def wanted_items(text: str, beans: bool) -> list[str | None]:
    """Return the cards of an expectation, one by one; None stands for any card."""
    if beans:
        return [None if card == ANY else cards_text([card]) for card in parse_cards(text, allows_any=True)]
    items: list[str | None] = []
    for part in text.split(",") if text != "nothing" else []:
        number, _, rest = part.strip().partition(" ")
        if is_number(number) and rest.strip() == "any":
            items.extend([None] * min(int(number), MAX_CARDS))
        else:
            items.append(None if part.strip() == "any" else " ".join(part.split()))
    return items


def cards_match(wanted: list[str | None], actual: list[str], any_order: bool) -> bool:
    """Whether the cards match, in this order or, with `any_order`, in any."""
    if len(wanted) != len(actual):
        return False
    if not any_order:
        return all(item in (None, card) for item, card in zip(wanted, actual, strict=True))
    left = list(actual)
    for item in wanted:
        if item is not None:
            if item not in left:
                return False
            left.remove(item)
    return True


def is_unordered(key: str, component: Component | None) -> bool:
    return key.startswith(UNORDERED_KEYS) or (component is not None and key in component.unordered_piles())


def is_cards(key: str, component: Component | None) -> bool:
    return key.startswith(CARD_KEYS) or (component is not None and key in component.piles())


def normalized(key: str, text: str, component: Component | None, names: Sequence[str]) -> str:
    """Format a value as `position_entries.entries` does, so that different spellings are equal."""
    if is_cards(key, component) and not is_number(text.strip()):
        cards = parse_cards(text)
        if is_unordered(key, component):
            cards.sort()
        return cards_text(cards)
    if key in ("awaited", "active", "start", "winner"):
        try:
            return ", ".join(SEAT_LETTERS[parse_seat(part, names)] for part in text.split(","))
        except BadNotation:
            return text.strip()  # "nobody", or a rival
    if re.fullmatch(r"(offer|call) \d+", key) and text != "nothing":
        head, declined, rest = letters_for(text, names).partition(" (declined")
        return f"{parse_action(head)!r}{declined}{rest}" if "?" not in head else head + declined + rest
    if key == "result" or key.startswith(("shown ", "lacks ")):
        return letters_for(text, names).strip()
    return text.strip()
