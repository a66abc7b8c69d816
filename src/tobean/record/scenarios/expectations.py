"""What a scenario expects: an entry of the table, or of what a seat sees of it, compared with what is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tobean.kernel.cards import cards_text, is_number
from tobean.kernel.errors import BadInput, BadNotation, Phrase
from tobean.kernel.notation.card_parser import ANY
from tobean.kernel.notation.input_limits import MAX_CARDS
from tobean.kernel.state.seats import SEAT_LETTERS, seat_name
from tobean.record.notation import parse_action, parse_cards, parse_seat
from tobean.record.position_defaults import letters_for, with_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.component import Component
    from tobean.kernel.table import Table

CARD_KEYS: Final = (
    "hand", "field", "thalers", "aside", "discard", "turned", "draw top", "draw bag", "unseen",
)  # fmt: skip
SORTED_KEYS: Final = ("thalers", "aside", "turned", "draw bag", "unseen")
"""Piles whose order means nothing to a player. Those that only one game has its component knows."""


def expectation_entries(table: Table) -> dict[str, str]:
    """Entries that only expectations know."""
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
    known: dict[str, str], own: Component | None, names: Sequence[str], key: str, expected: str, viewer: str = ""
) -> Phrase | None:
    """What is wrong with an expectation, if anything; `own` is what only this game has on the table."""
    title = Phrase("{viewer} sees {what}", viewer=viewer, what=key) if viewer else key
    actual: str | Phrase
    letter_key = with_letters(key, names)
    if letter_key.startswith("fields "):
        letter = letter_key.split()[1]
        rows = [value for name, value in known.items() if name.startswith(f"field {letter} ")]
        actual = " / ".join(normalized("field", row, own, names) for row in rows)
        wanted = " / ".join(normalized("field", row, own, names) for row in expected.split("/"))
    elif letter_key not in known and re.fullmatch(
        rf"(offer|call|shown|lacks) \d+|field [{SEAT_LETTERS}] \d+", letter_key
    ):
        actual = Phrase("no such field") if letter_key.startswith("field") else "nothing"
        wanted = expected.strip()
    elif letter_key not in known:
        raise BadInput("nobody knows {key!r}; there are: {known}", key=key, known=", ".join(known))
    else:
        there = known[letter_key]
        if "not=" not in expected:
            there = re.sub(r" not=[^\s,]+", "", there)  # what a card is known not to be is compared when asked for
        items = None if own is None else own.other_cards_in(letter_key)
        if is_cards(letter_key, own) or items is not None:
            return compare_cards(there, items, own, letter_key, title, expected.strip())
        actual = normalized(letter_key, there, own, names)
        wanted = normalized(letter_key, expected, own, names)
    return None if str(actual) == wanted else mismatch(title, wanted, actual)


def mismatch(title: str | Phrase, wanted: str, actual: str | Phrase) -> Phrase:
    return Phrase("{what}\n    expected: {wanted}\n    but is:   {actual}", what=title, wanted=wanted, actual=actual)


def compare_cards(
    there: str, items: list[str] | None, own: Component | None, key: str, title: str | Phrase, expected: str
) -> Phrase | None:
    """What is wrong with a pile: a number asks how many there are, and `any` stands for whichever."""
    if items is None:
        cards = [cards_text([card]) for card in parse_cards(there)]
    else:
        cards = [re.sub(r" not=\S+", "", item) for item in items] if "not=" not in expected else items
    if is_number(expected):
        fine, there = len(cards) == int(expected), str(len(cards))
    elif items is not None and expected == there:
        fine = True
    else:
        wanted = wanted_items(expected, beans=items is None)
        free = key.startswith(SORTED_KEYS) or (own is not None and key in own.unordered_piles())
        fine = cards_match(wanted, cards, free)
        if items is None:
            expected, there = pile_text(expected, free), pile_text(there, free)
    return None if fine else mismatch(title, expected, there)


def pile_text(text: str, free: bool) -> str:
    """Cards as `entries` prints them, so that ways of writing do not matter."""
    cards = parse_cards(text)
    return text if ANY in cards else cards_text(sorted(cards) if free else cards)


def wanted_items(text: str, beans: bool) -> list[str | None]:
    """The cards of an expectation, one by one; None is any."""
    if beans:
        return [None if card == ANY else cards_text([card]) for card in parse_cards(text)]
    found: list[str | None] = []
    for part in text.split(",") if text != "nothing" else []:
        number, _, rest = part.strip().partition(" ")
        if is_number(number) and rest.strip() == "any":
            found.extend([None] * min(int(number), MAX_CARDS))
        else:
            found.append(None if part.strip() == "any" else " ".join(part.split()))
    return found


def cards_match(wanted: list[str | None], there: list[str], free: bool) -> bool:
    """Are these the cards that are wanted, in this order or, if they are free, in any?"""
    if len(wanted) != len(there):
        return False
    if not free:
        return all(item in (None, card) for item, card in zip(wanted, there, strict=True))
    left = list(there)
    for item in wanted:
        if item is not None:
            if item not in left:
                return False
            left.remove(item)
    return True


def is_cards(key: str, own: Component | None) -> bool:
    return key.startswith(CARD_KEYS) or (own is not None and key in own.piles())


def normalized(key: str, text: str, own: Component | None, names: Sequence[str]) -> str:
    """A value in the form in which `entries` prints it, so that ways of writing do not matter."""
    if is_cards(key, own) and not is_number(text.strip()):
        cards = parse_cards(text)
        if key.startswith(SORTED_KEYS) or (own is not None and key in own.unordered_piles()):
            cards.sort()
        return cards_text(cards)
    if key in ("awaited", "active", "start", "winner"):
        try:
            return ", ".join(SEAT_LETTERS[parse_seat(part, names)] for part in text.split(","))
        except BadNotation:
            return text.strip()  # nobody, or a rival
    if re.fullmatch(r"(offer|call) \d+", key) and text != "nothing":
        head, declined, rest = letters_for(text, names).partition(" (declined")
        return f"{parse_action(head)!r}{declined}{rest}" if "?" not in head else head + declined + rest
    if key == "result" or key.startswith(("shown ", "lacks ")):
        return letters_for(text, names).strip()
    return text.strip()
